//! The scene's run: sides that write the same tree.

use std::rc::Rc;

use super::model::TwoPass as Model;
use super::model::crew::NEVER;
use super::model::machine::Machine;
use super::model::series::SERIES;
use super::params::Settings;
use super::plan::Plan;
use super::stats::stats;
use crate::kernel::{Limits, SimTime, Simulation, Span};
#[cfg(not(target_arch = "wasm32"))]
use crate::scene::SeriesDump;
use crate::scene::{Comparison, Run, Side, Zoom, tables};
use crate::view::{BetView, ChartSpec, PageGrid, Report, Table, millis};

/// Most events of a side: a run that needs more is stopped and says so.
const EVENTS_MAX: u64 = 20_000;
const KEYFRAMES: u32 = 64;
const KEYFRAME_STRIDE: u64 = 16;
/// Events of a large tree's run that fit a slice of a frame.
const SLICE_LARGE: u64 = 600;
const SLICE_SMALL: u64 = 20_000;

/// All sides.
pub struct TwoPassRun {
    pub(super) sides: Comparison<Model>,
    pub(super) compare: i64,
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
            compare: settings.compare,
            cautions,
        }
    }

    /// A side's checkpoint as it was at `cursor`, to the step.
    pub(super) fn machine_at(side: &Side<Model>, cursor: SimTime) -> Machine {
        let mut machine = side.at(cursor).model().machine().clone();
        machine.run_to(cursor);
        machine
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
        self.sides.horizon()
    }

    fn opening(&self) -> SimTime {
        let first = self.sides.sides.iter().map(|s| s.simulation.now()).min();
        let half = SimTime::ZERO + (first.unwrap_or(SimTime::ZERO) - SimTime::ZERO).scaled(2, 5);
        self.previous_event_time(half).unwrap_or(half)
    }

    fn next_event_time(&self, cursor: SimTime) -> Option<SimTime> {
        let next = |side: &Side<Model>| Self::machine_at(side, cursor).next_at();
        let all = self.sides.sides.iter().map(next);
        all.filter(|at| *at != NEVER).min()
    }

    fn previous_event_time(&self, cursor: SimTime) -> Option<SimTime> {
        let before = cursor.as_ns().checked_sub(1).map(SimTime::from_ns)?;
        let last = |side: &Side<Model>| Self::machine_at(side, before).now();
        self.sides.sides.iter().map(last).max()
    }

    fn cursor_text(&self, cursor: SimTime) -> String {
        millis(cursor.as_ns() as f64 / 1e6)
    }

    fn charts(&self, _: Zoom) -> Vec<ChartSpec> {
        Vec::new()
    }

    fn chart_x(&self, cursor: SimTime) -> f64 {
        cursor.as_ns() as f64 / 1e9
    }

    fn cursor_at_x(&self, x: f64) -> SimTime {
        let ns = (x * 1e9).clamp(0.0, self.horizon().as_ns() as f64);
        SimTime::from_ns(ns as u64)
    }

    fn grids(&self, _: SimTime) -> Vec<PageGrid> {
        Vec::new()
    }

    fn results(&self) -> Table {
        tables::results(&self.sides, stats, &[("Duration", "duration_ms", millis)])
    }

    fn bet(&self) -> Option<BetView> {
        None
    }

    fn cautions(&self) -> Vec<String> {
        self.cautions.clone()
    }

    fn report(&self) -> Report {
        tables::report(&self.sides, stats, String::new())
    }

    fn slice_events(&self) -> u64 {
        let first = self.sides.sides.first();
        let grain = first.map_or(Span::ZERO, |s| s.simulation.model().machine().scenario().grain);
        if grain.is_zero() { SLICE_SMALL } else { SLICE_LARGE }
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn series(&self) -> Vec<SeriesDump> {
        self.sides.series()
    }
}
