//! The dirty pages in the order in which they became dirty: by recovery LSN.
//!
//! SQL Server keeps such lists for databases with a recovery target, partitioned by scheduler
//! (facts: section 1.4); here there is one. An entry is not taken out when its page is written: it
//! no longer holds then, and is passed over.

use super::frame::{FrameId, PackedLsn};
use crate::kernel::ChunkQueue;

/// Entries with their positions: the first ever is 0.
#[derive(Clone, Debug, Default)]
pub(super) struct DirtyList {
    entries: ChunkQueue<(FrameId, PackedLsn)>,
    /// Position of the first entry kept.
    first: u64,
}

impl DirtyList {
    pub(super) fn push(&mut self, entry: (FrameId, PackedLsn)) {
        self.entries.push_back(entry);
    }

    /// Drops the entries in front that no longer hold.
    pub(super) fn trim(&mut self, holds: impl Fn(FrameId, PackedLsn) -> bool) {
        while let Some((frame, lsn)) = self.entries.front() {
            if holds(*frame, *lsn) {
                return;
            }
            self.entries.pop_front();
            self.first += 1;
        }
    }

    /// The first entry at or behind `position` that `holds`, and where it is.
    pub(super) fn find(
        &self,
        position: u64,
        holds: impl Fn(FrameId, PackedLsn) -> bool,
    ) -> Option<(u64, FrameId)> {
        let skip = u32::try_from(position.saturating_sub(self.first)).ok()?;
        let found = (skip..self.entries.len()).find_map(|i| {
            let (frame, lsn) = self.entries.get(i)?;
            holds(*frame, *lsn).then_some((i, *frame))
        });
        found.map(|(i, frame)| (self.first + u64::from(i), frame))
    }
}
