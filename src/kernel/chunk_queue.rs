//! A first-in first-out queue that is cheap to clone, for the same reason as
//! [`ChunkVec`](super::ChunkVec): keyframes clone the whole model.

use std::collections::VecDeque;
use std::rc::Rc;

/// Items a chunk.
const CHUNK_LEN: usize = 512;

/// A queue whose clones share their chunks; only the last is copied when it is pushed to.
#[derive(Clone, Debug)]
pub struct ChunkQueue<T: Clone> {
    /// All full but the last.
    chunks: VecDeque<Rc<Vec<T>>>,
    /// Items of the first chunk that have left already.
    gone: usize,
    len: u32,
}

impl<T: Clone> Default for ChunkQueue<T> {
    fn default() -> Self {
        ChunkQueue {
            chunks: VecDeque::new(),
            gone: 0,
            len: 0,
        }
    }
}

impl<T: Clone> ChunkQueue<T> {
    /// How many items there are.
    pub fn len(&self) -> u32 {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Puts an item at the end.
    pub fn push_back(&mut self, item: T) {
        self.len += 1;
        match self.chunks.back_mut() {
            Some(last) if last.len() < CHUNK_LEN => Rc::make_mut(last).push(item),
            _ => {
                let mut chunk = Vec::with_capacity(CHUNK_LEN);
                chunk.push(item);
                self.chunks.push_back(Rc::new(chunk));
            }
        }
    }

    /// The `i`-th item from the front, from 0.
    pub fn get(&self, i: u32) -> Option<&T> {
        let at = self.gone + i as usize;
        self.chunks.get(at / CHUNK_LEN)?.get(at % CHUNK_LEN)
    }

    /// The item at the front.
    pub fn front(&self) -> Option<&T> {
        self.get(0)
    }

    /// Takes the item off the front. Copies no chunk.
    pub fn pop_front(&mut self) -> Option<T> {
        let item = self.front()?.clone();
        self.len -= 1;
        self.gone += 1;
        let is_spent = self.gone == CHUNK_LEN || self.len == 0;
        if is_spent {
            self.chunks.pop_front();
            self.gone = 0;
        }
        Some(item)
    }
}

#[cfg(test)]
mod tests {
    use super::super::rng::{Rng, Stream};
    use super::*;

    #[test]
    fn agrees_with_a_plain_queue_and_clones_keep_their_past() {
        for seed in 0..20 {
            let mut rng = Rng::new(seed, Stream::new(0, 0));
            let (mut queue, mut plain) = (ChunkQueue::default(), VecDeque::new());
            let mut kept = Vec::new();
            for round in 0..4_000_u64 {
                if rng.chance(6 + seed % 3, 14) {
                    queue.push_back(round);
                    plain.push_back(round);
                } else {
                    assert_eq!(queue.pop_front(), plain.pop_front());
                }
                assert_eq!(queue.len() as usize, plain.len());
                assert_eq!(queue.is_empty(), plain.is_empty());
                if rng.chance(1, 300) {
                    kept.push((queue.clone(), plain.clone()));
                }
            }
            kept.push((queue, plain));
            for (queue, plain) in kept {
                let items = (0..queue.len() + 2).map(|i| queue.get(i).copied());
                let wanted = (0..plain.len() + 2).map(|i| plain.get(i).copied());
                assert!(items.eq(wanted));
            }
        }
    }
}
