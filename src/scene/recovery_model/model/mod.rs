//! The insert load as a model of the kernel: its steps, bundled into events.
//!
//! 160,000 commits are half a million steps, and an event for each would cost more than the step.
//! So an event runs all steps up to its instant, and the next one comes a grain later; how steps
//! are bundled changes nothing in them.

pub mod flush;
pub mod machine;
pub mod series;
pub mod sessions;
pub mod totals;

use std::rc::Rc;

use self::machine::Machine;
use self::series::{ACKNOWLEDGED, IN_FLIGHT, LOG_USED, WAITING};
use super::scenario::Scenario;
use crate::kernel::{Cx, Digest, Model, SimTime};

/// The only event: all steps that are due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Due;

/// Most steps of an event, so that the limit on events bounds any run.
const STEPS_MAX: u32 = 20_000;

/// One run.
#[derive(Clone, Debug)]
pub struct Inserts {
    machine: Machine,
}

impl Inserts {
    /// A run about to begin.
    #[must_use]
    pub fn new(scenario: Rc<Scenario>, seed: u64) -> Self {
        Self {
            machine: Machine::new(scenario, seed),
        }
    }

    /// The server.
    #[must_use]
    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    fn schedule(&self, cx: &mut Cx<'_, Due>) {
        let next = SimTime::from_ns(self.machine.next_ns());
        let grain = self.machine.scenario().grain;
        cx.at(next.max(cx.now() + grain), Due);
    }
}

impl Model for Inserts {
    type Event = Due;

    fn start(&mut self, cx: &mut Cx<'_, Due>) {
        self.schedule(cx);
    }

    fn handle(&mut self, _: Due, cx: &mut Cx<'_, Due>) {
        let machine = &mut self.machine;
        let is_single = machine.scenario().grain.is_zero();
        let most = if is_single { 1 } else { STEPS_MAX };
        for _ in 0..most {
            if machine.is_done() || machine.next_ns() > cx.now().as_ns() {
                break;
            }
            machine.step();
        }
        cx.gauge(LOG_USED, machine.file().used().0 as i64);
        cx.gauge(IN_FLIGHT, i64::from(machine.blocks().writes()));
        cx.gauge(WAITING, i64::from(machine.waiting()));
        cx.gauge(ACKNOWLEDGED, machine.totals().acknowledged as i64);
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
        self.machine.check();
    }
}
