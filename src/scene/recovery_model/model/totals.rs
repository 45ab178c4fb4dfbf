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
    /// Most commits that were acknowledged and not durable yet; with full durability none.
    pub at_risk_max: u64,
    /// WRITELOG waits, all sessions.
    pub writelog: Span,
    /// How many there were.
    pub writelog_count: u64,
    /// The longest.
    pub writelog_max: Span,
    /// PAGELATCH_EX waits for the last page, all sessions.
    pub pagelatch: Span,
    /// How many there were.
    pub pagelatch_count: u64,
    /// LOGBUFFER waits, all sessions.
    pub logbuffer: Span,
    /// How many there were.
    pub logbuffer_count: u64,
    /// Writing the zeros of growths: the wait of the session that grew the file.
    pub growth_wait: Span,
    /// Log blocks written.
    pub flushes: u64,
    /// Bytes written to the log file, in whole sectors; without the zeros of growths.
    pub log_written: Bytes,
    /// Checkpoints that are complete.
    pub checkpoints: u32,
    /// Growths of the log file.
    pub growths: u32,
    /// Given back to the disk by DBCC SHRINKFILE.
    pub shrunk: Bytes,
    /// Log backups that are complete.
    pub log_backups: u32,
    /// What they copied, extents of bulk loads included; one under way counts.
    pub log_backup_bytes: Bytes,
    /// How long they took.
    pub log_backup_time: Span,
    /// Extents of bulk loads in them.
    pub bulk_extents: u64,
    /// Backups of the data that are complete.
    pub full_backups: u32,
    /// Statements that failed with error 9002.
    pub errors: u64,
    /// When the first did.
    pub full_at: Option<SimTime>,
    /// Connections whose clients gave up after many of them.
    pub gave_up: u32,
    /// The most log in use.
    pub used_max: Bytes,
    /// When the last session was done.
    pub load_done_at: Option<SimTime>,
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
            self.logbuffer.as_ns(),
            self.flushes,
            self.log_written.0,
            self.log_backup_bytes.0,
            self.errors,
        ] {
            into.u64(value);
        }
        into.u32(self.checkpoints);
        into.u32(self.growths);
    }
}
