//! A long vector that is cheap to clone and dear only where it changes.
//!
//! Keyframes clone the whole model. A model with a hundred thousand items would copy them all at
//! each keyframe, although few changed in between. Here the items sit in shared chunks, and a
//! chunk is copied when it is first written to after a clone.

use std::fmt;
use std::rc::Rc;

/// Items a chunk, unless the type says otherwise. Large enough that a clone copies few pointers,
/// small enough that one write after a clone copies a few kilobytes; large items want fewer.
pub const CHUNK_LEN: usize = 512;

/// A vector of fixed length whose clones share what none of them has changed.
#[derive(Clone)]
pub struct ChunkVec<T: Clone, const N: usize = CHUNK_LEN> {
    /// All full but the last.
    chunks: Vec<Rc<[T]>>,
    len: u32,
}

impl<T: Clone, const N: usize> ChunkVec<T, N> {
    /// `len` items, all equal to `value`.
    pub fn new(len: u32, value: T) -> ChunkVec<T, N> {
        let full: Rc<[T]> = vec![value.clone(); N].into();
        let mut chunks = vec![full; len as usize / N];
        let rest = len as usize % N;
        if rest > 0 {
            chunks.push(vec![value; rest].into());
        }
        ChunkVec { chunks, len }
    }

    /// `len` items, the first `head` of them `first` and the others `rest`. Equal chunks are
    /// shared, so that a million items take little time and memory until they change.
    pub fn with_head(len: u32, head: u32, first: T, rest: T) -> ChunkVec<T, N> {
        let head = head.min(len) as usize;
        let full = |value: &T| -> Rc<[T]> { vec![value.clone(); N].into() };
        let (firsts, rests) = (full(&first), full(&rest));
        let chunk = |start: usize| {
            let end = (len as usize).min(start + N);
            if end <= head && end - start == N {
                Rc::clone(&firsts)
            } else if start >= head && end - start == N {
                Rc::clone(&rests)
            } else {
                let item = |i: usize| {
                    if i < head {
                        first.clone()
                    } else {
                        rest.clone()
                    }
                };
                (start..end).map(item).collect()
            }
        };
        let chunks = (0..len as usize).step_by(N).map(chunk).collect();
        ChunkVec { chunks, len }
    }

    /// `len` items, the `i`-th of them `item(i)`, asked for in order.
    pub fn from_fn(len: u32, mut item: impl FnMut(u32) -> T) -> ChunkVec<T, N> {
        let starts = (0..len).step_by(N);
        let chunks = starts
            .map(|start| {
                let end = len.min(start.saturating_add(N as u32));
                (start..end).map(&mut item).collect()
            })
            .collect();
        ChunkVec { chunks, len }
    }

    /// How many items there are.
    pub fn len(&self) -> u32 {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The item at `i`. Panics unless `i < len`.
    pub fn get(&self, i: u32) -> &T {
        let (chunk, offset) = self.place(i);
        &self.chunks[chunk][offset]
    }

    /// The item at `i`, for changing it; copies its chunk if a clone shares it. Panics unless
    /// `i < len`.
    pub fn get_mut(&mut self, i: u32) -> &mut T {
        let (chunk, offset) = self.place(i);
        &mut Rc::make_mut(&mut self.chunks[chunk])[offset]
    }

    /// Puts `value` at `i`. Panics unless `i < len`.
    pub fn set(&mut self, i: u32, value: T) {
        *self.get_mut(i) = value;
    }

    /// Changes the items from `first` on, `count` of them, in order; each chunk is copied at most
    /// once. Panics unless all of them are there.
    pub fn update(&mut self, first: u32, count: u32, mut change: impl FnMut(&mut T)) {
        assert!(
            count <= self.len && first <= self.len - count,
            "{count} items from {first}"
        );
        let (mut at, end) = (first as usize, (first + count) as usize);
        while at < end {
            let stop = end.min((at / N + 1) * N);
            let items = Rc::make_mut(&mut self.chunks[at / N]);
            let offset = at % N;
            items[offset..offset + (stop - at)]
                .iter_mut()
                .for_each(&mut change);
            at = stop;
        }
    }

    /// Changes the items from `first` on, at most `count`, in order, until `change` says false
    /// (that item must not have been changed then). Returns how many were changed. Panics unless
    /// all of them are there.
    pub fn update_while(
        &mut self,
        first: u32,
        count: u32,
        mut change: impl FnMut(u32, &mut T) -> bool,
    ) -> u32 {
        assert!(
            count <= self.len && first <= self.len - count,
            "{count} items from {first}"
        );
        let (mut at, end) = (first, first + count);
        while at < end {
            let (chunk, offset) = self.place(at);
            let items = Rc::make_mut(&mut self.chunks[chunk]);
            for item in &mut items[offset..] {
                if at == end || !change(at, item) {
                    return at - first;
                }
                at += 1;
            }
        }
        count
    }

    /// The items from `first` on, at most `count`.
    pub fn range(&self, first: u32, count: u32) -> impl Iterator<Item = &T> {
        let (chunk, offset) = (first as usize / N, first as usize % N);
        let items = self
            .chunks
            .iter()
            .skip(chunk)
            .flat_map(|chunk| chunk.iter());
        items.skip(offset).take(count as usize)
    }

    /// All items in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &T> {
        self.chunks.iter().flat_map(|chunk| chunk.iter())
    }

    #[inline(always)]
    fn place(&self, i: u32) -> (usize, usize) {
        assert!(i < self.len, "item {i} of {}", self.len);
        (i as usize / N, i as usize % N)
    }
}

impl<T: Clone + PartialEq, const N: usize> PartialEq for ChunkVec<T, N> {
    /// Shared chunks are equal without looking inside, so comparing a vector with a recent clone
    /// costs little. (Items must equal themselves, as all but floats do.)
    fn eq(&self, other: &ChunkVec<T, N>) -> bool {
        let mut pairs = self.chunks.iter().zip(&other.chunks);
        self.len == other.len && pairs.all(|(a, b)| Rc::ptr_eq(a, b) || a == b)
    }
}

impl<T: Clone + Eq, const N: usize> Eq for ChunkVec<T, N> {}

impl<T: Clone + fmt::Debug, const N: usize> fmt::Debug for ChunkVec<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::super::rng::{Rng, Stream};
    use super::*;

    #[test]
    fn lengths_around_a_chunk() {
        for len in [0, 1, 511, 512, 513, 1024, 1500] {
            let items = ChunkVec::<_>::from_fn(len, |i| i * 2);
            assert_eq!((items.len(), items.is_empty()), (len, len == 0));
            assert!(items.iter().copied().eq((0..len).map(|i| i * 2)));
            assert!((0..len).all(|i| *items.get(i) == i * 2));
        }
    }

    #[test]
    fn a_head_and_a_rest() {
        for (len, head) in [
            (0, 0),
            (5, 2),
            (2_000, 0),
            (2_000, 700),
            (1_024, 512),
            (9, 20),
        ] {
            let items = ChunkVec::<_>::with_head(len, head, 1_u8, 2);
            let wanted = (0..len).map(|i| if i < head { 1 } else { 2 });
            assert!(items.iter().copied().eq(wanted), "{head} of {len}");
        }
    }

    #[test]
    #[should_panic(expected = "item 3 of 3")]
    fn beyond_the_end_is_a_mistake() {
        ChunkVec::<_>::new(3, 0_u8).get(3);
    }

    #[test]
    fn a_write_copies_one_chunk_and_only_if_shared() {
        let mut items = ChunkVec::<_>::new(2_000, 0_u64);
        let copy = items.clone();
        items.set(600, 7);
        assert_eq!((*items.get(600), *copy.get(600)), (7, 0));
        let shared = items
            .chunks
            .iter()
            .zip(&copy.chunks)
            .map(|(a, b)| Rc::ptr_eq(a, b));
        assert_eq!(shared.collect::<Vec<_>>(), [true, false, true, true]);
        let before = Rc::as_ptr(&items.chunks[1]);
        *items.get_mut(601) += 1;
        assert!(
            std::ptr::eq(before, Rc::as_ptr(&items.chunks[1])),
            "copied without need"
        );
    }

    #[test]
    fn agrees_with_plain_vectors_under_random_use() {
        for seed in 0..20 {
            let mut rng = Rng::new(seed, Stream::new(0, 0));
            let len = rng.range_inclusive(1, 2_000);
            let mut items = ChunkVec::<_>::new(len as u32, 0_u64);
            let mut plain = vec![0_u64; len as usize];
            let mut kept = Vec::new();
            for round in 0..500 {
                let i = rng.below(len);
                items.set(i as u32, round);
                plain[i as usize] = round;
                if rng.chance(1, 50) {
                    kept.push((items.clone(), plain.clone()));
                }
            }
            kept.push((items, plain));
            for (items, plain) in &kept {
                assert!(items.iter().eq(plain));
            }
            assert!(kept[0].0 == kept[0].0.clone());
            assert_ne!(kept[0].0, ChunkVec::<_>::new(len as u32 + 1, 0));
        }
        assert_eq!(format!("{:?}", ChunkVec::<_>::new(2, 5_u8)), "[5, 5]");
    }

    #[test]
    fn an_update_stops_where_it_is_told() {
        let mut items = ChunkVec::<_>::from_fn(2_000, |i| i);
        for (first, count, stop) in [(10, 700, 600), (0, 5, 9), (511, 2, 511), (1_999, 1, 5_000)] {
            let changed = items.update_while(first, count, |i, item| {
                if i != stop {
                    *item += 1;
                }
                i != stop
            });
            let wanted = if (first..first + count).contains(&stop) {
                stop - first
            } else {
                count
            };
            assert_eq!(changed, wanted);
            assert!(
                items
                    .range(first, changed)
                    .copied()
                    .eq(first + 1..first + changed + 1)
            );
            items.update(first, changed, |item| *item -= 1);
        }
        assert_eq!(items, ChunkVec::<_>::from_fn(2_000, |i| i));
    }

    #[test]
    fn an_update_touches_its_range_and_nothing_else() {
        for (len, first, count) in [
            (10, 0, 10),
            (2_000, 500, 30),
            (2_000, 511, 1_100),
            (5, 5, 0),
        ] {
            let mut items = ChunkVec::<_>::new(len, 0_u8);
            let before = items.clone();
            items.update(first, count, |item| *item += 1);
            let touched = |i: u32| (first..first + count).contains(&i);
            for i in 0..len {
                assert_eq!(*items.get(i), u8::from(touched(i)), "{i} of {len}");
            }
            assert_eq!(before, ChunkVec::<_>::new(len, 0));
        }
    }
}
