//! The log: append, flush, group commit.
//!
//! Records go to the end of the log; a flush makes everything below an LSN durable; a commit, a
//! page write and a checkpoint ask for one. One flush answers everybody who waits below it (group
//! commit, facts: section 3.2). The unit is a log block: a multiple of the sector, at most 60 KB.
//!
//! Simplification: one flush at a time (SQL Server keeps up to 112 under way from 2012, facts:
//! section 3.1); at the depths shown here that bounds nothing but makes groups larger.

use crate::kernel::Digest;
use crate::units::{Bytes, Lsn};

/// A block is a multiple of this. Facts: section 3.1.
pub const SECTOR_BYTES: u64 = 512;
/// Largest block. Facts: section 3.1.
pub const BLOCK_BYTES_MAX: u64 = 60 * 1_024;

/// Log bytes of a one-row update with its begin and commit records: about 350 for a small row.
/// Facts: section 3.3; the record lengths there are recalled, so this is an assumption.
pub const TRANSACTION_BYTES: Bytes = Bytes(350);
/// Log bytes of a checkpoint's begin or end record. Assumption: one sector holds either.
pub const CHECKPOINT_RECORD_BYTES: Bytes = Bytes(96);

/// Log bytes of a transaction's begin record. Recalled, no source found (facts: section 3.3).
pub const BEGIN_RECORD_BYTES: Bytes = Bytes(124);
/// Log bytes of a one-row change of a few bytes. Assumption: the published dump of an insert shows
/// 72 bytes of header and 20 of lock info beside the row image (facts: section 3.3, B31).
pub const ROW_RECORD_BYTES: Bytes = Bytes(100);
/// Log bytes of a commit record. Recalled, no source found (facts: section 3.3).
pub const COMMIT_RECORD_BYTES: Bytes = Bytes(84);

/// A flush that has been handed to the disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// Everything below is durable when it is done.
    pub upto: Lsn,
    /// Where it starts in the log.
    pub from: Lsn,
    /// Size, a multiple of the sector.
    pub bytes: Bytes,
}

/// The log.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Log {
    appended: Lsn,
    flushed: Lsn,
    wanted: Lsn,
    flushing: Option<Block>,
}

impl Log {
    /// Appends a record; returns the LSN that must be durable before it is: its end.
    pub fn append(&mut self, bytes: Bytes) -> Lsn {
        self.appended += bytes;
        self.appended
    }

    /// Appends a record that is durable already: work done before the run begins.
    pub fn append_durably(&mut self, bytes: Bytes) {
        assert!(self.flushing.is_none() && self.appended == self.flushed);
        self.appended += Bytes(bytes.0.div_ceil(SECTOR_BYTES) * SECTOR_BYTES);
        self.flushed = self.appended;
    }

    /// Everything below this is durable.
    #[must_use]
    pub fn flushed_lsn(&self) -> Lsn {
        self.flushed
    }

    /// End of the log, durable or not.
    #[must_use]
    pub fn appended_lsn(&self) -> Lsn {
        self.appended
    }

    /// Is everything below `lsn` durable?
    #[must_use]
    pub fn is_durable(&self, lsn: Lsn) -> bool {
        lsn <= self.flushed
    }

    /// Somebody waits until everything below `lsn` is durable.
    pub fn want(&mut self, lsn: Lsn) {
        assert!(
            lsn <= self.appended,
            "waiting for a record that was never appended"
        );
        self.wanted = self.wanted.max(lsn);
    }

    /// The next block to hand to the disk, if somebody waits and no flush is under way. The block
    /// takes everything appended so far, up to its largest size: those who come while it is on its
    /// way go with the next one.
    pub fn next_flush(&mut self) -> Option<Block> {
        if self.flushing.is_some() || self.wanted <= self.flushed {
            return None;
        }
        let waiting = (self.appended - self.flushed).0;
        let taken = waiting.min(BLOCK_BYTES_MAX);
        let bytes = Bytes(taken.div_ceil(SECTOR_BYTES) * SECTOR_BYTES);
        let from = self.flushed;
        let upto = from + bytes;
        // The block is closed: what is appended from here on starts in the next sector.
        self.appended = self.appended.max(upto);
        let block = Block { upto, from, bytes };
        self.flushing = Some(block);
        Some(block)
    }

    /// The flush that is under way is done. Returns the new flushed LSN.
    pub fn flush_done(&mut self) -> Lsn {
        let block = self.flushing.take().expect("a flush is under way");
        self.flushed = block.upto;
        self.flushed
    }

    /// Folds the state into a digest.
    pub fn digest(&self, into: &mut Digest) {
        into.u64(self.appended.0);
        into.u64(self.flushed.0);
        into.u64(self.wanted.0);
        into.u8(u8::from(self.flushing.is_some()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_flush_answers_everybody_below_it() {
        let mut log = Log::default();
        let first = log.append(Bytes(350));
        log.want(first);
        let block = log.next_flush().expect("somebody waits");
        assert_eq!(block.bytes, Bytes(512));
        let second = log.append(Bytes(350));
        let third = log.append(Bytes(350));
        log.want(second);
        log.want(third);
        assert_eq!(log.next_flush(), None, "one flush at a time");
        log.flush_done();
        assert!(log.is_durable(first) && !log.is_durable(second));
        let group = log.next_flush().expect("two wait");
        assert_eq!(group.bytes, Bytes(1_024));
        log.flush_done();
        assert!(log.is_durable(third));
        assert_eq!(log.next_flush(), None, "nobody waits");
    }

    #[test]
    fn a_block_is_whole_sectors_and_at_most_60_kb() {
        let mut log = Log::default();
        let end = log.append(Bytes(200_000));
        log.want(end);
        let mut total = 0;
        while let Some(block) = log.next_flush() {
            assert!(block.bytes.0 % SECTOR_BYTES == 0 && block.bytes.0 <= BLOCK_BYTES_MAX);
            total += block.bytes.0;
            log.flush_done();
        }
        assert!((200_000..200_000 + SECTOR_BYTES).contains(&total));
    }
}
