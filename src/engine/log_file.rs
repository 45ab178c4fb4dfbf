//! The log file: a ring of VLFs that grows when the ring is full.
//!
//! The head writes block after block into its VLF and then enters the next free one in file order,
//! from the start again behind the end (facts: section 3.5, D2). A VLF is free when all of its log
//! lies before the least LSN that somebody needs; freeing marks it reusable, and the file keeps its
//! size. LSNs count bytes of log; headers and the padding at the end of a VLF take file space only.

use std::collections::VecDeque;

use super::vlf::{VLF_HEADER_BYTES, Vlf, VlfRule, VlfStatus};
use crate::kernel::Digest;
use crate::units::{Bytes, Lsn, MIB};

/// How the file may grow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Growth {
    /// FILEGROWTH; 0: none.
    pub by: Bytes,
    /// MAXSIZE.
    pub size_max: Bytes,
    /// Room on the disk beside the file.
    pub disk_free: Bytes,
}

/// The ring has no free VLF: the file has to grow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NeedsGrowth;

/// Why the file cannot grow: error 9002 (facts: section 3.9).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CannotGrow {
    /// FILEGROWTH is 0.
    GrowthOff,
    /// The increment would pass MAXSIZE.
    SizeMax,
    /// The disk has less room than the increment.
    DiskFull,
}

/// A growth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grown {
    /// The file has this much more.
    pub bytes: Bytes,
    /// Of which this much has to be filled with zeros first, while writers wait.
    pub zeroed: Bytes,
}

/// Up to this an automatic growth needs no zeros, from 2022 on. Facts: section 3.5 (D19).
const INSTANT_MAX: u64 = 64 * MIB;

/// The log file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogFile {
    rule: VlfRule,
    growth: Growth,
    vlfs: Vec<Vlf>,
    /// Places of the active VLFs in the order of use: the tail first, the head last.
    active: VecDeque<u32>,
    /// Bytes of the head that are taken, its header included.
    head_used: u64,
    sequence: u32,
    end: Lsn,
    size: Bytes,
    /// Sizes of the active VLFs but the head.
    behind_head: u64,
    /// Log that the free VLFs can hold.
    free: u64,
    reserved: Bytes,
}

impl LogFile {
    /// A new file whose size was `initial` and then grew by each of `then`, as MODIFY FILE does.
    ///
    /// # Panics
    /// If a size is below [`super::vlf::GROWTH_MIN`].
    #[must_use]
    pub fn new(rule: VlfRule, initial: Bytes, then: &[Bytes], growth: Growth) -> Self {
        let mut file = Self {
            rule,
            growth,
            vlfs: Vec::new(),
            active: VecDeque::new(),
            head_used: 0,
            sequence: 0,
            end: Lsn(0),
            size: Bytes(0),
            behind_head: 0,
            free: 0,
            reserved: Bytes(0),
        };
        file.add(initial);
        for bytes in then {
            file.add(*bytes);
        }
        file.enter(0);
        file
    }

    fn add(&mut self, bytes: Bytes) {
        for size in self.rule.sizes(bytes, self.size) {
            let vlf = Vlf::unused(size);
            self.free += vlf.capacity();
            self.vlfs.push(vlf);
        }
        self.size += bytes;
    }

    fn enter(&mut self, place: u32) {
        self.sequence += 1;
        let vlf = &mut self.vlfs[place as usize];
        assert!(vlf.is_free(), "VLF {place} is active");
        self.free -= vlf.capacity();
        vlf.status = VlfStatus::Active;
        vlf.sequence = self.sequence;
        vlf.parity = if vlf.parity == 64 { 128 } else { 64 };
        vlf.first_lsn = self.end;
        vlf.end_lsn = self.end;
        self.active.push_back(place);
        self.head_used = VLF_HEADER_BYTES;
    }

    /// Puts a block at the head. A block never lies in two VLFs: what is left of one is padding.
    ///
    /// # Errors
    /// If there is no room; nothing was put down then.
    ///
    /// # Panics
    /// If the block is larger than a VLF.
    #[inline]
    pub fn append(&mut self, block: Bytes) -> Result<(), NeedsGrowth> {
        let head = self.head();
        if self.head_used + block.0 > self.vlfs[head as usize].bytes.0 {
            self.leave(head)?;
        }
        self.head_used += block.0;
        let fits = self.head_used <= self.vlfs[self.head() as usize].bytes.0;
        assert!(fits, "a block of {} bytes fits no VLF", block.0);
        self.end += block;
        Ok(())
    }

    fn leave(&mut self, head: u32) -> Result<(), NeedsGrowth> {
        let count = self.vlf_count();
        let mut places = (1..count).map(|step| (head + step) % count);
        let next = places.find(|place| self.vlfs[*place as usize].is_free());
        let next = next.ok_or(NeedsGrowth)?;
        let vlf = &mut self.vlfs[head as usize];
        vlf.end_lsn = self.end;
        self.behind_head += vlf.bytes.0;
        self.enter(next);
        Ok(())
    }

    /// Grows by FILEGROWTH, the whole increment or nothing. `is_instant`: a version that needs no
    /// zeros for a small automatic growth.
    ///
    /// # Errors
    /// If it cannot grow.
    pub fn grow(&mut self, is_instant: bool) -> Result<Grown, CannotGrow> {
        let bytes = self.growth.by;
        if bytes.is_zero() {
            return Err(CannotGrow::GrowthOff);
        }
        if self.size + bytes > self.growth.size_max {
            return Err(CannotGrow::SizeMax);
        }
        if bytes > self.growth.disk_free {
            return Err(CannotGrow::DiskFull);
        }
        self.growth.disk_free = self.growth.disk_free.saturating_sub(bytes);
        self.add(bytes);
        let needs_zeros = !(is_instant && bytes.0 <= INSTANT_MAX);
        Ok(Grown {
            bytes,
            zeroed: if needs_zeros { bytes } else { Bytes(0) },
        })
    }

    /// More room on the disk.
    pub fn add_disk(&mut self, bytes: Bytes) {
        self.growth.disk_free += bytes;
    }

    /// Marks VLFs reusable whose log lies wholly before `min_lsn`, but never the head. Returns how
    /// many.
    pub fn truncate_to(&mut self, min_lsn: Lsn) -> u32 {
        let mut freed = 0;
        while self.active.len() > 1 {
            let Some(tail) = self.active.front().copied() else {
                break;
            };
            let vlf = &mut self.vlfs[tail as usize];
            if vlf.end_lsn > min_lsn {
                break;
            }
            vlf.status = VlfStatus::Reusable;
            self.free += vlf.capacity();
            self.behind_head -= vlf.bytes.0;
            self.active.pop_front();
            freed += 1;
        }
        freed
    }

    /// Takes free VLFs off the end of the file until it is no larger than `target`; stops at the
    /// first that is active (facts: section 3.5, B34), and while there is room for `keep`, which
    /// will be appended whatever happens. Returns the bytes given back to the disk.
    pub fn shrink_to(&mut self, target: Bytes, keep: Bytes) -> Bytes {
        let before = self.size;
        while let Some(vlf) = self.vlfs.last().copied().filter(|vlf| vlf.is_free()) {
            let size = self.size.saturating_sub(vlf.bytes);
            let has_room = keep.0 + vlf.capacity() <= self.room().0;
            if size < target || self.vlfs.len() <= 2 || !has_room {
                break;
            }
            self.vlfs.pop();
            self.free -= vlf.capacity();
            self.size = size;
        }
        let given = before.saturating_sub(self.size);
        self.growth.disk_free += given;
        given
    }

    /// Sets space aside for the rollback of what was logged (facts: sections 3.3 and 3.9): it
    /// counts as used, and not as written.
    pub fn reserve(&mut self, bytes: Bytes) {
        self.reserved += bytes;
    }

    /// Gives back what was set aside.
    pub fn unreserve(&mut self, bytes: Bytes) {
        assert!(bytes <= self.reserved, "more given back than was set aside");
        self.reserved = self.reserved.saturating_sub(bytes);
    }

    /// Bytes of log that could still be appended, without a growth and less what is set aside. An
    /// upper bound: padding at the end of VLFs is not known beforehand.
    #[must_use]
    pub fn room(&self) -> Bytes {
        let head = self.vlfs[self.head() as usize].bytes.0 - self.head_used;
        Bytes(head + self.free).saturating_sub(self.reserved)
    }

    /// What of it lies in the VLF that is written, less what is set aside.
    #[must_use]
    pub fn head_room(&self) -> Bytes {
        let head = self.vlfs[self.head() as usize].bytes.0 - self.head_used;
        Bytes(head).saturating_sub(self.reserved)
    }

    /// VLFs that the head may still enter.
    #[must_use]
    pub fn free_count(&self) -> u32 {
        self.vlf_count() - self.active_count()
    }

    /// The file's size.
    #[must_use]
    pub fn size(&self) -> Bytes {
        self.size
    }

    /// From the tail's VLF to the head, and what is set aside.
    #[must_use]
    pub fn used(&self) -> Bytes {
        Bytes(self.behind_head + self.head_used) + self.reserved
    }

    /// VLFs in file order.
    #[must_use]
    pub fn vlfs(&self) -> &[Vlf] {
        &self.vlfs
    }

    /// How many there are.
    #[must_use]
    pub fn vlf_count(&self) -> u32 {
        self.vlfs.len() as u32
    }

    /// How many are active.
    #[must_use]
    pub fn active_count(&self) -> u32 {
        self.active.len() as u32
    }

    /// The place of the VLF that is written.
    #[must_use]
    pub fn head(&self) -> u32 {
        self.active.back().copied().unwrap_or(0)
    }

    /// The place of the oldest active VLF.
    #[must_use]
    pub fn tail(&self) -> u32 {
        self.active.front().copied().unwrap_or(0)
    }

    /// The oldest log in the file that was not given up.
    #[must_use]
    pub fn tail_lsn(&self) -> Lsn {
        self.vlfs[self.tail() as usize].first_lsn
    }

    /// The end of the log.
    #[must_use]
    pub fn end_lsn(&self) -> Lsn {
        self.end
    }

    /// Where the log of the head's VLF starts.
    #[must_use]
    pub fn head_lsn(&self) -> Lsn {
        self.vlfs[self.head() as usize].first_lsn
    }

    /// Room on the disk beside the file.
    #[must_use]
    pub fn disk_free(&self) -> Bytes {
        self.growth.disk_free
    }

    /// Writes the state.
    pub fn digest(&self, into: &mut Digest) {
        into.u64(self.end.0);
        into.u64(self.head_used);
        into.u64(self.size.0);
        into.u64(self.reserved.0);
        into.u64(self.growth.disk_free.0);
        for vlf in &self.vlfs {
            into.u8(vlf.status as u8);
            into.u32(vlf.sequence);
        }
    }
}

#[cfg(test)]
#[path = "log_file_tests.rs"]
mod tests;
