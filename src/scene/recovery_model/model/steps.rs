//! What happens next: the device, the server's clocks, and the sessions, in the order of time.

use super::super::task::Task;
use super::machine::{Machine, clock};
use crate::kernel::SimTime;

impl Machine {
    /// When the next step comes, in nanoseconds; the end of time if there is none.
    #[must_use]
    #[inline]
    pub fn next_ns(&self) -> u64 {
        let clocks = self.clocks.first_ns().min(self.disk.hands_over_at);
        self.disk.next_ns().min(clocks).min(self.next_session_ns())
    }

    #[inline]
    fn next_session_ns(&self) -> u64 {
        self.wakes.first_ns().min(self.latch_ns)
    }

    /// One step, if one is due until then. At the same instant the device comes first, then the
    /// server, then sessions. An insert may be done with the statement before it, if that is due
    /// too. Returns whether there was one.
    #[inline]
    pub fn step(&mut self, until: SimTime) -> bool {
        let (disk, clocks) = (self.disk.next_ns(), self.clocks.first_ns());
        let (sessions, hands_over) = (self.next_session_ns(), self.disk.hands_over_at);
        let at = disk.min(clocks).min(sessions).min(hands_over);
        if at > until.as_ns() || self.is_done {
            return false;
        }
        assert!(at >= self.now.as_ns(), "time runs back");
        if at == u64::MAX {
            self.is_done = true;
            return true;
        }
        self.now = SimTime::from_ns(at);
        if disk == at {
            self.written();
        } else if hands_over == at {
            self.disk.hands_over_at = u64::MAX;
            self.start_writes();
        } else if clocks == at {
            self.clock_rings();
        } else {
            self.next_session(at, until);
        }
        true
    }

    /// Sessions go on in the order of their instants, and at the same one by their numbers.
    #[inline]
    fn next_session(&mut self, at: u64, until: SimTime) {
        let wake = self
            .wakes
            .first_index()
            .filter(|_| self.wakes.first_ns() == at);
        let insert = self.latch_line.front().filter(|first| first.0 == at);
        let insert = insert.map(|first| first.1);
        if let Some(session) = insert.filter(|i| wake.is_none_or(|wake| *i < wake)) {
            return self.leave_latch_line(session);
        }
        let Some(session) = self.wakes.take_first() else {
            return;
        };
        self.session_goes_on(session);
        // Mostly the latch is free, and nothing else comes before the row is in its page: then that
        // is no step of its own.
        let next = self.latch_ns;
        let clocks = self.clocks.first_ns().min(self.disk.hands_over_at);
        let others = self.disk.next_ns().min(clocks).min(self.wakes.first_ns());
        if next < others && next <= until.as_ns() {
            self.now = SimTime::from_ns(next);
            if let Some((_, session)) = self.latch_line.front().copied() {
                self.leave_latch_line(session);
            }
        }
    }

    #[inline]
    fn leave_latch_line(&mut self, session: u32) {
        self.latch_line.pop_front();
        self.latch_ns = self.latch_line.front().map_or(u64::MAX, |next| next.0);
        self.log_rows(session);
    }

    fn clock_rings(&mut self) {
        let Some((_, which)) = self.clocks.first() else {
            return;
        };
        self.clocks.clear(which);
        match which {
            clock::NEIGHBOUR => self.next_burst(),
            clock::DELAY => {
                self.blocks.want();
                self.start_writes();
            }
            clock::PAGES => self.pages_written(),
            clock::AUTOMATIC => self.automatic_checkpoint(),
            clock::SCHEDULE => self.scheduled_log_backup(),
            clock::LOG_BACKUP => self.log_backed_up(),
            clock::DATA_BACKUP => self.data_backed_up(),
            clock::SCRIPT => self.script_goes_on(),
            _ => self.is_done = true,
        }
    }

    /// The reader types something at `at`; no step is due before.
    pub(super) fn typed(&mut self, task: Task, at: SimTime) {
        self.now = self.now.max(at);
        self.is_done &= !self.s.horizon.is_zero();
        self.type_task(task);
        if self.left == 0 {
            self.end_if_idle();
        }
    }

    /// Steps until the next one would come after `until`.
    pub fn run_to(&mut self, until: SimTime) {
        while self.step(until) {}
    }
}
