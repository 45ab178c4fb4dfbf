//! Redo and undo after a crash, over a journal of what was logged: the check that nothing committed
//! is lost and nothing else stays.
//!
//! The journal knows all; recovery may only look at the log below the flushed LSN, at the pages on
//! disk with their page LSNs, and start where it is told to.

use std::collections::{BTreeMap, BTreeSet};

use super::page::PageId;
use crate::units::Lsn;

/// One log record that matters to recovery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Record {
    /// Rows of a page were changed.
    Change {
        /// Where its records start in the log.
        from: Lsn,
        /// Where they end: the page LSN that they give.
        to: Lsn,
        /// The transaction.
        transaction: u32,
        /// The page.
        page: PageId,
    },
    /// A transaction is committed once this is durable.
    Commit {
        /// Where the record ends.
        to: Lsn,
        /// The transaction.
        transaction: u32,
    },
}

/// The transactions whose changes each page holds; pages with none are left out.
pub type Contents = BTreeMap<PageId, BTreeSet<u32>>;

/// What a crash leaves, and what should come of it.
#[derive(Clone, Copy, Debug)]
pub struct Crash<'a> {
    /// Everything that was ever appended, in order.
    pub journal: &'a [Record],
    /// The log is there below this.
    pub flushed_lsn: Lsn,
    /// Where redo starts.
    pub min_lsn: Lsn,
}

impl Crash<'_> {
    /// The log as recovery finds it, from the beginning.
    fn log(&self) -> impl Iterator<Item = &Record> {
        let flushed = self.flushed_lsn;
        self.journal.iter().filter(move |record| match record {
            Record::Change { to, .. } | Record::Commit { to, .. } => *to <= flushed,
        })
    }

    fn committed(&self) -> BTreeSet<u32> {
        let commits = self.log().filter_map(|record| match record {
            Record::Commit { transaction, .. } => Some(*transaction),
            Record::Change { .. } => None,
        });
        commits.collect()
    }

    /// What the pages must hold: the changes of exactly the committed transactions.
    #[must_use]
    pub fn expected(&self) -> Contents {
        let committed = self.committed();
        let mut out = Contents::new();
        for record in self.journal {
            if let Record::Change {
                transaction, page, ..
            } = record
                && committed.contains(transaction)
            {
                out.entry(*page).or_default().insert(*transaction);
            }
        }
        out
    }

    /// What recovery makes of the disk: redo of all log from min LSN on that a page lacks, then
    /// undo of transactions without a commit record. `disk_lsn` is the page LSN of a page on disk:
    /// it holds all changes up to there, logged durably or not.
    #[must_use]
    pub fn recover(&self, disk_lsn: impl Fn(PageId) -> Lsn) -> Contents {
        let mut pages = Contents::new();
        for record in self.journal {
            if let Record::Change {
                to,
                transaction,
                page,
                ..
            } = record
                && *to <= disk_lsn(*page)
            {
                pages.entry(*page).or_default().insert(*transaction);
            }
        }
        let changes = || {
            self.log().filter_map(|record| match record {
                Record::Change {
                    from,
                    to,
                    transaction,
                    page,
                } if *from >= self.min_lsn => Some((*to, *transaction, *page)),
                _ => None,
            })
        };
        for (to, transaction, page) in changes() {
            if to > disk_lsn(page) {
                pages.entry(page).or_default().insert(transaction);
            }
        }
        let committed = self.committed();
        for (_, transaction, page) in changes() {
            if !committed.contains(&transaction)
                && let Some(held) = pages.get_mut(&page)
            {
                held.remove(&transaction);
            }
        }
        pages.retain(|_, held| !held.is_empty());
        pages
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: PageId = PageId(3);

    fn change(from: u64, transaction: u32) -> Record {
        Record::Change {
            from: Lsn(from),
            to: Lsn(from + 100),
            transaction,
            page: PAGE,
        }
    }

    fn commit(to: u64, transaction: u32) -> Record {
        Record::Commit {
            to: Lsn(to),
            transaction,
        }
    }

    fn is_right(journal: &[Record], flushed: u64, min: u64, disk: u64) -> bool {
        let crash = Crash {
            journal,
            flushed_lsn: Lsn(flushed),
            min_lsn: Lsn(min),
        };
        crash.recover(|_| Lsn(disk)) == crash.expected()
    }

    #[test]
    fn redo_brings_back_what_the_disk_lacks_and_undo_takes_out_losers() {
        let journal = [change(0, 1), commit(180, 1), change(200, 2)];
        assert!(is_right(&journal, 200, 0, 0), "only the log knows");
        assert!(is_right(&journal, 300, 0, 100), "a loser in the log");
        assert!(
            is_right(&journal, 300, 0, 300),
            "a loser on disk, and in the log"
        );
    }

    #[test]
    fn a_page_before_its_log_and_a_late_start_are_caught() {
        let journal = [change(0, 1), commit(180, 1), change(200, 2)];
        assert!(!is_right(&journal, 200, 0, 300), "WAL rule broken");
        assert!(!is_right(&journal, 200, 200, 0), "redo starts too late");
    }
}
