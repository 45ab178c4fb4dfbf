//! One side of the comparison, resolved into engine types.

use std::rc::Rc;

use crate::engine::tree::Tree;
use crate::engine::work_queue::Window;
use crate::kernel::Span;

/// How a checkpoint writes the dirty pages of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// The checkpoint thread writes every page itself.
    Serial,
    /// Leaves go to workers; the queue is drained at each internal page.
    OnePass,
    /// All leaves first, then internal pages in a second walk; the queue's depth is bounded.
    TwoPass,
    /// Internal pages go to workers too, when no child is queued or being processed.
    Membership,
    /// Internal pages go to workers too, if they are dirty when the walk passes: loses pages.
    PageState,
    /// Two passes, the second over those internal pages that were dirty when the first passed
    /// them: loses pages.
    Collected,
}

/// What makes workers slower when several are at work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slowdown {
    /// Nothing.
    None,
    /// With `a` at work each runs at 1 / (1 + x (a - 1)), x in hundredths.
    Contention(u64),
    /// They share this many hundredths of a processor.
    Cpu(u64),
}

impl Slowdown {
    /// Speed of one of `active` workers, as a fraction.
    #[must_use]
    pub fn rate(self, active: u64) -> (u64, u64) {
        match self {
            Self::None => (1, 1),
            Self::Contention(x) => (100, 100 + x * active.saturating_sub(1)),
            Self::Cpu(cpu) => (cpu.min(100 * active), 100 * active.max(1)),
        }
    }
}

/// What each step takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Costs {
    /// The walk, for each page.
    pub walk: Span,
    /// The second walk, for each leaf that it skips.
    pub slot: Span,
    /// Putting a page into the queue.
    pub push: Span,
    /// From a signal until a sleeping worker runs.
    pub wake: Span,
    /// From the last page done until the waiting driver runs.
    pub driver_wake: Span,
    /// The driver, for each page that it takes back after a drain.
    pub done: Span,
    /// Reconciling an internal page.
    pub internal: Span,
    /// What a checkpoint does beside its walk.
    pub rest: Span,
    /// Looking for a free hazard pointer, in picoseconds for each page already pinned.
    pub pin_ps: u64,
    /// From the moment a written page is clean until its parent is dirty.
    pub link: Span,
}

/// Eviction while the checkpoint runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Eviction {
    /// Time between two attempts.
    pub apart: Span,
    /// Queued pages hold a hazard pointer. Without, eviction may take them.
    pub has_pins: bool,
}

/// One side.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// The tree.
    pub tree: Rc<Tree>,
    /// Which leaves have changed.
    pub changed: Rc<[bool]>,
    /// How long each leaf takes to reconcile, in nanoseconds; the same on all sides.
    pub leaf_ns: Rc<[u32]>,
    /// How it writes.
    pub method: Method,
    /// Threads that reconcile.
    pub workers: u32,
    /// Most pages that the driver holds in the queue.
    pub depth: u32,
    /// How it waits at that bound.
    pub window: Window,
    /// What each step takes.
    pub costs: Costs,
    /// What makes workers slower.
    pub slowdown: Slowdown,
    /// Eviction of clean pages.
    pub eviction: Option<Eviction>,
    /// Time between two events of the run; zero: each step is an event of its own.
    pub grain: Span,
    /// Freed blocks are used again before the checkpoint is complete. Only a test breaks this rule.
    pub reuses_at_once: bool,
}
