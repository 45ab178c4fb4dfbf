//! What a run adds up.

use crate::kernel::{Digest, SimTime, Span};

/// Totals of one checkpoint.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Time that the driver spent walking.
    pub walk: Span,
    /// Pushing.
    pub push: Span,
    /// Waiting for workers, waking up and taking pages back included.
    pub wait: Span,
    /// Reconciling, itself.
    pub driver_reconcile: Span,
    /// Time that workers spent reconciling, all together.
    pub worker_reconcile: Span,
    /// Time that went into internal pages, whoever reconciled them.
    pub internal: Span,
    /// Calls that drain the queue, empty ones included.
    pub drains: u32,
    /// Drains of a queue that something had been pushed into.
    pub barriers: u32,
    /// Leaves written.
    pub leaves: u32,
    /// Internal pages written.
    pub internals: u32,
    /// Pages pushed.
    pub pushes: u32,
    /// Most pages queued at once.
    pub queued_max: u32,
    /// Most pages pinned at once.
    pub pinned_max: u32,
    /// Pages that eviction put out of memory.
    pub evictions: u32,
    /// New addresses that found no parent in memory.
    pub links_lost: u32,
    /// When the walk and all reconciling was done.
    pub synced_at: SimTime,
    /// When the checkpoint was complete.
    pub done_at: SimTime,
    /// Of every page written, when and in which order.
    pub order: u64,
}

impl Totals {
    /// Folds in a page that was written.
    pub fn fold(&mut self, now: SimTime, page: u32) {
        let word = now.as_ns() ^ u64::from(page) << 40;
        self.order = (self.order ^ word)
            .wrapping_mul(0x9E37_79B9_7F4A_7C15)
            .rotate_left(23);
    }

    /// Writes the state.
    pub fn digest(&self, into: &mut Digest) {
        let spans = [
            self.walk,
            self.push,
            self.wait,
            self.driver_reconcile,
            self.worker_reconcile,
            self.internal,
        ];
        spans.iter().for_each(|span| into.u64(span.as_ns()));
        let counts = [
            self.drains,
            self.barriers,
            self.leaves,
            self.internals,
            self.pushes,
            self.queued_max,
            self.pinned_max,
            self.evictions,
            self.links_lost,
        ];
        counts.iter().for_each(|count| into.u32(*count));
        into.u64(self.synced_at.as_ns());
        into.u64(self.done_at.as_ns());
        into.u64(self.order);
    }
}
