//! For every instant of the past: can the database be restored to it? And how much is lost if the
//! plug is pulled, for every instant of the day.

use super::cut::{Drill, Moment, damaged, shelf};
use super::days::Days;
use super::model::Crash;
use super::model::series::BULK_EXTENTS;
use crate::engine::backups::{BackupKind, RecoveryModel};
use crate::engine::reach::{Reach, reachable};
use crate::engine::restore::Loss;
use crate::kernel::{SimTime, Span, Trace};
use crate::units::Lsn;

/// What an instant of the past is now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// A restore can end there.
    Restorable,
    /// None can, but one can end later.
    Refused,
    /// Nothing of it comes back.
    Lost,
}

/// A stretch of the past.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// Its begin.
    pub from: SimTime,
    /// Its end.
    pub to: SimTime,
    /// What became of it.
    pub fate: Fate,
}

/// The past as it looks at the cut, from the start of the day on, without gaps.
#[must_use]
pub fn band(of: Moment<'_>, drill: &Drill) -> Vec<Stretch> {
    let damaged = damaged(of.model, drill);
    let shelf = shelf(of.model, &damaged, drill.loss);
    let days = Days::new(of.trace, shelf.sets, of.at);
    let mut out: Vec<Stretch> = Vec::new();
    let mut at = SimTime::ZERO;
    let mut add = |from: SimTime, to: SimTime, fate| {
        if to > from {
            out.push(Stretch { from, to, fate });
        }
    };
    for span in reachable(shelf) {
        let from = days.earliest(span.from).max(at);
        let to = days.latest(span.to).min(of.at).max(from);
        add(at, from, Fate::Refused);
        add(from, to, Fate::Restorable);
        at = to;
    }
    // A nanosecond is the state before the next commit, not a stretch.
    if of.at.saturating_since(at) > Span::from_ns(1) {
        add(at, of.at, Fate::Lost);
    }
    out
}

/// How much is lost if the plug is pulled: points of a line, two where it falls.
#[must_use]
pub fn saw(model: &Crash, trace: &Trace, end: SimTime, drill: &Drill) -> Vec<(SimTime, Span)> {
    let damaged = damaged(model, drill);
    let mut bulk = trace.series(BULK_EXTENTS).points().iter().peekable();
    let mut state = State::default();
    let mut out = vec![(SimTime::ZERO, Span::ZERO)];
    let mut sets = (0..).zip(model.backups().sets()).peekable();
    let mut at = SimTime::ZERO;
    while at < end {
        let next = [
            bulk.peek().map(|point| point.0),
            sets.peek().map(|(_, set)| set.ended_at),
        ];
        at = next.into_iter().flatten().min().unwrap_or(end).min(end);
        out.push((at, state.lost(at)));
        while bulk.next_if(|point| point.0 <= at).is_some() {}
        while let Some((place, set)) = sets.next_if(|(_, set)| set.ended_at <= at) {
            let before = state.reach.latest();
            state.reach.add(set, damaged.contains(&place));
            if state.reach.latest() != before {
                state.reached_at = Some(set.ended_at);
            }
            let starts = set.kind != BackupKind::Log && state.chain.is_none();
            if starts || set.kind == BackupKind::Log {
                state.chain = Some(set.last_lsn);
            }
        }
        let has_bulk_changes = trace.series(BULK_EXTENTS).value_at(at) > 0;
        let has_log = drill.loss != Loss::DataAndLog;
        let is_simple = model.backups().model() == RecoveryModel::Simple;
        let joins = state.chain.is_some() && state.chain <= state.reach.latest();
        state.has_tail = has_log && !is_simple && !has_bulk_changes && joins;
        out.push((at, state.lost(at)));
    }
    out
}

#[derive(Default)]
struct State {
    reach: Reach,
    reached_at: Option<SimTime>,
    chain: Option<Lsn>,
    has_tail: bool,
}

impl State {
    fn lost(&self, at: SimTime) -> Span {
        if self.has_tail {
            return Span::ZERO;
        }
        at.saturating_since(self.reached_at.unwrap_or(SimTime::ZERO))
    }
}
