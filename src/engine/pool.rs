//! The buffer pool: frames, page table, free list, pins, and the dirty pages in the order of their
//! recovery LSN.
//!
//! It answers, and asserts what must never be asked: a page before its log (the WAL rule), a frame
//! evicted while pinned or dirty, a page written twice at once. Who writes, and when, is decided by
//! the checkpoint, the background writer and the lazy writer.

use super::dirty_list::DirtyList;
use super::frame::{Frame, FrameId, FrameState, PackedLsn, Tick};
use super::page::PageId;
use super::pool_summary::{Summary, Tally};
use crate::kernel::{ChunkVec, Digest};
use crate::units::Lsn;

/// A page's place in memory and its copy on disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PageEntry {
    /// Frame minus page; [`ABSENT`] if it is not in memory.
    pub(super) frame_delta: u32,
    /// Page LSN of the copy on disk.
    pub(super) disk_lsn: PackedLsn,
}

/// No frame is this far from its page.
pub(super) const ABSENT: u32 = 1 << 31;

/// Frames that are copied together when one of them changes after a clone: 3 KB.
const FRAMES_A_CHUNK: usize = 128;

/// The pool.
#[derive(Clone, Debug)]
pub struct Pool {
    pub(super) frames: ChunkVec<Frame, FRAMES_A_CHUNK>,
    pub(super) pages: ChunkVec<PageEntry>,
    pub(super) summary: Summary,
    /// Frames freed, last freed first taken; behind them those that never held a page.
    freed: Vec<FrameId>,
    fresh: u32,
    pub(super) dirty_list: DirtyList,
    /// Where the clock's hand stands.
    pub(super) hand: u32,
}

impl Pool {
    /// `frames` frames over a file of `pages` pages, the first `resident` of which are in memory,
    /// clean, in the order of the file.
    #[must_use]
    pub fn new(frames: u32, pages: u32, resident: u32) -> Self {
        let resident = resident.min(frames).min(pages);
        let free = Frame {
            state: FrameState::Free,
            ..Frame::default()
        };
        let here = PageEntry {
            frame_delta: 0,
            disk_lsn: PackedLsn::default(),
        };
        let away = PageEntry {
            frame_delta: ABSENT,
            ..here
        };
        Self {
            frames: ChunkVec::with_head(frames, resident, Frame::default(), free),
            pages: ChunkVec::with_head(pages, resident, here, away),
            summary: Summary::new(frames, resident),
            freed: Vec::new(),
            fresh: resident,
            dirty_list: DirtyList::default(),
            hand: 0,
        }
    }

    /// Frames.
    #[must_use]
    pub fn frame_count(&self) -> u32 {
        self.frames.len()
    }

    /// Pages of the file.
    #[must_use]
    pub fn page_count(&self) -> u32 {
        self.pages.len()
    }

    /// How many frames are in which state.
    #[must_use]
    pub fn tally(&self) -> Tally {
        self.summary.total()
    }

    /// The tallies of the frames, [`super::pool_summary::GROUP`] at a time, in frame order.
    pub fn tallies(&self) -> impl Iterator<Item = Tally> + '_ {
        self.summary.groups()
    }

    /// Dirty pages, those being written included: they are dirty until the write is done.
    #[must_use]
    pub fn dirty_count(&self) -> u32 {
        self.tally().dirty + self.tally().writing
    }

    /// State and pins of the frames in order.
    pub fn states(&self) -> impl Iterator<Item = (FrameState, u16)> + '_ {
        self.frames.iter().map(|f| (f.state, f.pins))
    }

    /// The frame that holds `page`.
    #[must_use]
    pub fn frame_of(&self, page: PageId) -> Option<FrameId> {
        let delta = self.pages.get(page.0).frame_delta;
        (delta != ABSENT).then(|| FrameId(page.0.wrapping_add(delta)))
    }

    /// The page that `frame` holds, or held last.
    #[must_use]
    pub fn page_of(&self, frame: FrameId) -> PageId {
        self.frames.get(frame.0).page(frame)
    }

    /// What `frame` holds.
    #[must_use]
    pub fn state(&self, frame: FrameId) -> FrameState {
        self.frames.get(frame.0).state
    }

    /// Page LSN of the copy on disk.
    #[must_use]
    pub fn disk_lsn(&self, page: PageId) -> Lsn {
        self.pages.get(page.0).disk_lsn.lsn()
    }

    /// Page LSN of the page in `frame`.
    #[must_use]
    pub fn page_lsn(&self, frame: FrameId) -> Lsn {
        self.frames.get(frame.0).page_lsn.lsn()
    }

    fn transition(&mut self, frame: FrameId, next: FrameState) -> &mut Frame {
        let found = self.frames.get_mut(frame.0);
        let before = found.state;
        found.step(frame, next);
        self.summary.move_one(frame, before, next);
        found
    }

    /// A pin: the frame can't be evicted.
    pub fn pin(&mut self, frame: FrameId) {
        let found = self.frames.get_mut(frame.0);
        assert!(found.state != FrameState::Free, "a free frame is pinned");
        found.pins += 1;
        if found.pins == 1 {
            self.summary.pin(frame, true);
        }
    }

    /// The pin's end.
    pub fn unpin(&mut self, frame: FrameId) {
        let found = self.frames.get_mut(frame.0);
        assert!(found.pins > 0, "frame {} is not pinned", frame.0);
        found.pins -= 1;
        if found.pins == 0 {
            self.summary.pin(frame, false);
        }
    }

    /// Takes a frame off the free list for `page`, which is on its way from the disk. `None` when
    /// there is no free frame.
    pub fn begin_read(&mut self, page: PageId) -> Option<FrameId> {
        assert!(self.frame_of(page).is_none(), "page {} is here", page.0);
        let frame = match self.freed.pop() {
            Some(frame) => frame,
            None if self.fresh < self.frame_count() => {
                self.fresh += 1;
                FrameId(self.fresh - 1)
            }
            None => return None,
        };
        let found = self.transition(frame, FrameState::Reading);
        *found = Frame {
            page_delta: page.0.wrapping_sub(frame.0),
            state: FrameState::Reading,
            ..Frame::default()
        };
        self.pages.get_mut(page.0).frame_delta = frame.0.wrapping_sub(page.0);
        Some(frame)
    }

    /// The page has arrived.
    pub fn end_read(&mut self, frame: FrameId) {
        let disk_lsn = self.pages.get(self.page_of(frame).0).disk_lsn;
        let found = self.transition(frame, FrameState::Clean);
        found.page_lsn = disk_lsn;
    }

    /// A reference, for the replacer.
    pub fn touch(&mut self, frame: FrameId, tick: Tick) {
        self.frames.get_mut(frame.0).touch(tick);
    }

    /// A change of `page`, and of at most `count - 1` pages behind it while they lie in the frames
    /// behind its own, none of them being read or written. `records` appends the log records of
    /// the next page: where they start and end. Returns how many pages were changed; 0 when the
    /// first has to wait.
    pub fn change(
        &mut self,
        page: PageId,
        count: u32,
        tick: Tick,
        mut records: impl FnMut() -> (Lsn, Lsn),
    ) -> u32 {
        let (first, together) = self.together(page, count);
        let (list, summary) = (&mut self.dirty_list, &mut self.summary);
        self.frames.update_while(first.0, together, |at, frame| {
            if !matches!(frame.state, FrameState::Clean | FrameState::Dirty) {
                return false;
            }
            let (from, to) = records();
            if frame.state == FrameState::Clean {
                frame.state = FrameState::Dirty;
                frame.recovery_lsn = PackedLsn::pack(from);
                list.push((FrameId(at), frame.recovery_lsn));
                summary.move_one(FrameId(at), FrameState::Clean, FrameState::Dirty);
            }
            frame.page_lsn = PackedLsn::pack(to);
            frame.touch(tick);
            true
        })
    }

    /// The page leaves memory; the frame goes to the free list.
    ///
    /// # Panics
    /// When the page is pinned or not clean.
    pub fn evict(&mut self, frame: FrameId) {
        let page = self.page_of(frame);
        let found = self.transition(frame, FrameState::Free);
        assert!(found.pins == 0, "frame {} evicted while pinned", frame.0);
        self.pages.get_mut(page.0).frame_delta = ABSENT;
        self.freed.push(frame);
    }

    /// The least recovery LSN of the dirty pages, those being written included: redo starts there.
    #[must_use]
    pub fn oldest_recovery_lsn(&self) -> Option<Lsn> {
        let holds = |frame: FrameId, lsn| self.frames.get(frame.0).recovery_lsn == lsn;
        let (_, frame) = self.dirty_list.find(0, holds)?;
        Some(self.frames.get(frame.0).recovery_lsn.lsn())
    }

    /// The dirty page at or behind `position` of the dirty list that is not being written, oldest
    /// first, and its position. Entries that no longer hold are passed over.
    #[must_use]
    pub fn oldest_dirty(&self, position: u64, owed_only: bool) -> Option<(u64, FrameId)> {
        self.dirty_list.find(position, |frame, lsn| {
            let frame = self.frames.get(frame.0);
            let holds = frame.recovery_lsn == lsn && frame.state == FrameState::Dirty;
            holds && (frame.owed || !owed_only)
        })
    }

    /// Folds the state into a digest.
    pub fn digest(&self, into: &mut Digest) {
        let tally = self.tally();
        for count in [
            tally.dirty,
            tally.writing,
            tally.owed,
            tally.free,
            self.hand,
        ] {
            into.u32(count);
        }
        for frame in self.frames.iter() {
            into.u32(frame.page_delta);
            let marks = u32::from(frame.owed) << 8 | u32::from(frame.frees) << 9;
            into.u32(frame.state as u32 | marks | u32::from(frame.pins) << 16);
            into.u64(frame.page_lsn.lsn().0);
            into.u64(frame.recovery_lsn.lsn().0);
        }
        for page in self.pages.iter() {
            into.u64(page.disk_lsn.lsn().0);
        }
    }
}
