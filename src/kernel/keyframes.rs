//! Copies of the state kept along the run, so that seeking replays little.
//!
//! One each `stride` events. When there are too many, every second one is dropped and the stride
//! doubles, so that memory stays bounded however long the run gets, and a seek replays at most
//! about one part in 128 of it.

use super::model::Model;
use super::state::Core;

/// The most keyframes that a run keeps, if its limits don't say otherwise.
pub const KEYFRAMES_MAX: u32 = 256;

/// Events between two keyframes, at first, if the limits don't say otherwise.
pub const STRIDE_START: u64 = 64;

/// The keyframes of one run: the `i`-th is its state `i * stride` events after the first.
#[derive(Clone, Debug)]
pub(super) struct Keyframes<M: Model> {
    stride: u64,
    /// Even, so that a copy that is due when there are too many falls on the doubled stride too.
    max: usize,
    /// Never empty.
    frames: Vec<Core<M>>,
}

impl<M: Model> Keyframes<M> {
    pub(super) fn new(first: Core<M>, max: u32, stride: u64) -> Keyframes<M> {
        Keyframes {
            stride: stride.max(1),
            max: (max as usize).max(2) / 2 * 2,
            frames: vec![first],
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
        if self.frames.len() == self.max {
            let mut index = 0;
            self.frames.retain(|_| {
                index += 1;
                index % 2 == 1
            });
            self.stride *= 2;
        }
        assert_eq!(
            events,
            self.frames.len() as u64 * self.stride,
            "an event was not offered"
        );
        self.frames.push(core.clone());
    }

    /// The keyframes of a run that parts from this one at `core`, which knows what happens next
    /// there: a keyframe of the same event does not, and `core` takes its place.
    pub(super) fn upto(&self, core: &Core<M>) -> Keyframes<M> {
        let last = self.index_before(core.event_count);
        let mut frames = self.frames[..=last].to_vec();
        if let Some(same) = frames
            .last_mut()
            .filter(|f| f.event_count == core.event_count)
        {
            *same = core.clone();
        }
        Keyframes {
            stride: self.stride,
            max: self.max,
            frames,
        }
    }

    fn index_before(&self, event_count: u64) -> usize {
        let index = (event_count - self.event_count_first()) / self.stride;
        usize::try_from(index).expect("fewer keyframes than memory holds")
    }

    /// The last keyframe that is no later than after `event_count` events.
    pub(super) fn before(&self, event_count: u64) -> &Core<M> {
        &self.frames[self.index_before(event_count)]
    }

    #[cfg(test)]
    pub(super) fn stride_and_count(&self) -> (u64, usize) {
        (self.stride, self.frames.len())
    }
}
