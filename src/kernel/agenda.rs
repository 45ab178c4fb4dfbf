//! What is due next, of a few things that are each due once.
//!
//! A model that bundles its steps into events keeps a list of its own. What comes is mostly due
//! after what is there, and there is little of it: so a line that is kept in order, and entered
//! from its end, is faster than a heap or a tree, whose every branch is a guess.

use super::digest::Digest;
use super::time::SimTime;

/// Instants with a number each, in order; of equal instants the lower number comes first.
#[derive(Clone, Debug)]
pub struct Agenda {
    /// What was taken out, and then what is due, in order.
    line: Vec<(u64, u32)>,
    taken: usize,
    first: u64,
}

/// The end of time.
const NEVER: u64 = u64::MAX;
/// So much is taken out before the line is moved up: seldom, and soon done.
const TAKEN_MAX: usize = 64;

impl Default for Agenda {
    fn default() -> Self {
        Self {
            line: Vec::new(),
            taken: 0,
            first: NEVER,
        }
    }
}

impl Agenda {
    /// Enters number `index`, which must not be in it, for `at`.
    #[inline]
    pub fn enter(&mut self, index: u32, at: SimTime) {
        debug_assert!(self.due().all(|entry| entry.1 != index), "{index}");
        let entry = (at.as_ns(), index);
        let mut place = self.line.len();
        self.line.push(entry);
        while place > self.taken && self.line[place - 1] > entry {
            self.line[place] = self.line[place - 1];
            place -= 1;
        }
        self.line[place] = entry;
        self.first = self.first.min(entry.0);
    }

    /// The first: its instant in nanoseconds, and its number.
    #[must_use]
    #[inline]
    pub fn first(&self) -> Option<(u64, u32)> {
        self.line.get(self.taken).copied()
    }

    /// Takes the first out.
    #[inline]
    pub fn take_first(&mut self) -> Option<(SimTime, u32)> {
        let (at, index) = *self.line.get(self.taken)?;
        self.taken += 1;
        if self.taken == TAKEN_MAX {
            self.line.drain(..TAKEN_MAX);
            self.taken = 0;
        }
        self.first = self.line.get(self.taken).map_or(NEVER, |entry| entry.0);
        Some((SimTime::from_ns(at), index))
    }

    fn due(&self) -> impl Iterator<Item = (u64, u32)> + '_ {
        self.line.iter().skip(self.taken).copied()
    }

    /// The instant of the first, and the end of time if there is none.
    #[must_use]
    #[inline]
    pub fn first_ns(&self) -> u64 {
        self.first
    }

    /// Writes the state.
    pub fn digest(&self, into: &mut Digest) {
        for (at, index) in self.due() {
            into.u64(at);
            into.u32(index);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::{Rng, Stream};

    #[test]
    fn the_first_is_what_a_search_finds() {
        let mut rng = Rng::new(1, Stream::new(1, 0));
        let mut agenda = Agenda::default();
        let mut plain: Vec<(SimTime, u32)> = Vec::new();
        for index in 0..5_000 {
            if rng.chance(1, 2) {
                let at = SimTime::from_ns(rng.below(50));
                agenda.enter(index, at);
                plain.push((at, index));
            } else {
                let first = plain.iter().copied().min();
                let ns = first.map_or(u64::MAX, |entry| entry.0.as_ns());
                assert_eq!(agenda.first_ns(), ns);
                assert_eq!(agenda.take_first(), first);
                plain.retain(|entry| Some(*entry) != first);
            }
        }
    }
}
