//! What can be asked of a figure.

use super::{Bet, Session, Setup};
use crate::kernel::SimTime;
use crate::params::Warning;
use crate::scene::{Run, Scene, Zoom};
use crate::view::BetWords;

impl Session {
    /// The scene.
    #[must_use]
    pub fn scene(&self) -> &'static dyn Scene {
        self.scene
    }

    /// Preset, values and seed.
    #[must_use]
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The finished run on screen.
    #[must_use]
    pub fn run(&self) -> Option<&dyn Run> {
        self.shown.as_deref()
    }

    /// Is a run under way? Then [`super::Action::Slice`] is due.
    #[must_use]
    pub fn is_running(&self) -> bool {
        self.next.is_some()
    }

    /// How far the run under way has come, if it tells: runs done, and all.
    #[must_use]
    pub fn progress(&self) -> Option<(u64, u64)> {
        self.next.as_ref()?.progress()
    }

    /// Grows by one whenever another run comes on screen: what was drawn from the old one is stale.
    #[must_use]
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// The instant shown.
    #[must_use]
    pub fn cursor(&self) -> SimTime {
        self.cursor
    }

    /// The cursor as thousandths of the run.
    #[must_use]
    pub fn cursor_share(&self) -> u64 {
        let horizon = self.horizon().as_ns().max(1);
        u64::try_from(u128::from(self.cursor.as_ns()) * 1_000 / u128::from(horizon))
            .unwrap_or(1_000)
    }

    pub(super) fn horizon(&self) -> SimTime {
        self.run().map_or(SimTime::ZERO, Run::horizon)
    }

    /// Is time passing?
    #[must_use]
    pub fn is_playing(&self) -> bool {
        self.is_playing
    }

    /// Place in [`super::SPEEDS`].
    #[must_use]
    pub fn speed(&self) -> usize {
        self.speed
    }

    /// Time axis.
    #[must_use]
    pub fn zoom(&self) -> Zoom {
        self.zoom
    }

    /// The bet.
    #[must_use]
    pub fn bet(&self) -> Bet {
        self.bet
    }

    /// How the answers to the bet are called.
    #[must_use]
    pub fn bet_words(&self) -> &'static BetWords {
        let bet = self.run().and_then(|run| run.bet());
        bet.map_or(&BetWords::TIME, |bet| bet.words)
    }

    /// May the answer be seen?
    #[must_use]
    pub fn is_revealed(&self) -> bool {
        self.bet != Bet::Open || self.run().is_some_and(|r| r.bet().is_none())
    }

    /// What was put right in a link or a field.
    #[must_use]
    pub fn notices(&self) -> &[Warning] {
        &self.notices
    }

    /// Is there something to undo?
    #[must_use]
    pub fn can_undo(&self) -> bool {
        self.history.can_undo()
    }

    /// Is there something to redo?
    #[must_use]
    pub fn can_redo(&self) -> bool {
        self.history.can_redo()
    }
}
