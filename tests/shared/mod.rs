//! What the native and the browser tests have in common.

use dirty_pages::params::{Values, apply};
use dirty_pages::scene::scene;

/// Runs whose digests stand in `tests/golden/<scene>/digests.txt`: a preset under seeds from 1.
pub struct Digested {
    /// The scene, which is the folder.
    pub scene: &'static str,
    /// The preset.
    pub preset: &'static str,
    /// How many seeds.
    pub seeds: u64,
    /// What differs from the preset, as `key=value`.
    pub changes: &'static [&'static str],
}

/// All of them, those of a scene in the order of its file.
pub const DIGESTED: &[Digested] = &[
    pacing("three-kinds", 100),
    pacing("small", 100),
    pacing("busy-slow", 10),
    pool("automatic-vs-indirect", 20, &["horizon_s=60"]),
    pool("before-backup", 20, &[]),
    pool("memory-pressure", 10, &["horizon_s=15"]),
    pool("hot-page", 5, &["horizon_s=60"]),
    pool("upgraded-database", 5, &["horizon_s=60", "alter_at_s=20"]),
    pool("eight-gigabytes", 1, &["horizon_s=20"]),
    two_pass("linkbench", 3, &[]),
    two_pass("more-workers", 1, &["leaves=20000", "parents=1700"]),
    two_pass("queue-depth", 1, &["leaves=20000", "parents=1700"]),
    two_pass("small-tree", 50, &[]),
    two_pass("small-tree", 20, &["slowdown=contention", "window=rolling"]),
    two_pass(
        "small-tree",
        20,
        &["shape=rows", "keys=5000", "change=random"],
    ),
    two_pass("lost-page", 50, &[]),
    two_pass("eviction-during-checkpoint", 50, &[]),
    two_pass("clean-then-dirty", 50, &[]),
    two_pass("other-explanations", 1, &["leaves=20000", "parents=1700"]),
    log("sixteen-connections", 5, &["transactions=200"]),
    log("is-it-noise", 2, &["transactions=50", "pairs=4"]),
    log("log-reuse", 2, &[]),
    log("full-backup", 2, &["txn_rows=20000"]),
    log("pseudo-simple", 2, &["txn_rows=20000"]),
    log("no-log-backups", 2, NO_LOG_BACKUPS),
    log(
        "open-transaction",
        2,
        &["horizon_s=8", "checkpoint_every_s=2"],
    ),
    log("log-reader", 2, &["horizon_s=8", "checkpoint_every_s=2"]),
    log("bulk-load", 3, &["txn_rows=100000"]),
    log(
        "one-or-sixteen",
        2,
        &["transactions=100", "version=up-to-2012"],
    ),
    log("faster-disk", 2, &["transactions=200", "writes=up-to-2008"]),
    log("delayed-durability", 5, &["transactions=200"]),
    log("sectors", 5, &["transactions=200", "version=from-2022"]),
    log("shrink", 2, &[]),
    log(
        "sixteen-connections",
        20,
        &["sessions=4", "transactions=20"],
    ),
    crash("pull-the-plug", 3, &[]),
    crash("delayed-durability", 2, &[]),
    crash("long-transaction", 2, &["long_to_min=300"]),
    crash("which-log-backups-may-go", 2, &["day_h=12"]),
];

/// A file so small that it is full, and is backed up, within seconds.
const NO_LOG_BACKUPS: &[&str] = &[
    "horizon_s=8",
    "checkpoint_every_s=1",
    "log_backup_every_s=2",
    "log_initial_mib=2",
    "log_added_mib=0",
    "growth_mib=1",
    "disk_free_mib=2",
];

const fn crash(preset: &'static str, seeds: u64, changes: &'static [&'static str]) -> Digested {
    Digested {
        scene: "crash",
        preset,
        seeds,
        changes,
    }
}

const fn log(preset: &'static str, seeds: u64, changes: &'static [&'static str]) -> Digested {
    Digested {
        scene: "recovery_model",
        preset,
        seeds,
        changes,
    }
}

const fn two_pass(preset: &'static str, seeds: u64, changes: &'static [&'static str]) -> Digested {
    Digested {
        scene: "two_pass",
        preset,
        seeds,
        changes,
    }
}

const fn pool(preset: &'static str, seeds: u64, changes: &'static [&'static str]) -> Digested {
    Digested {
        scene: "buffer_pool",
        preset,
        seeds,
        changes,
    }
}

const fn pacing(preset: &'static str, seeds: u64) -> Digested {
    Digested {
        scene: "pacing",
        preset,
        seeds,
        changes: &["rounds=1"],
    }
}

/// Values of a preset with `key=value` changes.
pub fn values(scene_name: &str, preset: &str, changes: &[&str]) -> Values {
    let scene = scene(scene_name).expect("a scene");
    let base = scene.preset_values(preset).expect("a preset");
    let pair = |text: &&str| {
        let (key, value) = text.split_once('=').expect("key=value");
        (key.to_string(), value.to_string())
    };
    let pairs: Vec<(String, String)> = changes.iter().map(pair).collect();
    let (values, warnings) = apply(scene.infos(), &base, &pairs, &[]);
    assert_eq!(warnings, Vec::new(), "the test's own settings are legal");
    values
}
