//! A fixed set of clocks, and which of them rings first.
//!
//! A model that bundles its steps into events keeps a queue of its own. Where each actor waits for
//! one instant at a time, a knockout tree over the actors is smaller and faster than a heap: to set
//! one is a walk from its leaf to the root, and the first is always known.

use super::digest::Digest;
use super::time::SimTime;

/// The instants that a fixed number of actors wait for. Ties go to the lower number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Soonest {
    /// Instants, one an actor; padded to a power of two.
    at: Vec<u64>,
    /// The winner of each match; the root is at 1.
    winner: Vec<u32>,
}

/// Never rings.
const NEVER: u64 = u64::MAX;

impl Soonest {
    /// `count` actors that wait for nothing.
    #[must_use]
    pub fn new(count: u32) -> Self {
        let leaves = count.max(2).next_power_of_two();
        let mut winner = vec![0; leaves as usize];
        for node in (1..leaves as usize).rev() {
            winner[node] = if 2 * node >= leaves as usize {
                (2 * node) as u32 - leaves
            } else {
                winner[2 * node]
            };
        }
        Self {
            at: vec![NEVER; leaves as usize],
            winner,
        }
    }

    /// Lets actor `index` wait for `at`.
    pub fn set(&mut self, index: u32, at: SimTime) {
        self.put(index, at.as_ns());
    }

    /// Lets actor `index` wait for nothing.
    pub fn clear(&mut self, index: u32) {
        self.put(index, NEVER);
    }

    fn put(&mut self, index: u32, at: u64) {
        let leaves = self.at.len();
        self.at[index as usize] = at;
        let mut node = (leaves + index as usize) / 2;
        // The lowest match is between two leaves; those above are between two winners.
        let (left, right) = (2 * node - leaves, 2 * node + 1 - leaves);
        let mut best = if self.at[right] < self.at[left] {
            right as u32
        } else {
            left as u32
        };
        self.winner[node] = best;
        while node > 1 {
            let other = self.winner[node ^ 1];
            let (here, there) = (self.at[best as usize], self.at[other as usize]);
            if there < here || (there == here && other < best) {
                best = other;
            }
            node /= 2;
            self.winner[node] = best;
        }
    }

    /// The actor that rings first, and when; `None` if none will.
    #[must_use]
    pub fn first(&self) -> Option<(SimTime, u32)> {
        let index = self.winner[1];
        let at = self.at[index as usize];
        (at != NEVER).then(|| (SimTime::from_ns(at), index))
    }

    /// The instant of the first, and the end of time if there is none.
    #[must_use]
    pub fn first_ns(&self) -> u64 {
        self.at[self.winner[1] as usize]
    }

    /// What actor `index` waits for.
    #[must_use]
    pub fn at(&self, index: u32) -> Option<SimTime> {
        let at = self.at[index as usize];
        (at != NEVER).then(|| SimTime::from_ns(at))
    }

    /// Writes the state.
    pub fn digest(&self, into: &mut Digest) {
        for at in &self.at {
            into.u64(*at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::{Rng, Stream};

    #[test]
    fn the_first_is_what_a_search_finds() {
        for count in [1, 2, 3, 7, 16, 100] {
            let mut rng = Rng::new(u64::from(count), Stream::new(1, 0));
            let mut tree = Soonest::new(count);
            let mut plain = vec![None; count as usize];
            for _ in 0..2_000 {
                let index = rng.below(u64::from(count)) as u32;
                let at = SimTime::from_ns(rng.below(20));
                if rng.chance(1, 4) {
                    tree.clear(index);
                    plain[index as usize] = None;
                } else {
                    tree.set(index, at);
                    plain[index as usize] = Some(at);
                }
                let waiting = (0..).zip(&plain).filter_map(|(i, at)| at.map(|at| (at, i)));
                assert_eq!(tree.first(), waiting.min());
            }
        }
    }
}
