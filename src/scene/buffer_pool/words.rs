//! Sentences about a run, each computed from it and true of it.

use super::model::BufferPool;
use super::run::{Compare, PoolRun};
use super::stats::stats;
use crate::kernel::{Outcome, SimTime};
use crate::scene::Side;
use crate::view::{Answer, BetView, BetWords, digits, millis, plain_number};

/// Counts closer than this share are called the same; for a backup, the published claim's 1 %.
const SAME_SHARE: f64 = 0.02;
const SAME_SHARE_BACKUP: f64 = 0.01;

/// "60.5 s", with as many decimals as tell events apart.
#[must_use]
pub fn instant(at: SimTime) -> String {
    let ms = at.as_ns() / 1_000_000;
    format!("{}.{:03} s", ms / 1_000, ms % 1_000)
}

fn value(side: &Side<BufferPool>, name: &str) -> f64 {
    let stats = stats(&side.simulation);
    let found = stats.iter().find(|s| s.name == name).map(|s| s.value);
    found.unwrap_or(f64::NAN)
}

fn count(value: f64) -> String {
    plain_number(value, 0)
}

fn compare(value: f64, other: f64, share: f64) -> Answer {
    if value > other * (1.0 + share) {
        Answer::More
    } else if value < other * (1.0 - share) {
        Answer::Less
    } else {
        Answer::Same
    }
}

fn pair(run: &PoolRun) -> Option<(&Side<BufferPool>, &Side<BufferPool>)> {
    let mut sides = run.sides.sides.iter();
    sides.next().zip(sides.next())
}

/// The bet of what is compared; none where the answer is plain to see, or a run was cut off.
#[must_use]
pub fn bet(run: &PoolRun) -> Option<BetView> {
    let (first, second) = pair(run)?;
    let ended = [first, second].map(|s| s.simulation.outcome());
    if ended != [Some(Outcome::Finished); 2] {
        return None;
    }
    let (question, words, name, share) = match run.compare {
        Compare::Memory => return None,
        Compare::Backup => (
            "Will a CHECKPOINT before the BACKUP reduce the pages written in all?".to_string(),
            &BetWords::WORK,
            "page_writes",
            SAME_SHARE_BACKUP,
        ),
        Compare::HotPage => (
            format!(
                "How often will {} write the hot page, next to target 0?",
                side_words(second)
            ),
            &BetWords::COUNT,
            "hot_page_writes",
            SAME_SHARE,
        ),
        Compare::Target => (
            format!(
                "Will {} write fewer pages than target 0, or more?",
                side_words(second)
            ),
            &BetWords::COUNT,
            "page_writes",
            SAME_SHARE,
        ),
    };
    let (base, subject) = (value(first, name), value(second, name));
    let (verb, what) = match run.compare {
        Compare::HotPage => ("wrote the hot page", " times"),
        _ => ("wrote", " pages"),
    };
    Some(BetView {
        question,
        subject: second.label.clone(),
        answer: compare(subject, base, share),
        outcome: format!(
            "{} {verb} {}{what}, {} {}.",
            second.label,
            count(subject),
            side_words(first),
            count(base)
        ),
        words,
    })
}

/// "target 60 s", in the middle of a sentence.
fn side_words(side: &Side<BufferPool>) -> String {
    match side.label.strip_prefix("Target") {
        Some(rest) => format!("target{rest}"),
        None => side.label.clone(),
    }
}

/// What the reader must know about how the run went.
#[must_use]
pub fn cautions(run: &PoolRun) -> Vec<String> {
    let mut out = Vec::new();
    for side in &run.sides.sides {
        let model = side.simulation.model();
        let outcome = side.simulation.outcome();
        if let Some(other) = outcome.filter(|o| *o != Outcome::Finished) {
            out.push(format!(
                "{} stopped at {} ({other}): its figures count only what happened until then.",
                side.label,
                instant(side.simulation.now())
            ));
        }
        if model.is_backing_up() {
            out.push(format!(
                "{}: the backup was not done when the run ended.",
                side.label
            ));
        }
        let is_over = |bound: u32| model.totals().dirty_settled_max > bound;
        if model
            .bound()
            .is_some_and(|b| model.totals().is_settled && is_over(b.bound))
        {
            out.push(format!(
                "{}: pages were dirtied faster than the device writes them, and the bound was \
                 passed.",
                side.label
            ));
        }
    }
    out
}

/// A few sentences that say what came out.
#[must_use]
pub fn takeaway(run: &PoolRun) -> String {
    let Some((first, second)) = pair(run) else {
        let one = run.sides.sides.first();
        return one.map_or(String::new(), |side| {
            format!(
                "{} wrote {} pages.",
                side.label,
                count(value(side, "page_writes"))
            )
        });
    };
    match run.compare {
        Compare::Target => targets(first, second),
        Compare::HotPage => hot_page(first, second),
        Compare::Backup => backups(first, second),
        Compare::Memory => memory(first, second),
    }
}

fn writes(side: &Side<BufferPool>) -> f64 {
    value(side, "page_writes")
}

/// "1.2 times as many" or the like.
fn against(value: f64, other: f64, share: f64) -> String {
    if other <= 0.0 {
        return "where the other wrote none".to_string();
    }
    match compare(value, other, share) {
        Answer::Same => "about as many".to_string(),
        Answer::Less | Answer::More => format!("{} times as many", digits(value / other, 3)),
    }
}

fn targets(first: &Side<BufferPool>, second: &Side<BufferPool>) -> String {
    let peaks = [first, second].map(|s| value(s, "page_writes_per_s_max"));
    let mut out = format!(
        "{} wrote {} pages, at most {} in one second. {} wrote {}, {}, and at most {} in one \
         second.",
        first.label,
        count(writes(first)),
        count(peaks[0]),
        second.label,
        count(writes(second)),
        against(writes(second), writes(first), SAME_SHARE),
        count(peaks[1]),
    );
    let waits = [first, second].map(|s| value(s, "commit_latency_ms_p99"));
    if waits.iter().all(|w| w.is_finite()) {
        out.push_str(&format!(
            " One commit in a hundred waited {} or longer for the log on the first side, {} on \
             the second.",
            millis(waits[0]),
            millis(waits[1])
        ));
    }
    out
}

fn hot_page(first: &Side<BufferPool>, second: &Side<BufferPool>) -> String {
    let hot = [first, second].map(|s| value(s, "hot_page_writes"));
    let changes = value(first, "commits");
    format!(
        "The hot page was changed about {} times and went to disk {} times under {}, {} times \
         under {}. Changes in between cost no page write: they are in the log.",
        count(changes * f64::from(first.simulation.model().scenario().load.hot_pct) / 100.0),
        count(hot[0]),
        side_words(first),
        count(hot[1]),
        side_words(second),
    )
}

fn backups(first: &Side<BufferPool>, second: &Side<BufferPool>) -> String {
    let done = [first, second].map(|s| value(s, "backup_ms"));
    if !done.iter().all(|ms| ms.is_finite()) {
        return "No backup was done within the time shown.".to_string();
    }
    let before = [first, second].map(|s| value(s, "dirty_pages_before_backup"));
    let after = value(first, "dirty_pages_after_backup");
    let moral = match compare(writes(second), writes(first), SAME_SHARE_BACKUP) {
        Answer::Same => "The work is the same: it only begins earlier.",
        Answer::More => "The work grew: pages were dirtied again in between.",
        Answer::Less => "The work shrank, because the load differed between the two instants.",
    };
    format!(
        "BACKUP found {} dirty pages and left {}: it wrote them itself. With a CHECKPOINT first \
         it found {}. In all, {} pages were written against {}; the backup took {} instead of {}. \
         {moral}",
        count(before[0]),
        count(after),
        count(before[1]),
        count(writes(second)),
        count(writes(first)),
        millis(done[1]),
        millis(done[0]),
    )
}

fn memory(first: &Side<BufferPool>, second: &Side<BufferPool>) -> String {
    let reads = [first, second].map(|s| value(s, "page_reads"));
    let evictions = value(first, "evictions");
    let lazy = value(first, "lazy_page_writes");
    format!(
        "With {} of memory, {} pages were read and {} left memory; the lazy writer wrote {} pages \
         to free their frames. With {}, {} pages were read.",
        first.label,
        count(reads[0]),
        count(evictions),
        count(lazy),
        second.label,
        count(reads[1]),
    )
}
