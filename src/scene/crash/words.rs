//! Sentences about a run at a cut, each computed from it and true of it.

use super::cut::{Cut, Restored};
use super::run::{CrashRun, Pulled};
use super::stats::{MINUTES_PLACES, minutes};
use crate::engine::backups::BackupKind;
use crate::engine::restore::{Loss, NoTail, Refusal};
use crate::kernel::{SimTime, Span};
use crate::view::{digits, millis, plain_number, round_to};

/// The hour at which the day starts.
pub const DAY_START_H: u32 = 8;
/// What is reckoned from assumed rates is not told more finely than this.
const FINEST: Span = Span::from_ms(1);

/// "14:07", with seconds where there are any; the nanosecond before a full second is that second.
#[must_use]
pub fn clock(at: SimTime) -> String {
    let secs = (at.as_ns() + 1) / 1_000_000_000;
    let (hours, minutes) = (u64::from(DAY_START_H) + secs / 3_600, secs / 60 % 60);
    let text = format!("{:02}:{minutes:02}", hours % 24);
    match secs % 60 {
        0 => text,
        rest => format!("{text}:{rest:02}"),
    }
}

/// How long something takes.
#[must_use]
pub fn takes(span: Span) -> String {
    if !span.is_zero() && span < FINEST {
        return format!("under {}", millis(FINEST.as_ns() as f64 / 1e6));
    }
    millis(span.as_ns() as f64 / 1e6)
}

/// Does what is asked take a restore, or a restart alone?
#[must_use]
pub fn needs_restore(run: &CrashRun) -> bool {
    run.drill.loss != Loss::Memory || run.drill.stop_at.is_some()
}

/// "full, differential, 8 log, tail".
#[must_use]
pub fn restores(restored: &Restored) -> String {
    let names = ["full", "differential", "log"];
    let kinds = restored.kinds.iter().zip(names).filter(|(n, _)| **n > 0);
    let told = kinds.map(|(n, name)| match n {
        1 => name.to_string(),
        n => format!("{n} {name}"),
    });
    let mut told: Vec<String> = told.collect();
    if restored.plan.uses_tail {
        told.push("tail".to_string());
    }
    told.join(", ")
}

/// A whole number.
#[must_use]
pub fn count(n: u64) -> String {
    plain_number(n as f64, 0)
}

/// "1 commit", "no commits".
fn things(n: u64, thing: &str) -> String {
    match n {
        0 => format!("no {thing}s"),
        1 => format!("1 {thing}"),
        n => format!("{} {thing}s", count(n)),
    }
}

/// "3,660 transactions".
#[must_use]
pub fn transactions(n: u64) -> String {
    things(n, "transaction")
}

/// Minutes, as the results table has them.
#[must_use]
pub fn in_minutes(span: Span) -> String {
    digits(round_to(minutes(span), MINUTES_PLACES), 3)
}

fn span(span: Span) -> String {
    let told = in_minutes(span);
    let noun = if told == "1" { "minute" } else { "minutes" };
    format!("{told} {noun}")
}

fn number(refusal: Refusal) -> String {
    let error = refusal.error();
    error.map_or(String::new(), |error| format!(", error {error}"))
}

/// Why no restore ends where it was asked to.
fn why(refusal: Refusal) -> String {
    let reason = match refusal {
        Refusal::NoFullBackup => "no full backup was complete",
        Refusal::BeforeFullBackup => "the first full backup was not complete by then",
        Refusal::NoLogUnderSimple => "there are no log backups to stop in",
        Refusal::InsideBulkChanges => "the log backup of that time has bulk changes",
        Refusal::ChainBroken(_) => "the log chain is broken",
        Refusal::NotBackedUp(_) => "that log was never backed up",
    };
    format!("{reason}{}", number(refusal))
}

/// Why a restore as late as possible ends before the failure.
fn why_earlier(cut: &Cut) -> Option<&'static str> {
    if cut.has_gap {
        return Some("the log chain has a gap there");
    }
    if cut.tail.is_ok() && cut.lost > 0 {
        return Some("their log had not been written");
    }
    Some(match cut.tail.err()? {
        NoTail::LogLost => "no tail, the log is lost",
        NoTail::NoChain => "no tail, the log was not kept",
        NoTail::BulkChanges => "no tail, the bulk load\u{2019}s extents are lost",
    })
}

/// From what comes back to what was wanted, and what was committed in between.
fn missing(cut: &Cut) -> String {
    let gone = cut.gone();
    if cut.lost > 0 {
        format!("{} and {} lost", span(gone), transactions(cut.lost))
    } else if round_to(minutes(gone), MINUTES_PLACES) < f64::EPSILON {
        "nothing lost".to_string()
    } else {
        format!("{} earlier, since when nothing was committed", span(gone))
    }
}

/// A time between backups that has the state of one.
fn same_as_backup(restored: &Restored) -> String {
    let earlier = restored.last_ended_at.filter(|at| *at < restored.to);
    earlier.map_or(String::new(), |at| {
        format!(
            ", since nothing was committed after the backup of {}",
            clock(at)
        )
    })
}

/// What came of a side.
fn told(pulled: &Pulled<'_>) -> String {
    let (label, cut) = (&pulled.side.label, &pulled.cut);
    let Some(restored) = &cut.restored else {
        let reason = cut.refusal.map_or(String::new(), why);
        let lost = transactions(cut.lost);
        return format!("{label}: nothing comes back, {reason}; {lost} lost.");
    };
    let to = clock(restored.to);
    let told = match (cut.refusal, cut.asked) {
        (Some(refusal), _) => {
            let reason = why(refusal);
            let missing = missing(cut);
            format!("no restore ends there ({reason}); the closest before is {to}, {missing}")
        }
        (None, Some(_)) => format!("back to {to}, as asked{}", same_as_backup(restored)),
        (None, None) => format!("back to {to}, {}", missing(cut)),
    };
    let is_near_the_end = match cut.refusal {
        Some(refusal) => matches!(refusal, Refusal::NotBackedUp(_)),
        None => cut.asked.is_none(),
    };
    let reason = why_earlier(cut).filter(|_| is_near_the_end);
    let reason = reason.map_or(String::new(), |reason| format!("; {reason}"));
    format!("{label}: {told} ({}{reason}).", restores(restored))
}

/// A few sentences that say what came out at the cut.
#[must_use]
pub fn takeaway(run: &CrashRun, pulled: &[Pulled<'_>]) -> String {
    let Some(first) = pulled.first() else {
        return String::new();
    };
    let at = clock(first.cut.at);
    let stop = first.cut.asked;
    if run.drill.loss == Loss::Memory && stop.is_none() {
        return restart_told(run, &at, pulled);
    }
    let event = match (run.drill.loss, stop) {
        (Loss::Memory, Some(stop)) => format!("Asked at {at} for the state of {}", clock(stop)),
        (Loss::Data, None) => format!("Data file lost at {at}"),
        (Loss::Data, Some(stop)) => format!("Data file lost at {at}, asked for {}", clock(stop)),
        (_, None) => format!("Data file and log lost at {at}"),
        (_, Some(stop)) => format!("Data file and log lost at {at}, asked for {}", clock(stop)),
    };
    let mut out = vec![format!("{event}.")];
    out.extend(later_stop(run, &first.cut));
    out.extend(nothing_committed(&first.cut));
    out.extend(first_damaged(run, first.cut.at));
    out.extend(pulled.iter().map(told));
    if let Some(stop) = stop.filter(|_| first.cut.given_up > 0) {
        let given_up = transactions(first.cut.given_up);
        out.push(format!(
            "Given up on purpose: {given_up} after {}.",
            clock(stop)
        ));
    }
    out.join(" ")
}

fn nothing_committed(cut: &Cut) -> Option<String> {
    (cut.committed == 0).then(|| "Nothing had been committed.".to_string())
}

/// A time asked for that lies after the cut.
fn later_stop(run: &CrashRun, cut: &Cut) -> Option<String> {
    let stop = run.drill.stop_at.filter(|_| cut.asked.is_none())?;
    let stop = clock(stop);
    Some(format!(
        "STOPAT {stop} was still to come: it means the latest state."
    ))
}

/// The damaged log backup, and whether there is one yet.
fn first_damaged(run: &CrashRun, at: SimTime) -> Option<String> {
    let number = run.drill.damaged?;
    let ends = run.sides.sides.iter().filter_map(|side| {
        let sets = side.simulation.model().backups().sets().iter();
        let mut logs = sets.filter(|set| set.kind == BackupKind::Log);
        logs.nth(number.saturating_sub(1) as usize)
            .map(|set| set.ended_at)
    });
    let end = ends.min()?;
    let minute = SimTime::from_secs(end.as_ns() / 60_000_000_000 * 60);
    let minute = clock(minute);
    Some(if end <= at {
        format!("Log backup {number}, of {minute}, can\u{2019}t be read.")
    } else {
        format!("Log backup {number}, of {minute}, which can\u{2019}t be read, was still to come.")
    })
}

fn restart_told(run: &CrashRun, at: &str, pulled: &[Pulled<'_>]) -> String {
    let Some(first) = pulled.first().map(|p| &p.cut) else {
        return String::new();
    };
    let mut out = vec![lost_in_restart(at, pulled)];
    out.extend(later_stop(run, first));
    let [redo, undo, again] = first.times;
    // The models differ while a bulk load runs.
    let differ = pulled.iter().any(|p| p.cut.times != first.times);
    let under = if differ { "Under FULL, redo" } else { "Redo" };
    let commits = things(first.redone, "commit");
    let redo = takes(redo);
    let undone = match first.undone {
        0 => "nothing was open that undo would have to take back".to_string(),
        n => format!(
            "undo takes back {} in {}",
            things(n, "open transaction"),
            takes(undo)
        ),
    };
    out.push(format!(
        "{under} repeats the log since the last complete checkpoint began, {commits} in it, in \
         {redo}; {undone}."
    ));
    if run.drill.again_pct > 0 {
        out.push(format!(
            "The second crash, after {} % of that, adds {} and loses nothing more.",
            run.drill.again_pct,
            takes(again)
        ));
    }
    out.join(" ")
}

fn lost_in_restart(at: &str, pulled: &[Pulled<'_>]) -> String {
    let committed = pulled.first().map_or(0, |p| p.cut.committed);
    if committed == 0 {
        return format!(
            "Plug pulled at {at}. Nothing had been committed, so that nothing can be lost."
        );
    }
    let mut out = format!(
        "Plug pulled at {at}, when {} had been acknowledged. ",
        transactions(committed)
    );
    let most = pulled.iter().map(|p| p.cut.lost).max().unwrap_or(0);
    if most == 0 {
        out.push_str("None is lost, under any recovery model.");
        return out;
    }
    let each = pulled
        .iter()
        .map(|p| format!("{} {}", p.side.label, count(p.cut.lost)));
    let each: Vec<String> = each.collect();
    out.push_str(&format!(
        "Lost: {}. Their clients had been answered before the log was written.",
        each.join(", ")
    ));
    if pulled.iter().any(|p| p.cut.lost != most) {
        out.push_str(" The models wrote it last at different times, as the bulk load made them.");
    }
    out
}
