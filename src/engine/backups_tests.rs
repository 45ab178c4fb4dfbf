//! The rules of facts section 3.7, one test each.

use super::*;

const NOW: SimTime = SimTime::ZERO;

fn with_full(model: RecoveryModel) -> Backups {
    let mut backups = Backups::new(model);
    backups.full(Lsn(0), Lsn(1_000), NOW, false);
    backups
}

#[test]
fn full_holds_no_log_before_its_first_full_backup() {
    let mut backups = Backups::new(RecoveryModel::Full);
    assert_eq!(backups.holds_from(), None, "pseudo-simple");
    assert_eq!(backups.log_from(), Err(Refused::NoFullBackup));
    assert_eq!(Refused::NoFullBackup.error(), 4_214);
    backups.full(Lsn(0), Lsn(1_000), NOW, true);
    assert_eq!(backups.holds_from(), None, "copy-only starts no chain");
    backups.full(Lsn(0), Lsn(2_000), NOW, false);
    assert_eq!(backups.holds_from(), Some(Lsn(2_000)));
}

#[test]
fn there_is_no_log_backup_under_simple() {
    let mut backups = with_full(RecoveryModel::Simple);
    assert_eq!(backups.holds_from(), None);
    assert_eq!(
        backups.log(Lsn(2_000), NOW, false),
        Err(Refused::LogUnderSimple)
    );
    assert_eq!(Refused::LogUnderSimple.error(), 4_208);
    assert_eq!(backups.sets().len(), 1);
}

#[test]
fn only_a_log_backup_that_is_not_copy_only_lets_go_of_the_log() {
    let mut backups = with_full(RecoveryModel::Full);
    backups.full(Lsn(1_500), Lsn(3_000), NOW, false);
    assert_eq!(
        backups.holds_from(),
        Some(Lsn(1_000)),
        "a full backup frees nothing"
    );
    assert_eq!(backups.log(Lsn(4_000), NOW, true), Ok(()));
    assert_eq!(backups.holds_from(), Some(Lsn(1_000)));
    assert_eq!(backups.log(Lsn(4_000), NOW, false), Ok(()));
    assert_eq!(backups.holds_from(), Some(Lsn(4_000)));
    let last = backups.sets().last().copied().expect("four backups");
    // It spans the full backup that was taken in between.
    assert_eq!((last.first_lsn, last.last_lsn), (Lsn(1_000), Lsn(4_000)));
}

#[test]
fn simple_ends_the_chain_and_a_differential_starts_a_new_one() {
    let mut backups = with_full(RecoveryModel::Full);
    backups.set_model(RecoveryModel::Simple);
    backups.set_model(RecoveryModel::Full);
    assert_eq!(backups.log_from(), Err(Refused::NoFullBackup));
    assert_eq!(backups.differential(Lsn(5_000), Lsn(6_000), NOW), Ok(()));
    assert_eq!(backups.log_from(), Ok(Lsn(6_000)));
    let last = backups.sets().last().copied().expect("two backups");
    assert_eq!(last.base, Some(0));
}

#[test]
fn a_differential_needs_a_full_backup_that_is_not_copy_only() {
    let mut backups = Backups::new(RecoveryModel::Full);
    backups.full(Lsn(0), Lsn(1_000), NOW, true);
    let refused = backups.differential(Lsn(0), Lsn(2_000), NOW);
    assert_eq!(refused, Err(Refused::NoDifferentialBase));
}

#[test]
fn a_log_backup_copies_the_extents_of_bulk_loads_and_clears_the_map() {
    let mut backups = with_full(RecoveryModel::BulkLogged);
    assert_eq!(backups.log(Lsn(2_000), NOW, false), Ok(()));
    backups.bulk_load(64);
    assert_eq!(backups.log(Lsn(3_000), NOW, false), Ok(()));
    assert_eq!(backups.bulk_extents(), 0);
    assert_eq!(backups.log(Lsn(4_000), NOW, false), Ok(()));
    let bulk: Vec<bool> = backups.sets().iter().map(|s| s.has_bulk_changes).collect();
    assert_eq!(bulk, [false, false, true, false]);
}
