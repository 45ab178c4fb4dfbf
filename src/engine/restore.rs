//! Restores: which backups, one after the other, bring a database back to when, and what cannot be.
//!
//! Facts: section 3.7, with B38, B40 and D22. A restore starts with a full backup, may go on with
//! one differential of it, and then with log backups that join: each starts no later than where the
//! one before ended. A log backup spans full backups, so that an older full backup with all log
//! backups since is as good as a newer one.

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

/// The tail-log backup of a database whose data file is lost and whose log ends at `end`.
///
/// # Errors
/// If it cannot be taken.
pub fn tail(backups: &Backups, end: Lsn, is_log_lost: bool) -> Result<Tail, NoTail> {
    if is_log_lost {
        return Err(NoTail::LogLost);
    }
    let first_lsn = backups.holds_from().ok_or(NoTail::NoChain)?;
    if backups.bulk_extents() > 0 {
        return Err(NoTail::BulkChanges);
    }
    Ok(Tail {
        first_lsn,
        last_lsn: end,
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

/// The restore to `target` with the fewest backups that start from the newest full one which leads
/// there.
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
    let (mut best, mut refusal) = (None::<Plan>, None);
    for (place, full) in fulls.into_iter().rev() {
        match shelf.way_from(place, full, target) {
            Ok(plan) => {
                let reached = best.as_ref().map(|best| best.restorable_to);
                if reached.is_none_or(|reached| plan.restorable_to > reached) {
                    best = Some(plan);
                }
            }
            Err(why) => refusal = refusal.or(Some(why)),
        }
    }
    best.ok_or(refusal.unwrap_or(Refusal::NoFullBackup))
}

impl Shelf<'_> {
    fn readable(&self, kind: BackupKind) -> impl Iterator<Item = (u32, BackupSet)> {
        let sets = (0..).zip(self.sets.iter().copied());
        sets.filter(move |(place, set)| set.kind == kind && !self.damaged.contains(place))
    }

    /// The newest differential of a full backup that ends no later than the target.
    fn differential(&self, of: u32, target: Target) -> Option<(u32, BackupSet)> {
        let is_early = |set: &BackupSet| match target {
            Target::Latest => true,
            Target::At(lsn) => set.last_lsn <= lsn,
        };
        let all = self.readable(BackupKind::Differential);
        all.filter(|(_, set)| set.base == Some(of) && is_early(set))
            .last()
    }

    fn way_from(&self, place: u32, full: BackupSet, target: Target) -> Result<Plan, Refusal> {
        let mut plan = Plan {
            sets: vec![place],
            uses_tail: false,
            restorable_to: full.last_lsn,
        };
        if let Some((place, set)) = self.differential(place, target) {
            plan.sets.push(place);
            plan.restorable_to = set.last_lsn;
        }
        let Target::At(asked) = target else {
            while self.go_on(&mut plan, Lsn(u64::MAX))? {}
            return Ok(plan);
        };
        while plan.restorable_to < asked {
            if !self.go_on(&mut plan, asked)? {
                return Err(self.why_it_ends(plan.restorable_to));
            }
        }
        Ok(plan)
    }

    /// Restores the next log backup, the tail last, no further than `asked`. False: there is none.
    fn go_on(&self, plan: &mut Plan, asked: Lsn) -> Result<bool, Refusal> {
        let at = plan.restorable_to;
        let mut logs = self.readable(BackupKind::Log);
        let next = logs.find(|(_, set)| set.first_lsn <= at && set.last_lsn > at);
        if let Some((place, set)) = next {
            if set.has_bulk_changes && asked < set.last_lsn {
                return Err(Refusal::InsideBulkChanges);
            }
            plan.sets.push(place);
            plan.restorable_to = set.last_lsn.min(asked);
            return Ok(true);
        }
        let tail = self.tail.filter(|t| t.first_lsn <= at && t.last_lsn > at);
        let Some(tail) = tail else {
            return Ok(false);
        };
        plan.uses_tail = true;
        plan.restorable_to = tail.last_lsn.min(asked);
        Ok(true)
    }

    fn why_it_ends(&self, at: Lsn) -> Refusal {
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
