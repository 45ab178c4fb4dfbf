//! What a run records, and the streams that it draws from.

use crate::kernel::{Gauge, Sample, SeriesSpec};

/// What a run records.
pub static SERIES: &[SeriesSpec] = &[
    SeriesSpec::sample("commit_lsn"),
    SeriesSpec::sample("acknowledged_lsn"),
    SeriesSpec::gauge("flushed_lsn"),
    SeriesSpec::gauge("bulk_extents"),
    SeriesSpec::gauge("redo_bytes"),
    SeriesSpec::gauge("undo_bytes"),
    SeriesSpec::gauge("open_transactions"),
];

/// The end of each commit record, when it is appended.
pub const COMMITTED: Sample = Sample(0);
/// The same when the client has been told.
pub const ACKNOWLEDGED: Sample = Sample(1);
/// The log is durable up to here.
pub const FLUSHED: Gauge = Gauge(2);
/// Extents that the next log backup has to copy from the data file.
pub const BULK_EXTENTS: Gauge = Gauge(3);
/// Log that redo would go through.
pub const REDO: Gauge = Gauge(4);
/// Log that undo would take back.
pub const UNDO: Gauge = Gauge(5);
/// Transactions with durable log and without a durable commit.
pub const UNDONE: Gauge = Gauge(6);

/// Notes on the time line.
pub mod note {
    /// A checkpoint is complete; the value is when it began, in nanoseconds.
    pub const CHECKPOINT: u16 = 0;
    /// A backup was refused; the value is SQL Server's number.
    pub const REFUSED: u16 = 1;
    /// A backup is complete; the value is when it began, in nanoseconds.
    pub const BACKUP: u16 = 2;
}

/// Streams: one a purpose, so that adding a draw in one place moves nothing elsewhere.
pub(super) mod stream {
    /// When transactions come.
    pub const ARRIVALS: u32 = 1;
    /// How long they last.
    pub const DURATION: u32 = 2;
    /// Which table they insert into.
    pub const TABLE: u32 = 3;
    /// When a page is written outside of checkpoints, and which.
    pub const LAZY: u32 = 4;
}
