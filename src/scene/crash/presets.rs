//! Named settings, each of which shows one thing.

use crate::page_words as words;
use crate::scene::{Preset, SPEEDS};

/// The fastest speed: a day is long.
const FASTEST: usize = SPEEDS.len() - 1;
const MADE_UP: &str = "made up; the rules are those of facts section 3.7";

/// Named settings; the first is the default.
pub static PRESETS: &[Preset] = &[
    Preset {
        name: "pull-the-plug",
        label: "Pull the plug",
        question: words("The files are whole. What does recovery give back?"),
        help: words("A power cut at 14:07: redo, undo, and nothing else."),
        source: words(MADE_UP),
        set: &[],
        speed: FASTEST,
    },
    Preset {
        name: "data-file-lost",
        label: "Data file lost",
        question: words("Data file lost at 14:07: which loses more, FULL or SIMPLE?"),
        help: words("The log is whole: a tail-log backup, if it can be taken, and a restore."),
        source: words("seed 004, \"choose the recovery model for the restore you need\""),
        set: &[("lost", 1)],
        speed: FASTEST,
    },
    Preset {
        name: "both-lost",
        label: "Data and log lost",
        question: words("With the log gone too, what is FULL worth?"),
        help: words("No tail: what was not backed up is lost."),
        source: words(MADE_UP),
        set: &[("lost", 2)],
        speed: FASTEST,
    },
    Preset {
        name: "point-in-time",
        label: "Point in time",
        question: words("A table was dropped just after 13:07. Who can have the state of 13:07?"),
        help: words("RESTORE WITH STOPAT, inside a log backup. Nothing is lost but the table."),
        source: words("seed 004: FULL with log backups lets you restore to a point in time"),
        set: &[("stop_at_min", 307)],
        speed: FASTEST,
    },
    Preset {
        name: "bulk-no-point-in-time",
        label: "Stop inside a bulk load",
        question: words("The same at 11:10, while a bulk load ran. Who can?"),
        help: words("The time lies inside a log backup with bulk changes."),
        source: words("facts section 3.7, B38"),
        set: &[("stop_at_min", 190)],
        speed: FASTEST,
    },
    Preset {
        name: "tail-with-bulk",
        label: "Tail after a bulk load",
        question: words("The data file goes five minutes into a bulk load. Is there a tail?"),
        help: words("The extents of the load lie in the file that is lost."),
        source: words("facts section 3.7, B40"),
        set: &[("lost", 1), ("at", 190)],
        speed: FASTEST,
    },
    Preset {
        name: "broken-chain",
        label: "Broken chain",
        question: words("One log backup can\u{2019}t be read. How much goes with it?"),
        help: words("The log backup of 12:30; a differential comes at 14:00."),
        source: words(MADE_UP),
        set: &[
            ("lost", 1),
            ("at", 350),
            ("damaged", 18),
            ("diff_every_min", 120),
        ],
        speed: FASTEST,
    },
    Preset {
        name: "long-transaction",
        label: "Long transaction",
        question: words("What does a transaction that is open since 09:00 cost?"),
        help: words("Undo takes back all of it; redo repeats the log since the last checkpoint."),
        source: words(MADE_UP),
        set: &[("long_from_min", 60)],
        speed: FASTEST,
    },
    Preset {
        name: "crash-in-recovery",
        label: "Crash during recovery",
        question: words("The plug again, while recovery runs. Is more lost?"),
        help: words("The long transaction, and a second crash after 70 % of recovery."),
        source: words(MADE_UP),
        set: &[("long_from_min", 60), ("again_pct", 70)],
        speed: FASTEST,
    },
    Preset {
        name: "delayed-durability",
        label: "Delayed durability",
        question: words("Commits that don\u{2019}t wait: how many are gone?"),
        help: words("Sixty small transactions a minute, the log written every 45 s."),
        source: words("facts section 3.4, D15; the length of the timer is assumed"),
        set: &[
            ("durability", 1),
            ("delay_s", 45),
            ("txns_per_min", 60),
            ("txn_rows", 5),
        ],
        speed: FASTEST,
    },
    Preset {
        name: "which-log-backups-may-go",
        label: "Which may go?",
        question: words("A full backup at 12:00. May the log backups before it be deleted?"),
        help: words("The log backup of 10:30 is missing, and so is all that went through it."),
        source: words("facts section 5, question 29"),
        set: &[
            ("lost", 2),
            ("full_every_h", 4),
            ("diff_every_min", 0),
            ("damaged", 10),
        ],
        speed: FASTEST,
    },
];
