//! The whole state of a run at one instant, in one value that can be cloned.
//!
//! Keyframes, snapshots and forks are all clones of a [`Core`], and the run and its replay both
//! step it by the same code: that is why they cannot differ.

use std::rc::Rc;

use super::digest::Digest;
use super::model::{Cx, Model};
use super::queue::Queue;
use super::record::Recorder;
use super::rng::Rngs;
use super::time::SimTime;

/// All that decides how a run goes on. What was written down is not part of it.
#[derive(Clone, Debug)]
pub struct Core<M: Model> {
    pub(super) model: M,
    pub(super) queue: Queue<M::Event>,
    rngs: Rngs,
    pub(super) now: SimTime,
    pub(super) event_count: u64,
    /// Of every event so far; the state is folded in when a digest is asked for.
    events_digest: Digest,
    pub(super) is_finished: bool,
}

impl<M: Model> Core<M> {
    /// Starts `model` at time zero.
    pub(super) fn start(model: M, seed: u64, recorder: &mut Recorder) -> Core<M> {
        let mut core = Core {
            model,
            queue: Queue::new(),
            rngs: Rngs::new(seed),
            now: SimTime::ZERO,
            event_count: 0,
            events_digest: Digest::new(),
            is_finished: false,
        };
        core.call(Some(recorder), |model, cx| model.start(cx));
        core
    }

    /// Lets the next event happen; with no recorder, without writing anything down. Panics if
    /// there is none.
    pub(super) fn step(&mut self, mut recorder: Option<&mut Recorder>) {
        let (at, id, event) = self.queue.pop().expect("a step needs an event");
        assert!(at >= self.now, "an event at {at}, after {}", self.now);
        self.now = at;
        self.event_count += 1;
        self.events_digest.u64(at.as_ns());
        self.events_digest.u64(id.seq());
        M::digest_event(&event, &mut self.events_digest);
        if let Some(recorder) = &mut recorder {
            recorder.event(at);
        }
        self.call(recorder, |model, cx| model.handle(event, cx));
    }

    /// Of every event so far, in order, and then of the state of the model.
    pub(super) fn digest(&self) -> u64 {
        let mut digest = self.events_digest;
        self.model.digest(&mut digest);
        digest.value()
    }

    fn call(
        &mut self,
        recorder: Option<&mut Recorder>,
        run: impl FnOnce(&mut M, &mut Cx<'_, M::Event>),
    ) {
        let mut cx = Cx {
            now: self.now,
            queue: &mut self.queue,
            rngs: &mut self.rngs,
            is_finished: &mut self.is_finished,
            recorder,
        };
        run(&mut self.model, &mut cx);
        // Only now, so that an event set after `finish` in the same call is dropped as well.
        if self.is_finished {
            self.queue.clear();
        }
    }
}

/// The state of a run after some of its events, for looking at the past.
#[derive(Clone, Debug)]
pub struct Snapshot<M: Model> {
    /// The same for all snapshots of one run and for no others.
    pub(super) run: Rc<()>,
    pub(super) core: Core<M>,
}

impl<M: Model> Snapshot<M> {
    /// The model as it was.
    pub fn model(&self) -> &M {
        &self.core.model
    }

    /// The time of the last event before it, or of the start.
    pub fn now(&self) -> SimTime {
        self.core.now
    }

    /// After how many events it is.
    pub fn event_count(&self) -> u64 {
        self.core.event_count
    }

    /// The digest that the run had then.
    pub fn digest(&self) -> u64 {
        self.core.digest()
    }

    /// What was set to happen next, and when.
    pub fn next_event(&self) -> Option<(SimTime, &M::Event)> {
        self.core.queue.peek().map(|(at, _, event)| (at, event))
    }

    /// How many events were set to happen.
    pub fn pending_count(&self) -> u64 {
        self.core.queue.len() as u64
    }

    /// The whole state, from which [`Simulation::from_core`](super::Simulation::from_core) can
    /// run on.
    pub fn into_core(self) -> Core<M> {
        self.core
    }
}
