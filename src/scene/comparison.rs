//! Runs side by side on one clock: what every scene's run shares.

use std::cell::RefCell;
use std::rc::Rc;

use crate::kernel::{Budget, Digest, Model, SimTime, Simulation, Snapshot};

/// One run of a comparison.
#[derive(Clone)]
pub struct Side<M: Model> {
    /// Stable name: "plain", "short", "long".
    pub key: &'static str,
    /// As the reader would type it.
    pub label: String,
    /// Place in the palette, the same in every view.
    pub style: u8,
    /// Repetition, from 1.
    pub round: u32,
    /// Part of the answer to the bet.
    pub veiled: bool,
    /// The run itself.
    pub simulation: Simulation<M>,
    /// The instant that was shown last; for a new side, the default.
    pub shown: Shown<M>,
}

/// The instant of a side that was shown last, so that playing goes on from there and does not
/// start over at each frame. A clone starts with none.
pub struct Shown<M: Model>(RefCell<Option<Rc<Snapshot<M>>>>);

impl<M: Model> Default for Shown<M> {
    fn default() -> Self {
        Shown(RefCell::new(None))
    }
}

impl<M: Model> Clone for Shown<M> {
    fn clone(&self) -> Self {
        Shown::default()
    }
}

impl<M: Model> Side<M> {
    /// A side of the first round.
    #[must_use]
    pub fn new(
        key: &'static str,
        label: String,
        style: u8,
        veiled: bool,
        simulation: Simulation<M>,
    ) -> Self {
        Self {
            key,
            label,
            style,
            round: 1,
            veiled,
            simulation,
            shown: Shown::default(),
        }
    }

    /// The same side with another run.
    #[must_use]
    pub fn with(&self, simulation: Simulation<M>) -> Self {
        Self {
            label: self.label.clone(),
            simulation,
            shown: Shown::default(),
            ..*self
        }
    }

    /// The run as it was at `cursor`: what seeking gives, and cheap if `cursor` is a little later
    /// than the last one.
    #[must_use]
    pub fn at(&self, cursor: SimTime) -> Rc<Snapshot<M>> {
        let snapshot = match self.shown.0.take() {
            Some(last) => self.simulation.seek_from(Rc::unwrap_or_clone(last), cursor),
            None => self.simulation.seek(cursor),
        };
        let snapshot = Rc::new(snapshot);
        self.shown.0.replace(Some(Rc::clone(&snapshot)));
        snapshot
    }
}

/// All sides of a comparison, each variant's rounds in order.
#[derive(Clone)]
pub struct Comparison<M: Model> {
    /// The sides.
    pub sides: Vec<Side<M>>,
}

impl<M: Model> Comparison<M> {
    /// Executes at most `events` events, side after side; true when all are done. Sides are
    /// independent, so the order changes nothing.
    pub fn advance(&mut self, events: u64) -> bool {
        let mut left = events;
        for side in &mut self.sides {
            if left == 0 {
                break;
            }
            if side.simulation.outcome().is_none() {
                left = left.saturating_sub(side.simulation.advance(Budget::events(left)).events);
            }
        }
        self.is_done()
    }

    /// Is every side done?
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.sides.iter().all(|s| s.simulation.outcome().is_some())
    }

    /// Events executed so far.
    #[must_use]
    pub fn event_count(&self) -> u64 {
        self.sides.iter().map(|s| s.simulation.event_count()).sum()
    }

    /// Digest over all sides, in order.
    #[must_use]
    pub fn digest(&self) -> u64 {
        let mut digest = Digest::default();
        for side in &self.sides {
            digest.str(&side.label);
            digest.u32(side.round);
            digest.u64(side.simulation.digest());
        }
        digest.value()
    }

    /// The recorded series of every side.
    #[cfg(not(target_arch = "wasm32"))]
    #[must_use]
    pub fn series(&self) -> Vec<super::SeriesDump> {
        let dump = |side: &Side<M>| {
            let (variant, round) = (side.label.clone(), side.round);
            let all = side.simulation.trace().all_series();
            all.map(|s| super::SeriesDump {
                variant: variant.clone(),
                round,
                name: s.name(),
                kind: s.kind(),
                points: s.points().to_vec(),
            })
            .collect::<Vec<_>>()
        };
        self.sides.iter().flat_map(dump).collect()
    }

    /// The last instant of the longest side.
    #[must_use]
    pub fn horizon(&self) -> SimTime {
        self.sides
            .iter()
            .map(|s| s.simulation.now())
            .max()
            .unwrap_or(SimTime::ZERO)
    }

    /// The sides of the first round: those that grids and stepping follow.
    pub fn first_round(&self) -> impl Iterator<Item = &Side<M>> {
        self.sides.iter().filter(|s| s.round == 1)
    }

    /// The next instant at which a first-round side has an event.
    #[must_use]
    pub fn next_event_time(&self, cursor: SimTime) -> Option<SimTime> {
        self.first_round()
            .filter_map(|s| s.simulation.trace().next_event_time(cursor))
            .min()
    }

    /// The last instant before `cursor` at which a first-round side had an event.
    #[must_use]
    pub fn previous_event_time(&self, cursor: SimTime) -> Option<SimTime> {
        self.first_round()
            .filter_map(|s| s.simulation.trace().previous_event_time(cursor))
            .max()
    }
}
