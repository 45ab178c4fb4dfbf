//! One checkpoint as a model of the kernel: its steps, bundled into events.
//!
//! A large tree takes hundreds of thousands of steps, and an event for each would cost more than
//! the step. So an event runs all steps up to its instant, and the next one comes a grain later.
//! How steps are bundled changes nothing in them; a test compares.

pub mod crew;
pub mod driver;
pub mod log;
pub mod machine;
pub mod memory;
pub mod series;
pub mod totals;

use std::rc::Rc;

use self::machine::Machine;
use self::series::{BUSY, PINNED, QUEUED, RECONCILED, WAITED, WRITTEN};
use super::scenario::Scenario;
use crate::kernel::{Cx, Digest, Model, Span};

/// The only event: all steps that are due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Due;

/// Most steps of an event, so that the limit on events bounds any run.
const STEPS_MAX: u32 = 2_000;

/// One side: a checkpoint.
#[derive(Clone, Debug)]
pub struct TwoPass {
    machine: Machine,
    recorded: (Span, Span),
}

impl TwoPass {
    /// A checkpoint about to begin.
    #[must_use]
    pub fn new(scenario: Rc<Scenario>) -> Self {
        Self {
            machine: Machine::new(scenario),
            recorded: (Span::ZERO, Span::ZERO),
        }
    }

    /// The checkpoint.
    #[must_use]
    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    fn schedule(&self, cx: &mut Cx<'_, Due>) {
        let grain = self.machine.scenario().grain;
        let at = self.machine.next_at().max(cx.now() + grain);
        cx.at(at, Due);
    }
}

impl Model for TwoPass {
    type Event = Due;

    fn start(&mut self, cx: &mut Cx<'_, Due>) {
        self.schedule(cx);
    }

    fn handle(&mut self, _: Due, cx: &mut Cx<'_, Due>) {
        let machine = &mut self.machine;
        let (mut queued, mut pinned, mut busy) = (0, 0, 0);
        let is_single = machine.scenario().grain.is_zero();
        let (mut steps, most) = (0, if is_single { 1 } else { STEPS_MAX });
        while machine.next_at() <= cx.now() && !machine.is_done() {
            machine.step();
            queued = machine.queue().queued().max(queued);
            pinned = machine.queue().pins().max(pinned);
            busy = machine.crew().busy().max(busy);
            steps += 1;
            if steps >= most {
                break;
            }
        }
        cx.gauge(QUEUED, i64::from(queued));
        cx.gauge(PINNED, i64::from(pinned));
        cx.gauge(BUSY, i64::from(busy));
        let totals = machine.totals();
        cx.gauge(WRITTEN, i64::from(totals.leaves + totals.internals));
        let now = (totals.worker_reconcile, totals.wait);
        cx.count(RECONCILED, now.0.saturating_sub(self.recorded.0).as_ns());
        cx.count(WAITED, now.1.saturating_sub(self.recorded.1).as_ns());
        self.recorded = now;
        if self.machine.is_done() {
            cx.finish();
        } else {
            self.schedule(cx);
        }
    }

    fn digest_event(_: &Due, into: &mut Digest) {
        into.u8(0);
    }

    fn digest(&self, into: &mut Digest) {
        self.machine.digest(into);
    }

    fn check(&self) {
        super::check::check(&self.machine);
    }
}
