//! The pages in memory: their state, which of them the running checkpoint owes, and which hold
//! changes whose log is not yet durable.

use super::page::{PageId, PageState};
use crate::kernel::{ChunkVec, Digest};
use crate::units::Lsn;

/// State of one buffered page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Buffer {
    state: PageState,
    /// Dirty when the running checkpoint began, and not written since.
    owed: bool,
}

/// Pages in memory with their dirty set.
#[derive(Clone, Debug)]
pub struct PageSet {
    buffers: ChunkVec<Buffer>,
    dirty: u32,
    writing: u32,
    owed: u32,
    /// Page LSN of the pages whose newest change may not be durable yet; every page that is not
    /// here is hardened. In page order, and short: at most a page a session.
    unhardened: Vec<(PageId, Lsn)>,
    flushed: Lsn,
    /// The page that waits, latched, until its log is durable.
    latched: Option<PageId>,
}

impl PageSet {
    /// `pages` clean pages.
    #[must_use]
    pub fn new(pages: u32) -> Self {
        Self {
            buffers: ChunkVec::new(pages, Buffer::default()),
            dirty: 0,
            writing: 0,
            owed: 0,
            unhardened: Vec::new(),
            flushed: Lsn::ZERO,
            latched: None,
        }
    }

    /// Pages in memory.
    #[must_use]
    pub fn len(&self) -> u32 {
        self.buffers.len()
    }

    /// No pages at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// State of a page.
    #[must_use]
    pub fn state(&self, page: PageId) -> PageState {
        self.buffers.get(page.0).state
    }

    /// States in file order.
    pub fn states(&self) -> impl Iterator<Item = PageState> + '_ {
        self.buffers.iter().map(|b| b.state)
    }

    /// Dirty pages, those being written included: they are dirty until the write is done.
    #[must_use]
    pub fn dirty_count(&self) -> u32 {
        self.dirty + self.writing
    }

    /// Pages whose write is under way.
    #[must_use]
    pub fn writing_count(&self) -> u32 {
        self.writing
    }

    /// Pages that the running checkpoint still has to hand to the disk.
    #[must_use]
    pub fn owed_count(&self) -> u32 {
        self.owed
    }

    /// Does the running checkpoint owe this page a write?
    #[must_use]
    pub fn is_owed(&self, page: PageId) -> bool {
        self.buffers.get(page.0).owed
    }

    fn transition(&mut self, page: PageId, next: PageState) {
        let buffer = self.buffers.get_mut(page.0);
        assert!(
            buffer.state.may_become(next),
            "page {} can't go from {:?} to {next:?}",
            page.0,
            buffer.state
        );
        buffer.state = next;
    }

    /// Latches a page that is about to be written and whose log has to be made durable first: it
    /// takes no further change, or a busy page would never get written.
    pub fn latch(&mut self, page: PageId) {
        assert!(
            self.latched.is_none_or(|held| held == page),
            "one page is hardened at a time"
        );
        self.latched = Some(page);
    }

    /// A change logged at `lsn` (its record ends there). Returns false when the page is latched or
    /// being written and the change has to wait.
    pub fn change(&mut self, page: PageId, lsn: Lsn) -> bool {
        if self.latched == Some(page) {
            return false;
        }
        match self.state(page) {
            PageState::Writing => return false,
            PageState::Clean => {
                self.transition(page, PageState::Dirty);
                self.dirty += 1;
            }
            PageState::Dirty => {}
        }
        if lsn > self.flushed {
            match self.place(page) {
                Ok(place) => {
                    if let Some((_, newest)) = self.unhardened.get_mut(place) {
                        *newest = (*newest).max(lsn);
                    }
                }
                Err(place) => self.unhardened.insert(place, (page, lsn)),
            }
        }
        true
    }

    /// The log is durable below `flushed_lsn`.
    pub fn harden(&mut self, flushed_lsn: Lsn) {
        self.flushed = flushed_lsn;
        self.unhardened.retain(|(_, lsn)| *lsn > flushed_lsn);
    }

    fn place(&self, page: PageId) -> Result<usize, usize> {
        self.unhardened
            .binary_search_by_key(&page, |(page, _)| *page)
    }

    /// Is the log of the page's newest change durable? Only then may the page be written.
    #[must_use]
    pub fn is_hardened(&self, page: PageId) -> bool {
        self.place(page).is_err()
    }

    /// The same change to `count` neighbouring clean pages from `first` on, its log durable.
    pub fn change_durably(&mut self, first: PageId, count: u32) {
        self.buffers.update(first.0, count, |buffer| {
            assert!(
                buffer.state.may_become(PageState::Dirty),
                "changed from {:?}",
                buffer.state
            );
            buffer.state = PageState::Dirty;
        });
        self.dirty += count;
    }

    /// A checkpoint begins: it owes a write to every page that is dirty now. Pages dirtied later
    /// are not chased (facts: section 1.7, "avoided new dirty bufs"). Returns how many it owes.
    pub fn owe_all_dirty(&mut self) -> u32 {
        let mut owed = 0;
        self.buffers.update(0, self.buffers.len(), |buffer| {
            buffer.owed = buffer.state == PageState::Dirty;
            owed += u32::from(buffer.owed);
        });
        self.owed = owed;
        owed
    }

    /// May the page be part of a write now: dirty, and its log durable?
    #[must_use]
    pub fn is_writable(&self, page: PageId) -> bool {
        self.state(page) == PageState::Dirty && self.is_hardened(page)
    }

    /// `count` neighbouring pages from `first` on go into one write. Returns how many of them the
    /// checkpoint owed.
    ///
    /// # Panics
    /// When the log of a newest change is not durable: the WAL rule.
    pub fn begin_write(&mut self, first: PageId, count: u32) -> u32 {
        let pages = first.0..first.0 + count;
        let early = self
            .unhardened
            .iter()
            .find(|(page, _)| pages.contains(&page.0));
        assert!(early.is_none(), "WAL rule: page {early:?} before its log");
        let mut owed = 0;
        self.buffers.update(first.0, count, |buffer| {
            assert!(
                buffer.state.may_become(PageState::Writing),
                "written from {:?}",
                buffer.state
            );
            buffer.state = PageState::Writing;
            owed += u32::from(std::mem::replace(&mut buffer.owed, false));
        });
        self.latched = self.latched.filter(|held| !pages.contains(&held.0));
        self.dirty -= count;
        self.writing += count;
        self.owed -= owed;
        owed
    }

    /// The write of these pages is done: they are clean and stay where they are.
    pub fn end_write(&mut self, first: PageId, count: u32) {
        self.buffers.update(first.0, count, |buffer| {
            assert!(
                buffer.state.may_become(PageState::Clean),
                "cleaned from {:?}",
                buffer.state
            );
            buffer.state = PageState::Clean;
        });
        self.writing -= count;
    }

    /// Counts the grid and compares with the counters.
    pub fn check(&self) {
        let count = |state| self.states().filter(|s| *s == state).count() as u32;
        assert_eq!(
            self.dirty,
            count(PageState::Dirty),
            "dirty count equals the grid"
        );
        assert_eq!(
            self.writing,
            count(PageState::Writing),
            "writing count equals the grid"
        );
        let owed = self.buffers.iter().filter(|b| b.owed).count() as u32;
        assert_eq!(self.owed, owed, "owed count equals the grid");
    }

    /// Folds the state into a digest.
    pub fn digest(&self, into: &mut Digest) {
        for buffer in self.buffers.iter() {
            into.u8(buffer.state.code() | u8::from(buffer.owed) << 4);
        }
        for (page, lsn) in &self.unhardened {
            into.u32(page.0);
            into.u64(lsn.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_checkpoint_owes_what_was_dirty_when_it_began() {
        let mut pages = PageSet::new(10);
        for page in [2, 3, 7] {
            assert!(pages.change(PageId(page), Lsn(512)));
        }
        pages.harden(Lsn(512));
        assert_eq!(pages.owe_all_dirty(), 3);
        assert!(pages.change(PageId(5), Lsn(1_024)));
        assert_eq!((pages.dirty_count(), pages.owed_count()), (4, 3));
        assert_eq!(pages.begin_write(PageId(3), 1), 1);
        assert!(
            !pages.change(PageId(3), Lsn(1_100)),
            "a page being written is latched"
        );
        pages.end_write(PageId(3), 1);
        assert_eq!((pages.dirty_count(), pages.owed_count()), (3, 2));
        pages.check();
    }

    #[test]
    fn a_latched_page_takes_no_change_until_it_is_written() {
        let mut pages = PageSet::new(4);
        assert!(pages.change(PageId(1), Lsn(512)));
        pages.latch(PageId(1));
        assert!(!pages.change(PageId(1), Lsn(1_024)));
        assert!(pages.change(PageId(2), Lsn(1_024)));
        pages.harden(Lsn(512));
        pages.begin_write(PageId(1), 1);
        pages.end_write(PageId(1), 1);
        assert!(pages.change(PageId(1), Lsn(2_048)));
    }

    #[test]
    #[should_panic(expected = "WAL rule")]
    fn writing_a_page_before_its_log_is_caught() {
        let mut pages = PageSet::new(4);
        pages.change(PageId(1), Lsn(512));
        pages.harden(Lsn(511));
        pages.begin_write(PageId(1), 1);
    }

    #[test]
    #[should_panic(expected = "written from Clean")]
    fn writing_a_clean_page_is_caught() {
        PageSet::new(4).begin_write(PageId(1), 1);
    }
}
