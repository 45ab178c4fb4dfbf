//! One figure's whole state, and the one function that changes it; no Yew.
//!
//! Everything that the reader can do is an [`Action`]; everything that a link can say is in
//! [`Session::pairs`] and read back by [`Session::from_pairs`]. A run that takes long is advanced
//! in slices while the finished one stays on screen; only the newest settings ever run.

mod action;
mod commands;
mod link;
mod state;
mod undo;

pub use self::action::{Action, Bet};
pub use self::link::RESERVED;
use self::undo::History;
pub use self::undo::Setup;
use crate::kernel::SimTime;
use crate::params::{Values, Warning, read, step_value, value_at};
use crate::scene::{Run, Scene, Zoom};
pub use crate::scene::{SPEED_REAL, SPEEDS};
use crate::view::SceneView;

/// A figure.
pub struct Session {
    scene: &'static dyn Scene,
    setup: Setup,
    history: History,
    bet: Bet,
    /// The last finished run.
    shown: Option<Box<dyn Run>>,
    /// The newest settings, while they run.
    next: Option<Box<dyn Run>>,
    generation: u64,
    cursor: SimTime,
    /// The reader has moved the cursor: the link keeps it.
    cursor_moved: bool,
    /// An instant from the link, for the first run.
    cursor_asked: Option<SimTime>,
    /// The run under way is of the same server, with a command more or less: the cursor stays.
    cursor_stays: bool,
    is_playing: bool,
    speed: usize,
    zoom: Zoom,
    notices: Vec<Warning>,
}

impl Session {
    /// A figure of `scene` at `preset` (its first if there is none of that name).
    #[must_use]
    pub fn new(scene: &'static dyn Scene, preset: &str, seed: u64) -> Self {
        let presets = scene.presets();
        let preset = presets
            .iter()
            .find(|p| p.name == preset)
            .or(presets.first());
        let preset = preset.map_or("", |p| p.name);
        let values = scene
            .preset_values(preset)
            .unwrap_or(Values::defaults(scene.infos()));
        let setup = Setup {
            preset,
            values,
            seed,
            commands: Vec::new(),
        };
        Self {
            scene,
            history: History::new(setup.clone()),
            next: Some(scene.start(&setup.values, setup.seed, &[])),
            speed: preset_speed(scene, setup.preset),
            setup,
            bet: Bet::Open,
            shown: None,
            generation: 0,
            cursor: SimTime::ZERO,
            cursor_moved: false,
            cursor_asked: None,
            cursor_stays: false,
            is_playing: false,
            zoom: Zoom::Whole,
            notices: Vec::new(),
        }
    }

    /// Everything on screen at the cursor, once a run is finished.
    #[must_use]
    pub fn view(&self) -> Option<SceneView> {
        self.run().map(|run| run.view(self.cursor, self.zoom))
    }

    /// The bet beside the result, in words.
    #[must_use]
    pub fn bet_sentence(&self) -> Option<String> {
        let bet = self.run()?.bet()?;
        match self.bet {
            Bet::Open => None,
            Bet::Skipped => Some(bet.outcome),
            Bet::Placed(said) if said == bet.answer => Some(format!(
                "You said \u{201c}{}\u{201d}, and it was. {}",
                bet.words.label(said).to_ascii_lowercase(),
                bet.outcome
            )),
            Bet::Placed(said) => Some(format!(
                "You said \u{201c}{}\u{201d}; it came out \u{201c}{}\u{201d}. {}",
                bet.words.label(said).to_ascii_lowercase(),
                bet.words.label(bet.answer).to_ascii_lowercase(),
                bet.outcome
            )),
        }
    }

    /// Does what the reader asked.
    pub fn apply(&mut self, action: Action) {
        match action {
            Action::Slide { index, position } => {
                if let Some(info) = self.scene.infos().get(index) {
                    self.set_value(index, value_at(info, position));
                }
            }
            Action::Write { index, text } => self.write(index, &text),
            Action::Nudge {
                index,
                kind,
                direction,
            } => {
                let value = self.setup.values.legal(self.scene.infos(), index);
                if let (Some(info), Some(value)) = (self.scene.infos().get(index), value) {
                    self.set_value(index, step_value(info, value, kind, direction));
                }
            }
            Action::Preset(name) => self.set_preset(&name),
            Action::Command(key) => self.command(key),
            Action::NextSeed => {
                let seed = self.setup.seed.wrapping_add(1).max(1);
                self.change(
                    Setup {
                        seed,
                        ..self.setup.clone()
                    },
                    None,
                );
            }
            Action::Reset => self.reset(),
            Action::Undo => {
                if let Some(setup) = self.history.undo() {
                    self.start(setup);
                }
            }
            Action::Redo => {
                if let Some(setup) = self.history.redo() {
                    self.start(setup);
                }
            }
            Action::Bet(answer) => self.bet = Bet::Placed(answer),
            Action::JustShow => self.bet = Bet::Skipped,
            Action::Speed(speed) => self.speed = speed.min(SPEEDS.len() - 1),
            Action::Zoom(zoom) => self.zoom = zoom,
            Action::Slice => self.slice(),
            Action::Stop => {
                if let Some(run) = &mut self.next {
                    run.stop();
                }
            }
            Action::Dismiss => self.notices.clear(),
            moving => self.apply_to_time(&moving),
        }
    }

    fn apply_to_time(&mut self, action: &Action) {
        match action {
            Action::PlayPause if self.is_playing => self.is_playing = false,
            Action::PlayPause => {
                self.is_playing = self.is_revealed() && self.run().is_some();
                if self.is_playing && self.cursor >= self.horizon() {
                    self.seek(SimTime::ZERO);
                }
            }
            Action::Pause => self.is_playing = false,
            Action::StepForward => {
                self.is_playing = false;
                let next = self.run().and_then(|r| r.next_event_time(self.cursor));
                self.seek(next.unwrap_or(self.horizon()));
            }
            Action::StepBack => {
                self.is_playing = false;
                let previous = self.run().and_then(|r| r.previous_event_time(self.cursor));
                self.seek(previous.unwrap_or(SimTime::ZERO));
            }
            Action::Seek(to) => self.seek(*to),
            Action::SeekShare(share) => {
                let horizon = u128::from(self.horizon().as_ns());
                let to = horizon * u128::from((*share).min(1_000)) / 1_000;
                self.seek(SimTime::from_ns(u64::try_from(to).unwrap_or(u64::MAX)));
            }
            Action::SeekX(x) => {
                if let Some(to) = self.run().map(|r| r.cursor_at_x(*x)) {
                    self.seek(to);
                }
            }
            Action::Tick(passed_us) if self.is_playing => {
                let (_, permille) = SPEEDS.get(self.speed).copied().unwrap_or(("1", 1_000));
                let passed_ns = passed_us.saturating_mul(permille);
                let to = SimTime::from_ns(self.cursor.as_ns().saturating_add(passed_ns));
                self.seek(to);
                self.is_playing = self.cursor < self.horizon();
            }
            _ => {}
        }
    }

    fn seek(&mut self, to: SimTime) {
        self.cursor = to.min(self.horizon());
        self.cursor_moved = true;
    }

    fn set_value(&mut self, index: usize, value: i64) {
        let mut values = self.setup.values.clone();
        if values.set(self.scene.infos(), index, value).is_some() && values != self.setup.values {
            self.change(
                Setup {
                    values,
                    ..self.setup.clone()
                },
                Some(index),
            );
        }
    }

    fn write(&mut self, index: usize, text: &str) {
        let Some(info) = self.scene.infos().get(index) else {
            return;
        };
        let fallback = self
            .setup
            .values
            .legal(self.scene.infos(), index)
            .unwrap_or(info.default);
        let (value, warning) = read(info, text, fallback);
        self.notices = warning.into_iter().collect();
        self.set_value(index, value);
    }

    fn set_preset(&mut self, name: &str) {
        let Some(preset) = self.scene.presets().iter().find(|p| p.name == name) else {
            return;
        };
        let Some(values) = self.scene.preset_values(preset.name) else {
            return;
        };
        if self.setup.preset != preset.name && matches!(self.bet, Bet::Placed(_)) {
            // Another question: the bet on the old one says nothing about it.
            self.bet = Bet::Open;
        }
        self.change(
            Setup {
                preset: preset.name,
                values,
                seed: self.setup.seed,
                commands: Vec::new(),
            },
            None,
        );
        self.cursor_stays = false;
    }

    fn reset(&mut self) {
        let preset = self.setup.preset;
        let values = self
            .scene
            .preset_values(preset)
            .unwrap_or(self.setup.values.clone());
        self.notices.clear();
        self.zoom = Zoom::Whole;
        self.speed = preset_speed(self.scene, preset);
        self.change(
            Setup {
                preset,
                values,
                seed: 1,
                commands: Vec::new(),
            },
            None,
        );
        self.cursor_stays = false;
    }

    fn change(&mut self, setup: Setup, row: Option<usize>) {
        if setup != self.setup {
            self.history.push(setup.clone(), row);
        }
        self.start(setup);
    }

    fn start(&mut self, setup: Setup) {
        let afresh = |s: &Setup| self.scene.start(&s.values, s.seed, &s.commands);
        let run = self.fork(&setup).unwrap_or_else(|| afresh(&setup));
        self.next = Some(run);
        self.cursor_stays = self.only_commands_change(&setup);
        if setup.preset != self.setup.preset {
            self.speed = preset_speed(self.scene, setup.preset);
        }
        self.setup = setup;
        self.is_playing = false;
        self.cursor_asked = None;
    }

    fn slice(&mut self) {
        let Some(run) = &mut self.next else { return };
        // The last slice of a long run fills its frame already: it is shown in the next one.
        let is_short = run.event_count() == 0;
        if run.is_done() || run.advance(run.slice_events()) && is_short {
            self.show_next();
        }
    }

    fn show_next(&mut self) {
        self.shown = self.next.take();
        self.generation += 1;
        let opening = self.run().map_or(SimTime::ZERO, Run::opening);
        if std::mem::take(&mut self.cursor_stays) {
            self.cursor_asked = Some(self.cursor);
        }
        self.cursor_moved = self.cursor_asked.is_some();
        self.cursor = self
            .cursor_asked
            .take()
            .unwrap_or(opening)
            .min(self.horizon());
        if self.run().is_some_and(|run| run.zoom_label().is_none()) {
            self.zoom = Zoom::Whole;
        }
    }
}

/// The speed that a preset comes with.
fn preset_speed(scene: &dyn Scene, name: &str) -> usize {
    let preset = scene.presets().iter().find(|p| p.name == name);
    preset.map_or(SPEED_REAL, |p| p.speed.min(SPEEDS.len() - 1))
}

#[cfg(test)]
mod command_tests;
#[cfg(test)]
mod progress_tests;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod toy;
