//! What a run records, and the streams that it draws from.

use crate::kernel::{Gauge, SeriesSpec};

/// What a run records, after each event.
pub static SERIES: &[SeriesSpec] = &[
    SeriesSpec::gauge("log_used_bytes"),
    SeriesSpec::gauge("log_writes_in_flight"),
    SeriesSpec::gauge("commits_waiting"),
    SeriesSpec::gauge("commits_acknowledged"),
];
/// From the tail to the head of the log file.
pub const LOG_USED: Gauge = Gauge(0);
/// Log writes under way.
pub const IN_FLIGHT: Gauge = Gauge(1);
/// Sessions in a WRITELOG wait.
pub const WAITING: Gauge = Gauge(2);
/// Commits acknowledged so far.
pub const ACKNOWLEDGED: Gauge = Gauge(3);

/// Streams: one a purpose. Sessions and device draw the same in each run; the neighbour, who is
/// met at another time of day, draws by the run's number.
pub(super) mod stream {
    /// The varying part of a client's round trip.
    pub const CLIENT: u32 = 1;
    /// The varying part of a log write.
    pub const LOG_WRITE: u32 = 2;
    /// How busy the neighbour is, and for how long.
    pub const NEIGHBOUR: u32 = 3;
    /// How long a log write stands behind the neighbour's requests.
    pub const BEHIND: u32 = 4;
}
