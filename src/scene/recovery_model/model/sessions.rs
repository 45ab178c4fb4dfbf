//! A session's round: the client, the latch of the last page, the rows, the commit.

use super::super::scenario::Statement;
use super::machine::{Machine, Waiter, clock};
use super::room::Room;
use crate::engine::backups::RecoveryModel;
use crate::engine::log_record::Records;
use crate::kernel::{SimTime, Span};
use crate::units::{Bytes, Lsn, PAGE_BYTES};

/// Errors 9002 in a row after which a client gives up, where the run would last until it is done.
/// Assumption.
const TRIES_MAX: u32 = 60;
/// Pages of an extent.
const EXTENT_PAGES: u32 = 8;

/// Where a session stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Doing {
    /// The client has it.
    Client,
    /// It waits for the latch of the last page, and inserts.
    Insert,
    /// It waits for a free log buffer: LOGBUFFER.
    Buffer,
    /// It waits for the zeros of a growth of the log.
    Zeros,
    /// Its bulk load's pages are being written.
    Force,
    /// It waits for its commit: WRITELOG.
    Commit,
    /// It got error 9002; its client will try again.
    Full,
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
    /// Rows of this transaction that are not logged yet.
    pub rows_left: u32,
    /// Where the log of its transaction begins, once there is some.
    pub began: Option<Lsn>,
    /// Log set aside for its rollback.
    pub reserved: Bytes,
    /// Errors 9002 in a row.
    pub tries: u32,
    /// Since when it waits for a buffer or for zeros.
    pub since: SimTime,
}

impl Session {
    /// A session that has not begun.
    #[must_use]
    pub fn new(transactions: u32, rows: u32) -> Self {
        Self {
            doing: Doing::Client,
            left: transactions,
            rows_left: rows,
            began: None,
            reserved: Bytes(0),
            tries: 0,
            since: SimTime::ZERO,
        }
    }
}

impl Machine {
    #[inline]
    pub(super) fn set_doing(&mut self, session: u32, doing: Doing) {
        self.sessions[session as usize].doing = doing;
        if let Some(log) = &mut self.watched {
            log.begins(self.now, session, doing);
        }
    }

    /// The session's client prepares the next statement.
    pub(super) fn hand_to_client(&mut self, session: u32) {
        let most = self.s.client_jitter;
        let jitter = self.client_luck.uniform_span(Span::ZERO, most);
        self.set_doing(session, Doing::Client);
        self.wakes.enter(session, self.now + self.s.client + jitter);
    }

    #[inline]
    pub(super) fn session_goes_on(&mut self, session: u32) {
        let state = &mut self.sessions[session as usize];
        match state.doing {
            Doing::Client | Doing::Full => self.take_latch(session),
            Doing::Buffer => {
                self.totals.logbuffer += self.now - state.since;
                self.log_rows(session);
            }
            Doing::Zeros => self.log_rows(session),
            Doing::Force => self.commit(session),
            Doing::Insert | Doing::Commit | Doing::Done => {}
        }
    }

    /// Rows that go into the log at once: those of a page, or of an extent.
    #[inline]
    fn piece(&self, session: u32) -> u32 {
        let most = match self.s.statement {
            Statement::Insert => self.s.rows_per_page,
            Statement::BulkLoad => self.s.rows_per_page * EXTENT_PAGES,
        };
        self.sessions[session as usize].rows_left.min(most)
    }

    /// The latch is granted in the order in which sessions come.
    #[inline]
    fn take_latch(&mut self, session: u32) {
        let granted = self.latch_free.max(self.now);
        let rows = u64::from(self.piece(session));
        self.totals.pagelatch += granted - self.now;
        self.totals.pagelatch_count += u64::from(granted > self.now);
        self.latch_free = granted + self.s.latch.saturating_mul(rows);
        self.set_doing(session, Doing::Insert);
        // It is granted in order, so the line needs no sorting.
        let until = self.latch_free.as_ns();
        self.latch_line.push_back((until, session));
        self.latch_ns = self.latch_ns.min(until);
    }

    /// Is a bulk load's data left out of the log? Not under FULL, and not while a backup of the
    /// data runs (facts: section 3.7, D9).
    fn is_minimal(&self) -> bool {
        self.s.statement == Statement::BulkLoad
            && self.backups.model() != RecoveryModel::Full
            && self.data_backup.is_none()
    }

    fn records(&self, session: u32, rows: u32) -> Records {
        let per_page = u64::from(self.s.rows_per_page);
        let in_page = self.rows % per_page;
        let room = if in_page == 0 { 0 } else { per_page - in_page };
        let beyond = u64::from(rows).saturating_sub(room);
        let pages = if beyond == 0 {
            0
        } else {
            beyond.div_ceil(per_page)
        };
        let data = match self.s.statement {
            Statement::BulkLoad if self.is_minimal() => Records::extent_allocation(),
            Statement::BulkLoad => Records::extent_allocation()
                .and(Records::page_image().times(u64::from(rows).div_ceil(per_page))),
            Statement::Insert => Records::inserts(u64::from(rows), self.s.row_bytes)
                .and(Records::page_allocation().times(pages)),
        };
        match self.sessions[session as usize].began {
            None => Records::begin().and(data),
            Some(_) => data,
        }
    }

    /// The rows are in their page; their records go into the open block.
    pub(super) fn log_rows(&mut self, session: u32) {
        let rows = self.piece(session);
        let mut records = self.records(session, rows);
        let is_last = rows == self.sessions[session as usize].rows_left;
        let is_forced = is_last && self.is_minimal();
        if is_last && !is_forced {
            records = records.and(Records::commit());
        }
        match self.room_for(records) {
            Room::Yes => {}
            Room::Until(at) => {
                self.set_doing(session, Doing::Zeros);
                return self.wakes.enter(session, at);
            }
            Room::Full => return self.fail(session),
        }
        if !self.blocks.has_room(records) {
            self.set_doing(session, Doing::Buffer);
            self.sessions[session as usize].since = self.now;
            self.totals.logbuffer_count += 1;
            self.for_buffer.push_back(session);
            return self.start_writes();
        }
        self.rows += u64::from(rows);
        self.note_extents(rows);
        let begins_at = self.blocks.end_lsn();
        if is_last && !is_forced {
            return self.append_commit(session, records);
        }
        self.blocks.append(records, 0);
        let mut reserved = records.in_block();
        if is_forced {
            // Its commit comes later, in a block that may be its own.
            reserved += self.small_block();
        }
        self.file.reserve(reserved);
        let state = &mut self.sessions[session as usize];
        state.began.get_or_insert(begins_at);
        state.reserved += reserved;
        state.rows_left -= rows;
        self.start_writes();
        if is_forced {
            let pages = u64::from(self.s.rows.div_ceil(self.s.rows_per_page));
            self.set_doing(session, Doing::Force);
            let at = self.now + self.s.device.bulk(Bytes(pages * PAGE_BYTES));
            self.wakes.enter(session, at);
        } else {
            self.take_latch(session);
        }
    }

    fn note_extents(&mut self, rows: u32) {
        if self.is_minimal() {
            let pages = u64::from(rows.div_ceil(self.s.rows_per_page));
            self.backups
                .bulk_load(pages.div_ceil(u64::from(EXTENT_PAGES)));
        }
    }

    fn commit(&mut self, session: u32) {
        self.append_commit(session, Records::commit());
    }

    fn append_commit(&mut self, session: u32, records: Records) {
        let block = self.blocks.append(records, 1);
        self.totals.committed += 1;
        let state = &mut self.sessions[session as usize];
        state.began = None;
        state.tries = 0;
        state.rows_left = self.s.rows;
        let reserved = std::mem::take(&mut state.reserved);
        if !reserved.is_zero() {
            self.file.unreserve(reserved);
        }
        self.set_doing(session, Doing::Commit);
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

    /// Counts error 9002.
    pub(super) fn refuse(&mut self) {
        self.totals.errors += 1;
        self.totals.full_at.get_or_insert(self.now);
    }

    /// Error 9002: the statement fails, its transaction is rolled back into the space that was set
    /// aside for it, and the client tries again later.
    fn fail(&mut self, session: u32) {
        self.refuse();
        let logged = self.s.rows - self.sessions[session as usize].rows_left;
        let undone = match self.s.statement {
            Statement::Insert => logged,
            Statement::BulkLoad => logged.div_ceil(self.s.rows_per_page * EXTENT_PAGES),
        };
        let state = &mut self.sessions[session as usize];
        let reserved = std::mem::take(&mut state.reserved);
        let began = state.began.take();
        state.rows_left = self.s.rows;
        if began.is_some() {
            self.file.unreserve(reserved);
            self.blocks.append(Records::rollback(u64::from(undone)), 0);
            self.start_writes();
        }
        self.set_doing(session, Doing::Full);
        self.sessions[session as usize].tries += 1;
        if self.s.horizon.is_zero() && self.sessions[session as usize].tries >= TRIES_MAX {
            self.totals.gave_up += 1;
            return self.leave(session);
        }
        self.wakes.enter(session, self.now + self.s.retry);
    }

    /// The durable end of the log has moved: whoever waited below it goes on.
    pub(super) fn answer(&mut self) {
        while let Some(waiter) = self.waiters.front().copied() {
            if !self.blocks.is_durable(waiter.block) {
                break;
            }
            self.waiters.pop_front();
            let waited = self.now - waiter.since;
            self.totals.writelog += waited;
            self.totals.writelog_max = self.totals.writelog_max.max(waited);
            self.totals.writelog_count += 1;
            self.acknowledge(waiter.session);
        }
        // Buffers are free again: those who waited for one look once more, in their order.
        while let Some(session) = self.for_buffer.pop_front() {
            self.wakes.enter(session, self.now);
        }
    }

    fn acknowledge(&mut self, session: u32) {
        self.totals.acknowledged += 1;
        let at_risk = self.totals.acknowledged - self.totals.durable.min(self.totals.acknowledged);
        self.totals.at_risk_max = self.totals.at_risk_max.max(at_risk);
        if !self.s.horizon.is_zero() {
            return self.hand_to_client(session);
        }
        let state = &mut self.sessions[session as usize];
        state.left -= 1;
        if state.left > 0 {
            return self.hand_to_client(session);
        }
        self.leave(session);
    }

    /// The session is done, or has given up.
    fn leave(&mut self, session: u32) {
        self.set_doing(session, Doing::Done);
        self.left -= 1;
        if self.left == 0 {
            self.totals.load_done_at = Some(self.now);
            self.next_closing();
        }
    }
}
