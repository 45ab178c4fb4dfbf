//! Named settings, each of which shows one thing.

use crate::page_words as words;
use crate::scene::{Preset, SPEED_REAL};

/// The slowest speeds: what lasts microseconds.
const SLOWEST: usize = 0;

/// Named settings; the first is the default.
pub static PRESETS: &[Preset] = &[
    Preset {
        name: "linkbench",
        label: "The published checkpoint",
        question: words("Why do four workers do the work of one and a half?"),
        help: words("About 108,000 dirty leaves under 10,003 internal pages, written four ways."),
        source: words("the write-up on WiredTiger (seed 002), and an abstract model of it"),
        set: &[],
        speed: SLOWEST,
    },
    Preset {
        name: "more-workers",
        label: "More workers",
        question: words("What do twice the workers bring?"),
        help: words("The same checkpoint with 1, 2, 4, 8 and 16 workers, in one pass and in two."),
        source: words("the write-up, \"independent of the configured worker count\""),
        set: &[("compare", 2), ("workers", 16)],
        speed: SPEED_REAL,
    },
    Preset {
        name: "queue-depth",
        label: "How deep a queue",
        question: words("Which queue depth is the fastest, and why is a deeper one slower?"),
        help: words("Two passes with a bound from 8 pages to none."),
        source: words("how WiredTiger keeps hazard pointers; the depths are chosen here"),
        set: &[("compare", 3)],
        speed: SPEED_REAL,
    },
    Preset {
        name: "small-tree",
        label: "A small tree",
        question: words("Who writes which page, and when?"),
        help: words("Three levels, every page in sight, step by step."),
        source: words("made up, so that every page can be seen"),
        set: &[
            ("leaves", 36),
            ("parents", 6),
            ("fanout", 6),
            ("rest_ms", 1),
            ("queue_depth", 12),
        ],
        speed: SLOWEST,
    },
    Preset {
        name: "lost-page",
        label: "Lost pages",
        question: words("Can the state of a page tell whether its children are written?"),
        help: words("Internal pages on the workers: by membership, and by page state alone."),
        source: words(
            "made up, so that the loss can be seen: a tree of 43 pages, and a walk slow enough for \
             workers to finish some pages before it passes their parents",
        ),
        set: &[
            ("compare", 1),
            ("leaves", 36),
            ("parents", 6),
            ("fanout", 6),
            ("rest_ms", 1),
            ("queue_depth", 24),
            ("walk_ns", 20_000),
            ("wake_us", 20),
        ],
        speed: SLOWEST,
    },
    Preset {
        name: "eviction-during-checkpoint",
        label: "Eviction meanwhile",
        question: words("Does a queued page need a hazard pointer?"),
        help: words("Eviction takes clean pages while the checkpoint runs."),
        source: words(
            "made up, so that the loss can be seen; that eviction goes on is the first of two \
             assumptions that the write-up found false",
        ),
        set: &[
            ("compare", 5),
            ("leaves", 60),
            ("parents", 12),
            ("fanout", 6),
            ("rest_ms", 1),
            ("change", 1),
            ("nth", 5),
            ("evict_us", 3),
            ("link_us", 40),
        ],
        speed: SLOWEST,
    },
    Preset {
        name: "clean-then-dirty",
        label: "Clean, then dirty",
        question: words("Does a page that is clean when the walk passes it stay clean?"),
        help: words("A second walk, against a list of what was dirty in the first."),
        source: words(
            "made up, so that the loss can be seen; that a clean page stays clean is the second \
             assumption that the write-up found false",
        ),
        set: &[
            ("compare", 6),
            ("leaves", 36),
            ("parents", 6),
            ("fanout", 6),
            ("rest_ms", 1),
            ("queue_depth", 12),
        ],
        speed: SLOWEST,
    },
    Preset {
        name: "other-explanations",
        label: "Four explanations",
        question: words("What else fits the published figures?"),
        help: words("A bounded depth, contention, a shared processor, two workers: each fitted."),
        source: words("each is fitted here to the two published figures"),
        set: &[("compare", 4)],
        speed: SPEED_REAL,
    },
    Preset {
        name: "explanations-16-workers",
        label: "The same, 16 workers",
        question: words("Which explanation stays the same with more workers?"),
        help: words("The explanations as fitted for four workers, with sixteen."),
        source: words("the write-up, \"independent of the configured worker count\""),
        set: &[("compare", 4), ("workers", 16)],
        speed: SPEED_REAL,
    },
];
