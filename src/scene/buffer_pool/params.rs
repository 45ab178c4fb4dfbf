//! What can be set in the buffer pool scene, and what each setting rests on.

use crate::page_words as words;
use crate::params::{Choice, Control, Param, Scale, SourceKind, Unit};
use crate::scene::pacing::params::{DEVICE_CHOICES, VERSION_CHOICES};

/// Plain integers, one field a row of [`PARAMS`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    pub(super) target_s: i64,
    pub(super) rows_per_s: i64,
    pub(super) pool_mib: i64,
    pub(super) device: i64,
    pub(super) working_set_mib: i64,
    pub(super) skew_pct: i64,
    pub(super) txn_rows: i64,
    pub(super) read_pct: i64,
    pub(super) hot_pct: i64,
    pub(super) burst_times: i64,
    pub(super) recovery_interval_min: i64,
    pub(super) redo_page_ms: i64,
    pub(super) redo_records_per_s: i64,
    pub(super) recovery_model: i64,
    pub(super) log_mib: i64,
    pub(super) goal_s: i64,
    pub(super) version: i64,
    pub(super) update_rows: i64,
    pub(super) compare: i64,
    pub(super) alter_at_s: i64,
    pub(super) backup_at_s: i64,
    pub(super) lead_s: i64,
    pub(super) horizon_s: i64,
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
            "TARGET_RECOVERY_TIME of the side with indirect checkpoints: dirty pages are kept \
             under a bound that is derived from it.",
        ),
        max: 3_600,
        scale: Scale::Log,
        default: 60,
        zero: Some("automatic checkpoints"),
        source: Fact.says("60 s for databases created from SQL Server 2016 on (D1, D4)"),
        control: Control::Primary,
        ..row!(target_s, "Target recovery time", Unit::Seconds)
    },
    Param {
        help: words("Rows that transactions change in a second, on average, outside bursts."),
        max: 50_000,
        scale: Scale::Log,
        default: 8_000,
        zero: Some("no transactions"),
        source: Assumption
            .says("with the reckoning below, an automatic checkpoint about once a minute"),
        control: Control::Primary,
        ..row!(rows_per_s, "Row changes", Unit::PerS)
    },
    Param {
        help: words("Memory for pages: one frame of 8 KB a page."),
        min: 2,
        max: 8_192,
        scale: Scale::Log,
        default: 128,
        source: Assumption.says("a small server, so that every page can be seen"),
        control: Control::Primary,
        ..row!(pool_mib, "Buffer pool", Unit::Mib)
    },
    Param {
        help: words("The device under the data file and the log."),
        max: 5,
        default: 5,
        choices: DEVICE_CHOICES,
        source: Assumption.says(
            "one volume for data and log, slow enough to feel a burst; the first chapter's end \
             says where each device's figures come from",
        ),
        ..row!(device, "Storage", Unit::Choice)
    },
    Param {
        help: words("Pages that transactions read and change."),
        min: 1,
        max: 8_192,
        scale: Scale::Log,
        default: 120,
        source: Assumption.says("fits the pool"),
        ..row!(working_set_mib, "Working set", Unit::Mib)
    },
    Param {
        help: words(
            "How uneven the load is: the place in popularity order r is chosen in proportion to \
             1/r to the power of this (Zipf), from a table of integers.",
        ),
        max: 200,
        default: 50,
        zero: Some("all places alike"),
        source: Assumption.says("some places are busier than others"),
        ..row!(skew_pct, "Skew", Unit::Percent)
    },
    Param {
        help: words(
            "Rows that one transaction reads or changes. They lie side by side, 19 on a page, and \
             each transaction takes the pages of one place, at most the whole working set.",
        ),
        min: 1,
        max: 5_000,
        scale: Scale::Log,
        default: 500,
        source: Assumption.says("batches, so that a run has few enough events for a browser"),
        ..row!(txn_rows, "Rows a transaction", Unit::Rows)
    },
    Param {
        help: words("Transactions that only read, of all."),
        max: 95,
        zero: Some("all transactions change rows"),
        source: Assumption.says("reads dirty nothing; they matter when memory is short"),
        ..row!(read_pct, "Read share", Unit::Percent)
    },
    Param {
        help: words(
            "Changing transactions that also change a row of the same one page: a counter, or the \
             last page of an index.",
        ),
        max: 100,
        zero: Some("no hot page"),
        source: Assumption.says("off but in the preset hot-page"),
        ..row!(hot_pct, "Hot page", Unit::Percent)
    },
    Param {
        help: words("In the last 10 s of each minute, transactions come this many times as fast."),
        min: 1,
        max: 20,
        default: 1,
        source: Assumption.says("a steady load"),
        ..row!(burst_times, "Bursts", Unit::Count)
    },
    Param {
        help: words(
            "The server's recovery interval, in minutes. With a target of 0, an automatic \
             checkpoint comes when the log since the last one is reckoned to take this long.",
        ),
        max: 60,
        zero: Some("1 minute: the default"),
        source: Fact.says("0 is the default and treated as 1 minute (D1, D3)"),
        ..row!(recovery_interval_min, "Recovery interval", Unit::Count)
    },
    Param {
        help: words(
            "What the engine is assumed to reckon for redo of one page. The bound on dirty pages \
             is the target divided by it.",
        ),
        max: 1_000,
        scale: Scale::Log,
        default: 12,
        zero: Some("this device's own mean read"),
        source: Assumption.says(
            "the formula is not published. The write-up sets the target to 0 because at 60 s its \
             15,790 pages would be written in the background: so the bound lies below them, and a \
             page costs more than 3.3 ms. 12 ms is a random read of the 7,200 rpm disk in the list",
        ),
        ..row!(redo_page_ms, "Redo of a page", Unit::Ms)
    },
    Param {
        help: words(
            "Log records that the engine is assumed to reckon for a second of redo. It decides \
             when an automatic checkpoint comes.",
        ),
        min: 100,
        max: 1_000_000,
        scale: Scale::Log,
        default: 8_000,
        source: Fitted.says(
            "not published; chosen so that this load has a checkpoint about once a minute, as \
             active databases have in practice (D2, D3)",
        ),
        ..row!(redo_records_per_s, "Redo of records", Unit::PerS)
    },
    Param {
        help: words("In SIMPLE an automatic checkpoint is also queued when the log is 70 % used."),
        max: 1,
        choices: &[
            Choice {
                value: 0,
                key: "simple",
                label: "SIMPLE",
            },
            Choice {
                value: 1,
                key: "full",
                label: "FULL",
            },
        ],
        source: Seed.says("the write-up's database is in SIMPLE"),
        ..row!(recovery_model, "Recovery model", Unit::Choice)
    },
    Param {
        help: words("Size of the log file, for the 70 % rule."),
        min: 8,
        max: 65_536,
        scale: Scale::Log,
        default: 1_024,
        source: Assumption.says("large enough that the rule stays out of the way"),
        ..row!(log_mib, "Log file", Unit::Mib)
    },
    Param {
        help: words("The n of the button CHECKPOINT n."),
        min: 1,
        max: 3_600,
        scale: Scale::Log,
        default: 30,
        source: Seed.says("the write-up's CHECKPOINT 30"),
        ..row!(goal_s, "Duration goal", Unit::Seconds)
    },
    Param {
        help: words(
            "Up to 2014 a gather write holds 32 pages and writers back off above 20 ms; from \
             2016, 128 pages and 50 ms.",
        ),
        max: 1,
        default: 1,
        choices: VERSION_CHOICES,
        source: Fact.says(
            "D7, B5, B1; D1 and D6 for the thresholds. That they hold for the background writer \
             too is an assumption",
        ),
        ..row!(version, "SQL Server", Unit::Choice)
    },
    Param {
        help: words("Rows changed by one UPDATE just before the start: their pages are dirty."),
        max: 20_000_000,
        scale: Scale::Log,
        zero: Some("nothing is dirty at the start"),
        source: Assumption.says("none; the preset before-backup has the write-up's 300,000"),
        ..row!(update_rows, "Rows changed before", Unit::Rows)
    },
    Param {
        help: words("The one thing in which the two sides differ."),
        max: 2,
        choices: &[
            Choice {
                value: 0,
                key: "target",
                label: "target 0 and a target",
            },
            Choice {
                value: 1,
                key: "backup",
                label: "BACKUP with and without a CHECKPOINT first",
            },
            Choice {
                value: 2,
                key: "memory",
                label: "this pool and one that holds everything",
            },
        ],
        source: Assumption.says("a comparison a preset"),
        ..row!(compare, "Compare", Unit::Choice)
    },
    Param {
        help: words("When the target of the second side is set; until then it is 0."),
        max: 900,
        zero: Some("from the start"),
        source: Assumption.says("from the start, as for a new database"),
        ..row!(alter_at_s, "Target set at", Unit::Seconds)
    },
    Param {
        help: words("When BACKUP is typed."),
        max: 900,
        zero: Some("no backup"),
        source: Assumption.says("none but in the preset before-backup"),
        ..row!(backup_at_s, "Backup at", Unit::Seconds)
    },
    Param {
        help: words("How long before the BACKUP the other side types its CHECKPOINT."),
        min: 1,
        max: 600,
        scale: Scale::Log,
        default: 2,
        source: Assumption.says("long enough to be done when the backup begins"),
        ..row!(lead_s, "CHECKPOINT before it", Unit::Seconds)
    },
    Param {
        help: words("Length of the run."),
        min: 1,
        max: 900,
        scale: Scale::Log,
        default: 250,
        source: Assumption.says("four automatic checkpoints"),
        ..row!(horizon_s, "Shown time", Unit::Seconds)
    },
];
