//! A full backup, copy-only or not, to a device that takes everything at once (the write-up's NUL):
//! a checkpoint, then the data file from the first page to the last (facts: section 1.8).

use super::series::note;
use super::{BufferPool, Cx, Event, Purpose, Trigger};
use crate::engine::disk::IoKind;
use crate::engine::page::PageId;
use crate::kernel::SimTime;
use crate::units::PAGE_BYTES;

/// Pages of one read: 1 MB. Assumption: the size of a backup buffer.
const READ_PAGES: u32 = 128;
/// Reads under way at once. Assumption.
const READS_MAX: u32 = 4;

/// A backup under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Backup {
    began: SimTime,
    dirty_before: u32,
    /// Next page to read, once the checkpoint is done.
    next: Option<u32>,
    reading: u32,
}

/// A backup that is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BackupDone {
    /// From BACKUP to its end.
    pub duration_ns: u64,
    /// Dirty pages when it was typed.
    pub dirty_before: u32,
    /// Dirty pages when it was done.
    pub dirty_after: u32,
}

impl BufferPool {
    pub(super) fn request_backup(&mut self, cx: &mut Cx<'_, Event>) {
        if self.backup.is_some() {
            self.backups_waiting += 1;
            return;
        }
        cx.note(note::BACKUP, 0);
        self.backup = Some(Backup {
            began: cx.now(),
            dirty_before: self.pool.dirty_count(),
            next: None,
            reading: 0,
        });
        self.request_checkpoint(Trigger::Backup, None, cx);
    }

    pub(super) fn backup_checkpointed(&mut self, cx: &mut Cx<'_, Event>) {
        if let Some(backup) = &mut self.backup {
            backup.next = Some(0);
        }
        self.read_on(cx);
    }

    fn read_on(&mut self, cx: &mut Cx<'_, Event>) {
        let pages = self.pool.page_count();
        while let Some(backup) = &mut self.backup
            && let Some(first) = backup.next.filter(|first| *first < pages)
            && backup.reading < READS_MAX
        {
            let count = READ_PAGES.min(pages - first);
            backup.next = Some(first + count);
            backup.reading += 1;
            let address = super::io::address(PageId(first));
            let bytes = u64::from(count) * PAGE_BYTES;
            self.submit(Purpose::BackupRead, IoKind::Read, address, bytes, cx);
        }
    }

    pub(super) fn backup_read(&mut self, cx: &mut Cx<'_, Event>) {
        if let Some(backup) = &mut self.backup {
            backup.reading -= 1;
        }
        self.read_on(cx);
        let Some(backup) = self.backup.filter(|backup| backup.reading == 0) else {
            return;
        };
        let duration_ns = (cx.now() - backup.began).as_ns();
        self.totals.backups.push(BackupDone {
            duration_ns,
            dirty_before: backup.dirty_before,
            dirty_after: self.pool.dirty_count(),
        });
        cx.note(note::BACKUP_DONE, duration_ns as i64);
        self.backup = None;
        if self.backups_waiting > 0 {
            self.backups_waiting -= 1;
            self.request_backup(cx);
        }
    }
}
