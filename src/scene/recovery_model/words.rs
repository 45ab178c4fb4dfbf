//! Sentences about a run, each computed from it and true of it.

use super::bets::{disks_bet, durability_bet, interval};
use super::model::Inserts;
use super::model::tasks::{Said, What};
use super::run::{Compare, LogRun};
use super::stats::{Paired, TOLD_SHARE, stats};
use super::task::Task;
use super::view::{pairs, told};
use crate::engine::log_reuse::LogReuseWait;
use crate::kernel::SimTime;
use crate::scene::Side;
use crate::view::{Answer, Stat, digits, mib, millis, plain_number};

/// "12.345678 s": as many decimals as tell steps apart.
#[must_use]
pub fn instant(at: SimTime) -> String {
    let us = at.as_ns() / 1_000;
    format!("{}.{:06} s", us / 1_000_000, us % 1_000_000)
}

/// `log_reuse_wait_desc` of the number in `sys.databases`.
#[must_use]
pub fn wait_name(number: f64) -> String {
    let all = LogReuseWait::ALL.into_iter();
    let mut found = all.filter(|wait| (f64::from(*wait as u8) - number).abs() < 0.5);
    found
        .next()
        .map_or("\u{2013}", LogReuseWait::desc)
        .to_string()
}

/// A side with its figures, worked out once.
pub(super) struct Told<'a> {
    pub(super) side: &'a Side<Inserts>,
    stats: Vec<Stat>,
}

impl<'a> Told<'a> {
    pub(super) fn new(side: &'a Side<Inserts>) -> Self {
        Self {
            side,
            stats: stats(&side.simulation),
        }
    }

    pub(super) fn value(&self, name: &str) -> f64 {
        let found = self.stats.iter().find(|s| s.name == name);
        found.map_or(f64::NAN, |s| s.value)
    }

    pub(super) fn count(&self, name: &str) -> String {
        plain_number(self.value(name), 0)
    }

    fn few(&self, name: &str) -> String {
        digits(self.value(name), 3)
    }

    fn wait(&self) -> String {
        wait_name(self.value("log_reuse_wait"))
    }

    pub(super) fn label(&self) -> &str {
        &self.side.label
    }
}

/// Less, about the same, or more.
pub(super) fn compare(value: f64, other: f64, share: f64) -> Answer {
    if value > other * (1.0 + share) {
        Answer::More
    } else if value < other * (1.0 - share) {
        Answer::Less
    } else {
        Answer::Same
    }
}

/// The first complete side of that key.
pub(super) fn find<'a>(run: &'a LogRun, key: &str) -> Option<Told<'a>> {
    run.done().find(|s| s.key == key).map(Told::new)
}

/// A few sentences that say what came out.
#[must_use]
pub fn takeaway(run: &LogRun) -> String {
    let said = match run.compare {
        Compare::Models => models(run),
        Compare::Pairs => many_pairs(run),
        Compare::Connections => connections(run),
        Compare::Disks => disks_bet(run).map(|bet| bet.outcome),
        Compare::Loads => loads(run),
        Compare::Reuse => reuse(run),
        Compare::Backups => backups(run),
        Compare::Chain => chain(run),
        Compare::Schedule => schedule(run),
        Compare::Holders => holders(run),
        Compare::Durability => durability_bet(run).map(|bet| bet.outcome),
        Compare::Sectors => sectors(run),
        Compare::Shrink => shrink(run),
    };
    said.unwrap_or("No side is complete.".to_string())
}

/// "11 to 35.2", or one number if they are alike.
fn range(values: &[f64], places: u32) -> String {
    let least = values.iter().copied().fold(f64::MAX, f64::min);
    let most = values.iter().copied().fold(f64::MIN, f64::max);
    let words = [least, most].map(|v| plain_number(v, places));
    if words[0] == words[1] {
        words[0].clone()
    } else {
        words.join(" to ")
    }
}

fn models(run: &LogRun) -> Option<String> {
    let all: Vec<Told<'_>> = run.done().map(Told::new).collect();
    let of = |name: &str| all.iter().map(|t| t.value(name)).collect::<Vec<_>>();
    let (full, simple) = (find(run, "full")?, find(run, "simple")?);
    let by_model = |key: &str| {
        let sides = all.iter().filter(|t| t.side.key == key);
        range(&sides.map(|t| t.value("elapsed_s")).collect::<Vec<_>>(), 1)
    };
    let written = of("log_written_mib");
    let is_even = written
        .iter()
        .all(|w| (w - written[0]).abs() <= 0.01 * written[0]);
    let rounds = if is_even { "Every round" } else { "The rounds" };
    let mut out = format!("{rounds} wrote {} MiB of log. ", range(&written, 1));
    if is_timed(full.side) {
        out.push_str(&format!(
            "In the {} s shown FULL made {} commits, SIMPLE {}.",
            full.few("elapsed_s"),
            full.count("commits"),
            simple.count("commits")
        ));
    } else {
        let (full, simple) = (by_model("full"), by_model("simple"));
        out.push_str(&format!("FULL took {full} s, SIMPLE {simple} s."));
    }
    let errors: f64 = of("errors_9002").iter().sum();
    if errors > 0.5 {
        let count = plain_number(errors, 0);
        out.push_str(&format!(
            " The log was full: {count} inserts failed with error 9002."
        ));
    }
    if full.wait() == simple.wait() {
        out.push_str(&format!(" Both say {} at the end.", full.wait()));
    } else {
        out.push_str(&format!(
            " What differs is what is kept afterwards: FULL says {}, SIMPLE says {}.",
            full.wait(),
            simple.wait()
        ));
    }
    Some(out)
}

/// Does it end at a time, and not with its load?
fn is_timed(side: &Side<Inserts>) -> bool {
    let machine = side.simulation.model().machine();
    !machine.scenario().horizon.is_zero()
}

fn many_pairs(run: &LogRun) -> Option<String> {
    let all = pairs(run);
    let paired = Paired::of(&all)?;
    if let Some(place) = told(run) {
        let [full, simple] = all.get(place)?;
        return Some(format!(
            "In pair {} SIMPLE took {} s and FULL {} s. The other {} pairs are left out.",
            place + 1,
            digits(simple.0, 3),
            digits(full.0, 3),
            all.len() - 1
        ));
    }
    Some(format!(
        "{} SIMPLE was ahead in {} of {} pairs. To tell a difference of {} % from such noise four \
         times out of five, it takes about {} pairs.",
        interval(&paired),
        paired.simple_first,
        paired.count,
        digits(100.0 * TOLD_SHARE, 2),
        plain_number(paired.to_tell, 0)
    ))
}

fn connections(run: &LogRun) -> Option<String> {
    let (one, many, more) = (find(run, "one")?, find(run, "many")?, find(run, "more")?);
    let rate = |side: &Told<'_>| side.value("commits_per_s");
    Some(format!(
        "{} commit {} times as much a second as one, {} {} times. A commit waits {} for its log \
         alone, {} among {}; a flush carries {} commits then.",
        many.label(),
        digits(rate(&many) / rate(&one), 3),
        more.label(),
        digits(rate(&more) / rate(&one), 3),
        millis(one.value("writelog_wait_ms_avg")),
        millis(many.value("writelog_wait_ms_avg")),
        many.label(),
        many.few("commits_per_flush")
    ))
}

fn loads(run: &LogRun) -> Option<String> {
    let (full, bulk, simple) = (
        find(run, "full")?,
        find(run, "bulk_logged")?,
        find(run, "simple")?,
    );
    Some(format!(
        "FULL wrote {} MiB of log, BULK_LOGGED {} and SIMPLE {}. The log backup copied {} MiB \
         under FULL and {} under BULK_LOGGED, extents of the data file among them; under SIMPLE \
         it was refused with error 4208.",
        full.few("log_written_mib"),
        bulk.few("log_written_mib"),
        simple.few("log_written_mib"),
        full.few("log_backup_mib"),
        bulk.few("log_backup_mib")
    ))
}

fn reuse(run: &LogRun) -> Option<String> {
    let (across, inside) = (find(run, "across")?, find(run, "inside")?);
    let tell = |side: &Told<'_>| {
        format!(
            "{} before the log backup, {} VLFs freed, {} after it",
            wait_name(side.value("log_reuse_wait_before")),
            side.count("vlfs_freed_after"),
            side.wait()
        )
    };
    Some(format!(
        "Log in several VLFs: {}. All of it inside one: {}. The column tells why the last attempt \
         freed nothing, and the VLF that is being written can't be freed.",
        tell(&across),
        tell(&inside)
    ))
}

fn backups(run: &LogRun) -> Option<String> {
    let (database, log) = (find(run, "database")?, find(run, "log")?);
    Some(format!(
        "BACKUP DATABASE freed {} VLFs and left {}; BACKUP LOG freed {} and left {}.",
        database.count("vlfs_freed_after"),
        database.wait(),
        log.count("vlfs_freed_after"),
        log.wait()
    ))
}

fn chain(run: &LogRun) -> Option<String> {
    let (none, copy, full) = (
        find(run, "none")?,
        find(run, "copy_only")?,
        find(run, "full")?,
    );
    Some(format!(
        "All three are under FULL. Before the first full backup a checkpoint leaves {} MiB in use \
         ({}). A copy-only backup starts no chain, and the checkpoint that it begins with frees \
         the log: {} MiB ({}). After a full backup the same checkpoint leaves {} MiB: {}.",
        none.few("log_used_mib"),
        none.wait(),
        copy.few("log_used_mib"),
        copy.wait(),
        full.few("log_used_mib"),
        full.wait()
    ))
}

fn schedule(run: &LogRun) -> Option<String> {
    let never = find(run, "never")?;
    let regular = find(run, "regular")?;
    let rescued = find(run, "rescued")?;
    let first = if never.value("full_at_s").is_finite() {
        format!(
            "Without log backups the log is full at {} s: from then on {} inserts fail with error \
             9002, due to {}; {} acknowledged commits are lost.",
            never.few("full_at_s"),
            never.count("errors_9002"),
            never.wait(),
            match never.value("commits_lost_if_cut") {
                lost if lost < 0.5 => "no".to_string(),
                lost => plain_number(lost, 0),
            }
        )
    } else {
        "Without log backups the log grows, but it is not full within the time shown.".to_string()
    };
    Some(format!(
        "{first} With one log backup at three quarters of the time, inserts go on: {} commits \
         instead of {}. With regular log backups the log needs {} MiB at most, under SIMPLE {}.",
        rescued.count("commits"),
        never.count("commits"),
        regular.few("log_used_mib_max"),
        find(run, "simple")?.few("log_used_mib_max")
    ))
}

fn holders(run: &LogRun) -> Option<String> {
    let free = find(run, "free")?;
    let held = run.done().find(|s| s.key != "free").map(Told::new)?;
    let history = held.side.simulation.model().machine().history();
    let named = history
        .iter()
        .find(|said| said.wait != LogReuseWait::Nothing && matches!(said.what, What::Checkpoint));
    let mut out = format!(
        "SIMPLE alone needs {} MiB of log at most. With its holder it is {} MiB: log_reuse_wait \
         says {}.",
        free.few("log_used_mib_max"),
        held.few("log_used_mib_max"),
        named.map_or("NOTHING", |said| said.wait.desc())
    );
    let is_end =
        |said: &&Said| matches!(said.what, What::Typed(Task::Rollback | Task::StartReader));
    if let Some(ended) = history.iter().find(is_end)
        && let Some(next) = history
            .iter()
            .find(|said| said.at > ended.at && matches!(said.what, What::Checkpoint))
    {
        let used = |said: &Said| digits(mib(said.used.0), 3);
        out.push_str(&format!(
            " When the holder is gone, {} MiB are still in use; after the next checkpoint {}.",
            used(ended),
            used(next)
        ));
    }
    Some(out)
}

fn sectors(run: &LogRun) -> Option<String> {
    let (small, large) = (find(run, "small")?, find(run, "large")?);
    Some(format!(
        "A commit takes {} bytes of log on sectors of 512 bytes and {} on sectors of 4,096: a \
         block is a whole number of sectors, however little is in it.",
        small.count("log_bytes_per_commit"),
        large.count("log_bytes_per_commit")
    ))
}

fn shrink(run: &LogRun) -> Option<String> {
    let (front, back) = (find(run, "front")?, find(run, "back")?);
    Some(format!(
        "After the log backup {}. Shrunk, the file with its head near the start gives back {} \
         MiB, the one with its head in the last VLF {}: only free VLFs at the end can go.",
        if front.wait() == back.wait() {
            format!("both say {}", front.wait())
        } else {
            format!("one says {}, the other {}", front.wait(), back.wait())
        },
        front.count("shrunk_mib"),
        back.count("shrunk_mib")
    ))
}
