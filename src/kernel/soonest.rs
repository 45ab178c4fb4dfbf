//! Clocks, and which of them rings first.
//!
//! A model that bundles its steps into events keeps a queue of its own. Where each actor waits for
//! one instant at a time, a knockout tree over the actors is smaller and faster than a heap: to set
//! one is a walk from its leaf to the root, and the first is always known.

use super::digest::Digest;
use super::time::SimTime;

/// The instants that some actors wait for. Ties go to the lower number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Soonest {
    /// A match a node, each with its winner: its instant and its number. The children of node `n`
    /// are `2n` and `2n + 1`, the root is 1, and the actors are the second half.
    nodes: Vec<(u64, u32)>,
}

/// Never rings.
const NEVER: u64 = u64::MAX;

impl Soonest {
    /// `count` actors that wait for nothing; more may come.
    #[must_use]
    pub fn new(count: u32) -> Self {
        let mut tree = Self { nodes: Vec::new() };
        tree.play_all(count.max(2).next_power_of_two());
        tree
    }

    /// Makes the tree of `leaves` actors from those that there are.
    fn play_all(&mut self, leaves: u32) {
        let had = self.nodes.len() / 2;
        let old = self.nodes.split_off(had);
        self.nodes = vec![(NEVER, 0); leaves as usize];
        self.nodes.extend((0..leaves).map(|index| {
            let at = old.get(index as usize).map_or(NEVER, |leaf| leaf.0);
            (at, index)
        }));
        for node in (1..leaves as usize).rev() {
            self.nodes[node] = self.winner(node);
        }
    }

    #[inline]
    fn winner(&self, node: usize) -> (u64, u32) {
        let (left, right) = (self.nodes[2 * node], self.nodes[2 * node + 1]);
        if right.0 < left.0 { right } else { left }
    }

    /// Lets actor `index` wait for `at`.
    #[inline]
    pub fn set(&mut self, index: u32, at: SimTime) {
        self.put(index, at.as_ns());
    }

    /// Lets actor `index` wait for nothing.
    #[inline]
    pub fn clear(&mut self, index: u32) {
        self.put(index, NEVER);
    }

    fn put(&mut self, index: u32, at: u64) {
        let leaves = self.nodes.len() / 2;
        if index as usize >= leaves {
            self.play_all((index + 1).next_power_of_two());
            return self.put(index, at);
        }
        let mut node = leaves + index as usize;
        self.nodes[node] = (at, index);
        while node > 1 {
            node /= 2;
            let winner = self.winner(node);
            if self.nodes[node] == winner {
                // Whoever won here still does, at the same instant: so it is further up.
                break;
            }
            self.nodes[node] = winner;
        }
    }

    /// The actor that rings first, and when; `None` if none will.
    #[must_use]
    #[inline]
    pub fn first(&self) -> Option<(SimTime, u32)> {
        let (at, index) = self.nodes[1];
        (at != NEVER).then(|| (SimTime::from_ns(at), index))
    }

    /// The instant of the first, and the end of time if there is none.
    #[must_use]
    #[inline]
    pub fn first_ns(&self) -> u64 {
        self.nodes[1].0
    }

    /// What actor `index` waits for.
    #[must_use]
    pub fn at(&self, index: u32) -> Option<SimTime> {
        let leaf = self.nodes.get(self.nodes.len() / 2 + index as usize)?;
        (leaf.0 != NEVER).then(|| SimTime::from_ns(leaf.0))
    }

    /// Writes the state.
    pub fn digest(&self, into: &mut Digest) {
        for (at, _) in &self.nodes[self.nodes.len() / 2..] {
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
            // Some come later than the tree was made for.
            let mut tree = Soonest::new(count / 3);
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
