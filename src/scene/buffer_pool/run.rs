//! The scene's run: the sides, what the reader did to them, and what would have been without.

use std::collections::VecDeque;
use std::rc::Rc;

use super::command::Command;
use super::model::series::{SERIES, note};
use super::model::{BufferPool as Model, Event};
use super::params::Settings;
use super::{charts, view, words};
use crate::kernel::{Limits, SimTime, Simulation, Span};
#[cfg(not(target_arch = "wasm32"))]
use crate::scene::SeriesDump;
use crate::scene::{Command as Button, CommandAt, Comparison, Run, Side, Zoom};
use crate::view::{BetView, ChartSpec, PageGrid, Report, Table};

/// Pools larger than this make an event dearer: a slice holds fewer. One of a small pool holds the
/// whole default run, so that a slider's result comes with the next frame.
const LARGE_FRAMES: u32 = 1 << 17;
const SLICE_LARGE: u64 = 4_000;
const SLICE_SMALL: u64 = 32_000;
/// Events between two copies of the state at first. A copy costs as much as hundreds of events.
const KEYFRAME_STRIDE: u64 = 512;
/// At the opening a checkpoint has been writing for this long.
const INTO_BURST: Span = Span::from_ms(60);

/// What is compared, and so what is asked and shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compare {
    /// Target 0 and a target.
    Target,
    /// The same with a hot page.
    HotPage,
    /// BACKUP with and without a CHECKPOINT first.
    Backup,
    /// A pool and one that holds everything.
    Memory,
}

/// All sides at one stage: as they came, or after what the reader did.
#[derive(Clone)]
pub struct PoolRun {
    pub(super) sides: Comparison<Model>,
    /// The sides without any command, once there is one.
    pub(super) before: Option<Rc<Comparison<Model>>>,
    pub(super) given: Vec<CommandAt>,
    waiting: VecDeque<CommandAt>,
    pub(super) compare: Compare,
    pub(super) horizon: Span,
    goal: Span,
    target: Span,
    cautions: Vec<String>,
}

impl PoolRun {
    pub(super) fn new(settings: &Settings, seed: u64, commands: &[CommandAt]) -> Self {
        let (plans, cautions) = settings.plans();
        let first = plans.first().map(|p| p.scenario.clone());
        let first = first.expect("a comparison has a side");
        let side = |(place, plan): (u8, super::plan::Plan)| {
            let limits = Limits {
                keyframes: plan.scenario.keyframes,
                keyframe_stride: KEYFRAME_STRIDE,
                ..Limits::default()
            };
            let model = Model::new(Rc::new(plan.scenario));
            let simulation = Simulation::new(model, seed, SERIES, limits);
            Side::new(plan.key, plan.label, place, plan.veiled, simulation)
        };
        let compare = match settings.compare {
            1 => Compare::Backup,
            2 => Compare::Memory,
            _ if first.hot_page.is_some() => Compare::HotPage,
            _ => Compare::Target,
        };
        Self {
            sides: Comparison {
                sides: (0..).zip(plans).map(side).collect(),
            },
            before: None,
            given: Vec::new(),
            waiting: commands.iter().copied().collect(),
            compare,
            horizon: first.horizon,
            goal: first.goal,
            target: first.target_set,
            cautions,
        }
    }

    /// Goes on from the finished sides with one command more.
    fn give(&mut self, given: CommandAt) {
        let Some(command) = Command::from_key(given.key) else {
            return;
        };
        let event = Event::Typed(command);
        let fork = |side: &Side<Model>| side.with(side.simulation.fork(given.at, event));
        let forked = Comparison {
            sides: self.sides.sides.iter().map(fork).collect(),
        };
        let before = std::mem::replace(&mut self.sides, forked);
        self.before.get_or_insert_with(|| Rc::new(before));
        self.given.push(given);
    }

    /// What was given, in words.
    pub(super) fn label(&self, key: &str) -> String {
        let command = Command::from_key(key);
        command.map_or(String::new(), |c| c.label(self.goal, self.target))
    }

    /// The first instant at which the reader did something.
    pub(super) fn forked_at(&self) -> Option<SimTime> {
        self.given.first().map(|c| c.at)
    }

    fn first_note(&self, code: u16) -> Option<SimTime> {
        let side = self.sides.sides.first()?;
        let notes = side.simulation.trace().notes();
        notes.iter().find(|n| n.code == code).map(|n| n.at)
    }
}

impl Run for PoolRun {
    fn advance(&mut self, events: u64) -> bool {
        if self.sides.advance(events)
            && let Some(next) = self.waiting.pop_front()
        {
            self.give(next);
        }
        self.is_done()
    }

    fn is_done(&self) -> bool {
        self.sides.is_done() && self.waiting.is_empty()
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
        let half = SimTime::ZERO + self.horizon.scaled(1, 2);
        let burst = match self.compare {
            Compare::Backup => self.first_note(note::BACKUP),
            Compare::Memory => None,
            Compare::Target | Compare::HotPage => self.first_note(note::CHECKPOINT),
        };
        let at = burst.map_or(half, |at| at + INTO_BURST).min(self.horizon());
        self.previous_event_time(at).unwrap_or(at)
    }

    fn next_event_time(&self, cursor: SimTime) -> Option<SimTime> {
        self.sides.next_event_time(cursor)
    }

    fn previous_event_time(&self, cursor: SimTime) -> Option<SimTime> {
        self.sides.previous_event_time(cursor)
    }

    fn cursor_text(&self, cursor: SimTime) -> String {
        words::instant(cursor)
    }

    fn charts(&self, _: Zoom) -> Vec<ChartSpec> {
        charts::charts(self)
    }

    fn chart_x(&self, cursor: SimTime) -> f64 {
        charts::seconds(cursor)
    }

    fn cursor_at_x(&self, x: f64) -> SimTime {
        let ns = (x * 1e9).clamp(0.0, self.horizon().as_ns() as f64);
        SimTime::from_ns(ns as u64)
    }

    fn grids(&self, cursor: SimTime) -> Vec<PageGrid> {
        view::grids(self, cursor)
    }

    fn results(&self) -> Table {
        view::results(self)
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
        view::report(self)
    }

    fn takeaway(&self) -> String {
        words::takeaway(self)
    }

    fn commands(&self) -> Vec<Button> {
        let button = |command: Command| Button {
            key: command.key(),
            label: self.label(command.key()),
        };
        let has_target = !self.target.is_zero();
        let all = Command::ALL.into_iter();
        all.filter(|c| has_target || *c != Command::Target(true))
            .map(button)
            .collect()
    }

    fn fork(&self, command: CommandAt) -> Option<Box<dyn Run>> {
        let is_last = self.given.last().is_none_or(|last| last.at <= command.at);
        if !self.is_done() || !is_last {
            return None;
        }
        let mut run = self.clone();
        run.give(command);
        Some(Box::new(run))
    }

    fn slice_events(&self) -> u64 {
        let first = self.sides.sides.first();
        let frames = first.map_or(0, |s| s.simulation.model().pool().frame_count());
        if frames > LARGE_FRAMES {
            SLICE_LARGE
        } else {
            SLICE_SMALL
        }
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn series(&self) -> Vec<SeriesDump> {
        self.sides.series()
    }
}
