//! The event queue: what happens next, and in which order.
//!
//! Events leave by time; events of the same instant leave in the order in which they were pushed
//! (first in, first out). Every push takes the next insertion number, without exception, so the
//! order is total and the same on every machine.
//!
//! Cancelling frees the event at once and leaves its key behind in the heap, dead. Two rules keep
//! that cheap: the top of the heap is always alive, so that looking at it needs no search, and the
//! heap is swept when more than half of its keys are dead, so that a model which sets and cancels
//! a timer at each event does not grow.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::time::SimTime;

/// Below this many keys, dead ones are not worth sweeping.
const SWEEP_KEYS_MIN: usize = 64;

/// Names one pushed event, for cancelling it. Never used again for another event.
///
/// Ordered by insertion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EventId {
    seq: u64,
    /// Where the event is kept, so that cancelling needs no search.
    slot: u32,
}

impl EventId {
    /// The insertion number: 0 for the first event pushed, and so on.
    pub const fn seq(self) -> u64 {
        self.seq
    }
}

/// What the heap sorts: small, so that moving it about costs little. Insertion numbers are unique,
/// so the slot never decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    at: SimTime,
    id: EventId,
}

/// Holds an event that waits, or nothing; `seq` tells which event it is or was.
#[derive(Clone, Debug)]
struct Slot<E> {
    seq: u64,
    event: Option<E>,
}

impl<E> Slot<E> {
    fn holds(&self, id: EventId) -> bool {
        self.seq == id.seq && self.event.is_some()
    }
}

/// Events that wait for their time.
#[derive(Clone, Debug)]
pub struct Queue<E: Clone> {
    heap: BinaryHeap<Reverse<Key>>,
    slots: Vec<Slot<E>>,
    free: Vec<u32>,
    seq_next: u64,
}

impl<E: Clone> Default for Queue<E> {
    fn default() -> Self {
        Queue::new()
    }
}

impl<E: Clone> Queue<E> {
    /// An empty queue.
    pub fn new() -> Queue<E> {
        Queue {
            heap: BinaryHeap::new(),
            slots: Vec::new(),
            free: Vec::new(),
            seq_next: 0,
        }
    }

    /// How many events wait; cancelled ones do not count.
    pub fn len(&self) -> usize {
        self.slots.len() - self.free.len()
    }

    /// Whether no event waits.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Puts `event` in for the instant `at`, behind all others of that instant.
    pub fn push(&mut self, at: SimTime, event: E) -> EventId {
        let seq = self.seq_next;
        self.seq_next += 1;
        let filled = Slot {
            seq,
            event: Some(event),
        };
        let slot = match self.free.pop() {
            Some(slot) => {
                self.slots[slot as usize] = filled;
                slot
            }
            None => {
                let slot = u32::try_from(self.slots.len()).expect("too many events wait");
                self.slots.push(filled);
                slot
            }
        };
        let id = EventId { seq, slot };
        self.heap.push(Reverse(Key { at, id }));
        id
    }

    /// Takes an event out before its time. False if it has left already or was cancelled before.
    pub fn cancel(&mut self, id: EventId) -> bool {
        let Some(slot) = self.slots.get(id.slot as usize) else {
            return false;
        };
        if !slot.holds(id) {
            return false;
        }
        self.take(id);
        if self.heap.len() > SWEEP_KEYS_MIN && self.heap.len() / 2 > self.len() {
            let slots = &self.slots;
            self.heap
                .retain(|Reverse(key)| slots[key.id.slot as usize].holds(key.id));
        }
        self.drop_dead_top();
        true
    }

    /// Takes out the next event, with its time and its name.
    pub fn pop(&mut self) -> Option<(SimTime, EventId, E)> {
        let Reverse(Key { at, id }) = self.heap.pop()?;
        let event = self.take(id);
        self.drop_dead_top();
        Some((at, id, event))
    }

    /// When the next event is due.
    pub fn peek_time(&self) -> Option<SimTime> {
        self.heap.peek().map(|Reverse(key)| key.at)
    }

    /// The next event, left in place.
    pub fn peek(&self) -> Option<(SimTime, EventId, &E)> {
        let Reverse(Key { at, id }) = *self.heap.peek()?;
        let event = self.slots[id.slot as usize].event.as_ref();
        Some((at, id, event.expect("the top of the heap is alive")))
    }

    /// Takes all events out. Insertion numbers go on from where they were.
    pub fn clear(&mut self) {
        self.heap.clear();
        self.slots.clear();
        self.free.clear();
    }

    fn take(&mut self, id: EventId) -> E {
        let event = self.slots[id.slot as usize].event.take();
        self.free.push(id.slot);
        event.expect("a key that is alive has its event")
    }

    fn drop_dead_top(&mut self) {
        while let Some(Reverse(key)) = self.heap.peek() {
            if self.slots[key.id.slot as usize].holds(key.id) {
                break;
            }
            self.heap.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::rng::{Rng, Stream};
    use super::*;

    fn at(ns: u64) -> SimTime {
        SimTime::from_ns(ns)
    }

    #[test]
    fn events_leave_by_time_and_ties_in_the_order_pushed() {
        for seed in 0..50 {
            let mut rng = Rng::new(seed, Stream::new(0, 0));
            let mut queue = Queue::new();
            for order in 0..300_u64 {
                queue.push(at(rng.below(10)), order);
            }
            let mut before = None;
            while let Some((time, id, order)) = queue.pop() {
                assert_eq!(id.seq(), order);
                assert!(
                    before < Some((time, order)),
                    "{before:?} left before {time} {order}"
                );
                before = Some((time, order));
            }
        }
    }

    #[test]
    fn a_cancelled_event_never_leaves() {
        let mut queue = Queue::new();
        let first = queue.push(at(1), 'a');
        let second = queue.push(at(2), 'b');
        assert!(queue.cancel(first));
        assert!(!queue.cancel(first), "cancelled twice");
        assert_eq!((queue.len(), queue.peek_time()), (1, Some(at(2))));
        // The slot of the first is used again; its old name must not reach the newcomer.
        let third = queue.push(at(3), 'c');
        assert!(!queue.cancel(first));
        assert_eq!(queue.peek(), Some((at(2), second, &'b')));
        assert_eq!(queue.pop(), Some((at(2), second, 'b')));
        assert!(!queue.cancel(second), "cancelled after it left");
        assert_eq!(queue.pop(), Some((at(3), third, 'c')));
        assert_eq!(queue.pop(), None);
        assert!(queue.is_empty());
    }

    /// Against a plain list that is searched from end to end.
    #[test]
    fn agrees_with_a_sorted_list_under_random_use() {
        for seed in 0..50 {
            let mut rng = Rng::new(seed, Stream::new(0, 1));
            let mut queue = Queue::new();
            let mut list: Vec<(SimTime, EventId)> = Vec::new();
            let mut names = Vec::new();
            for _ in 0..500 {
                match rng.below(5) {
                    0..=2 => {
                        let time = at(rng.below(40));
                        let id = queue.push(time, ());
                        list.push((time, id));
                        names.push(id);
                    }
                    3 if !names.is_empty() => {
                        let id = names[rng.below(names.len() as u64) as usize];
                        let waits = list.iter().position(|entry| entry.1 == id);
                        assert_eq!(queue.cancel(id), waits.is_some());
                        waits.map(|index| list.remove(index));
                    }
                    _ => {
                        let next = list.iter().min().copied();
                        list.retain(|entry| Some(*entry) != next);
                        assert_eq!(queue.pop().map(|(time, id, ())| (time, id)), next);
                    }
                }
                assert_eq!(queue.len(), list.len());
                assert_eq!(queue.peek_time(), list.iter().min().map(|entry| entry.0));
            }
        }
    }

    #[test]
    fn timers_set_and_cancelled_do_not_pile_up() {
        let mut queue = Queue::new();
        queue.push(at(0), ());
        for count in 0..100_000 {
            let timer = queue.push(at(1_000_000 + count), ());
            assert!(queue.cancel(timer));
        }
        assert_eq!(queue.len(), 1);
        assert!(
            queue.heap.len() <= SWEEP_KEYS_MIN + 1,
            "{} keys",
            queue.heap.len()
        );
        assert!(queue.slots.len() <= 2);
    }

    #[test]
    fn a_clone_goes_its_own_way() {
        let mut queue = Queue::new();
        let id = queue.push(at(1), 'a');
        let mut copy = queue.clone();
        assert!(copy.cancel(id));
        assert_eq!(queue.pop(), Some((at(1), id, 'a')));
        queue.push(at(2), 'b');
        queue.clear();
        assert!(queue.is_empty() && copy.is_empty());
        assert_eq!(queue.push(at(3), 'c').seq(), 2, "insertion numbers go on");
    }
}
