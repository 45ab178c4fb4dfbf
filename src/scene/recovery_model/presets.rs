//! Named settings, each of which shows one thing.

use crate::page_words as words;
use crate::scene::{Preset, SPEED_REAL};

/// Five times real time.
const FAST: usize = 4;

const PLAIN: Preset = Preset {
    name: "",
    label: "",
    question: "",
    help: "",
    source: "",
    set: &[],
    speed: FAST,
};

/// One transaction of 100,000 rows, as the write-up's last script inserts them.
macro_rules! batch {
    ($($more:expr),* $(,)?) => {
        &[("sessions", 1), ("transactions", 1), ("txn_rows", 100_000), ("busy_max_pct", 0),
          $($more),*]
    };
}

/// Named settings; the first is the default.
pub static PRESETS: &[Preset] = &[
    Preset {
        name: "sixteen-connections",
        label: "Sixteen connections",
        question: words("Does SIMPLE write less log than FULL?"),
        help: words("16 connections, 10,000 one-row inserts each; FULL and SIMPLE by turns."),
        source: words(
            "seed 004, \"Run One Round\"; the neighbour is assumed, and seed 1 is one of those in \
             which the fastest and the slowest round are both FULL, as published",
        ),
        ..PLAIN
    },
    Preset {
        name: "quiet-server",
        label: "Quiet server",
        question: words("What is left of the difference when nobody else works?"),
        help: words("The same without the busy neighbour."),
        source: words("seed 004; the published server was not quiet"),
        set: &[("busy_max_pct", 0)],
        ..PLAIN
    },
    Preset {
        name: "is-it-noise",
        label: "Is it noise?",
        question: words("Would more rounds show that one model is faster?"),
        help: words("30 pairs of rounds beside the busy neighbour."),
        source: words("seed 004, \"The Result\"; the repeats are ours"),
        set: &[("compare", 1)],
        ..PLAIN
    },
    Preset {
        name: "log-reuse",
        label: "What frees the log",
        question: words("Why does it still say LOG_BACKUP right after a log backup?"),
        help: words(
            "100,000 rows, CHECKPOINT, BACKUP LOG, CHECKPOINT; log in several VLFs and in one.",
        ),
        source: words("seed 004, \"What Differs\"; facts B37 (Randal)"),
        set: batch![("compare", 5)],
        speed: SPEED_REAL,
    },
    Preset {
        name: "full-backup",
        label: "Full backup",
        question: words("Does a full backup free the log?"),
        help: words("After the load one side backs up the database, the other the log."),
        source: words("facts D2, D23; question 7 of section 5"),
        set: batch![("compare", 6)],
        speed: SPEED_REAL,
    },
    Preset {
        name: "pseudo-simple",
        label: "Before the first backup",
        question: words("Is FULL full from the start?"),
        help: words("A new database under FULL: no full backup, a copy-only one, a real one."),
        source: words("seed 004, \"Run One Round\"; facts D9, B39, Q4"),
        set: batch![("compare", 7)],
        speed: SPEED_REAL,
    },
    Preset {
        name: "no-log-backups",
        label: "No log backups",
        question: words("When is the disk full?"),
        help: words("A log that can grow to 256 MiB, with and without log backups."),
        source: words("seed 004, \"What Differs\"; facts section 3.9"),
        set: &[
            ("compare", 8),
            ("busy_max_pct", 0),
            ("log_added_mib", 56),
            ("disk_free_mib", 192),
            ("horizon_s", 60),
            ("checkpoint_every_s", 10),
            ("log_backup_every_s", 10),
        ],
        ..PLAIN
    },
    Preset {
        name: "due-to-nothing",
        label: "Due to NOTHING",
        question: words("The log is full, due to NOTHING. What is in the way?"),
        help: words(
            "A log that can\u{2019}t grow is full before the first checkpoint by the clock.",
        ),
        source: words("facts section 3.6 (B37); question 5 of section 5"),
        set: &[
            ("compare", 8),
            ("busy_max_pct", 0),
            ("log_added_mib", 56),
            ("growth_mib", 0),
            ("horizon_s", 20),
            ("log_backup_every_s", 5),
        ],
        ..PLAIN
    },
    Preset {
        name: "open-transaction",
        label: "Open transaction",
        question: words("Why does the log grow under SIMPLE?"),
        help: words("Somebody begins a transaction, inserts a row and goes for lunch."),
        source: words("facts D8, B15; questions 1 and 2 of section 5"),
        set: &[
            ("compare", 9),
            ("busy_max_pct", 0),
            ("log_added_mib", 56),
            ("horizon_s", 40),
            ("checkpoint_every_s", 10),
        ],
        ..PLAIN
    },
    Preset {
        name: "log-reader",
        label: "Log reader",
        question: words("Who else keeps the log?"),
        help: words("Replication or change data capture that stands still, under SIMPLE."),
        source: words("facts section 3.6, 6; question 30 of section 5"),
        set: &[
            ("compare", 9),
            ("holder", 1),
            ("busy_max_pct", 0),
            ("log_added_mib", 56),
            ("horizon_s", 40),
            ("checkpoint_every_s", 10),
        ],
        ..PLAIN
    },
    Preset {
        name: "bulk-load",
        label: "Bulk load",
        question: words("Is SIMPLE unlogged?"),
        help: words("One eligible bulk load of 1,000,000 rows under each model, then BACKUP LOG."),
        source: words("facts section 3.7, D21, B40; the write-up leaves it out"),
        set: &[
            ("compare", 4),
            ("sessions", 1),
            ("transactions", 1),
            ("txn_rows", 1_000_000),
            ("statement", 1),
            ("busy_max_pct", 0),
            ("latch_ns", 500),
        ],
        speed: SPEED_REAL,
    },
    Preset {
        name: "one-or-sixteen",
        label: "One or sixteen",
        question: words("Are sixteen connections sixteen times as fast as one?"),
        help: words("The same inserts from 1, 16 and 64 connections."),
        source: words("facts section 3.2, Q5 and P1; load of seed 004"),
        set: &[("compare", 2), ("busy_max_pct", 0), ("transactions", 2_000)],
        ..PLAIN
    },
    Preset {
        name: "faster-disk",
        label: "Faster disk",
        question: words("Does a faster disk make WRITELOG go away?"),
        help: words("This disk, and one whose writes take a tenth."),
        source: words("facts B50 (the curious case of faster disks); load of seed 004"),
        set: &[("compare", 3), ("busy_max_pct", 0)],
        ..PLAIN
    },
    Preset {
        name: "delayed-durability",
        label: "Delayed durability",
        question: words("What does a commit that does not wait put at risk?"),
        help: words("A commit that waits for its log, and one that does not."),
        source: words("facts section 3.4, D15"),
        set: &[("compare", 10), ("busy_max_pct", 0)],
        ..PLAIN
    },
    Preset {
        name: "sectors",
        label: "4 KB sectors",
        question: words("What do sectors of 4 KB do to a small commit?"),
        help: words("The same load on sectors of 512 and of 4,096 bytes."),
        source: words("facts section 3.1 (recalled) and 3.3"),
        set: &[
            ("compare", 11),
            ("busy_max_pct", 0),
            ("transactions", 2_000),
        ],
        ..PLAIN
    },
    Preset {
        name: "shrink",
        label: "It does not shrink",
        question: words("It says NOTHING, so why does the file not shrink?"),
        help: words("The same script; in one file the head stands in the last VLF."),
        source: words("facts D18, B34; question 4 of section 5"),
        set: batch![("compare", 12)],
        speed: SPEED_REAL,
    },
];
