//! Restores: which backups, one after the other, bring a database back to when, and what cannot be.
//!
//! Facts: section 3.7, with B38, B40 and D22. A restore starts with a full backup, may go on with
//! one differential of it, and then with log backups that join: each starts no later than where the
//! one before ended. A log backup spans full backups, so that an older full backup with all log
//! backups since is as good as a newer one.

use std::cmp::Reverse;

use super::backups::{BackupKind, BackupSet, Backups, RecoveryModel};
use crate::units::Lsn;

/// Where the restore should end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// As late as possible.
    Latest,
    /// At this LSN: the end of the last commit at the asked time (STOPAT).
    At(Lsn),
}

/// What a tail-log backup, BACKUP LOG after the damage, would hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tail {
    /// The end of the last log backup.
    pub first_lsn: Lsn,
    /// The end of the log.
    pub last_lsn: Lsn,
    /// It has extents of bulk loads, as only that of a readable data file can.
    pub has_bulk_changes: bool,
}

/// What was lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Loss {
    /// Memory alone: the files are whole.
    Memory,
    /// The data file.
    Data,
    /// The data file and the log file.
    DataAndLog,
}

/// Why there is no tail-log backup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoTail {
    /// The log file is lost too.
    LogLost,
    /// SIMPLE, or no full backup yet: the log has no chain.
    NoChain,
    /// Bulk loads since the last log backup: their extents lie in the lost data file (B40).
    BulkChanges,
}

/// The tail-log backup of a database whose log ends at `end`. With the data file whole it is any
/// log backup, and can have the extents of bulk loads.
///
/// # Errors
/// If it cannot be taken.
pub fn tail(backups: &Backups, end: Lsn, loss: Loss) -> Result<Tail, NoTail> {
    if loss == Loss::DataAndLog {
        return Err(NoTail::LogLost);
    }
    let first_lsn = backups.holds_from().ok_or(NoTail::NoChain)?;
    let has_bulk_changes = backups.bulk_extents() > 0;
    if has_bulk_changes && loss != Loss::Memory {
        return Err(NoTail::BulkChanges);
    }
    Ok(Tail {
        first_lsn,
        last_lsn: end,
        has_bulk_changes,
    })
}

/// A restore that works.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Places in the history, in the order of restoring.
    pub sets: Vec<u32>,
    /// The tail-log backup comes last.
    pub uses_tail: bool,
    /// The database comes back as it was at this LSN.
    pub restorable_to: Lsn,
}

/// Why no restore ends there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// There is no full backup that can be read.
    NoFullBackup,
    /// The time lies before the end of the first full backup.
    BeforeFullBackup,
    /// SIMPLE restores to the end of a full or differential backup, and to no time between.
    NoLogUnderSimple,
    /// The time lies inside a log backup with bulk loads: only its end can be asked for.
    InsideBulkChanges,
    /// A log backup is missing or cannot be read: everything after this LSN is out of reach.
    ChainBroken(Lsn),
    /// What was not backed up is lost, from this LSN on.
    NotBackedUp(Lsn),
}

impl Refusal {
    /// SQL Server's number for it, where it is known. 4305 is that of a log backup that begins too
    /// late (seen in its message); 4341 that of a stop among bulk changes (recalled).
    #[must_use]
    pub fn error(self) -> Option<u32> {
        match self {
            Self::ChainBroken(_) => Some(4_305),
            Self::InsideBulkChanges => Some(4_341),
            _ => None,
        }
    }
}

/// Backups and what can be read of them.
#[derive(Clone, Copy, Debug)]
pub struct Shelf<'a> {
    /// The history.
    pub sets: &'a [BackupSet],
    /// Places of those that are missing or damaged.
    pub damaged: &'a [u32],
    /// The tail-log backup, if it can be taken.
    pub tail: Option<Tail>,
    /// The recovery model, which tells why there is no log.
    pub model: RecoveryModel,
}

/// The restore to `target`: of those that lead furthest, one with the fewest backups, from the
/// newest full backup.
///
/// Each step takes the log backup that leads furthest. That loses nothing: whatever joins at an
/// earlier end joins at a later one too, so that this way is both the furthest and the shortest.
///
/// # Errors
/// If no restore ends there; the reason is that of the newest full backup before the target.
pub fn plan(shelf: Shelf<'_>, target: Target) -> Result<Plan, Refusal> {
    let mut fulls: Vec<(u32, BackupSet)> = shelf.readable(BackupKind::Full).collect();
    if fulls.is_empty() {
        return Err(Refusal::NoFullBackup);
    }
    if let Target::At(lsn) = target {
        fulls.retain(|(_, set)| set.last_lsn <= lsn);
        if fulls.is_empty() {
            return Err(Refusal::BeforeFullBackup);
        }
    }
    let legs = shelf.legs(target.limit());
    let (mut best, mut refusal) = (None::<Plan>, None);
    for full in fulls.into_iter().rev() {
        for differential in [shelf.differential(full.0, target), None] {
            match shelf.way_from(full, differential, target, &legs) {
                Ok(plan) if best.as_ref().is_none_or(|best| plan.is_better(best)) => {
                    best = Some(plan);
                }
                Ok(_) => {}
                Err(why) => refusal = refusal.or(Some(why)),
            }
        }
    }
    best.ok_or(refusal.unwrap_or(Refusal::NoFullBackup))
}

impl Plan {
    /// Backups to restore, the tail included.
    #[must_use]
    pub fn steps(&self) -> u32 {
        self.sets.len() as u32 + u32::from(self.uses_tail)
    }

    fn is_better(&self, than: &Self) -> bool {
        let further = self.restorable_to.cmp(&than.restorable_to);
        further.then(than.steps().cmp(&self.steps())).is_gt()
    }
}

/// A log backup as a step of a restore: from where it can be taken, how far it leads, its place.
/// (The same tuple as in `reach.rs`, so that a program has one way to sort them.)
type Leg = (Lsn, Lsn, u32);

/// The place of the tail, behind all others.
const TAIL: u32 = u32::MAX;

impl Target {
    fn limit(self) -> Lsn {
        match self {
            Self::Latest => Lsn(u64::MAX),
            Self::At(asked) => asked,
        }
    }
}

impl Shelf<'_> {
    fn readable(&self, kind: BackupKind) -> impl Iterator<Item = (u32, BackupSet)> {
        let sets = (0..).zip(self.sets.iter().copied());
        sets.filter(move |(place, set)| set.kind == kind && !self.damaged.contains(place))
    }

    /// The differential of a full backup that leads furthest and ends no later than the target.
    fn differential(&self, of: u32, target: Target) -> Option<(u32, BackupSet)> {
        let is_early = |set: &BackupSet| match target {
            Target::Latest => true,
            Target::At(lsn) => set.last_lsn <= lsn,
        };
        let all = self.readable(BackupKind::Differential);
        all.filter(|(_, set)| set.base == Some(of) && is_early(set))
            .max_by_key(|(_, set)| set.last_lsn)
    }

    /// The log backups that a restore to `asked` may use, by where they begin.
    fn legs(&self, asked: Lsn) -> Vec<Leg> {
        let leg = |first: Lsn, last: Lsn, has_bulk_changes: bool, place: u32| {
            let can_stop = !has_bulk_changes || last <= asked;
            can_stop.then_some((first, last.min(asked), place))
        };
        let logs = self.readable(BackupKind::Log);
        let logs = logs.filter_map(|(p, s)| leg(s.first_lsn, s.last_lsn, s.has_bulk_changes, p));
        let tail = self.tail;
        let tail = tail.and_then(|t| leg(t.first_lsn, t.last_lsn, t.has_bulk_changes, TAIL));
        let mut legs: Vec<Leg> = logs.chain(tail).collect();
        legs.sort_unstable();
        legs
    }

    fn way_from(
        &self,
        (place, full): (u32, BackupSet),
        differential: Option<(u32, BackupSet)>,
        target: Target,
        legs: &[Leg],
    ) -> Result<Plan, Refusal> {
        let mut plan = Plan {
            sets: vec![place],
            uses_tail: false,
            restorable_to: full.last_lsn,
        };
        if let Some((place, set)) = differential {
            plan.sets.push(place);
            plan.restorable_to = set.last_lsn;
        }
        let (asked, mut legs) = (target.limit(), legs.iter().peekable());
        let mut furthest = None;
        while plan.restorable_to < asked {
            while let Some((_, to, place)) = legs.next_if(|leg| leg.0 <= plan.restorable_to) {
                furthest = furthest.max(Some((*to, Reverse(*place))));
            }
            match furthest.filter(|(to, _)| *to > plan.restorable_to) {
                Some((to, Reverse(place))) => {
                    plan.restorable_to = to;
                    if place == TAIL {
                        plan.uses_tail = true;
                    } else {
                        plan.sets.push(place);
                    }
                }
                None if target == Target::Latest => break,
                None => return Err(self.why_it_ends(plan.restorable_to, asked)),
            }
        }
        Ok(plan)
    }

    fn why_it_ends(&self, at: Lsn, asked: Lsn) -> Refusal {
        let readable = self.readable(BackupKind::Log).map(|(_, set)| set);
        let spans = readable.map(|set| (set.first_lsn, set.last_lsn));
        let tail = self.tail.map(|t| (t.first_lsn, t.last_lsn));
        let mut spans = spans.chain(tail);
        if spans.any(|(first, last)| first <= at && last > asked) {
            return Refusal::InsideBulkChanges;
        }
        let mut later = self.sets.iter().filter(|s| s.kind == BackupKind::Log);
        if later.any(|set| set.last_lsn > at) || self.tail.is_some_and(|t| t.last_lsn > at) {
            Refusal::ChainBroken(at)
        } else if self.model == RecoveryModel::Simple {
            Refusal::NoLogUnderSimple
        } else {
            Refusal::NotBackedUp(at)
        }
    }
}

#[cfg(test)]
#[path = "restore_tests.rs"]
mod tests;
