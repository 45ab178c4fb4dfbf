//! Sessions that share the server with the checkpoint: think, read a page, change a row, commit.
//!
//! The load is closed: a session waits for its own I/O before it goes on, as sessions do. So a
//! checkpoint that keeps more I/Os outstanding takes a larger share of the device, and everybody
//! else waits longer.

use super::page::PageId;
use crate::kernel::{Digest, SimTime, Span};
use crate::units::Lsn;

/// What a session is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SessionState {
    /// Nothing, until it wakes.
    Thinking,
    /// Waiting for page reads; this many are still to come.
    Reading {
        /// Reads to come after the one under way.
        left: u32,
    },
    /// Waiting for the latch of a page that is being written.
    Latched {
        /// The page.
        page: PageId,
    },
    /// Waiting for the log flush of its commit (WRITELOG).
    Committing {
        /// Durable below this, and the commit is acknowledged.
        lsn: Lsn,
        /// When it asked.
        since: SimTime,
    },
}

/// How busy the sessions are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Workload {
    /// Sessions.
    pub sessions: u32,
    /// Mean think time between two transactions, exponential.
    pub think: Span,
    /// Page reads from disk before each commit.
    pub reads: u32,
}

impl SessionState {
    /// Folds the state into a digest.
    pub fn digest(&self, into: &mut Digest) {
        match self {
            Self::Thinking => into.u8(0),
            Self::Reading { left } => {
                into.u8(1);
                into.u32(*left);
            }
            Self::Latched { page } => {
                into.u8(2);
                into.u32(page.0);
            }
            Self::Committing { lsn, .. } => {
                into.u8(3);
                into.u64(lsn.0);
            }
        }
    }
}
