//! What can be set in the pacing scene, and what each setting rests on.

use crate::engine::device::{DEVICES, Device};
use crate::engine::file::FileLayout;
use crate::engine::gather::GatherCap;
use crate::engine::page::{RowLayout, internal_fanout};
use crate::engine::sweep::BufferOrder;
use crate::engine::workload::Workload;
use crate::kernel::Span;
use crate::params::{Choice, Control, Param, Scale, Source, SourceKind, Unit};
use crate::scene::Preset;

/// Plain integers, one field a row of [`PARAMS`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    rows: i64,
    goal_s: i64,
    device: i64,
    goal_short_s: i64,
    version: i64,
    sessions: i64,
    think_ms: i64,
    reads: i64,
    io_target_start: i64,
    buffer_order: i64,
    rounds: i64,
    row_bytes: i64,
    columns: i64,
    other_pages: i64,
}

/// Bytes of the table's key, `int`: decides how many leaves an internal page points to.
const KEY_BYTES: u64 = 4;
/// Pages of system tables among which the "other pages" lie. Assumption: 32 extents.
pub const SYSTEM_PAGES: u32 = 256;
/// The other pages lie in one stretch or in this many. Fitted, with the schedule of the duration
/// goal, to the 3 to 8 s that seed 000 gives for CHECKPOINT 10 on about 20 pages.
pub const SYSTEM_STRETCHES_MAX: u32 = 2;

macro_rules! field {
    ($name:ident) => {
        (
            |s: &Settings| s.$name,
            |s: &mut Settings, v: i64| s.$name = v,
        )
    };
}

type Access = (fn(&Settings) -> i64, fn(&mut Settings, i64));

const fn row(
    key: &'static str,
    label: &'static str,
    unit: Unit,
    access: Access,
) -> Param<Settings> {
    Param {
        key,
        label,
        help: "",
        unit,
        min: 0,
        max: 1,
        step: 1,
        scale: Scale::Linear,
        default: 0,
        zero: None,
        choices: &[],
        source: Source {
            kind: SourceKind::Assumption,
            text: "",
        },
        control: Control::More,
        get: access.0,
        set: access.1,
    }
}

const fn seed(text: &'static str) -> Source {
    Source {
        kind: SourceKind::Seed,
        text,
    }
}

const fn fact(text: &'static str) -> Source {
    Source {
        kind: SourceKind::Fact,
        text,
    }
}

const fn assumption(text: &'static str) -> Source {
    Source {
        kind: SourceKind::Assumption,
        text,
    }
}

/// The rows, in the order in which they are shown.
pub static PARAMS: &[Param<Settings>] = &[
    Param {
        help: "Rows that the UPDATE changed before the CHECKPOINT, from the first in key order. \
               They decide how many pages are dirty.",
        min: 1,
        max: 3_000_000,
        scale: Scale::Log,
        default: 300_000,
        source: seed("the write-up's table: 300,000 rows"),
        control: Control::Primary,
        ..row("rows", "Rows changed", Unit::Rows, field!(rows))
    },
    Param {
        help: "The n of CHECKPOINT n, in seconds, for the side with a long goal.",
        min: 1,
        max: 3_600,
        scale: Scale::Log,
        default: 30,
        source: seed("the write-up's CHECKPOINT 30"),
        control: Control::Primary,
        ..row("goal_s", "Duration goal", Unit::Seconds, field!(goal_s))
    },
    Param {
        help: "The device under the data file and the log.",
        max: 5,
        default: 2,
        choices: DEVICE_CHOICES,
        source: assumption("the write-up says only \"a PC with an SSD\"; figures are the makers'"),
        control: Control::Primary,
        ..row("device", "Storage", Unit::Choice, field!(device))
    },
    Param {
        help: "The n of the side with a short goal.",
        max: 3_600,
        scale: Scale::Log,
        default: 1,
        zero: Some("no side with a short goal"),
        source: seed("the write-up's CHECKPOINT 1"),
        ..row(
            "goal_short_s",
            "Short goal",
            Unit::Seconds,
            field!(goal_short_s),
        )
    },
    Param {
        help: "Up to 2014 a gather write holds 32 pages and the default throttle backs off above \
               20 ms; from 2016, 128 pages and 50 ms.",
        max: 1,
        default: 1,
        choices: &[
            Choice {
                value: 0,
                key: "2014",
                label: "SQL Server 2014 or older",
            },
            Choice {
                value: 1,
                key: "2016",
                label: "SQL Server 2016 or newer",
            },
        ],
        source: fact("B1 and D7 for the cap; D6 and D1 for the threshold"),
        ..row("version", "Version", Unit::Choice, field!(version))
    },
    Param {
        help: "Sessions that share the device with the checkpoint: each thinks, reads, changes a \
               row and commits, over and over.",
        max: 256,
        zero: Some("an idle server"),
        source: seed("the write-up's server was idle"),
        ..row("sessions", "Busy sessions", Unit::Count, field!(sessions))
    },
    Param {
        help: "Mean pause of a session between two transactions, exponential.",
        max: 10_000,
        scale: Scale::Log,
        default: 10,
        zero: Some("sessions never pause"),
        source: assumption("an application server between two short transactions"),
        ..row("think_ms", "Think time", Unit::Ms, field!(think_ms))
    },
    Param {
        help: "Pages that a transaction reads from the device before it commits.",
        max: 20,
        default: 2,
        zero: Some("everything read is in memory"),
        source: assumption("a working set a little larger than memory"),
        ..row("reads", "Reads per commit", Unit::Count, field!(reads))
    },
    Param {
        help: "Where the default throttle's target of outstanding I/Os stands when the checkpoint \
               begins. It carries over from the checkpoint before.",
        min: 2,
        max: 1_560,
        scale: Scale::Log,
        default: 100,
        source: assumption(
            "100 is the constant of SQL Server 2000 SP3 (B4); 2 to 1560 have been seen in error logs",
        ),
        ..row(
            "io_target_start",
            "I/O target at the start",
            Unit::Count,
            field!(io_target_start),
        )
    },
    Param {
        help: "The order of the buffers that the checkpoint sweeps. Beyond one gather write, file \
               order is not guaranteed.",
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
        source: assumption(
            "B4 and B6 give the sweep; how a pool was filled is its own history. The write-up's table \
             had just been loaded in key order; the preset \"small\" has pages from other times",
        ),
        ..row(
            "buffer_order",
            "Buffer order",
            Unit::Choice,
            field!(buffer_order),
        )
    },
    Param {
        help: "How often each request is repeated, with new luck.",
        min: 1,
        max: 10,
        default: 2,
        source: seed("the write-up's two rounds"),
        ..row("rounds", "Rounds", Unit::Count, field!(rounds))
    },
    Param {
        help: "Bytes of the fixed-length columns of a row: char(400) and two ints are 408.",
        min: 1,
        max: 8_000,
        default: 408,
        source: seed("the write-up's table: char(400) and two ints"),
        ..row("row_bytes", "Row length", Unit::Bytes, field!(row_bytes))
    },
    Param {
        help: "Columns of the table: one bit each in the row's null bitmap.",
        min: 1,
        max: 1_024,
        default: 3,
        source: seed("the write-up's table: three columns"),
        ..row("columns", "Columns", Unit::Count, field!(columns))
    },
    Param {
        help: "Pages that are dirty beside the table's own, in one or two stretches at random \
               places among the system tables.",
        max: 100,
        zero: Some("only the table's pages are dirty"),
        source: Source {
            kind: SourceKind::Fitted,
            text: "the preset \"small\" sets 9: 200 rows fill 11 pages and the write-up counts about 20; \
                   where the others lie is not published and is fitted to its 3 to 8 s",
        },
        ..row(
            "other_pages",
            "Other dirty pages",
            Unit::Pages,
            field!(other_pages),
        )
    },
];

/// The devices as choices, in the order of [`DEVICES`].
static DEVICE_CHOICES: &[Choice] = &[
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

/// Named settings; the first is the default.
pub static PRESETS: &[Preset] = &[
    Preset {
        name: "three-kinds",
        label: "Three kinds of CHECKPOINT",
        help: "300,000 rows changed on an idle SSD, two rounds.",
        source: "seed 000, \"Time Three Kinds of CHECKPOINT\"",
        set: &[],
    },
    Preset {
        name: "small",
        label: "A small checkpoint",
        help: "200 rows changed: CHECKPOINT against CHECKPOINT 10 on about 20 pages.",
        source: "seed 000, \"What the Duration Does\"",
        set: &[
            ("rows", 200),
            ("goal_s", 10),
            ("goal_short_s", 0),
            ("other_pages", 9),
            ("buffer_order", 1),
        ],
    },
    Preset {
        name: "busy-slow",
        label: "Busy server, slow disk",
        help: "The case that the write-up did not measure: the default throttles itself.",
        source: "Microsoft's CHECKPOINT page (D5); the load is an assumption",
        set: &[
            ("goal_short_s", 5),
            ("device", 0),
            ("sessions", 16),
            ("io_target_start", 2),
            ("rounds", 1),
        ],
    },
];

/// Settings resolved into engine types.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// The file.
    pub file: FileLayout,
    /// Leaf pages that the UPDATE changed, from the first.
    pub leaves_changed: u32,
    /// Changed pages of system tables.
    pub other_pages: u32,
    /// The device.
    pub device: &'static Device,
    /// Largest gather write.
    pub cap: GatherCap,
    /// Above this write latency the default throttle backs off.
    pub threshold: Span,
    /// Where its target stands at the start.
    pub io_target_start: u32,
    /// Order of the sweep.
    pub order: BufferOrder,
    /// The sessions.
    pub workload: Workload,
    /// From the start of the run to the CHECKPOINT; with sessions, long enough to see them alone.
    pub lead_in: Span,
    /// After the checkpoint is done; with sessions, long enough to see them recover.
    pub tail: Span,
    /// Short and long goal, those that are asked for.
    pub goals: Vec<(&'static str, Span)>,
    /// Repetitions.
    pub rounds: u32,
    /// What had to be changed to make the settings fit.
    pub cautions: Vec<String>,
}

/// Most leaf pages of a run: 2 GiB dirty, which keeps the page states of all sides in a browser's
/// memory.
const LEAVES_MAX: u64 = 262_144;

fn small(value: i64) -> u32 {
    u32::try_from(value).unwrap_or(0)
}

fn large(value: i64) -> u64 {
    u64::try_from(value).unwrap_or(0)
}

impl Settings {
    /// Resolves the settings. Values were clamped to their ranges before; a goal that repeats
    /// another is left out.
    #[must_use]
    pub fn scenario(&self) -> Scenario {
        let layout = RowLayout {
            fixed_bytes: large(self.row_bytes),
            columns: large(self.columns),
        };
        let asked = layout.leaf_pages(large(self.rows)).0;
        let leaves = u32::try_from(asked.min(LEAVES_MAX)).unwrap_or(u32::MAX);
        let mut cautions = Vec::new();
        if asked > LEAVES_MAX {
            cautions.push(format!(
                "{} rows of this length fill {asked} pages; the run stops at {LEAVES_MAX} pages \
                 ({} rows).",
                self.rows,
                LEAVES_MAX * layout.rows_per_page()
            ));
        }
        if self.goal_s == self.goal_short_s {
            cautions.push(format!(
                "Both goals are {} s: they are shown once.",
                self.goal_s
            ));
        }
        let other_pages = small(self.other_pages);
        let system_pages = if other_pages == 0 { 0 } else { SYSTEM_PAGES };
        let fanout = u32::try_from(internal_fanout(KEY_BYTES)).unwrap_or(u32::MAX);
        let busy = self.sessions > 0;
        let mut goals = vec![("short", self.goal_short_s), ("long", self.goal_s)];
        goals.retain(|(_, s)| *s > 0);
        goals.dedup_by_key(|(_, s)| *s);
        Scenario {
            file: FileLayout::new(system_pages, leaves, fanout),
            leaves_changed: leaves,
            other_pages,
            device: &DEVICES[(small(self.device) as usize).min(DEVICES.len() - 1)],
            cap: if self.version == 0 {
                GatherCap::UP_TO_2014
            } else {
                GatherCap::FROM_2016
            },
            threshold: Span::from_ms(if self.version == 0 { 20 } else { 50 }),
            io_target_start: small(self.io_target_start),
            order: if self.buffer_order == 0 {
                BufferOrder::File
            } else {
                BufferOrder::Extents
            },
            workload: Workload {
                sessions: small(self.sessions),
                think: Span::from_ms(large(self.think_ms)),
                reads: small(self.reads),
            },
            lead_in: if busy { Span::from_secs(2) } else { Span::ZERO },
            tail: if busy { Span::from_secs(2) } else { Span::ZERO },
            goals: goals
                .into_iter()
                .map(|(k, s)| (k, Span::from_secs(large(s))))
                .collect(),
            rounds: small(self.rounds),
            cautions,
        }
    }
}
