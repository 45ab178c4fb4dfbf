//! What is done to the log beside the load: growths, backups, an open transaction, a bulk load.

use dirty_pages::engine::backups::RecoveryModel;
use dirty_pages::engine::log_file::Growth;
use dirty_pages::engine::vlf::VlfRule;
use dirty_pages::kernel::{SimTime, Span};
use dirty_pages::scene::recovery_model::model::tasks::What;
use dirty_pages::scene::recovery_model::scenario::{Scenario, Statement};
use dirty_pages::scene::recovery_model::task::Task;
use dirty_pages::units::{Bytes, MIB};

use crate::sixteen::{elapsed_s, run, sixteen, totals};

#[test]
fn a_growth_holds_up_the_log_until_its_zeros_are_written() {
    let tight = |rule, disk_free| Scenario {
        rule,
        log_initial: Bytes(8 * MIB),
        log_added: Bytes(MIB),
        growth: Growth {
            by: Bytes(64 * MIB),
            size_max: Bytes(1 << 40),
            disk_free,
        },
        transactions: 2_000,
        ..sixteen(RecoveryModel::Full)
    };
    let plenty = Bytes(1 << 40);
    let zeroed = totals(&run(tight(VlfRule::From2014, plenty), 1));
    let instant = totals(&run(tight(VlfRule::From2022, plenty), 1));
    assert_eq!((zeroed.growths, instant.growths), (1, 1));
    // 64 MiB at 3,000 MB/s.
    let later = elapsed_s(&zeroed) - elapsed_s(&instant);
    assert!((0.015..0.035).contains(&later), "{later} s");
    let full = Scenario {
        horizon: Span::from_secs(5),
        ..tight(VlfRule::From2014, Bytes(MIB))
    };
    let full = totals(&run(full, 1));
    assert!(full.full_at.is_some() && full.errors > 16);
    assert!(
        full.acknowledged <= full.durable,
        "nothing acknowledged is lost"
    );
    assert!(full.log_written.0 <= 9 * MIB);
}

/// A small log that can't grow, under FULL and without a log backup.
fn never_backed_up() -> Scenario {
    Scenario {
        log_initial: Bytes(8 * MIB),
        log_added: Bytes(0),
        growth: Growth {
            by: Bytes(4 * MIB),
            size_max: Bytes(1 << 40),
            disk_free: Bytes(9 * MIB),
        },
        horizon: Span::from_secs(12),
        ..sixteen(RecoveryModel::Full)
    }
}

#[test]
fn a_full_log_refuses_statements_until_it_is_backed_up_or_gets_room() {
    let stuck = run(never_backed_up(), 1);
    let totals_stuck = totals(&stuck);
    let machine = stuck.model().machine();
    assert_eq!(
        machine.file().size(),
        Bytes(16 * MIB),
        "two growths fit the disk"
    );
    assert!(totals_stuck.errors > 100 && totals_stuck.acknowledged == totals_stuck.durable);
    for task in [
        Task::BackupLog,
        Task::AddDisk,
        Task::SetModel(RecoveryModel::Simple),
    ] {
        let rescued = Scenario {
            script: vec![
                (SimTime::from_ms(9_000), task),
                (SimTime::from_ms(9_000), Task::Checkpoint),
            ],
            ..never_backed_up()
        };
        let rescued = totals(&run(rescued, 1));
        assert_eq!(rescued.full_at, totals_stuck.full_at);
        assert!(
            rescued.acknowledged > totals_stuck.acknowledged + 1_000,
            "{task:?} helps"
        );
    }
}

#[test]
fn a_full_log_takes_any_number_of_checkpoints_and_is_freed_by_one_once_nobody_needs_it() {
    let at = |ms, task| (SimTime::from_ms(ms), task);
    for sector_bytes in [512, 4_096] {
        let mut scenario = Scenario {
            recovery_model: RecoveryModel::Simple,
            has_chain: false,
            script: vec![
                at(100, Task::Begin),
                at(9_500, Task::Rollback),
                at(9_600, Task::Checkpoint),
            ],
            checkpoint_every: Span::from_ms(20),
            ..never_backed_up()
        };
        scenario.log.sector_bytes = sector_bytes;
        let simulation = run(scenario, 1);
        let totals = totals(&simulation);
        assert!(
            totals
                .full_at
                .is_some_and(|at| at < SimTime::from_ms(9_000))
        );
        let history = simulation.model().machine().history();
        let attempts = history.iter().filter(|s| s.what == What::Checkpoint);
        assert!(attempts.count() > 300);
        let ended = history
            .iter()
            .position(|s| s.what == What::Typed(Task::Rollback));
        let after = &history[ended.expect("it was rolled back")..];
        assert!(after.iter().any(|said| said.freed > 0), "{sector_bytes}");
        simulation.model().machine().check();
    }
}

#[test]
fn a_full_log_refuses_a_transaction_too() {
    let scenario = Scenario {
        script: (6_000..11_000)
            .step_by(500)
            .map(|ms| (SimTime::from_ms(ms), Task::Begin))
            .collect(),
        ..never_backed_up()
    };
    let (alone, typed) = (run(never_backed_up(), 1), run(scenario, 1));
    let machine = typed.model().machine();
    assert_eq!(totals(&typed).errors, totals(&alone).errors + 10);
    assert_eq!(machine.oldest_transaction(), None);
}

#[test]
fn a_batch_takes_its_log_in_pieces_and_sets_space_aside_for_its_rollback() {
    let batch = Scenario {
        sessions: 1,
        transactions: 1,
        rows: 100_000,
        ..sixteen(RecoveryModel::Simple)
    };
    let fits = totals(&run(batch.clone(), 1));
    let mib = fits.log_written.0 / MIB;
    assert!((13..=16).contains(&mib), "{mib} MiB");
    assert_eq!(fits.acknowledged, 1);
    // Enough for its log, not for its rollback beside it.
    let tight = Scenario {
        log_initial: Bytes(20 * MIB),
        log_added: Bytes(0),
        growth: Growth {
            by: Bytes(0),
            size_max: Bytes(0),
            disk_free: Bytes(0),
        },
        horizon: Span::from_secs(4),
        ..batch
    };
    let tight = run(tight, 1);
    assert!(totals(&tight).errors > 0 && totals(&tight).acknowledged == 0);
    tight.model().machine().check();
}

#[test]
fn an_open_transaction_holds_the_log_under_simple_until_a_checkpoint_after_its_end() {
    let at = |ms, task| (SimTime::from_ms(ms), task);
    let scenario = Scenario {
        script: vec![
            at(500, Task::Begin),
            at(3_000, Task::Checkpoint),
            at(4_000, Task::Checkpoint),
            at(5_000, Task::Rollback),
            at(6_000, Task::Checkpoint),
        ],
        log_initial: Bytes(8 * MIB),
        log_added: Bytes(56 * MIB),
        horizon: Span::from_secs(7),
        ..sixteen(RecoveryModel::Simple)
    };
    let simulation = run(scenario, 1);
    let history = simulation.model().machine().history();
    let said: Vec<&str> = history.iter().map(|said| said.wait.desc()).collect();
    // Begin; a checkpoint, which frees what is older; one that frees nothing; rollback; the last.
    assert_eq!(
        said,
        [
            "NOTHING",
            "NOTHING",
            "ACTIVE_TRANSACTION",
            "ACTIVE_TRANSACTION",
            "NOTHING"
        ]
    );
    assert!(history[3].freed == 0 && history[4].freed > 0);
}

#[test]
fn the_first_full_backup_ends_the_time_in_which_a_checkpoint_frees() {
    let at = |ms, task| (SimTime::from_ms(ms), task);
    let with = |backup| Scenario {
        has_chain: false,
        script: vec![
            at(3_000, Task::Checkpoint),
            at(4_000, backup),
            at(7_000, Task::Checkpoint),
        ],
        // VLFs of 14 MiB, so that the head leaves one between the backup and the checkpoint.
        log_added: Bytes(56 * MIB),
        horizon: Span::from_secs(8),
        ..sixteen(RecoveryModel::Full)
    };
    let said = |scenario| {
        let simulation = run(scenario, 1);
        let history = simulation.model().machine().history();
        history.last().map(|said| said.wait.desc())
    };
    assert_eq!(said(with(Task::BackupFull)), Some("LOG_BACKUP"));
    assert_eq!(said(with(Task::BackupCopyOnly)), Some("NOTHING"));
}

#[test]
fn a_bulk_load_is_logged_by_extents_only_unless_the_model_is_full() {
    let load = |model| {
        let scenario = Scenario {
            statement: Statement::BulkLoad,
            sessions: 1,
            transactions: 1,
            rows: 100_000,
            closing: vec![Task::Checkpoint, Task::BackupLog],
            ..sixteen(model)
        };
        totals(&run(scenario, 1))
    };
    let full = load(RecoveryModel::Full);
    let bulk = load(RecoveryModel::BulkLogged);
    let simple = load(RecoveryModel::Simple);
    assert!(full.log_written.0 > 20 * bulk.log_written.0);
    assert_eq!(bulk.log_written, simple.log_written);
    // 544 pages: 68 extents, which the log backup copies.
    assert_eq!((full.bulk_extents, bulk.bulk_extents), (0, 68));
    assert!(bulk.log_backup_bytes.0 > 68 * 64 * 1_024);
    assert_eq!(simple.log_backups, 0);
}
