//! Figures of one side, from its model and its trace.

use super::model::BufferPool;
use super::model::series::{COMMIT_LATENCY, PAGE_WRITES_ALL, REDO_ESTIMATE};
use crate::kernel::{SimTime, Simulation, Span};
use crate::scene::pacing::stats::percentile_ms;
use crate::view::{Stat, mib, round_to};

/// The window of the highest write rate.
const PEAK_WINDOW: Span = Span::from_secs(1);

fn stat(name: &'static str, value: f64, places: u32) -> Stat {
    Stat {
        name,
        value: round_to(value, places),
    }
}

/// All figures of a side, in the order in which they are printed. Not a number where there is
/// nothing to measure.
#[must_use]
pub fn stats(simulation: &Simulation<BufferPool>) -> Vec<Stat> {
    let model = simulation.model();
    let totals = model.totals();
    let trace = simulation.trace();
    let waits = trace.series(COMMIT_LATENCY).points().iter();
    let mut waits: Vec<i64> = waits.map(|p| p.1).collect();
    waits.sort_unstable();
    let dirty_avg = totals.dirty_avg_milli() as f64 / 1e3;
    let mut out = vec![
        stat("dirty_pages_max", f64::from(totals.dirty_max), 0),
        stat("dirty_pages_avg", dirty_avg, 1),
        stat("page_writes", totals.page_writes_all() as f64, 0),
        stat("page_writes_per_s_max", peak(simulation), 0),
        stat("checkpoints", totals.checkpoints as f64, 0),
        stat("evictions", totals.evictions as f64, 0),
        stat("page_reads", totals.page_reads as f64, 0),
        stat("log_written_mib", mib(totals.log_written.0), 2),
        stat("redo_estimate_ms_max", ms(totals.redo_ns_max), 1),
        stat("redo_estimate_falls", f64::from(falls(simulation)), 0),
        stat("commits", totals.commits as f64, 0),
        stat("rows_changed", totals.rows as f64, 0),
        stat("commit_latency_ms_p50", percentile_ms(&waits, 50), 3),
        stat("commit_latency_ms_p99", percentile_ms(&waits, 99), 3),
        stat("commit_latency_ms_max", percentile_ms(&waits, 100), 3),
    ];
    out.extend(by_writer(model));
    out.extend(optional(model));
    out
}

fn ms(ns: u64) -> f64 {
    ns as f64 / 1e6
}

fn by_writer(model: &BufferPool) -> [Stat; 4] {
    let names = [
        "checkpoint_page_writes",
        "background_page_writes",
        "lazy_page_writes",
        "backup_page_writes",
    ];
    let writes = model.totals().page_writes;
    std::array::from_fn(|i| stat(names[i], writes[i] as f64, 0))
}

/// Figures that only some runs have.
fn optional(model: &BufferPool) -> Vec<Stat> {
    let totals = model.totals();
    let mut out = Vec::new();
    if !model.scenario().target_set.is_zero() {
        let bound = model.bound().map_or(f64::NAN, |b| f64::from(b.bound));
        out.push(stat("dirty_pages_bound", bound, 0));
        let settled = |value: f64| if totals.is_settled { value } else { f64::NAN };
        let dirty = settled(f64::from(totals.dirty_settled_max));
        out.push(stat("dirty_pages_settled_max", dirty, 0));
        let redo = settled(ms(totals.redo_settled_ns_max));
        out.push(stat("redo_estimate_settled_ms_max", redo, 1));
    }
    if model.scenario().hot_page.is_some() {
        out.push(stat("hot_page_writes", totals.hot_page_writes as f64, 0));
    }
    if totals.page_accesses > 0 {
        let hits = totals.page_accesses.saturating_sub(totals.page_reads);
        let share = hits as f64 * 100.0 / totals.page_accesses as f64;
        out.push(stat("page_hit_pct", share, 2));
    }
    if let Some(life_ms) = totals.page_life_ms.value() {
        out.push(stat("page_life_s_avg", life_ms as f64 / 1e3, 1));
    }
    if let Some(backup) = totals.backups.first() {
        out.push(stat("backup_ms", ms(backup.duration_ns), 1));
        let (before, after) = (backup.dirty_before, backup.dirty_after);
        out.push(stat("dirty_pages_before_backup", f64::from(before), 0));
        out.push(stat("dirty_pages_after_backup", f64::from(after), 0));
    }
    out
}

/// Most pages whose write was done within one second.
fn peak(simulation: &Simulation<BufferPool>) -> f64 {
    let points = simulation.trace().series(PAGE_WRITES_ALL).points();
    let (mut first, mut before, mut most) = (0, 0, 0);
    for (at, total) in points {
        let is_old = |p: &(SimTime, i64)| p.0 + PEAK_WINDOW <= *at;
        while let Some(old) = points.get(first).filter(|p| is_old(p)) {
            before = old.1;
            first += 1;
        }
        most = most.max(total - before);
    }
    most as f64
}

/// How often the recovery estimate fell to less than half of what it had grown to.
fn falls(simulation: &Simulation<BufferPool>) -> u32 {
    let (mut top, mut low, mut falls) = (0_i64, None::<i64>, 0);
    for (_, ns) in simulation.trace().series(REDO_ESTIMATE).points() {
        low = match low {
            // Risen again: the next fall is another.
            Some(least) if *ns > 2 * least => {
                top = 0;
                None
            }
            Some(least) => Some(least.min(*ns)),
            None if *ns < top / 2 => {
                falls += 1;
                Some((*ns).max(1))
            }
            None => None,
        };
        top = top.max(*ns);
    }
    falls
}
