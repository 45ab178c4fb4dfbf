//! A session's round: the client, the latch of the last page, the insert, the commit.

use super::machine::{Machine, Waiter, clock};
use crate::engine::log_record::Records;
use crate::kernel::Span;

/// Where a session stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Doing {
    /// The client has it.
    Client,
    /// It waits for the latch of the last page, and inserts.
    Insert,
    /// It waits for its commit: WRITELOG.
    Commit,
    /// All its transactions are committed.
    Done,
}

/// A session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Session {
    /// Where it stands.
    pub doing: Doing,
    /// Transactions that are still to come, the one under way included.
    pub left: u32,
}

impl Session {
    /// A session that has not begun.
    #[must_use]
    pub fn new(transactions: u32) -> Self {
        Self {
            doing: Doing::Client,
            left: transactions,
        }
    }
}

impl Machine {
    /// The session's client prepares the next statement.
    pub(super) fn hand_to_client(&mut self, session: u32) {
        let jitter = self
            .client_luck
            .uniform_span(Span::ZERO, self.s.client_jitter);
        self.sessions[session as usize].doing = Doing::Client;
        self.wakes.set(session, self.now + self.s.client + jitter);
    }

    pub(super) fn session_goes_on(&mut self, session: u32) {
        match self.sessions[session as usize].doing {
            Doing::Client => {
                // The latch is granted in the order in which sessions come.
                let granted = self.latch_free.max(self.now);
                let held = self.s.latch.saturating_mul(u64::from(self.s.rows));
                self.totals.pagelatch += granted - self.now;
                self.latch_free = granted + held;
                self.sessions[session as usize].doing = Doing::Insert;
                self.wakes.set(session, self.latch_free);
            }
            Doing::Insert => self.commit(session),
            Doing::Commit | Doing::Done => self.wakes.clear(session),
        }
    }

    /// The rows are in their page; their records and the commit record go into the open block.
    fn commit(&mut self, session: u32) {
        let rows = u64::from(self.s.rows);
        let per_page = u64::from(self.s.rows_per_page);
        let pages = (self.rows + rows).div_ceil(per_page) - self.rows.div_ceil(per_page);
        self.rows += rows;
        let records = Records::begin()
            .and(Records::inserts(rows, self.s.row_bytes))
            .and(Records::page_allocation().times(pages))
            .and(Records::commit());
        let block = self.blocks.append(records, 1);
        self.totals.committed += 1;
        self.sessions[session as usize].doing = Doing::Commit;
        self.wakes.clear(session);
        if self.s.is_delayed {
            if self.clocks.at(clock::DELAY).is_none() {
                self.clocks.set(clock::DELAY, self.now + self.s.delay_max);
            }
            self.start_writes();
            return self.acknowledge(session);
        }
        self.blocks.want();
        self.waiters.push_back(Waiter {
            block,
            session,
            since: self.now,
        });
        self.start_writes();
    }

    /// The durable end of the log has moved: whoever waited below it goes on.
    pub(super) fn answer(&mut self) {
        while let Some(waiter) = self.waiters.front().copied() {
            if !self.blocks.is_durable(waiter.block) {
                break;
            }
            self.waiters.pop_front();
            self.totals.writelog += self.now - waiter.since;
            self.totals.writelog_count += 1;
            self.acknowledge(waiter.session);
        }
    }

    fn acknowledge(&mut self, session: u32) {
        self.totals.acknowledged += 1;
        let state = &mut self.sessions[session as usize];
        state.left -= 1;
        if state.left > 0 {
            return self.hand_to_client(session);
        }
        state.doing = Doing::Done;
        self.left -= 1;
        if self.left == 0 {
            self.totals.load_done_at = Some(self.now);
            self.begin_checkpoint();
        }
    }
}
