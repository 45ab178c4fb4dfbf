//! What a run records.

use crate::kernel::{Counter, Gauge, SeriesSpec};

/// Levels are the greatest since the point before, so that no peak is lost between two events.
pub static SERIES: &[SeriesSpec] = &[
    SeriesSpec::gauge("queued_pages"),
    SeriesSpec::gauge("pinned_pages"),
    SeriesSpec::gauge("busy_workers"),
    SeriesSpec::gauge("written_pages"),
    SeriesSpec::counter("worker_reconcile_ns"),
    SeriesSpec::counter("driver_wait_ns"),
];
/// Pages queued and not taken.
pub const QUEUED: Gauge = Gauge(0);
/// Pages pinned for the queue.
pub const PINNED: Gauge = Gauge(1);
/// Workers that reconcile.
pub const BUSY: Gauge = Gauge(2);
/// Pages written so far.
pub const WRITTEN: Gauge = Gauge(3);
/// Time that workers spent reconciling, counted when a page is done.
pub const RECONCILED: Counter = Counter(4);
/// Time that the driver waited, counted when it goes on.
pub const WAITED: Counter = Counter(5);

/// Streams: one a purpose.
pub(in crate::scene::two_pass) mod stream {
    /// How long leaves take to reconcile.
    pub const RECONCILE: u32 = 11;
    /// Which rows are changed.
    pub const ROW_CHOICE: u32 = 12;
}
