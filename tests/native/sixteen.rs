//! The insert load of seed 004 as a scenario, and its runs.

use std::rc::Rc;

use dirty_pages::engine::backups::RecoveryModel;
use dirty_pages::engine::log_blocks::Limits as LogLimits;
use dirty_pages::engine::log_file::Growth;
use dirty_pages::engine::vlf::VlfRule;
use dirty_pages::kernel::{Limits, Simulation, Span};
use dirty_pages::scene::recovery_model::model::Inserts;
use dirty_pages::scene::recovery_model::model::series::SERIES;
use dirty_pages::scene::recovery_model::model::totals::Totals;
use dirty_pages::scene::recovery_model::scenario::{LogDevice, Scenario, Statement};
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

/// 16 connections with 10,000 inserts of a row each on a quiet server, then CHECKPOINT.
pub fn sixteen(recovery_model: RecoveryModel) -> Scenario {
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

/// A run to its end.
pub fn run(scenario: Scenario, seed: u64) -> Simulation<Inserts> {
    let model = Inserts::new(Rc::new(scenario), seed);
    let mut simulation = Simulation::new(model, seed, SERIES, Limits::default());
    simulation.run_to_end();
    assert!(simulation.model().machine().is_done());
    simulation
}

/// Its sums.
pub fn totals(simulation: &Simulation<Inserts>) -> Totals {
    *simulation.model().machine().totals()
}

/// Seconds until the last commit of the load was acknowledged.
pub fn elapsed_s(totals: &Totals) -> f64 {
    let done = totals.load_done_at.expect("the load was done");
    done.as_ns() as f64 / 1e9
}
