//! Pull the plug after every event: redo from min LSN over the pages on disk, and undo, must give
//! exactly the committed changes. And the check must notice when a rule is broken.

use std::rc::Rc;

use dirty_pages::engine::recovery::{Crash, Record};
use dirty_pages::kernel::{Budget, Limits, Rng, Simulation, Stream};
use dirty_pages::params::{Values, nearest, to_settings};
use dirty_pages::scene::buffer_pool::model::BufferPool;
use dirty_pages::scene::buffer_pool::model::series::SERIES;
use dirty_pages::scene::buffer_pool::params::{PARAMS, Settings};
use dirty_pages::scene::buffer_pool::scenario::Scenario;

use crate::scene;

const RUNS: u64 = 200;
const EVENTS_MAX: u64 = 400;

/// Random small servers: every kind of writer has something to do in some of them.
pub fn random_values(rng: &mut Rng) -> Values {
    let infos = scene("buffer_pool").infos();
    let values = infos.iter().map(|info| {
        let (least, most) = match info.key {
            "pool_mib" => (2, 4),
            "working_set_mib" => (1, 6),
            "rows_per_s" => (500, 20_000),
            "txn_rows" => (1, 120),
            "target_s" => (0, 4),
            "redo_page_ms" => (0, 40),
            "redo_records_per_s" => (100, 300),
            "read_pct" => (0, 60),
            "log_mib" => (8, 9),
            "horizon_s" => (1, 3),
            "backup_at_s" | "alter_at_s" => (0, 2),
            "lead_s" => (1, 2),
            "update_rows" => (0, 3_000),
            "recovery_interval_min" => (0, 1),
            _ => (info.min, info.max),
        };
        nearest(
            info,
            i64::try_from(rng.below((most - least) as u64 + 1)).expect("small") + least,
        )
    });
    Values(values.collect())
}

/// The servers of a random comparison, with a journal.
fn scenarios(rng: &mut Rng) -> Vec<Scenario> {
    let settings: Settings = to_settings(PARAMS, &random_values(rng));
    let (plans, _) = settings.plans();
    let mut all: Vec<Scenario> = plans.into_iter().map(|p| p.scenario).collect();
    for scenario in &mut all {
        scenario.keeps_journal = true;
    }
    all
}

fn simulation(scenario: Scenario, seed: u64) -> Simulation<BufferPool> {
    let limits = Limits {
        events: EVENTS_MAX,
        ..Limits::default()
    };
    Simulation::new(BufferPool::new(Rc::new(scenario)), seed, SERIES, limits)
}

/// Does recovery from here, with redo starting `late` bytes after min LSN, give what it must?
fn recovers(model: &BufferPool, late: u64) -> bool {
    let crash = Crash {
        journal: model.journal(),
        flushed_lsn: model.log().flushed_lsn(),
        min_lsn: model.min_lsn() + dirty_pages::units::Bytes(late),
    };
    crash.recover(|page| model.pool().disk_lsn(page)) == crash.expected()
}

fn durable_commits(model: &BufferPool) -> u64 {
    let flushed = model.log().flushed_lsn();
    let commits = model.journal().iter();
    commits
        .filter(|r| matches!(r, Record::Commit { to, .. } if *to <= flushed))
        .count() as u64
}

#[test]
fn a_crash_after_any_event_loses_nothing_committed_and_keeps_nothing_else() {
    let (mut events, mut writes, mut lazy, mut background) = (0, 0, 0, 0);
    for run in 0..RUNS {
        let mut rng = Rng::new(run, Stream::new(900, 0));
        for scenario in scenarios(&mut rng) {
            let mut simulation = simulation(scenario, run);
            loop {
                let model = simulation.model();
                assert!(
                    recovers(model, 0),
                    "run {run}, event {}",
                    simulation.event_count()
                );
                assert!(
                    durable_commits(model) >= model.totals().commits,
                    "run {run}: a commit was acknowledged before its flush"
                );
                if simulation.advance(Budget::events(1)).done {
                    break;
                }
            }
            assert!(recovers(simulation.model(), 0), "run {run}, at its end");
            let totals = simulation.model().totals();
            events += simulation.event_count();
            writes += totals.page_writes_all();
            background += totals.page_writes[1];
            lazy += totals.page_writes[2];
        }
    }
    // The check would be worth little if nothing had happened.
    assert!(events > 50_000, "{events} events");
    assert!(
        writes > 20_000 && background > 200 && lazy > 200,
        "{writes} {background} {lazy}"
    );
}

/// In how many of the runs the check fails after some event.
fn caught(break_it: impl Fn(&mut Scenario), late: u64) -> u64 {
    let mut caught = 0;
    for run in 0..RUNS / 4 {
        let mut rng = Rng::new(run, Stream::new(900, 0));
        let mut scenario = scenarios(&mut rng).remove(0);
        break_it(&mut scenario);
        let mut simulation = simulation(scenario, run);
        loop {
            if !recovers(simulation.model(), late) {
                caught += 1;
                break;
            }
            if simulation.advance(Budget::events(1)).done {
                break;
            }
        }
    }
    caught
}

#[test]
fn a_page_written_before_its_log_is_caught() {
    assert_eq!(caught(|_| {}, 0), 0);
    let caught = caught(|scenario| scenario.wal_rule = false, 0);
    assert!(caught >= 5, "caught in {caught} runs");
}

#[test]
fn redo_that_starts_after_min_lsn_is_caught() {
    let caught = caught(|_| {}, 4_096);
    assert!(caught >= RUNS / 20, "caught in {caught} runs");
}
