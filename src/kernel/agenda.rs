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
    line: Vec<Entry>,
    taken: usize,
    first_ns: u64,
}

/// An instant and a number in one word, so that one comparison tells which comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Entry(u64);

/// Numbers are below 1,024, and instants within half a year.
const INDEX_BITS: u32 = 10;
const AT_BITS: u32 = u64::BITS - INDEX_BITS;

impl Entry {
    #[inline]
    fn new(at: SimTime, index: u32) -> Self {
        assert!(at.as_ns() >> AT_BITS == 0, "{at} is too late for an agenda");
        assert!(
            index >> INDEX_BITS == 0,
            "{index} is too much for an agenda"
        );
        Self(at.as_ns() << INDEX_BITS | u64::from(index))
    }

    #[inline]
    fn at_ns(self) -> u64 {
        self.0 >> INDEX_BITS
    }

    #[inline]
    fn index(self) -> u32 {
        self.0 as u32 & ((1 << INDEX_BITS) - 1)
    }
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
            first_ns: NEVER,
        }
    }
}

impl Agenda {
    /// Enters number `index`, which must not be in it, for `at`.
    ///
    /// # Panics
    /// If the number is not below 1,024, or the instant not within half a year.
    #[inline]
    pub fn enter(&mut self, index: u32, at: SimTime) {
        debug_assert!(self.due().all(|entry| entry.index() != index), "{index}");
        let entry = Entry::new(at, index);
        let mut place = self.line.len();
        self.line.push(entry);
        while place > self.taken && self.line[place - 1] > entry {
            self.line[place] = self.line[place - 1];
            place -= 1;
        }
        self.line[place] = entry;
        self.first_ns = self.first_ns.min(at.as_ns());
    }

    /// The number of the first.
    #[must_use]
    #[inline]
    pub fn first_index(&self) -> Option<u32> {
        self.line.get(self.taken).map(|entry| entry.index())
    }

    /// Takes the first out.
    #[inline]
    pub fn take_first(&mut self) -> Option<u32> {
        let first = *self.line.get(self.taken)?;
        self.taken += 1;
        if self.taken == TAKEN_MAX {
            self.line.drain(..TAKEN_MAX);
            self.taken = 0;
        }
        let next = self.line.get(self.taken);
        self.first_ns = next.map_or(NEVER, |entry| entry.at_ns());
        Some(first.index())
    }

    fn due(&self) -> impl Iterator<Item = Entry> + '_ {
        self.line.iter().skip(self.taken).copied()
    }

    /// The instant of the first, and the end of time if there is none.
    #[must_use]
    #[inline]
    pub fn first_ns(&self) -> u64 {
        self.first_ns
    }

    /// Writes the state.
    pub fn digest(&self, into: &mut Digest) {
        for entry in self.due() {
            into.u64(entry.at_ns());
            into.u32(entry.index());
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
        for turn in 0..5_000 {
            let index = turn % 1_000;
            let is_in = plain.iter().any(|entry| entry.1 == index);
            if rng.chance(1, 2) && !is_in {
                let at = SimTime::from_ns(rng.below(50));
                agenda.enter(index, at);
                plain.push((at, index));
            } else {
                let first = plain.iter().copied().min();
                let ns = first.map_or(u64::MAX, |entry| entry.0.as_ns());
                assert_eq!(agenda.first_ns(), ns);
                assert_eq!(agenda.take_first(), first.map(|entry| entry.1));
                plain.retain(|entry| Some(*entry) != first);
            }
        }
    }
}
