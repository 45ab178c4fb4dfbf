//! The scene's run: sides that write the same tree.

use std::cell::OnceCell;
use std::rc::Rc;

use super::model::TwoPass as Model;
use super::model::crew::NEVER;
use super::model::machine::Machine;
use super::model::series::SERIES;
use super::params::Settings;
use super::plan::Plan;
use super::stats::stats;
use super::{charts, view, words};
use crate::kernel::{Limits, SimTime, Simulation};
#[cfg(not(target_arch = "wasm32"))]
use crate::scene::SeriesDump;
use crate::scene::{Comparison, Run, Side, Zoom, tables};
use crate::view::{BetView, ChartSpec, PageGrid, Picture, Report, Stat, Table};

/// Most events of a side: a run that needs more is stopped and says so.
const EVENTS_MAX: u64 = 30_000;
const KEYFRAMES: u32 = 64;
const KEYFRAME_STRIDE: u64 = 16;
/// Events of a large tree's run that fit a slice of a frame.
const SLICE_LARGE: u64 = 600;
const SLICE_SMALL: u64 = 20_000;
/// Runs shorter than this are told in milliseconds.
const SHORT_MS: u64 = 1_000;

/// What is compared, and so what is asked and shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compare {
    /// Ways to write.
    Ways,
    /// Internal pages on the workers, soundly and not.
    Lost,
    /// Numbers of workers.
    Workers,
    /// Depths of the queue.
    Depths,
    /// What else fits the published figures.
    Explanations,
    /// Queued pages with and without hazard pointers.
    Pins,
    /// A second walk, or a list from the first.
    Collected,
}

impl Compare {
    fn of(value: i64) -> Self {
        match value {
            1 => Self::Lost,
            2 => Self::Workers,
            3 => Self::Depths,
            4 => Self::Explanations,
            5 => Self::Pins,
            6 => Self::Collected,
            _ => Self::Ways,
        }
    }
}

/// The unit in which a run's time is told.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimeUnit {
    /// For axes.
    pub name: &'static str,
    /// Nanoseconds.
    pub ns: f64,
}

const SECONDS: TimeUnit = TimeUnit {
    name: "seconds",
    ns: 1e9,
};
const MILLISECONDS: TimeUnit = TimeUnit {
    name: "milliseconds",
    ns: 1e6,
};

/// All sides.
pub struct TwoPassRun {
    pub(super) sides: Comparison<Model>,
    pub(super) compare: Compare,
    /// Figures of each side once all are done: some look at every page of the tree.
    figures: OnceCell<Vec<Vec<Stat>>>,
    cautions: Vec<String>,
}

impl TwoPassRun {
    pub(super) fn new(settings: &Settings, seed: u64) -> Self {
        let (plans, cautions) = settings.plans(seed);
        let side = |plan: Plan| {
            let limits = Limits {
                events: EVENTS_MAX,
                keyframes: KEYFRAMES,
                keyframe_stride: KEYFRAME_STRIDE,
                ..Limits::default()
            };
            let model = Model::new(Rc::new(plan.scenario));
            let simulation = Simulation::new(model, seed, SERIES, limits);
            Side::new(plan.key, plan.label, plan.style, plan.veiled, simulation)
        };
        Self {
            sides: Comparison {
                sides: plans.into_iter().map(side).collect(),
            },
            compare: Compare::of(settings.compare),
            figures: OnceCell::new(),
            cautions,
        }
    }

    /// A side's checkpoint as it was at `cursor`, to the step.
    pub(super) fn machine_at(side: &Side<Model>, cursor: SimTime) -> Machine {
        let mut machine = side.at(cursor).model().machine().clone();
        machine.run_to(cursor);
        machine
    }

    /// The figures of a side.
    pub(super) fn stats(&self, side: &Side<Model>) -> Vec<Stat> {
        if !self.is_done() {
            return stats(&side.simulation);
        }
        let sides = &self.sides.sides;
        let all = || sides.iter().map(|s| stats(&s.simulation)).collect();
        let figures = self.figures.get_or_init(all);
        let place = sides.iter().position(|s| s.key == side.key);
        place.map_or(Vec::new(), |place| figures[place].clone())
    }

    /// One figure of a side; not a number if it has none.
    pub(super) fn value(&self, side: &Side<Model>, name: &str) -> f64 {
        let stats = self.stats(side);
        let found = stats.iter().find(|s| s.name == name);
        found.map_or(f64::NAN, |s| s.value)
    }

    /// Does each step of it count as an event?
    pub(super) fn is_small(&self) -> bool {
        let first = self.sides.sides.first();
        first.is_none_or(|s| s.simulation.model().machine().scenario().grain.is_zero())
    }

    /// The end of the longest side.
    pub(super) fn end(&self) -> SimTime {
        self.sides.horizon()
    }

    pub(super) fn unit(&self) -> TimeUnit {
        if self.end().as_ms() < SHORT_MS {
            MILLISECONDS
        } else {
            SECONDS
        }
    }

    pub(super) fn in_unit(&self, at: SimTime) -> f64 {
        at.as_ns() as f64 / self.unit().ns
    }
}

impl Run for TwoPassRun {
    fn advance(&mut self, events: u64) -> bool {
        self.sides.advance(events)
    }

    fn is_done(&self) -> bool {
        self.sides.is_done()
    }

    fn event_count(&self) -> u64 {
        self.sides.event_count()
    }

    fn digest(&self) -> u64 {
        self.sides.digest()
    }

    fn horizon(&self) -> SimTime {
        self.end()
    }

    /// In the middle of the shortest side's walk, when every side is at work; where pages get
    /// lost, at the end, when it shows.
    fn opening(&self) -> SimTime {
        if matches!(
            self.compare,
            Compare::Lost | Compare::Pins | Compare::Collected
        ) {
            return self.end();
        }
        let synced = |side: &Side<Model>| side.simulation.model().machine().totals().synced_at;
        let first = self.sides.sides.iter().map(synced).min();
        let first = first.unwrap_or(SimTime::ZERO) - SimTime::ZERO;
        let half = SimTime::ZERO + first.scaled(1, 2);
        self.previous_event_time(half).unwrap_or(half)
    }

    fn next_event_time(&self, cursor: SimTime) -> Option<SimTime> {
        let next = |side: &Side<Model>| {
            let machine = Self::machine_at(side, cursor);
            Some(machine.next_at()).filter(|at| *at != NEVER && !machine.is_done())
        };
        self.sides.sides.iter().filter_map(next).min()
    }

    fn previous_event_time(&self, cursor: SimTime) -> Option<SimTime> {
        let before = cursor.as_ns().checked_sub(1).map(SimTime::from_ns)?;
        let last = |side: &Side<Model>| Self::machine_at(side, before).now();
        self.sides.sides.iter().map(last).max()
    }

    fn cursor_text(&self, cursor: SimTime) -> String {
        words::instant(cursor)
    }

    fn charts(&self, _: Zoom) -> Vec<ChartSpec> {
        charts::charts(self)
    }

    fn chart_x(&self, cursor: SimTime) -> f64 {
        self.in_unit(cursor)
    }

    fn cursor_at_x(&self, x: f64) -> SimTime {
        let ns = (x * self.unit().ns).clamp(0.0, self.end().as_ns() as f64);
        SimTime::from_ns(ns as u64)
    }

    fn grids(&self, cursor: SimTime) -> Vec<PageGrid> {
        view::grids(self, cursor)
    }

    fn pictures(&self, cursor: SimTime) -> Vec<Picture> {
        view::pictures(self, cursor)
    }

    fn results(&self) -> Table {
        tables::results(&self.sides, |s| self.stats(s), view::columns(self.compare))
    }

    fn bet(&self) -> Option<BetView> {
        words::bet(self)
    }

    fn cautions(&self) -> Vec<String> {
        let mut all = self.cautions.clone();
        all.extend(words::cautions(self));
        all
    }

    fn report(&self) -> Report {
        tables::report(&self.sides, |s| self.stats(s), words::takeaway(self))
    }

    fn takeaway(&self) -> String {
        words::takeaway(self)
    }

    fn slice_events(&self) -> u64 {
        if self.is_small() {
            SLICE_SMALL
        } else {
            SLICE_LARGE
        }
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn series(&self) -> Vec<SeriesDump> {
        self.sides.series()
    }
}
