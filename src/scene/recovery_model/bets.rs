//! What the reader is asked before the results are shown, and how it came out.

use super::paired::{Measure, Paired, outcome};
use super::run::{Compare, LogRun};
use super::words::{Told, all_commit, compare, find, wait_words};
use crate::kernel::Outcome;
use crate::view::{Answer, BetView, BetWords, digits};

/// Log bytes closer than this are called the same: the published claim's 1 %.
const SAME_SHARE: f64 = 0.01;
/// Times and rates closer than this.
const SAME_SHARE_TIME: f64 = 0.1;

/// The bet of what is compared; none where there is nothing to guess.
#[must_use]
pub fn bet(run: &LogRun) -> Option<BetView> {
    let is_whole = run
        .sides
        .sides
        .iter()
        .all(|s| s.simulation.outcome() == Some(Outcome::Finished));
    // Where the log was full, times and rates tell how much room it had.
    let mut sides = run.done();
    let is_full = sides.any(|s| s.simulation.model().machine().totals().errors > 0);
    if !is_whole || is_full || !all_commit(run) {
        return None;
    }
    match run.compare {
        Compare::Models => written(run, "Will SIMPLE write less log than FULL?", "simple"),
        Compare::Pairs => paired_bet(run),
        Compare::Connections => connections_bet(run),
        Compare::Disks => disks_bet(run),
        Compare::Loads => written(
            run,
            "Will BULK_LOGGED write less log than FULL for this load?",
            "bulk_logged",
        ),
        Compare::Backups => backup_bet(run),
        Compare::Sectors => written(
            run,
            "Will sectors of 4,096 bytes make the log larger?",
            "large",
        ),
        Compare::Durability => durability_bet(run),
        _ => None,
    }
}

/// Does the subject write less log than the first side? Runs that end at a time made more commits
/// or fewer, so that what a commit took is compared.
fn written(run: &LogRun, question: &str, subject: &str) -> Option<BetView> {
    let base = Told::new(run.done().next()?);
    let subject = find(run, subject)?;
    if base.is_timed() && !base.is_row_by_row() {
        // What is half done when the time is over was logged without a commit.
        return None;
    }
    let (name, unit) = if base.is_timed() {
        ("log_bytes_per_commit", "bytes a commit")
    } else {
        ("log_written_mib", "MiB")
    };
    let (less, more) = (subject.value(name), base.value(name));
    Some(BetView {
        question: question.to_string(),
        subject: subject.label().to_string(),
        words: &BetWords::WORK,
        answer: compare(less, more, SAME_SHARE),
        outcome: format!(
            "{} wrote {} {unit}, {} {}.",
            subject.label(),
            digits(less, 3),
            base.label(),
            digits(more, 3)
        ),
    })
}

fn paired_bet(run: &LogRun) -> Option<BetView> {
    let paired = Paired::of_run(run)?;
    let (question, words) = match paired.measure {
        Measure::Seconds => ("will SIMPLE be faster?", &BetWords::TIME),
        Measure::Commits => ("will SIMPLE make more commits?", &BetWords::COUNT),
    };
    Some(BetView {
        question: format!("Over {} pairs of rounds, {question}", paired.count),
        subject: "SIMPLE".to_string(),
        words,
        answer: if paired.holds_zero() {
            Answer::Same
        } else if paired.mean < 0.0 {
            Answer::Less
        } else {
            Answer::More
        },
        outcome: outcome(&paired),
    })
}

fn connections_bet(run: &LogRun) -> Option<BetView> {
    let (one, many) = (find(run, "one")?, find(run, "many")?);
    let sessions = many.side.simulation.model().machine().scenario().sessions;
    let times = many.value("commits_per_s") / one.value("commits_per_s");
    Some(BetView {
        question: format!(
            "{sessions} connections instead of one. Next to {sessions} times the commits a \
             second, what will it be?"
        ),
        subject: many.label().to_string(),
        words: &BetWords::WORK,
        answer: compare(times, f64::from(sessions), SAME_SHARE_TIME),
        outcome: format!("{} times as many commits a second.", digits(times, 3)),
    })
}

pub(super) fn disks_bet(run: &LogRun) -> Option<BetView> {
    let (slow, fast) = (find(run, "disk")?, find(run, "fast")?);
    let name = "writelog_waits_per_s";
    Some(BetView {
        question: "On the faster disk, how many WRITELOG waits a second will there be?".to_string(),
        subject: fast.label().to_string(),
        words: &BetWords::COUNT,
        answer: compare(fast.value(name), slow.value(name), SAME_SHARE_TIME),
        outcome: disks_outcome(&slow, &fast),
    })
}

fn disks_outcome(slow: &Told<'_>, fast: &Told<'_>) -> String {
    if fast.value("writelog_waits") < 0.5 {
        return "No commit waits for its log on either disk: durability is delayed.".to_string();
    }
    let (count, mean) = ("writelog_waits_per_s", "writelog_wait_ms_avg");
    let mut out = format!(
        "{} WRITELOG waits a second on the faster disk, {} on this one; each took {} instead of {}",
        fast.count(count),
        slow.count(count),
        wait_words(fast.value(mean)),
        wait_words(slow.value(mean))
    );
    if !slow.is_timed() {
        let all = [fast, slow].map(|side| wait_words(1e3 * side.value("writelog_wait_s")));
        out.push_str(&format!(", all together {} instead of {}", all[0], all[1]));
    }
    out + "."
}

fn backup_bet(run: &LogRun) -> Option<BetView> {
    let (database, log) = (find(run, "database")?, find(run, "log")?);
    let name = "vlfs_freed_after";
    Some(BetView {
        question: "Next to BACKUP LOG, how many VLFs will BACKUP DATABASE free?".to_string(),
        subject: database.label().to_string(),
        words: &BetWords::COUNT,
        answer: compare(database.value(name), log.value(name), SAME_SHARE),
        outcome: format!(
            "BACKUP DATABASE freed {}, BACKUP LOG {}.",
            database.count(name),
            log.count(name)
        ),
    })
}

pub(super) fn durability_bet(run: &LogRun) -> Option<BetView> {
    let (durable, delayed) = (find(run, "durable")?, find(run, "delayed")?);
    let name = "commits_per_s";
    Some(BetView {
        question: "Will there be more commits a second if none waits for its log?".to_string(),
        subject: delayed.label().to_string(),
        words: &BetWords::COUNT,
        answer: compare(delayed.value(name), durable.value(name), SAME_SHARE_TIME),
        outcome: durability_outcome(&durable, &delayed),
    })
}

fn durability_outcome(durable: &Told<'_>, delayed: &Told<'_>) -> String {
    let name = "commits_per_s";
    let risk = match delayed.count("commits_at_risk_max").as_str() {
        "1" => "1 acknowledged commit was".to_string(),
        many => format!("{many} acknowledged commits were"),
    };
    let rates = if delayed.value(name).is_finite() {
        let [new, old] = [delayed, durable].map(|side| side.count(name));
        format!("{new} commits a second instead of {old}; at")
    } else {
        "At".to_string()
    };
    format!("{rates} worst {risk} not on the disk.")
}
