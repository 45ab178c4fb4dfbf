//! What a run adds up.

use crate::kernel::{Digest, SimTime, Span};
use crate::units::Bytes;

/// Sums over a run so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Commit records appended.
    pub committed: u64,
    /// Commits whose clients were told.
    pub acknowledged: u64,
    /// Commits whose records are on the disk with all log before them.
    pub durable: u64,
    /// WRITELOG waits, all sessions.
    pub writelog: Span,
    /// How many there were.
    pub writelog_count: u64,
    /// Waits for the latch of the last page, all sessions.
    pub pagelatch: Span,
    /// Log blocks written.
    pub flushes: u64,
    /// Bytes written to the log file, in whole sectors.
    pub log_written: Bytes,
    /// Checkpoints that are complete.
    pub checkpoints: u32,
    /// Growths of the log file.
    pub growths: u32,
    /// When the last session was done.
    pub load_done_at: Option<SimTime>,
    /// When the log was full and could not grow: the run stops there.
    pub full_at: Option<SimTime>,
}

impl Totals {
    /// Writes the state.
    pub fn digest(&self, into: &mut Digest) {
        for value in [
            self.committed,
            self.acknowledged,
            self.durable,
            self.writelog.as_ns(),
            self.pagelatch.as_ns(),
            self.flushes,
            self.log_written.0,
        ] {
            into.u64(value);
        }
    }
}
