//! What a run records, and the streams that it draws from.

use crate::kernel::{Counter, Gauge, Sample, SeriesSpec};

/// What a run records.
pub static SERIES: &[SeriesSpec] = &[
    SeriesSpec::gauge("dirty_pages"),
    SeriesSpec::gauge("io_target"),
    SeriesSpec::gauge("outstanding_pages"),
    SeriesSpec::counter("written_bytes"),
    SeriesSpec::counter("write_ios"),
    SeriesSpec::counter("commits"),
    SeriesSpec::sample("write_latency_ns"),
    SeriesSpec::sample("commit_latency_ns"),
    SeriesSpec::sample("transaction_ns"),
];
/// Dirty pages in memory.
pub const DIRTY_PAGES: Gauge = Gauge(0);
/// Outstanding pages at which a checkpoint waits: the default throttle's target, or a goal's bound.
pub const IO_TARGET: Gauge = Gauge(1);
/// Pages handed over to the device and not written yet.
pub const OUTSTANDING_PAGES: Gauge = Gauge(2);
/// Bytes of finished page writes.
pub const WRITTEN_BYTES: Counter = Counter(3);
/// Finished page writes.
pub const WRITE_IOS: Counter = Counter(4);
/// Acknowledged commits.
pub const COMMITS: Counter = Counter(5);
/// Latency of each page write, at its completion.
pub const WRITE_LATENCY: Sample = Sample(6);
/// Wait of each commit for its log flush, at its acknowledgement.
pub const COMMIT_LATENCY: Sample = Sample(7);
/// A whole transaction, reads, latches and commit, at its acknowledgement.
pub const TRANSACTION: Sample = Sample(8);

/// Streams: one a purpose, so that adding a draw in one place moves nothing elsewhere.
pub(super) mod stream {
    /// Order of the buffers.
    pub const BUFFER_ORDER: u32 = 1;
    /// Where the other dirty pages lie.
    pub const PLACEMENT: u32 = 2;
    /// The varying part of disk accesses.
    pub const DISK_JITTER: u32 = 3;
    /// Think times, one stream a session.
    pub const ARRIVALS: u32 = 4;
    /// Pages read and changed, one stream a session.
    pub const PAGE_CHOICE: u32 = 5;
}
