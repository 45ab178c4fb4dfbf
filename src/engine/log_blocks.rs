//! Log blocks: what is appended, what is on its way to the disk, and what is durable.
//!
//! Records go into the open block. A block is closed when it is full (60 KB) or when somebody waits
//! for it: a commit, a checkpoint, a page write (facts: section 3.1). A closed block waits in a log
//! buffer until one of the outstanding log I/Os is free. Writes may end in any order, and the log
//! is durable as far as every block before is: a commit is acknowledged only then.
//!
//! Group commit is nothing of its own here: whoever appends before the open block is closed shares
//! it (facts: section 3.2). There is no deliberate delay.

use std::collections::VecDeque;

use super::log_record::{BLOCK_HEADER_BYTES, Records};
use crate::kernel::Digest;
use crate::units::{Bytes, Lsn};

/// Largest block. Facts: section 3.1.
pub const BLOCK_BYTES_MAX: u64 = 60 * 1_024;

/// What bounds the writes under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// A block is a multiple of this: 512, or 4,096 where the device says so (facts: section 3.1).
    pub sector_bytes: u64,
    /// Log I/Os under way at once: 32 up to 2008 R2, 112 from 2012 (facts: section 3.1, M).
    pub writes_max: u32,
    /// Log buffers: closed blocks that wait or are being written, 128 (facts: section 3.1, M).
    pub buffers_max: u32,
    /// Bytes under way at once: 3,840 KB from 2008 on (facts: section 3.1, recalled).
    pub in_flight_max: Bytes,
}

impl Limits {
    /// From 2012 on.
    pub const FROM_2012: Self = Self {
        sector_bytes: 512,
        writes_max: 112,
        buffers_max: 128,
        in_flight_max: Bytes(3_840 * 1_024),
    };
}

/// A block's number, from 0 in the order of the log.
pub type BlockNumber = u64;

/// A closed block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// Its place in the log's order.
    pub number: BlockNumber,
    /// Where it starts.
    pub from: Lsn,
    /// Size: whole sectors.
    pub bytes: Bytes,
    /// Commit records in it.
    pub commits: u32,
    is_written: bool,
}

impl Block {
    /// Its end.
    #[must_use]
    pub fn upto(self) -> Lsn {
        self.from + self.bytes
    }
}

/// The blocks of a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogBlocks {
    limits: Limits,
    /// Bytes in the open block, header and slots included; 0 if it is empty.
    open_bytes: u64,
    open_commits: u32,
    is_wanted: bool,
    /// End of the closed blocks.
    end: Lsn,
    /// The number that the open block will have.
    next: BlockNumber,
    /// Closed, waiting for a write; then those under way: in order.
    closed: VecDeque<Block>,
    /// How many of `closed`, from the front, have been handed to the disk.
    started: u32,
    writes: u32,
    in_flight: Bytes,
    flushed: Lsn,
    durable: BlockNumber,
    durable_commits: u64,
}

impl LogBlocks {
    /// An empty log.
    #[must_use]
    pub fn new(limits: Limits) -> Self {
        Self::starting_at(Lsn(0), limits)
    }

    /// A log that goes on at `start`: everything before is durable.
    #[must_use]
    pub fn starting_at(start: Lsn, limits: Limits) -> Self {
        assert!(limits.writes_max > 0 && limits.buffers_max > 0);
        assert!(limits.sector_bytes.is_power_of_two());
        Self {
            limits,
            open_bytes: 0,
            open_commits: 0,
            is_wanted: false,
            end: start,
            next: 0,
            closed: VecDeque::new(),
            started: 0,
            writes: 0,
            in_flight: Bytes(0),
            flushed: start,
            durable: 0,
            durable_commits: 0,
        }
    }

    /// May records be appended, or is there no log buffer for the block that they would close (a
    /// LOGBUFFER wait)?
    #[must_use]
    pub fn has_room(&self, records: Records) -> bool {
        let bytes = records.in_block().0;
        let more = (self.open_bytes + bytes) / (BLOCK_BYTES_MAX - BLOCK_HEADER_BYTES);
        self.closed.len() as u64 + more < u64::from(self.limits.buffers_max)
    }

    /// Appends records; blocks that get full are closed. Returns the block of the last one, which
    /// is durable when that block is.
    pub fn append(&mut self, records: Records, commits: u32) -> BlockNumber {
        let mut left = records.in_block().0;
        while left > 0 {
            if self.open_bytes == 0 {
                self.open_bytes = BLOCK_HEADER_BYTES;
            }
            let room = BLOCK_BYTES_MAX - self.open_bytes;
            let taken = left.min(room);
            self.open_bytes += taken;
            left -= taken;
            if left > 0 {
                self.close();
            }
        }
        self.open_commits += commits;
        self.next
    }

    /// Somebody waits for the open block: it is closed as soon as it can be written.
    pub fn want(&mut self) {
        self.is_wanted |= self.open_bytes > 0;
    }

    fn close(&mut self) {
        let sector = self.limits.sector_bytes;
        let block = Block {
            number: self.next,
            from: self.end,
            bytes: Bytes((self.open_bytes + sector - 1) & !(sector - 1)),
            commits: self.open_commits,
            is_written: false,
        };
        self.end = block.upto();
        self.next += 1;
        self.closed.push_back(block);
        (self.open_bytes, self.open_commits, self.is_wanted) = (0, 0, false);
    }

    /// Is there a block to hand to the disk, and a write free for it?
    #[must_use]
    #[inline]
    pub fn has_write(&self) -> bool {
        let is_waiting = self.is_wanted || (self.started as usize) < self.closed.len();
        is_waiting && self.writes < self.limits.writes_max
    }

    /// The next block to hand to the disk, if there is one and a write is free. The open block is
    /// closed only now, so that whoever came in the meantime goes with it.
    pub fn next_write(&mut self) -> Option<Block> {
        if self.writes >= self.limits.writes_max {
            return None;
        }
        if self.started as usize == self.closed.len() {
            if !self.is_wanted {
                return None;
            }
            self.close();
        }
        let block = *self.closed.get(self.started as usize)?;
        let in_flight = self.in_flight + block.bytes;
        if self.writes > 0 && in_flight > self.limits.in_flight_max {
            return None;
        }
        self.started += 1;
        self.writes += 1;
        self.in_flight = in_flight;
        Some(block)
    }

    /// A write has ended. Returns whether the durable end of the log has moved.
    ///
    /// # Panics
    /// If the block is not being written.
    pub fn written(&mut self, number: BlockNumber) -> bool {
        let place = number
            .checked_sub(self.durable)
            .expect("a block that is not durable");
        let is_started = place < u64::from(self.started);
        assert!(is_started, "block {number} was never handed to the disk");
        let block = &mut self.closed[place as usize];
        assert!(!block.is_written, "block {number} was written twice");
        block.is_written = true;
        self.in_flight = self.in_flight.saturating_sub(block.bytes);
        self.writes -= 1;
        let before = self.durable;
        while self.closed.front().is_some_and(|block| block.is_written) {
            if let Some(block) = self.closed.pop_front() {
                self.flushed = block.upto();
                self.durable_commits += u64::from(block.commits);
                self.durable += 1;
                self.started -= 1;
            }
        }
        self.durable > before
    }

    /// Is this block, and so all before it, on the disk?
    #[must_use]
    pub fn is_durable(&self, number: BlockNumber) -> bool {
        number < self.durable
    }

    /// Blocks before this one are durable.
    #[must_use]
    pub fn durable(&self) -> BlockNumber {
        self.durable
    }

    /// Commit records in them.
    #[must_use]
    pub fn durable_commits(&self) -> u64 {
        self.durable_commits
    }

    /// Everything below this is durable.
    #[must_use]
    pub fn flushed_lsn(&self) -> Lsn {
        self.flushed
    }

    /// End of the closed blocks.
    #[must_use]
    pub fn end_lsn(&self) -> Lsn {
        self.end
    }

    /// Bytes in the open block.
    #[must_use]
    pub fn open_bytes(&self) -> Bytes {
        Bytes(self.open_bytes)
    }

    /// Writes under way.
    #[must_use]
    pub fn writes(&self) -> u32 {
        self.writes
    }

    /// Writes the state.
    pub fn digest(&self, into: &mut Digest) {
        into.u64(self.open_bytes);
        into.u32(self.open_commits);
        into.bool(self.is_wanted);
        into.u64(self.end.0);
        into.u64(self.flushed.0);
        into.u64(self.durable);
        into.u32(self.started);
        for block in &self.closed {
            into.u64(block.bytes.0);
            into.bool(block.is_written);
        }
    }
}

#[cfg(test)]
#[path = "log_blocks_tests.rs"]
mod tests;
