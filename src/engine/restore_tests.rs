//! What each recovery model promises, and what it does not.

use super::*;
use crate::kernel::SimTime;

const NOW: SimTime = SimTime::ZERO;

/// A full backup to 1,000, then log backups to 2,000, 3,000 and 4,000, with another full backup to
/// 2,500 in between.
fn history(model: RecoveryModel) -> Backups {
    let mut backups = Backups::new(model);
    backups.full(Lsn(0), Lsn(1_000), NOW, false);
    for end in [2_000, 3_000, 4_000] {
        if end == 3_000 {
            backups.full(Lsn(2_200), Lsn(2_500), NOW, false);
        }
        if model == RecoveryModel::BulkLogged && end == 4_000 {
            backups.bulk_load(64);
        }
        if model != RecoveryModel::Simple {
            assert_eq!(backups.log(Lsn(end), NOW, false), Ok(()));
        }
    }
    backups
}

fn restore(backups: &Backups, damaged: &[u32], tail: bool, to: Target) -> Result<Plan, Refusal> {
    let loss = if tail { Loss::Data } else { Loss::DataAndLog };
    let tail = super::tail(backups, Lsn(4_700), loss).ok();
    let shelf = Shelf {
        sets: backups.sets(),
        damaged,
        tail,
        model: backups.model(),
    };
    plan(shelf, to)
}

fn ends(plan: Result<Plan, Refusal>) -> (Vec<u32>, bool, u64) {
    let plan = plan.expect("there is a way");
    (plan.sets, plan.uses_tail, plan.restorable_to.0)
}

#[test]
fn full_restores_to_any_time_and_with_the_tail_to_the_failure() {
    let full = history(RecoveryModel::Full);
    // Places: full 0, log 1, full 2, log 3, log 4.
    let at = |lsn| ends(restore(&full, &[], true, Target::At(Lsn(lsn))));
    assert_eq!(at(1_700), (vec![0, 1], false, 1_700));
    assert_eq!(at(2_600), (vec![2, 3], false, 2_600));
    assert_eq!(at(4_200), (vec![2, 3, 4], true, 4_200));
    let latest = |tail| ends(restore(&full, &[], tail, Target::Latest));
    assert_eq!(latest(true), (vec![2, 3, 4], true, 4_700));
    assert_eq!(latest(false), (vec![2, 3, 4], false, 4_000));
    let lost = restore(&full, &[], false, Target::At(Lsn(4_200)));
    assert_eq!(lost, Err(Refusal::NotBackedUp(Lsn(4_000))));
}

#[test]
fn simple_restores_to_the_end_of_a_backup_and_to_no_time_between() {
    let simple = history(RecoveryModel::Simple);
    let latest = ends(restore(&simple, &[], true, Target::Latest));
    assert_eq!(latest, (vec![1], false, 2_500));
    let between = restore(&simple, &[], true, Target::At(Lsn(2_600)));
    assert_eq!(between, Err(Refusal::NoLogUnderSimple));
    assert_eq!(tail(&simple, Lsn(4_700), Loss::Data), Err(NoTail::NoChain));
}

#[test]
fn a_log_backup_with_bulk_loads_can_be_restored_to_its_end_alone() {
    let bulk = history(RecoveryModel::BulkLogged);
    let at = |lsn| restore(&bulk, &[], true, Target::At(Lsn(lsn)));
    assert_eq!(at(3_500), Err(Refusal::InsideBulkChanges));
    assert_eq!(ends(at(4_000)), (vec![2, 3, 4], false, 4_000));
    assert_eq!(ends(at(2_700)).2, 2_700, "no bulk load in that one");
    let mut later = bulk.clone();
    later.bulk_load(1);
    assert_eq!(
        tail(&later, Lsn(4_700), Loss::Data),
        Err(NoTail::BulkChanges)
    );
    let whole = tail(&later, Lsn(4_700), Loss::Memory).expect("the data file can be read");
    assert!(whole.has_bulk_changes);
}

#[test]
fn a_missing_log_backup_breaks_the_chain_and_a_missing_full_backup_does_not() {
    let full = history(RecoveryModel::Full);
    let broken = restore(&full, &[3], true, Target::At(Lsn(3_500)));
    assert_eq!(broken, Err(Refusal::ChainBroken(Lsn(2_500))));
    let latest = ends(restore(&full, &[3], true, Target::Latest));
    assert_eq!(latest, (vec![2], false, 2_500));
    // The older full backup with all log backups is as good as the newer one.
    let older = ends(restore(&full, &[2], true, Target::At(Lsn(3_500))));
    assert_eq!(older, (vec![0, 1, 3, 4], false, 3_500));
    assert_eq!(
        restore(&full, &[0, 2], true, Target::Latest),
        Err(Refusal::NoFullBackup)
    );
}

#[test]
fn no_time_before_the_end_of_the_first_full_backup() {
    let full = history(RecoveryModel::Full);
    let early = restore(&full, &[], true, Target::At(Lsn(999)));
    assert_eq!(early, Err(Refusal::BeforeFullBackup));
}

#[test]
fn a_differential_spares_log_backups() {
    let mut full = history(RecoveryModel::Full);
    assert_eq!(full.differential(Lsn(4_100), Lsn(4_300), NOW), Ok(()));
    let (sets, uses_tail, to) = ends(restore(&full, &[], true, Target::Latest));
    assert_eq!((sets, uses_tail, to), (vec![2, 5], true, 4_700));
}
