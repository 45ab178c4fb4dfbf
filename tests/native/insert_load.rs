//! The insert load of seed 004: what it writes, and what hangs on the recovery model.

use std::rc::Rc;

use dirty_pages::engine::backups::RecoveryModel;
use dirty_pages::engine::log_blocks::Limits as LogLimits;
use dirty_pages::engine::log_file::Growth;
use dirty_pages::engine::vlf::VlfRule;
use dirty_pages::kernel::{Limits, SimTime, Simulation, Span};
use dirty_pages::scene::recovery_model::model::Inserts;
use dirty_pages::scene::recovery_model::model::series::SERIES;
use dirty_pages::scene::recovery_model::model::totals::Totals;
use dirty_pages::scene::recovery_model::scenario::{LogDevice, Neighbour, Scenario, Statement};
use dirty_pages::scene::recovery_model::task::Task;
use dirty_pages::units::{Bytes, BytesPerSec, MIB};

/// A flushed write of 0.8 ms, many at once. A commit waits longer than that, as the log is durable
/// only up to the first write that is not done.
const DEVICE: LogDevice = LogDevice {
    fixed: Span::from_us(700),
    jitter: Span::from_us(100),
    parallel: 32,
    rate: BytesPerSec::from_mb(3_000),
};

fn sixteen(recovery_model: RecoveryModel) -> Scenario {
    Scenario {
        recovery_model,
        has_chain: true,
        sessions: 16,
        transactions: 10_000,
        rows: 1,
        statement: Statement::Insert,
        row_bytes: 42,
        rows_per_page: 184,
        data_before: Bytes(4 * MIB),
        client: Span::from_us(150),
        client_jitter: Span::from_us(100),
        latch: Span::from_us(2),
        retry: Span::from_secs(1),
        device: DEVICE,
        log: LogLimits::FROM_2012,
        issue: Span::from_us(5),
        is_delayed: false,
        delay_max: Span::from_ms(10),
        neighbour: None,
        run: 1,
        rule: VlfRule::From2014,
        log_initial: Bytes(8 * MIB),
        log_added: Bytes(504 * MIB),
        log_before: Bytes(0),
        growth: Growth {
            by: Bytes(64 * MIB),
            size_max: Bytes(1 << 40),
            disk_free: Bytes(1 << 40),
        },
        checkpoint_every: Span::ZERO,
        log_backup_every: Span::ZERO,
        script: Vec::new(),
        closing: vec![Task::Checkpoint],
        horizon: Span::ZERO,
        grain: Span::from_ms(10),
    }
}

fn run(scenario: Scenario, seed: u64) -> Simulation<Inserts> {
    let model = Inserts::new(Rc::new(scenario), seed);
    let mut simulation = Simulation::new(model, seed, SERIES, Limits::default());
    simulation.run_to_end();
    assert!(simulation.model().machine().is_done());
    simulation
}

fn totals(simulation: &Simulation<Inserts>) -> Totals {
    *simulation.model().machine().totals()
}

fn elapsed_s(totals: &Totals) -> f64 {
    let done = totals.load_done_at.expect("the load was done");
    done.as_ns() as f64 / 1e9
}

#[test]
fn sixteen_connections_write_the_published_log_under_either_model() {
    let full = totals(&run(sixteen(RecoveryModel::Full), 1));
    let simple = totals(&run(sixteen(RecoveryModel::Simple), 1));
    assert_eq!(full.acknowledged, 160_000);
    let mib = full.log_written.0 as f64 / MIB as f64;
    assert!((77.0..=86.0).contains(&mib), "{mib} MiB");
    assert_eq!(
        full, simple,
        "the model changes nothing before the log is freed"
    );
    let elapsed = elapsed_s(&full);
    assert!((10.0..=14.0).contains(&elapsed), "{elapsed} s");
}

#[test]
fn what_may_be_reused_hangs_on_the_model() {
    let wait = |model| {
        let simulation = run(sixteen(model), 1);
        let machine = simulation.model().machine();
        (machine.reuse().wait().desc(), machine.file().active_count())
    };
    let (full, held) = wait(RecoveryModel::Full);
    let (simple, kept) = wait(RecoveryModel::Simple);
    assert_eq!((full, simple), ("LOG_BACKUP", "NOTHING"));
    assert!(held > 1 && kept == 1, "{held} and {kept} VLFs");
    let before_the_first_backup = Scenario {
        has_chain: false,
        ..sixteen(RecoveryModel::Full)
    };
    let simulation = run(before_the_first_backup, 1);
    assert_eq!(
        simulation.model().machine().reuse().wait().desc(),
        "NOTHING"
    );
}

#[test]
fn a_busy_neighbour_decides_the_time_and_not_the_log() {
    let busy = |run_number, model| Scenario {
        neighbour: Some(Neighbour {
            busy_max_milli: 950,
            burst: Span::from_secs(30),
        }),
        run: run_number,
        ..sixteen(model)
    };
    let runs: Vec<Totals> = (1..=12)
        .map(|n| {
            let model = [RecoveryModel::Full, RecoveryModel::Simple][n as usize % 2];
            totals(&run(busy(n, model), 1))
        })
        .collect();
    let times: Vec<f64> = runs.iter().map(elapsed_s).collect();
    let most = times.iter().copied().fold(0.0, f64::max);
    let least = times.iter().copied().fold(f64::MAX, f64::min);
    assert!(most > 3.0 * least, "{times:?}");
    for totals in &runs {
        let mib = totals.log_written.0 as f64 / MIB as f64;
        assert!((77.0..=86.0).contains(&mib), "{mib} MiB");
    }
}

#[test]
fn one_write_at_a_time_makes_groups_and_less_log() {
    let one = Scenario {
        log: LogLimits {
            writes_max: 1,
            ..LogLimits::FROM_2012
        },
        transactions: 1_000,
        ..sixteen(RecoveryModel::Full)
    };
    let many = Scenario {
        transactions: 1_000,
        ..sixteen(RecoveryModel::Full)
    };
    let (one, many) = (totals(&run(one, 1)), totals(&run(many, 1)));
    assert!(
        one.flushes * 4 < many.flushes,
        "{} {}",
        one.flushes,
        many.flushes
    );
    assert!(one.log_written < many.log_written);
}

#[test]
fn how_steps_are_bundled_changes_nothing() {
    let with = |grain| {
        let scenario = Scenario {
            grain,
            transactions: 100,
            ..sixteen(RecoveryModel::Full)
        };
        let simulation = run(scenario, 3);
        let machine = simulation.model().machine();
        let mut digest = dirty_pages::kernel::Digest::default();
        machine.digest(&mut digest);
        digest.value()
    };
    let single = with(Span::ZERO);
    for grain in [Span::from_us(100), Span::from_ms(1), Span::from_ms(50)] {
        assert_eq!(with(grain), single);
    }
}

#[test]
fn an_acknowledged_commit_is_durable_unless_durability_is_delayed() {
    for seed in 0..20 {
        for is_delayed in [false, true] {
            let scenario = Rc::new(Scenario {
                is_delayed,
                sessions: 1 + (seed % 7) as u32,
                transactions: 50,
                grain: Span::ZERO,
                ..sixteen(RecoveryModel::Full)
            });
            let model = Inserts::new(scenario, seed);
            let mut simulation = Simulation::new(model, seed, SERIES, Limits::default());
            let mut lost_most = 0;
            while simulation.outcome().is_none() {
                simulation.advance(dirty_pages::kernel::Budget::events(1));
                let totals = *simulation.model().machine().totals();
                lost_most = totals
                    .acknowledged
                    .saturating_sub(totals.durable)
                    .max(lost_most);
            }
            assert_eq!(lost_most > 0, is_delayed, "seed {seed}");
        }
    }
}

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
