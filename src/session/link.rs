//! A figure's state as the pairs of a link, and back.

use super::{Bet, SPEEDS, Session, commands, preset_speed};
use crate::kernel::SimTime;
use crate::params::{Warning, WarningKind, apply, difference};
use crate::scene::{Scene, Zoom};
use crate::view::Answer;

/// Keys of a link that are not parameters.
pub const RESERVED: &[&str] = &[
    "preset",
    "seed",
    "bet",
    "t_ns",
    "zoom",
    "speed",
    commands::KEY,
];

impl Session {
    /// What a link has to say to come back here: nothing for the figure as it came.
    #[must_use]
    pub fn pairs(&self, default_preset: &str) -> Vec<(String, String)> {
        let mut out: Vec<(String, String)> = Vec::new();
        let mut add = |key: &str, text: String| out.push((key.to_string(), text));
        if self.setup.preset != default_preset {
            add("preset", self.setup.preset.to_string());
        }
        if let Some(base) = self.scene.preset_values(self.setup.preset) {
            for (key, text) in difference(self.scene.infos(), &base, &self.setup.values) {
                add(key, text);
            }
        }
        if self.setup.seed != 1 {
            add("seed", self.setup.seed.to_string());
        }
        if !self.setup.commands.is_empty() {
            add(commands::KEY, commands::text(&self.setup.commands));
        }
        match self.bet {
            Bet::Open => {}
            Bet::Skipped => add("bet", "skip".to_string()),
            Bet::Placed(answer) => add("bet", self.bet_words().key(answer).to_string()),
        }
        if self.zoom == Zoom::First {
            add("zoom", "first".to_string());
        }
        if self.speed != preset_speed(self.scene, self.setup.preset) {
            add("speed", self.speed.to_string());
        }
        if self.cursor_moved {
            add("t_ns", self.cursor.as_ns().to_string());
        }
        out
    }

    /// A figure as a link says; what doesn't make sense becomes a notice.
    #[must_use]
    pub fn from_pairs(
        scene: &'static dyn Scene,
        default_preset: &str,
        pairs: &[(String, String)],
        mut notices: Vec<Warning>,
    ) -> Self {
        let text = |key: &str| {
            pairs
                .iter()
                .rev()
                .find(|(k, _)| k == key)
                .map(|(_, v)| v.as_str())
        };
        let preset = text("preset").unwrap_or(default_preset);
        let mut session = Self::new(scene, preset, 1);
        if session.setup.preset != preset {
            let names: Vec<&str> = scene.presets().iter().map(|p| p.name).collect();
            let known = names.join(", ");
            let used = session.setup.preset;
            notices.push(Warning::new(
                "preset",
                preset,
                used,
                WarningKind::UnknownChoice,
                &known,
            ));
        }
        let infos = scene.infos();
        let (values, warnings) = apply(infos, &session.setup.values, pairs, RESERVED);
        notices.extend(warnings);
        session.setup.values = values;
        if let Some(given) = text(commands::KEY) {
            session.setup.commands = commands::read(scene, given, &mut notices);
        }
        session.read_numbers(pairs, &mut notices);
        session.read_words(pairs, &mut notices);
        let asked = session.cursor_asked;
        session.history = super::History::new(session.setup.clone());
        session.start(session.setup.clone());
        session.cursor_asked = asked;
        session.notices = notices;
        session
    }

    /// Seed, speed and cursor.
    fn read_numbers(&mut self, pairs: &[(String, String)], notices: &mut Vec<Warning>) {
        let mut number = |key: &str, most: u64, otherwise: u64| {
            let given = text(pairs, key)?;
            let parsed = given.parse::<u64>().ok();
            let used = parsed.map_or(otherwise, |v| v.min(most));
            if parsed != Some(used) {
                let kind = match parsed {
                    Some(_) => WarningKind::OutOfRange,
                    None => WarningKind::NotANumber,
                };
                let range = format!("0 to {most}");
                notices.push(Warning::new(key, given, &used.to_string(), kind, &range));
            }
            Some(used)
        };
        if let Some(seed) = number("seed", u64::MAX, 1) {
            self.setup.seed = seed;
        }
        let usual = self.speed;
        if let Some(speed) = number("speed", SPEEDS.len() as u64 - 1, usual as u64) {
            self.speed = usize::try_from(speed).unwrap_or(usual);
        }
        // The run's own end bounds it anyway.
        self.cursor_asked = number("t_ns", commands::INSTANT_MAX_NS, 0).map(SimTime::from_ns);
    }

    /// Bet and zoom.
    fn read_words(&mut self, pairs: &[(String, String)], notices: &mut Vec<Warning>) {
        match text(pairs, "bet") {
            None => {}
            Some("skip") => self.bet = Bet::Skipped,
            Some(key) => match Answer::from_key(key) {
                Some(answer) => self.bet = Bet::Placed(answer),
                None => notices.push(Warning::new(
                    "bet",
                    key,
                    "no bet",
                    WarningKind::UnknownChoice,
                    "faster, fewer, less, same, slower, more, skip",
                )),
            },
        }
        match text(pairs, "zoom") {
            None | Some("whole") => {}
            Some("first") => self.zoom = Zoom::First,
            Some(other) => notices.push(Warning::new(
                "zoom",
                other,
                "whole",
                WarningKind::UnknownChoice,
                "whole, first",
            )),
        }
    }
}

/// The last value of a key.
fn text<'a>(pairs: &'a [(String, String)], key: &str) -> Option<&'a str> {
    pairs
        .iter()
        .rev()
        .find(|(k, _)| k == key)
        .map(|(_, v)| v.as_str())
}
