//! Scene `pacing`: can a duration make a manual CHECKPOINT faster?
//!
//! Source: seed 000 and `facts/sqlserver.md`, sections 1.2 and 1.3.

mod charts;
mod check;
#[cfg(not(target_arch = "wasm32"))]
pub mod claims;
pub mod model;
pub mod params;
mod presets;
mod scenario;
pub(in crate::scene) mod stats;
mod view;
mod words;

use std::rc::Rc;
use std::sync::OnceLock;

use self::model::Pacing as Model;
use self::model::series::SERIES;
use self::params::{PARAMS, Settings};
use self::presets::PRESETS;
use self::scenario::Scenario;
#[cfg(not(target_arch = "wasm32"))]
use super::SeriesDump;
use super::{CommandAt, Comparison, Preset, Run, Scene, Side, Zoom};
use crate::kernel::{Limits, SimTime, Simulation, Span};
use crate::params::{ParamInfo, Values, infos, to_settings};
use crate::view::{BetView, ChartSpec, PageGrid, Report, Table, millis};

/// The scene's entry in [`super::SCENES`].
#[derive(Debug)]
pub struct Pacing;

#[cfg(not(target_arch = "wasm32"))]
static LEAVES_OUT: &[&str] = &[
    "The cost of sweeping the buffer array itself, which grows with the server's memory.",
    "Allocation pages (PFS, GAM), and extents of other tables between the table's own.",
    "Caches and reordering inside the device: requests are served in the order in which they come.",
    "A log on a device of its own: here one device holds the data, the log and what sessions read.",
    "More than one log flush under way at a time.",
    "The lazy writer, indirect and automatic checkpoints: this database sits at a target recovery \
     time of 0 and sees one manual CHECKPOINT.",
    "CPU time: latches, checksums and copying cost nothing here.",
    "Why one published run of CHECKPOINT 30 took 15 seconds: nothing published explains it, and \
     the fitted schedule does not give it.",
];

impl Scene for Pacing {
    fn name(&self) -> &'static str {
        "pacing"
    }

    fn title(&self) -> &'static str {
        "A CHECKPOINT with a duration"
    }

    fn question(&self) -> &'static str {
        "Can a duration make a manual CHECKPOINT faster?"
    }

    fn infos(&self) -> &'static [ParamInfo] {
        static INFOS: OnceLock<Vec<ParamInfo>> = OnceLock::new();
        INFOS.get_or_init(|| infos(PARAMS))
    }

    fn presets(&self) -> &'static [Preset] {
        PRESETS
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn story(&self) -> &'static str {
        include_str!("story.md")
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn leaves_out(&self) -> &'static [&'static str] {
        LEAVES_OUT
    }

    fn start(&self, values: &Values, seed: u64, _: &[CommandAt]) -> Box<dyn Run> {
        let settings: Settings = to_settings(PARAMS, values);
        Box::new(PacingRun::new(settings.scenario(), seed))
    }
}

/// The sides of a comparison: no goal, short goal, long goal, each for every round.
struct PacingRun {
    sides: Comparison<Model>,
    cautions: Vec<String>,
}

/// Each round has luck of its own, shared by all variants.
fn round_seed(seed: u64, round: u32) -> u64 {
    seed.wrapping_add(u64::from(round - 1).wrapping_mul(0x9E37_79B9_7F4A_7C15))
}

impl PacingRun {
    fn new(scenario: Scenario, seed: u64) -> Self {
        let scenario = Rc::new(scenario);
        let mut variants: Vec<(&'static str, Option<Span>)> = vec![("plain", None)];
        variants.extend(scenario.goals.iter().map(|(key, goal)| (*key, Some(*goal))));
        let subject = variants.get(1).map(|v| v.0);
        let side = |(key, goal): (&'static str, Option<Span>), round| {
            let seed = round_seed(seed, round);
            let model = Model::new(Rc::clone(&scenario), goal, seed);
            let label = goal.map_or("CHECKPOINT".to_string(), |g| {
                format!("CHECKPOINT {}", g.as_ms() / 1_000)
            });
            let style = match key {
                "plain" => 0,
                "short" => 1,
                _ => 2,
            };
            let simulation = Simulation::new(model, seed, SERIES, Limits::default());
            let mut side = Side::new(key, label, style, subject == Some(key), simulation);
            side.round = round;
            side
        };
        let sides = variants
            .iter()
            .flat_map(|v| (1..=scenario.rounds).map(|round| side(*v, round)))
            .collect();
        Self {
            sides: Comparison { sides },
            cautions: scenario.cautions.clone(),
        }
    }

    fn lead_in_ns(&self) -> u64 {
        self.sides
            .sides
            .first()
            .map_or(0, |s| s.simulation.model().lead_in().as_ns())
    }
}

impl Run for PacingRun {
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

    /// The last event in the first half of the checkpoint that finishes first: every side is in
    /// another state then, and a step forward and back leads here again.
    fn opening(&self) -> SimTime {
        let first = self
            .sides
            .first_round()
            .map(|s| stats::window(&s.simulation));
        let Some((began, ended)) = first.min_by_key(|(_, ended)| *ended) else {
            return SimTime::ZERO;
        };
        let half = began + (ended - began).scaled(1, 2);
        self.previous_event_time(half).unwrap_or(half)
    }

    fn next_event_time(&self, cursor: SimTime) -> Option<SimTime> {
        self.sides.next_event_time(cursor)
    }

    fn previous_event_time(&self, cursor: SimTime) -> Option<SimTime> {
        self.sides.previous_event_time(cursor)
    }

    fn cursor_text(&self, cursor: SimTime) -> String {
        let since = self.chart_x(cursor) * 1e3;
        if since < 0.0 {
            format!("{} before CHECKPOINT", millis(-since))
        } else {
            format!("{} after CHECKPOINT", millis(since))
        }
    }

    fn charts(&self, zoom: Zoom) -> Vec<ChartSpec> {
        charts::charts(&self.sides, zoom)
    }

    fn chart_x(&self, cursor: SimTime) -> f64 {
        charts::seconds_since(cursor, self.lead_in_ns())
    }

    fn cursor_at_x(&self, x: f64) -> SimTime {
        let ns = x * 1e9 + self.lead_in_ns() as f64;
        SimTime::from_ns(ns.clamp(0.0, self.horizon().as_ns() as f64) as u64)
    }

    fn grids(&self, cursor: SimTime) -> Vec<PageGrid> {
        view::grids(&self.sides, cursor)
    }

    fn results(&self) -> Table {
        view::results(&self.sides)
    }

    fn bet(&self) -> Option<BetView> {
        words::bet(&self.sides)
    }

    fn cautions(&self) -> Vec<String> {
        let mut all = self.cautions.clone();
        all.extend(view::cautions(&self.sides));
        all
    }

    fn report(&self) -> Report {
        view::report(&self.sides)
    }

    fn takeaway(&self) -> String {
        words::takeaway(&self.sides)
    }

    fn zoom_label(&self) -> Option<&'static str> {
        Some("First to finish")
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn series(&self) -> Vec<SeriesDump> {
        self.sides.series()
    }
}
