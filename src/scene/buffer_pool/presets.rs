//! Named settings, each of which shows one thing.

use crate::page_words as words;
use crate::scene::{Preset, SPEED_REAL};

/// Twenty times real time: a run of minutes in seconds.
const FAST: usize = 5;

/// Named settings; the first is the default.
pub static PRESETS: &[Preset] = &[
    Preset {
        name: "automatic-vs-indirect",
        label: "Automatic or indirect",
        question: words("Who writes a dirty page, when, and what does a smoother write cost?"),
        help: words("The same load on a database with target 0 and on one with 60 s."),
        source: words("seed 000, \"Spread the Work With a Recovery Target\"; the load is assumed"),
        speed: FAST,
        set: &[],
    },
    Preset {
        name: "before-backup",
        label: "CHECKPOINT before a backup",
        question: words("Does a backup need a CHECKPOINT first?"),
        help: words("15,790 dirty pages on an idle SSD, then a backup to NUL."),
        source: words("seed 000, \"Does a Backup Need a Checkpoint First?\""),
        speed: SPEED_REAL,
        set: &[
            ("compare", 1),
            ("target_s", 0),
            ("rows_per_s", 0),
            ("pool_mib", 128),
            ("working_set_mib", 100),
            ("update_rows", 300_000),
            ("device", 2),
            ("backup_at_s", 3),
            ("lead_s", 2),
            ("horizon_s", 5),
        ],
    },
    Preset {
        name: "memory-pressure",
        label: "Too little memory",
        question: words("What changes when the working set does not fit?"),
        help: words("A working set of three times the pool, against a pool that holds all of it."),
        source: words("sections on the buffer pool in the documentation (D7, D11); load assumed"),
        speed: FAST,
        set: &[
            ("compare", 2),
            ("pool_mib", 32),
            ("rows_per_s", 3_000),
            ("working_set_mib", 96),
            ("skew_pct", 60),
            ("txn_rows", 19),
            ("read_pct", 50),
            ("device", 3),
            ("horizon_s", 60),
        ],
    },
    Preset {
        name: "hot-page",
        label: "One hot page",
        question: words("How often is a page written that everybody changes?"),
        help: words("Every transaction also changes the same page; ten minutes."),
        source: words(
            "measured in ten minutes on one server: 29 writes with a target, 9 without (B12)",
        ),
        speed: FAST + 1,
        set: &[("hot_pct", 100), ("horizon_s", 600)],
    },
    Preset {
        name: "upgraded-database",
        label: "Upgraded database",
        question: words("What does the setting change in a database that came from an old server?"),
        help: words("Still at 0, with bursts in its load; one side gets its target on the way."),
        source: words("upgraded and restored databases keep 0 (D1, D4); load assumed"),
        speed: FAST,
        set: &[
            ("alter_at_s", 120),
            ("burst_times", 3),
            ("horizon_s", 300),
            ("rows_per_s", 7_000),
        ],
    },
    Preset {
        name: "eight-gigabytes",
        label: "8 GB of memory",
        question: words("Does the picture hold on a larger server?"),
        help: words("1,048,576 frames, on NVMe."),
        source: words(
            "the same mechanism; load assumed, and so are 1 ms a page and 50,000 records a second, \
             in keeping with so large a pool",
        ),
        speed: FAST,
        set: &[
            ("pool_mib", 8_192),
            ("working_set_mib", 6_000),
            ("rows_per_s", 50_000),
            ("txn_rows", 2_000),
            ("device", 4),
            ("redo_page_ms", 1),
            ("redo_records_per_s", 50_000),
            ("log_mib", 8_192),
            ("horizon_s", 250),
        ],
    },
];
