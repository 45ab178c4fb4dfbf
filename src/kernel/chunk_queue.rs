//! A long queue that is cheap to clone: what waits sits in chunks that clones share.
//!
//! The counterpart of [`ChunkVec`](super::ChunkVec) for what comes and goes, such as a list of
//! records that keyframes would otherwise copy whole.

use std::collections::VecDeque;
use std::fmt;
use std::rc::Rc;

/// Items a chunk, as in a [`ChunkVec`](super::ChunkVec).
const CHUNK_LEN: u32 = 512;

/// A first-in, first-out queue whose clones share their chunks. Pushing copies the last chunk if
/// a clone shares it, and popping copies nothing but the item.
#[derive(Clone)]
pub struct ChunkQueue<T: Clone> {
    /// All full but the last, and none empty.
    chunks: VecDeque<Rc<Vec<T>>>,
    /// How many items of the first chunk have left. Less than the items it has.
    gone: u32,
    len: u32,
}

impl<T: Clone> ChunkQueue<T> {
    /// An empty queue.
    pub fn new() -> ChunkQueue<T> {
        ChunkQueue {
            chunks: VecDeque::new(),
            gone: 0,
            len: 0,
        }
    }

    /// How many items wait.
    pub fn len(&self) -> u32 {
        self.len
    }

    /// Whether none waits.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Puts `item` behind all others.
    pub fn push_back(&mut self, item: T) {
        self.len = self.len.checked_add(1).expect("too many items wait");
        match self.chunks.back_mut() {
            Some(last) if last.len() < CHUNK_LEN as usize => Rc::make_mut(last).push(item),
            _ => self.chunks.push_back(Rc::new(vec![item])),
        }
    }

    /// Takes out the item that has waited longest.
    pub fn pop_front(&mut self) -> Option<T> {
        let item = self.front()?.clone();
        self.len -= 1;
        self.gone += 1;
        if self.gone as usize == self.chunks[0].len() {
            self.chunks.pop_front();
            self.gone = 0;
        }
        Some(item)
    }

    /// The item that has waited longest, left in place.
    pub fn front(&self) -> Option<&T> {
        self.get(0)
    }

    /// The item behind `i` others, if there is one.
    pub fn get(&self, i: u32) -> Option<&T> {
        if i >= self.len {
            return None;
        }
        // In 64 bits, since the sum may just not fit 32.
        let index = u64::from(self.gone) + u64::from(i);
        let chunk = (index / u64::from(CHUNK_LEN)) as usize;
        Some(&self.chunks[chunk][(index % u64::from(CHUNK_LEN)) as usize])
    }

    /// All items, from the one that has waited longest.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &T> {
        let gone = self.gone as usize;
        let first = self.chunks.front().map_or(&[][..], |chunk| &chunk[gone..]);
        let others = self.chunks.iter().skip(1);
        first.iter().chain(others.flat_map(|chunk| chunk.iter()))
    }
}

impl<T: Clone> Default for ChunkQueue<T> {
    fn default() -> ChunkQueue<T> {
        ChunkQueue::new()
    }
}

impl<T: Clone + PartialEq> PartialEq for ChunkQueue<T> {
    /// By what waits; what has left makes no difference.
    fn eq(&self, other: &ChunkQueue<T>) -> bool {
        self.len == other.len && self.iter().eq(other.iter())
    }
}

impl<T: Clone + Eq> Eq for ChunkQueue<T> {}

impl<T: Clone + fmt::Debug> fmt::Debug for ChunkQueue<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::super::rng::{Rng, Stream};
    use super::*;

    /// Items that tell how often they were copied.
    #[derive(Debug)]
    struct Counted(Rc<std::cell::Cell<u32>>);

    impl Clone for Counted {
        fn clone(&self) -> Counted {
            self.0.set(self.0.get() + 1);
            Counted(Rc::clone(&self.0))
        }
    }

    #[test]
    fn agrees_with_a_plain_queue_under_random_use_and_so_do_its_clones() {
        for seed in 0..20 {
            let mut rng = Rng::new(seed, Stream::new(0, 0));
            let mut kept = vec![(ChunkQueue::new(), VecDeque::new())];
            for round in 0..3_000_u32 {
                let index = rng.below(kept.len() as u64) as usize;
                let (queue, plain) = &mut kept[index];
                // Long stretches of one kind, so that chunks come and go.
                let is_push = (round / 700 + seed as u32) % 2 == 0;
                for _ in 0..rng.below(4) {
                    if is_push || rng.chance(1, 4) {
                        queue.push_back(round);
                        plain.push_back(round);
                    } else {
                        assert_eq!(queue.pop_front(), plain.pop_front());
                    }
                }
                assert_eq!(
                    (queue.len() as usize, queue.front()),
                    (plain.len(), plain.front())
                );
                let i = rng.below(plain.len() as u64 + 2) as u32;
                assert_eq!(queue.get(i), plain.get(i as usize));
                if kept.len() < 6 && rng.chance(1, 200) {
                    let copy = kept[index].clone();
                    kept.push(copy);
                }
            }
            for (queue, plain) in &kept {
                assert!(queue.iter().eq(plain) && queue.iter().rev().eq(plain.iter().rev()));
                assert_eq!(queue.is_empty(), plain.is_empty());
                let fresh = plain.iter().fold(ChunkQueue::new(), |mut fresh, item| {
                    fresh.push_back(*item);
                    fresh
                });
                assert_eq!(*queue, fresh);
            }
        }
    }

    #[test]
    fn popping_copies_the_item_and_pushing_one_chunk() {
        let copies = Rc::new(std::cell::Cell::new(0));
        let mut queue = ChunkQueue::new();
        (0..2_000).for_each(|_| queue.push_back(Counted(Rc::clone(&copies))));
        assert_eq!(copies.get(), 0);
        let kept = queue.clone();
        (0..1_000).for_each(|_| drop(queue.pop_front()));
        assert_eq!(copies.get(), 1_000, "a pop copied more than the item");
        (0..10).for_each(|_| queue.push_back(Counted(Rc::clone(&copies))));
        assert_eq!(
            copies.get(),
            1_000 + 2_000 % CHUNK_LEN,
            "not the last chunk, once"
        );
        assert_eq!((queue.len(), kept.len()), (1_010, 2_000));
    }

    #[test]
    fn an_empty_queue_starts_anew() {
        let mut queue = ChunkQueue::default();
        for round in 0..2_000 {
            assert_eq!(
                (queue.pop_front(), queue.front(), queue.len()),
                (None, None, 0)
            );
            queue.push_back(round);
            assert_eq!(queue.pop_front(), Some(round));
        }
        assert!(queue.chunks.is_empty());
        queue.push_back(5);
        queue.push_back(6);
        assert_eq!(format!("{queue:?}"), "[5, 6]");
    }
}
