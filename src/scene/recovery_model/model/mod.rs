//! The insert load as a model of the kernel: its steps, bundled into events.
//!
//! 160,000 commits are half a million steps, and an event for each would cost more than the step.
//! So an event runs all steps up to its instant, and the next one comes a grain later; how steps
//! are bundled changes nothing in them.

pub mod checkpoint;
pub mod flush;
pub mod log;
pub mod machine;
mod room;
pub mod series;
pub mod sessions;
mod steps;
pub mod tasks;
pub mod totals;

use std::rc::Rc;

use self::machine::Machine;
use self::series::{ACKNOWLEDGED, LOG_SIZE, LOG_USED, NEIGHBOUR, WRITELOG};
use super::scenario::Scenario;
use super::task::Task;
use crate::kernel::{Cx, Digest, Model, SimTime};

/// What happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// All steps that are due.
    Due,
    /// The reader types something.
    Typed(Task),
}

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

    fn go_on(&mut self, cx: &mut Cx<'_, Event>) {
        let machine = &self.machine;
        cx.gauge(LOG_USED, machine.file().used().0 as i64);
        cx.gauge(LOG_SIZE, machine.file().size().0 as i64);
        cx.gauge(ACKNOWLEDGED, machine.totals().acknowledged as i64);
        let writelog = machine.totals().writelog.as_ns() / 1_000;
        cx.gauge(WRITELOG, writelog as i64);
        cx.gauge(NEIGHBOUR, machine.busy_milli() as i64);
        if machine.is_done() {
            return cx.finish();
        }
        let next = SimTime::from_ns(machine.next_ns());
        cx.at(next.max(cx.now() + machine.scenario().grain), Event::Due);
    }
}

impl Model for Inserts {
    type Event = Event;

    fn start(&mut self, cx: &mut Cx<'_, Event>) {
        self.go_on(cx);
    }

    fn handle(&mut self, event: Event, cx: &mut Cx<'_, Event>) {
        let machine = &mut self.machine;
        if let Event::Typed(task) = event {
            // The next due event is on its way already, unless the run had ended.
            let was_done = machine.is_done();
            machine.run_to(cx.now());
            machine.typed(task, cx.now());
            if was_done {
                self.go_on(cx);
            }
            return;
        }
        let is_single = machine.scenario().grain.is_zero();
        let most = if is_single { 1 } else { STEPS_MAX };
        for _ in 0..most {
            if !machine.step(cx.now()) {
                break;
            }
        }
        self.go_on(cx);
    }

    fn digest_event(event: &Event, into: &mut Digest) {
        match event {
            Event::Due => into.u8(0),
            Event::Typed(task) => into.u8(1 + task.code()),
        }
    }

    fn digest(&self, into: &mut Digest) {
        self.machine.digest(into);
    }

    fn check(&self) {
        self.machine.check();
    }
}
