//! The backup schedule: what each backup copies, how long it takes, and what is refused.

use super::series::note;
use super::{Crash, Event, Taken};
use crate::engine::backups::{BackupKind, Refused};
use crate::engine::page::PageId;
use crate::kernel::{Cx, SimTime, Span};
use crate::scene::crash::scenario::{EXTENT_PAGES, READ_PARTS};
use crate::units::{Bytes, Lsn, PAGE_BYTES};

const EXTENT_BYTES: u64 = EXTENT_PAGES as u64 * PAGE_BYTES;

/// What a differential copies: extents changed since the last full backup began. Rows are appended,
/// so that these are the pages allocated since, and the last pages that the tables had then.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Changed {
    /// Pages from here on are newer than the last full backup.
    from: PageId,
    /// The same for the full backup under way.
    next: PageId,
}

/// A data backup under way: first a checkpoint, then it reads.
#[derive(Clone, Debug)]
pub struct Running {
    kind: BackupKind,
    from: SimTime,
    reading: Option<Reading>,
}

#[derive(Clone, Debug)]
struct Reading {
    /// The log that it needs starts here.
    first_lsn: Lsn,
    /// Of a differential: pages newer than this are copied.
    base: Option<Lsn>,
    /// Pages from here on came later, and are in its log.
    end: PageId,
    parts_done: u32,
    bytes: Bytes,
    began: SimTime,
}

impl Crash {
    fn changed_bytes(&self) -> Bytes {
        let new = self
            .tables
            .next_page()
            .0
            .saturating_sub(self.changed.from.0);
        let extents = new.div_ceil(EXTENT_PAGES) + self.scenario.tables;
        Bytes(u64::from(extents) * EXTENT_BYTES)
    }

    fn refuse(&mut self, why: Refused, cx: &mut Cx<'_, Event>) {
        self.refused += 1;
        cx.note(note::REFUSED, i64::from(why.error()));
    }

    fn transfer(&self, bytes: Bytes) -> Span {
        Span::from_ns(self.scenario.backup_rate.transfer_ns(bytes))
    }

    /// What the data file takes.
    #[must_use]
    pub fn data_bytes(&self) -> Bytes {
        self.scenario.data + Bytes(u64::from(self.tables.next_page().0) * PAGE_BYTES)
    }

    /// A full or differential backup is due. One at a time: the next waits for its turn in the
    /// schedule.
    pub(super) fn begin_data_backup(&mut self, kind: BackupKind, cx: &mut Cx<'_, Event>) {
        let s = &self.scenario;
        let every = match kind {
            BackupKind::Differential => s.differential_every,
            _ => Some(s.full_every),
        };
        if let Some(every) = every {
            cx.after(every, Event::Backup(kind));
        }
        let since = cx.now() - SimTime::ZERO;
        let full_is_due = since.as_ns() % self.scenario.full_every.as_ns().max(1) == 0;
        let gives_way = kind == BackupKind::Differential && full_is_due;
        if self.running.is_some() || gives_way {
            return;
        }
        let has_base = self
            .backups
            .sets()
            .iter()
            .any(|s| s.kind == BackupKind::Full);
        if kind == BackupKind::Differential && !has_base {
            self.refuse(Refused::NoDifferentialBase, cx);
            return;
        }
        self.running = Some(Running {
            kind,
            from: cx.now(),
            reading: None,
        });
        if kind == BackupKind::Full {
            self.changed.next = self.tables.next_page();
        }
        self.begin_checkpoint(cx);
    }

    /// The checkpoint that a data backup begins with is complete: it reads.
    pub(super) fn start_reading(&mut self, cx: &mut Cx<'_, Event>) {
        let Some(mut running) = self.running.take() else {
            return;
        };
        if running.reading.is_none() {
            let full = self
                .backups
                .sets()
                .iter()
                .rfind(|s| s.kind == BackupKind::Full);
            let is_full = running.kind == BackupKind::Full;
            let bytes = if is_full {
                self.data_bytes()
            } else {
                self.changed_bytes()
            };
            running.reading = Some(Reading {
                first_lsn: self.oldest_begin(self.redo_lsn()),
                base: full.filter(|_| !is_full).map(|full| full.first_lsn),
                end: self.tables.next_page(),
                parts_done: 0,
                bytes,
                began: cx.now(),
            });
            cx.after(
                self.transfer(bytes).scaled(1, u64::from(READ_PARTS)),
                Event::Read,
            );
        }
        self.running = Some(running);
    }

    pub(super) fn go_on_reading(&mut self, cx: &mut Cx<'_, Event>) {
        let Some(mut running) = self.running.take() else {
            return;
        };
        let Some(reading) = &mut running.reading else {
            self.running = Some(running);
            return;
        };
        let cut = |part: u32| {
            let pages = u64::from(reading.end.0) * u64::from(part) / u64::from(READ_PARTS);
            PageId(pages as u32)
        };
        if let Some(contents) = &mut self.contents {
            let (first, end) = (cut(reading.parts_done), cut(reading.parts_done + 1));
            contents.read(first, end, reading.base);
        }
        reading.parts_done += 1;
        let (done, parts) = (u64::from(reading.parts_done), u64::from(READ_PARTS));
        if done < parts {
            let next = reading.began + self.transfer(reading.bytes).scaled(done + 1, parts);
            self.running = Some(running);
            cx.at(next.max(cx.now()), Event::Read);
            return;
        }
        let (first, bytes) = (reading.first_lsn, reading.bytes);
        self.end_data_backup(&running, first, bytes, cx);
    }

    fn end_data_backup(
        &mut self,
        running: &Running,
        first: Lsn,
        bytes: Bytes,
        cx: &mut Cx<'_, Event>,
    ) {
        self.harden(self.log.end(), cx);
        let last = self.log.flushed();
        if running.kind == BackupKind::Full {
            self.backups.full(first, last, cx.now(), false);
            self.changed.from = self.changed.next;
        } else if let Err(why) = self.backups.differential(first, last, cx.now()) {
            self.refuse(why, cx);
            return;
        }
        if let Some(contents) = &mut self.contents {
            contents.data_backup();
        }
        let log = Bytes(last.0.saturating_sub(first.0));
        self.took(running.from, bytes + log, cx);
    }

    fn took(&mut self, from: SimTime, bytes: Bytes, cx: &mut Cx<'_, Event>) {
        self.taken.push(Taken { from, bytes });
        cx.note(note::BACKUP, from.as_ns() as i64);
    }

    fn log_backup_bytes(&self, from: Lsn) -> Bytes {
        let log = Bytes(self.log.end().0.saturating_sub(from.0));
        log + Bytes(self.backups.bulk_extents() * EXTENT_BYTES)
    }

    /// A log backup is due. It may run beside a data backup (D2), but not beside another.
    pub(super) fn begin_log_backup(&mut self, cx: &mut Cx<'_, Event>) {
        if let Some(every) = self.scenario.log_every {
            cx.after(every, Event::Backup(BackupKind::Log));
        }
        if self.log_backup.is_some() {
            return;
        }
        match self.backups.log_from() {
            Ok(from) => {
                self.log_backup = Some(cx.now());
                let takes = self.transfer(self.log_backup_bytes(from));
                cx.after(takes, Event::LogBackup);
            }
            Err(why) => self.refuse(why, cx),
        }
    }

    /// It has the log up to its end, and the extents of bulk loads as they are then.
    pub(super) fn end_log_backup(&mut self, cx: &mut Cx<'_, Event>) {
        let Some(began) = self.log_backup.take() else {
            return;
        };
        self.harden(self.log.end(), cx);
        let from = self.backups.log_from();
        let bytes = from.map_or(Bytes::ZERO, |from| self.log_backup_bytes(from));
        if let Err(why) = self.backups.log(self.log.flushed(), cx.now(), false) {
            self.refuse(why, cx);
            return;
        }
        if let Some(contents) = &mut self.contents {
            contents.log_backup();
        }
        self.took(began, bytes, cx);
    }

    /// When the backups under way began, the data backup first.
    #[must_use]
    pub fn under_way(&self) -> [Option<(BackupKind, SimTime)>; 2] {
        let data = self.running.as_ref().map(|r| (r.kind, r.from));
        [data, self.log_backup.map(|from| (BackupKind::Log, from))]
    }
}
