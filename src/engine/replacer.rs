//! Which page leaves memory: a clock with the last two references, as in LRU-K with K = 2.
//!
//! Each frame remembers its last two references and when the hand last came by. A page that was
//! referenced twice since then stays; of the others, a clean one is the victim and a dirty one is
//! to be written first (facts: section 2, B19 and B20: values decay at each sweep, clock style, and
//! dirty pages of low value are scheduled for write). A page read once for a scan leaves at the
//! next round; that is what K = 2 is for.

use super::frame::{FrameId, FrameState, Tick};
use super::pool::Pool;

/// What the hand found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Victim {
    /// A clean page that may leave at once. Its age: milliseconds since it was last referenced.
    Clean(FrameId, u64),
    /// A dirty page that may leave once it is written. Its age likewise.
    Dirty(FrameId, u64),
}

impl Pool {
    /// Moves the hand to the next page that may leave, at most twice around. `None` if there is
    /// none: all are pinned, being read or written, or have been scheduled already.
    pub fn victim(&mut self, now: Tick) -> Option<Victim> {
        for _ in 0..self.frame_count().saturating_mul(2) {
            let frame = FrameId(self.hand);
            self.hand = (self.hand + 1) % self.frame_count();
            let found = self.frames.get(frame.0);
            let may_leave = matches!(found.state, FrameState::Clean | FrameState::Dirty);
            if !may_leave || found.pins > 0 || found.frees {
                continue;
            }
            let (stays, state) = (found.refs[1] > found.swept, found.state);
            let age_ms = now.ms_since(found.refs[0]);
            if stays {
                self.frames.get_mut(frame.0).swept = now;
                continue;
            }
            return Some(if state == FrameState::Clean {
                Victim::Clean(frame, age_ms)
            } else {
                Victim::Dirty(frame, age_ms)
            });
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::page::PageId;
    use crate::units::Lsn;

    #[test]
    fn two_references_since_the_last_round_save_a_page() {
        let mut pool = Pool::new(4, 8, 4);
        for (frame, tick) in [(0, 2), (0, 5), (1, 5), (2, 2), (2, 6)] {
            pool.touch(FrameId(frame), Tick(tick));
        }
        assert_eq!(pool.victim(Tick(8)), Some(Victim::Clean(FrameId(1), 300)));
        pool.evict(FrameId(1));
        assert_eq!(pool.victim(Tick(8)), Some(Victim::Clean(FrameId(3), 800)));
        pool.evict(FrameId(3));
        // Nothing referenced 0 and 2 since the hand came by: in the next round they go.
        assert_eq!(pool.victim(Tick(9)), Some(Victim::Clean(FrameId(0), 400)));
        assert_eq!(pool.frame_of(PageId(1)), None);
    }

    #[test]
    fn pinned_pages_stay_and_dirty_ones_are_named() {
        let mut pool = Pool::new(2, 2, 2);
        pool.pin(FrameId(0));
        assert_eq!(
            pool.change(PageId(1), 1, Tick(1), || (Lsn(512), Lsn(612))),
            1
        );
        assert_eq!(pool.victim(Tick(2)), Some(Victim::Dirty(FrameId(1), 100)));
        pool.begin_write(PageId(1), 1);
        assert_eq!(pool.victim(Tick(2)), None);
        pool.unpin(FrameId(0));
        assert_eq!(pool.victim(Tick(2)), Some(Victim::Clean(FrameId(0), 200)));
    }

    #[test]
    #[should_panic(expected = "can't go from Dirty to Free")]
    fn a_page_that_was_not_written_is_not_freed() {
        let mut pool = Pool::new(2, 2, 2);
        pool.change(PageId(1), 1, Tick(1), || (Lsn(512), Lsn(612)));
        pool.evict(FrameId(1));
    }
}
