//! Settings resolved into engine types.

use super::params::Settings;
use crate::engine::device::{DEVICES, Device};
use crate::engine::file::FileLayout;
use crate::engine::gather::GatherCap;
use crate::engine::page::{RowLayout, internal_fanout};
use crate::engine::sweep::BufferOrder;
use crate::engine::workload::Workload;
use crate::kernel::Span;

/// Bytes of the table's key, `int`: decides how many leaves an internal page points to.
const KEY_BYTES: u64 = 4;
/// Pages of system tables among which the "other pages" lie. Assumption: 32 extents.
pub const SYSTEM_PAGES: u32 = 256;
/// The other pages lie in one stretch or in this many. Fitted, with the schedule of the duration
/// goal, to the 3 to 8 s that seed 000 gives for CHECKPOINT 10 on about 20 pages.
pub const SYSTEM_STRETCHES_MAX: u32 = 2;

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
