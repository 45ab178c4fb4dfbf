//! One side of the comparison, resolved into engine types.

use std::rc::Rc;

use super::command::Command;
use crate::engine::device::Device;
use crate::engine::gather::GatherCap;
use crate::engine::page::PageId;
use crate::engine::zipf::Zipf;
use crate::kernel::{SimTime, Span};
use crate::units::Bytes;

/// The load: transactions that read or change the rows of one place, and commit.
#[derive(Clone, Debug)]
pub struct Load {
    /// Mean time between two transactions; `None`: there are none.
    pub apart: Option<Span>,
    /// Rows that a transaction changes, side by side.
    pub rows: u32,
    /// Rows on a page, from the row layout.
    pub rows_per_page: u32,
    /// Pages of a place: the rows of one transaction.
    pub place_pages: u32,
    /// Percent of transactions that only read.
    pub read_pct: u32,
    /// Percent of changing transactions that also change a row of the hot page.
    pub hot_pct: u32,
    /// During a burst transactions come this many times as fast.
    pub burst_times: u32,
    /// Popularity of places.
    pub zipf: Rc<Zipf>,
}

/// A burst starts this often and lasts this long.
pub const BURST_EVERY: Span = Span::from_secs(60);
/// Length of a burst.
pub const BURST: Span = Span::from_secs(10);

/// One side.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// Frames of the pool.
    pub frames: u32,
    /// Pages of the data file.
    pub file_pages: u32,
    /// Pages in memory at the start, from the first.
    pub resident: u32,
    /// The page that many transactions change.
    pub hot_page: Option<PageId>,
    /// Pages changed by an UPDATE before the start, and their rows.
    pub update_pages: u32,
    /// Frames that the lazy writer keeps free.
    pub free_min: u32,
    /// The transactions.
    pub load: Load,
    /// TARGET_RECOVERY_TIME; nothing: 0, automatic checkpoints.
    pub target: Span,
    /// The target that the command sets.
    pub target_set: Span,
    /// What the engine is assumed to reckon for redo of a page.
    pub page_cost: Span,
    /// Log records after which an automatic checkpoint comes.
    pub records_max: u64,
    /// SIMPLE: used log after which a checkpoint is queued.
    pub log_mark: Option<Bytes>,
    /// The device.
    pub device: &'static Device,
    /// Largest gather write.
    pub cap: GatherCap,
    /// Above this write latency writers back off.
    pub threshold: Span,
    /// The n of CHECKPOINT n.
    pub goal: Span,
    /// What is done to the server, and when.
    pub script: Vec<(SimTime, Command)>,
    /// Length of the run.
    pub horizon: Span,
    /// One commit in this many is written down.
    pub commit_thinning: u32,
    /// Copies of the state kept for seeking.
    pub keyframes: u32,
    /// Keep what recovery would need to be checked.
    pub keeps_journal: bool,
    /// Log before page. Only a test breaks it.
    pub wal_rule: bool,
}
