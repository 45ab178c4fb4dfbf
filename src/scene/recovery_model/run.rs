//! The scene's run: the sides, and what the reader typed.

use std::collections::VecDeque;
use std::rc::Rc;

use super::model::series::SERIES;
use super::model::{Event, Inserts};
use super::params::Settings;
use super::plan::Plan;
use super::task::Task;
use super::{bets, cautions, charts, view, words};
use crate::kernel::{Limits, SimTime, Simulation};
#[cfg(not(target_arch = "wasm32"))]
use crate::scene::SeriesDump;
use crate::scene::{Command as Button, CommandAt, Comparison, Run, Side, Zoom};
use crate::view::{BetView, ChartSpec, Picture, Report, Table};

/// Events that fit a slice: each covers some 10 ms of the server's time, and with 16 sessions takes
/// about a hundredth of a millisecond.
const SLICE_EVENTS: u64 = 1_000;
const SLICE_SESSIONS: u64 = 16;
/// Copies of the state that a run keeps; one of many keeps few.
const KEYFRAMES: u32 = 64;
const KEYFRAMES_OF_MANY: u32 = 4;
const EVENTS_MAX: u64 = 1_000_000;

/// What is compared, and so what is asked and shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compare {
    /// FULL and SIMPLE by turns.
    Models,
    /// Many pairs.
    Pairs,
    /// Numbers of connections.
    Connections,
    /// Two disks.
    Disks,
    /// A load under each model, then a log backup.
    Loads,
    /// Log in several VLFs, and in one.
    Reuse,
    /// BACKUP DATABASE and BACKUP LOG.
    Backups,
    /// Before and after the first full backup.
    Chain,
    /// With and without log backups.
    Schedule,
    /// With and without somebody who holds the log.
    Holders,
    /// Full and delayed durability.
    Durability,
    /// Two sector sizes.
    Sectors,
    /// Where the head stands when the file is shrunk.
    Shrink,
}

impl Compare {
    fn of(value: i64) -> Self {
        match value {
            1 => Self::Pairs,
            2 => Self::Connections,
            3 => Self::Disks,
            4 => Self::Loads,
            5 => Self::Reuse,
            6 => Self::Backups,
            7 => Self::Chain,
            8 => Self::Schedule,
            9 => Self::Holders,
            10 => Self::Durability,
            11 => Self::Sectors,
            12 => Self::Shrink,
            _ => Self::Models,
        }
    }
}

/// All sides at one stage: as they came, or after what the reader did.
#[derive(Clone)]
pub struct LogRun {
    pub(super) sides: Comparison<Inserts>,
    /// The sides without any command, once there is one.
    pub(super) before: Option<Rc<Comparison<Inserts>>>,
    pub(super) given: Vec<CommandAt>,
    waiting: VecDeque<CommandAt>,
    pub(super) compare: Compare,
    /// Only the best pair for SIMPLE is told about.
    pub(super) is_picked: bool,
    is_stopped: bool,
    /// More sessions do more in the same time.
    sessions_max: u64,
    cautions: Vec<String>,
}

impl LogRun {
    pub(super) fn new(settings: &Settings, seed: u64, commands: &[CommandAt]) -> Self {
        let (plans, cautions) = settings.plans();
        let compare = Compare::of(settings.compare);
        let sessions = plans.iter().map(|plan| u64::from(plan.scenario.sessions));
        let sessions_max = sessions.max().unwrap_or(SLICE_SESSIONS);
        let side = |plan: Plan| {
            let limits = Limits {
                events: EVENTS_MAX,
                keyframes: if compare == Compare::Pairs {
                    KEYFRAMES_OF_MANY
                } else {
                    KEYFRAMES
                },
                ..Limits::default()
            };
            let model = Inserts::new(Rc::new(plan.scenario), seed);
            let simulation = Simulation::new(model, seed, SERIES, limits);
            let mut side = Side::new(plan.key, plan.label, plan.style, plan.veiled, simulation);
            side.round = plan.round;
            side
        };
        Self {
            sides: Comparison {
                sides: plans.into_iter().map(side).collect(),
            },
            before: None,
            given: Vec::new(),
            waiting: commands.iter().copied().collect(),
            compare,
            is_picked: settings.reading == 1,
            is_stopped: false,
            sessions_max,
            cautions,
        }
    }

    /// Goes on from the finished sides with one command more.
    fn give(&mut self, given: CommandAt) {
        let Some(task) = Task::from_key(given.key) else {
            return;
        };
        let fork = |side: &Side<Inserts>| {
            // The last event may lie a grain after the last step: what is typed later than that is
            // typed at the last step, before anything that the server still has in hand.
            let end = side.simulation.model().machine().now();
            let at = given.at.min(end);
            let forked = side.with(side.simulation.fork(at, Event::Typed(task)));
            Side {
                round: side.round,
                ..forked
            }
        };
        let forked = Comparison {
            sides: self.sides.sides.iter().map(fork).collect(),
        };
        let before = std::mem::replace(&mut self.sides, forked);
        self.before.get_or_insert_with(|| Rc::new(before));
        self.given.push(given);
    }

    /// The sides that are done: all, unless the reader stopped them.
    pub(super) fn done(&self) -> impl Iterator<Item = &Side<Inserts>> {
        let all = self.sides.sides.iter();
        all.filter(|side| side.simulation.outcome().is_some())
    }

    /// Was it ended by the reader before all was done?
    pub(super) fn is_cut(&self) -> bool {
        self.is_stopped && !self.sides.is_done()
    }

    /// Side `side` as it was at `cursor`, to the step.
    pub(super) fn machine_at(
        side: &Side<Inserts>,
        cursor: SimTime,
    ) -> super::model::machine::Machine {
        let mut machine = side.at(cursor).model().machine().clone();
        machine.run_to(cursor);
        machine
    }
}

impl Run for LogRun {
    fn advance(&mut self, events: u64) -> bool {
        if !self.is_stopped
            && self.sides.advance(events)
            && let Some(next) = self.waiting.pop_front()
        {
            self.give(next);
        }
        self.is_done()
    }

    fn is_done(&self) -> bool {
        self.is_stopped || self.sides.is_done() && self.waiting.is_empty()
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

    /// At the end of the first round, when it shows who keeps the log.
    fn opening(&self) -> SimTime {
        let ends = self.sides.first_round();
        let last = ends
            .map(|side| side.simulation.model().machine().now())
            .max();
        last.map_or(self.horizon(), |end| end.min(self.horizon()))
    }

    fn next_event_time(&self, cursor: SimTime) -> Option<SimTime> {
        let next = |side: &Side<Inserts>| {
            let machine = Self::machine_at(side, cursor);
            let at = SimTime::from_ns(machine.next_ns());
            Some(at).filter(|at| !machine.is_done() && *at <= side.simulation.now())
        };
        self.sides.first_round().filter_map(next).min()
    }

    fn previous_event_time(&self, cursor: SimTime) -> Option<SimTime> {
        let before = cursor.as_ns().checked_sub(1).map(SimTime::from_ns)?;
        let last = |side: &Side<Inserts>| Self::machine_at(side, before).now();
        self.sides.first_round().map(last).max()
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

    fn grids(&self, _: SimTime) -> Vec<crate::view::PageGrid> {
        Vec::new()
    }

    fn pictures(&self, cursor: SimTime) -> Vec<Picture> {
        view::pictures(self, cursor)
    }

    fn results(&self) -> Table {
        view::results(self)
    }

    fn more_results(&self) -> Vec<Table> {
        view::more_results(self)
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
        view::report(self)
    }

    fn takeaway(&self) -> String {
        words::takeaway(self)
    }

    fn commands(&self) -> Vec<Button> {
        if self.compare == Compare::Pairs {
            return Vec::new();
        }
        let button = |task: Task| Button {
            key: task.key(),
            label: task.label().to_string(),
        };
        Task::BUTTONS.into_iter().map(button).collect()
    }

    fn fork(&self, command: CommandAt) -> Option<Box<dyn Run>> {
        let is_last = self.given.last().is_none_or(|last| last.at <= command.at);
        if !self.is_done() || self.is_cut() || !is_last {
            return None;
        }
        let mut run = self.clone();
        run.give(command);
        Some(Box::new(run))
    }

    fn slice_events(&self) -> u64 {
        SLICE_EVENTS * SLICE_SESSIONS / self.sessions_max.max(SLICE_SESSIONS)
    }

    fn progress(&self) -> Option<(u64, u64)> {
        let all = self.sides.sides.len() as u64;
        (self.compare == Compare::Pairs).then(|| (self.done().count() as u64, all))
    }

    fn stop(&mut self) {
        self.is_stopped = true;
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn series(&self) -> Vec<SeriesDump> {
        self.sides.series()
    }
}
