//! Settings resolved into the sides of the comparison.

use std::rc::Rc;

use super::model::series::stream;
use super::params::{Settings, UNBOUNDED};
use super::scenario::{Costs, Eviction, Method, Scenario, Slowdown};
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
struct Ground {
    base: Scenario,
    seed: u64,
    leaf_mean: Span,
}

fn small(value: i64) -> u32 {
    u32::try_from(value).unwrap_or(0)
}

fn large(value: i64) -> u64 {
    u64::try_from(value).unwrap_or(0)
}

fn ns(value: i64) -> Span {
    Span::from_ns(large(value))
}

/// How long each leaf takes: drawn once, the same on all sides.
fn leaf_times(leaves: u32, mean: Span, sigma_pct: u32, seed: u64) -> Rc<[u32]> {
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

fn side(ground: &Ground, key: &'static str, label: &str, style: u8, method: Method) -> Plan {
    Plan {
        key,
        label: label.to_string(),
        style,
        veiled: false,
        scenario: Scenario {
            method,
            ..ground.base.clone()
        },
    }
}

fn veiled(mut plan: Plan) -> Plan {
    plan.veiled = true;
    plan
}

const ONE_PASS: u8 = 0;
const TWO_PASSES: u8 = 1;
const MEMBERSHIP: u8 = 2;
const BROKEN: u8 = 3;
const SERIAL: u8 = 5;

fn ways(ground: &Ground) -> Vec<Plan> {
    vec![
        side(ground, "serial", "No workers", SERIAL, Method::Serial),
        side(ground, "one_pass", "One pass", ONE_PASS, Method::OnePass),
        veiled(side(
            ground,
            "two_passes",
            "Two passes",
            TWO_PASSES,
            Method::TwoPass,
        )),
        veiled(side(
            ground,
            "membership",
            "With membership",
            MEMBERSHIP,
            Method::Membership,
        )),
    ]
}

fn lost(ground: &Ground) -> Vec<Plan> {
    vec![
        side(
            ground,
            "two_passes",
            "Two passes",
            TWO_PASSES,
            Method::TwoPass,
        ),
        side(
            ground,
            "membership",
            "By membership",
            MEMBERSHIP,
            Method::Membership,
        ),
        veiled(side(
            ground,
            "page_state",
            "By page state",
            BROKEN,
            Method::PageState,
        )),
    ]
}

fn collected(ground: &Ground) -> Vec<Plan> {
    vec![
        side(
            ground,
            "two_passes",
            "Second walk",
            TWO_PASSES,
            Method::TwoPass,
        ),
        veiled(side(
            ground,
            "collected",
            "Collected if dirty",
            BROKEN,
            Method::Collected,
        )),
    ]
}

const ONE_KEYS: [&str; 7] = [
    "one_1", "one_2", "one_4", "one_8", "one_16", "one_32", "one_64",
];
const TWO_KEYS: [&str; 7] = [
    "two_1", "two_2", "two_4", "two_8", "two_16", "two_32", "two_64",
];

/// One and two passes with 1, 2, 4, … workers, up to `most`.
fn worker_counts(ground: &Ground, most: u32) -> Vec<Plan> {
    let counts = (0..7).map(|i| 1_u32 << i).filter(|count| *count <= most);
    let counts: Vec<u32> = counts.collect();
    let plan = |(key, count): (&'static str, u32), method, name: &str, style| {
        let workers = if count == 1 { "worker" } else { "workers" };
        let mut plan = side(
            ground,
            key,
            &format!("{name}, {count} {workers}"),
            style,
            method,
        );
        plan.scenario.workers = count;
        plan.veiled = count > 4 || method == Method::TwoPass;
        plan
    };
    let one = ONE_KEYS.into_iter().zip(counts.iter().copied());
    let two = TWO_KEYS.into_iter().zip(counts.iter().copied());
    one.map(|c| plan(c, Method::OnePass, "One pass", ONE_PASS))
        .chain(two.map(|c| plan(c, Method::TwoPass, "Two passes", TWO_PASSES)))
        .collect()
}

const DEPTHS: [(&str, u32); 6] = [
    ("depth_8", 8),
    ("depth_36", 36),
    ("depth_128", 128),
    ("depth_1024", 1_024),
    ("depth_8192", 8_192),
    ("depth_unbounded", UNBOUNDED as u32),
];

/// One pass, and two passes with a queue of several depths, the one that is set among them.
fn depths(ground: &Ground, set: i64) -> Vec<Plan> {
    let mut all: Vec<(&'static str, u32)> = DEPTHS.to_vec();
    if !all.iter().any(|(_, depth)| i64::from(*depth) == set) {
        all.push(("depth_set", small(set)));
    }
    all.sort_by_key(|(_, depth)| *depth);
    let plan = |(key, depth): (&'static str, u32)| {
        let label = if depth >= UNBOUNDED as u32 {
            "No bound".to_string()
        } else {
            format!("Depth {}", thousands(i64::from(depth)))
        };
        let mut plan = side(ground, key, &label, TWO_PASSES, Method::TwoPass);
        plan.scenario.depth = depth;
        plan.veiled = depth != 36 && key != "depth_set";
        plan
    };
    let one = side(ground, "one_pass", "One pass", ONE_PASS, Method::OnePass);
    std::iter::once(one)
        .chain(all.into_iter().map(plan))
        .collect()
}

/// One and two passes under each explanation of the published figures.
fn explanations(ground: &Ground) -> Vec<Plan> {
    let unbounded = UNBOUNDED as u32;
    let free = |workers, slowdown| Scenario {
        workers,
        depth: unbounded,
        slowdown,
        costs: Costs {
            pin_ps: 0,
            ..ground.base.costs
        },
        ..ground.base.clone()
    };
    let timed = |mut scenario: Scenario, mean_ns: u64, sigma_pct| {
        let mean = Span::from_ns(mean_ns);
        scenario.leaf_ns = leaf_times(scenario.tree.leaves(), mean, sigma_pct, ground.seed);
        scenario
    };
    let contended = timed(free(4, Slowdown::Contention(66)), 90_000, 230);
    let shared = timed(free(4, Slowdown::Cpu(150)), 97_000, 225);
    let two = timed(free(2, Slowdown::None), ground.leaf_mean.as_ns(), 130);
    let kinds = [
        (
            ["depth_one", "depth_two"],
            "Bounded depth",
            ground.base.clone(),
        ),
        (
            ["contention_one", "contention_two"],
            "Contention",
            contended,
        ),
        (["cpu_one", "cpu_two"], "Shared processor", shared),
        (["few_one", "few_two"], "Two workers", two),
    ];
    let both =
        kinds
            .into_iter()
            .zip([0_u8, 1, 2, 4])
            .flat_map(|((keys, name, scenario), style)| {
                let plan = |key, what: &str, method| Plan {
                    key,
                    label: format!("{name}, {what}"),
                    style,
                    veiled: method == Method::TwoPass,
                    scenario: Scenario {
                        method,
                        ..scenario.clone()
                    },
                };
                [
                    plan(keys[0], "one pass", Method::OnePass),
                    plan(keys[1], "two passes", Method::TwoPass),
                ]
            });
    both.collect()
}
