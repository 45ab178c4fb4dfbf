//! Sentences about a run at a cut, each computed from it and true of it.

use super::cut::{Cut, Restored};
use super::run::{CrashRun, Pulled};
use super::stats::minutes;
use crate::engine::backups::BackupKind;
use crate::engine::restore::{Loss, NoTail, Refusal};
use crate::kernel::{Outcome, SimTime, Span};
use crate::view::{Answer, BetView, BetWords, digits, millis, plain_number};

/// The hour at which the day starts.
pub const DAY_START_H: u32 = 8;
/// Losses that are closer than this are called the same.
const SAME: Span = Span::from_secs(60);

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

fn count(n: u64) -> String {
    plain_number(n as f64, 0)
}

fn transactions(n: u64) -> String {
    let noun = if n == 1 {
        "transaction"
    } else {
        "transactions"
    };
    format!("{} {noun}", count(n))
}

fn number(refusal: Refusal) -> String {
    let error = refusal.error();
    error.map_or(String::new(), |error| format!(", error {error}"))
}

/// Why no restore ends where it was asked to.
fn why(refusal: Refusal) -> String {
    let reason = match refusal {
        Refusal::NoFullBackup => "there is no full backup",
        Refusal::BeforeFullBackup => "the first full backup was not complete by then",
        Refusal::NoLogUnderSimple => "there are no log backups to stop in",
        Refusal::InsideBulkChanges => "that log backup has bulk changes",
        Refusal::ChainBroken(_) => "the log chain is broken",
        Refusal::NotBackedUp(_) => "it was never backed up",
    };
    format!("{reason}{}", number(refusal))
}

fn without_tail(why: NoTail) -> &'static str {
    match why {
        NoTail::LogLost => "no tail, the log is lost",
        NoTail::NoChain => "no tail, the log was not kept",
        NoTail::BulkChanges => "no tail, the bulk load\u{2019}s extents are lost",
    }
}

/// What came of a side.
fn told(pulled: &Pulled<'_>, stop: Option<SimTime>) -> String {
    let (label, cut) = (&pulled.side.label, &pulled.cut);
    let is_asked = stop.is_some() && cut.refusal.is_none();
    let Some(restored) = &cut.restored else {
        let reason = cut.refusal.map_or(String::new(), why);
        return format!("{label}: nothing comes back; {reason}.");
    };
    let mut out = String::new();
    if let Some(refusal) = cut.refusal {
        let reason = why(refusal);
        out.push_str(&format!(
            "{label}: no restore ends there ({reason}); the closest before is "
        ));
    } else {
        out.push_str(&format!("{label}: back to "));
    }
    out.push_str(&clock(restored.to));
    if cut.lost == 0 {
        out.push_str(", nothing lost");
    } else if is_asked {
        out.push_str(", as asked");
    } else if let Some(stop) = stop {
        let early = digits(minutes(stop.saturating_since(restored.to)), 3);
        out.push_str(&format!(", {early} minutes earlier"));
    } else {
        let gone = digits(minutes(cut.gone()), 3);
        out.push_str(&format!(
            ", {gone} minutes and {} lost",
            transactions(cut.lost)
        ));
    }
    out.push_str(&format!(" ({}", restores(restored)));
    if let (Err(why), None) = (cut.tail, stop) {
        out.push_str(&format!("; {}", without_tail(why)));
    }
    out.push_str(").");
    out
}

/// A few sentences that say what came out at the cut.
#[must_use]
pub fn takeaway(run: &CrashRun, pulled: &[Pulled<'_>]) -> String {
    let Some(first) = pulled.first() else {
        return String::new();
    };
    let at = clock(first.cut.at);
    let stop = run.drill.stop(first.cut.at);
    if run.drill.loss == Loss::Memory && stop.is_none() {
        return restart_told(run, &at, pulled);
    }
    let event = match (run.drill.loss, stop) {
        (Loss::Memory, Some(stop)) => format!("Asked at {at} for the state of {}", clock(stop)),
        (Loss::Data, None) => format!("Data file lost at {at}"),
        (Loss::Data, Some(stop)) => format!("Data file lost at {at}, asked for {}", clock(stop)),
        (_, None) => format!("Data file and log lost at {at}"),
        (_, Some(stop)) => format!("All lost at {at}, asked for {}", clock(stop)),
    };
    let damaged = first_damaged(run, first.cut.at);
    let told: Vec<String> = pulled.iter().map(|p| told(p, stop)).collect();
    format!("{event}. {damaged}{}", told.join(" "))
}

/// The damaged log backup, if there is one yet.
fn first_damaged(run: &CrashRun, at: SimTime) -> String {
    let Some(number) = run.drill.damaged else {
        return String::new();
    };
    let ends = run.sides.sides.iter().filter_map(|side| {
        let sets = side.simulation.model().backups().sets().iter();
        let mut logs = sets.filter(|set| set.kind == BackupKind::Log && set.ended_at <= at);
        logs.nth(number.saturating_sub(1) as usize)
            .map(|set| set.ended_at)
    });
    ends.min().map_or(String::new(), |end| {
        let minute = SimTime::from_secs(end.as_ns() / 60_000_000_000 * 60);
        format!(
            "Log backup {number}, of {}, can\u{2019}t be read. ",
            clock(minute)
        )
    })
}

fn restart_told(run: &CrashRun, at: &str, pulled: &[Pulled<'_>]) -> String {
    let Some(first) = pulled.first().map(|p| &p.cut) else {
        return String::new();
    };
    let committed = transactions(first.committed);
    let mut out = format!("Plug pulled at {at}, with {committed} committed. ");
    let most = pulled.iter().map(|p| p.cut.lost).max().unwrap_or(0);
    if most == 0 {
        out.push_str("All of them come back, under each recovery model.");
    } else {
        let each = pulled
            .iter()
            .map(|p| format!("{} {}", p.side.label, count(p.cut.lost)));
        let each: Vec<String> = each.collect();
        out.push_str(&format!(
            "Of those, gone: {}. Their clients had been told before the log was written.",
            each.join(", ")
        ));
    }
    let [redo, undo, again] = first.times;
    out.push_str(&format!(
        " FULL redoes {} since the last checkpoint in {}, and takes back {} that were open in {}.",
        count(first.redone),
        takes(redo),
        count(first.undone),
        takes(undo)
    ));
    if run.drill.again_pct > 0 {
        out.push_str(&format!(
            " The second crash, after {} % of that, adds {} and loses nothing more.",
            run.drill.again_pct,
            takes(again)
        ));
    }
    out
}

/// The side that the bet is about: where BULK_LOGGED does not do what FULL does, it; else SIMPLE.
#[must_use]
pub fn subject(run: &CrashRun) -> &'static str {
    if !needs_restore(run) {
        return "simple";
    }
    let pulled = run.pull(crate::scene::Run::opening(run));
    let gone = |key: &str| {
        let found = pulled.iter().find(|p| p.side.key == key);
        found.map(|p| (p.cut.lost, p.cut.refusal.is_some()))
    };
    if gone("bulk_logged") == gone("full") {
        "simple"
    } else {
        "bulk_logged"
    }
}

/// The bet; none where a side did not finish its day.
#[must_use]
pub fn bet(run: &CrashRun) -> Option<BetView> {
    let is_done = |outcome| outcome == Some(Outcome::Finished);
    let mut sides = run.sides.sides.iter();
    if !sides.all(|side| is_done(side.simulation.outcome())) {
        return None;
    }
    let at = crate::scene::Run::opening(run);
    let pulled = run.pull(at);
    let subject = subject(run);
    let of = |key: &str| pulled.iter().find(|p| p.side.key == key);
    let (full, side) = (of("full")?, of(subject)?);
    let is_long = side.side.simulation.model().scenario().long.is_some();
    if !needs_restore(run) && is_long && run.drill.again_pct == 0 {
        return Some(undo(side));
    }
    if run.drill.loss == Loss::Memory && run.drill.stop(at).is_none() {
        return Some(lost(run, side));
    }
    if let Some(stop) = run.drill.stop(at) {
        return Some(stopped(stop, side, full));
    }
    let what = match run.drill.loss {
        Loss::Data => "The data file is lost",
        _ => "Data file and log are lost",
    };
    let (gone, than) = (side.cut.gone(), full.cut.gone());
    let answer = if gone + SAME < than {
        Answer::Less
    } else if gone > than + SAME {
        Answer::More
    } else {
        Answer::Same
    };
    let told = |cut: &Cut| format!("{} minutes", digits(minutes(cut.gone()), 3));
    let label = &side.side.label;
    Some(BetView {
        question: format!("{what} at {}: will {label} lose more than FULL?", clock(at)),
        subject: label.clone(),
        words: &BetWords::WORK,
        answer,
        outcome: format!(
            "{label} lost {}, FULL {}.",
            told(&side.cut),
            told(&full.cut)
        ),
    })
}

fn share(missing: u64, of: u64) -> Answer {
    if missing == 0 {
        Answer::Less
    } else if 2 * missing <= of {
        Answer::Same
    } else {
        Answer::More
    }
}

fn lost(run: &CrashRun, side: &Pulled<'_>) -> BetView {
    let (label, cut) = (&side.side.label, &side.cut);
    let again = if run.drill.again_pct > 0 {
        ", and again while recovery runs"
    } else {
        ""
    };
    BetView {
        question: format!(
            "The plug is pulled at {}{again}. Of {} committed, how many does {label} lose?",
            clock(cut.at),
            transactions(cut.committed)
        ),
        subject: label.clone(),
        words: &BetWords::LOST,
        answer: share(cut.lost, cut.committed),
        outcome: format!(
            "{label} lost {} of {}.",
            count(cut.lost),
            count(cut.committed)
        ),
    }
}

fn undo(side: &Pulled<'_>) -> BetView {
    let cut = &side.cut;
    let [redo, undo, _] = cut.times;
    let tenth = redo.scaled(1, 10);
    let answer = if undo + tenth < redo {
        Answer::Less
    } else if undo > redo + tenth {
        Answer::More
    } else {
        Answer::Same
    };
    BetView {
        question: "One transaction has been open for hours. Will undo take less time than redo, \
                   or more?"
            .to_string(),
        subject: side.side.label.clone(),
        words: &BetWords::WORK,
        answer,
        outcome: format!("Redo took {}, undo {}.", takes(redo), takes(undo)),
    }
}

fn stopped(stop: SimTime, side: &Pulled<'_>, full: &Pulled<'_>) -> BetView {
    let label = &side.side.label;
    // FULL gives all of them back, or nobody does.
    let of = full.cut.recovered.max(side.cut.recovered);
    let missing = of.saturating_sub(side.cut.recovered);
    BetView {
        question: format!(
            "You want the state of {}. Of {} committed by then, how many will be missing under \
             {label}?",
            clock(stop),
            transactions(of)
        ),
        subject: label.clone(),
        words: &BetWords::LOST,
        answer: share(missing, of),
        outcome: format!("{} of {} are missing.", count(missing), count(of)),
    }
}

/// What the reader must know about how the run went.
#[must_use]
pub fn cautions(run: &CrashRun) -> Vec<String> {
    let mut out = Vec::new();
    for side in &run.sides.sides {
        let outcome = side.simulation.outcome();
        if let Some(other) = outcome.filter(|o| *o != Outcome::Finished) {
            out.push(format!(
                "{} stopped at {} ({other}): nothing later can be cut.",
                side.label,
                clock(side.simulation.now())
            ));
        }
    }
    out
}
