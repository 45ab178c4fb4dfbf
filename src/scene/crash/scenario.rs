//! One side of the comparison, resolved into engine types.

use crate::engine::backups::RecoveryModel;
use crate::kernel::{SimTime, Span};
use crate::units::{Bytes, BytesPerSec};

/// Pages of an extent.
pub const EXTENT_PAGES: u32 = 8;
/// What the long transaction does comes this often.
pub const LONG_EVERY: Span = Span::from_secs(60);
/// A checkpoint writes its pages in so many parts.
pub const CHECKPOINT_PARTS: u32 = 3;
/// A data backup reads its pages in so many parts.
pub const READ_PARTS: u32 = 4;

/// A bulk load that can be minimally logged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bulk {
    /// Its begin.
    pub at: SimTime,
    /// Until its commit.
    pub lasts: Span,
    /// Its parts: each goes through its extents at one instant.
    pub parts: u32,
    /// Extents that each of its parts fills.
    pub extents_a_part: u32,
}

/// A transaction that stays open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Long {
    /// Its begin.
    pub from: SimTime,
    /// Its commit.
    pub to: SimTime,
    /// Rows that it inserts each time.
    pub rows: u32,
}

/// Rules of a sound server. Only a test breaks one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Log before page.
    pub wal: bool,
    /// A commit is acknowledged after its flush.
    pub flush_before_acknowledgement: bool,
    /// Redo starts where the last completed checkpoint began, not where it ended.
    pub redo_from_begin: bool,
}

impl Rules {
    /// All kept.
    pub const SOUND: Self = Self {
        wal: true,
        flush_before_acknowledgement: true,
        redo_from_begin: true,
    };
}

/// One side.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// The recovery model.
    pub recovery_model: RecoveryModel,
    /// Length of the day.
    pub day: Span,
    /// Mean time between two transactions; `None`: there are none.
    pub apart: Option<Span>,
    /// Rows that a transaction inserts: half at its begin, half before its commit.
    pub rows: u32,
    /// Mean time from its begin to its commit.
    pub lasts: Span,
    /// A row in the log: its image.
    pub row_bytes: u64,
    /// Rows that fit a page.
    pub rows_per_page: u32,
    /// Tables that rows are appended to.
    pub tables: u32,
    /// The bulk load.
    pub bulk: Option<Bulk>,
    /// The long transaction.
    pub long: Option<Long>,
    /// From the end of a checkpoint to the next.
    pub checkpoint_every: Span,
    /// A checkpoint's time for each of its parts.
    pub checkpoint_part: Span,
    /// Mean time between two pages written outside of checkpoints.
    pub lazy: Span,
    /// A full backup at the start, and then this often.
    pub full_every: Span,
    /// A differential this often.
    pub differential_every: Option<Span>,
    /// A log backup this often.
    pub log_every: Option<Span>,
    /// Size of the data at the start of the day.
    pub data: Bytes,
    /// Backups are written at this rate.
    pub backup_rate: BytesPerSec,
    /// How long a log write takes.
    pub flush: Span,
    /// Delayed durability: the log is written this often at the least.
    pub delay: Option<Span>,
    /// Keep what pages hold, so that recovery can be done and compared.
    pub keeps_contents: bool,
    /// Broken by tests alone.
    pub rules: Rules,
}
