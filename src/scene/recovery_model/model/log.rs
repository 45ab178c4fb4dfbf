//! What is written down of a stretch of a run when somebody looks at it closely: who did what.
//! Never part of the state.

use super::sessions::Doing;
use crate::kernel::SimTime;

/// From here on a session does something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Begins {
    /// When.
    pub at: SimTime,
    /// The session.
    pub session: u32,
    /// What.
    pub doing: Doing,
}

/// A log write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Write {
    /// Handed to the device.
    pub from: SimTime,
    /// Done.
    pub to: SimTime,
    /// Its place among those under way.
    pub slot: u32,
}

/// A log of a stretch.
#[derive(Clone, Debug, Default)]
pub struct Log {
    /// What sessions did, in order.
    pub acts: Vec<Begins>,
    /// Log writes, in the order in which they were done.
    pub writes: Vec<Write>,
}

impl Log {
    pub(super) fn begins(&mut self, at: SimTime, session: u32, doing: Doing) {
        self.acts.push(Begins { at, session, doing });
    }

    pub(super) fn written(&mut self, (slot, from): (u32, SimTime), to: SimTime) {
        self.writes.push(Write { from, to, slot });
    }
}
