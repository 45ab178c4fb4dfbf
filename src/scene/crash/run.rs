//! The scene's run: three sides through the same day, and what is asked of them at a cut.

use std::rc::Rc;

use super::band::{Stretch, band};
use super::cut::{Cut, Drill, Moment, cut};
use super::model::Crash as Model;
use super::model::series::SERIES;
use super::params::Settings;
use super::plan::Plan;
use super::stats::stats;
use super::{bets, cautions, charts, view, words};
use crate::kernel::{Limits, SimTime, Simulation};
#[cfg(not(target_arch = "wasm32"))]
use crate::scene::SeriesDump;
use crate::scene::{Comparison, Run, Side, Zoom, tables};
use crate::view::{BetView, ChartSpec, PageGrid, Picture, Report, Table};

/// Events between two copies of the state at first.
const KEYFRAME_STRIDE: u64 = 256;
const KEYFRAMES: u32 = 64;

/// All sides, and where the plug is pulled at first.
pub struct CrashRun {
    pub(super) sides: Comparison<Model>,
    pub(super) drill: Drill,
    at: SimTime,
    cautions: Vec<String>,
}

/// A side as it is when the plug is pulled.
pub struct Pulled<'a> {
    /// The side.
    pub side: &'a Side<Model>,
    /// What it gives back.
    pub cut: Cut,
}

impl CrashRun {
    pub(super) fn new(settings: &Settings, seed: u64) -> Self {
        let (plans, drill, cautions) = settings.plans();
        let side = |(style, plan): (u8, Plan)| {
            let limits = Limits {
                keyframes: KEYFRAMES,
                keyframe_stride: KEYFRAME_STRIDE,
                ..Limits::default()
            };
            let model = Model::new(Rc::new(plan.scenario));
            let simulation = Simulation::new(model, seed, SERIES, limits);
            Side::new(plan.key, plan.label.to_string(), style, false, simulation)
        };
        Self {
            sides: Comparison {
                sides: (0..).zip(plans).map(side).collect(),
            },
            drill,
            at: settings.cut_at(),
            cautions,
        }
    }

    /// The plug is pulled on every side.
    pub(super) fn pull(&self, cursor: SimTime) -> Vec<Pulled<'_>> {
        let pulled = |side| Pulled {
            side,
            cut: self.with(side, cursor, cut),
        };
        self.sides.sides.iter().map(pulled).collect()
    }

    /// What became of a side's past.
    pub(super) fn band(&self, side: &Side<Model>, cursor: SimTime) -> Vec<Stretch> {
        self.with(side, cursor, band)
    }

    fn with<T>(
        &self,
        side: &Side<Model>,
        at: SimTime,
        what: impl Fn(Moment<'_>, &Drill) -> T,
    ) -> T {
        let at = at.min(self.horizon());
        let snapshot = side.at(at);
        let instant = Moment {
            model: snapshot.model(),
            trace: side.simulation.trace(),
            at,
        };
        what(instant, &self.drill)
    }
}

impl Run for CrashRun {
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
        self.at.min(self.horizon())
    }

    /// The cut that was set is a stop of its own, so that steps lead back to it.
    fn next_event_time(&self, cursor: SimTime) -> Option<SimTime> {
        let cut = Some(self.opening()).filter(|cut| *cut > cursor);
        self.sides
            .next_event_time(cursor)
            .into_iter()
            .chain(cut)
            .min()
    }

    fn previous_event_time(&self, cursor: SimTime) -> Option<SimTime> {
        let cut = Some(self.opening()).filter(|cut| *cut < cursor);
        let event = self.sides.previous_event_time(cursor);
        event.into_iter().chain(cut).max()
    }

    fn cursor_text(&self, cursor: SimTime) -> String {
        format!("plug pulled at {}", words::clock(cursor))
    }

    fn charts(&self, _: Zoom) -> Vec<ChartSpec> {
        charts::charts(self)
    }

    fn chart_x(&self, cursor: SimTime) -> f64 {
        charts::hours(cursor)
    }

    fn cursor_at_x(&self, x: f64) -> SimTime {
        charts::instant(x).min(self.horizon())
    }

    fn grids(&self, _: SimTime) -> Vec<PageGrid> {
        Vec::new()
    }

    fn pictures(&self, cursor: SimTime) -> Vec<Picture> {
        view::pictures(self, cursor)
    }

    fn results(&self) -> Table {
        self.results_at(self.opening())
    }

    fn bet(&self) -> Option<BetView> {
        bets::bet(self)
    }

    fn cautions(&self) -> Vec<String> {
        let mut all = self.cautions.clone();
        all.extend(cautions::cautions(self));
        all
    }

    fn report(&self) -> Report {
        let pulled = self.pull(self.opening());
        let of = |side: &Side<Model>| {
            let found = pulled.iter().find(|p| p.side.key == side.key);
            found.map_or(Vec::new(), |p| stats(&p.cut))
        };
        tables::report(&self.sides, of, words::takeaway(self, &pulled))
    }

    fn takeaway(&self) -> String {
        self.takeaway_at(self.opening())
    }

    fn follows_cursor(&self) -> bool {
        true
    }

    fn results_at(&self, cursor: SimTime) -> Table {
        view::results(self, cursor)
    }

    fn takeaway_at(&self, cursor: SimTime) -> String {
        words::takeaway(self, &self.pull(cursor))
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn series(&self) -> Vec<SeriesDump> {
        self.sides.series()
    }
}
