//! One test a sentence of the story of pacing; and the published figures of all scenes.

use crate::stat;
use dirty_pages::claims::claims;
use dirty_pages::scene::SCENES;
use dirty_pages::view::Report;

fn report(preset: &str, changes: &[&str], seed: u64) -> Report {
    crate::report("pacing", preset, changes, seed)
}

#[test]
fn claims_are_of_scenes_and_presets_that_exist_in_page_order() {
    let claims = claims();
    let place = |name| SCENES.iter().position(|scene| scene.name() == name);
    for claim in &claims {
        let is_preset = |preset| crate::scene(claim.scene).preset_values(preset).is_some();
        assert!(is_preset(claim.preset), "{}: {}", claim.scene, claim.preset);
    }
    assert!(claims.is_sorted_by_key(|claim| place(claim.scene)));
}

#[test]
fn every_published_figure_is_within_its_tolerance() {
    let misses: Vec<String> = claims()
        .iter()
        .filter(|c| !c.holds)
        .map(|c| {
            format!(
                "{} {} {}: {} (must show {})",
                c.scene, c.preset, c.figure, c.simulated, c.must_show
            )
        })
        .collect();
    assert_eq!(misses, Vec::<String>::new());
}

#[test]
fn the_row_layout_gives_15_790_pages_and_only_it() {
    let pages = |changes: &[&str]| stat(&report("three-kinds", changes, 1), "plain", "dirty_pages");
    assert!((pages(&[]) - 15_790.0).abs() < 0.5);
    // 8,096 / (7 + fixed bytes + 2): 18 rows at 440 bytes, 20 at 395.
    assert!((pages(&["row_bytes=440"]) - (300_000_f64 / 18.0).ceil()).abs() < 0.5);
    assert!((pages(&["row_bytes=395"]) - 15_000.0).abs() < 0.5);
    assert!((pages(&["rows=19"]) - 1.0).abs() < 0.5);
    assert!((pages(&["rows=20"]) - 2.0).abs() < 0.5);
}

#[test]
fn a_goal_holds_the_writes_back_and_writes_the_same() {
    let report = report("three-kinds", &[], 3);
    for name in ["dirty_pages", "written_mib", "write_ios"] {
        let plain = stat(&report, "plain", name);
        assert!(
            (stat(&report, "long", name) - plain).abs() < 1e-9,
            "{name} differs"
        );
    }
    assert!(stat(&report, "long", "write_mib_per_s_max") < 10.0);
}

#[test]
fn a_goal_is_kept_whatever_it_is_while_the_disk_keeps_up() {
    for goal in [2, 10, 60, 600, 3_600] {
        let report = report("three-kinds", &[&format!("goal_s={goal}"), "rounds=1"], 1);
        let ratio = stat(&report, "long", "duration_ms") / (f64::from(goal) * 1_000.0);
        assert!(
            (0.97..=1.002).contains(&ratio),
            "CHECKPOINT {goal} took {ratio} of its goal"
        );
    }
}

#[test]
fn the_plain_checkpoint_is_bound_by_the_disk() {
    let slow = report(
        "three-kinds",
        &["device=sata-ssd", "rows=3000000", "rounds=1"],
        1,
    );
    let fast = report(
        "three-kinds",
        &["device=nvme-server", "rows=3000000", "rounds=1"],
        1,
    );
    let disk = report(
        "three-kinds",
        &["device=hdd-7200", "rows=3000000", "rounds=1"],
        1,
    );
    let ms = |r| stat(r, "plain", "duration_ms");
    assert!(ms(&fast) < ms(&slow) / 2.0);
    assert!(ms(&disk) > ms(&slow) * 3.0);
    // 530 MB/s are 505.4 MiB/s, and nothing goes faster than the device.
    let peak = stat(&slow, "plain", "write_mib_per_s_max");
    assert!((480.0..=505.5).contains(&peak), "{peak} MiB/s");
}

#[test]
fn on_a_slow_idle_disk_a_short_goal_has_nothing_to_give() {
    let report = report("three-kinds", &["device=hdd-7200", "rounds=1"], 1);
    let ratio = stat(&report, "short", "duration_ms") / stat(&report, "plain", "duration_ms");
    assert!(ratio > 0.98, "{ratio}");
}

#[test]
fn newer_versions_write_larger_pieces() {
    let pages = |version: &str| {
        let report = report("three-kinds", &[&format!("version={version}")], 1);
        stat(&report, "plain", "pages_per_write")
    };
    assert!((30.0..=32.0).contains(&pages("sql-2014")));
    assert!((110.0..=128.0).contains(&pages("sql-2016")));
}

#[test]
fn the_default_backs_off_when_busy_and_a_short_goal_does_not() {
    for seed in 1..=5 {
        let report = report("busy-slow", &["io_target_start=16"], seed);
        let low = stat(&report, "plain", "io_target_min");
        assert!(low < 5.0, "seed {seed}: the target only fell to {low}");
        assert!(stat(&report, "short", "io_target_min") > 1_000.0);
    }
}

#[test]
fn a_shorter_goal_costs_the_commits() {
    for seed in 1..=5 {
        let report = report("busy-slow", &[], seed);
        let both = |name| (stat(&report, "short", name), stat(&report, "plain", name));
        let (short, plain) = both("duration_ms");
        assert!(short < plain, "seed {seed}: {short} ms against {plain} ms");
        for name in ["commit_latency_ms_p50", "commit_latency_ms_p99"] {
            let (short, plain) = both(name);
            assert!(short > plain, "seed {seed} {name}: {short} against {plain}");
        }
        let (short, plain) = both("commits_per_s");
        assert!(
            short < plain,
            "seed {seed}: {short} against {plain} commits/s"
        );
    }
}

#[test]
fn the_default_learns_within_one_checkpoint_whatever_it_starts_from() {
    for start in [
        "io_target_start=2",
        "io_target_start=100",
        "io_target_start=1560",
    ] {
        let report = report("busy-slow", &[start], 1);
        let ratio = stat(&report, "plain", "duration_ms") / stat(&report, "short", "duration_ms");
        assert!(
            ratio > 2.0,
            "{start}: the plain one takes {ratio} times as long"
        );
    }
}

#[test]
fn a_busy_page_is_written_all_the_same() {
    // Every session changes the one page that the checkpoint has to write.
    for sessions in [4, 8, 16, 64] {
        let changes = [
            "rows=19",
            "device=hdd-7200",
            &format!("sessions={sessions}"),
            "rounds=1",
        ];
        let ms = stat(&report("three-kinds", &changes, 1), "plain", "duration_ms");
        // Begin record, hardening, page, end record, boot page: five turns in the queue.
        assert!(
            ms < 5.0 * 13.0 * f64::from(sessions) * 2.0,
            "{sessions} sessions: {ms} ms"
        );
    }
}

#[test]
fn what_fits_one_write_is_not_spread() {
    let ms = |rows: &str| stat(&report("three-kinds", &[rows], 1), "long", "duration_ms");
    assert!(ms("rows=2432") < 10.0, "128 pages are one write");
    assert!(ms("rows=2433") > 29_000.0, "129 are two");
}
