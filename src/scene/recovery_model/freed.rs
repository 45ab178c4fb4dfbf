//! Sentences about what frees the log, and what happens when nothing does.

use super::model::Inserts;
use super::model::machine::Machine;
use super::model::tasks::{Said, What};
use super::run::{Compare, LogRun};
use super::task::Task;
use super::words::{Told, find};
use crate::engine::log_reuse::LogReuseWait;
use crate::kernel::{SimTime, Span};
use crate::scene::Side;
use crate::view::{digits, mib, plain_number};

/// "no VLF", "1 VLF", "4 VLFs".
pub(super) fn vlfs(count: f64) -> String {
    if count < 0.5 {
        return "no VLF".to_string();
    }
    counted(count, "VLF")
}

/// "1 extent", "680 extents".
pub(super) fn counted(count: f64, noun: &str) -> String {
    let end = if count > 0.5 && count < 1.5 { "" } else { "s" };
    format!("{} {noun}{end}", plain_number(count, 0))
}

/// "148 MiB", "0.03 MiB".
pub(super) fn mib_words(value: f64) -> String {
    format!("{} MiB", digits(value, if value < 1.0 { 2 } else { 3 }))
}

fn machine(side: &Side<Inserts>) -> &Machine {
    side.simulation.model().machine()
}

fn is_attempt(said: &Said) -> bool {
    matches!(said.what, What::Checkpoint | What::LogBackup)
}

/// The reason that the first error 9002 named, with what it means if it is none.
fn reason(machine: &Machine) -> Option<String> {
    let at = machine.totals().full_at?;
    let before: Vec<&Said> = machine.history().iter().filter(|s| s.at <= at).collect();
    let wait = before
        .last()
        .map_or(LogReuseWait::Nothing, |said| said.wait);
    let why = match wait {
        LogReuseWait::Nothing if before.iter().any(|said| is_attempt(said)) => {
            " (the last attempt to free log found nothing in its way, and none has come since)"
        }
        LogReuseWait::Nothing => " (nothing has tried to free log yet)",
        _ => "",
    };
    Some(format!("{}{why}", wait.desc()))
}

/// "384 tries of 16 connections".
fn tries(side: &Told<'_>) -> String {
    let sessions = machine(side.side).scenario().sessions;
    let count = side.value("errors_9002");
    format!(
        "{} {} of {}",
        plain_number(count, 0),
        if count < 1.5 { "try" } else { "tries" },
        counted(f64::from(sessions), "connection")
    )
}

/// What to add where the log was full on some side; the comparison that is about it says it itself.
pub(super) fn full_log(run: &LogRun) -> Option<String> {
    if run.compare == Compare::Schedule {
        return None;
    }
    let full = run.done().filter(|side| machine(side).totals().errors > 0);
    let full: Vec<&Side<Inserts>> = full.collect();
    if full.is_empty() {
        return None;
    }
    if run.compare == Compare::Pairs {
        let count: u64 = full.iter().map(|s| machine(s).totals().errors).sum();
        return Some(format!(
            "The log was full in {} of the runs: {} tries failed with error 9002.",
            full.len(),
            plain_number(count as f64, 0)
        ));
    }
    let reasons: Vec<String> = full.iter().filter_map(|s| reason(machine(s))).collect();
    let shared = reasons
        .first()
        .filter(|one| reasons.iter().all(|r| r == *one));
    let told = full.iter().zip(&reasons).map(|(side, reason)| {
        let told = Told::new(side);
        let round = match run.compare {
            Compare::Models => format!(", round {}", side.round),
            _ => String::new(),
        };
        let due = match shared {
            Some(_) => String::new(),
            None => format!(", due to {reason}"),
        };
        format!("{}{round}: {}{due}", told.label(), tries(&told))
    });
    Some(format!(
        "The log was full, and tries failed with error 9002{}. {}.",
        shared.map_or(String::new(), |reason| format!(", due to {reason}")),
        told.collect::<Vec<_>>().join("; ")
    ))
}

pub(super) fn reuse(run: &LogRun) -> Option<String> {
    let both = [find(run, "across")?, find(run, "inside")?];
    let freed = |side: &Told<'_>| side.value("vlfs_freed_after");
    let tell = |side: &Told<'_>| {
        format!(
            "{}: the log lies in {}, the log backup frees {}, and the column says {} before it, \
             {} afterwards.",
            side.label(),
            vlfs(side.value("vlf_active") + freed(side)),
            vlfs(freed(side)),
            side.wait_of("log_reuse_wait_before"),
            side.wait()
        )
    };
    let mut out: Vec<String> = both.iter().map(tell).collect();
    if both.iter().any(|side| freed(side) < 0.5) {
        out.push(
            "The column tells why the last attempt freed nothing, and the VLF that is being \
             written can\u{2019}t be freed."
                .to_string(),
        );
    }
    Some(out.join(" "))
}

pub(super) fn backups(run: &LogRun) -> Option<String> {
    let (database, log) = (find(run, "database")?, find(run, "log")?);
    let name = "vlfs_freed_after";
    let freed = [database.value(name), log.value(name)];
    let head = if freed[0] < 0.5 { "No: " } else { "" };
    let tail = if freed[1] < 0.5 {
        " All log lies in the VLF that is being written, which can\u{2019}t be freed."
    } else {
        ""
    };
    Some(format!(
        "{head}BACKUP DATABASE freed {} and left {}; BACKUP LOG freed {} and left {}.{tail}",
        vlfs(freed[0]),
        database.wait(),
        vlfs(freed[1]),
        log.wait()
    ))
}

pub(super) fn chain(run: &LogRun) -> Option<String> {
    let (none, copy, full) = (
        find(run, "none")?,
        find(run, "copy_only")?,
        find(run, "full")?,
    );
    let used = |side: &Told<'_>| mib_words(side.value("log_used_mib"));
    let active = |side: &Told<'_>| side.value("vlf_active");
    let head = if active(&none) < active(&full) && active(&copy) < active(&full) {
        "Until its first full backup FULL frees its log like SIMPLE."
    } else {
        "The log lies in the VLF that is being written, so that there is nothing to free yet."
    };
    let under = if run.given.is_empty() {
        " All three are under FULL."
    } else {
        ""
    };
    Some(format!(
        "{head}{under} With no full backup yet, the checkpoint after the load \
         leaves {} in use ({}). A copy-only backup starts no chain, and the checkpoint that it \
         begins with leaves {} ({}). After a full backup a checkpoint leaves {} ({}).",
        used(&none),
        none.wait(),
        used(&copy),
        copy.wait(),
        used(&full),
        full.wait()
    ))
}

pub(super) fn schedule(run: &LogRun) -> Option<String> {
    let never = find(run, "never")?;
    let (regular, simple) = (find(run, "regular")?, find(run, "simple")?);
    let mut out = Vec::new();
    if let Some(reason) = reason(machine(never.side)) {
        out.push(format!(
            "Without log backups the log is full at {} s: from then on {} fail with error 9002, \
             due to {reason}.{}",
            never.few("full_at_s"),
            tries(&never),
            lost(&never)
        ));
        out.push(rescued(&never, &find(run, "rescued")?));
    } else {
        out.push("Without log backups the log is not full within the time shown.".to_string());
    }
    out.push(with_backups(&regular));
    out.push(if simple.value("errors_9002") > 0.5 {
        format!("Under SIMPLE {} fail.", tries(&simple))
    } else {
        let most = mib_words(simple.value("log_used_mib_max"));
        format!("SIMPLE takes {most} at most.")
    });
    Some(out.join(" "))
}

/// What a full log does to commits that were acknowledged.
fn lost(side: &Told<'_>) -> String {
    match side.value("commits_lost_if_cut") {
        none if none < 0.5 => " No acknowledged commit is lost.".to_string(),
        some => format!(
            " {} acknowledged commits are not on the disk at the end: durability is delayed.",
            plain_number(some, 0)
        ),
    }
}

/// What one log backup does for a log that gets full.
fn rescued(never: &Told<'_>, rescued: &Told<'_>) -> String {
    let (with, without) = (rescued.value("commits"), never.value("commits"));
    let what = if rescued.value("errors_9002") < 0.5 {
        "keeps it from getting full"
    } else if with > without * 1.01 {
        "lets the inserts go on"
    } else {
        "does not help"
    };
    let [with, without] = [with, without].map(|count| plain_number(count, 0));
    let than = if with == without {
        " with and without it".to_string()
    } else {
        format!(", and {without} without it")
    };
    format!("One log backup at three quarters of the time {what}: {with} commits{than}.")
}

/// What regular log backups do, and which of them free nothing.
fn with_backups(regular: &Told<'_>) -> String {
    let machine = machine(regular.side);
    let every = digits(seconds(machine.scenario().log_backup_every), 3);
    if !machine.history().iter().any(|s| s.what == What::LogBackup) {
        return format!("One every {every} s is not complete within the time shown.");
    }
    let of = idle_backups(machine.history());
    if regular.value("errors_9002") > 0.5 {
        return format!(
            "With one every {every} s, {} fail all the same.{of}",
            tries(regular)
        );
    }
    let most = mib_words(regular.value("log_used_mib_max"));
    format!("With one every {every} s the log takes {most} at most.{of}")
}

/// How many log backups freed nothing, and what the column said then.
fn idle_backups(history: &[Said]) -> String {
    let taken = || history.iter().filter(|said| said.what == What::LogBackup);
    let idle: Vec<&Said> = taken().filter(|said| said.freed == 0).collect();
    let count = taken().count();
    let mut said: Vec<&str> = idle.iter().map(|said| said.wait.desc()).collect();
    said.dedup();
    let of = match idle.len() {
        0 => return String::new(),
        1 if count == 1 => "That log backup freed nothing".to_string(),
        all if all == count => format!("None of its {count} log backups freed anything"),
        some => format!("{some} of its {count} log backups freed nothing"),
    };
    let why = if said.contains(&LogReuseWait::Checkpoint.desc()) {
        ", as one frees log only up to the last checkpoint"
    } else {
        ""
    };
    format!(" {of}; the column said {} then{why}.", said.join(", "))
}

fn seconds(span: Span) -> f64 {
    span.as_ns() as f64 / 1e9
}

pub(super) fn holders(run: &LogRun) -> Option<String> {
    let free = find(run, "free")?;
    let held = run.done().find(|s| s.key != "free").map(Told::new)?;
    let history = machine(held.side).history();
    let typed = |tasks: [Task; 2]| {
        let is = move |said: &&Said| tasks.iter().any(|task| said.what == What::Typed(*task));
        history.iter().find(is)
    };
    let began = typed([Task::Begin, Task::StopReader])?;
    let ended = typed([Task::Rollback, Task::StartReader]);
    let end = ended.map_or(SimTime::MAX, |said| said.at);
    let tried: Vec<&Said> = history
        .iter()
        .filter(|said| said.what == What::Checkpoint && said.at > began.at && said.at <= end)
        .collect();
    let name = match began.what {
        What::Typed(Task::Begin) => LogReuseWait::ActiveTransaction,
        _ => LogReuseWait::Replication,
    };
    let named = if tried.iter().any(|said| said.wait == name) {
        format!("log_reuse_wait_desc says {} at a checkpoint.", name.desc())
    } else if tried.is_empty() {
        "No checkpoint came in that time, and so log_reuse_wait_desc did not name it.".to_string()
    } else {
        "No checkpoint named it: each freed something, or found nothing to free outside the VLF \
         that was being written."
            .to_string()
    };
    let mut out = format!(
        "SIMPLE alone uses {} of log at most; {}, {}. {named}",
        mib_words(free.value("log_used_mib_max")),
        match name {
            LogReuseWait::ActiveTransaction => "beside the open transaction",
            _ => "while the reader stands still",
        },
        mib_words(held.value("log_used_mib_max")),
    );
    if let Some(ended) = ended {
        let gone = match name {
            LogReuseWait::ActiveTransaction => "When the transaction is rolled back",
            _ => "When the reader goes on",
        };
        out.push_str(&after_holder(history, ended, gone));
    }
    Some(out)
}

/// That the end of a holder frees nothing by itself.
fn after_holder(history: &[Said], ended: &Said, gone: &str) -> String {
    let used = |said: &Said| mib_words(mib(said.used.0));
    let mut then = history
        .iter()
        .filter(|said| said.at > ended.at && is_attempt(said));
    let Some(next) = then.next() else {
        return format!(" {gone}, {} are still in use.", used(ended));
    };
    if next.freed == 0 {
        return format!(
            " {gone}, {} are still in use, and the next checkpoint found nothing \
             to free.",
            used(ended)
        );
    }
    format!(
        " {gone}, {} are still in use: only the next checkpoint frees them, and \
         leaves {}.",
        used(ended),
        used(next)
    )
}

pub(super) fn shrink(run: &LogRun) -> Option<String> {
    let both = [find(run, "front")?, find(run, "back")?];
    let tell = |side: &Told<'_>| {
        let shrunk = machine(side.side).history().iter();
        let shrunk = shrunk.rev().find(|s| s.what == What::Typed(Task::Shrink))?;
        // An instant earlier the file still has all its VLFs.
        let before = SimTime::from_ns(shrunk.at.as_ns().saturating_sub(1));
        let before = LogRun::machine_at(side.side, before);
        Some(format!(
            "{}: the head stands in VLF {} of {}, the column says {}, and the file gives back {} \
             MiB.",
            side.label(),
            before.file().head() + 1,
            before.file().vlf_count(),
            shrunk.wait.desc(),
            side.count("shrunk_mib")
        ))
    };
    let told = both.iter().map(tell).collect::<Option<Vec<_>>>()?;
    Some(format!(
        "Only free VLFs at the end of the file can go. {}",
        told.join(" ")
    ))
}
