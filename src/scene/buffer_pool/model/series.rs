//! What a run records, and the streams that it draws from.

use crate::kernel::{Counter, Gauge, Sample, SeriesSpec};

/// What a run records. Levels are written down at intervals, after an event; their greatest values
/// are kept exactly in [`super::Totals`].
pub static SERIES: &[SeriesSpec] = &[
    SeriesSpec::gauge("dirty_pages"),
    SeriesSpec::gauge("log_since_min_bytes"),
    SeriesSpec::gauge("redo_estimate_ns"),
    SeriesSpec::gauge("free_frames"),
    SeriesSpec::counter("checkpoint_page_writes"),
    SeriesSpec::counter("background_page_writes"),
    SeriesSpec::counter("lazy_page_writes"),
    SeriesSpec::counter("backup_page_writes"),
    SeriesSpec::gauge("page_reads"),
    SeriesSpec::gauge("evictions"),
    SeriesSpec::sample("commit_latency_ns"),
    SeriesSpec::counter("page_writes"),
];
/// Dirty pages in memory, those being written included.
pub const DIRTY_PAGES: Gauge = Gauge(0);
/// Log from min LSN to its end.
pub const LOG_SINCE_MIN: Gauge = Gauge(1);
/// How long redo would take on this device.
pub const REDO_ESTIMATE: Gauge = Gauge(2);
/// Free frames.
pub const FREE_FRAMES: Gauge = Gauge(3);
/// Pages written, by writer, at the completion of each write; as in [`super::Writer::ALL`].
pub const PAGE_WRITES: [Counter; 4] = [Counter(4), Counter(5), Counter(6), Counter(7)];
/// Pages read for transactions so far.
pub const PAGE_READS: Gauge = Gauge(8);
/// Pages that left memory so far.
pub const EVICTIONS: Gauge = Gauge(9);
/// Wait of a commit for its log flush, at its acknowledgement.
pub const COMMIT_LATENCY: Sample = Sample(10);

/// Pages written by all.
pub const PAGE_WRITES_ALL: Counter = Counter(11);

/// Notes on the time line.
pub mod note {
    /// A checkpoint began; the value is its trigger.
    pub const CHECKPOINT: u16 = 0;
    /// BACKUP was typed.
    pub const BACKUP: u16 = 1;
    /// A backup is done; the value is its duration in nanoseconds.
    pub const BACKUP_DONE: u16 = 2;
    /// The target was changed; the value is its seconds.
    pub const TARGET: u16 = 3;
}

/// Streams: one a purpose, so that adding a draw in one place moves nothing elsewhere.
pub(super) mod stream {
    /// When transactions come.
    pub const ARRIVALS: u32 = 1;
    /// What they do and where.
    pub const PAGE_CHOICE: u32 = 2;
    /// The varying part of disk accesses.
    pub const DISK_JITTER: u32 = 3;
}
