//! What can be set in the two-pass scene, and what each setting rests on.

use crate::engine::heavy_tail::SIGMA_PCT_MAX;
use crate::engine::tree::TREE_PAGES_MAX;
use crate::page_words as words;
use crate::params::{Choice, Control, Param, Scale, SourceKind, Unit};

/// Plain integers, one field a row of [`PARAMS`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    pub(super) workers: i64,
    pub(super) queue_depth: i64,
    pub(super) sigma_pct: i64,
    pub(super) compare: i64,
    pub(super) window: i64,
    pub(super) slowdown: i64,
    pub(super) contention_pct: i64,
    pub(super) cpu_pct: i64,
    pub(super) leaf_ns: i64,
    pub(super) internal_ns: i64,
    pub(super) wake_us: i64,
    pub(super) driver_wake_us: i64,
    pub(super) walk_ns: i64,
    pub(super) slot_pct: i64,
    pub(super) push_ns: i64,
    pub(super) done_ns: i64,
    pub(super) pin_ns: i64,
    pub(super) rest_ms: i64,
    pub(super) shape: i64,
    pub(super) leaves: i64,
    pub(super) parents: i64,
    pub(super) fanout: i64,
    pub(super) keys: i64,
    pub(super) key_bytes: i64,
    pub(super) value_bytes: i64,
    pub(super) leaf_bytes: i64,
    pub(super) internal_bytes: i64,
    pub(super) change: i64,
    pub(super) nth: i64,
    pub(super) random_rows: i64,
    pub(super) evict_us: i64,
    pub(super) link_us: i64,
    pub(super) hazard: i64,
}

macro_rules! row {
    ($key:ident, $label:literal, $unit:expr) => {
        Param::template(
            stringify!($key),
            $label,
            $unit,
            (|s: &Settings| s.$key, |s: &mut Settings, v: i64| s.$key = v),
        )
    };
}

macro_rules! choices {
    ($($value:literal $key:literal $label:literal),+ $(,)?) => {
        &[$(Choice { value: $value, key: $key, label: $label }),+]
    };
}

use SourceKind::{Assumption, Fact, Fitted, Seed};

/// Most workers.
pub const WORKERS_MAX: i64 = 64;
/// The queue depth that gives the published gain.
pub const DEPTH: i64 = 36;
/// A depth that never binds.
pub const UNBOUNDED: i64 = TREE_PAGES_MAX as i64;

/// The rows, in the order in which they are shown.
pub static PARAMS: &[Param<Settings>] = &[
    Param {
        help: words("Threads that reconcile pages for the checkpoint thread."),
        min: 1,
        max: WORKERS_MAX,
        scale: Scale::Log,
        default: 4,
        source: Assumption.says(
            "the write-up does not say how many it had; 4 and 8 appear in the code's own tests",
        ),
        control: Control::Primary,
        ..row!(workers, "Workers", Unit::Count)
    },
    Param {
        help: words(
            "Most pages that the checkpoint thread pushes before it waits, in two passes and with \
             internal pages on the workers; those that workers make ready come on top. In one \
             pass the tree sets it.",
        ),
        min: 1,
        max: UNBOUNDED,
        scale: Scale::Log,
        default: DEPTH,
        source: Fitted.says(
            "to the published gain of 21.5 %: with no bound, and pins that cost nothing, it would \
             be more than twice that",
        ),
        control: Control::Primary,
        ..row!(queue_depth, "Queue depth", Unit::Count)
    },
    Param {
        help: words(
            "A hundred times the standard deviation of the logarithm of a leaf's reconcile time. \
             The mean stays; a larger spread means many quick pages and a few very slow ones.",
        ),
        max: SIGMA_PCT_MAX as i64,
        default: 178,
        zero: Some("every leaf takes the same time"),
        source: Fitted.says("to the published concurrency of 1.55, with the wake-up times below"),
        control: Control::Primary,
        ..row!(sigma_pct, "Spread of reconcile times", Unit::Percent)
    },
    Param {
        help: words("What stands side by side."),
        max: 6,
        default: 0,
        choices: choices![
            0 "ways" "Four ways to write",
            1 "lost" "Internal pages on the workers",
            2 "workers" "From 1 worker to this many",
            3 "depths" "Queue depths",
            4 "explanations" "Four explanations",
            5 "pins" "With and without hazard pointers",
            6 "collected" "Second walk or collected pages",
        ],
        source: Assumption.says("the write-up compares one pass with two"),
        ..row!(compare, "Compare", Unit::Choice)
    },
    Param {
        help: words(
            "At the bound the checkpoint thread waits for all that it pushed, or for room for one \
             page. The second needs hazard pointers that are let go of one by one.",
        ),
        max: 1,
        choices: choices![0 "barrier" "Full barrier", 1 "rolling" "Rolling window"],
        source: Fact.says("in the code, hazard pointers stay until the drain"),
        ..row!(window, "At the bound", Unit::Choice)
    },
    Param {
        help: words("Whether workers slow each other down."),
        max: 2,
        choices: choices![
            0 "none" "Not at all",
            1 "contention" "By contention",
            2 "cpu" "By sharing a processor",
        ],
        source: Assumption.says("the write-up does not tell which bound it met"),
        ..row!(slowdown, "Slowdown", Unit::Choice)
    },
    Param {
        help: words("With contention: how much slower each worker gets for every other at work."),
        max: 400,
        default: 66,
        zero: Some("no contention"),
        source: Fitted.says("to the published concurrency and gain, without a bound on depth"),
        ..row!(contention_pct, "Contention", Unit::Percent)
    },
    Param {
        help: words("With a shared processor: what all workers together may use of it."),
        min: 10,
        max: 6_400,
        scale: Scale::Log,
        default: 150,
        source: Fitted.says("to the published concurrency"),
        ..row!(cpu_pct, "Processor share", Unit::Percent)
    },
    Param {
        help: words("Mean time to reconcile a leaf."),
        min: 100,
        max: 100_000_000,
        scale: Scale::Log,
        default: 138_300,
        source: Seed.says("reckoned: 493.1 s in 33 checkpoints, by the 73 % of waiting"),
        ..row!(leaf_ns, "Leaf reconcile time", Unit::Ns)
    },
    Param {
        help: words("Time to reconcile an internal page, the same for each."),
        min: 100,
        max: 100_000_000,
        scale: Scale::Log,
        default: 126_900,
        source: Seed.says("reckoned: 1.27 s for 10,004 internal pages"),
        ..row!(internal_ns, "Internal reconcile time", Unit::Ns)
    },
    Param {
        help: words("From a push until a worker that slept runs."),
        max: 10_000,
        scale: Scale::Log,
        default: 80,
        zero: Some("workers run at once"),
        source: Assumption.says("a condition variable's wake-up on a busy server"),
        ..row!(wake_us, "Worker wake-up", Unit::Us)
    },
    Param {
        help: words("From the last page done until the checkpoint thread runs again."),
        max: 10_000,
        scale: Scale::Log,
        default: 50,
        zero: Some("it runs at once"),
        source: Assumption.says("a semaphore's wake-up on a busy server"),
        ..row!(driver_wake_us, "Checkpoint thread wake-up", Unit::Us)
    },
    Param {
        help: words("The walk, for each page in memory."),
        max: 1_000_000,
        scale: Scale::Log,
        default: 4_140,
        zero: Some("the walk takes no time"),
        source: Seed.says("reckoned: 3.7 % of 13.2 s, over 118,000 pages"),
        ..row!(walk_ns, "Walk", Unit::Ns)
    },
    Param {
        help: words("The second walk, for each leaf that it skips, against a page that it visits."),
        max: 100,
        default: 30,
        zero: Some("skipped leaves cost nothing, as the write-up says"),
        source: Assumption
            .says("in the code a skipped slot is looked at; the write-up says it is free"),
        ..row!(slot_pct, "Skipped leaf", Unit::Percent)
    },
    Param {
        help: words("Putting a page into the queue."),
        max: 100_000,
        scale: Scale::Log,
        default: 500,
        zero: Some("pushing takes no time"),
        source: Assumption.says("an allocation and an uncontended lock"),
        ..row!(push_ns, "Push", Unit::Ns)
    },
    Param {
        help: words("The checkpoint thread, for each page that it takes back after a drain."),
        max: 100_000,
        scale: Scale::Log,
        default: 1_000,
        zero: Some("taking back takes no time"),
        source: Assumption.says("a semaphore, a list and a hazard pointer to clear"),
        ..row!(done_ns, "Taking back", Unit::Ns)
    },
    Param {
        help: words(
            "Setting a hazard pointer looks for a free slot past those already set: this much for \
             each pinned page, at every step of the walk and every push.",
        ),
        max: 100,
        default: 1,
        zero: Some("any number of pins is free"),
        source: Assumption.says("of a measured 1 to 2 ns; no figure of the write-up's"),
        ..row!(pin_ns, "Pinned page", Unit::Ns)
    },
    Param {
        help: words("What a checkpoint does beside its walk: prepare, metadata, sync, resolve."),
        max: 60_000,
        scale: Scale::Log,
        default: 1_806,
        zero: Some("nothing but the walk"),
        source: Seed.says("reckoned: the remainder of 13.2 s"),
        ..row!(rest_ms, "Beside the walk", Unit::Ms)
    },
    Param {
        help: words("How the tree is given: pages a level, or rows and their sizes."),
        max: 1,
        choices: choices![0 "levels" "By levels", 1 "rows" "By rows"],
        source: Seed.says("the write-up gives pages, not rows"),
        ..row!(shape, "Tree", Unit::Choice)
    },
    Param {
        help: words("By levels: leaves."),
        min: 1,
        max: TREE_PAGES_MAX as i64 / 2,
        scale: Scale::Log,
        default: 108_043,
        source: Seed.says("reckoned: 10,004 drains of 10.8 pages, give or take 500 by rounding"),
        ..row!(leaves, "Leaves", Unit::Count)
    },
    Param {
        help: words("By levels: internal pages right above the leaves."),
        min: 1,
        max: TREE_PAGES_MAX as i64 / 2,
        scale: Scale::Log,
        default: 9_168,
        source: Assumption.says("of 10,003 internal pages in all, by the fanout assumed below"),
        ..row!(parents, "Parents of leaves", Unit::Count)
    },
    Param {
        help: words("By levels: children of an internal page further up."),
        min: 2,
        max: 1_000,
        scale: Scale::Log,
        default: 12,
        source: Assumption.says("near the published 10.8; full pages would hold over a hundred"),
        ..row!(fanout, "Fanout above", Unit::Count)
    },
    Param {
        help: words("By rows: how many keys the tree holds."),
        min: 1,
        max: 10_000_000,
        scale: Scale::Log,
        default: 1_000_000,
        source: Assumption.says("a table of a benchmark"),
        ..row!(keys, "Keys", Unit::Count)
    },
    Param {
        help: words("By rows: bytes of a key."),
        min: 1,
        max: 1_000,
        scale: Scale::Log,
        default: 16,
        source: Assumption.says("an identifier"),
        ..row!(key_bytes, "Key", Unit::Bytes)
    },
    Param {
        help: words("By rows: bytes of a value."),
        min: 1,
        max: 1_000_000,
        scale: Scale::Log,
        default: 200,
        source: Assumption.says("a short document"),
        ..row!(value_bytes, "Value", Unit::Bytes)
    },
    Param {
        help: words("By rows: bytes of a leaf page."),
        min: 512,
        max: 1 << 20,
        scale: Scale::Log,
        default: 32 << 10,
        source: Fact.says("WiredTiger's default leaf_page_max"),
        ..row!(leaf_bytes, "Leaf page", Unit::Bytes)
    },
    Param {
        help: words("By rows: bytes of an internal page."),
        min: 512,
        max: 1 << 20,
        scale: Scale::Log,
        default: 4 << 10,
        source: Fact.says("WiredTiger's default internal_page_max"),
        ..row!(internal_bytes, "Internal page", Unit::Bytes)
    },
    Param {
        help: words(
            "Which rows have changed since the last checkpoint. By levels, a leaf is one row.",
        ),
        max: 2,
        choices: choices![
            0 "all" "All",
            1 "every" "Every nth",
            2 "random" "Some at random",
        ],
        source: Assumption.says("every page that the published checkpoint visits counts as dirty"),
        ..row!(change, "Changed rows", Unit::Choice)
    },
    Param {
        help: words("Of every nth row changed, the n."),
        min: 1,
        max: 10_000_000,
        scale: Scale::Log,
        default: 10,
        source: Assumption.says("a scan that updates"),
        ..row!(nth, "Every nth", Unit::Count)
    },
    Param {
        help: words("Row changes at random places; the same row may be hit twice."),
        min: 1,
        max: 1_000_000,
        scale: Scale::Log,
        default: 1_000,
        source: Assumption.says("point updates"),
        ..row!(random_rows, "Random changes", Unit::Count)
    },
    Param {
        help: words("Eviction tries to take a clean page this often while the checkpoint runs."),
        max: 1_000_000,
        scale: Scale::Log,
        zero: Some("nothing is evicted"),
        source: Assumption.says("memory is large enough; the presets on eviction set it"),
        ..row!(evict_us, "Time between evictions", Unit::Us)
    },
    Param {
        help: words(
            "From the moment a written page is clean until its parent is marked dirty. In between, \
             both look clean.",
        ),
        max: 10_000,
        scale: Scale::Log,
        zero: Some("both at once"),
        source: Fact.says("there is such a moment in the code; its length is assumed"),
        ..row!(link_us, "Clean before parent dirty", Unit::Us)
    },
    Param {
        help: words("Whether a queued page has a hazard pointer that keeps eviction away."),
        max: 1,
        choices: choices![0 "on" "Queued pages are pinned", 1 "off" "They are not"],
        source: Seed.says("its design; a later commit of the pull request pins none"),
        ..row!(hazard, "Hazard pointers", Unit::Choice)
    },
];
