//! What pages hold, for runs that are checked by doing what they promise.

use crate::engine::contents::{Change, Pages, Record};
use crate::engine::page::PageId;
use crate::kernel::SimTime;
use crate::units::Lsn;

/// Memory, disk, log and the pages that backups copied.
#[derive(Clone, Debug, Default)]
pub struct Contents {
    memory: Pages,
    disk: Pages,
    journal: Vec<Record>,
    acknowledged: Vec<(SimTime, u32)>,
    copies: Vec<Pages>,
    /// What the data backup under way has read.
    reading: Pages,
    /// Pages of bulk loads since the last log backup, as ranges.
    bulk: Vec<(PageId, PageId)>,
}

impl Contents {
    /// A change is made in memory and logged; a bulk load's pages go to disk at once.
    pub fn change(&mut self, change: Change) {
        self.memory.apply(change);
        self.journal.push(Record::Change(change));
        if !change.has_content {
            self.write(change.page, change.pages);
            let end = PageId(change.page.0 + change.pages);
            self.bulk.push((change.page, end));
        }
    }

    /// A commit record is appended.
    pub fn commit(&mut self, from: Lsn, to: Lsn, transaction: u32) {
        self.journal.push(Record::Commit {
            from,
            to,
            transaction,
        });
    }

    /// A client has been told of its commit.
    pub fn acknowledge(&mut self, at: SimTime, transaction: u32) {
        self.acknowledged.push((at, transaction));
    }

    /// Pages go to disk.
    pub fn write(&mut self, first: PageId, pages: u32) {
        let end = PageId(first.0 + pages);
        let images = self.memory.copy(first, end, |_| true);
        self.disk.overlay(&images);
    }

    /// A data backup reads its pages from `first` up to but not including `end`: those changed
    /// since `base`, or all.
    pub fn read(&mut self, first: PageId, end: PageId, base: Option<Lsn>) {
        let wanted = self
            .disk
            .copy(first, end, |page| base.is_none_or(|base| page.lsn > base));
        self.reading.overlay(&wanted);
    }

    /// It is complete.
    pub fn data_backup(&mut self) {
        self.copies.push(std::mem::take(&mut self.reading));
    }

    /// A log backup is complete, with the extents of bulk loads as they are on disk now.
    pub fn log_backup(&mut self) {
        self.copies.push(self.bulk_extents());
        self.bulk.clear();
    }

    /// The extents of bulk loads since the last log backup, as they are on disk now.
    #[must_use]
    pub fn bulk_extents(&self) -> Pages {
        let mut copy = Pages::default();
        for (first, end) in &self.bulk {
            copy.overlay(&self.disk.copy(*first, *end, |_| true));
        }
        copy
    }

    /// The data file.
    #[must_use]
    pub fn disk(&self) -> &Pages {
        &self.disk
    }

    /// Everything that was ever appended.
    #[must_use]
    pub fn journal(&self) -> &[Record] {
        &self.journal
    }

    /// The transactions whose clients have been told, and when.
    #[must_use]
    pub fn acknowledged(&self) -> &[(SimTime, u32)] {
        &self.acknowledged
    }

    /// What each complete backup copied.
    #[must_use]
    pub fn copies(&self) -> &[Pages] {
        &self.copies
    }
}
