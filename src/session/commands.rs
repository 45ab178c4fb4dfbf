//! What the reader does to the running server: kept in the settings, so that undo and links cover
//! it.

use super::{Session, Setup};
use crate::kernel::SimTime;
use crate::params::{Warning, WarningKind};
use crate::scene::{CommandAt, Run, Scene};

/// Key of the commands in a link.
pub(super) const KEY: &str = "do";
/// Most commands of one run.
const COMMANDS_MAX: usize = 8;
/// The latest instant that a link may name: ten hours, beyond the longest run.
pub(super) const INSTANT_MAX_NS: u64 = 36_000_000_000_000;

/// `checkpoint@60500000000,backup@70000000000`, the instants in nanoseconds.
pub(super) fn text(commands: &[CommandAt]) -> String {
    let mut out = String::new();
    for command in commands {
        if !out.is_empty() {
            out.push(',');
        }
        out.push_str(&one(command));
    }
    out
}

fn one(command: &CommandAt) -> String {
    format!("{}@{}", command.key, command.at.as_ns())
}

/// Reads what [`text`] writes; what makes no sense is dropped and named in a notice.
pub(super) fn read(scene: &dyn Scene, text: &str, notices: &mut Vec<Warning>) -> Vec<CommandAt> {
    let keys = scene.command_keys();
    let mut out: Vec<CommandAt> = Vec::new();
    let mut note = |given: &str, kind, range: &str| {
        notices.push(Warning::new(KEY, given, "nothing", kind, range));
    };
    for part in text.split(',') {
        let (key, instant) = part.split_once('@').unwrap_or((part, ""));
        let Some(key) = keys.iter().copied().find(|k| *k == key.trim()) else {
            note(part, WarningKind::UnknownChoice, &choices(keys));
            continue;
        };
        match instant.trim().parse::<u64>() {
            Err(_) => note(part, WarningKind::NotANumber, "0 to 36,000,000,000,000 ns"),
            Ok(ns) if ns > INSTANT_MAX_NS => {
                note(part, WarningKind::OutOfRange, "the first ten hours");
            }
            Ok(_) if out.len() >= COMMANDS_MAX => {
                notices.push(too_many(part));
                break;
            }
            Ok(ns) => insert(
                &mut out,
                CommandAt {
                    at: SimTime::from_ns(ns),
                    key,
                },
            ),
        }
    }
    out
}

/// The keys in words; a scene without commands knows none.
fn choices(keys: &[&str]) -> String {
    if keys.is_empty() {
        "the commands here (there are none)".to_string()
    } else {
        keys.join(", ")
    }
}

fn too_many(given: &str) -> Warning {
    let most = format!("{COMMANDS_MAX} commands");
    Warning::new(KEY, given, "", WarningKind::TooLong, &most)
}

/// Keeps the order of time; of two at one instant, the one given later comes later.
fn insert(commands: &mut Vec<CommandAt>, command: CommandAt) {
    let place = commands.partition_point(|c| c.at <= command.at);
    commands.insert(place, command);
}

impl Session {
    /// Gives a command at the cursor.
    pub(super) fn command(&mut self, key: &'static str) {
        if !self.is_revealed() || !self.scene.command_keys().contains(&key) {
            return;
        }
        let command = CommandAt {
            at: self.cursor,
            key,
        };
        let mut setup = self.setup.clone();
        if setup.commands.len() >= COMMANDS_MAX {
            self.notices = vec![too_many(&one(&command))];
            return;
        }
        insert(&mut setup.commands, command);
        self.change(setup, None);
    }

    /// Does `setup` differ from what is set in its commands only?
    pub(super) fn only_commands_change(&self, setup: &Setup) -> bool {
        let is_same = setup.preset == self.setup.preset
            && setup.values == self.setup.values
            && setup.seed == self.setup.seed;
        is_same && setup.commands != self.setup.commands
    }

    /// The run of `setup` from the one on screen, if that only lacks the last command.
    pub(super) fn fork(&self, setup: &Setup) -> Option<Box<dyn Run>> {
        let (last, before) = setup.commands.split_last()?;
        let is_next = self.next.is_none()
            && self.only_commands_change(setup)
            && before == self.setup.commands.as_slice();
        if is_next {
            self.run()?.fork(*last)
        } else {
            None
        }
    }
}
