//! What a scene gives to the kernel (a [`Model`]) and what the kernel lends to it (a [`Cx`]).

use std::fmt::Debug;

use super::digest::Digest;
use super::queue::{EventId, Queue};
use super::record::{Counter, Gauge, Note, Recorder, Sample};
use super::rng::{Rng, Rngs, Stream};
use super::time::{SimTime, Span};

/// A system to simulate: its state, and what each event does to it.
///
/// The state must depend on nothing but the start and the events: a clone that handles the same
/// events must come to the same state, or seeking shows a past that never was.
pub trait Model: Clone {
    /// What can happen; a plain enum, since events are copied into keyframes and printed.
    type Event: Clone + Debug;

    /// Called once, at time zero and before any event: sets the first events and levels.
    fn start(&mut self, cx: &mut Cx<'_, Self::Event>);

    /// Lets `event` happen, at [`Cx::now`].
    fn handle(&mut self, event: Self::Event, cx: &mut Cx<'_, Self::Event>);

    /// Writes what tells this event from others. Called for each event, so it should be cheap.
    fn digest_event(event: &Self::Event, into: &mut Digest);

    /// Writes the whole state.
    fn digest(&self, into: &mut Digest);

    /// Asserts what must hold across the parts of the model. Called after each event of the run
    /// in builds with debug assertions, and not when seeking replays it.
    fn check(&self) {}
}

/// The kernel as a model sees it while it handles one event.
#[derive(Debug)]
pub struct Cx<'a, E: Clone> {
    pub(super) now: SimTime,
    pub(super) queue: &'a mut Queue<E>,
    pub(super) rngs: &'a mut Rngs,
    pub(super) is_finished: &'a mut bool,
    /// None in a replay, which must not write anything down a second time.
    pub(super) recorder: Option<&'a mut Recorder>,
}

impl<E: Clone> Cx<'_, E> {
    /// The time of the event that is being handled.
    pub fn now(&self) -> SimTime {
        self.now
    }

    /// Lets `event` happen `delay` from now. With no delay it happens at this instant, behind all
    /// that is already set for it.
    pub fn after(&mut self, delay: Span, event: E) -> EventId {
        self.queue.push(self.now + delay, event)
    }

    /// Lets `event` happen at `at`. Panics if that is in the past.
    pub fn at(&mut self, at: SimTime, event: E) -> EventId {
        assert!(at >= self.now, "an event set for {at} at {}", self.now);
        self.queue.push(at, event)
    }

    /// Takes back an event. False if it has happened already or was cancelled before.
    pub fn cancel(&mut self, id: EventId) -> bool {
        self.queue.cancel(id)
    }

    /// The random numbers of `stream`.
    pub fn rng(&mut self, stream: Stream) -> &mut Rng {
        self.rngs.get(stream)
    }

    /// Writes down that a level is `value` from now on. Setting it to what it is costs no point.
    pub fn gauge(&mut self, gauge: Gauge, value: i64) {
        if let Some(recorder) = &mut self.recorder {
            recorder.gauge(self.now, gauge, value);
        }
    }

    /// Adds `more` to a total.
    pub fn count(&mut self, counter: Counter, more: u64) {
        if let Some(recorder) = &mut self.recorder {
            recorder.count(self.now, counter, more);
        }
    }

    /// Writes down one observation.
    pub fn sample(&mut self, sample: Sample, value: i64) {
        if let Some(recorder) = &mut self.recorder {
            recorder.sample(self.now, sample, value);
        }
    }

    /// Marks the time line: `code` says what happened, as the scene counts its notes.
    pub fn note(&mut self, code: u16, value: i64) {
        if let Some(recorder) = &mut self.recorder {
            recorder.note(Note {
                at: self.now,
                code,
                value,
            });
        }
    }

    /// Says that the run is complete. It ends once this event is handled, and whatever is still
    /// set to happen does not.
    pub fn finish(&mut self) {
        *self.is_finished = true;
    }
}
