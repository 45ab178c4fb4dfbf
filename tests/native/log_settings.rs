//! Random servers with a log: small, so that thousands are looked at step by step.

use dirty_pages::kernel::{Rng, SimTime, Span, Stream};
use dirty_pages::params::{Values, nearest, to_settings};
use dirty_pages::scene::recovery_model::params::{PARAMS, Settings};
use dirty_pages::scene::recovery_model::plan::Plan;
use dirty_pages::scene::recovery_model::scenario::Scenario;
use dirty_pages::scene::recovery_model::task::Task;

use crate::scene;

/// Luck for run `run` of the tests of the log.
pub fn luck(run: u64) -> Rng {
    Rng::new(run, Stream::new(902, 0))
}

fn drawn(rng: &mut Rng, (least, most): (i64, i64)) -> i64 {
    least + i64::try_from(rng.below((most - least) as u64 + 1)).expect("small")
}

/// Random settings of any comparison: small loads beside files that are soon full.
pub fn random_values(rng: &mut Rng) -> Values {
    let is_batch = rng.chance(1, 4);
    let infos = scene("recovery_model").infos();
    let values = infos.iter().map(|info| {
        let range = match info.key {
            "sessions" => (1, if is_batch { 3 } else { 12 }),
            "transactions" => (1, if is_batch { 4 } else { 25 }),
            "txn_rows" => (1, if is_batch { 20_000 } else { 3 }),
            "log_write_us" => (10, 2_000),
            "client_us" | "client_jitter_us" => (0, 500),
            "latch_ns" => (0, 20_000),
            "retry_ms" => (10, 200),
            "issue_us" => (0, 20),
            "parallel" => (1, 40),
            "device_mib_per_s" => (1, 1_000),
            "burst_s" => (1, 3),
            "delay_ms" => (1, 50),
            "log_initial_mib" => (1, 3),
            "log_added_mib" | "growth_mib" => (0, 3),
            "disk_free_mib" => (0, 6),
            "log_before_mib" => (0, 10),
            "checkpoint_every_s" | "log_backup_every_s" => (0, 2),
            "data_mib" => (0, 8),
            "horizon_s" => (0, 1),
            "pairs" => (2, 3),
            _ => (info.min, info.max),
        };
        nearest(info, drawn(rng, range))
    });
    Values(values.collect())
}

/// The sides of random settings, without a script of ours.
pub fn plans(values: &Values) -> Vec<Plan> {
    let settings: Settings = to_settings(PARAMS, values);
    settings.plans().0
}

/// A span in the first 0.4 s, in which most of these loads are done.
pub fn soon(rng: &mut Rng) -> Span {
    Span::from_ns(rng.range_inclusive(1, 400_000_000))
}

/// Any task.
pub fn task(rng: &mut Rng) -> Task {
    Task::ALL[rng.below(Task::ALL.len() as u64) as usize]
}

/// Some tasks at any instants, in order of time.
pub fn script(rng: &mut Rng) -> Vec<(SimTime, Task)> {
    let count = rng.below(13);
    let mut script: Vec<_> = (0..count)
        .map(|_| (SimTime::ZERO + soon(rng), task(rng)))
        .collect();
    script.sort_by_key(|(at, _)| *at);
    script
}

/// The servers of a random comparison, step by step, each with a random script, and with
/// checkpoints and log backups in the middle of the load.
pub fn random_scenarios(run: u64) -> Vec<Scenario> {
    let mut rng = luck(run);
    let values = random_values(&mut rng);
    let often = |rng: &mut Rng, span: Span| {
        let share = rng.range_inclusive(5, 200);
        span.scaled(share, 1_000)
    };
    let plans = plans(&values).into_iter();
    let scenarios = plans.map(|plan| {
        let mut scenario = plan.scenario;
        scenario.grain = Span::ZERO;
        scenario.checkpoint_every = often(&mut rng, scenario.checkpoint_every);
        scenario.log_backup_every = often(&mut rng, scenario.log_backup_every);
        scenario.script.extend(script(&mut rng));
        scenario.script.sort_by_key(|(at, _)| *at);
        let more = rng.below(3);
        scenario.closing.extend((0..more).map(|_| task(&mut rng)));
        scenario
    });
    scenarios.collect()
}
