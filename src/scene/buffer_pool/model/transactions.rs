//! Transactions: come, read the pages of a place, change their rows, wait for the log.
//!
//! The load is open: transactions come when they come, whatever the server does, so that all sides
//! see the same ones. A transaction takes its pages one after the other; it waits for a free frame,
//! for a page on its way from the disk, and, to change a page, for a write of it that is under way.

use super::series::{COMMIT_LATENCY, stream};
use super::{BufferPool, Cx, Event, Purpose, Trigger};
use crate::engine::disk::IoKind;
use crate::engine::frame::{FrameId, FrameState};
use crate::engine::log::{BEGIN_RECORD_BYTES, COMMIT_RECORD_BYTES, ROW_RECORD_BYTES};
use crate::engine::page::PageId;
use crate::engine::recovery::Record;
use crate::kernel::{SimTime, Span, Stream};
use crate::scene::buffer_pool::scenario::{BURST, BURST_EVERY};
use crate::units::{Bytes, Lsn, PAGE_BYTES};

/// Transactions that are worked on at once; those that come later wait for a worker. Assumption:
/// the 512 worker threads that a small 64-bit server has by default.
const WORKERS: usize = 512;

/// What a transaction is going to do: drawn when it comes, alike on all sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Plan {
    reads_only: bool,
    place: u32,
    changes_hot: bool,
}

/// What a transaction waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Running,
    Starving,
    Reading(FrameId),
    Latched(PageId),
    Committing { lsn: Lsn, since: SimTime },
}

/// A transaction at work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Transaction {
    plan: Plan,
    serial: u32,
    /// Pages done, of those of its place and the hot page.
    done: u32,
    rows: u32,
    /// Where its begin record starts.
    pub(super) began_lsn: Option<Lsn>,
    state: State,
}

impl BufferPool {
    pub(super) fn arrive_later(&mut self, cx: &mut Cx<'_, Event>) {
        let load = &self.scenario.load;
        let Some(apart) = load.apart else { return };
        let into = cx.now().as_ns() % BURST_EVERY.as_ns();
        let is_burst = into >= BURST_EVERY.as_ns() - BURST.as_ns();
        let times = if is_burst { load.burst_times.max(1) } else { 1 };
        let mean = apart.scaled(1, u64::from(times));
        let wait = cx.rng(Stream::new(stream::ARRIVALS, 0)).exponential(mean);
        cx.after(wait.max(Span::from_us(1)), Event::Arrive);
    }

    pub(super) fn arrive(&mut self, cx: &mut Cx<'_, Event>) {
        self.arrive_later(cx);
        let load = &self.scenario.load;
        let rng = cx.rng(Stream::new(stream::PAGE_CHOICE, 0));
        let reads_only = rng.chance(u64::from(load.read_pct), 100);
        let rank = load.zipf.rank(|n| rng.below(n));
        let changes_hot = rng.chance(u64::from(load.hot_pct), 100);
        self.backlog.push_back(Plan {
            reads_only,
            place: load.zipf.place(rank),
            changes_hot: changes_hot && !reads_only,
        });
        self.serve_backlog(cx);
    }

    /// Gives workers to those who wait for one.
    pub(super) fn serve_backlog(&mut self, cx: &mut Cx<'_, Event>) {
        while let Some(plan) = self.backlog.front().copied() {
            let free = self.transactions.iter().position(Option::is_none);
            let id = match free {
                Some(id) => id,
                None if self.transactions.len() < WORKERS => {
                    self.transactions.push(None);
                    self.transactions.len() - 1
                }
                None => return,
            };
            self.backlog.pop_front();
            self.began_transactions += 1;
            let transaction = Transaction {
                plan,
                serial: self.began_transactions,
                done: 0,
                rows: 0,
                began_lsn: None,
                state: State::Running,
            };
            if let Some(slot) = self.transactions.get_mut(id) {
                *slot = Some(transaction);
            }
            self.proceed(id as u32, cx);
        }
    }

    fn at_work(&mut self, id: u32) -> &mut Transaction {
        let slot = self.transactions.get_mut(id as usize);
        slot.and_then(Option::as_mut)
            .expect("a transaction at work")
    }

    /// The next page of a transaction.
    fn next_page(&self, transaction: &Transaction) -> Option<PageId> {
        let (place, plan) = (self.scenario.load.place_pages, transaction.plan);
        if transaction.done < place {
            return Some(PageId(plan.place * place + transaction.done));
        }
        let hot = self.scenario.hot_page.filter(|_| plan.changes_hot);
        hot.filter(|_| transaction.done == place)
    }

    /// Goes through pages until the transaction has to wait or is done.
    pub(super) fn proceed(&mut self, id: u32, cx: &mut Cx<'_, Event>) {
        loop {
            let transaction = *self.at_work(id);
            let Some(page) = self.next_page(&transaction) else {
                return self.pages_done(id, cx);
            };
            let Some(frame) = self.pool.frame_of(page) else {
                let state = match self.pool.begin_read(page) {
                    Some(frame) => {
                        self.pool.pin(frame);
                        self.read_page(frame, page, cx);
                        State::Reading(frame)
                    }
                    None => {
                        self.starving.push_back(id);
                        State::Starving
                    }
                };
                self.at_work(id).state = state;
                return;
            };
            let wait = match self.pool.state(frame) {
                FrameState::Reading => Some(State::Reading(frame)),
                FrameState::Writing if !transaction.plan.reads_only => Some(State::Latched(page)),
                _ => None,
            };
            if let Some(wait) = wait {
                self.latched += u32::from(matches!(wait, State::Latched(_)));
                self.pool.pin(frame);
                self.at_work(id).state = wait;
                return;
            }
            self.access(id, page, frame, cx);
        }
    }

    fn read_page(&mut self, frame: FrameId, page: PageId, cx: &mut Cx<'_, Event>) {
        self.totals.page_reads += 1;
        let address = super::io::address(page);
        self.submit(
            Purpose::PageRead(frame),
            IoKind::Read,
            address,
            PAGE_BYTES,
            cx,
        );
    }

    /// Reads the page, or changes rows of it and of those behind it.
    fn access(&mut self, id: u32, page: PageId, frame: FrameId, cx: &Cx<'_, Event>) {
        let tick = Self::tick(cx);
        let transaction = *self.at_work(id);
        if transaction.plan.reads_only {
            self.at_work(id).done += 1;
            self.totals.page_accesses += 1;
            return self.pool.touch(frame, tick);
        }
        if transaction.began_lsn.is_none() {
            self.at_work(id).began_lsn = Some(self.log.appended_lsn());
            self.log.append(BEGIN_RECORD_BYTES);
            self.records_since += 1;
        }
        let rows_before = transaction.rows;
        let load = &self.scenario.load;
        let place = load.place_pages;
        let is_hot = transaction.done >= place;
        let count = if is_hot { 1 } else { place - transaction.done };
        let (log, journal) = (&mut self.log, &mut self.journal);
        let keeps_journal = self.scenario.keeps_journal;
        let (mut rows_left, mut next) = (load.rows.saturating_sub(rows_before), page);
        let changed = self.pool.change(page, count, tick, || {
            let rows = if is_hot {
                1
            } else {
                rows_left.min(load.rows_per_page)
            };
            rows_left = rows_left.saturating_sub(rows);
            let from = log.appended_lsn();
            let to = log.append(ROW_RECORD_BYTES.times(u64::from(rows)));
            if keeps_journal {
                journal.push(Record::Change {
                    from,
                    to,
                    transaction: transaction.serial,
                    page: next,
                });
            }
            next = PageId(next.0 + 1);
            (from, to)
        });
        assert!(changed > 0, "page {} was latched", page.0);
        let rows = if is_hot {
            1
        } else {
            load.rows.saturating_sub(rows_before) - rows_left
        };
        self.records_since += u64::from(rows);
        self.totals.page_accesses += u64::from(changed);
        let transaction = self.at_work(id);
        transaction.done += changed;
        transaction.rows += rows;
    }

    /// All pages are done: a change asks for its commit's flush.
    fn pages_done(&mut self, id: u32, cx: &mut Cx<'_, Event>) {
        let transaction = *self.at_work(id);
        if transaction.plan.reads_only {
            return self.end_transaction(id);
        }
        let lsn = self.log.append(COMMIT_RECORD_BYTES);
        self.log.want(lsn);
        self.records_since += 1;
        if self.scenario.keeps_journal {
            self.journal.push(Record::Commit {
                to: lsn,
                transaction: transaction.serial,
            });
        }
        self.at_work(id).state = State::Committing {
            lsn,
            since: cx.now(),
        };
        self.committing.push_back(id);
        self.flush_log(cx);
        self.look_background_later(cx);
        self.checkpoint_if_due(cx);
    }

    fn end_transaction(&mut self, id: u32) {
        if let Some(slot) = self.transactions.get_mut(id as usize) {
            *slot = None;
        }
    }

    /// The log is durable further than before: who waited below is answered.
    pub(super) fn acknowledge(&mut self, cx: &mut Cx<'_, Event>) {
        while let Some(id) = self.committing.front().copied() {
            let transaction = *self.at_work(id);
            let State::Committing { lsn, since } = transaction.state else {
                panic!("transaction {id} does not wait for its commit");
            };
            if !self.log.is_durable(lsn) {
                return;
            }
            self.committing.pop_front();
            self.totals.commits += 1;
            self.totals.rows += u64::from(transaction.rows);
            if self.totals.commits % u64::from(self.scenario.commit_thinning) == 0 {
                cx.sample(COMMIT_LATENCY, (cx.now() - since).as_ns() as i64);
            }
            self.end_transaction(id);
        }
    }

    /// A page has come from the disk: who waited for it goes on.
    pub(super) fn page_read(&mut self, frame: FrameId, cx: &mut Cx<'_, Event>) {
        self.pool.end_read(frame);
        self.wake(|state| state == State::Reading(frame), frame, cx);
    }

    /// A page is written: who waited to change it goes on.
    pub(super) fn unlatch(&mut self, page: PageId, cx: &mut Cx<'_, Event>) {
        if self.latched > 0
            && let Some(frame) = self.pool.frame_of(page)
        {
            let woken = self.wake(|state| state == State::Latched(page), frame, cx);
            self.latched -= woken;
        }
    }

    fn wake(
        &mut self,
        waits: impl Fn(State) -> bool,
        frame: FrameId,
        cx: &mut Cx<'_, Event>,
    ) -> u32 {
        let all = self.transactions.iter().enumerate();
        let ids: Vec<u32> = all
            .filter(|(_, t)| t.is_some_and(|t| waits(t.state)))
            .map(|(id, _)| id as u32)
            .collect();
        for id in &ids {
            self.pool.unpin(frame);
            self.at_work(*id).state = State::Running;
        }
        for id in &ids {
            self.proceed(*id, cx);
        }
        ids.len() as u32
    }

    /// Gives free frames to those who wait for one, and makes room if there are none.
    pub(super) fn serve_starving(&mut self, cx: &mut Cx<'_, Event>) {
        self.serve_backlog(cx);
        while !self.starving.is_empty() {
            if self.pool.tally().free == 0 {
                self.make_room(self.starving.len() as u32, cx);
            }
            if self.pool.tally().free == 0 {
                return;
            }
            if let Some(id) = self.starving.pop_front() {
                self.at_work(id).state = State::Running;
                self.proceed(id, cx);
            }
        }
    }

    /// An automatic checkpoint comes when the log records since the last have reached the number
    /// that is reckoned to be redone within the recovery interval, and in SIMPLE also when the log
    /// is 70 % used (facts: section 1.1).
    fn checkpoint_if_due(&mut self, cx: &mut Cx<'_, Event>) {
        let by_records = self.target.is_zero() && self.records_since >= self.scenario.records_max;
        let end = self.log.appended_lsn();
        let by_log = self
            .scenario
            .log_mark
            .is_some_and(|mark| end - self.truncated >= mark && end >= self.log_quiet_until);
        if (by_records || by_log) && !self.is_checkpoint_queued() {
            let mark = self.scenario.log_mark.unwrap_or_default();
            // A queued checkpoint frees what it can; it is not asked for again at once.
            self.log_quiet_until = end + Bytes(mark.0 / 32 * 4);
            self.request_checkpoint(Trigger::Automatic, None, cx);
        }
    }
}
