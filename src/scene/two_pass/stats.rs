//! Figures of a side, in the write-up's own terms.

use super::model::TwoPass;
use crate::kernel::{SimTime, Simulation, Span};
use crate::view::{Stat, round_to};

/// How much of its machine's processors a checkpoint leaves to others is told over this long, the
/// usual time between two checkpoints.
const CYCLE: Span = Span::from_secs(60);
/// Processors of that machine. Assumption.
const CORES: u64 = 8;

fn ms(span: Span) -> f64 {
    span.as_ns() as f64 / 1e6
}

fn share(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { f64::NAN }
}

/// The level names: even with two children a page a tree has no more levels.
const LEVEL_NAMES: [[&str; 2]; 18] = [
    ["level_0_pages", "level_0_dirty"],
    ["level_1_pages", "level_1_dirty"],
    ["level_2_pages", "level_2_dirty"],
    ["level_3_pages", "level_3_dirty"],
    ["level_4_pages", "level_4_dirty"],
    ["level_5_pages", "level_5_dirty"],
    ["level_6_pages", "level_6_dirty"],
    ["level_7_pages", "level_7_dirty"],
    ["level_8_pages", "level_8_dirty"],
    ["level_9_pages", "level_9_dirty"],
    ["level_10_pages", "level_10_dirty"],
    ["level_11_pages", "level_11_dirty"],
    ["level_12_pages", "level_12_dirty"],
    ["level_13_pages", "level_13_dirty"],
    ["level_14_pages", "level_14_dirty"],
    ["level_15_pages", "level_15_dirty"],
    ["level_16_pages", "level_16_dirty"],
    ["level_17_pages", "level_17_dirty"],
];

/// The figures; a share that is not defined is not a number.
#[must_use]
pub fn stats(simulation: &Simulation<TwoPass>) -> Vec<Stat> {
    let machine = simulation.model().machine();
    let totals = machine.totals();
    let scenario = machine.scenario();
    let duration = ms(machine.now() - SimTime::ZERO);
    let sync = ms(totals.synced_at - SimTime::ZERO);
    let (wait, reconcile) = (ms(totals.wait), ms(totals.worker_reconcile));
    let workers = f64::from(scenario.workers);
    let is_serial = totals.pushes == 0;
    let idle = if is_serial {
        f64::NAN
    } else {
        (workers * sync - reconcile).max(0.0)
    };
    let used = ms(totals.walk + totals.push + totals.driver_reconcile) + reconcile;
    let cores = CORES as f64 * ms(CYCLE);
    let stat = |name, value: f64, places| Stat {
        name,
        value: round_to(value, places),
    };
    let pages_per_drain = share(f64::from(totals.leaves), f64::from(totals.drains));
    let mut out = vec![
        stat("duration_ms", duration, 3),
        stat("drains", f64::from(totals.drains), 0),
        stat("barriers", f64::from(totals.barriers), 0),
        stat("pages_per_drain", pages_per_drain, 2),
        stat("effective_concurrency", share(reconcile, wait), 3),
        stat("wait_ms", wait, 3),
        stat("wait_share_pct", 100.0 * share(wait, duration), 2),
        stat("walk_ms", ms(totals.walk), 3),
        stat(
            "walk_share_pct",
            100.0 * share(ms(totals.walk), duration),
            2,
        ),
        stat("push_ms", ms(totals.push), 3),
        stat(
            "push_share_pct",
            100.0 * share(ms(totals.push), duration),
            2,
        ),
        stat("sync_ms", sync, 3),
        stat("reconcile_ms", reconcile + ms(totals.driver_reconcile), 3),
        stat("worker_reconcile_ms", reconcile, 3),
        stat("internal_ms", ms(totals.internal), 3),
        stat("worker_idle_ms", idle, 3),
        stat("leaves_written", f64::from(totals.leaves), 0),
        stat("internals_written", f64::from(totals.internals), 0),
        stat("queue_depth_max", f64::from(totals.queued_max), 0),
        stat("pinned_max", f64::from(totals.pinned_max), 0),
        stat("evictions", f64::from(totals.evictions), 0),
        stat("lost_pages", f64::from(machine.lost_pages()), 0),
        stat("foreground_pct", 100.0 * (1.0 - used / cores), 3),
    ];
    out.extend(shape(simulation));
    out
}

/// Pages a level, and those that the changed rows make dirty.
fn shape(simulation: &Simulation<TwoPass>) -> Vec<Stat> {
    let scenario = simulation.model().machine().scenario();
    let tree = &scenario.tree;
    let dirty = tree.written_by_level(&scenario.changed);
    let mut out = vec![
        Stat {
            name: "pages",
            value: f64::from(tree.pages()),
        },
        Stat {
            name: "pages_to_write",
            value: dirty.iter().map(|d| f64::from(*d)).sum(),
        },
    ];
    for ((names, pages), dirty) in LEVEL_NAMES.iter().zip(tree.levels()).zip(&dirty) {
        for (name, value) in names.iter().zip([pages, dirty]) {
            out.push(Stat {
                name,
                value: f64::from(*value),
            });
        }
    }
    out
}
