//! Settings resolved into engine types.

use super::params::Settings;
use crate::engine::device::{DEVICES, Device, Jitter};
use crate::engine::file::FileLayout;
use crate::engine::gather::GatherCap;
use crate::engine::page::{ROW_BYTES_MAX, RowLayout, internal_fanout};
use crate::engine::sweep::BufferOrder;
use crate::engine::workload::Workload;
use crate::kernel::Span;
use crate::params::thousands;

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
        let mut cautions = Vec::new();
        let layout = self.layout(&mut cautions);
        let asked = layout.leaf_pages(large(self.rows)).0;
        let leaves = u32::try_from(asked.min(LEAVES_MAX)).unwrap_or(u32::MAX);
        if asked > LEAVES_MAX {
            let rows = i64::try_from(LEAVES_MAX * layout.rows_per_page()).unwrap_or(i64::MAX);
            cautions.push(format!(
                "{} rows of this length fill {} pages; only the first {} pages ({} rows) are \
                 simulated.",
                thousands(self.rows),
                thousands(i64::try_from(asked).unwrap_or(i64::MAX)),
                thousands(LEAVES_MAX as i64),
                thousands(rows)
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
        let device = &DEVICES[(small(self.device) as usize).min(DEVICES.len() - 1)];
        let workload = Workload {
            sessions: small(self.sessions),
            think: Span::from_ms(large(self.think_ms)),
            reads: small(self.reads),
        };
        let settle = settle_span(device, workload);
        let mut goals = vec![("short", self.goal_short_s), ("long", self.goal_s)];
        goals.retain(|(_, s)| *s > 0);
        goals.dedup_by_key(|(_, s)| *s);
        Scenario {
            file: FileLayout::new(system_pages, leaves, fanout),
            leaves_changed: leaves,
            other_pages,
            device,
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
            workload,
            lead_in: settle,
            tail: settle,
            goals: goals
                .into_iter()
                .map(|(k, s)| (k, Span::from_secs(large(s))))
                .collect(),
            rounds: small(self.rounds),
            cautions,
        }
    }

    /// The row layout, kept to rows that can be: at most 8,060 bytes (the published limit), and no
    /// more columns than bits.
    fn layout(&self, cautions: &mut Vec<String>) -> RowLayout {
        let columns = large(self.columns).min(8 * large(self.row_bytes));
        if columns < large(self.columns) {
            cautions.push(format!(
                "{} columns don't fit {} bytes: {columns} columns are used.",
                thousands(self.columns),
                thousands(self.row_bytes)
            ));
        }
        let mut layout = RowLayout {
            fixed_bytes: large(self.row_bytes),
            columns,
        };
        let over = layout.row_bytes().saturating_sub(ROW_BYTES_MAX);
        if over > 0 {
            layout.fixed_bytes -= over;
            cautions.push(format!(
                "A row has at most {} bytes: {} bytes of columns are used.",
                thousands(ROW_BYTES_MAX as i64),
                thousands(layout.fixed_bytes as i64)
            ));
        }
        layout
    }
}

/// How long the sessions are shown alone, before and after: three rounds of all of them through the
/// device, at least two seconds and at most a minute. Nothing without sessions.
fn settle_span(device: &Device, workload: Workload) -> Span {
    if workload.sessions == 0 {
        return Span::ZERO;
    }
    let varying = match device.read.jitter {
        Jitter::Uniform(most) => most.scaled(1, 2),
        Jitter::Exponential(mean) => mean,
    };
    let ios = u64::from(workload.sessions) * u64::from(workload.reads + 1);
    let queue = (device.read.fixed + varying).scaled(ios, u64::from(device.parallel));
    let three = (queue + workload.think).saturating_mul(3);
    three.max(Span::from_secs(2)).min(Span::from_secs(60))
}
