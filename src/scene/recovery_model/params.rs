//! What can be set in the scene of the log, and what each setting rests on.

use super::choices::{
    COMPARE, DURABILITY, HOLDERS, READINGS, SECTORS, STATEMENTS, VERSIONS, WRITES,
};
use crate::page_words as words;
use crate::params::{Control, Param, Scale, SourceKind, Unit};

/// Plain integers, one field a row of [`PARAMS`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    pub(super) sessions: i64,
    pub(super) log_write_us: i64,
    pub(super) busy_max_pct: i64,
    pub(super) transactions: i64,
    pub(super) txn_rows: i64,
    pub(super) statement: i64,
    pub(super) note_bytes: i64,
    pub(super) client_us: i64,
    pub(super) client_jitter_us: i64,
    pub(super) latch_ns: i64,
    pub(super) retry_ms: i64,
    pub(super) sector: i64,
    pub(super) writes: i64,
    pub(super) issue_us: i64,
    pub(super) parallel: i64,
    pub(super) device_mib_per_s: i64,
    pub(super) burst_s: i64,
    pub(super) durability: i64,
    pub(super) delay_ms: i64,
    pub(super) version: i64,
    pub(super) log_initial_mib: i64,
    pub(super) log_added_mib: i64,
    pub(super) growth_mib: i64,
    pub(super) disk_free_mib: i64,
    pub(super) log_before_mib: i64,
    pub(super) checkpoint_every_s: i64,
    pub(super) log_backup_every_s: i64,
    pub(super) data_mib: i64,
    pub(super) horizon_s: i64,
    pub(super) compare: i64,
    pub(super) holder: i64,
    pub(super) pairs: i64,
    pub(super) reading: i64,
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
        help: words("Connections that insert at once; each waits for its own commits."),
        min: 1,
        max: 256,
        scale: Scale::Log,
        default: 16,
        source: Seed.says("16 connections"),
        control: Control::Primary,
        ..row!(sessions, "Connections", Unit::Count)
    },
    Param {
        help: words(
            "What one log write takes on the idle device, on average: put your own server's here \
             (io_stall_write_ms / num_of_writes of the log file). Two thirds are fixed, one third \
             varies exponentially.",
        ),
        min: 10,
        max: 50_000,
        scale: Scale::Log,
        default: 650,
        source: Fitted.says(
            "so that a round on the quiet server takes about the fastest published time, 11 s. A \
             flushed write was measured at 0.9 ms on a PC's SSD and at 0.012 to 0.058 ms on ones \
             with capacitors (first chapter)",
        ),
        control: Control::Primary,
        ..row!(log_write_us, "Log write", Unit::Us)
    },
    Param {
        help: words(
            "Other work on the same device, in bursts: in each, it keeps the device busy for a \
             share of the time that is drawn anew, up to this.",
        ),
        max: 99,
        default: 90,
        zero: Some("a quiet server"),
        source: Assumption.says(
            "the write-up\u{2019}s server was busy with other work; how busy is not published",
        ),
        control: Control::Primary,
        ..row!(busy_max_pct, "Busy neighbour, up to", Unit::Percent)
    },
    Param {
        help: words("Transactions of each connection."),
        min: 1,
        max: 20_000,
        scale: Scale::Log,
        default: 10_000,
        source: Seed.says("10,000 a connection"),
        ..row!(transactions, "Transactions each", Unit::Count)
    },
    Param {
        help: words("Rows that a transaction inserts."),
        min: 1,
        max: 1_000_000,
        scale: Scale::Log,
        default: 1,
        source: Seed.says("one row a transaction"),
        ..row!(txn_rows, "Rows a transaction", Unit::Rows)
    },
    Param {
        help: words("Rows one by one, or an eligible bulk load (TABLOCK, into a heap)."),
        max: 1,
        choices: STATEMENTS,
        source: Seed.says("INSERT \u{2026} DEFAULT VALUES"),
        ..row!(statement, "Statement", Unit::Choice)
    },
    Param {
        help: words("Bytes of text in a row; the row itself has 15 more."),
        max: 500,
        default: 27,
        zero: Some("an empty text"),
        source: Seed.says("'Visitor counted at the gate' in varchar(500)"),
        ..row!(note_bytes, "Text", Unit::Bytes)
    },
    Param {
        help: words(
            "From an acknowledged commit to the next statement: the client, the network, and what \
             the server does beside latch and log.",
        ),
        max: 100_000,
        scale: Scale::Log,
        default: 150,
        zero: Some("no time"),
        source: Assumption.says("a client on the same machine"),
        ..row!(client_us, "Client", Unit::Us)
    },
    Param {
        help: words("Added to it evenly, from nothing to this."),
        max: 100_000,
        scale: Scale::Log,
        default: 100,
        zero: Some("always the same"),
        source: Assumption.says("clients are not in step"),
        ..row!(client_jitter_us, "Client, varying", Unit::Us)
    },
    Param {
        help: words("How long an insert holds the latch of the last page, a row."),
        max: 1_000_000,
        scale: Scale::Log,
        default: 2_000,
        zero: Some("no time"),
        source: Assumption.says("a few microseconds of work on the page"),
        ..row!(latch_ns, "Last-page latch", Unit::Ns)
    },
    Param {
        help: words("After error 9002 a client tries again this much later."),
        min: 10,
        max: 60_000,
        scale: Scale::Log,
        default: 1_000,
        source: Assumption.says("an application that does not give up soon"),
        ..row!(retry_ms, "Retry", Unit::Ms)
    },
    Param {
        help: words("A log block is a multiple of the sector that the device reports."),
        max: 1,
        choices: SECTORS,
        source: Assumption.says(
            "inferred: sectors of 4 KB would make the log about eight times as large as published",
        ),
        ..row!(sector, "Sector", Unit::Choice)
    },
    Param {
        help: words("Log writes of a database that are under way at once."),
        max: 1,
        default: 1,
        choices: WRITES,
        source: Assumption.says("112 from 2012 on, 32 before: one source, often repeated (B23)"),
        ..row!(writes, "Log writes at once", Unit::Choice)
    },
    Param {
        help: words("What handing a block to the device takes, one after the other."),
        max: 1_000,
        scale: Scale::Log,
        default: 5,
        zero: Some("no time"),
        source: Assumption.says("a system call"),
        ..row!(issue_us, "Handing over", Unit::Us)
    },
    Param {
        help: words("Requests that the device works on at once; more wait in its queue."),
        min: 1,
        max: 256,
        scale: Scale::Log,
        default: 32,
        source: Assumption.says("an SSD with a deep queue"),
        ..row!(parallel, "Device, at once", Unit::Count)
    },
    Param {
        help: words(
            "Bytes a second of one request, for zeros and backups too. Log writes under way at \
             once do not share it.",
        ),
        min: 1,
        max: 10_000,
        scale: Scale::Log,
        default: 500,
        source: Assumption.says("an SSD"),
        ..row!(device_mib_per_s, "Device", Unit::MibPerS)
    },
    Param {
        help: words("Mean length of a burst of the neighbour."),
        min: 1,
        max: 3_600,
        scale: Scale::Log,
        default: 30,
        source: Assumption.says("as long as a round or two, so that rounds differ"),
        ..row!(burst_s, "Burst", Unit::Seconds)
    },
    Param {
        help: words("With delayed durability a commit returns before its log is written."),
        max: 1,
        choices: DURABILITY,
        source: Fact.says("DISABLED is the default (D15)"),
        ..row!(durability, "Durability", Unit::Choice)
    },
    Param {
        help: words("With delayed durability, a block that is not full is written after this."),
        min: 1,
        max: 10_000,
        scale: Scale::Log,
        default: 10,
        source: Assumption.says("the timer is not documented (D15)"),
        ..row!(delay_ms, "Delayed by at most", Unit::Ms)
    },
    Param {
        help: words("How a growth of the log is cut into VLFs."),
        max: 2,
        default: 1,
        choices: VERSIONS,
        source: Fact.says(
            "section 3.5 (D2); that the rule of 2022 is for growth and not for a new file is an \
             assumption",
        ),
        ..row!(version, "SQL Server", Unit::Choice)
    },
    Param {
        help: words("Size of the new log file."),
        min: 1,
        max: 65_536,
        scale: Scale::Log,
        default: 8,
        source: Assumption
            .says("the default of the model database since 2016; the write-up does not say"),
        ..row!(log_initial_mib, "Log file at first", Unit::Mib)
    },
    Param {
        help: words("What MODIFY FILE adds to it before the load."),
        max: 65_536,
        scale: Scale::Log,
        default: 504,
        zero: Some("nothing"),
        source: Seed.says("the log file is set to 512 MB first"),
        ..row!(log_added_mib, "Added to it", Unit::Mib)
    },
    Param {
        help: words("FILEGROWTH of the log."),
        max: 4_096,
        scale: Scale::Log,
        default: 64,
        zero: Some("no growth"),
        source: Fact.says("64 MB since 2016 (D18)"),
        ..row!(growth_mib, "Growth", Unit::Mib)
    },
    Param {
        help: words("Room on the disk beside the log file."),
        max: 1_048_576,
        scale: Scale::Log,
        default: 65_536,
        zero: Some("none"),
        source: Assumption.says("enough, but in the presets where the disk gets full"),
        ..row!(disk_free_mib, "Free disk", Unit::Mib)
    },
    Param {
        help: words(
            "Log that was written, backed up and freed before: where in the file the head stands.",
        ),
        max: 65_536,
        scale: Scale::Log,
        zero: Some("a new file"),
        source: Assumption.says("a new file, but in the presets about its layout"),
        ..row!(log_before_mib, "Log before", Unit::Mib)
    },
    Param {
        help: words("An automatic checkpoint this often."),
        max: 3_600,
        scale: Scale::Log,
        default: 60,
        zero: Some("none by the clock"),
        source: Fact.says("about once a minute on an active database (D2, D3)"),
        ..row!(checkpoint_every_s, "Checkpoint every", Unit::Seconds)
    },
    Param {
        help: words("A log backup this often, while the load runs."),
        max: 3_600,
        scale: Scale::Log,
        zero: Some("none"),
        source: Seed.says("the write-up takes none during a round"),
        ..row!(log_backup_every_s, "Log backup every", Unit::Seconds)
    },
    Param {
        help: words("Data that a full backup copies beside the new rows."),
        max: 65_536,
        scale: Scale::Log,
        default: 4,
        zero: Some("none"),
        source: Assumption.says("a new database"),
        ..row!(data_mib, "Data before", Unit::Mib)
    },
    Param {
        help: words("The run ends here, and connections insert until then."),
        max: 600,
        scale: Scale::Log,
        zero: Some("until all transactions are done"),
        source: Seed.says("the write-up waits for all connections"),
        ..row!(horizon_s, "Shown time", Unit::Seconds)
    },
    Param {
        help: words("The one thing in which the sides differ."),
        max: 12,
        choices: COMPARE,
        source: Seed.says("FULL and SIMPLE by turns, two rounds each"),
        ..row!(compare, "Compare", Unit::Choice)
    },
    Param {
        help: words("Who keeps the log on the second side of that comparison."),
        max: 1,
        choices: HOLDERS,
        source: Assumption.says("the most common one"),
        ..row!(holder, "Holder", Unit::Choice)
    },
    Param {
        help: words("Pairs of rounds, FULL and SIMPLE, in that comparison."),
        min: 2,
        max: 60,
        default: 30,
        source: Assumption.says("enough for an interval"),
        ..row!(pairs, "Pairs", Unit::Count)
    },
    Param {
        help: words("Which of the pairs are told about."),
        max: 1,
        choices: READINGS,
        source: Assumption.says("all of them; the other reading is how one deceives oneself"),
        ..row!(reading, "Tell about", Unit::Choice)
    },
];
