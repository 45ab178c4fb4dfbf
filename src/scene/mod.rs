//! Scenes: one question each, answered by at least two runs side by side.
//!
//! A scene is a folder: `params.rs` (settings and their rows), `model.rs` (parts wired to events),
//! `view.rs` (what the reader sees), `story.md` (the chapter), `mod.rs` (its entry in [`SCENES`]).
//! To add one: make the folder, implement [`Scene`] and [`Run`], put it in [`SCENES`] under a
//! feature of its name (`Cargo.toml`) and in the table of `static/boot.js`; the command line, the
//! site and the table-wide tests pick it up from there.

pub mod buffer_pool;
mod command;
mod comparison;
pub mod crash;
mod luck;
pub mod pacing;
pub mod recovery_model;
mod speed;
mod tables;
pub mod two_pass;

pub use command::{Command, CommandAt};
pub use comparison::{Comparison, Side};
pub use speed::{SPEED_REAL, SPEEDS};

use crate::kernel::{SeriesKind, SimTime};
use crate::params::{ParamInfo, Values};
use crate::view::{BetView, ChartSpec, PageGrid, Picture, Report, SceneView, Table};

/// Every scene, in page order. A module of the site is built with one of them.
pub static SCENES: &[&dyn Scene] = &[
    #[cfg(feature = "pacing")]
    &pacing::Pacing,
    #[cfg(feature = "buffer_pool")]
    &buffer_pool::BufferPool,
    #[cfg(feature = "two_pass")]
    &two_pass::TwoPass,
    #[cfg(feature = "recovery_model")]
    &recovery_model::RecoveryModel,
    #[cfg(feature = "crash")]
    &crash::Crash,
];

/// A scene by its name.
#[must_use]
pub fn scene(name: &str) -> Option<&'static dyn Scene> {
    SCENES.iter().copied().find(|s| s.name() == name)
}

/// Named settings that show one thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// Name in links: "three-kinds".
    pub name: &'static str,
    /// Name for people.
    pub label: &'static str,
    /// The question it answers.
    pub question: &'static str,
    /// What it shows.
    pub help: &'static str,
    /// Where its figures come from.
    pub source: &'static str,
    /// Settings that differ from the defaults, by key.
    pub set: &'static [(&'static str, i64)],
    /// The speed that fits what happens, a place in [`SPEEDS`].
    pub speed: usize,
}

/// A scene: what can be set, and how to run it.
pub trait Scene: Sync {
    /// Name in links, folders and on the command line.
    fn name(&self) -> &'static str;
    /// Chapter title.
    fn title(&self) -> &'static str;
    /// The one question it answers.
    fn question(&self) -> &'static str;
    /// The parameter rows.
    fn infos(&self) -> &'static [ParamInfo];
    /// Named settings; the first is shown first.
    fn presets(&self) -> &'static [Preset];
    /// The chapter, in Markdown with holes for figures and numbers.
    #[cfg(not(target_arch = "wasm32"))]
    fn story(&self) -> &'static str;
    /// What the model leaves out.
    #[cfg(not(target_arch = "wasm32"))]
    fn leaves_out(&self) -> &'static [&'static str];
    /// Prepares a run in which `commands` are given, in order of time; nothing has happened yet
    /// beyond time zero.
    fn start(&self, values: &Values, seed: u64, commands: &[CommandAt]) -> Box<dyn Run>;

    /// The commands that a link may name.
    fn command_keys(&self) -> &'static [&'static str] {
        &[]
    }

    /// The values of a preset: the defaults with what it sets.
    fn preset_values(&self, name: &str) -> Option<Values> {
        let preset = self.presets().iter().find(|p| p.name == name)?;
        let infos = self.infos();
        let values = infos.iter().map(|info| {
            preset
                .set
                .iter()
                .find(|(key, _)| *key == info.key)
                .map_or(info.default, |(_, v)| *v)
        });
        Some(Values(values.collect()))
    }
}

/// How much of the time axis the charts show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Zoom {
    /// Until the last side is done.
    #[default]
    Whole,
    /// Until shortly after the first side is done.
    First,
}

/// One recorded series of one side, for export.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeriesDump {
    /// The variant as the reader would type it.
    pub variant: String,
    /// From 1.
    pub round: u32,
    /// Name with its unit last.
    pub name: &'static str,
    /// Gauge, counter or single observations.
    pub kind: SeriesKind,
    /// (instant, value).
    pub points: Vec<(SimTime, i64)>,
}

/// A run of a scene: all sides of the comparison, one clock.
pub trait Run {
    /// Executes at most `events` events; true when every side is done.
    fn advance(&mut self, events: u64) -> bool;
    /// Is every side done?
    fn is_done(&self) -> bool;
    /// Events executed so far, all sides.
    fn event_count(&self) -> u64;
    /// Digest over every event and the final state of every side.
    fn digest(&self) -> u64;
    /// The last instant of the longest side.
    fn horizon(&self) -> SimTime;
    /// The instant that shows the point best: where the cursor stands at first.
    fn opening(&self) -> SimTime;
    /// The next instant after `cursor` at which anything happens on a side that is shown.
    fn next_event_time(&self, cursor: SimTime) -> Option<SimTime>;
    /// The last instant before `cursor` at which anything happened.
    fn previous_event_time(&self, cursor: SimTime) -> Option<SimTime>;
    /// The cursor in words.
    fn cursor_text(&self, cursor: SimTime) -> String;
    /// Charts of the whole run; they do not depend on the cursor.
    fn charts(&self, zoom: Zoom) -> Vec<ChartSpec>;
    /// The cursor as the charts' x.
    fn chart_x(&self, cursor: SimTime) -> f64;
    /// The instant of a chart's x, kept inside the run.
    fn cursor_at_x(&self, x: f64) -> SimTime;
    /// Page grids at the cursor.
    fn grids(&self, cursor: SimTime) -> Vec<PageGrid>;
    /// Lanes, bars, trees and rings at the cursor.
    fn pictures(&self, _cursor: SimTime) -> Vec<Picture> {
        Vec::new()
    }
    /// The results table.
    fn results(&self) -> Table;
    /// Tables that fold away below the results, each with a caption.
    fn more_results(&self) -> Vec<Table> {
        Vec::new()
    }
    /// The bet and how it came out.
    fn bet(&self) -> Option<BetView>;
    /// What the reader must know about this run.
    fn cautions(&self) -> Vec<String>;
    /// Figures of the run.
    fn report(&self) -> Report;
    /// What the reader can do to the server at the cursor; a button each.
    fn commands(&self) -> Vec<Command> {
        Vec::new()
    }
    /// This finished run with one command more, later than all others; `None`: it must be started
    /// again.
    fn fork(&self, _command: CommandAt) -> Option<Box<dyn Run>> {
        None
    }
    /// Events that fit one slice of a frame.
    fn slice_events(&self) -> u64 {
        SLICE_EVENTS
    }
    /// The sentence of the report, for those who need no digest.
    fn takeaway(&self) -> String {
        self.report().takeaway
    }
    /// Do the results and the sentence depend on the cursor? Then both are made anew whenever it
    /// moves.
    fn follows_cursor(&self) -> bool {
        false
    }
    /// The results table at the cursor.
    fn results_at(&self, _cursor: SimTime) -> Table {
        self.results()
    }
    /// The sentence at the cursor.
    fn takeaway_at(&self, _cursor: SimTime) -> String {
        self.takeaway()
    }
    /// How far a run of many runs has come: those done, and all; `None` for one that needs no
    /// telling. As long as it is under way, the reader sees it and may stop it. Once it is done it
    /// still says so, and what it says then stays beside the figure: all, or those before a stop.
    fn progress(&self) -> Option<(u64, u64)> {
        None
    }
    /// Ends a run under way with what it has: from here on it is done.
    fn stop(&mut self) {}
    /// Words of the button for [`Zoom::First`]; `None`: the time axis is always whole.
    fn zoom_label(&self) -> Option<&'static str> {
        None
    }
    /// The recorded series, for export.
    #[cfg(not(target_arch = "wasm32"))]
    fn series(&self) -> Vec<SeriesDump>;

    /// Everything at one cursor.
    fn view(&self, cursor: SimTime, zoom: Zoom) -> SceneView {
        let x = self.chart_x(cursor);
        let mut charts = self.charts(zoom);
        for chart in &mut charts {
            chart.cursor = chart.x.is_time().then_some(x);
        }
        SceneView {
            horizon_ms: self.horizon().as_ns() as f64 / 1e6,
            cursor_ms: cursor.as_ns() as f64 / 1e6,
            cursor_text: self.cursor_text(cursor),
            charts,
            grids: self.grids(cursor),
            pictures: self.pictures(cursor),
            results: self.results_at(cursor),
            more_results: self.more_results(),
            takeaway: self.takeaway_at(cursor),
            bet: self.bet(),
            cautions: self.cautions(),
            commands: self.commands().into_iter().map(|c| c.label).collect(),
        }
    }
}

/// Events that a run may take in one slice before the caller looks again: small enough that a
/// slice stays well under a frame.
pub const SLICE_EVENTS: u64 = 20_000;

/// Runs to the end.
pub fn run_to_end(run: &mut dyn Run) {
    while !run.advance(SLICE_EVENTS) {}
}
