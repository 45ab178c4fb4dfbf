//! How many frames of each group are in which state: so that a sweep passes over clean stretches,
//! and a picture of a million frames need not look at each.

use super::frame::{FrameId, FrameState};
use crate::kernel::ChunkVec;

/// Frames of a group.
pub const GROUP: u32 = 32;

/// Frames by state. A pinned or owed frame counts in its state as well.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Free frames.
    pub free: u32,
    /// Frames whose page is on its way from the disk.
    pub reading: u32,
    /// Frames with a clean page.
    pub clean: u32,
    /// Frames with a dirty page that is not being written.
    pub dirty: u32,
    /// Frames with a page that is being written.
    pub writing: u32,
    /// Pinned frames.
    pub pinned: u32,
    /// Frames whose page the running checkpoint still owes.
    pub owed: u32,
}

impl Tally {
    fn of(&mut self, state: FrameState) -> &mut u32 {
        match state {
            FrameState::Free => &mut self.free,
            FrameState::Reading => &mut self.reading,
            FrameState::Clean => &mut self.clean,
            FrameState::Dirty => &mut self.dirty,
            FrameState::Writing => &mut self.writing,
        }
    }
}

/// A group's tally in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Small {
    states: [u8; 5],
    pinned: u8,
    owed: u8,
}

/// The tallies.
#[derive(Clone, Debug)]
pub(super) struct Summary {
    groups: ChunkVec<Small>,
    frames: u32,
    total: Tally,
}

impl Summary {
    /// `frames` frames, the first `resident` clean, the others free.
    pub(super) fn new(frames: u32, resident: u32) -> Self {
        let small = |clean: u32, free: u32| {
            let mut small = Small::default();
            small.states[FrameState::Clean as usize] = clean as u8;
            small.states[FrameState::Free as usize] = free as u8;
            small
        };
        let whole = resident / GROUP;
        let mut groups = ChunkVec::with_head(
            frames.div_ceil(GROUP),
            whole,
            small(GROUP, 0),
            small(0, GROUP),
        );
        let last = frames.div_ceil(GROUP).saturating_sub(1);
        for group in [whole, last] {
            let first = group * GROUP;
            let count = GROUP.min(frames.saturating_sub(first));
            let clean = resident.saturating_sub(first).min(count);
            if count > 0 {
                groups.set(group, small(clean, count - clean));
            }
        }
        Self {
            groups,
            frames,
            total: Tally {
                clean: resident,
                free: frames - resident,
                ..Tally::default()
            },
        }
    }

    pub(super) fn group_of(frame: FrameId) -> u32 {
        frame.0 / GROUP
    }

    pub(super) fn group_count(&self) -> u32 {
        self.groups.len()
    }

    /// First frame and number of frames of a group.
    pub(super) fn frames_of(&self, group: u32) -> (u32, u32) {
        let first = group * GROUP;
        (first, GROUP.min(self.frames - first))
    }

    pub(super) fn total(&self) -> Tally {
        self.total
    }

    pub(super) fn group(&self, group: u32) -> Tally {
        widen(self.groups.get(group))
    }

    pub(super) fn groups(&self) -> impl Iterator<Item = Tally> + '_ {
        self.groups.iter().map(widen)
    }

    pub(super) fn move_one(&mut self, frame: FrameId, from: FrameState, to: FrameState) {
        let group = self.groups.get_mut(Self::group_of(frame));
        group.states[from as usize] -= 1;
        group.states[to as usize] += 1;
        *self.total.of(from) -= 1;
        *self.total.of(to) += 1;
    }

    /// `count` frames from `first` on go from one state to another.
    pub(super) fn move_run(
        &mut self,
        first: FrameId,
        count: u32,
        from: FrameState,
        to: FrameState,
    ) {
        *self.total.of(from) -= count;
        *self.total.of(to) += count;
        let (mut at, end) = (first.0, first.0 + count);
        while at < end {
            let group = at / GROUP;
            let stop = end.min((group + 1) * GROUP);
            let small = self.groups.get_mut(group);
            // At most a group's frames.
            small.states[from as usize] -= (stop - at) as u8;
            small.states[to as usize] += (stop - at) as u8;
            at = stop;
        }
    }

    pub(super) fn pin(&mut self, frame: FrameId, on: bool) {
        let group = self.groups.get_mut(Self::group_of(frame));
        count(&mut group.pinned, &mut self.total.pinned, on);
    }

    pub(super) fn owe(&mut self, frame: FrameId, on: bool) {
        let group = self.groups.get_mut(Self::group_of(frame));
        count(&mut group.owed, &mut self.total.owed, on);
    }

    pub(super) fn set_owed(&mut self, group: u32, owed: u32) {
        let small = self.groups.get_mut(group);
        self.total.owed = self.total.owed + owed - u32::from(small.owed);
        small.owed = owed as u8;
    }
}

fn widen(small: &Small) -> Tally {
    let [free, reading, clean, dirty, writing] = small.states.map(u32::from);
    Tally {
        free,
        reading,
        clean,
        dirty,
        writing,
        pinned: u32::from(small.pinned),
        owed: u32::from(small.owed),
    }
}

fn count(small: &mut u8, total: &mut u32, on: bool) {
    if on {
        *small += 1;
        *total += 1;
    } else {
        *small -= 1;
        *total -= 1;
    }
}
