//! The workers: asleep, waking up, or busy with a page; when each has something to do next.

use super::super::scenario::Slowdown;
use crate::engine::work_queue::Taken;
use crate::kernel::{Digest, SimTime, Span};
use crate::view::Act;

/// An instant that never comes.
pub const NEVER: SimTime = SimTime::MAX;

/// What a worker is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// Nothing.
    Asleep,
    /// It was signalled.
    Waking,
    /// Reconciling a page.
    Busy(Taken),
    /// The page is clean; its parent is about to be dirty.
    Linking(Taken),
}

impl Work {
    /// In a lane's words.
    #[must_use]
    pub fn act(self) -> Act {
        match self {
            Self::Asleep => Act::Idle,
            Self::Waking => Act::Wake,
            Self::Busy(_) | Self::Linking(_) => Act::Reconcile,
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct Worker {
    work: Work,
    /// When it has something to do next.
    at: SimTime,
    began: SimTime,
    /// Work left at `settled`, for workers that slow each other down.
    left: Span,
}

/// All workers.
#[derive(Clone, Debug)]
pub struct Crew {
    workers: Vec<Worker>,
    /// The first of them to have something to do.
    next: (SimTime, u32),
    asleep: u32,
    busy: u32,
    slowdown: Slowdown,
    settled: SimTime,
}

impl Crew {
    /// All asleep.
    #[must_use]
    pub fn new(workers: u32, slowdown: Slowdown) -> Self {
        let worker = Worker {
            work: Work::Asleep,
            at: NEVER,
            began: SimTime::ZERO,
            left: Span::ZERO,
        };
        Self {
            workers: vec![worker; workers as usize],
            next: (NEVER, 0),
            asleep: workers,
            busy: 0,
            slowdown,
            settled: SimTime::ZERO,
        }
    }

    /// The first to have something to do, and when.
    #[must_use]
    #[inline]
    pub fn next(&self) -> (SimTime, u32) {
        self.next
    }

    /// What worker `index` is at.
    #[must_use]
    pub fn work(&self, index: u32) -> Work {
        self.workers[index as usize].work
    }

    /// What all are at.
    pub fn works(&self) -> impl Iterator<Item = Work> {
        self.workers.iter().map(|worker| worker.work)
    }

    /// How many are reconciling.
    #[must_use]
    pub fn busy(&self) -> u32 {
        self.busy
    }

    /// A push signals all that sleep. Says which, through `woken`.
    pub fn signal(&mut self, at: SimTime, mut woken: impl FnMut(u32)) {
        if self.asleep == 0 {
            return;
        }
        self.asleep = 0;
        for (index, worker) in self.workers.iter_mut().enumerate() {
            if worker.work == Work::Asleep {
                (worker.work, worker.at) = (Work::Waking, at);
                woken(index as u32);
            }
        }
        self.look();
    }

    /// Worker `index` has nothing to do.
    pub fn sleep(&mut self, index: u32) {
        let worker = &mut self.workers[index as usize];
        (worker.work, worker.at) = (Work::Asleep, NEVER);
        self.asleep += 1;
        self.look();
    }

    /// Worker `index` reconciles a page that takes `span` if nothing slows it down.
    pub fn begin(&mut self, index: u32, taken: Taken, now: SimTime, span: Span) {
        self.settle(now);
        let worker = &mut self.workers[index as usize];
        worker.work = Work::Busy(taken);
        worker.at = now + span;
        worker.began = now;
        worker.left = span;
        self.busy += 1;
        self.replan(now);
        self.look();
    }

    /// Worker `index` is done with its page, after how long.
    pub fn finish(&mut self, index: u32, now: SimTime) -> Span {
        self.settle(now);
        let worker = &mut self.workers[index as usize];
        worker.at = NEVER;
        self.busy -= 1;
        let took = now - worker.began;
        self.replan(now);
        took
    }

    /// Worker `index` goes on to link its page until `at`.
    pub fn link(&mut self, index: u32, taken: Taken, at: SimTime) {
        let worker = &mut self.workers[index as usize];
        (worker.work, worker.at) = (Work::Linking(taken), at);
        self.look();
    }

    fn look(&mut self) {
        self.next = (NEVER, 0);
        for (index, worker) in self.workers.iter().enumerate() {
            if worker.at < self.next.0 {
                self.next = (worker.at, index as u32);
            }
        }
    }

    /// Takes off what was done since the number of busy workers last changed.
    fn settle(&mut self, now: SimTime) {
        if self.slowdown == Slowdown::None {
            return;
        }
        let (num, den) = self.slowdown.rate(u64::from(self.busy));
        let done = (now - self.settled).scaled(num, den);
        self.settled = now;
        for worker in &mut self.workers {
            if matches!(worker.work, Work::Busy(_)) {
                worker.left = worker.left.saturating_sub(done);
            }
        }
    }

    /// Plans anew when each will be done, at the speed from now on.
    fn replan(&mut self, now: SimTime) {
        if self.slowdown == Slowdown::None {
            return;
        }
        let (num, den) = self.slowdown.rate(u64::from(self.busy));
        for worker in &mut self.workers {
            if matches!(worker.work, Work::Busy(_)) && worker.at != NEVER {
                let left = worker.left.as_ns();
                worker.at = now + Span::from_ns((left * den).div_ceil(num));
            }
        }
    }

    /// Writes the state.
    pub fn digest(&self, into: &mut Digest) {
        for worker in &self.workers {
            into.u64(worker.at.as_ns());
            into.u64(worker.left.as_ns());
            let (kind, page) = match worker.work {
                Work::Asleep => (0, 0),
                Work::Waking => (1, 0),
                Work::Busy(taken) => (2, taken.page.0),
                Work::Linking(taken) => (3, taken.page.0),
            };
            into.u8(kind);
            into.u32(page);
        }
    }
}
