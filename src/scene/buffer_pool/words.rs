//! Sentences about a run, each computed from it and true of it.

use super::model::BufferPool;
use super::run::{Compare, PoolRun};
use super::stats::stats;
use crate::kernel::{Outcome, SimTime};
use crate::scene::Side;
use crate::view::{Answer, BetView, BetWords, Stat, digits, millis, plain_number};

/// Counts closer than this share are called the same; for a backup, the published claim's 1 %.
const SAME_SHARE: f64 = 0.02;
const SAME_SHARE_BACKUP: f64 = 0.01;

/// "60.5 s", with as many decimals as tell events apart.
#[must_use]
pub fn instant(at: SimTime) -> String {
    let ms = at.as_ns() / 1_000_000;
    format!("{}.{:03} s", ms / 1_000, ms % 1_000)
}

/// A side with its figures, worked out once.
struct Shown<'a> {
    side: &'a Side<BufferPool>,
    stats: Vec<Stat>,
}

impl<'a> Shown<'a> {
    fn new(side: &'a Side<BufferPool>) -> Self {
        Self {
            side,
            stats: stats(&side.simulation),
        }
    }

    fn value(&self, name: &str) -> f64 {
        let found = self.stats.iter().find(|s| s.name == name);
        found.map_or(f64::NAN, |s| s.value)
    }

    fn count(&self, name: &str) -> String {
        count(self.value(name))
    }

    fn writes(&self) -> f64 {
        self.value("page_writes")
    }

    fn label(&self) -> &str {
        &self.side.label
    }
}

fn count(value: f64) -> String {
    plain_number(value, 0)
}

/// "1 page", "2 pages".
fn pages(value: f64) -> String {
    if (value - 1.0).abs() < 0.5 {
        "1 page".to_string()
    } else {
        count(value) + " pages"
    }
}

/// "once", "2 times".
fn times(value: f64) -> String {
    if (value - 1.0).abs() < 0.5 {
        "once".to_string()
    } else {
        count(value) + " times"
    }
}

fn were(value: f64) -> &'static str {
    if (value - 1.0).abs() < 0.5 {
        " was"
    } else {
        " were"
    }
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
    let (base, subject) = (
        Shown::new(first).value(name),
        Shown::new(second).value(name),
    );
    let (verb, what) = match run.compare {
        Compare::HotPage => ("wrote the hot page", times(subject)),
        _ => ("wrote", pages(subject)),
    };
    Some(BetView {
        question,
        subject: second.label.clone(),
        answer: compare(subject, base, share),
        outcome: format!(
            "{} {verb} {what}, {} {}.",
            second.label,
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
    let end = SimTime::ZERO + run.horizon;
    for late in run.given.iter().filter(|given| given.at >= end) {
        let label = run.label(late.key);
        out.push(format!(
            "{label} comes after the time shown: nothing follows from it."
        ));
    }
    if run.given.iter().any(|given| given.at < end) {
        out.push(
            "What was typed at the cursor was typed on both sides; they keep their names.".into(),
        );
    }
    out.extend(uneven(run));
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
        let totals = model.totals();
        let is_over = |bound: u32| {
            let has_written = totals.page_writes[1] > 0;
            let never_within = !totals.is_settled && has_written && totals.dirty_max > bound;
            never_within || totals.is_settled && totals.dirty_settled_max > bound
        };
        if model.bound().is_some_and(|b| is_over(b.bound)) {
            out.push(format!(
                "{}: the bound was passed. More was dirtied between two looks of the background \
                 writer than the eighth below the bound holds, or than the device writes.",
                side.label
            ));
        }
    }
    out
}

/// Sides whose transactions did not get equally far are not compared change for change.
fn uneven(run: &PoolRun) -> Option<String> {
    let (first, second) = pair(run)?;
    let commits = [first, second].map(|side| side.simulation.model().totals().commits as f64);
    let is_same = compare(commits[1], commits[0], SAME_SHARE) == Answer::Same;
    (run.compare != Compare::Memory && !is_same).then(|| {
        format!(
            "The sides did not get equally far: {} commits against {}. Transactions waited for \
             pages, workers or the log.",
            count(commits[0]),
            count(commits[1])
        )
    })
}

/// A few sentences that say what came out.
#[must_use]
pub fn takeaway(run: &PoolRun) -> String {
    let finished = |s: &Side<BufferPool>| s.simulation.outcome() == Some(Outcome::Finished);
    if !run.sides.sides.iter().all(finished) {
        return "A side was stopped early, so that the sides can't be compared.".to_string();
    }
    let Some((first, second)) = pair(run) else {
        let one = run.sides.sides.first().map(Shown::new);
        return one.map_or(String::new(), |side| {
            format!(
                "{}: {} written.",
                side.label(),
                pages(side.writes()) + were(side.writes())
            )
        });
    };
    let (first, second) = (Shown::new(first), Shown::new(second));
    match run.compare {
        Compare::Target => targets(&first, &second),
        Compare::HotPage => hot_page(&first, &second),
        Compare::Backup => backups(&first, &second),
        Compare::Memory => memory(&first, &second),
    }
}

/// "1.2 times as many" or the like.
fn against(value: f64, other: f64, share: f64) -> String {
    if other <= 0.0 {
        return "where the other wrote none".to_string();
    }
    if value < 0.5 {
        return "none".to_string();
    }
    match compare(value, other, share) {
        Answer::Same => "about as many".to_string(),
        Answer::Less | Answer::More => format!("{} times as many", digits(value / other, 3)),
    }
}

fn targets(first: &Shown<'_>, second: &Shown<'_>) -> String {
    if first.writes() + second.writes() < 0.5 {
        return "Neither side wrote a page in the time shown.".to_string();
    }
    let mut out = format!(
        "{} wrote {}, at most {} in one second. {} wrote {}, {}, and at most {} in one \
         second.",
        first.label(),
        pages(first.writes()),
        first.count("page_writes_per_s_max"),
        second.label(),
        second.count("page_writes"),
        against(second.writes(), first.writes(), SAME_SHARE),
        second.count("page_writes_per_s_max"),
    );
    let waits = [first, second].map(|s| s.value("commit_latency_ms_p99"));
    let commits = first.value("commits").min(second.value("commits"));
    if waits.iter().all(|w| w.is_finite()) && commits >= 100.0 {
        out.push_str(&format!(
            " One commit in a hundred waited {} or longer for the log on the first side, {} on \
             the second.",
            millis(waits[0]),
            millis(waits[1])
        ));
    }
    out
}

fn hot_page(first: &Shown<'_>, second: &Shown<'_>) -> String {
    if first.value("commits") < 0.5 {
        return "No transaction changed the hot page in the time shown.".to_string();
    }
    let share = f64::from(first.side.simulation.model().scenario().load.hot_pct) / 100.0;
    format!(
        "The hot page was changed about {} and went to disk {} under {}, {} under {}. Changes in \
         between cost no page write: they are in the log.",
        times((first.value("commits") * share).round()),
        times(first.value("hot_page_writes")),
        side_words(first.side),
        times(second.value("hot_page_writes")),
        side_words(second.side),
    )
}

fn backups(first: &Shown<'_>, second: &Shown<'_>) -> String {
    let done = [first, second].map(|s| s.value("backup_ms"));
    if !done.iter().all(|ms| ms.is_finite()) {
        return "No backup was done on both sides within the time shown.".to_string();
    }
    let moral = match compare(second.writes(), first.writes(), SAME_SHARE_BACKUP) {
        Answer::Same if first.writes() < 0.5 => "There was nothing to write.",
        Answer::Same => "The work is the same: it only begins earlier.",
        Answer::More => "The work grew: pages were dirtied again in between.",
        Answer::Less => "The work shrank: other checkpoints came at other instants.",
    };
    format!(
        "BACKUP found {} dirty and its own checkpoint wrote them; when it ended, {} were dirty. \
         With a CHECKPOINT first it found {}. In all, {} written against {}; the backup took {} \
         instead of {}. {moral}",
        pages(first.value("dirty_pages_before_backup")),
        first.count("dirty_pages_after_backup"),
        second.count("dirty_pages_before_backup"),
        pages(second.writes()) + were(second.writes()),
        first.count("page_writes"),
        millis(done[1]),
        millis(done[0]),
    )
}

fn memory(first: &Shown<'_>, second: &Shown<'_>) -> String {
    if first.value("page_reads") + second.value("page_reads") < 0.5 {
        return "Everything fits both pools: no page was read, and none left memory.".to_string();
    }
    format!(
        "With {} of memory, {} read and {} left memory; the lazy writer wrote {} to free \
         their frames. With {}, {} were read.",
        first.label(),
        pages(first.value("page_reads")) + were(first.value("page_reads")),
        first.count("evictions"),
        first.count("lazy_page_writes"),
        second.label(),
        second.count("page_reads"),
    )
}
