//! Transactions: those of the day, the long one and the bulk load.

use super::log::{Open, Waiting};
use super::series::{COMMITTED, stream};
use super::{Crash, Event};
use crate::engine::backups::RecoveryModel;
use crate::engine::contents::Change;
use crate::engine::log_blocks::BLOCK_BYTES_MAX;
use crate::engine::log_record::Records;
use crate::engine::page::PageId;
use crate::kernel::{Cx, Digest, SimTime, Stream};
use crate::scene::crash::scenario::{EXTENT_PAGES, LONG_EVERY};
use crate::units::Lsn;

/// Where each table's next row goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tables {
    /// The last page of each, and the rows on it.
    last: Vec<(PageId, u32)>,
    rows_per_page: u32,
    next_page: u32,
}

impl Tables {
    /// New tables, each with an empty page.
    #[must_use]
    pub fn new(tables: u32, rows_per_page: u32) -> Self {
        Self {
            last: (0..tables.max(1)).map(|page| (PageId(page), 0)).collect(),
            rows_per_page: rows_per_page.max(1),
            next_page: tables.max(1),
        }
    }

    /// Pages that were ever allocated.
    #[must_use]
    pub fn next_page(&self) -> PageId {
        PageId(self.next_page)
    }

    /// Allocates pages side by side.
    pub fn allocate(&mut self, pages: u32) -> PageId {
        let first = self.next_page;
        self.next_page += pages;
        PageId(first)
    }

    fn count(&self) -> u64 {
        self.last.len() as u64
    }

    /// Room for up to `rows` rows on the last page of a table, a new one if that is full: the
    /// page, how many rows, and whether it is new.
    fn place(&mut self, table: usize, rows: u32) -> (PageId, u32, bool) {
        let (_, held) = self.last[table];
        let is_new = held >= self.rows_per_page;
        if is_new {
            self.last[table] = (self.allocate(1), 0);
        }
        let (page, held) = &mut self.last[table];
        let taken = rows.min(self.rows_per_page - *held);
        *held += taken;
        (*page, taken, is_new)
    }

    /// Writes the state.
    pub fn digest(&self, into: &mut Digest) {
        into.u32(self.next_page);
        for (page, rows) in &self.last {
            into.u32(page.0);
            into.u32(*rows);
        }
    }
}

impl Crash {
    pub(super) fn wait_for_arrival(&mut self, cx: &mut Cx<'_, Event>) {
        if let Some(apart) = self.scenario.apart {
            let gap = cx.rng(Stream::new(stream::ARRIVALS, 0)).exponential(apart);
            cx.after(gap, Event::Arrive);
        }
    }

    fn begin(&mut self) -> u32 {
        let transaction = self.next_transaction;
        self.next_transaction += 1;
        self.open.push((transaction, Open::new(self.log.end())));
        transaction
    }

    fn open(&mut self, transaction: u32) -> Option<&mut Open> {
        let mut open = self.open.iter_mut();
        open.find(|(t, _)| *t == transaction).map(|(_, open)| open)
    }

    pub(super) fn arrive(&mut self, cx: &mut Cx<'_, Event>) {
        self.wait_for_arrival(cx);
        let transaction = self.begin();
        let rows = self.scenario.rows;
        self.insert(transaction, rows / 2, cx);
        if let Some(open) = self.open(transaction) {
            open.rows_left = rows - rows / 2;
        }
        let lasts = self.scenario.lasts;
        let rng = cx.rng(Stream::new(stream::DURATION, 0));
        let lasts = rng.exponential(lasts);
        cx.after(lasts, Event::Commit(transaction));
    }

    pub(super) fn finish_transaction(&mut self, transaction: u32, cx: &mut Cx<'_, Event>) {
        let left = self.open(transaction).map_or(0, |open| open.rows_left);
        self.insert(transaction, left, cx);
        self.commit(transaction, cx);
    }

    /// Appends the rows to tables, a page after the other.
    fn insert(&mut self, transaction: u32, rows: u32, cx: &mut Cx<'_, Event>) {
        let mut left = rows;
        while left > 0 {
            let rng = cx.rng(Stream::new(stream::TABLE, 0));
            let table = rng.below(self.tables.count()) as usize;
            let (page, taken, is_new) = self.tables.place(table, left);
            left -= taken;
            let mut records = Records::inserts(u64::from(taken), self.scenario.row_bytes);
            if is_new {
                records = records.and(Records::page_allocation());
            }
            self.change(transaction, (page, 1), records, true);
        }
    }

    /// Logs a change and makes it in memory.
    fn change(
        &mut self,
        transaction: u32,
        (page, pages): (PageId, u32),
        records: Records,
        has_content: bool,
    ) -> Lsn {
        let is_first = self.open(transaction).is_some_and(|open| open.is_empty());
        let begin = if is_first {
            Records::begin()
        } else {
            Records::NONE
        };
        let (from, to) = self.log.append(records.and(begin).in_block());
        if let Some(open) = self.open(transaction) {
            open.log(from, to);
        }
        if has_content {
            self.dirty(page, pages, from, to);
        }
        if let Some(contents) = &mut self.contents {
            contents.change(Change {
                from,
                to,
                transaction,
                page,
                pages,
                has_content,
            });
        }
        to
    }

    fn commit(&mut self, transaction: u32, cx: &mut Cx<'_, Event>) {
        let Some(place) = self.open.iter().position(|(t, _)| *t == transaction) else {
            return;
        };
        let (_, open) = self.open.remove(place);
        let (from, to) = self.log.append(Records::commit().in_block());
        cx.sample(COMMITTED, to.0 as i64);
        if let Some(contents) = &mut self.contents {
            contents.commit(from, to, transaction);
        }
        let is_delayed = self.scenario.delay.is_some();
        let is_acknowledged = is_delayed || !self.scenario.rules.flush_before_acknowledgement;
        if is_acknowledged {
            self.acknowledge(to, transaction, cx);
        }
        self.log.wait(Waiting {
            to,
            transaction,
            open,
            is_acknowledged,
        });
        let gathered = self.log.end() - self.log.flushed();
        if (!is_delayed || gathered.0 >= BLOCK_BYTES_MAX) && self.log.start_write() {
            cx.after(self.scenario.flush, Event::Flush);
        }
    }

    pub(super) fn flushed(&mut self, cx: &mut Cx<'_, Event>) {
        let upto = self.log.end_write();
        self.harden(upto, cx);
        if self.scenario.delay.is_none() && self.log.start_write() {
            cx.after(self.scenario.flush, Event::Flush);
        }
    }

    pub(super) fn delayed(&mut self, cx: &mut Cx<'_, Event>) {
        if self.log.start_write() {
            cx.after(self.scenario.flush, Event::Flush);
        }
        if let Some(every) = self.scenario.delay {
            cx.after(every, Event::Delay);
        }
    }

    pub(super) fn go_on_long(&mut self, cx: &mut Cx<'_, Event>) {
        let Some(long) = self.scenario.long else {
            return;
        };
        let transaction = match self.long {
            Some(transaction) => transaction,
            None => self.begin(),
        };
        self.long = Some(transaction);
        let pages = long.rows / self.scenario.rows_per_page.max(1);
        if pages > 1 {
            // Many rows fill new pages: one record stands for theirs.
            let first = self.tables.allocate(pages);
            let rows = Records::inserts(u64::from(long.rows), self.scenario.row_bytes);
            let records = rows.and(Records::page_allocation().times(u64::from(pages)));
            self.change(transaction, (first, pages), records, true);
        } else {
            self.insert(transaction, long.rows, cx);
        }
        if cx.now() >= long.to {
            self.commit(transaction, cx);
        } else {
            cx.at((cx.now() + LONG_EVERY).min(long.to), Event::Long);
        }
    }

    /// Is a bulk load logged row by row (page by page) now? Under FULL, and during a data backup
    /// (facts: section 3.7, D9).
    fn logs_bulk(&self) -> bool {
        self.backups.model() == RecoveryModel::Full || self.running.is_some()
    }

    pub(super) fn go_on_bulk(&mut self, cx: &mut Cx<'_, Event>) {
        let Some(bulk) = self.scenario.bulk else {
            return;
        };
        let (transaction, done) = match self.bulk {
            Some(state) => state,
            None => (self.begin(), 0),
        };
        if done >= bulk.parts {
            self.commit(transaction, cx);
            return;
        }
        let pages = bulk.extents_a_part * EXTENT_PAGES;
        let first = self.tables.allocate(pages);
        let extents = u64::from(bulk.extents_a_part);
        if self.logs_bulk() {
            let records = Records::page_image().times(u64::from(pages));
            self.change(transaction, (first, pages), records, true);
        } else {
            let records = Records::extent_allocation().times(extents);
            let to = self.change(transaction, (first, pages), records, false);
            // Its pages are on disk before its commit; here at once, the log first.
            self.harden(to, cx);
            self.backups.bulk_load(extents);
        }
        self.bulk = Some((transaction, done + 1));
        let next = bulk
            .lasts
            .scaled(u64::from(done + 1), u64::from(bulk.parts.max(1)));
        cx.at((bulk.at + next).max(cx.now()), Event::Bulk);
    }

    /// The bulk load's span as far as it has come by `now`.
    #[must_use]
    pub fn bulk_until(&self, now: SimTime) -> Option<(SimTime, SimTime)> {
        let bulk = self.scenario.bulk?;
        self.bulk?;
        Some((bulk.at, now.min(bulk.at + bulk.lasts)))
    }
}
