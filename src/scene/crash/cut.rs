//! The plug is pulled: what each side gives back, reckoned from its state at that instant.

use super::days::Days;
use super::model::Crash;
use super::model::series::{ACKNOWLEDGED, UNDO, UNDONE};
use crate::engine::backups::{BackupKind, BackupSet, Backups};
use crate::engine::reach::plan_until;
use crate::engine::restart::{Rates, Work};
use crate::engine::restore::{Loss, NoTail, Plan, Refusal, Shelf, Tail, Target, plan, tail};
use crate::kernel::{SimTime, Span, Trace};
use crate::units::{Bytes, BytesPerSec, Lsn};

/// What is asked of every side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drill {
    /// What is lost besides memory.
    pub loss: Loss,
    /// STOPAT; `None`: as late as possible.
    pub stop_at: Option<SimTime>,
    /// The number of a damaged log backup, from 1.
    pub damaged: Option<u32>,
    /// A second crash after this share of recovery.
    pub again_pct: u64,
    /// How fast redo and undo are.
    pub rates: Rates,
    /// How fast backups are read.
    pub read_rate: BytesPerSec,
}

impl Drill {
    /// The time asked for, if the plug is pulled at `cut`: a later one is the latest.
    #[must_use]
    pub fn stop(&self, cut: SimTime) -> Option<SimTime> {
        self.stop_at.filter(|stop| *stop < cut)
    }
}

/// A restore, or the closest to what was asked that there is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restored {
    /// What is restored.
    pub plan: Plan,
    /// Full, differential and log backups among it, without the tail.
    pub kinds: [u32; 3],
    /// The database comes back as it was then.
    pub to: SimTime,
    /// The end of the last backup, if all of it is restored and nothing after it.
    pub last_ended_at: Option<SimTime>,
    /// What the backups are long, read one after the other.
    pub reading: Span,
}

/// What comes of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    /// When the plug was pulled.
    pub at: SimTime,
    /// Transactions whose clients had been told that they were committed.
    pub committed: u64,
    /// Committed transactions that are there afterwards.
    pub recovered: u64,
    /// The time asked for, where it is not the latest.
    pub asked: Option<SimTime>,
    /// Those of whom a client had been told after the time asked for: given up on purpose.
    pub given_up: u64,
    /// Those of whom a client had been told by then, and that are not there.
    pub lost: u64,
    /// Committed transactions that redo goes over.
    pub redone: u64,
    /// Transactions that undo takes back.
    pub undone: u64,
    /// What redo and undo have to do.
    pub work: Work,
    /// How long they take, and what a second crash adds.
    pub times: [Span; 3],
    /// The database comes back as it was then; `None`: not at all.
    pub restorable_to: Option<SimTime>,
    /// Log backups that are complete.
    pub log_backups: u32,
    /// Those among them that have extents of bulk loads.
    pub log_backups_with_bulk: u32,
    /// Backups that were refused.
    pub refused: u32,
    /// The tail-log backup.
    pub tail: Result<Tail, NoTail>,
    /// The restore, where one is needed.
    pub restored: Option<Restored>,
    /// Why it does not end where it was asked to.
    pub refusal: Option<Refusal>,
    /// There is later log in backups or in the tail, and it does not join.
    pub has_gap: bool,
}

impl Cut {
    /// Work that is lost: from the state that comes back to the one that was wanted.
    #[must_use]
    pub fn gone(&self) -> Span {
        let wanted = self.asked.unwrap_or(self.at);
        wanted.saturating_since(self.restorable_to.unwrap_or(SimTime::ZERO))
    }

    /// Until the database is there again.
    #[must_use]
    pub fn recovery_time(&self) -> Span {
        let reading = self.restored.as_ref().map_or(Span::ZERO, |r| r.reading);
        self.times.into_iter().fold(reading, |sum, time| sum + time)
    }
}

/// What a cut is reckoned from.
#[derive(Clone, Copy)]
pub struct Moment<'a> {
    /// The machine as it was.
    pub model: &'a Crash,
    /// What the run wrote down, of which nothing after the cut is looked at.
    pub trace: &'a Trace,
    /// When.
    pub at: SimTime,
}

/// The places of damaged backups.
#[must_use]
pub fn damaged(model: &Crash, drill: &Drill) -> Vec<u32> {
    let sets = (0..).zip(model.backups().sets());
    let mut logs = sets.filter(|(_, set)| set.kind == BackupKind::Log);
    let wanted = drill.damaged.and_then(|n| n.checked_sub(1));
    let place = wanted.and_then(|n| logs.nth(n as usize));
    place.map(|(place, _)| place).into_iter().collect()
}

/// What there is to restore from.
#[must_use]
pub fn shelf<'a>(model: &'a Crash, damaged: &'a [u32], loss: Loss) -> Shelf<'a> {
    let backups = model.backups();
    Shelf {
        sets: backups.sets(),
        damaged,
        tail: tail(backups, model.log().flushed(), loss).ok(),
        model: backups.model(),
    }
}

/// The tail-log backup. Where no log was kept, that is why there is none, whatever else is lost.
fn tail_after(backups: &Backups, end: Lsn, loss: Loss) -> Result<Tail, NoTail> {
    let is_kept = backups.holds_from().is_some();
    tail(backups, end, loss).map_err(|why| if is_kept { why } else { NoTail::NoChain })
}

/// Pulls the plug.
#[must_use]
pub fn cut(of: Moment<'_>, drill: &Drill) -> Cut {
    let days = Days::new(of.trace, of.model.backups().sets(), of.at);
    let backups = of.model.backups();
    let flushed = of.model.log().flushed();
    let logs = backups.sets().iter().filter(|s| s.kind == BackupKind::Log);
    let with_bulk = logs.clone().filter(|set| set.has_bulk_changes);
    let committed = of.trace.series(ACKNOWLEDGED).points();
    let committed = committed.partition_point(|(at, _)| *at <= of.at) as u64;
    let whole = Cut {
        at: of.at,
        committed,
        recovered: 0,
        asked: drill.stop(of.at),
        given_up: 0,
        lost: 0,
        redone: 0,
        undone: 0,
        work: Work::default(),
        times: [Span::ZERO; 3],
        restorable_to: None,
        log_backups: logs.count() as u32,
        log_backups_with_bulk: with_bulk.count() as u32,
        refused: of.model.refused(),
        tail: tail_after(backups, flushed, drill.loss),
        restored: None,
        refusal: None,
        has_gap: false,
    };
    if drill.loss == Loss::Memory && whole.asked.is_none() {
        return restart(of, drill, &days, whole);
    }
    restore(of, drill, &days, whole)
}

/// Recovery from the files as they are.
fn restart(of: Moment<'_>, drill: &Drill, days: &Days<'_>, whole: Cut) -> Cut {
    let flushed = of.model.log().flushed();
    let redone = days.commits_upto(flushed) - days.commits_upto(of.model.redo_lsn());
    let cut = Cut {
        redone,
        undone: u64::from(of.model.undone()),
        work: of.model.recovery(),
        restorable_to: Some(days.latest(flushed)),
        ..whole
    };
    counted(cut, flushed, drill, days)
}

/// A restore from backups.
fn restore(of: Moment<'_>, drill: &Drill, days: &Days<'_>, whole: Cut) -> Cut {
    let damaged = damaged(of.model, drill);
    let shelf = shelf(of.model, &damaged, drill.loss);
    let stop = whole.asked;
    let asked = stop.map(|stop| days.lsn_at(stop));
    let given_up = asked.map_or(0, |asked| {
        whole
            .committed
            .saturating_sub(days.acknowledged_upto(asked))
    });
    let whole = Cut { given_up, ..whole };
    let target = asked.map_or(Target::Latest, Target::At);
    let wanted = plan(shelf, target);
    let refusal = wanted.as_ref().err().copied();
    let found = match (wanted, asked) {
        (Err(_), Some(asked)) => plan_until(shelf, asked),
        (wanted, _) => wanted,
    };
    let Ok(plan) = found else {
        return Cut {
            lost: whole.committed - given_up,
            refusal,
            ..whole
        };
    };
    let restored = restored(of, drill, days, &plan, stop.filter(|_| refusal.is_none()));
    let sets = shelf.sets;
    let mut data = plan.sets.iter().map(|place| &sets[*place as usize]);
    let data = data.rfind(|set| set.kind != BackupKind::Log);
    let first = data.map_or(Lsn::ZERO, |set| set.first_lsn);
    let goes_on =
        |set: &BackupSet| set.kind == BackupKind::Log && set.last_lsn > plan.restorable_to;
    let is_left = whole
        .tail
        .is_ok_and(|tail| tail.last_lsn > plan.restorable_to);
    let level = |gauge| u64::try_from(of.trace.series(gauge).value_at(restored.to)).unwrap_or(0);
    let cut = Cut {
        redone: days.commits_upto(plan.restorable_to) - days.commits_upto(first),
        undone: level(UNDONE),
        work: Work {
            redo: Bytes(plan.restorable_to.0.saturating_sub(first.0)),
            undo: Bytes(level(UNDO)),
        },
        restorable_to: Some(restored.to),
        refusal,
        has_gap: asked.is_none() && (is_left || sets.iter().any(goes_on)),
        restored: Some(restored),
        ..whole
    };
    counted(cut, plan.restorable_to, drill, days)
}

/// What is there and what is gone if the state at `lsn` comes back, and how long it takes. It is a
/// restart that is cut short by a second crash; a restore is done once.
fn counted(cut: Cut, lsn: Lsn, drill: &Drill, days: &Days<'_>) -> Cut {
    let again_pct = match cut.restored {
        Some(_) => 0,
        None => drill.again_pct,
    };
    let wanted = cut.committed - cut.given_up;
    Cut {
        recovered: days.commits_upto(lsn),
        lost: wanted.saturating_sub(days.acknowledged_upto(lsn)),
        times: [
            drill.rates.redo(cut.work),
            drill.rates.undo(cut.work),
            drill.rates.again(cut.work, again_pct),
        ],
        ..cut
    }
}

fn restored(
    of: Moment<'_>,
    drill: &Drill,
    days: &Days<'_>,
    plan: &Plan,
    stop: Option<SimTime>,
) -> Restored {
    let sets = of.model.backups().sets();
    let mut kinds = [0; 3];
    for place in &plan.sets {
        kinds[sets[*place as usize].kind as usize] += 1;
    }
    let taken = of.model.taken();
    let bytes = plan.sets.iter().map(|place| taken[*place as usize].bytes);
    let bytes: Bytes = bytes.sum();
    let last = plan.sets.last().map(|place| &sets[*place as usize]);
    let ends = last.filter(|set| !plan.uses_tail && set.last_lsn == plan.restorable_to);
    Restored {
        plan: plan.clone(),
        kinds,
        last_ended_at: ends.map(|set| set.ended_at),
        to: match (stop, ends) {
            (Some(stop), _) => stop,
            (None, Some(set)) => set.ended_at,
            (None, None) => days.latest(plan.restorable_to),
        },
        reading: Span::from_ns(drill.read_rate.transfer_ns(bytes)),
    }
}
