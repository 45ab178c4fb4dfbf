//! The insert load of seed 004: what it writes, and what hangs on the recovery model.

use std::rc::Rc;

use dirty_pages::engine::backups::RecoveryModel;
use dirty_pages::engine::log_blocks::Limits as LogLimits;
use dirty_pages::kernel::{Budget, Digest, Limits, Simulation, Span};
use dirty_pages::scene::recovery_model::model::Inserts;
use dirty_pages::scene::recovery_model::model::series::SERIES;
use dirty_pages::scene::recovery_model::model::totals::Totals;
use dirty_pages::scene::recovery_model::scenario::{Neighbour, Scenario};
use dirty_pages::units::MIB;

use crate::sixteen::{elapsed_s, run, sixteen, totals};

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
        let mut digest = Digest::default();
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
                simulation.advance(Budget::events(1));
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
