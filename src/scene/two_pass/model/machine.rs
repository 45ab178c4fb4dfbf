//! One checkpoint of one tree, step by step: whose turn it is, and what workers do.
//!
//! A step is the smallest thing that happens: the driver arrives at a page, a worker wakes up or is
//! done, eviction takes a page. The parts are the engine's; time is kept here. What the driver does
//! is in `driver.rs`. Source: facts/wiredtiger.md 2.2 and 2.3.

use std::rc::Rc;

use super::super::scenario::{Method, Scenario};
use super::crew::{Crew, NEVER, Work};
use super::driver::{Driver, Phase};
use super::log::{Begins, Image, Log};
use super::memory::Memory;
use super::totals::Totals;
use crate::engine::block_file::BlockFile;
use crate::engine::membership::Membership;
use crate::engine::page::PageId;
use crate::engine::work_queue::{Taken, WorkQueue};
use crate::kernel::{ChunkQueue, ChunkVec, Digest, SimTime, Span};
use crate::view::Act;

/// The thread number of the driver.
pub const DRIVER: u32 = 0;

/// A checkpoint under way.
#[derive(Clone, Debug)]
pub struct Machine {
    pub(super) s: Rc<Scenario>,
    pub(super) now: SimTime,
    pub(super) driver: Driver,
    pub(super) crew: Crew,
    pub(super) queue: WorkQueue,
    pub(super) blocks: BlockFile,
    /// Of internal pages, from the first.
    dirty: ChunkVec<bool>,
    pub(super) members: Option<Membership>,
    pub(super) memory: Option<Memory>,
    /// Internal pages that were dirty when the first pass passed them.
    pub(super) collected: ChunkQueue<u32>,
    pub(super) totals: Totals,
    pub(super) log: Option<Box<Log>>,
}

impl Machine {
    /// A checkpoint that is about to begin. Only changed leaves are dirty, and the root: a
    /// checkpoint marks it, so that something is written.
    #[must_use]
    pub fn new(scenario: Rc<Scenario>) -> Self {
        let tree = Rc::clone(&scenario.tree);
        let mut dirty = ChunkVec::new(tree.internals(), false);
        dirty.set(tree.internals() - 1, true);
        let mut machine = Self {
            now: SimTime::ZERO,
            driver: Driver::new(&tree),
            crew: Crew::new(scenario.workers, scenario.slowdown),
            queue: WorkQueue::new(scenario.window, scenario.depth),
            blocks: BlockFile::new(tree.pages(), scenario.reuses_at_once),
            dirty,
            members: (scenario.method == Method::Membership).then(|| Membership::new(&tree)),
            memory: scenario.eviction.map(|e| Memory::new(&tree, e)),
            collected: ChunkQueue::new(),
            totals: Totals::default(),
            log: None,
            s: scenario,
        };
        machine.next();
        machine
    }

    /// The time of the last step.
    #[must_use]
    pub fn now(&self) -> SimTime {
        self.now
    }

    /// The settings.
    #[must_use]
    pub fn scenario(&self) -> &Scenario {
        &self.s
    }

    /// What was added up so far.
    #[must_use]
    pub fn totals(&self) -> &Totals {
        &self.totals
    }

    /// The queue.
    #[must_use]
    pub fn queue(&self) -> &WorkQueue {
        &self.queue
    }

    /// The workers.
    #[must_use]
    pub fn crew(&self) -> &Crew {
        &self.crew
    }

    /// The driver.
    #[must_use]
    pub fn driver(&self) -> &Driver {
        &self.driver
    }

    /// The pages on disk.
    #[must_use]
    pub fn blocks(&self) -> &BlockFile {
        &self.blocks
    }

    /// Which pages are in memory; all of them if nothing is evicted.
    #[must_use]
    pub fn has(&self, page: PageId) -> bool {
        self.memory.as_ref().is_none_or(|memory| memory.has(page))
    }

    /// Is the checkpoint complete: does the file's root pointer lead to the new root?
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.driver.phase == Phase::Done
    }

    /// Is the page newer than its newest image on disk?
    #[must_use]
    #[inline]
    pub fn is_dirty(&self, page: PageId) -> bool {
        if self.s.tree.is_leaf(page) {
            self.s.changed[page.0 as usize] && !self.blocks.is_written(page)
        } else {
            *self.dirty.get(page.0 - self.s.tree.leaves())
        }
    }

    /// Starts writing down what happens from here on, beginning with what each thread is at.
    pub fn watch(&mut self, keeps_images: bool) {
        let mut log = Log {
            keeps_images,
            ..Log::default()
        };
        let threads = [self.driver.phase.act()].into_iter();
        let threads = threads.chain(self.crew.works().map(Work::act));
        log.acts = threads
            .zip(0..)
            .map(|(act, thread)| Begins {
                at: self.now,
                thread,
                act,
            })
            .collect();
        self.log = Some(Box::new(log));
    }

    /// What was written down so far.
    #[must_use]
    pub fn log(&self) -> Option<&Log> {
        self.log.as_deref()
    }

    /// What was written down, and an end to it.
    pub fn unwatch(&mut self) -> Log {
        self.log.take().map(|log| *log).unwrap_or_default()
    }

    #[inline]
    pub(super) fn tell(&mut self, at: SimTime, thread: u32, act: Act) {
        if let Some(log) = &mut self.log {
            log.acts.push(Begins { at, thread, act });
        }
    }

    /// When the next step comes; `NEVER` after the last.
    #[must_use]
    #[inline]
    pub fn next_at(&self) -> SimTime {
        let at = self.driver.at.min(self.crew.next().0);
        match &self.memory {
            Some(memory) if at != NEVER => at.min(memory.at),
            _ => at,
        }
    }

    /// One step. At the same instant workers come before the driver, and eviction last.
    pub fn step(&mut self) {
        let (at, worker) = self.crew.next();
        let by_threads = at.min(self.driver.at);
        if let Some(memory) = self.memory.as_ref().filter(|m| m.at < by_threads) {
            self.now = memory.at;
            self.evict();
        } else if at <= self.driver.at {
            self.now = at;
            self.worker_step(worker);
        } else {
            self.now = self.driver.at;
            self.driver_step();
        }
    }

    /// Steps until the next one would come after `until`.
    pub fn run_to(&mut self, until: SimTime) {
        while self.next_at() <= until && !self.is_done() {
            self.step();
        }
    }

    fn worker_step(&mut self, worker: u32) {
        match self.crew.work(worker) {
            Work::Asleep => {}
            Work::Waking => self.take(worker),
            Work::Busy(taken) => {
                let took = self.crew.finish(worker, self.now);
                self.totals.worker_reconcile += took;
                if !self.s.tree.is_leaf(taken.page) {
                    self.totals.internal += took;
                }
                self.write(taken.page);
                if self.s.costs.link.is_zero() {
                    self.done(worker, taken);
                } else {
                    self.crew.link(worker, taken, self.now + self.s.costs.link);
                }
            }
            Work::Linking(taken) => {
                self.totals.worker_reconcile += self.s.costs.link;
                self.done(worker, taken);
            }
        }
    }

    /// A worker looks for the next page.
    fn take(&mut self, worker: u32) {
        while let Some(taken) = self.queue.take() {
            let page = taken.page;
            if self.s.tree.is_leaf(page) {
                let span = Span::from_ns(u64::from(self.s.leaf_ns[page.0 as usize]));
                self.crew.begin(worker, taken, self.now, span);
            } else if self.is_dirty(page) {
                self.begin_internal(page);
                self.crew
                    .begin(worker, taken, self.now, self.s.costs.internal);
            } else {
                self.finished(taken);
                continue;
            }
            return self.tell(self.now, 1 + worker, Act::Reconcile);
        }
        self.crew.sleep(worker);
        self.tell(self.now, 1 + worker, Act::Idle);
    }

    fn done(&mut self, worker: u32, taken: Taken) {
        self.link(taken.page);
        self.finished(taken);
        self.take(worker);
    }

    /// The image of an internal page is built: what changes from now on is not in it.
    pub(super) fn begin_internal(&mut self, page: PageId) {
        let tree = Rc::clone(&self.s.tree);
        self.blocks.link_children(&tree, page);
        self.dirty.set(page.0 - tree.leaves(), false);
    }

    /// The image of a page is on disk: the page is clean.
    pub(super) fn write(&mut self, page: PageId) {
        let block = self.blocks.write(page);
        let tree = &self.s.tree;
        if tree.is_leaf(page) {
            self.totals.leaves += 1;
        } else {
            self.totals.internals += 1;
        }
        self.totals.fold(self.now, page.0);
        if let Some(log) = self.log.as_mut().filter(|log| log.keeps_images) {
            let children = if tree.is_leaf(page) {
                Vec::new()
            } else {
                let children = tree.children(page);
                children.map(|c| self.blocks.known(PageId(c))).collect()
            };
            log.images.push(Image {
                at: self.now,
                page,
                block,
                children,
            });
        }
    }

    /// The new address of a written page goes to its parent, which is dirty from now on; unless
    /// the parent has left memory.
    pub(super) fn link(&mut self, page: PageId) {
        let tree = &self.s.tree;
        let parent = tree.parent(page);
        if page == tree.root() {
            return;
        }
        if self.has(parent) {
            self.dirty.set(parent.0 - self.s.tree.leaves(), true);
        } else {
            self.totals.links_lost += 1;
        }
    }

    /// A taken page needs nothing more.
    fn finished(&mut self, taken: Taken) {
        self.queue.done(taken);
        let is_rolling = self.queue.window() == crate::engine::work_queue::Window::Rolling;
        if let Some(memory) = self
            .memory
            .as_mut()
            .filter(|_| taken.by_worker || is_rolling)
        {
            memory.unpin(taken.page);
        }
        if let Some(members) = &mut self.members {
            let parent = self.s.tree.parent(taken.page);
            if members.remove(parent) && parent != self.s.tree.root() {
                self.queue.push_by_worker(parent);
                self.queued(parent, true);
            }
        }
        self.driver_looks();
    }

    /// A page was queued: sleeping workers are signalled.
    pub(super) fn queued(&mut self, page: PageId, by_worker: bool) {
        self.totals.pushes += 1;
        self.totals.queued_max = self.totals.queued_max.max(self.queue.queued());
        self.totals.pinned_max = self.totals.pinned_max.max(self.queue.pins());
        if let Some(memory) = &mut self.memory {
            memory.pin(page, by_worker);
        }
        let (now, log) = (self.now, &mut self.log);
        self.crew.signal(now + self.s.costs.wake, |worker| {
            if let Some(log) = log {
                log.acts.push(Begins {
                    at: now,
                    thread: 1 + worker,
                    act: Act::Wake,
                });
            }
        });
    }

    fn evict(&mut self) {
        let Some(mut memory) = self.memory.take() else {
            return;
        };
        let at_work: Vec<PageId> = self
            .crew
            .works()
            .filter_map(|work| match work {
                Work::Busy(taken) => Some(taken.page),
                _ => None,
            })
            .chain(self.driver.page())
            .collect();
        let tree = Rc::clone(&self.s.tree);
        let in_use = |page| self.is_dirty(page) || at_work.contains(&page);
        if memory.evict(&tree, in_use).is_some() {
            self.totals.evictions += 1;
        }
        self.memory = Some(memory);
    }

    /// Changed leaves whose new image a reader from the new root does not find.
    #[must_use]
    pub fn lost_pages(&self) -> u32 {
        let reached = self.blocks.reached(&self.s.tree);
        let leaves = self.s.changed.iter().zip(&reached).zip(0..);
        let is_lost = |((changed, reached), leaf): ((&bool, &bool), u32)| {
            *changed && !(*reached && self.blocks.is_written(PageId(leaf)))
        };
        leaves.filter(|leaf| is_lost(*leaf)).count() as u32
    }

    /// Writes the state.
    pub fn digest(&self, into: &mut Digest) {
        into.u64(self.now.as_ns());
        self.driver.digest(into);
        self.crew.digest(into);
        self.queue.digest(into);
        self.blocks.digest(into);
        self.dirty.iter().for_each(|dirty| into.bool(*dirty));
        if let Some(members) = &self.members {
            members.digest(into);
        }
        if let Some(memory) = &self.memory {
            memory.digest(into);
        }
        self.collected.iter().for_each(|page| into.u32(*page));
        self.totals.digest(into);
    }
}
