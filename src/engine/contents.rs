//! What pages hold and what the log says, for runs that are checked by doing what they promise.
//!
//! Rows are told apart by the log record that made them: a record's rows are on a page or they are
//! not. A change is logged with its content, or, of a minimally logged bulk load, without: then
//! redo can't bring its rows back, and they come from a page on disk or from a log backup's copy.

use std::collections::{BTreeMap, BTreeSet};

use super::page::PageId;
use crate::units::Lsn;

/// Rows added to pages side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// Where the record starts: names its rows.
    pub from: Lsn,
    /// Where it ends: the page LSN that it gives.
    pub to: Lsn,
    /// The transaction.
    pub transaction: u32,
    /// The first page.
    pub page: PageId,
    /// Pages from there on.
    pub pages: u32,
    /// The record has the rows; else only that the pages are allocated.
    pub has_content: bool,
}

impl Change {
    fn page_ids(self) -> impl Iterator<Item = PageId> {
        (self.page.0..self.page.0 + self.pages).map(PageId)
    }
}

/// A log record that matters to recovery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Record {
    /// Rows were added.
    Change(Change),
    /// A transaction is committed once this is durable.
    Commit {
        /// Where the record starts.
        from: Lsn,
        /// Where it ends.
        to: Lsn,
        /// The transaction.
        transaction: u32,
    },
    /// A change was undone (a compensation record): `of` is the change.
    Undo {
        /// Where the record starts.
        from: Lsn,
        /// Where it ends.
        to: Lsn,
        /// The change.
        of: Change,
    },
}

impl Record {
    /// Where it starts.
    #[must_use]
    pub fn from(self) -> Lsn {
        match self {
            Self::Change(change) => change.from,
            Self::Commit { from, .. } | Self::Undo { from, .. } => from,
        }
    }

    /// Where it ends: it is durable once the log is up to here.
    #[must_use]
    pub fn to(self) -> Lsn {
        match self {
            Self::Change(change) => change.to,
            Self::Commit { to, .. } | Self::Undo { to, .. } => to,
        }
    }
}

/// One page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Page {
    /// The newest record applied to it.
    pub lsn: Lsn,
    /// The records whose rows it holds.
    pub rows: BTreeSet<Lsn>,
}

/// Pages by their number: a data file, memory, or a copy of either.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pages(BTreeMap<PageId, Page>);

impl Pages {
    /// A page; a new one if it was never written.
    #[must_use]
    pub fn get(&self, page: PageId) -> Page {
        self.0.get(&page).cloned().unwrap_or_default()
    }

    /// Puts a page in the place of the one that was there.
    pub fn put(&mut self, page: PageId, image: Page) {
        self.0.insert(page, image);
    }

    /// Puts all of `over` in the place of what was there.
    pub fn overlay(&mut self, over: &Self) {
        for (page, image) in &over.0 {
            self.0.insert(*page, image.clone());
        }
    }

    /// Copies the pages from `first` up to but not including `end` that `is_wanted`.
    #[must_use]
    pub fn copy(&self, first: PageId, end: PageId, is_wanted: impl Fn(&Page) -> bool) -> Self {
        let range = self.0.range(first..end);
        let wanted = range.filter(|(_, image)| is_wanted(image));
        Self(wanted.map(|(page, image)| (*page, image.clone())).collect())
    }

    /// Which rows are where; pages with none are left out.
    #[must_use]
    pub fn rows(&self) -> BTreeSet<(PageId, Lsn)> {
        let each = self.0.iter();
        each.flat_map(|(page, image)| image.rows.iter().map(|row| (*page, *row)))
            .collect()
    }

    /// Does what a record says on the pages that don't have it yet. A change without content leaves
    /// the rows out.
    pub fn redo(&mut self, record: Record) {
        let (change, to) = match record {
            Record::Change(change) => (change, change.to),
            Record::Undo { of, to, .. } => (of, to),
            Record::Commit { .. } => return,
        };
        for id in change.page_ids() {
            let page = self.0.entry(id).or_default();
            if page.lsn >= to {
                continue;
            }
            page.lsn = to;
            match record {
                Record::Change(_) if change.has_content => {
                    page.rows.insert(change.from);
                }
                Record::Undo { .. } => {
                    page.rows.remove(&change.from);
                }
                _ => {}
            }
        }
    }

    /// The change as it is made, rows and all.
    pub fn apply(&mut self, change: Change) {
        self.redo(Record::Change(Change {
            has_content: true,
            ..change
        }));
    }
}

/// The rows of exactly the transactions whose commit is in the log below `upto`.
#[must_use]
pub fn committed_rows(journal: &[Record], upto: Lsn) -> BTreeSet<(PageId, Lsn)> {
    let committed = committed(journal, upto);
    let mut out = BTreeSet::new();
    for record in journal {
        if let Record::Change(change) = record
            && committed.contains(&change.transaction)
        {
            out.extend(change.page_ids().map(|page| (page, change.from)));
        }
    }
    out
}

/// The transactions whose commit is in the log below `upto`.
#[must_use]
pub fn committed(journal: &[Record], upto: Lsn) -> BTreeSet<u32> {
    let commits = journal.iter().filter_map(|record| match record {
        Record::Commit {
            to, transaction, ..
        } if *to <= upto => Some(*transaction),
        _ => None,
    });
    commits.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(from: u64, page: u32, pages: u32, has_content: bool) -> Change {
        Change {
            from: Lsn(from),
            to: Lsn(from + 10),
            transaction: 1,
            page: PageId(page),
            pages,
            has_content,
        }
    }

    #[test]
    fn redo_does_once_what_the_page_lacks() {
        let mut pages = Pages::default();
        let first = change(0, 7, 1, true);
        pages.redo(Record::Change(first));
        pages.redo(Record::Undo {
            from: Lsn(10),
            to: Lsn(20),
            of: first,
        });
        pages.redo(Record::Change(first));
        assert!(pages.rows().is_empty(), "the page LSN is past it");
        assert_eq!(pages.get(PageId(7)).lsn, Lsn(20));
    }

    #[test]
    fn redo_cannot_make_up_rows_that_were_not_logged() {
        let bulk = change(0, 8, 8, false);
        let mut made = Pages::default();
        made.apply(bulk);
        assert_eq!(made.rows().len(), 8);
        let mut redone = Pages::default();
        redone.redo(Record::Change(bulk));
        assert!(redone.rows().is_empty());
        let mut copied = made.copy(PageId(0), PageId(100), |_| true);
        copied.redo(Record::Change(bulk));
        assert_eq!(copied.rows(), made.rows());
        let commit = Record::Commit {
            from: Lsn(10),
            to: Lsn(20),
            transaction: 1,
        };
        let journal = [Record::Change(bulk), commit];
        assert_eq!(committed_rows(&journal, Lsn(20)), made.rows());
        assert!(committed_rows(&journal, Lsn(19)).is_empty());
    }
}
