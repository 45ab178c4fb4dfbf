//! A scene of one number, for what the others can't show: it takes commands, and with the seed
//! [`MANY`] it is many runs.

use crate::kernel::SimTime;
use crate::params::{ParamInfo, Values};
#[cfg(not(target_arch = "wasm32"))]
use crate::scene::SeriesDump;
use crate::scene::{Command, CommandAt, Preset, Run, Scene, Zoom};
use crate::view::{Answer, BetView, BetWords, ChartSpec, PageGrid, Report, Table};

pub(super) struct Toy;

/// The seed of a run of so many runs.
pub(super) const MANY: u64 = 60;

static PRESETS: &[Preset] = &[
    Preset {
        name: "calm",
        label: "Calm",
        question: "",
        help: "",
        source: "",
        set: &[],
        speed: 6,
    },
    Preset {
        name: "busy",
        label: "Busy",
        question: "",
        help: "",
        source: "",
        set: &[],
        speed: 5,
    },
];

impl Scene for Toy {
    fn name(&self) -> &'static str {
        "toy"
    }

    fn title(&self) -> &'static str {
        "Toy"
    }

    fn question(&self) -> &'static str {
        "?"
    }

    fn infos(&self) -> &'static [ParamInfo] {
        crate::scene::pacing::Pacing.infos()
    }

    fn presets(&self) -> &'static [Preset] {
        PRESETS
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn story(&self) -> &'static str {
        ""
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn leaves_out(&self) -> &'static [&'static str] {
        &[]
    }

    fn start(&self, _: &Values, seed: u64, commands: &[CommandAt]) -> Box<dyn Run> {
        Box::new(ToyRun {
            seed,
            commands: commands.to_vec(),
            forks: 0,
            slices_left: if seed == MANY { 60 } else { 2 },
            slices_dropped: 0,
        })
    }

    fn command_keys(&self) -> &'static [&'static str] {
        &["poke", "shake"]
    }
}

/// Lasts ten seconds and opens at the first; says what was done to it.
struct ToyRun {
    seed: u64,
    commands: Vec<CommandAt>,
    forks: u32,
    slices_left: u32,
    slices_dropped: u32,
}

impl Run for ToyRun {
    fn advance(&mut self, events: u64) -> bool {
        assert_eq!(events, 7, "the run's own slice");
        self.slices_left = self.slices_left.saturating_sub(1);
        self.is_done()
    }

    fn slice_events(&self) -> u64 {
        7
    }

    fn is_done(&self) -> bool {
        self.slices_left == 0
    }

    fn event_count(&self) -> u64 {
        0
    }

    fn progress(&self) -> Option<(u64, u64)> {
        let left = u64::from(self.slices_left + self.slices_dropped);
        (self.seed == MANY).then(|| (MANY - left, MANY))
    }

    fn stop(&mut self) {
        self.slices_dropped += std::mem::take(&mut self.slices_left);
    }

    fn digest(&self) -> u64 {
        self.seed
    }

    fn horizon(&self) -> SimTime {
        SimTime::from_secs(10)
    }

    fn opening(&self) -> SimTime {
        SimTime::from_secs(1)
    }

    fn next_event_time(&self, _: SimTime) -> Option<SimTime> {
        None
    }

    fn previous_event_time(&self, _: SimTime) -> Option<SimTime> {
        None
    }

    fn cursor_text(&self, _: SimTime) -> String {
        String::new()
    }

    fn charts(&self, _: Zoom) -> Vec<ChartSpec> {
        Vec::new()
    }

    fn chart_x(&self, _: SimTime) -> f64 {
        0.0
    }

    fn cursor_at_x(&self, _: f64) -> SimTime {
        SimTime::ZERO
    }

    fn grids(&self, _: SimTime) -> Vec<PageGrid> {
        Vec::new()
    }

    fn results(&self) -> Table {
        Table {
            caption: String::new(),
            columns: Vec::new(),
            rows: Vec::new(),
        }
    }

    fn bet(&self) -> Option<BetView> {
        Some(BetView {
            question: "More?".into(),
            subject: "toy".into(),
            words: &BetWords::COUNT,
            answer: Answer::More,
            outcome: "So it was.".into(),
        })
    }

    fn cautions(&self) -> Vec<String> {
        Vec::new()
    }

    fn report(&self) -> Report {
        let words = |c: &CommandAt| format!(" {}@{}", c.key, c.at.as_ms() / 1_000);
        let done: String = self.commands.iter().map(words).collect();
        Report {
            outcome: String::new(),
            digest: self.seed,
            variants: Vec::new(),
            takeaway: format!("{} forks:{done}", self.forks),
        }
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn series(&self) -> Vec<SeriesDump> {
        Vec::new()
    }

    fn commands(&self) -> Vec<Command> {
        Toy.command_keys()
            .iter()
            .map(|key| Command {
                key,
                label: key.to_uppercase(),
            })
            .collect()
    }

    fn fork(&self, command: CommandAt) -> Option<Box<dyn Run>> {
        assert!(self.commands.iter().all(|c| c.at <= command.at));
        let mut commands = self.commands.clone();
        commands.push(command);
        Some(Box::new(Self {
            seed: self.seed,
            commands,
            forks: self.forks + 1,
            slices_left: 1,
            slices_dropped: 0,
        }))
    }
}
