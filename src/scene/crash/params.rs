//! What can be set in the restore drill, and what each setting rests on.

use crate::page_words as words;
use crate::params::{Choice, Control, Param, Scale, SourceKind, Unit};

/// Plain integers, one field a row of [`PARAMS`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    pub(super) at: i64,
    pub(super) lost: i64,
    pub(super) log_every_min: i64,
    pub(super) diff_every_min: i64,
    pub(super) full_every_h: i64,
    pub(super) stop_at_min: i64,
    pub(super) damaged: i64,
    pub(super) again_pct: i64,
    pub(super) durability: i64,
    pub(super) delay_s: i64,
    pub(super) bulk_at_min: i64,
    pub(super) bulk_min: i64,
    pub(super) bulk_mib: i64,
    pub(super) long_from_min: i64,
    pub(super) long_to_min: i64,
    pub(super) long_rows: i64,
    pub(super) txns_per_min: i64,
    pub(super) txn_rows: i64,
    pub(super) txn_s: i64,
    pub(super) checkpoint_min: i64,
    pub(super) day_h: i64,
    pub(super) data_mib: i64,
    pub(super) backup_mib_per_s: i64,
    pub(super) redo_mib_per_s: i64,
    pub(super) undo_mib_per_s: i64,
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

use SourceKind::{Assumption, Fact};

/// The longest day, in hours.
pub const DAY_H_MAX: i64 = 24;
const DAY_MIN_MAX: i64 = DAY_H_MAX * 60;

/// The rows, in the order in which they are shown.
pub static PARAMS: &[Param<Settings>] = &[
    Param {
        help: words(
            "When the plug is pulled, in minutes after 08:00. The cursor stands there at first; \
             drag it, and everything is reckoned for where it stands.",
        ),
        min: 1,
        max: DAY_MIN_MAX,
        default: 367,
        source: Assumption.says("14:07, some time after lunch"),
        control: Control::Primary,
        ..row!(at, "Plug pulled, minutes after 08:00", Unit::Count)
    },
    Param {
        help: words("What is gone besides memory. If nothing is, a restart recovers."),
        max: 2,
        choices: choices![
            0 "nothing" "Nothing",
            1 "data" "Data file",
            2 "both" "Data file and log",
        ],
        source: Assumption.says("a power cut is more frequent than a lost disk"),
        control: Control::Primary,
        ..row!(lost, "Lost", Unit::Choice)
    },
    Param {
        help: words("Minutes between two log backups. Under SIMPLE each is refused, error 4208."),
        max: 240,
        default: 15,
        zero: Some("no log backups"),
        source: Assumption
            .says("a usual schedule; how often is enough follows from how much may be lost"),
        control: Control::Primary,
        ..row!(log_every_min, "Log backup every, minutes", Unit::Count)
    },
    Param {
        help: words("Minutes between two differential backups."),
        max: 720,
        default: 240,
        zero: Some("no differential backups"),
        source: Assumption.says("twice a day"),
        ..row!(diff_every_min, "Differential every, minutes", Unit::Count)
    },
    Param {
        help: words("Hours between two full backups. The first is taken at 08:00."),
        min: 1,
        max: 24,
        default: 24,
        source: Assumption.says("daily"),
        ..row!(full_every_h, "Full backup every, hours", Unit::Count)
    },
    Param {
        help: words(
            "RESTORE … WITH STOPAT: the time asked for, in minutes after 08:00. What was committed \
             later is given up. A time after the plug was pulled is the latest.",
        ),
        max: DAY_MIN_MAX,
        default: 0,
        zero: Some("as late as possible"),
        source: Assumption.says("after a failure, people want all that can be had"),
        ..row!(stop_at_min, "Stop at, minutes after 08:00", Unit::Count)
    },
    Param {
        help: words(
            "Number of the log backup that turns out to be damaged or missing, from 1, as they \
             are taken.",
        ),
        max: 1_440,
        scale: Scale::Log,
        default: 0,
        zero: Some("all can be read"),
        source: Assumption.says("backups are usually whole"),
        ..row!(damaged, "Damaged log backup", Unit::Count)
    },
    Param {
        help: words(
            "A second crash while recovery after a restart runs, after this share of its time. \
             Recovery starts again; undo that was logged is not done twice.",
        ),
        max: 99,
        default: 0,
        zero: Some("recovery is left alone"),
        source: Assumption.says("once is enough"),
        ..row!(again_pct, "Crash again after", Unit::Percent)
    },
    Param {
        help: words("Whether a commit waits for its log to be written."),
        max: 1,
        choices: choices![0 "full" "Fully durable", 1 "delayed" "Delayed durability"],
        source: Fact.says("DELAYED_DURABILITY is DISABLED unless it is set (D15)"),
        ..row!(durability, "Durability", Unit::Choice)
    },
    Param {
        help: words(
            "With delayed durability: the log is written at the latest after this, and whenever a \
             block of 60 KB is full or somebody needs it.",
        ),
        min: 1,
        max: 600,
        scale: Scale::Log,
        default: 10,
        source: Assumption.says("there is a timer, of unspecified length (D15)"),
        ..row!(delay_s, "Log written every", Unit::Seconds)
    },
    Param {
        help: words("When a bulk load begins, in minutes after 08:00."),
        max: DAY_MIN_MAX,
        default: 185,
        zero: Some("no bulk load"),
        source: Assumption.says("11:05; at night nobody would see it"),
        ..row!(
            bulk_at_min,
            "Bulk load at, minutes after 08:00",
            Unit::Count
        )
    },
    Param {
        help: words("How long the bulk load takes, in minutes, the commit at its end."),
        min: 1,
        max: 240,
        scale: Scale::Log,
        default: 20,
        source: Assumption.says("long enough to meet a log backup"),
        ..row!(bulk_min, "Bulk load takes, minutes", Unit::Count)
    },
    Param {
        help: words("How much it loads, in new extents."),
        min: 32,
        max: 65_536,
        scale: Scale::Log,
        step: 32,
        default: 4_096,
        source: Assumption.says("a large import"),
        ..row!(bulk_mib, "Bulk load", Unit::Mib)
    },
    Param {
        help: words("When somebody begins a transaction and goes to lunch, after 08:00."),
        max: DAY_MIN_MAX,
        default: 0,
        zero: Some("there is no long transaction"),
        source: Assumption.says("see the preset"),
        ..row!(long_from_min, "Long transaction from, minutes", Unit::Count)
    },
    Param {
        help: words("When that transaction commits, after 08:00."),
        max: DAY_MIN_MAX,
        default: 0,
        zero: Some("it stays open"),
        source: Assumption.says("see the preset"),
        ..row!(long_to_min, "Long transaction to, minutes", Unit::Count)
    },
    Param {
        help: words("Rows that the long transaction inserts each minute."),
        min: 1,
        max: 1_000_000,
        scale: Scale::Log,
        default: 20_000,
        source: Assumption.says("a batch that should have been several"),
        ..row!(long_rows, "Its rows a minute", Unit::Count)
    },
    Param {
        help: words("Transactions a minute, at random times."),
        max: 60,
        default: 10,
        zero: Some("nobody works"),
        source: Assumption.says("few, so that each can be counted"),
        ..row!(txns_per_min, "Transactions a minute", Unit::Count)
    },
    Param {
        help: words("Rows that a transaction inserts."),
        min: 1,
        max: 1_000,
        scale: Scale::Log,
        default: 50,
        source: Assumption.says("an order with its lines"),
        ..row!(txn_rows, "Rows a transaction", Unit::Count)
    },
    Param {
        help: words("Mean time from a transaction's begin to its commit."),
        min: 1,
        max: 600,
        scale: Scale::Log,
        default: 20,
        source: Assumption.says("a person at a form"),
        ..row!(txn_s, "A transaction lasts", Unit::Seconds)
    },
    Param {
        help: words("Minutes between two checkpoints. Each data backup begins with another."),
        min: 1,
        max: 240,
        scale: Scale::Log,
        default: 5,
        source: Assumption.says(
            "automatic ones come by log records, about a minute of redo apart (facts: section \
             1.1); a clock is easier to follow",
        ),
        ..row!(checkpoint_min, "Checkpoint every, minutes", Unit::Count)
    },
    Param {
        help: words("Length of the day, in hours from 08:00."),
        min: 1,
        max: DAY_H_MAX,
        default: 8,
        source: Assumption.says("a working day"),
        ..row!(day_h, "Day, hours", Unit::Count)
    },
    Param {
        help: words("Size of the data at 08:00."),
        min: 1_024,
        max: 1 << 20,
        scale: Scale::Log,
        step: 1_024,
        default: 61_440,
        source: Assumption.says("60 GiB"),
        ..row!(data_mib, "Data", Unit::Mib)
    },
    Param {
        help: words("How fast backups are written, and read again by a restore."),
        min: 1,
        max: 10_000,
        scale: Scale::Log,
        default: 200,
        source: Assumption.says("a share on the network"),
        ..row!(backup_mib_per_s, "Backups", Unit::MibPerS)
    },
    Param {
        help: words("Log that redo gets through in a second."),
        min: 1,
        max: 10_000,
        scale: Scale::Log,
        default: 50,
        source: Assumption.says("no published figure; pages have to be read too"),
        ..row!(redo_mib_per_s, "Redo", Unit::MibPerS)
    },
    Param {
        help: words("Log that undo takes back in a second."),
        min: 1,
        max: 10_000,
        scale: Scale::Log,
        default: 25,
        source: Assumption.says("no published figure; half as fast as redo, record by record"),
        ..row!(undo_mib_per_s, "Undo", Unit::MibPerS)
    },
];
