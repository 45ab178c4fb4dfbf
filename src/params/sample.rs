//! Rows for the tests of this layer: one of each sort.

use super::row::{Choice, Control, Param, ParamInfo, Scale, Source, SourceKind};
use super::table::infos;
use super::unit::Unit;

/// The settings that the rows belong to.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Settings {
    pub(crate) goal_s: i64,
    pub(crate) rest_ms: i64,
    pub(crate) rows: i64,
    pub(crate) page_bytes: i64,
    pub(crate) dirty_pct: i64,
    pub(crate) disk: i64,
    pub(crate) disk_mib_per_s: i64,
    pub(crate) drift: i64,
    pub(crate) pool_pages: i64,
}

const ASSUMED: Source = Source {
    kind: SourceKind::Assumption,
    text: "made up for tests",
};

const DISKS: &[Choice] = &[
    Choice {
        value: 0,
        key: "hdd",
        label: "Hard disk",
    },
    Choice {
        value: 2,
        key: "sata-ssd",
        label: "SATA SSD",
    },
    Choice {
        value: 5,
        key: "nvme",
        label: "NVMe | fast",
    },
];

/// A linear row; each of the rows below changes what it needs to.
const fn row(
    key: &'static str,
    unit: Unit,
    range: (i64, i64, i64),
    default: i64,
    get: fn(&Settings) -> i64,
    set: fn(&mut Settings, i64),
) -> Param<Settings> {
    let (min, max, step) = range;
    Param {
        key,
        label: key,
        help: "A row for tests.",
        unit,
        min,
        max,
        step,
        scale: Scale::Linear,
        default,
        zero: None,
        choices: &[],
        source: ASSUMED,
        control: Control::More,
        get,
        set,
    }
}

pub(crate) static PARAMS: &[Param<Settings>] = &[
    Param {
        scale: Scale::Log,
        control: Control::Primary,
        ..row(
            "goal_s",
            Unit::Seconds,
            (1, 3_600, 1),
            30,
            |s| s.goal_s,
            |s, v| s.goal_s = v,
        )
    },
    Param {
        scale: Scale::Log,
        zero: Some("no rest"),
        ..row(
            "rest_ms",
            Unit::Ms,
            (0, 60_000, 10),
            0,
            |s| s.rest_ms,
            |s, v| s.rest_ms = v,
        )
    },
    Param {
        scale: Scale::Log,
        ..row(
            "rows",
            Unit::Rows,
            (1, 1_000_000, 1),
            300_000,
            |s| s.rows,
            |s, v| s.rows = v,
        )
    },
    Param {
        scale: Scale::Log,
        ..row(
            "page_bytes",
            Unit::Bytes,
            (512, 1 << 20, 512),
            8_192,
            |s| s.page_bytes,
            |s, v| s.page_bytes = v,
        )
    },
    Param {
        zero: Some("none"),
        ..row(
            "dirty_pct",
            Unit::Percent,
            (0, 100, 5),
            50,
            |s| s.dirty_pct,
            |s, v| s.dirty_pct = v,
        )
    },
    Param {
        choices: DISKS,
        control: Control::Primary,
        ..row(
            "disk",
            Unit::Choice,
            (0, 5, 1),
            2,
            |s| s.disk,
            |s, v| s.disk = v,
        )
    },
    row(
        "disk_mib_per_s",
        Unit::MibPerS,
        (1, 7_000, 1),
        500,
        |s| s.disk_mib_per_s,
        |s, v| s.disk_mib_per_s = v,
    ),
    Param {
        zero: Some("none"),
        ..row(
            "drift",
            Unit::Count,
            (-9, 9, 3),
            3,
            |s| s.drift,
            |s, v| s.drift = v,
        )
    },
    Param {
        control: Control::Hidden,
        ..row(
            "pool_pages",
            Unit::Pages,
            (3, 3, 1),
            3,
            |s| s.pool_pages,
            |s, v| s.pool_pages = v,
        )
    },
];

/// The sample rows, erased.
pub(crate) fn sample_infos() -> Vec<ParamInfo> {
    infos(PARAMS)
}

/// The sample row with this key.
pub(crate) fn info(key: &str) -> ParamInfo {
    let found = sample_infos().into_iter().find(|info| info.key == key);
    found.unwrap_or_else(|| panic!("no sample row {key}"))
}

/// A tiny linear congruential generator (Knuth's MMIX constants): the high bits are good enough
/// to throw rubbish at parsers.
pub(crate) struct Lcg(pub(crate) u64);

impl Lcg {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 24
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }

    pub(crate) fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }
}
