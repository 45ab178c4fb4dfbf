//! A frame of the buffer pool: which page it holds, how the page compares with the disk, and what
//! the replacer remembers of it.

use super::page::PageId;
use crate::kernel::SimTime;
use crate::units::Lsn;

/// A slot of the pool that holds one page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct FrameId(pub u32);

/// What a frame holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub enum FrameState {
    /// Nothing: it is on the free list.
    Free,
    /// A page on its way from the disk.
    Reading,
    /// A page that equals its copy on disk.
    #[default]
    Clean,
    /// A page newer than its copy on disk.
    Dirty,
    /// A page latched for the write that makes it clean; a change has to wait (facts: section 2).
    Writing,
}

impl FrameState {
    /// The one table of the life cycle: no way from dirty to free or clean without a write.
    #[must_use]
    pub fn may_become(self, next: Self) -> bool {
        use FrameState::{Clean, Dirty, Free, Reading, Writing};
        matches!(
            (self, next),
            (Free, Reading)
                | (Reading, Clean)
                | (Clean, Dirty | Free)
                | (Dirty, Writing)
                | (Writing, Clean)
        )
    }
}

/// Log records are aligned to 4 bytes (facts: section 3.1), so that 32 bits hold the LSN of a log
/// of 16 GiB: half the memory, and pools can have a million frames.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct PackedLsn(u32);

impl PackedLsn {
    #[inline(always)]
    pub(super) fn pack(lsn: Lsn) -> Self {
        assert!(lsn.0 % 4 == 0, "LSN {} is not aligned", lsn.0);
        Self(u32::try_from(lsn.0 / 4).expect("a log of at most 16 GiB"))
    }

    #[inline(always)]
    pub(super) fn lsn(self) -> Lsn {
        Lsn(u64::from(self.0) * 4)
    }
}

/// A coarse clock for the replacer: tenths of a second in 16 bits. SQL Server keeps a 16-bit
/// counter of seconds (facts: section 2, B21); runs here are shorter, so the unit is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Tick(pub u16);

impl Tick {
    /// The tick of an instant, from 1: 0 stands for "never".
    #[must_use]
    pub fn at(now: SimTime) -> Self {
        Self(u16::try_from(now.as_ms() / 100 + 1).unwrap_or(u16::MAX))
    }

    /// Milliseconds since an earlier tick.
    #[must_use]
    pub fn ms_since(self, earlier: Self) -> u64 {
        u64::from(self.0.saturating_sub(earlier.0)) * 100
    }
}

/// One frame. Kept small: a pool of 8 GB has a million of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Frame {
    /// Page minus frame, so that all frames of a pool filled in order are equal and share memory.
    pub(super) page_delta: u32,
    /// Newest record applied.
    pub(super) page_lsn: PackedLsn,
    /// Record that first dirtied the page since it was last clean; 0 for a clean page.
    pub(super) recovery_lsn: PackedLsn,
    /// The last reference and the one before, for LRU-K with K = 2.
    pub(super) refs: [Tick; 2],
    /// When the clock's hand last came by.
    pub(super) swept: Tick,
    /// Who forbids eviction.
    pub(super) pins: u16,
    pub(super) state: FrameState,
    /// Dirty when the running checkpoint began, and not handed over since.
    pub(super) owed: bool,
    /// To be freed once its write is done: the lazy writer writes, then frees.
    pub(super) frees: bool,
}

impl Frame {
    pub(super) fn page(&self, frame: FrameId) -> PageId {
        PageId(frame.0.wrapping_add(self.page_delta))
    }

    /// On to `next` in the life cycle.
    pub(super) fn step(&mut self, frame: FrameId, next: FrameState) {
        let before = self.state;
        assert!(
            before.may_become(next),
            "frame {} can't go from {before:?} to {next:?}",
            frame.0
        );
        self.state = next;
    }

    pub(super) fn touch(&mut self, tick: Tick) {
        // References within one tick are one: correlated references say nothing about the future.
        if self.refs[0] != tick {
            self.refs = [tick, self.refs[0]];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_freed_or_cleaned_without_a_write() {
        use FrameState::{Clean, Dirty, Free, Reading, Writing};
        let all = [Free, Reading, Clean, Dirty, Writing];
        assert!(
            all.iter()
                .all(|to| Dirty.may_become(*to) == (*to == Writing))
        );
        assert!(
            all.iter()
                .all(|to| Writing.may_become(*to) == (*to == Clean))
        );
        assert!(
            all.iter()
                .all(|from| from.may_become(Free) == (*from == Clean))
        );
    }

    #[test]
    fn ticks_start_at_one_and_references_of_one_tick_are_one() {
        assert_eq!(Tick::at(SimTime::ZERO), Tick(1));
        assert_eq!(Tick::at(SimTime::from_ms(250)), Tick(3));
        let mut frame = Frame::default();
        for tick in [3, 3, 3, 7, 7] {
            frame.touch(Tick(tick));
        }
        assert_eq!(frame.refs, [Tick(7), Tick(3)]);
        assert_eq!(Tick(7).ms_since(Tick(3)), 400);
    }

    #[test]
    fn lsns_survive_packing() {
        for lsn in [0, 4, 512, (1 << 34) - 4] {
            assert_eq!(PackedLsn::pack(Lsn(lsn)).lsn(), Lsn(lsn));
        }
        assert!(
            size_of::<Frame>() <= 24,
            "{} bytes a frame",
            size_of::<Frame>()
        );
    }
}
