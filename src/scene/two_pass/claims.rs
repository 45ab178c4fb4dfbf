//! The published figures of seed 002, against many seeds of the model.

use super::TwoPass;
use super::params::DEPTH;
use crate::claims::{Claim, report_of, report_with, spread};
use crate::view::{Report, digits, plain_number};

const CLAIM: Claim = Claim {
    scene: "two_pass",
    preset: "linkbench",
    figure: "",
    published: "",
    must_show: "",
    simulated: String::new(),
    holds: false,
    note: "",
};

fn of(reports: &[Report], key: &str, name: &str) -> Vec<f64> {
    let stat = |r: &Report| r.variant(key)?.stat(name);
    reports.iter().filter_map(stat).collect()
}

/// By how many percent `key` takes less than `from`, seed by seed.
fn gains(reports: &[Report], key: &str, from: &str) -> Vec<f64> {
    let pairs = of(reports, key, "duration_ms").into_iter();
    pairs
        .zip(of(reports, from, "duration_ms"))
        .map(|(value, from)| 100.0 * (1.0 - value / from))
        .collect()
}

fn range(values: (f64, f64, f64), words: fn(f64) -> String) -> String {
    format!(
        "{} to {}, median {}",
        words(values.0),
        words(values.2),
        words(values.1)
    )
}

fn three(value: f64) -> String {
    digits(value, 3)
}

fn percent(value: f64) -> String {
    digits(value, 3) + " %"
}

fn count(value: f64) -> String {
    plain_number(value, 0)
}

/// Seconds with the decimals that tell seeds apart.
fn secs(value: f64) -> String {
    digits(value / 1e3, 4) + " s"
}

fn within(values: (f64, f64, f64), low: f64, high: f64) -> bool {
    values.0 >= low && values.2 <= high
}

/// The table of figures.
#[must_use]
pub fn claims() -> Vec<Claim> {
    let reports: Vec<Report> = (1..=10)
        .map(|seed| report_of(&TwoPass, "linkbench", seed))
        .collect();
    let mut out = one_pass(&reports);
    out.push(workers());
    out.extend(shares(&reports));
    out.extend(two_passes(&reports));
    out.extend(lost());
    out
}

fn one_pass(reports: &[Report]) -> Vec<Claim> {
    let drains = spread(of(reports, "one_pass", "drains"));
    let pages = spread(of(reports, "one_pass", "pages_per_drain"));
    let concurrency = spread(of(reports, "one_pass", "effective_concurrency"));
    vec![
        Claim {
            figure: "drains a checkpoint, one pass",
            published: "10,004",
            must_show: "9,994 to 10,014",
            simulated: count(drains.1),
            holds: within(drains, 9_994.0, 10_014.0),
            note: "one at each internal page, and one after the walk",
            ..CLAIM
        },
        Claim {
            figure: "pages a drain, one pass",
            published: "10.8",
            must_show: "10.7 to 10.9",
            simulated: three(pages.1),
            holds: within(pages, 10.7, 10.9),
            ..CLAIM
        },
        Claim {
            figure: "effective concurrency, one pass",
            published: "1.55",
            must_show: "1.50 to 1.60 in each of 10 seeds",
            simulated: range(concurrency, three),
            holds: within(concurrency, 1.50, 1.60),
            note: "the spread of reconcile times is fitted to it; that it holds for any number of \
                   workers is not",
            ..CLAIM
        },
    ]
}

fn workers() -> Claim {
    let concurrency = |workers| {
        let report = report_with(&TwoPass, "linkbench", &[("workers", workers)], 1);
        of(&[report], "one_pass", "effective_concurrency")
    };
    let all = spread([3, 4, 8, 16].into_iter().flat_map(concurrency).collect());
    Claim {
        figure: "effective concurrency, from 3 to 16 workers (lower with 1 or 2)",
        published: "independent of the number of workers",
        must_show: "moves by less than 0.15",
        simulated: range(all, three),
        holds: all.2 - all.0 < 0.15,
        ..CLAIM
    }
}

fn shares(reports: &[Report]) -> Vec<Claim> {
    let wait = spread(of(reports, "one_pass", "wait_share_pct"));
    let walk = spread(of(reports, "one_pass", "walk_share_pct"));
    let internal = spread(of(reports, "one_pass", "internal_ms"));
    let duration = spread(of(reports, "one_pass", "duration_ms"));
    vec![
        Claim {
            figure: "the checkpoint thread waits, one pass",
            published: "73 % (pull request)",
            must_show: "71 to 75 % in each of 10 seeds",
            simulated: range(wait, percent),
            holds: within(wait, 71.0, 75.0),
            ..CLAIM
        },
        Claim {
            figure: "walk, one pass",
            published: "3.7 %",
            must_show: "3.5 to 3.9 % in each of 10 seeds",
            simulated: range(walk, percent),
            holds: within(walk, 3.5, 3.9),
            note: "the cost of a step is reckoned from this share",
            ..CLAIM
        },
        Claim {
            figure: "internal pages",
            published: "1.27 s of 13.2 s",
            must_show: "1.2 to 1.35 s",
            simulated: secs(internal.1),
            holds: within(internal, 1_200.0, 1_350.0),
            note: "the cost of a page is reckoned from this time",
            ..CLAIM
        },
        Claim {
            figure: "duration, one pass",
            published: "13.1 to 13.2 s",
            must_show: "median of 10 seeds 12.8 to 13.6 s",
            simulated: range(duration, secs),
            holds: (12_800.0..=13_600.0).contains(&duration.1),
            note: "the part beside the walk is the remainder of the published time",
            ..CLAIM
        },
    ]
}

fn two_passes(reports: &[Report]) -> Vec<Claim> {
    let two = spread(gains(reports, "two_passes", "one_pass"));
    let membership = spread(gains(reports, "membership", "two_passes"));
    let barriers = spread(of(reports, "two_passes", "barriers"));
    let leaves = spread(of(reports, "two_passes", "leaves_written"));
    let depth = DEPTH as f64;
    let due = (leaves.1 / depth).ceil();
    let left = |key| of(reports, key, "foreground_pct");
    let apart = left("one_pass").into_iter().zip(left("two_passes"));
    let apart = spread(apart.map(|(one, two)| (one - two).abs()).collect());
    vec![
        Claim {
            figure: "two passes against one",
            published: "21.5 % less (one run against one run)",
            must_show: "18.9 to 24.1 % less in each of 10 seeds",
            simulated: range(two, percent),
            holds: within(two, 18.9, 24.1),
            note: "fitted by the queue's depth: without a bound the mechanism gives more than \
                   twice as much",
            ..CLAIM
        },
        Claim {
            figure: "membership against two passes",
            published: "roughly a further 10 %",
            must_show: "a further 5 to 13 % in each of 10 seeds",
            simulated: range(membership, percent),
            holds: within(membership, 5.0, 13.0),
            note: "of the time of two passes; the published 1.27 s of 13.2 s is all that internal \
                   pages take, 12.3 % of two passes. Pages that workers make ready are not \
                   counted against the bound here",
            ..CLAIM
        },
        Claim {
            figure: "barriers, two passes",
            published: "set by the queue's depth",
            must_show: "leaves divided by depth, rounded up, and at most one more",
            simulated: format!("{}, for {} leaves", count(barriers.1), count(leaves.1)),
            holds: within(barriers, due, due + 1.0),
            ..CLAIM
        },
        Claim {
            figure: "what a minute leaves to other work, two passes against one",
            published: "throughput 0.7 % lower, within noise: another quantity",
            must_show: "less than 1 % apart",
            simulated: format!("at most {} points apart", digits(apart.2, 2)),
            holds: apart.2 < 1.0,
            note: "the same pages take the same processor time, whenever they are written; 8 \
                   processors and a checkpoint a minute are assumed",
            ..CLAIM
        },
    ]
}

fn lost() -> Vec<Claim> {
    let reports = |preset| -> Vec<Report> {
        (1..=100)
            .map(|seed| report_of(&TwoPass, preset, seed))
            .collect()
    };
    let claim = |preset, key: &str, sound: &[&str], figure, published| {
        let reports = reports(preset);
        let lost = spread(of(&reports, key, "lost_pages"));
        let none = sound.iter().flat_map(|key| of(&reports, key, "lost_pages"));
        let none = none.fold(0.0, f64::max);
        Claim {
            preset,
            figure,
            published,
            must_show: "some with it in each of 100 seeds, and none without",
            simulated: format!("{}; without it {}", range(lost, count), count(none)),
            holds: lost.0 >= 1.0 && none < 0.5,
            note: "changed leaves that a reader from the new root does not find; the settings are \
                   chosen to make it visible",
            ..CLAIM
        }
    };
    vec![
        claim(
            "lost-page",
            "page_state",
            &["two_passes", "membership"],
            "lost pages, by page state alone",
            "not published (50 to 75 % of stress tests of such attempts failed)",
        ),
        claim(
            "clean-then-dirty",
            "collected",
            &["two_passes"],
            "lost pages, collected if dirty",
            "not published (pages are left unwritten)",
        ),
        claim(
            "eviction-during-checkpoint",
            "unpinned",
            &["pinned"],
            "lost pages, without hazard pointers",
            "not published (a reference held needs a hazard pointer)",
        ),
    ]
}
