//! Recovery step by step over real pages: redo, then undo, with a crash possible after each.
//!
//! It knows what a server knows: the pages on disk, the log that is durable and not truncated, and
//! where its last completed checkpoint says that redo starts. Redo repeats all history; undo then
//! takes out the transactions without a commit record, newest change first, and logs each step (a
//! compensation record), so that a recovery after a crash during recovery goes on from there.

use std::collections::{BTreeMap, BTreeSet};

use super::backups::{BackupKind, BackupSet};
use super::contents::{Change, Page, Pages, Record};
use super::page::PageId;
use super::restore::Plan;
use crate::kernel::Span;
use crate::units::{Bytes, BytesPerSec, Lsn};

/// How long a compensation record is here. Assumption; nothing hangs on it.
const UNDO_BYTES: Bytes = Bytes(100);

/// A recovery under way.
#[derive(Clone, Debug)]
pub struct Restart {
    disk: Pages,
    memory: BTreeMap<PageId, Page>,
    log: Vec<Record>,
    /// Records from here on are not durable yet.
    durable: usize,
    redo_from: Lsn,
    next_redo: usize,
    /// Changes of transactions without a commit, the next to undo last.
    losers: Vec<Change>,
}

impl Restart {
    /// Analysis: the pages on disk, the durable log as far as it is kept, and where redo starts.
    #[must_use]
    pub fn new(disk: Pages, log: Vec<Record>, redo_from: Lsn) -> Self {
        let mut committed = BTreeSet::new();
        let mut undone = BTreeSet::new();
        for record in &log {
            match record {
                Record::Commit { transaction, .. } => drop(committed.insert(*transaction)),
                Record::Undo { of, .. } => drop(undone.insert(of.from)),
                Record::Change(_) => {}
            }
        }
        let losers = log.iter().filter_map(|record| match record {
            Record::Change(change)
                if !committed.contains(&change.transaction) && !undone.contains(&change.from) =>
            {
                Some(*change)
            }
            _ => None,
        });
        Self {
            disk,
            memory: BTreeMap::new(),
            losers: losers.collect(),
            next_redo: log.partition_point(|record| record.from() < redo_from),
            durable: log.len(),
            redo_from,
            log,
        }
    }

    /// Redoes or undoes one record; false when all is done.
    pub fn step(&mut self) -> bool {
        if self.next_redo < self.durable {
            self.apply(self.log[self.next_redo]);
            self.next_redo += 1;
            return true;
        }
        let Some(of) = self.losers.pop() else {
            return false;
        };
        // The log goes on behind the checkpoint's own records, which are not among these.
        let from = self.log.last().map_or(of.to, |last| last.to());
        let from = from.max(self.redo_from);
        let undo = Record::Undo {
            from,
            to: from + UNDO_BYTES,
            of,
        };
        self.log.push(undo);
        self.apply(undo);
        true
    }

    fn apply(&mut self, record: Record) {
        let change = match record {
            Record::Change(change) | Record::Undo { of: change, .. } => change,
            Record::Commit { .. } => return,
        };
        let mut pages = Pages::default();
        for id in (change.page.0..change.page.0 + change.pages).map(PageId) {
            let page = self.memory.remove(&id);
            pages.put(id, page.unwrap_or_else(|| self.disk.get(id)));
        }
        pages.redo(record);
        for id in (change.page.0..change.page.0 + change.pages).map(PageId) {
            self.memory.insert(id, pages.get(id));
        }
    }

    /// Pages in memory.
    #[must_use]
    pub fn in_memory(&self) -> Vec<PageId> {
        self.memory.keys().copied().collect()
    }

    /// Writes a page to disk, its log first.
    pub fn write(&mut self, id: PageId) {
        if let Some(page) = self.memory.get(&id) {
            let covered = self.log.partition_point(|record| record.to() <= page.lsn);
            self.durable = self.durable.max(covered);
            self.disk.put(id, page.clone());
        }
    }

    /// The plug is pulled again: what is on disk, and the durable log.
    #[must_use]
    pub fn crash(mut self) -> (Pages, Vec<Record>) {
        self.log.truncate(self.durable);
        (self.disk, self.log)
    }

    /// Does the rest, and writes all pages.
    #[must_use]
    pub fn finish(mut self) -> Pages {
        while self.step() {}
        for id in self.in_memory() {
            self.write(id);
        }
        self.disk
    }
}

/// What restoring `plan` gives, from the pages that each backup copied and the log that each spans.
/// `copies` has one entry a backup of the history: of a log backup, the extents of bulk loads. The
/// tail is where it begins, and such extents. The journal is used only where a backup of the plan,
/// or the tail, has it, and not before the last data backup's: a transaction whose commit lies
/// between two data backups would look open.
#[must_use]
pub fn restored(
    plan: &Plan,
    sets: &[BackupSet],
    copies: &[Pages],
    journal: &[Record],
    tail: (Lsn, &Pages),
) -> Pages {
    let (mut pages, mut spans, mut redo_from) = (Pages::default(), Vec::new(), Lsn(0));
    for place in &plan.sets {
        let (set, copy) = (&sets[*place as usize], &copies[*place as usize]);
        if set.kind != BackupKind::Log {
            redo_from = set.first_lsn;
        }
        // Extents of bulk loads are those of its end, and are left out before.
        if set.kind != BackupKind::Log || set.last_lsn <= plan.restorable_to {
            pages.overlay(copy);
        }
        spans.push((set.first_lsn, set.last_lsn));
    }
    if plan.uses_tail {
        pages.overlay(tail.1);
        spans.push((tail.0, Lsn(u64::MAX)));
    }
    let has = |record: &Record| {
        let inside = |span: &(Lsn, Lsn)| span.0 <= record.from() && record.to() <= span.1;
        let (from, to) = (record.from(), record.to());
        from >= redo_from && to <= plan.restorable_to && spans.iter().any(inside)
    };
    let log = journal.iter().copied().filter(has).collect();
    Restart::new(pages, log, redo_from).finish()
}

/// How long recovery takes, reckoned from log bytes. **Assumption**: so much a second, whatever the
/// records are; nothing for analysis, and no checkpoint before recovery is complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rates {
    /// Log redone a second.
    pub redo: BytesPerSec,
    /// Log undone a second.
    pub undo: BytesPerSec,
}

/// What recovery has to do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Log from where redo starts to its durable end.
    pub redo: Bytes,
    /// Log of the transactions to undo.
    pub undo: Bytes,
}

impl Rates {
    /// How long redo takes.
    #[must_use]
    pub fn redo(self, work: Work) -> Span {
        Span::from_ns(self.redo.transfer_ns(work.redo))
    }

    /// How long undo takes.
    #[must_use]
    pub fn undo(self, work: Work) -> Span {
        Span::from_ns(self.undo.transfer_ns(work.undo))
    }

    /// What a second crash adds, when `pct` percent of recovery's time had passed: that time again,
    /// but for the undo that was logged, which is redone with the rest. **Assumption**: a
    /// compensation record is as long as the change that it undoes, and all of them were durable.
    #[must_use]
    pub fn again(self, work: Work, pct: u64) -> Span {
        let (redo, undo) = (self.redo(work), self.undo(work));
        let passed = (redo + undo).scaled(pct.min(100), 100);
        let undone = passed.saturating_sub(redo);
        if undone.is_zero() {
            return passed;
        }
        let bytes = Span::from_ns(work.undo.0).scaled(undone.as_ns(), undo.as_ns().max(1));
        redo + Span::from_ns(self.redo.transfer_ns(Bytes(bytes.as_ns())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(from: u64, transaction: u32, page: u32) -> Record {
        Record::Change(Change {
            from: Lsn(from),
            to: Lsn(from + 100),
            transaction,
            page: PageId(page),
            pages: 1,
            has_content: true,
        })
    }

    #[test]
    fn undo_that_was_logged_is_not_done_twice() {
        let commit = Record::Commit {
            from: Lsn(200),
            to: Lsn(300),
            transaction: 2,
        };
        let log = vec![
            change(0, 1, 1),
            change(100, 2, 2),
            commit,
            change(300, 1, 3),
        ];
        let whole = Restart::new(Pages::default(), log.clone(), Lsn(0)).finish();
        assert_eq!(whole.rows(), BTreeSet::from([(PageId(2), Lsn(100))]));
        let mut recovery = Restart::new(Pages::default(), log, Lsn(0));
        (0..5).for_each(|_| assert!(recovery.step()));
        recovery.write(PageId(3));
        let (disk, log) = recovery.crash();
        assert_eq!(log.len(), 5, "one change was undone and logged");
        assert_eq!(Restart::new(disk, log, Lsn(0)).losers.len(), 1);
    }

    #[test]
    fn a_second_crash_costs_what_had_passed_but_for_logged_undo() {
        let rates = Rates {
            redo: BytesPerSec::new(100),
            undo: BytesPerSec::new(50),
        };
        let work = Work {
            redo: Bytes(1_000),
            undo: Bytes(500),
        };
        assert_eq!(rates.redo(work), Span::from_secs(10));
        assert_eq!(rates.undo(work), Span::from_secs(10));
        assert_eq!(rates.again(work, 0), Span::ZERO);
        assert_eq!(rates.again(work, 50), Span::from_secs(10));
        // Half of the undo was logged: 250 bytes to redo instead of 500 to undo.
        assert_eq!(rates.again(work, 75), Span::from_ms(12_500));
    }
}
