//! The pool seen by those who write pages: what may be written, what a checkpoint owes, and the
//! states that a write goes through.

use super::frame::{FrameId, FrameState, PackedLsn};
use super::page::PageId;
use super::pool::{ABSENT, Pool};
use super::pool_summary::Summary;
use crate::units::Lsn;

impl Pool {
    /// May the page be part of a write now: here, dirty, and its log durable below `flushed`?
    #[must_use]
    pub fn is_writable(&self, page: PageId, flushed: Lsn) -> bool {
        self.frame_of(page).is_some_and(|frame| {
            let frame = self.frames.get(frame.0);
            frame.state == FrameState::Dirty && frame.page_lsn.lsn() <= flushed
        })
    }

    /// The frames of `page` and of at most `count - 1` pages behind it, as far as they lie in the
    /// frames behind its own: the first, and how many.
    pub(super) fn together(&self, page: PageId, count: u32) -> (FrameId, u32) {
        let delta = self.pages.get(page.0).frame_delta;
        assert!(delta != ABSENT, "page {} is not in memory", page.0);
        let entries = self.pages.range(page.0, count);
        let together = entries.take_while(|e| e.frame_delta == delta).count() as u32;
        (FrameId(page.0.wrapping_add(delta)), together)
    }

    /// Latches `count` pages from `first` on for a write. Returns how many of them the running
    /// checkpoint owed.
    pub fn begin_write(&mut self, first: PageId, count: u32) -> u32 {
        let (mut done, mut owed) = (0, 0);
        while done < count {
            let (frame, together) = self.together(PageId(first.0 + done), count - done);
            let summary = &mut self.summary;
            self.frames.update_while(frame.0, together, |at, frame| {
                frame.step(FrameId(at), FrameState::Writing);
                if std::mem::replace(&mut frame.owed, false) {
                    summary.owe(FrameId(at), false);
                    owed += 1;
                }
                true
            });
            summary.move_run(frame, together, FrameState::Dirty, FrameState::Writing);
            done += together;
        }
        owed
    }

    /// The write of these pages goes to the disk now.
    ///
    /// # Panics
    /// When the newest record of one is not durable: the WAL rule.
    pub fn assert_hardened(&self, first: PageId, count: u32, flushed: Lsn) {
        let mut done = 0;
        while done < count {
            let (frame, together) = self.together(PageId(first.0 + done), count - done);
            let newest = self
                .frames
                .range(frame.0, together)
                .map(|f| f.page_lsn)
                .max();
            let newest = newest.unwrap_or_default().lsn();
            assert!(
                newest <= flushed,
                "WAL rule: a page at {newest:?}, log durable below {flushed:?}"
            );
            done += together;
        }
    }

    /// The write of these pages is done: they are clean, and freed if the lazy writer wanted that
    /// and nobody has pinned them since. Returns how many were freed.
    pub fn end_write(&mut self, first: PageId, count: u32) -> u32 {
        let (mut done, mut frees) = (0, Vec::new());
        while done < count {
            let page = PageId(first.0 + done);
            let (frame, together) = self.together(page, count - done);
            let mut lsns = self.frames.range(frame.0, together).map(|f| f.page_lsn);
            self.pages.update(page.0, together, |entry| {
                entry.disk_lsn = lsns.next().unwrap_or_default();
            });
            drop(lsns);
            self.frames.update_while(frame.0, together, |at, frame| {
                frame.step(FrameId(at), FrameState::Clean);
                frame.recovery_lsn = PackedLsn::default();
                if std::mem::replace(&mut frame.frees, false) && frame.pins == 0 {
                    frees.push(FrameId(at));
                }
                true
            });
            self.summary
                .move_run(frame, together, FrameState::Writing, FrameState::Clean);
            done += together;
        }
        let frames = &self.frames;
        self.dirty_list
            .trim(|frame, lsn| frames.get(frame.0).recovery_lsn == lsn);
        frees.iter().for_each(|frame| self.evict(*frame));
        frees.len() as u32
    }

    /// To be freed once its write is done.
    pub fn free_after_write(&mut self, frame: FrameId) {
        self.frames.get_mut(frame.0).frees = true;
    }

    /// A checkpoint begins: it owes a write to every page that is dirty now; those dirtied later
    /// are not chased (facts: section 1.7). Returns how many.
    pub fn owe_all_dirty(&mut self) -> u32 {
        for group in 0..self.summary.group_count() {
            let tally = self.summary.group(group);
            if tally.dirty == 0 && tally.owed == 0 {
                continue;
            }
            let (first, count) = self.summary.frames_of(group);
            let mut owed = 0;
            self.frames.update(first, count, |frame| {
                frame.owed = frame.state == FrameState::Dirty;
                owed += u32::from(frame.owed);
            });
            self.summary.set_owed(group, owed);
        }
        self.tally().owed
    }

    /// The next frame from `from` on whose page the checkpoint owes: the sweep over the BUF array.
    #[must_use]
    pub fn next_owed(&self, from: u32) -> Option<FrameId> {
        let mut at = from;
        while at < self.frame_count() {
            let group = Summary::group_of(FrameId(at));
            let (first, count) = self.summary.frames_of(group);
            if self.summary.group(group).owed > 0 {
                let owed = (at..first + count).find(|f| self.frames.get(*f).owed);
                if let Some(frame) = owed {
                    return Some(FrameId(frame));
                }
            }
            at = first + count;
        }
        None
    }

    /// Does the running checkpoint owe the page in `frame`?
    #[must_use]
    pub fn is_owed(&self, frame: FrameId) -> bool {
        self.frames.get(frame.0).owed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::frame::Tick;

    const NOW: Tick = Tick(1);

    /// Dirties `count` pages from `first` on; page `p` gets the records from `1000 * p` on.
    fn dirty(pool: &mut Pool, first: u32, count: u32) {
        let mut page = u64::from(first);
        let changed = pool.change(PageId(first), count, NOW, || {
            page += 1;
            (Lsn(1_000 * (page - 1)), Lsn(1_000 * (page - 1) + 100))
        });
        assert_eq!(changed, count);
    }

    #[test]
    fn a_write_cleans_and_keeps_the_page_and_moves_redo_on() {
        let mut pool = Pool::new(100, 100, 100);
        dirty(&mut pool, 30, 40);
        assert_eq!(pool.dirty_count(), 40);
        assert_eq!(pool.oldest_recovery_lsn(), Some(Lsn(30_000)));
        assert_eq!(pool.begin_write(PageId(30), 10), 0);
        // Still dirty, and redo still starts there, until the write is done.
        assert_eq!(pool.dirty_count(), 40);
        assert_eq!(pool.oldest_recovery_lsn(), Some(Lsn(30_000)));
        assert_eq!(
            pool.oldest_dirty(0, false).map(|(_, f)| pool.page_of(f)),
            Some(PageId(40))
        );
        let refused = pool.change(PageId(30), 1, NOW, || unreachable!("latched"));
        assert_eq!(refused, 0, "a page that is being written takes no change");
        assert_eq!(pool.end_write(PageId(30), 10), 0);
        assert_eq!((pool.dirty_count(), pool.tally().clean), (30, 70));
        assert_eq!(pool.oldest_recovery_lsn(), Some(Lsn(40_000)));
        assert_eq!(pool.disk_lsn(PageId(39)), Lsn(39_100));
        assert!(
            pool.frame_of(PageId(30)).is_some(),
            "a checkpoint evicts nothing"
        );
    }

    #[test]
    fn a_checkpoint_owes_what_was_dirty_and_meets_it_in_frame_order() {
        let mut pool = Pool::new(300, 300, 300);
        for first in [200, 10, 64] {
            dirty(&mut pool, first, 2);
        }
        assert_eq!(pool.owe_all_dirty(), 6);
        dirty(&mut pool, 100, 5);
        let mut met = Vec::new();
        let mut hand = 0;
        while let Some(frame) = pool.next_owed(hand) {
            met.push(frame.0);
            hand = frame.0;
            assert_eq!(pool.begin_write(pool.page_of(frame), 1), 1);
        }
        assert_eq!(met, [10, 11, 64, 65, 200, 201]);
        assert_eq!((pool.tally().owed, pool.tally().dirty), (0, 5));
        assert_eq!(pool.owe_all_dirty(), 5, "the next one owes what came later");
    }

    #[test]
    fn a_page_that_the_lazy_writer_wrote_is_freed_unless_it_was_pinned_meanwhile() {
        let mut pool = Pool::new(10, 20, 10);
        dirty(&mut pool, 3, 2);
        let frames = [3, 4].map(|page| pool.frame_of(PageId(page)).expect("resident"));
        frames
            .iter()
            .for_each(|frame| pool.free_after_write(*frame));
        pool.begin_write(PageId(3), 2);
        pool.pin(frames[1]);
        assert_eq!(pool.end_write(PageId(3), 2), 1);
        assert_eq!(
            (pool.frame_of(PageId(3)), pool.frame_of(PageId(4))),
            (None, Some(frames[1]))
        );
        let again = pool.begin_read(PageId(15)).expect("the freed frame");
        assert_eq!((again, pool.page_of(again)), (frames[0], PageId(15)));
        assert_eq!(pool.begin_read(PageId(16)), None, "no free frame is left");
        pool.end_read(again);
        assert_eq!(pool.page_lsn(again), Lsn::ZERO);
    }

    #[test]
    #[should_panic(expected = "WAL rule")]
    fn a_page_before_its_log_is_caught() {
        let mut pool = Pool::new(10, 10, 10);
        dirty(&mut pool, 3, 2);
        pool.begin_write(PageId(3), 2);
        pool.assert_hardened(PageId(3), 2, Lsn(4_099));
    }

    #[test]
    #[should_panic(expected = "can't go from Clean to Writing")]
    fn writing_a_clean_page_is_caught() {
        Pool::new(10, 10, 10).begin_write(PageId(3), 1);
    }
}
