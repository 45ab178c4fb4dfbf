//! Figures of one side, from its model.

use super::model::Inserts;
use super::model::machine::Machine;
use super::model::series::LOG_USED;
use super::model::tasks::What;
use super::scenario::Statement;
use crate::kernel::{SimTime, Simulation, Span};
use crate::view::{Stat, mib, round_to};

pub(super) fn stat(name: &'static str, value: f64, places: u32) -> Stat {
    // What is small keeps the digits that tell it from nothing.
    let more = match value.abs() {
        tiny if tiny < 0.01 => 6,
        small if small < 1.0 => 4,
        _ => 0,
    };
    let places = if places == 0 { 0 } else { places.max(more) };
    Stat {
        name,
        value: round_to(value, places),
    }
}

fn seconds(span: Span) -> f64 {
    span.as_ns() as f64 / 1e9
}

fn since_start(at: SimTime) -> f64 {
    seconds(at - SimTime::ZERO)
}

/// When the load was done; of a run that was cut at a time, that time.
#[must_use]
pub fn elapsed(machine: &Machine) -> Span {
    let done = machine.totals().load_done_at;
    done.unwrap_or(machine.now()) - SimTime::ZERO
}

/// Does a run end at a time, and not with its load?
#[must_use]
pub fn is_timed(machine: &Machine) -> bool {
    !machine.scenario().horizon.is_zero()
}

/// Is the time of the load one to be told? A bulk load's is not: its log writes do not share the
/// device's rate, and its pages are written after all of them.
#[must_use]
pub fn tells_time(machine: &Machine) -> bool {
    machine.scenario().statement == Statement::Insert
}

/// A ratio, not a number without a base.
pub(super) fn per(value: f64, base: f64) -> f64 {
    if base > 0.0 { value / base } else { f64::NAN }
}

/// All figures of a side, in the order in which they are printed. Not a number where there is
/// nothing to measure. `log_reuse_wait` is the number of `sys.databases`.
#[must_use]
pub fn stats(simulation: &Simulation<Inserts>) -> Vec<Stat> {
    let machine = simulation.model().machine();
    let (totals, file) = (machine.totals(), machine.file());
    let elapsed_s = if tells_time(machine) {
        seconds(elapsed(machine))
    } else {
        f64::NAN
    };
    let commits = totals.acknowledged as f64;
    let waits = totals.writelog_count as f64;
    let used = file.used().0 as f64;
    let mut out = vec![
        stat("elapsed_s", elapsed_s, 2),
        stat("writelog_wait_s", seconds(totals.writelog), 2),
        stat("log_written_mib", mib(totals.log_written.0), 2),
        stat("log_reuse_wait", f64::from(machine.reuse().wait() as u8), 0),
        stat("commits", commits, 0),
        stat("flushes", totals.flushes as f64, 0),
        stat("commits_per_flush", per(commits, totals.flushes as f64), 3),
        stat("log_used_pct", per(100.0 * used, file.size().0 as f64), 1),
        stat("vlf_count", f64::from(file.vlf_count()), 0),
        stat("vlf_active", f64::from(file.active_count()), 0),
        stat("log_used_mib", mib(file.used().0), 2),
        stat("log_used_mib_max", mib(used_max(simulation)), 2),
        stat("log_size_mib", mib(file.size().0), 0),
        stat("commits_per_s", per(commits, elapsed_s), 0),
        stat(
            "log_bytes_per_commit",
            per(totals.log_written.0 as f64, totals.committed as f64),
            1,
        ),
    ];
    out.extend(waited(machine, waits, elapsed_s));
    out.extend(events(machine));
    out
}

/// The most log that was ever in use, with what was set aside for rollback: the recorded points,
/// and what was used when something tried to free it, which may lie between two of them.
pub(super) fn used_max(simulation: &Simulation<Inserts>) -> u64 {
    let recorded = simulation.trace().series(LOG_USED).points().iter();
    let recorded = recorded.map(|point| point.1.unsigned_abs()).max();
    let totals = simulation.model().machine().totals();
    totals.used_max.0.max(recorded.unwrap_or(0))
}

fn waited(machine: &Machine, waits: f64, elapsed_s: f64) -> Vec<Stat> {
    let totals = machine.totals();
    let writelog = seconds(totals.writelog);
    vec![
        stat("writelog_waits", waits, 0),
        stat("writelog_wait_ms_avg", per(1e3 * writelog, waits), 3),
        stat(
            "writelog_wait_ms_max",
            1e3 * seconds(totals.writelog_max),
            2,
        ),
        stat("writelog_waits_per_s", per(waits, elapsed_s), 0),
        stat("pagelatch_waits", totals.pagelatch_count as f64, 0),
        stat("pagelatch_wait_s", seconds(totals.pagelatch), 3),
        stat("logbuffer_waits", totals.logbuffer_count as f64, 0),
        stat("logbuffer_wait_s", seconds(totals.logbuffer), 3),
        stat("growth_wait_s", seconds(totals.growth_wait), 3),
    ]
}

fn events(machine: &Machine) -> Vec<Stat> {
    let totals = machine.totals();
    let mut out = vec![
        stat("checkpoints", f64::from(totals.checkpoints), 0),
        stat("growths", f64::from(totals.growths), 0),
        stat("log_backups", f64::from(totals.log_backups), 0),
        stat("log_backup_mib", mib(totals.log_backup_bytes.0), 2),
        stat("log_backup_ms", 1e3 * seconds(totals.log_backup_time), 1),
        stat("bulk_extents", totals.bulk_extents as f64, 0),
        stat("errors_9002", totals.errors as f64, 0),
        stat("commits_at_risk_max", totals.at_risk_max as f64, 0),
        stat("shrunk_mib", mib(totals.shrunk.0), 0),
    ];
    let full_at = totals.full_at.map_or(f64::NAN, since_start);
    out.push(stat("full_at_s", full_at, 2));
    let lost = totals.acknowledged - totals.durable.min(totals.acknowledged);
    out.push(stat("commits_lost_if_cut", lost as f64, 0));
    let mut closing = machine.history().iter().filter(|said| {
        let is_closing = totals.load_done_at.is_some_and(|done| said.at >= done);
        is_closing && matches!(said.what, What::Checkpoint | What::LogBackup)
    });
    let first = closing.next();
    let before = first.map_or(f64::NAN, |said| f64::from(said.wait as u8));
    out.push(stat("log_reuse_wait_before", before, 0));
    let freed: u32 = closing.map(|said| said.freed).sum();
    out.push(stat("vlfs_freed_after", f64::from(freed), 0));
    out
}
