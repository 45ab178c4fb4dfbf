//! Room in the log file: growth, the 70 % rule, and error 9002.

use super::machine::Machine;
use crate::engine::log_blocks::{BLOCK_BYTES_MAX, Block};
use crate::engine::log_record::{BLOCK_HEADER_BYTES, Records};
use crate::engine::vlf::VlfRule;
use crate::kernel::{SimTime, Span};
use crate::units::Bytes;

/// Kept free of statements, so that checkpoints and rollbacks can be logged. Assumption.
const SPARE_BYTES: u64 = 64 * 1_024;
/// Blocks of a sector that a checkpoint finds room for before it begins: its two records, the end
/// of an open transaction, and what others have rolled back meanwhile. Assumption.
const CHECKPOINT_BLOCKS: u64 = 4;

/// May a statement log its records?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Room {
    /// Yes.
    Yes,
    /// The file has grown; the zeros are written until then.
    Until(SimTime),
    /// Error 9002.
    Full,
}

impl Machine {
    /// Makes room for the records and for their rollback (facts: section 3.3, B32), if need be by
    /// a growth.
    #[inline]
    pub(super) fn room_for(&mut self, records: Records) -> Room {
        let need = 2 * records.in_block().0;
        if self.fits(need) {
            return Room::Yes;
        }
        self.grow_for(need)
    }

    /// Do `need` bytes of a statement fit? Counted against the file: the padding of each VLF that
    /// may be left on the way.
    #[inline]
    fn fits(&self, need: u64) -> bool {
        let header = self.small_block().0;
        let blocks = 1 + need / (BLOCK_BYTES_MAX - BLOCK_HEADER_BYTES);
        self.is_free(need + blocks * header + SPARE_BYTES)
    }

    /// Is there so much behind what was appended?
    #[inline]
    fn is_free(&self, bytes: u64) -> bool {
        let wanted = self.unplaced() + bytes;
        wanted <= self.file.head_room().0 || wanted + self.padding() <= self.file.room().0
    }

    /// What was appended and has no place in the file yet.
    fn unplaced(&self) -> u64 {
        let closed = self.blocks.end_lsn().0 - self.file.end_lsn().0;
        closed + self.blocks.open_bytes().0
    }

    fn padding(&self) -> u64 {
        u64::from(self.file.free_count()) * BLOCK_BYTES_MAX
    }

    /// A block of a sector, and what a header more may add to it.
    pub(super) fn small_block(&self) -> Bytes {
        Bytes(BLOCK_HEADER_BYTES + self.s.log.sector_bytes)
    }

    /// May a checkpoint log its records?
    pub(super) fn fits_checkpoint(&self) -> bool {
        self.is_free(CHECKPOINT_BLOCKS * self.small_block().0)
    }

    /// What a smaller file still has to have room for.
    pub(super) fn not_to_shrink(&self) -> Bytes {
        Bytes(self.unplaced() + self.padding() + SPARE_BYTES)
    }

    #[cold]
    fn grow_for(&mut self, need: u64) -> Room {
        while !self.fits(need) {
            let Ok(grown) = self.file.grow(self.s.rule == VlfRule::From2022) else {
                return Room::Full;
            };
            self.totals.growths += 1;
            let zeros = Span::from_ns(self.s.device.rate.transfer_ns(grown.zeroed));
            self.disk.zeroed_at = self.disk.zeroed_at.max(self.now) + zeros;
            self.totals.growth_wait += zeros;
            if !zeros.is_zero() {
                return Room::Until(self.disk.zeroed_at);
            }
        }
        Room::Yes
    }

    /// Gives a block its place in the file. There is room: it was made for each statement.
    pub(super) fn place(&mut self, block: Block) {
        let head = self.file.head();
        let placed = self.file.append(block.bytes);
        assert!(
            placed.is_ok(),
            "no room was made for block {}",
            block.number
        );
        if self.file.head() != head {
            self.look_at_used();
        }
    }

    /// Without a chain a log that is 70 % used queues a checkpoint (facts: section 1.6, D1).
    /// Assumption: it is looked at when the head enters a VLF.
    fn look_at_used(&mut self) {
        let is_much = self.file.used().0 * 10 >= self.file.size().0 * 7;
        if is_much && self.backups.holds_from().is_none() {
            self.want_checkpoint();
        }
    }
}
