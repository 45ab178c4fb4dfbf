//! The lists that some settings choose from.

use crate::params::Choice;

const fn choice(value: i64, key: &'static str, label: &'static str) -> Choice {
    Choice { value, key, label }
}

pub(super) static STATEMENTS: &[Choice] = &[
    choice(0, "insert", "INSERT"),
    choice(1, "bulk-load", "bulk load"),
];

pub(super) static SECTORS: &[Choice] = &[
    choice(0, "bytes-512", "512 bytes"),
    choice(1, "bytes-4096", "4,096 bytes"),
];

pub(super) static WRITES: &[Choice] = &[
    choice(0, "up-to-2008", "32 (up to 2008 R2)"),
    choice(1, "from-2012", "112 (from 2012)"),
];

pub(super) static DURABILITY: &[Choice] = &[
    choice(0, "full", "full"),
    choice(1, "delayed", "delayed (FORCED)"),
];

pub(super) static VERSIONS: &[Choice] = &[
    choice(0, "up-to-2012", "up to 2012"),
    choice(1, "from-2014", "2014 to 2019"),
    choice(2, "from-2022", "from 2022"),
];

pub(super) static COMPARE: &[Choice] = &[
    choice(0, "models", "FULL and SIMPLE by turns"),
    choice(1, "pairs", "many pairs of rounds"),
    choice(2, "connections", "numbers of connections"),
    choice(3, "disks", "this disk and one ten times as fast"),
    choice(4, "bulk", "a load under each model"),
    choice(5, "reuse", "the same log at two places of the file"),
    choice(6, "backups", "BACKUP DATABASE and BACKUP LOG"),
    choice(7, "chain", "before and after the first full backup"),
    choice(8, "schedule", "with and without log backups"),
    choice(
        9,
        "holder",
        "SIMPLE with and without somebody who holds the log",
    ),
    choice(10, "durability", "full and delayed durability"),
    choice(11, "sectors", "sectors of 512 and 4,096 bytes"),
    choice(
        12,
        "shrink",
        "where the head stands when the file is shrunk",
    ),
];

pub(super) static HOLDERS: &[Choice] = &[
    choice(0, "transaction", "an open transaction"),
    choice(1, "reader", "a log reader that stands still"),
];

pub(super) static READINGS: &[Choice] = &[
    choice(0, "all", "all pairs"),
    choice(1, "best-for-simple", "the best pair for SIMPLE"),
];
