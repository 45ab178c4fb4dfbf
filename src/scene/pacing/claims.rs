//! The published figures of seed 000, against many seeds of the model.

use super::Pacing;
use crate::claims::{Claim, report_of, spread};
use crate::view::{Report, millis, plain_number};

const CLAIM: Claim = Claim {
    scene: "pacing",
    preset: "three-kinds",
    figure: "",
    published: "",
    must_show: "",
    simulated: String::new(),
    holds: false,
    note: "",
};

/// Every round of a variant in every report, as one stat.
fn all(reports: &[Report], key: &str, name: &str) -> Vec<f64> {
    let rounds = reports
        .iter()
        .filter_map(|r| r.variant(key))
        .flat_map(|v| &v.rounds);
    rounds
        .flat_map(|r| r.stats.iter().filter(|s| s.name == name))
        .map(|s| s.value)
        .collect()
}

/// The first round of a variant in every report, as one stat.
fn first(reports: &[Report], key: &str, name: &str) -> Vec<f64> {
    reports
        .iter()
        .filter_map(|r| r.variant(key)?.stat(name))
        .collect()
}

fn words(values: (f64, f64, f64)) -> String {
    if millis(values.0) == millis(values.2) {
        return millis(values.1);
    }
    format!(
        "{} to {}, median {}",
        millis(values.0),
        millis(values.2),
        millis(values.1)
    )
}

/// The table of figures.
#[must_use]
pub fn claims() -> Vec<Claim> {
    let reports = |preset, seeds| {
        (1..=seeds)
            .map(|s| report_of(&Pacing, preset, s))
            .collect::<Vec<_>>()
    };
    let mut out = three_kinds(&reports("three-kinds", 50));
    out.extend(small(&reports("small", 100)));
    out.extend(busy_slow(&reports("busy-slow", 20)));
    out
}

fn three_kinds(reports: &[Report]) -> Vec<Claim> {
    let pages = spread(all(reports, "plain", "dirty_pages"));
    let plain = spread(all(reports, "plain", "duration_ms"));
    let long = spread(all(reports, "long", "duration_ms"));
    let written = spread(all(reports, "plain", "written_mib"));
    let pairs = first(reports, "short", "duration_ms")
        .into_iter()
        .zip(first(reports, "plain", "duration_ms"));
    let ratio = spread(pairs.map(|(short, plain)| short / plain).collect());
    vec![
        Claim {
            figure: "dirty pages",
            published: "15,790",
            must_show: "15,790 exactly, from the row layout",
            simulated: plain_number(pages.1, 0),
            holds: (pages.0, pages.2) == (15_790.0, 15_790.0),
            ..CLAIM
        },
        Claim {
            figure: "written",
            published: "about 123 MB",
            must_show: "122.5 to 123.5 MiB",
            simulated: format!("{} MiB", plain_number(written.1, 1)),
            holds: written.0 >= 122.5 && written.2 <= 123.5,
            note: "15,790 pages are 123.4 MiB or 129.4 MB: the write-up says 123 and 130 MB",
            ..CLAIM
        },
        Claim {
            figure: "CHECKPOINT",
            published: "under 1 s",
            must_show: "under 1 s",
            simulated: words(plain),
            holds: plain.2 < 1_000.0,
            ..CLAIM
        },
        Claim {
            figure: "CHECKPOINT 1 against CHECKPOINT",
            published: "did not beat it",
            must_show: "at most 2 % faster, in each of 50 seeds",
            simulated: format!("at least {} times as long", plain_number(ratio.0, 2)),
            holds: ratio.0 >= 0.98,
            ..CLAIM
        },
        Claim {
            figure: "CHECKPOINT 30",
            published: "28 and 29 s (another run: 15 s)",
            must_show: "27 to 30 s",
            simulated: words(long),
            holds: long.0 >= 27_000.0 && long.2 <= 30_000.0,
            note: "fitted; above both published durations, and the run of 15 s is not explained",
            ..CLAIM
        },
    ]
}

fn small(reports: &[Report]) -> Vec<Claim> {
    let plain = spread(all(reports, "plain", "duration_ms"));
    let long = spread(first(reports, "long", "duration_ms"));
    vec![
        Claim {
            preset: "small",
            figure: "CHECKPOINT of about 20 pages",
            published: "4 ms",
            must_show: "1 to 10 ms",
            simulated: words(plain),
            holds: plain.0 >= 1.0 && plain.2 <= 10.0,
            ..CLAIM
        },
        Claim {
            preset: "small",
            figure: "CHECKPOINT 10 of about 20 pages",
            published: "6.274 s (other runs: 3 to 8 s)",
            must_show: "median of 100 seeds 5 to 8 s",
            simulated: words(long),
            holds: (5_000.0..=8_000.0).contains(&long.1),
            note: "fitted: where the 9 other pages lie is not published; the spread reaches \
                   above the published 8 s and never below 4.5 s",
            ..CLAIM
        },
    ]
}

fn busy_slow(reports: &[Report]) -> Vec<Claim> {
    let time = |key| first(reports, key, "duration_ms");
    let p99 = |key| first(reports, key, "commit_latency_ms_p99");
    let faster = time("short")
        .into_iter()
        .zip(time("plain"))
        .all(|(short, plain)| short < plain);
    let dearer = p99("short")
        .into_iter()
        .zip(p99("plain"))
        .all(|(short, plain)| short > plain);
    let target = spread(first(reports, "plain", "io_target_min"));
    vec![
        Claim {
            preset: "busy-slow",
            figure: "a shorter goal than the throttled default takes",
            published: "more resources, so it may end earlier (D5); not measured",
            must_show: "sooner in each of 20 seeds",
            simulated: format!(
                "{} against {} (medians)",
                millis(spread(time("short")).1),
                millis(spread(time("plain")).1)
            ),
            holds: faster,
            ..CLAIM
        },
        Claim {
            preset: "busy-slow",
            figure: "wait of commits while it runs, 99th percentile",
            published: "not measured",
            must_show: "longer than under the default in each of 20 seeds",
            simulated: format!(
                "{} against {} (medians)",
                millis(spread(p99("short")).1),
                millis(spread(p99("plain")).1)
            ),
            holds: dearer,
            ..CLAIM
        },
        Claim {
            preset: "busy-slow",
            figure: "lowest target of outstanding I/Os",
            published: "2 at 86 to 111 ms (error logs)",
            must_show: "2, from a start at 100",
            simulated: plain_number(target.1, 0),
            holds: (target.0, target.2) == (2.0, 2.0),
            ..CLAIM
        },
    ]
}
