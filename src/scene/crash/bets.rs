//! The bet, and how it came out.

use super::cut::Cut;
use super::run::{CrashRun, Pulled};
use super::stats::minutes;
use super::words::{clock, count, needs_restore, takes, transactions};
use crate::engine::restore::Loss;
use crate::kernel::{Outcome, SimTime, Span};
use crate::view::{Answer, BetView, BetWords, digits};

/// Losses that are closer than this are called the same.
const SAME: Span = Span::from_secs(60);

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

/// The bet; none where a side did not finish its day, or where there is nothing to lose.
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
    let long = side.side.simulation.model().scenario().long;
    let open = long.filter(|long| long.from < at && at < long.to);
    if let Some(long) = open.filter(|_| !needs_restore(run) && run.drill.again_pct == 0) {
        return Some(undo(long.from, side));
    }
    if side.cut.committed == side.cut.given_up {
        return None;
    }
    if run.drill.loss == Loss::Memory && run.drill.stop(at).is_none() {
        return Some(lost(run, side));
    }
    if let Some(stop) = run.drill.stop(at) {
        return Some(stopped(stop, side));
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
            "The plug is pulled at {}{again}. Of {} acknowledged, how many does {label} lose?",
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

fn undo(since: SimTime, side: &Pulled<'_>) -> BetView {
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
        question: format!(
            "One transaction has been open since {}. Will undo take less time than redo, or more?",
            clock(since)
        ),
        subject: side.side.label.clone(),
        words: &BetWords::WORK,
        answer,
        outcome: format!("Redo took {}, undo {}.", takes(redo), takes(undo)),
    }
}

fn stopped(stop: SimTime, side: &Pulled<'_>) -> BetView {
    let label = &side.side.label;
    let of = side.cut.committed - side.cut.given_up;
    let missing = side.cut.lost;
    BetView {
        question: format!(
            "You want the state of {}. Of {} acknowledged by then, how many will be missing under \
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
