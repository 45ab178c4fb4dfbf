//! The checkpoint thread: it walks, pushes, waits, and reconciles what it does not hand out.

use std::rc::Rc;

use super::super::scenario::Method;
use super::crew::NEVER;
use super::machine::{DRIVER, Machine};
use crate::engine::page::PageId;
use crate::engine::sync_walk::SyncWalk;
use crate::engine::tree::Tree;
use crate::engine::work_queue::Window;
use crate::kernel::{Digest, SimTime, Span};
use crate::view::Act;

/// What follows a wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum After {
    /// The next page of the walk.
    Next,
    /// The internal page at which the queue was drained.
    Internal(PageId),
    /// What comes after the first pass.
    Pass,
}

/// Where the driver stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// On its way to a page of the walk; for a leaf that is to be queued, the push included.
    Arriving(PageId),
    /// Putting an internal page into the queue.
    Pushing(PageId),
    /// Reconciling a page.
    Writing(PageId),
    /// Waiting until everything is done; with a rolling window, until there is room.
    Waiting(After),
    /// Signalled, and taking pages back.
    Waking(After),
    /// What a checkpoint does beside its walk.
    Resting,
    /// The checkpoint is complete.
    Done,
}

impl Phase {
    /// In a lane's words.
    #[must_use]
    pub fn act(self) -> Act {
        match self {
            Self::Arriving(_) => Act::Walk,
            Self::Pushing(_) => Act::Push,
            Self::Writing(_) => Act::Reconcile,
            Self::Waiting(_) | Self::Waking(_) => Act::Wait,
            Self::Resting => Act::Rest,
            Self::Done => Act::Idle,
        }
    }
}

/// The checkpoint thread.
#[derive(Clone, Debug)]
pub struct Driver {
    /// Where it stands.
    pub phase: Phase,
    /// When its next step comes; `NEVER` while it waits.
    pub at: SimTime,
    walk: SyncWalk,
    is_second: bool,
    wait_began: SimTime,
}

impl Driver {
    /// Before the first page.
    #[must_use]
    pub fn new(tree: &Tree) -> Self {
        Self {
            phase: Phase::Resting,
            at: NEVER,
            walk: SyncWalk::new(tree, false),
            is_second: false,
            wait_began: SimTime::ZERO,
        }
    }

    /// The page that it is at.
    #[must_use]
    pub fn page(&self) -> Option<PageId> {
        match self.phase {
            Phase::Arriving(page)
            | Phase::Pushing(page)
            | Phase::Writing(page)
            | Phase::Waiting(After::Internal(page))
            | Phase::Waking(After::Internal(page)) => Some(page),
            _ => None,
        }
    }

    /// Is it in the second pass?
    #[must_use]
    pub fn is_second(&self) -> bool {
        self.is_second
    }

    /// Writes the state.
    pub fn digest(&self, into: &mut Digest) {
        into.u64(self.at.as_ns());
        into.u32(self.page().map_or(u32::MAX, |page| page.0));
        into.u32(self.walk.page().map_or(u32::MAX, |page| page.0));
        into.u8(self.phase.act() as u8);
        into.bool(self.is_second);
    }
}

impl Machine {
    pub(super) fn driver_step(&mut self) {
        match self.driver.phase {
            Phase::Arriving(page) => self.arrived(page),
            Phase::Pushing(page) => self.pushed(page),
            Phase::Writing(page) => {
                self.write(page);
                self.link(page);
                self.wrote(page);
            }
            Phase::Waking(after) => {
                self.totals.wait += self.now - self.driver.wait_began;
                self.go_on(after);
            }
            Phase::Resting => {
                self.driver.phase = Phase::Done;
                self.driver.at = NEVER;
                self.totals.done_at = self.now;
                self.tell(self.now, DRIVER, Act::Idle);
            }
            Phase::Waiting(_) | Phase::Done => {}
        }
    }

    fn enter(&mut self, phase: Phase, span: Span) {
        self.driver.phase = phase;
        self.driver.at = self.now + span;
        self.tell(self.now, DRIVER, phase.act());
    }

    /// Sets out for the next page in memory.
    pub(super) fn next(&mut self) {
        let tree = Rc::clone(&self.s.tree);
        let mut skipped = Span::ZERO;
        loop {
            let Some(page) = self.driver.walk.advance(&tree) else {
                return self.end_of_pass();
            };
            if !self.has(page) {
                continue;
            }
            if self.driver.is_second && page.0 < tree.level(1).end {
                // The slots of its leaves, which the walk looks at and skips.
                let leaves = tree.children(page).len() as u64;
                skipped += self.s.costs.slot.saturating_mul(leaves);
            }
            let scan = self.pin_scan();
            let mut span = self.s.costs.walk + scan + skipped;
            self.totals.walk += span;
            self.enter(Phase::Arriving(page), span);
            let is_pushed = tree.is_leaf(page)
                && self.s.method != Method::Serial
                && self.s.changed[page.0 as usize];
            if is_pushed {
                let push = self.s.costs.push + scan;
                self.totals.push += push;
                self.tell(self.now + span, DRIVER, Act::Push);
                span += push;
                self.driver.at = self.now + span;
            }
            return;
        }
    }

    /// Looking for a free hazard pointer takes longer the more are set.
    fn pin_scan(&self) -> Span {
        Span::from_ns(u64::from(self.queue.held()) * self.s.costs.pin_ps / 1_000)
    }

    fn arrived(&mut self, page: PageId) {
        use Method::{Collected, Membership, OnePass, PageState, Serial, TwoPass};
        let tree = Rc::clone(&self.s.tree);
        let is_root = page == tree.root();
        let is_second = self.driver.is_second;
        match self.s.method {
            Serial => self.reconcile_if_dirty(page),
            _ if tree.is_leaf(page) => {
                if self.s.changed[page.0 as usize] {
                    self.pushed(page);
                } else {
                    self.next();
                }
            }
            OnePass => self.drain(After::Internal(page)),
            TwoPass if is_second => self.reconcile_if_dirty(page),
            Membership if !is_root => self.close(page),
            PageState if !is_root && self.is_dirty(page) => self.push_internal(page),
            Collected if !is_root && self.is_dirty(page) => {
                self.collected.push_back(page.0);
                self.next();
            }
            TwoPass | Membership | PageState | Collected => self.next(),
        }
    }

    fn reconcile_if_dirty(&mut self, page: PageId) {
        if !self.is_dirty(page) {
            return self.next();
        }
        let span = if self.s.tree.is_leaf(page) {
            Span::from_ns(u64::from(self.s.leaf_ns[page.0 as usize]))
        } else {
            self.begin_internal(page);
            self.totals.internal += self.s.costs.internal;
            self.s.costs.internal
        };
        self.totals.driver_reconcile += span;
        self.enter(Phase::Writing(page), span);
    }

    fn push_internal(&mut self, page: PageId) {
        let span = self.s.costs.push + self.pin_scan();
        self.totals.push += span;
        self.enter(Phase::Pushing(page), span);
    }

    /// A page is in the queue.
    fn pushed(&mut self, page: PageId) {
        self.queue.push(page);
        if let Some(members) = &mut self.members {
            members.add(self.s.tree.parent(page));
        }
        self.queued(page, false);
        if !self.queue.is_full() || self.s.method == Method::OnePass {
            return self.next();
        }
        match self.queue.window() {
            Window::Barrier => self.drain(After::Next),
            Window::Rolling => {
                self.totals.barriers += 1;
                self.wait(After::Next);
            }
        }
    }

    /// The walk has passed an internal page whose children tell by membership when it is ready.
    fn close(&mut self, page: PageId) {
        let Some(members) = &mut self.members else {
            return;
        };
        let is_ready = members.close(page);
        if !is_ready {
            // Its last child will queue it, so that its own parent has to wait for it from now on.
            members.add(self.s.tree.parent(page));
            return self.next();
        }
        if self.is_dirty(page) {
            return self.push_internal(page);
        }
        self.next();
    }

    /// Waits until everything pushed is done. An empty queue costs nothing.
    fn drain(&mut self, after: After) {
        self.totals.drains += 1;
        if self.queue.held() == 0 && self.queue.outstanding() == 0 {
            return self.go_on(after);
        }
        self.totals.barriers += 1;
        self.wait(after);
    }

    fn wait(&mut self, after: After) {
        self.driver.wait_began = self.now;
        if self.queue.outstanding() == 0 {
            // Nothing to wait for, so the driver does not fall asleep.
            let back = self.take_back();
            return self.enter(Phase::Waking(after), back);
        }
        self.enter(Phase::Waiting(after), Span::ZERO);
        self.driver.at = NEVER;
    }

    /// A page is done: may the driver go on?
    pub(super) fn driver_looks(&mut self) {
        let Phase::Waiting(after) = self.driver.phase else {
            return;
        };
        let may_go = match (self.queue.window(), after) {
            (Window::Rolling, After::Next) => !self.queue.is_full(),
            _ => self.queue.outstanding() == 0,
        };
        if may_go {
            let back = self.take_back();
            self.enter(Phase::Waking(after), self.s.costs.driver_wake + back);
        }
    }

    fn take_back(&self) -> Span {
        let pages = match self.queue.window() {
            Window::Barrier => self.queue.held(),
            Window::Rolling => 1,
        };
        self.s.costs.done.saturating_mul(u64::from(pages))
    }

    fn go_on(&mut self, after: After) {
        if self.queue.outstanding() == 0 {
            self.queue.release();
            if let Some(memory) = &mut self.memory {
                memory.unpin_all();
            }
        }
        match after {
            After::Next => self.next(),
            After::Internal(page) => self.reconcile_if_dirty(page),
            After::Pass => self.after_first_pass(),
        }
    }

    fn end_of_pass(&mut self) {
        if self.driver.is_second || self.s.method == Method::Serial {
            self.rest();
        } else {
            self.drain(After::Pass);
        }
    }

    fn after_first_pass(&mut self) {
        self.driver.is_second = true;
        match self.s.method {
            Method::TwoPass => {
                self.driver.walk = SyncWalk::new(&self.s.tree, true);
                self.next();
            }
            Method::Collected => self.next_collected(),
            Method::Membership | Method::PageState => self.write_root(),
            Method::Serial | Method::OnePass => self.rest(),
        }
    }

    fn next_collected(&mut self) {
        while let Some(page) = self.collected.pop_front() {
            if self.is_dirty(PageId(page)) {
                return self.reconcile_if_dirty(PageId(page));
            }
        }
        self.write_root();
    }

    /// The root comes last, whatever the method; a checkpoint has marked it dirty.
    fn write_root(&mut self) {
        self.reconcile_if_dirty(self.s.tree.root());
    }

    /// The driver has written a page itself.
    fn wrote(&mut self, page: PageId) {
        use Method::{Collected, Membership, OnePass, PageState, Serial, TwoPass};
        let is_root = page == self.s.tree.root();
        match self.s.method {
            Membership | PageState | Collected if is_root => self.rest(),
            Collected => self.next_collected(),
            Serial | OnePass | TwoPass | Membership | PageState => self.next(),
        }
    }

    fn rest(&mut self) {
        self.totals.synced_at = self.now;
        self.enter(Phase::Resting, self.s.costs.rest);
    }
}
