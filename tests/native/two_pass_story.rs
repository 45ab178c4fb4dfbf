//! The two-pass chapter's sentences that no published figure covers; the published ones are claims.

use dirty_pages::scene::{Run, run_to_end};
use dirty_pages::view::{Drawing, Report};

use crate::stat;

fn report(preset: &str, changes: &[&str], seed: u64) -> Report {
    crate::report("two_pass", preset, changes, seed)
}

fn duration(report: &Report, side: &str) -> f64 {
    stat(report, side, "duration_ms")
}

#[test]
fn the_sum_of_a_batch_over_its_slowest_page_is_what_workers_can_do() {
    // With no spread of reconcile times and no wake-up, more workers do help one pass.
    let even = ["sigma_pct=0", "wake_us=0", "driver_wake_us=0"];
    let at = |workers: &str, even: &[&str]| {
        let changes: Vec<&str> = even.iter().copied().chain([workers]).collect();
        let report = report("linkbench", &changes, 1);
        stat(&report, "one_pass", "effective_concurrency")
    };
    assert!(at("workers=8", &even) > 1.5 * at("workers=4", &even));
    assert!(at("workers=8", &[]) < 1.05 * at("workers=4", &[]));
}

#[test]
fn two_passes_have_barriers_by_depth_and_one_pass_by_the_tree() {
    for (depth, fanout) in [(10, "fanout=12"), (36, "fanout=12"), (500, "fanout=40")] {
        let set = format!("queue_depth={depth}");
        let report = report(
            "linkbench",
            &[&set, fanout, "leaves=20000", "parents=1700"],
            1,
        );
        let barriers = stat(&report, "two_passes", "barriers");
        let due = (20_000.0 / f64::from(depth)).ceil();
        assert!((due..=due + 1.0).contains(&barriers), "{depth}: {barriers}");
        assert!((stat(&report, "one_pass", "barriers") - 1_700.0).abs() < 0.5);
    }
}

#[test]
fn the_fastest_depth_lies_inside_its_range() {
    for seed in 1..=3 {
        let report = report("queue-depth", &[], seed);
        let at = |key: &str| duration(&report, key);
        assert!(at("depth_8192") < at("depth_8") && at("depth_8192") < at("depth_unbounded"));
        assert!(at("depth_unbounded") > at("one_pass"), "deeper than useful");
    }
    // And it is the pins that make the deepest one slow.
    let free = report("queue-depth", &["pin_ns=0"], 1);
    assert!(duration(&free, "depth_unbounded") < 1.02 * duration(&free, "depth_8192"));
}

#[test]
fn without_a_bound_the_mechanism_gives_more_than_twice_the_published_gain() {
    let report = report("linkbench", &["queue_depth=250000", "pin_ns=0"], 1);
    let gain = 1.0 - duration(&report, "two_passes") / duration(&report, "one_pass");
    assert!(gain > 0.43, "{gain}");
}

#[test]
fn a_lock_inside_reconciliation_would_show_as_concurrency() {
    let at = |workers: &str| {
        let changes = ["slowdown=contention", "contention_pct=100", workers];
        let report = report("linkbench", &changes, 1);
        stat(&report, "one_pass", "effective_concurrency")
    };
    assert!(at("workers=8") > 1.2 * at("workers=3"));
}

#[test]
fn every_explanation_fits_the_concurrency_and_about_the_gain() {
    let report = report("other-explanations", &[], 1);
    for name in ["depth", "contention", "cpu", "few"] {
        let (one, two) = (format!("{name}_one"), format!("{name}_two"));
        let concurrency = stat(&report, &one, "effective_concurrency");
        assert!(
            (1.50..=1.60).contains(&concurrency),
            "{name}: {concurrency}"
        );
        let gain = 1.0 - duration(&report, &two) / duration(&report, &one);
        assert!((0.16..=0.25).contains(&gain), "{name}: {gain}");
        let took = duration(&report, &one);
        assert!((12_600.0..=13_800.0).contains(&took), "{name}: {took}");
    }
    // How busy the workers are would tell them apart.
    let busy = |key: &str| {
        let workers = if key == "few_two" { 2.0 } else { 4.0 };
        let idle = stat(&report, key, "worker_idle_ms");
        1.0 - idle / (workers * duration(&report, key))
    };
    assert!(busy("contention_two") > 0.8 && busy("cpu_two") > 0.8);
    assert!(busy("depth_two") < 0.6);
}

#[test]
fn eight_percent_less_reconciling_would_have_shown() {
    let whole = report("linkbench", &[], 1);
    let less = report("linkbench", &["leaf_ns=127236"], 1);
    let gain = 1.0 - duration(&less, "one_pass") / duration(&whole, "one_pass");
    assert!((0.045..0.06).contains(&gain), "{gain}");
}

#[test]
fn a_change_to_one_row_writes_one_page_a_level() {
    let changes = ["shape=rows", "change=random", "random_rows=1"];
    for seed in 1..=20 {
        let report = report("linkbench", &changes, seed);
        for level in ["level_0_dirty", "level_1_dirty", "level_2_dirty"] {
            assert!((stat(&report, "two_passes", level) - 1.0).abs() < 0.5);
        }
        let written = stat(&report, "two_passes", "internals_written");
        assert!((written - 2.0).abs() < 0.5, "{written}");
    }
}

#[test]
fn each_setting_does_something() {
    let scene = crate::scene("two_pass");
    let base = [
        "sigma_pct=150",
        "evict_us=20",
        "link_us=10",
        "queue_depth=5",
        "leaves=60",
        "parents=9",
        "random_rows=7",
    ];
    // What a row needs to matter.
    let helped = |key: &str| -> &'static [&'static str] {
        match key {
            "contention_pct" => &["slowdown=contention"],
            "cpu_pct" => &["slowdown=cpu"],
            "keys" | "key_bytes" | "value_bytes" | "leaf_bytes" | "internal_bytes" => {
                &["shape=rows", "keys=20000"]
            }
            "nth" => &["change=every"],
            "random_rows" => &["change=random"],
            "pin_ns" => &["pin_ns=0"],
            _ => &[],
        }
    };
    for info in scene.infos() {
        let changes: Vec<&str> = base.iter().chain(helped(info.key)).copied().collect();
        let still = crate::finished("two_pass", "small-tree", &changes, 1).digest();
        let mut values = crate::values("two_pass", "small-tree", &changes);
        let index = scene.infos().iter().position(|i| i.key == info.key);
        let index = index.expect("a row");
        values.0[index] = match info.key {
            "leaves" => 61,
            "keys" => 30_000,
            _ if values.0[index] == info.max => info.min,
            _ => info.max,
        };
        let mut run = scene.start(&values, 1, &[]);
        run_to_end(run.as_mut());
        assert_ne!(run.digest(), still, "{} changes nothing", info.key);
    }
}

fn finished(preset: &str, changes: &[&str]) -> Box<dyn Run> {
    crate::finished("two_pass", preset, changes, 1)
}

#[test]
fn stepping_visits_every_step_both_ways() {
    for preset in ["small-tree", "lost-page", "eviction-during-checkpoint"] {
        let run = finished(preset, &[]);
        let mut forward = vec![dirty_pages::kernel::SimTime::ZERO];
        while let Some(next) = run.next_event_time(forward[forward.len() - 1]) {
            forward.push(next);
        }
        assert!(forward.len() > 80, "{preset}: {} instants", forward.len());
        let mut back = vec![forward[forward.len() - 1]];
        while let Some(previous) = run.previous_event_time(back[back.len() - 1]) {
            back.push(previous);
        }
        back.reverse();
        assert_eq!(forward, back, "{preset}");
        // And what is shown is the same from either side.
        let there: Vec<_> = forward.iter().map(|at| run.pictures(*at)).collect();
        for (at, pictures) in forward.iter().zip(&there).rev() {
            assert!(run.pictures(*at) == *pictures, "{preset} at {at}");
        }
    }
}

#[test]
fn lanes_have_no_gap_and_no_overlap() {
    for (preset, changes) in [
        ("small-tree", &[][..]),
        ("linkbench", &["leaves=20000"][..]),
    ] {
        let run = finished(preset, changes);
        for share in [0, 1, 37, 500, 999, 1_000] {
            let at = dirty_pages::kernel::SimTime::from_ns(run.horizon().as_ns() / 1_000 * share);
            for picture in run.pictures(at) {
                let Drawing::Lanes(chart) = picture.drawing else {
                    continue;
                };
                assert!(chart.x.min <= chart.cursor && chart.cursor <= chart.x.max);
                for lane in &chart.lanes {
                    let ends = lane.spans.windows(2);
                    assert!(ends.into_iter().all(|w| w[0].to <= w[1].from + 1e-9));
                    let first = lane.spans.first().map(|s| s.from);
                    assert_eq!(first, Some(chart.x.min), "{preset}: {}", lane.label);
                    let last = lane.spans.last().map(|s| s.to);
                    assert_eq!(last, Some(chart.x.max), "{preset}: {}", lane.label);
                }
            }
        }
    }
}

#[test]
fn a_run_that_takes_too_long_is_stopped_and_says_so() {
    let changes = ["leaves=1500", "leaf_ns=100000000", "evict_us=1"];
    let run = finished("small-tree", &changes);
    let cautions = run.cautions().join(" ");
    assert!(
        cautions.contains("stopped") && cautions.contains("too many events"),
        "{cautions}"
    );
    assert_eq!(run.bet(), None);
}

#[test]
fn shapes_that_cannot_be_give_the_nearest_and_a_notice() {
    let many = finished("small-tree", &["leaves=2", "parents=1", "workers=60"]);
    assert!(many.cautions().join(" ").contains("workers=60"));
    let wide = finished("small-tree", &["leaves=3", "parents=7"]);
    assert!(wide.cautions().join(" ").contains("parents=7"));
    let deep = finished(
        "small-tree",
        &["shape=rows", "keys=10000000", "leaf_bytes=512"],
    );
    assert!(deep.cautions().join(" ").contains("keys=10000000"));
}
