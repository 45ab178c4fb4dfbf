//! The buffer pool's sentences that no published figure covers; the published ones are claims.

use dirty_pages::view::Report;

use crate::stat;

fn report(preset: &str, changes: &[&str], seed: u64) -> Report {
    crate::report("buffer_pool", preset, changes, seed)
}

#[test]
fn a_target_that_leaves_pages_dirty_for_longer_writes_fewer_of_them() {
    let writes = |target: &str| {
        let report = report("automatic-vs-indirect", &[target], 1);
        (
            stat(&report, "automatic", "page_writes"),
            stat(&report, "indirect", "page_writes"),
        )
    };
    let (automatic, short) = writes("target_s=30");
    let (_, default) = writes("target_s=60");
    let (_, long) = writes("target_s=150");
    assert!(
        short > default && default > automatic,
        "{short} {default} {automatic}"
    );
    assert!(
        long < automatic,
        "a long target writes less: {long} {automatic}"
    );
}

#[test]
fn on_a_hard_disk_a_burst_is_felt_by_one_commit_in_a_hundred() {
    for seed in 1..=5 {
        let report = report("automatic-vs-indirect", &["device=hdd-15k"], seed);
        let p99 = |side| stat(&report, side, "commit_latency_ms_p99");
        assert!(p99("automatic") > 2.0 * p99("indirect"), "seed {seed}");
    }
}

#[test]
fn an_early_checkpoint_under_load_is_partly_wasted() {
    let changes = ["rows_per_s=8000", "working_set_mib=100"];
    let report = report("before-backup", &changes, 1);
    let writes = |side| stat(&report, side, "page_writes");
    let found = stat(&report, "first", "dirty_pages_before_backup");
    assert!(found > 0.0, "pages are dirty again when the backup comes");
    assert!(writes("first") > writes("backup"));
}

#[test]
fn a_full_log_in_simple_asks_for_a_checkpoint_and_full_does_not() {
    let checkpoints = |model: &str| {
        let changes = ["log_mib=32", "redo_records_per_s=1000000", model];
        stat(
            &report("automatic-vs-indirect", &changes, 1),
            "automatic",
            "checkpoints",
        )
    };
    assert!(checkpoints("recovery_model=simple") >= 5.0);
    assert!(checkpoints("recovery_model=full") < 0.5);
}

#[test]
fn with_checkpoints_by_count_twice_the_load_brings_twice_as_many() {
    let at = |rate: &str| report("automatic-vs-indirect", &[rate], 1);
    let (once, twice) = (at("rows_per_s=8000"), at("rows_per_s=16000"));
    let ratio = |side, name| stat(&twice, side, name) / stat(&once, side, name);
    assert!((1.7..2.3).contains(&ratio("automatic", "checkpoints")));
    assert!((1.7..2.3).contains(&ratio("automatic", "page_writes")));
    assert!((1.7..2.4).contains(&ratio("indirect", "page_writes")));
}

#[test]
fn more_memory_reads_less_and_skew_helps_the_pool() {
    let reads = |changes: &[&str]| {
        stat(
            &report("memory-pressure", changes, 1),
            "small",
            "page_reads",
        )
    };
    let (least, more) = (reads(&["pool_mib=16"]), reads(&["pool_mib=64"]));
    assert!(least > 1.3 * more, "{least} {more}");
    assert!(reads(&["skew_pct=0"]) > 1.2 * reads(&["skew_pct=120"]));
}

#[test]
fn a_target_that_is_set_on_the_way_settles_under_its_bound() {
    let report = report("upgraded-database", &[], 1);
    let settled = stat(&report, "indirect", "dirty_pages_settled_max");
    assert!(
        settled <= stat(&report, "indirect", "dirty_pages_bound"),
        "{settled}"
    );
    assert!(stat(&report, "indirect", "checkpoints") < stat(&report, "automatic", "checkpoints"));
}
