//! Settings resolved into the sides of the comparison.

use std::rc::Rc;

use super::model::series::stream;
use super::params::Settings;
use super::scenario::{Costs, Eviction, Method, Scenario, Slowdown};
use super::sides::{collected, depths, explanations, lost, side, ways, worker_counts};
use crate::engine::heavy_tail::HeavyTail;
use crate::engine::tree::{Levels, TREE_PAGES_MAX, Tree, TreeLayout};
use crate::engine::work_queue::Window;
use crate::kernel::{Rng, Span, Stream};
use crate::params::thousands;

/// Trees up to this many pages step event by event.
const SMALL_PAGES: u32 = 2_000;
/// Events that a run of a large tree takes, about.
const GRAINS: u64 = 2_000;

/// One side of the comparison.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Stable name.
    pub key: &'static str,
    /// Name for people.
    pub label: String,
    /// Place in the palette.
    pub style: u8,
    /// Part of the answer to the bet.
    pub veiled: bool,
    /// Its checkpoint.
    pub scenario: Scenario,
}

/// What all sides share.
pub(super) struct Ground {
    pub(super) base: Scenario,
    pub(super) seed: u64,
    pub(super) leaf_mean: Span,
}

pub(super) fn small(value: i64) -> u32 {
    u32::try_from(value).unwrap_or(0)
}

fn large(value: i64) -> u64 {
    u64::try_from(value).unwrap_or(0)
}

fn ns(value: i64) -> Span {
    Span::from_ns(large(value))
}

/// How long each leaf takes: drawn once, the same on all sides.
pub(super) fn leaf_times(leaves: u32, mean: Span, sigma_pct: u32, seed: u64) -> Rc<[u32]> {
    let tail = HeavyTail::new(mean, sigma_pct);
    let mut rng = Rng::new(seed, Stream::new(stream::RECONCILE, 0));
    let time = |_| u32::try_from(tail.at(rng.next_u32()).as_ns()).unwrap_or(u32::MAX);
    (0..leaves).map(time).collect()
}

impl Settings {
    /// The sides under `seed`, and what had to be changed to make the settings fit.
    #[must_use]
    pub fn plans(&self, seed: u64) -> (Vec<Plan>, Vec<String>) {
        let mut cautions = Vec::new();
        let ground = self.ground(seed, &mut cautions);
        let plans = match self.compare {
            1 => lost(&ground),
            2 => worker_counts(&ground, small(self.workers)),
            3 => depths(&ground, self.queue_depth),
            4 => explanations(&ground),
            5 => self.pins(&ground, &mut cautions),
            6 => collected(&ground),
            _ => ways(&ground),
        };
        (plans, cautions)
    }

    /// Pages a level, and what had to be changed.
    #[must_use]
    pub fn levels(&self, cautions: &mut Vec<String>) -> (Levels, u32) {
        let most = TREE_PAGES_MAX / 2;
        if self.shape == 1 {
            let layout = TreeLayout {
                key_bytes: large(self.key_bytes),
                value_bytes: large(self.value_bytes),
                leaf_bytes: large(self.leaf_bytes),
                internal_bytes: large(self.internal_bytes),
            };
            let rows = layout.rows_per_leaf();
            let leaves = large(self.keys).div_ceil(u64::from(rows));
            if leaves > u64::from(most) {
                cautions.push(format!(
                    "keys={} fills {} leaves; at most {} are simulated, with {rows} rows each.",
                    self.keys,
                    thousands(leaves as i64),
                    thousands(i64::from(most))
                ));
            }
            return (Levels::of_rows(large(self.keys), &layout), rows);
        }
        if self.parents > self.leaves {
            cautions.push(format!(
                "parents={} is more than there are leaves; it is taken as {}.",
                self.parents, self.leaves
            ));
        }
        let levels = Levels::new(small(self.leaves), small(self.parents), small(self.fanout));
        (levels, 1)
    }

    /// Which leaves the changed rows lie on.
    fn changed(&self, leaves: u32, rows_per_leaf: u32, seed: u64) -> Rc<[bool]> {
        let rows = if self.shape == 1 {
            large(self.keys)
        } else {
            u64::from(leaves)
        };
        let rows = rows.min(u64::from(leaves) * u64::from(rows_per_leaf));
        let mut changed = vec![self.change == 0; leaves as usize];
        let mut change = |row: u64| {
            if let Some(leaf) = changed.get_mut((row / u64::from(rows_per_leaf)) as usize) {
                *leaf = true;
            }
        };
        match self.change {
            1 => (0..rows)
                .step_by(small(self.nth).max(1) as usize)
                .for_each(change),
            2 => {
                let mut rng = Rng::new(seed, Stream::new(stream::ROW_CHOICE, 0));
                (0..self.random_rows).for_each(|_| change(rng.below(rows.max(1))));
            }
            _ => {}
        }
        changed.into()
    }

    fn ground(&self, seed: u64, cautions: &mut Vec<String>) -> Ground {
        let (levels, rows_per_leaf) = self.levels(cautions);
        let tree = Tree::new(levels);
        let changed = self.changed(tree.leaves(), rows_per_leaf, seed);
        let leaf_mean = ns(self.leaf_ns);
        let sigma_pct = small(self.sigma_pct);
        let workers = small(self.workers).min(tree.pages());
        if i64::from(workers) < self.workers {
            cautions.push(format!(
                "workers={} is more than there are pages; it is taken as {workers}.",
                self.workers
            ));
        }
        let dirty = changed.iter().filter(|c| **c).count() as u64;
        let about = leaf_mean.saturating_mul(dirty) + Span::from_ms(large(self.rest_ms));
        let grain = if tree.pages() <= SMALL_PAGES {
            Span::ZERO
        } else {
            about.scaled(1, GRAINS)
        };
        let base = Scenario {
            leaf_ns: leaf_times(tree.leaves(), leaf_mean, sigma_pct, seed),
            tree: Rc::new(tree),
            changed,
            method: Method::TwoPass,
            workers,
            depth: small(self.queue_depth).max(1),
            window: if self.window == 1 {
                Window::Rolling
            } else {
                Window::Barrier
            },
            costs: self.costs(),
            slowdown: match self.slowdown {
                1 => Slowdown::Contention(large(self.contention_pct)),
                2 => Slowdown::Cpu(large(self.cpu_pct).max(1)),
                _ => Slowdown::None,
            },
            eviction: (self.evict_us > 0).then(|| Eviction {
                apart: Span::from_us(large(self.evict_us)),
                has_pins: self.hazard == 0,
            }),
            grain,
            reuses_at_once: false,
        };
        Ground {
            base,
            seed,
            leaf_mean,
        }
    }

    fn costs(&self) -> Costs {
        let walk = ns(self.walk_ns);
        Costs {
            walk,
            slot: walk.scaled(large(self.slot_pct), 100),
            push: ns(self.push_ns),
            wake: Span::from_us(large(self.wake_us)),
            driver_wake: Span::from_us(large(self.driver_wake_us)),
            done: ns(self.done_ns),
            internal: ns(self.internal_ns),
            rest: Span::from_ms(large(self.rest_ms)),
            pin_ps: large(self.pin_ns) * 1_000,
            link: Span::from_us(large(self.link_us)),
        }
    }

    fn pins(&self, ground: &Ground, cautions: &mut Vec<String>) -> Vec<Plan> {
        if self.evict_us == 0 {
            cautions.push("Nothing is evicted: both sides are alike. See evict_us.".to_string());
        }
        let side = |key, label: &str, style, has_pins: bool| {
            let mut plan = side(ground, key, label, style, Method::TwoPass);
            plan.veiled = !has_pins;
            if let Some(eviction) = &mut plan.scenario.eviction {
                eviction.has_pins = has_pins;
            }
            plan
        };
        vec![
            side("pinned", "Queued pages pinned", 1, true),
            side("unpinned", "Not pinned", 3, false),
        ]
    }
}
