//! What can be set in the pacing scene, and what each setting rests on.

use crate::engine::device::DEVICES;
use crate::page_words as words;
use crate::params::{Choice, Control, Param, Scale, SourceKind, Unit};

/// Plain integers, one field a row of [`PARAMS`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    pub(super) rows: i64,
    pub(super) goal_s: i64,
    pub(super) device: i64,
    pub(super) goal_short_s: i64,
    pub(super) version: i64,
    pub(super) sessions: i64,
    pub(super) think_ms: i64,
    pub(super) reads: i64,
    pub(super) io_target_start: i64,
    pub(super) buffer_order: i64,
    pub(super) rounds: i64,
    pub(super) row_bytes: i64,
    pub(super) columns: i64,
    pub(super) other_pages: i64,
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

use SourceKind::{Assumption, Fact, Fitted, Seed};

/// The rows, in the order in which they are shown.
pub static PARAMS: &[Param<Settings>] = &[
    Param {
        help: words(
            "Rows that the UPDATE changed before the CHECKPOINT, from the first in key order. \
               They decide how many pages are dirty.",
        ),
        min: 1,
        max: 3_000_000,
        scale: Scale::Log,
        default: 300_000,
        source: Seed.says("the write-up's table: 300,000 rows"),
        control: Control::Primary,
        ..row!(rows, "Rows changed", Unit::Rows)
    },
    Param {
        help: words("The n of CHECKPOINT n, in seconds, for the side with a long goal."),
        min: 1,
        max: 3_600,
        scale: Scale::Log,
        default: 30,
        source: Seed.says("the write-up's CHECKPOINT 30"),
        control: Control::Primary,
        ..row!(goal_s, "Duration goal", Unit::Seconds)
    },
    Param {
        help: words("The device under the data file and the log."),
        max: 5,
        default: 2,
        choices: DEVICE_CHOICES,
        source: Assumption.says(
            "the write-up says only \"a PC with an SSD\"; the chapter's end says where each \
             device's figures come from",
        ),
        control: Control::Primary,
        ..row!(device, "Storage", Unit::Choice)
    },
    Param {
        help: words("The n of the side with a short goal."),
        max: 3_600,
        scale: Scale::Log,
        default: 1,
        zero: Some("no side with a short goal"),
        source: Seed.says("the write-up's CHECKPOINT 1"),
        ..row!(goal_short_s, "Short goal", Unit::Seconds)
    },
    Param {
        help: words(
            "Up to 2014 a gather write holds 32 pages and the default throttle backs off above \
               20 ms; from 2016, 128 pages and 50 ms.",
        ),
        max: 1,
        default: 1,
        choices: VERSION_CHOICES,
        source: Fact.says("B1 and D7 for the cap; D6 and D1 for the threshold"),
        ..row!(version, "Version", Unit::Choice)
    },
    Param {
        help: words(
            "Sessions that share the device with the checkpoint: each thinks, reads, changes a \
               row and commits, over and over.",
        ),
        max: 256,
        zero: Some("an idle server"),
        source: Seed.says("the write-up's server was idle"),
        ..row!(sessions, "Busy sessions", Unit::Count)
    },
    Param {
        help: words("Mean pause of a session between two transactions, exponential."),
        max: 10_000,
        scale: Scale::Log,
        default: 10,
        zero: Some("sessions never pause"),
        source: Assumption.says("an application server between two short transactions"),
        ..row!(think_ms, "Think time", Unit::Ms)
    },
    Param {
        help: words("Pages that a transaction reads from the device before it commits."),
        max: 20,
        default: 2,
        zero: Some("everything read is in memory"),
        source: Assumption.says("a working set a little larger than memory"),
        ..row!(reads, "Reads per commit", Unit::Count)
    },
    Param {
        help: words(
            "Outstanding pages at which the default throttle waits when the checkpoint begins. \
               From there it moves with the latency that it sees.",
        ),
        min: 2,
        max: 1_560,
        scale: Scale::Log,
        default: 100,
        source: Assumption.says(
            "100 is the constant of SQL Server 2000 SP3 (B4); error logs have shown 2 to 1560. \
             That it counts pages is assumed",
        ),
        ..row!(io_target_start, "I/O target at the start", Unit::Count)
    },
    Param {
        help: words(
            "The order of the buffers that the checkpoint sweeps. Beyond one gather write, file \
               order is not guaranteed.",
        ),
        max: 1,
        default: 0,
        choices: &[
            Choice {
                value: 0,
                key: "file",
                label: "As in the file",
            },
            Choice {
                value: 1,
                key: "extents",
                label: "Extents in a random order",
            },
        ],
        source: Assumption.says(
            "B4 and B6 give the sweep; how a pool was filled is its own history. The write-up's \
             table had just been loaded in key order; the preset \"small\" has older pages",
        ),
        ..row!(buffer_order, "Buffer order", Unit::Choice)
    },
    Param {
        help: words("How often each request is repeated, with new luck."),
        min: 1,
        max: 10,
        default: 2,
        source: Seed.says("the write-up's two rounds"),
        ..row!(rounds, "Rounds", Unit::Count)
    },
    Param {
        help: words(
            "Bytes of the fixed-length columns: char(400) and two ints are 408. A row has 7 \
               more, and its slot 2.",
        ),
        min: 1,
        max: 8_000,
        default: 408,
        source: Seed.says("the write-up's table: char(400) and two ints"),
        ..row!(row_bytes, "Fixed-length columns", Unit::Bytes)
    },
    Param {
        help: words("Columns of the table: one bit each in the row's null bitmap."),
        min: 1,
        max: 1_024,
        default: 3,
        source: Seed.says("the write-up's table: three columns"),
        ..row!(columns, "Columns", Unit::Count)
    },
    Param {
        help: words(
            "Pages that are dirty beside the table's own, in one or two stretches at random \
               places among the system tables.",
        ),
        max: 100,
        zero: Some("only the table's pages are dirty"),
        source: Fitted.says(
            "the preset \"small\" sets 9: 200 rows fill 11 pages and the write-up counts \
                   about 20; where the others lie is not published and is fitted to its 3 to 8 s",
        ),
        ..row!(other_pages, "Other dirty pages", Unit::Pages)
    },
];

/// The devices as choices, in the order of [`DEVICES`].
pub(in crate::scene) static DEVICE_CHOICES: &[Choice] = &[
    Choice {
        value: 0,
        key: DEVICES[0].key,
        label: DEVICES[0].label,
    },
    Choice {
        value: 1,
        key: DEVICES[1].key,
        label: DEVICES[1].label,
    },
    Choice {
        value: 2,
        key: DEVICES[2].key,
        label: DEVICES[2].label,
    },
    Choice {
        value: 3,
        key: DEVICES[3].key,
        label: DEVICES[3].label,
    },
    Choice {
        value: 4,
        key: DEVICES[4].key,
        label: DEVICES[4].label,
    },
    Choice {
        value: 5,
        key: DEVICES[5].key,
        label: DEVICES[5].label,
    },
];

/// The versions whose limits differ.
pub(in crate::scene) static VERSION_CHOICES: &[Choice] = &[
    Choice {
        value: 0,
        key: "sql-2014",
        label: "SQL Server 2014 or older",
    },
    Choice {
        value: 1,
        key: "sql-2016",
        label: "SQL Server 2016 or newer",
    },
];
