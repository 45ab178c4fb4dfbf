//! Every state that a set of backups can bring back, and how far they lead as they are taken.
//!
//! The same rules as in [`super::restore`], for all targets at once: a full backup gives its end, a
//! differential of a readable full backup its own, and a log backup that joins a state at hand
//! gives all states up to its end, or, with bulk changes, its end alone. The tests compare.

use super::backups::{BackupKind, BackupSet};
use super::restore::{Plan, Refusal, Shelf, Target, plan};
use crate::units::Lsn;

/// States from one LSN to another, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reachable {
    /// The first.
    pub from: Lsn,
    /// The last.
    pub to: Lsn,
}

/// All states that a restore from `shelf` can end with, in order, apart from each other.
#[must_use]
pub fn reachable(shelf: Shelf<'_>) -> Vec<Reachable> {
    let is_readable = |place: u32| !shelf.damaged.contains(&place);
    // From, to, and nothing; then last, first, and whether there are bulk changes: tuples of one
    // type, so that a program has one way to sort them.
    let mut spans: Vec<(Lsn, Lsn, u32)> = Vec::new();
    let mut logs: Vec<(Lsn, Lsn, u32)> = Vec::new();
    for (place, set) in (0..).zip(shelf.sets) {
        match set.kind {
            _ if !is_readable(place) => {}
            BackupKind::Differential if !set.base.is_some_and(is_readable) => {}
            BackupKind::Full | BackupKind::Differential => {
                spans.push((set.last_lsn, set.last_lsn, 0));
            }
            BackupKind::Log => {
                logs.push((set.last_lsn, set.first_lsn, set.has_bulk_changes.into()));
            }
        }
    }
    let tail = shelf.tail;
    logs.extend(tail.map(|t| (t.last_lsn, t.first_lsn, t.has_bulk_changes.into())));
    logs.sort_unstable();
    for (last, first, bulk) in logs {
        // The earliest state that it joins: with the later ones it gives no more.
        let held = spans.iter().filter(|held| held.1 >= first);
        let joined = held.map(|held| held.0.max(first));
        if let Some(joined) = joined.filter(|at| *at < last).min() {
            spans.push((if bulk > 0 { last } else { joined }, last, 0));
        }
    }
    spans.sort_unstable();
    let mut out: Vec<Reachable> = Vec::new();
    for (from, to, _) in spans {
        match out.last_mut() {
            Some(last) if from <= last.to => last.to = last.to.max(to),
            _ => out.push(Reachable { from, to }),
        }
    }
    out
}

/// The restore that comes closest to `asked` without passing it: where one ends who is refused.
///
/// # Errors
/// If nothing can be restored that is no later.
pub fn plan_until(shelf: Shelf<'_>, asked: Lsn) -> Result<Plan, Refusal> {
    let spans = reachable(shelf).into_iter().filter(|s| s.from <= asked);
    let closest = spans.map(|s| s.to.min(asked)).max().unwrap_or(asked);
    plan(shelf, Target::At(closest))
}

/// How far backups lead, one after the other as they are complete.
///
/// A log backup that joins nothing when it is complete joins nothing later either: whatever is
/// complete later ends later.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reach {
    at: Option<Lsn>,
    readable: Vec<bool>,
}

impl Reach {
    /// The next backup of the history is complete.
    pub fn add(&mut self, set: &BackupSet, is_damaged: bool) {
        let base = set.base.and_then(|base| self.readable.get(base as usize));
        let has_base = set.kind != BackupKind::Differential || base == Some(&true);
        let is_readable = !is_damaged && has_base;
        self.readable.push(is_readable);
        let joins = match set.kind {
            BackupKind::Full | BackupKind::Differential => true,
            BackupKind::Log => self.at.is_some_and(|at| set.first_lsn <= at),
        };
        if is_readable && joins {
            self.at = self.at.max(Some(set.last_lsn));
        }
    }

    /// The latest state that they give back.
    #[must_use]
    pub fn latest(&self) -> Option<Lsn> {
        self.at
    }

    /// The same with a tail-log backup.
    #[must_use]
    pub fn latest_with(&self, first_lsn: Lsn, last_lsn: Lsn) -> Option<Lsn> {
        self.at.map(|at| {
            if first_lsn <= at {
                at.max(last_lsn)
            } else {
                at
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::backups::{Backups, RecoveryModel};
    use crate::engine::restore::{Loss, tail};
    use crate::kernel::SimTime;

    /// A full backup, a log backup, a bulk load, two log backups and a differential.
    fn history() -> Backups {
        let now = SimTime::ZERO;
        let mut backups = Backups::new(RecoveryModel::BulkLogged);
        backups.full(Lsn(0), Lsn(10), now, false);
        assert_eq!(backups.log(Lsn(20), now, false), Ok(()));
        backups.bulk_load(1);
        for end in [30, 40] {
            assert_eq!(backups.log(Lsn(end), now, false), Ok(()));
        }
        assert_eq!(backups.differential(Lsn(41), Lsn(45), now), Ok(()));
        assert_eq!(backups.log(Lsn(50), now, false), Ok(()));
        backups
    }

    #[test]
    fn each_state_is_reachable_if_and_only_if_a_plan_leads_there() {
        let backups = history();
        for damaged in [&[][..], &[1], &[2], &[3], &[4], &[0], &[1, 4], &[5]] {
            for loss in [Loss::Data, Loss::DataAndLog] {
                let shelf = Shelf {
                    sets: backups.sets(),
                    damaged,
                    tail: tail(&backups, Lsn(55), loss).ok(),
                    model: backups.model(),
                };
                let spans = reachable(shelf);
                for lsn in (0..60).map(Lsn) {
                    let is_inside = spans.iter().any(|s| s.from <= lsn && lsn <= s.to);
                    let plan = plan(shelf, Target::At(lsn));
                    assert_eq!(plan.is_ok(), is_inside, "{damaged:?} {lsn} {plan:?}");
                }
                let mut reach = Reach::default();
                for (place, set) in (0..).zip(backups.sets()) {
                    reach.add(set, damaged.contains(&place));
                }
                let latest = shelf
                    .tail
                    .and_then(|t| reach.latest_with(t.first_lsn, t.last_lsn));
                let latest = latest.or(reach.latest());
                let best = plan(shelf, Target::Latest).ok().map(|p| p.restorable_to);
                assert_eq!(latest, best, "{damaged:?}");
            }
        }
    }
}
