//! A run: a model, its record and its keyframes; stepping, ending and seeking.

use std::fmt;
use std::rc::Rc;

use super::keyframes::{KEYFRAMES_MAX, Keyframes, STRIDE_START};
use super::model::Model;
use super::record::SeriesSpec;
use super::state::{Core, Snapshot};
use super::time::SimTime;
use super::trace::Trace;

/// The most events that a run has by default.
pub const EVENTS_MAX: u64 = 2_000_000;

/// Where a run is stopped, if it does not end by itself, and how much of its past is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most events, counted from the start of the run.
    pub events: u64,
    /// The last instant at which an event may happen.
    pub horizon: SimTime,
    /// The most past states that are kept for seeking; even, and at least 2. A run is the same
    /// with any number of them: fewer take less memory, and seeking takes longer.
    pub keyframes: u32,
    /// Events between two of them at first, at least 1: more for a model with a large state, as
    /// each copy takes its time too.
    pub keyframe_stride: u64,
}

impl Default for Limits {
    /// [`EVENTS_MAX`] events, no horizon and [`KEYFRAMES_MAX`] keyframes.
    fn default() -> Limits {
        Limits {
            events: EVENTS_MAX,
            horizon: SimTime::MAX,
            keyframes: KEYFRAMES_MAX,
            keyframe_stride: STRIDE_START,
        }
    }
}

/// How much of a run to do at a stretch. Counted in events and never in wall-clock time, so that
/// how a run is sliced cannot change it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    events: u64,
}

impl Budget {
    /// At most `events` events.
    pub const fn events(events: u64) -> Budget {
        Budget { events }
    }
}

/// What came of a [`Budget`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// How many events happened.
    pub events: u64,
    /// Whether the run has ended.
    pub done: bool,
}

/// Why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The model said that it was complete.
    Finished,
    /// Nothing was set to happen any more.
    Drained,
    /// The next event was later than the horizon.
    Horizon,
    /// There was more to happen, but no more events were allowed.
    EventLimit,
    /// A series or the notes had no room left.
    PointsLimit,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Outcome::Finished => "the run finished",
            Outcome::Drained => "nothing was left to do",
            Outcome::Horizon => "the end of simulated time was reached",
            Outcome::EventLimit => "stopped early: too many events",
            Outcome::PointsLimit => "stopped early: too many points were recorded",
        })
    }
}

/// An event that came from outside: see [`Simulation::fork`].
#[derive(Clone, Debug)]
struct Injection<E> {
    /// It was set after this many events.
    event_count: u64,
    at: SimTime,
    event: E,
}

impl<E: Clone> Injection<E> {
    /// A state that had finished goes on: what is set now was not among what finishing dropped.
    fn apply<M: Model<Event = E>>(&self, core: &mut Core<M>) {
        core.is_finished = false;
        core.queue.push(self.at, self.event.clone());
    }
}

/// One run of a model, from its start as far as it has been advanced.
#[derive(Clone, Debug)]
pub struct Simulation<M: Model> {
    core: Core<M>,
    trace: Trace,
    keyframes: Keyframes<M>,
    /// In the order in which they were set, so that a replay sets them again.
    injections: Vec<Injection<M::Event>>,
    limits: Limits,
    outcome: Option<Outcome>,
    /// Shared by its clones, which go the same way, and by its snapshots.
    run: Rc<()>,
}

impl<M: Model> Simulation<M> {
    /// Starts `model`. Runs with the same model, seed and limits are the same in every event.
    pub fn new(model: M, seed: u64, series: &'static [SeriesSpec], limits: Limits) -> Self {
        let mut trace = Trace::new(series);
        let core = Core::start(model, seed, &mut trace.recorder);
        Simulation::assemble(core, trace, limits)
    }

    /// Goes on from a state taken out of another run. The record starts empty there: gauges read
    /// 0 until they are set, counters count from here, and nothing earlier can be sought. Time,
    /// events and their limit go on from what they were.
    pub fn from_core(core: Core<M>, series: &'static [SeriesSpec], limits: Limits) -> Self {
        Simulation::assemble(core, Trace::new(series), limits)
    }

    fn assemble(core: Core<M>, trace: Trace, limits: Limits) -> Self {
        let keyframes = Keyframes::new(core.clone(), limits.keyframes, limits.keyframe_stride);
        let mut simulation = Simulation {
            core,
            trace,
            keyframes,
            injections: Vec::new(),
            limits,
            outcome: None,
            run: Rc::new(()),
        };
        simulation.settle();
        simulation
    }

    /// Another run with the same past: this one as it was after all events no later than `at`,
    /// with `event` set for `at`, so that it happens behind everything that happened then.
    ///
    /// Unlike with [`Simulation::from_core`], the record up to `at` comes along and all of it can
    /// be sought. A run that has not come as far as `at` is first run on to there, in the fork
    /// only, so that it makes no difference how far this one is. One that had finished by then
    /// goes on, with `event` alone; a limit that was reached by then stands. Panics if `at` is
    /// before the start of a run made by [`Simulation::from_core`].
    pub fn fork(&self, at: SimTime, event: M::Event) -> Simulation<M> {
        let event_count = self.event_count_at(at);
        // What was set from outside for a later instant is no part of the past at `at`.
        let known = self.injections.partition_point(|old| old.at <= at);
        let injections = &self.injections[..known];
        let keyframe = self.keyframes.before(event_count).clone();
        let core = replay(keyframe, Start::Keyframe, event_count, injections);
        assert!(at >= core.now, "a fork at {at} of a run from {}", core.now);
        let mut fork = Simulation {
            core,
            trace: self.trace.cut(at),
            keyframes: self.keyframes.cut(event_count),
            injections: injections.to_vec(),
            limits: self.limits,
            outcome: None,
            run: Rc::new(()),
        };
        fork.settle();
        let is_due = |fork: &Self| fork.core.queue.peek_time().is_some_and(|next| next <= at);
        while is_due(&fork) && fork.outcome.is_none() {
            fork.advance(Budget::events(1));
        }
        let injection = Injection {
            event_count: fork.core.event_count,
            at,
            event,
        };
        injection.apply(&mut fork.core);
        fork.injections.push(injection);
        fork.settle();
        fork
    }

    /// Lets events happen until the budget is spent or the run has ended.
    pub fn advance(&mut self, budget: Budget) -> Progress {
        let mut events = 0;
        while events < budget.events && self.outcome.is_none() {
            self.core.step(Some(&mut self.trace.recorder));
            events += 1;
            self.keyframes.offer(&self.core);
            self.settle();
        }
        Progress {
            events,
            done: self.outcome.is_some(),
        }
    }

    /// Lets events happen until the run has ended, which its limits see to.
    pub fn run_to_end(&mut self) -> Outcome {
        loop {
            if let Some(outcome) = self.outcome {
                return outcome;
            }
            self.advance(Budget::events(u64::MAX));
        }
    }

    /// Decides whether the run has ended. Done after the start and after each event, and not when
    /// the next budget comes, so that slices cannot make a difference.
    fn settle(&mut self) {
        #[cfg(any(test, debug_assertions))]
        self.core.model.check();
        self.outcome = if self.core.is_finished {
            Some(Outcome::Finished)
        } else if self.trace.recorder.is_full {
            Some(Outcome::PointsLimit)
        } else {
            match self.core.queue.peek_time() {
                None => Some(Outcome::Drained),
                Some(at) if at > self.limits.horizon => Some(Outcome::Horizon),
                Some(_) if self.core.event_count >= self.limits.events => Some(Outcome::EventLimit),
                Some(_) => None,
            }
        };
    }

    /// Why the run ended, once it has.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The time of the last event, or of the start.
    pub fn now(&self) -> SimTime {
        self.core.now
    }

    /// How many events have happened.
    pub fn event_count(&self) -> u64 {
        self.core.event_count
    }

    /// The model as it is now.
    pub fn model(&self) -> &M {
        &self.core.model
    }

    /// What the run has written down.
    pub fn trace(&self) -> &Trace {
        &self.trace
    }

    /// A fingerprint of all events so far (time, insertion number and content of each) and of the
    /// state of the model.
    pub fn digest(&self) -> u64 {
        self.core.digest()
    }

    /// The state after all events no later than `at`. Beyond the last event that has happened, it
    /// is the present; before the start of a run made by [`Simulation::from_core`], that start.
    pub fn seek(&self, at: SimTime) -> Snapshot<M> {
        self.seek_event(self.event_count_at(at))
    }

    fn event_count_at(&self, at: SimTime) -> u64 {
        let events = self.trace.event_times().partition_point(|time| *time <= at);
        self.keyframes.event_count_first() + events as u64
    }

    /// The state after exactly `event_count` events. Panics if fewer have happened, or more before
    /// the start of a run made by [`Simulation::from_core`].
    pub fn seek_event(&self, event_count: u64) -> Snapshot<M> {
        let first = self.keyframes.event_count_first();
        assert!(
            (first..=self.core.event_count).contains(&event_count),
            "event {event_count} sought among {first} to {}",
            self.core.event_count,
        );
        let keyframe = self.keyframes.before(event_count).clone();
        self.replay(keyframe, Start::Keyframe, event_count)
    }

    /// The same as [`Simulation::seek`]. Goes on from `from` where that is the shorter way: if it
    /// is a snapshot of this run, not later than `at`, and no keyframe lies between. To show a run
    /// as it plays, instant after instant.
    pub fn seek_from(&self, from: Snapshot<M>, at: SimTime) -> Snapshot<M> {
        let event_count = self.event_count_at(at);
        let keyframe = self.keyframes.before(event_count);
        let between = keyframe.event_count..=event_count;
        if Rc::ptr_eq(&self.run, &from.run) && between.contains(&from.event_count()) {
            self.replay(from.core, Start::Snapshot, event_count)
        } else {
            self.replay(keyframe.clone(), Start::Keyframe, event_count)
        }
    }

    fn replay(&self, from: Core<M>, start: Start, event_count: u64) -> Snapshot<M> {
        Snapshot {
            core: replay(from, start, event_count, &self.injections),
            run: Rc::clone(&self.run),
        }
    }

    #[cfg(test)]
    pub(super) fn keyframes_stride_and_count(&self) -> (u64, usize) {
        self.keyframes.stride_and_count()
    }
}

/// Where a replay starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Start {
    /// A keyframe, made before anything was set from outside after the same number of events.
    Keyframe,
    /// A snapshot, in which all that was set from outside by then is set.
    Snapshot,
}

/// Lets a past state go on until after `event_count` events, and sets from outside what was set.
fn replay<M: Model>(
    mut core: Core<M>,
    start: Start,
    event_count: u64,
    injections: &[Injection<M::Event>],
) -> Core<M> {
    let is_done = |old: &Injection<_>| match start {
        Start::Keyframe => old.event_count < core.event_count,
        Start::Snapshot => old.event_count <= core.event_count,
    };
    let mut to_come = injections[injections.partition_point(is_done)..].iter();
    let mut next = to_come.next();
    loop {
        while let Some(due) = next.filter(|due| due.event_count == core.event_count) {
            due.apply(&mut core);
            next = to_come.next();
        }
        if core.event_count >= event_count {
            return core;
        }
        core.step(None);
    }
}
