//! Copies of the state kept along the run, so that seeking replays little.
//!
//! One each `stride` events. When there are too many, every second one is dropped and the stride
//! doubles, so that memory stays bounded however long the run gets, and a seek in a run with 256
//! of them replays at most about one part in 128 of it.

use super::model::Model;
use super::state::Core;

/// The most keyframes that a run keeps by default.
pub const KEYFRAMES_MAX: u32 = 256;

/// Events between two keyframes at first, by default.
pub const STRIDE_START: u64 = 64;

/// The keyframes of one run: the `i`-th is its state `i * stride` events after the first.
#[derive(Clone, Debug)]
pub(super) struct Keyframes<M: Model> {
    stride: u64,
    /// The most to keep.
    limit: u32,
    /// Never empty.
    frames: Vec<Core<M>>,
}

impl<M: Model> Keyframes<M> {
    /// Panics unless `limit` is even and at least 2.
    pub(super) fn new(first: Core<M>, limit: u32, stride: u64) -> Keyframes<M> {
        assert!(limit >= 2 && limit % 2 == 0, "a limit of {limit} keyframes");
        Keyframes {
            stride: stride.max(1),
            limit,
            frames: vec![first],
        }
    }

    /// Those no later than after `event_count` events, for a run that goes its own way from there.
    pub(super) fn cut(&self, event_count: u64) -> Keyframes<M> {
        Keyframes {
            stride: self.stride,
            limit: self.limit,
            frames: self.frames[..=self.index(event_count)].to_vec(),
        }
    }

    /// The event count of the first keyframe, before which nothing can be sought.
    pub(super) fn event_count_first(&self) -> u64 {
        self.frames[0].event_count
    }

    /// Keeps a copy of the state if one is due. To be called after every event.
    pub(super) fn offer(&mut self, core: &Core<M>) {
        let events = core.event_count - self.event_count_first();
        if events % self.stride != 0 {
            return;
        }
        if self.frames.len() == self.limit as usize {
            let mut index = 0;
            self.frames.retain(|_| {
                index += 1;
                index % 2 == 1
            });
            // The copy that is due now falls on the doubled stride too: the limit is even.
            self.stride *= 2;
        }
        assert_eq!(
            events,
            self.frames.len() as u64 * self.stride,
            "an event was not offered"
        );
        self.frames.push(core.clone());
    }

    /// The last keyframe that is no later than after `event_count` events.
    pub(super) fn before(&self, event_count: u64) -> &Core<M> {
        &self.frames[self.index(event_count)]
    }

    fn index(&self, event_count: u64) -> usize {
        let index = (event_count - self.event_count_first()) / self.stride;
        usize::try_from(index).expect("fewer keyframes than memory holds")
    }

    #[cfg(test)]
    pub(super) fn stride_and_count(&self) -> (u64, usize) {
        (self.stride, self.frames.len())
    }
}
