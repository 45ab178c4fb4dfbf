//! The settings that the reader has been at, for undo and redo.

use crate::params::Values;
use crate::scene::CommandAt;

/// What decides a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The preset that the reader started from.
    pub preset: &'static str,
    /// One value a row.
    pub values: Values,
    /// Luck.
    pub seed: u64,
    /// What the reader did to the server, in order of time.
    pub commands: Vec<CommandAt>,
}

/// Most settings remembered.
const ENTRIES_MAX: usize = 100;

/// Visited settings, with the place that the reader is at.
#[derive(Clone, Debug)]
pub(super) struct History {
    entries: Vec<Setup>,
    at: usize,
    /// The row that the last change moved: a slider's drag is one entry, not a hundred.
    row: Option<usize>,
}

impl History {
    pub(super) fn new(setup: Setup) -> Self {
        Self {
            entries: vec![setup],
            at: 0,
            row: None,
        }
    }

    pub(super) fn push(&mut self, setup: Setup, row: Option<usize>) {
        let same_drag = row.is_some() && row == self.row && self.at + 1 == self.entries.len();
        self.entries.truncate(self.at + 1);
        if same_drag && self.at > 0 {
            self.entries.pop();
        } else if self.entries.len() >= ENTRIES_MAX {
            self.entries.remove(0);
        }
        self.entries.push(setup);
        self.at = self.entries.len() - 1;
        self.row = row;
    }

    pub(super) fn can_undo(&self) -> bool {
        self.at > 0
    }

    pub(super) fn can_redo(&self) -> bool {
        self.at + 1 < self.entries.len()
    }

    pub(super) fn undo(&mut self) -> Option<Setup> {
        self.at = self.at.checked_sub(1)?;
        self.row = None;
        self.entries.get(self.at).cloned()
    }

    pub(super) fn redo(&mut self) -> Option<Setup> {
        let setup = self.entries.get(self.at + 1).cloned()?;
        self.at += 1;
        self.row = None;
        Some(setup)
    }
}
