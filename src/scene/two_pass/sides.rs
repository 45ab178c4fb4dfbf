//! The sides of each comparison.

use super::params::{DEPTH, UNBOUNDED};
use super::plan::{Ground, Plan, leaf_times, small};
use super::scenario::{Costs, Method, Scenario, Slowdown};
use crate::kernel::Span;
use crate::params::thousands;

pub(super) fn side(
    ground: &Ground,
    key: &'static str,
    label: &str,
    style: u8,
    method: Method,
) -> Plan {
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

/// The bet on a small tree is about one pass, on a large one about two.
pub(super) fn ways(ground: &Ground) -> Vec<Plan> {
    let is_small = ground.base.grain.is_zero();
    let mut plans = vec![
        side(ground, "serial", "No workers", SERIAL, Method::Serial),
        side(ground, "one_pass", "One pass", ONE_PASS, Method::OnePass),
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
            "With membership",
            MEMBERSHIP,
            Method::Membership,
        ),
    ];
    for plan in &mut plans {
        plan.veiled = match plan.key {
            "one_pass" => is_small,
            "serial" => false,
            _ => !is_small,
        };
    }
    plans
}

pub(super) fn lost(ground: &Ground) -> Vec<Plan> {
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

pub(super) fn collected(ground: &Ground) -> Vec<Plan> {
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
pub(super) fn worker_counts(ground: &Ground, most: u32) -> Vec<Plan> {
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
    ("depth_fitted", DEPTH as u32),
    ("depth_128", 128),
    ("depth_1024", 1_024),
    ("depth_8192", 8_192),
    ("depth_unbounded", UNBOUNDED as u32),
];

/// One pass, and two passes with a queue of several depths, the one that is set among them.
pub(super) fn depths(ground: &Ground, set: i64) -> Vec<Plan> {
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
        plan.veiled = i64::from(depth) != DEPTH && key != "depth_set";
        plan
    };
    let one = side(ground, "one_pass", "One pass", ONE_PASS, Method::OnePass);
    std::iter::once(one)
        .chain(all.into_iter().map(plan))
        .collect()
}

/// A mean in nanoseconds, a spread in hundredths, and what slows workers down, fitted to the
/// published concurrency and duration of one pass with four workers; the gain of two passes
/// follows, and so does what more workers bring.
const CONTENDED: (u64, u32, Slowdown) = (90_000, 230, Slowdown::Contention(66));
const SHARED: (u64, u32, Slowdown) = (97_000, 225, Slowdown::Cpu(150));
/// The spread that gives the published concurrency with two workers.
const SIGMA_OF_TWO_PCT: u32 = 130;

/// One and two passes under each explanation of the published figures.
pub(super) fn explanations(ground: &Ground) -> Vec<Plan> {
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
    let workers = ground.base.workers;
    let contended = timed(free(workers, CONTENDED.2), CONTENDED.0, CONTENDED.1);
    let shared = timed(free(workers, SHARED.2), SHARED.0, SHARED.1);
    let two = timed(
        free(2, Slowdown::None),
        ground.leaf_mean.as_ns(),
        SIGMA_OF_TWO_PCT,
    );
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
