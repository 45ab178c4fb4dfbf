//! The work queue of a checkpoint: pages that the driver pushes and workers take.
//!
//! Source: facts/wiredtiger.md 1.6, 1.7 and 2.3. The driver holds a hazard pointer on each page
//! that it pushes, and lets go of it only when it drains; with a rolling window, as soon as the
//! page is done.

use std::collections::VecDeque;

use super::page::PageId;
use crate::kernel::Digest;

/// How the driver bounds what it has pushed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Window {
    /// At the bound it waits until everything pushed is done, and lets go of all of it.
    Barrier,
    /// At the bound it waits until one page is done.
    Rolling,
}

/// A page that a worker has taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken {
    /// The page.
    pub page: PageId,
    /// A worker had queued it, not the driver.
    pub by_worker: bool,
}

/// Marks what a worker has queued, beside the page's number.
const BY_WORKER: u32 = 1 << 31;

/// Pages between the driver and the workers.
#[derive(Clone, Debug)]
pub struct WorkQueue {
    waiting: VecDeque<u32>,
    /// Taken by a worker and not done.
    processing: u32,
    /// Pushed by the driver since it last drained.
    pushed: u32,
    /// Queued by workers (internal pages whose last child is done) and not done yet.
    by_workers: u32,
    window: Window,
    depth: u32,
}

impl WorkQueue {
    /// An empty queue.
    ///
    /// # Panics
    /// If the bound is 0: the driver could never push.
    #[must_use]
    pub fn new(window: Window, depth: u32) -> Self {
        assert!(depth > 0, "a queue of depth 0");
        Self {
            waiting: VecDeque::new(),
            processing: 0,
            pushed: 0,
            by_workers: 0,
            window,
            depth,
        }
    }

    /// The driver pushes a page, and pins it.
    pub fn push(&mut self, page: PageId) {
        self.waiting.push_back(page.0);
        self.pushed += 1;
    }

    /// A worker queues an internal page whose last child it has done, and pins it.
    pub fn push_by_worker(&mut self, page: PageId) {
        self.waiting.push_back(page.0 | BY_WORKER);
        self.by_workers += 1;
    }

    /// A worker takes the page that has waited longest.
    pub fn take(&mut self) -> Option<Taken> {
        let item = self.waiting.pop_front()?;
        self.processing += 1;
        Some(Taken {
            page: PageId(item & !BY_WORKER),
            by_worker: item & BY_WORKER != 0,
        })
    }

    /// A page that was taken is done.
    ///
    /// # Panics
    /// If none was being processed.
    pub fn done(&mut self, taken: Taken) {
        assert!(self.processing > 0, "a page is done that nobody took");
        self.processing -= 1;
        if taken.by_worker {
            self.by_workers -= 1;
        } else if self.window == Window::Rolling {
            self.pushed -= 1;
        }
    }

    /// The driver lets go of what it pushed, all of it being done.
    ///
    /// # Panics
    /// While something is outstanding.
    pub fn release(&mut self) -> u32 {
        assert_eq!(self.outstanding(), 0, "a drain with pages outstanding");
        std::mem::take(&mut self.pushed)
    }

    /// Queued and not taken.
    #[must_use]
    #[inline]
    pub fn queued(&self) -> u32 {
        self.waiting.len() as u32
    }

    /// Queued or being processed.
    #[must_use]
    #[inline]
    pub fn outstanding(&self) -> u32 {
        self.queued() + self.processing
    }

    /// Pushed by the driver and not let go of.
    #[must_use]
    #[inline]
    pub fn held(&self) -> u32 {
        self.pushed
    }

    /// Pages pinned for the queue.
    #[must_use]
    #[inline]
    pub fn pins(&self) -> u32 {
        self.pushed + self.by_workers
    }

    /// Must the driver wait before it pushes again?
    #[must_use]
    #[inline]
    pub fn is_full(&self) -> bool {
        match self.window {
            Window::Barrier => self.pushed >= self.depth,
            Window::Rolling => self.outstanding() >= self.depth,
        }
    }

    /// How it waits when it is.
    #[must_use]
    #[inline]
    pub fn window(&self) -> Window {
        self.window
    }

    /// What waits, in order.
    pub fn waiting(&self) -> impl Iterator<Item = PageId> {
        self.waiting.iter().map(|item| PageId(*item & !BY_WORKER))
    }

    /// Writes the state.
    pub fn digest(&self, into: &mut Digest) {
        for page in self.waiting.iter() {
            into.u32(*page);
        }
        into.u32(self.processing);
        into.u32(self.pushed);
        into.u32(self.by_workers);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn with_a_barrier_pages_stay_pinned_until_the_drain() {
        let mut queue = WorkQueue::new(Window::Barrier, 2);
        queue.push(PageId(7));
        queue.push(PageId(8));
        assert!(queue.is_full());
        for page in [7, 8] {
            let taken = queue.take().expect("a page waits");
            assert_eq!(taken.page, PageId(page));
            queue.done(taken);
        }
        assert_eq!((queue.outstanding(), queue.pins()), (0, 2));
        assert!(queue.is_full());
        assert_eq!(queue.release(), 2);
        assert!(!queue.is_full());
    }

    #[test]
    fn with_a_rolling_window_a_page_is_let_go_when_it_is_done() {
        let mut queue = WorkQueue::new(Window::Rolling, 2);
        queue.push(PageId(7));
        queue.push(PageId(8));
        let taken = queue.take().expect("a page waits");
        assert!(queue.is_full());
        queue.done(taken);
        assert!(!queue.is_full());
        assert_eq!((queue.outstanding(), queue.pins()), (1, 1));
    }
}
