//! What the reader sees of a run: grids, table and report, all computed.

use super::model::BufferPool;
use super::run::{Compare, PoolRun};
use super::stats::stats;
use super::words::takeaway;
use crate::engine::frame::FrameState;
use crate::engine::pool_summary::{GROUP, Tally};
use crate::kernel::SimTime;
use crate::scene::tables::Shown;
use crate::scene::{Side, tables};
use crate::view::{Cell, PageGrid, Report, Table, digits, millis, plain_number};

/// Pools larger than this are shown by groups of frames.
const FRAMES_SHOWN: u32 = 1 << 16;
/// What a frame can be, in legend order.
static KINDS: [Cell; 5] = [
    Cell::Dirty,
    Cell::Writing,
    Cell::Pinned,
    Cell::Clean,
    Cell::Free,
];

/// The frames of each side at `cursor`.
#[must_use]
pub fn grids(run: &PoolRun, cursor: SimTime) -> Vec<PageGrid> {
    run.sides
        .sides
        .iter()
        .map(|side| grid(side, cursor))
        .collect()
}

fn grid(side: &Side<BufferPool>, cursor: SimTime) -> PageGrid {
    let snapshot = side.at(cursor);
    let pool = snapshot.model().pool();
    let tally = pool.tally();
    let by_group = pool.frame_count() > FRAMES_SHOWN;
    let cells = if by_group {
        pool.tallies().map(strongest).collect()
    } else {
        pool.states()
            .map(|(state, pins)| cell(state, pins))
            .collect()
    };
    let number = |n: u32| plain_number(f64::from(n), 0);
    PageGrid {
        label: side.label.clone(),
        style: side.style,
        cells,
        kinds: &KINDS,
        pages_per_entry: if by_group { GROUP } else { 1 },
        dirty_count: u64::from(pool.dirty_count()),
        text: format!(
            "{}: of {} frames, {} hold dirty pages, {} of them being written; {} clean, {} \
                 free, {} pinned",
            side.label,
            number(pool.frame_count()),
            number(pool.dirty_count()),
            number(tally.writing),
            number(tally.clean),
            number(tally.free),
            number(tally.pinned),
        ),
        veiled: side.veiled,
    }
}

fn cell(state: FrameState, pins: u16) -> Cell {
    match state {
        _ if pins > 0 => Cell::Pinned,
        FrameState::Free => Cell::Free,
        FrameState::Reading => Cell::Pinned,
        FrameState::Clean => Cell::Clean,
        FrameState::Dirty => Cell::Dirty,
        FrameState::Writing => Cell::Writing,
    }
}

/// A group is shown as what matters most in it.
fn strongest(tally: Tally) -> Cell {
    let found = [
        (tally.writing, Cell::Writing),
        (tally.dirty, Cell::Dirty),
        (tally.pinned + tally.reading, Cell::Pinned),
        (tally.clean, Cell::Clean),
    ];
    found
        .into_iter()
        .find(|(count, _)| *count > 0)
        .map_or(Cell::Free, |(_, cell)| cell)
}

fn whole(value: f64) -> String {
    plain_number(value, 0)
}

fn few(value: f64) -> String {
    digits(value, 3)
}

fn columns(compare: Compare) -> &'static [Shown] {
    match compare {
        Compare::Backup => &[
            ("Dirty before", "dirty_pages_before_backup", whole),
            ("Dirty after", "dirty_pages_after_backup", whole),
            ("Pages written in all", "page_writes", whole),
            ("Backup", "backup_ms", millis),
        ],
        Compare::Memory => &[
            ("Page reads", "page_reads", whole),
            ("Hits, %", "page_hit_pct", few),
            ("Evictions", "evictions", whole),
            ("Lazy writes", "lazy_page_writes", whole),
            ("Pages written in all", "page_writes", whole),
            ("Unused before it left, s", "page_life_s_avg", few),
        ],
        Compare::HotPage => &[
            ("Writes of the hot page", "hot_page_writes", whole),
            ("Page writes", "page_writes", whole),
            ("Most in a second", "page_writes_per_s_max", whole),
            ("Checkpoints", "checkpoints", whole),
            ("Commit wait p99, ms", "commit_latency_ms_p99", few),
        ],
        Compare::Target => &[
            ("Page writes", "page_writes", whole),
            ("Most in a second", "page_writes_per_s_max", whole),
            ("Most dirty", "dirty_pages_max", whole),
            ("Checkpoints", "checkpoints", whole),
            ("Commit wait p50, ms", "commit_latency_ms_p50", few),
            ("Commit wait p99, ms", "commit_latency_ms_p99", few),
        ],
    }
}

/// The results table.
#[must_use]
pub fn results(run: &PoolRun) -> Table {
    tables::results(&run.sides, |s| stats(&s.simulation), columns(run.compare))
}

/// Figures of the whole run.
#[must_use]
pub fn report(run: &PoolRun) -> Report {
    tables::report(&run.sides, |s| stats(&s.simulation), takeaway(run))
}
