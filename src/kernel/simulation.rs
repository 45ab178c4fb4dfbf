//! A run: a model, its record and its keyframes; stepping, ending and seeking.

use std::fmt;

use super::keyframes::{KEYFRAMES_MAX, Keyframes, STRIDE_START};
use super::model::Model;
use super::record::SeriesSpec;
use super::state::{Core, Snapshot};
use super::time::SimTime;
use super::trace::Trace;

/// The most events that a run has by default.
pub const EVENTS_MAX: u64 = 2_000_000;

/// Where a run is stopped, if it does not end by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most events, counted from the start of the run.
    pub events: u64,
    /// The last instant at which an event may happen.
    pub horizon: SimTime,
    /// The most copies of the state kept for seeking: even, at least 2. Fewer for a model with a
    /// large state.
    pub keyframes: u32,
    /// Events between two of them at first, at least 1: more for a model with a large state, as
    /// each copy takes its time too.
    pub keyframe_stride: u64,
}

impl Default for Limits {
    /// [`EVENTS_MAX`] events and no horizon.
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

/// One run of a model, from its start as far as it has been advanced.
#[derive(Clone, Debug)]
pub struct Simulation<M: Model> {
    core: Core<M>,
    trace: Trace,
    keyframes: Keyframes<M>,
    limits: Limits,
    outcome: Option<Outcome>,
    /// What forks put in, and after how many events. The state after that many events has it.
    injected: Vec<(u64, SimTime, M::Event)>,
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
            limits,
            outcome: None,
            injected: Vec::new(),
        };
        simulation.settle();
        simulation
    }

    /// Another run that was this one until all events no later than `at` had happened; there `event`
    /// happens next, behind everything of that instant. It keeps the past: its record goes on from
    /// this one's, and any instant before `at` can be sought.
    pub fn fork(&self, at: SimTime, event: M::Event) -> Self {
        let mut core = self.seek(at).into_core();
        let past = core.event_count - self.keyframes.event_count_first();
        let past = usize::try_from(past).expect("fewer events than memory holds");
        let mut injected = self.injected.clone();
        injected.retain(|(count, ..)| *count <= core.event_count);
        injected.push((core.event_count, at.max(core.now), event.clone()));
        core.queue.push(at.max(core.now), event);
        let mut fork = Simulation {
            trace: self.trace.cut(at, past),
            keyframes: self.keyframes.upto(&core),
            core,
            limits: self.limits,
            outcome: None,
            injected,
        };
        fork.settle();
        fork
    }

    /// The state at `at`, going on from a snapshot of this run where that is the shorter way.
    pub fn seek_from(&self, from: Snapshot<M>, at: SimTime) -> Snapshot<M> {
        let events = self.trace.event_times().partition_point(|time| *time <= at);
        let wanted = self.keyframes.event_count_first() + events as u64;
        let nearest = self.keyframes.before(wanted).event_count;
        if !(nearest..=wanted).contains(&from.event_count()) {
            return self.seek_event(wanted);
        }
        self.replay(from.core, wanted)
    }

    fn replay(&self, mut core: Core<M>, event_count: u64) -> Snapshot<M> {
        while core.event_count < event_count {
            core.step(None);
            for (count, at, event) in &self.injected {
                if *count == core.event_count {
                    core.queue.push(*at, event.clone());
                }
            }
        }
        Snapshot { core }
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
    /// is the present; before the start of a fork, it is that start.
    pub fn seek(&self, at: SimTime) -> Snapshot<M> {
        let events = self.trace.event_times().partition_point(|time| *time <= at);
        self.seek_event(self.keyframes.event_count_first() + events as u64)
    }

    /// The state after exactly `event_count` events. Panics if fewer have happened, or for a fork
    /// if it is before its start.
    pub fn seek_event(&self, event_count: u64) -> Snapshot<M> {
        let first = self.keyframes.event_count_first();
        assert!(
            (first..=self.core.event_count).contains(&event_count),
            "event {event_count} sought among {first} to {}",
            self.core.event_count,
        );
        self.replay(self.keyframes.before(event_count).clone(), event_count)
    }

    #[cfg(test)]
    pub(super) fn keyframes_stride_and_count(&self) -> (u64, usize) {
        self.keyframes.stride_and_count()
    }
}
