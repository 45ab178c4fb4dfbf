//! What the administrator does: backups, an open transaction, another recovery model.

use super::super::task::Task;
use super::checkpoint::Checkpointing;
use super::machine::{Machine, clock};
use super::room::Room;
use crate::engine::backups::Refused;
use crate::engine::log_record::Records;
use crate::engine::log_reuse::{By, LogReuseWait};
use crate::kernel::SimTime;
use crate::units::{Bytes, Lsn, PAGE_BYTES};

/// Bytes of an extent, which a log backup copies whole.
const EXTENT_BYTES: u64 = 8 * PAGE_BYTES;

/// Work that takes time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Job {
    /// A checkpoint.
    Checkpoint,
    /// A log backup.
    LogBackup,
    /// A backup of the data.
    DataBackup,
}

/// A data backup that runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DataBackup {
    /// Its copy needs the log from here: known once its own checkpoint is complete and it reads
    /// pages.
    pub(super) needs: Option<Lsn>,
    is_copy_only: bool,
}

/// A log backup that runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LogBackup {
    upto: Lsn,
    extents: u64,
}

/// A transaction that somebody began and forgot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Open {
    /// Where its log begins.
    pub(super) from: Lsn,
    reserved: Bytes,
}

/// What happened to the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// A checkpoint is complete.
    Checkpoint,
    /// A log backup is complete.
    LogBackup,
    /// A backup of the data is complete.
    DataBackup,
    /// A backup was refused.
    Refused(Refused),
    /// Something else that was typed.
    Typed(Task),
}

/// What happened, and what was said of the log then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Said {
    /// When.
    pub at: SimTime,
    /// What.
    pub what: What,
    /// What `log_reuse_wait_desc` says from now on.
    pub wait: LogReuseWait,
    /// VLFs that became reusable.
    pub freed: u32,
    /// The log in use afterwards.
    pub used: Bytes,
}

impl Machine {
    /// Notes what happened.
    pub(super) fn say(&mut self, what: What, freed: u32) {
        self.history.push(Said {
            at: self.now,
            what,
            wait: self.reuse.wait(),
            freed,
            used: self.file.used(),
        });
    }

    /// The next task after the load, or the end.
    pub(super) fn next_closing(&mut self) {
        let Some(task) = self.s.closing.get(self.closing_next as usize).copied() else {
            return self.end_if_idle();
        };
        self.closing_next += 1;
        self.closes = Self::job_of(task);
        self.type_task(task);
        if self.closes.is_none() {
            self.next_closing();
        }
    }

    fn job_of(task: Task) -> Option<Job> {
        match task {
            Task::Checkpoint => Some(Job::Checkpoint),
            Task::BackupLog => Some(Job::LogBackup),
            Task::BackupFull | Task::BackupCopyOnly => Some(Job::DataBackup),
            _ => None,
        }
    }

    /// Is the load done, and with it all that was to be done?
    pub(super) fn end_if_idle(&mut self) {
        let is_idle = self.checkpointing == Checkpointing::Idle
            && self.log_backup.is_none()
            && self.data_backup.is_none();
        let all = self.s.script.len() as u32 == self.script_next
            && self.s.closing.len() as u32 == self.closing_next;
        self.is_done |= self.s.horizon.is_zero() && self.left == 0 && is_idle && all;
    }

    pub(super) fn job_done(&mut self, job: Job) {
        if job == Job::Checkpoint {
            if self.checkpointing != Checkpointing::Idle {
                // One more was asked for while this one ran: it is the one that counts.
                return;
            }
            self.backup_reads();
        }
        if self.closes == Some(job) {
            self.closes = None;
            self.next_closing();
        } else if self.left == 0 {
            self.end_if_idle();
        }
    }

    /// The next line of the script is typed.
    pub(super) fn script_goes_on(&mut self) {
        if let Some((_, task)) = self.s.script.get(self.script_next as usize).copied() {
            self.script_next += 1;
            self.type_task(task);
        }
        self.set_script_clock();
        if self.left == 0 {
            self.end_if_idle();
        }
    }

    pub(super) fn set_script_clock(&mut self) {
        if let Some((at, _)) = self.s.script.get(self.script_next as usize) {
            self.clocks.set(clock::SCRIPT, (*at).max(self.now));
        }
    }

    /// Something is typed now.
    pub fn type_task(&mut self, task: Task) {
        match task {
            Task::Checkpoint => return self.want_checkpoint(),
            Task::BackupLog => return self.begin_log_backup(),
            Task::BackupFull => return self.begin_data_backup(false),
            Task::BackupCopyOnly => return self.begin_data_backup(true),
            Task::SetModel(model) => self.backups.set_model(model),
            Task::Begin => self.begin_transaction(),
            Task::Commit => self.end_transaction(Records::commit()),
            Task::Rollback => self.end_transaction(Records::rollback(1)),
            Task::StopReader => {
                self.reader.get_or_insert(self.blocks.end_lsn());
            }
            Task::StartReader => self.reader = None,
            Task::AddDisk => self.file.add_disk(self.s.growth.by),
            Task::Shrink => {
                let given = self
                    .file
                    .shrink_to(self.s.log_initial, self.not_to_shrink());
                self.totals.shrunk += given;
            }
        }
        self.say(What::Typed(task), 0);
    }

    fn begin_transaction(&mut self) {
        if self.open.is_some() {
            return;
        }
        let records = Records::begin().and(Records::inserts(1, self.s.row_bytes));
        loop {
            match self.room_for(records) {
                Room::Yes => break,
                // The file has grown: its writes wait for the zeros.
                Room::Until(_) => {}
                Room::Full => return self.refuse(),
            }
        }
        let from = self.blocks.end_lsn();
        self.blocks.append(records, 0);
        let reserved = records.in_block();
        self.file.reserve(reserved);
        self.open = Some(Open { from, reserved });
    }

    fn end_transaction(&mut self, last: Records) {
        if let Some(open) = self.open.take() {
            self.file.unreserve(open.reserved);
            self.blocks.append(last, 0);
            self.blocks.want();
            self.start_writes();
        }
    }

    fn begin_log_backup(&mut self) {
        if self.log_backup.is_some() {
            return;
        }
        match self.backups.log_from() {
            Err(refused) => {
                self.say(What::Refused(refused), 0);
                if self.closes == Some(Job::LogBackup) {
                    self.closes = None;
                }
            }
            Ok(from) => {
                let upto = self.blocks.flushed_lsn().max(from);
                let extents = self.backups.bulk_extents();
                let bytes = Bytes(upto.0 - from.0 + extents * EXTENT_BYTES);
                let span = self.s.device.bulk(bytes);
                self.totals.log_backup_bytes += bytes;
                self.totals.log_backup_time += span;
                self.log_backup = Some(LogBackup { upto, extents });
                self.clocks.set(clock::LOG_BACKUP, self.now + span);
            }
        }
    }

    /// A log backup is complete: what it copied needs no longer be kept.
    pub(super) fn log_backed_up(&mut self) {
        let Some(backup) = self.log_backup.take() else {
            return;
        };
        if self.backups.log(backup.upto, self.now, false).is_ok() {
            self.totals.log_backups += 1;
            self.totals.bulk_extents += backup.extents;
            self.try_to_free(By::LogBackup, What::LogBackup);
        }
        self.job_done(Job::LogBackup);
    }

    /// By the clock.
    pub(super) fn scheduled_log_backup(&mut self) {
        self.begin_log_backup();
        let next = self.now + self.s.log_backup_every;
        self.clocks.set(clock::SCHEDULE, next);
    }

    pub(super) fn automatic_checkpoint(&mut self) {
        if self.checkpointing == Checkpointing::Idle {
            self.want_checkpoint();
        }
        let next = self.now + self.s.checkpoint_every;
        self.clocks.set(clock::AUTOMATIC, next);
    }

    /// A data backup starts with a checkpoint of its own (facts: section 1.8).
    fn begin_data_backup(&mut self, is_copy_only: bool) {
        if self.data_backup.is_some() {
            return;
        }
        self.data_backup = Some(DataBackup {
            needs: None,
            is_copy_only,
        });
        self.want_checkpoint();
    }

    /// Its own checkpoint is complete: it reads the pages.
    fn backup_reads(&mut self) {
        let from = self.oldest_needed();
        let Some(backup) = self.data_backup.as_mut().filter(|b| b.needs.is_none()) else {
            return;
        };
        backup.needs = Some(from);
        let pages = self.rows.div_ceil(u64::from(self.s.rows_per_page));
        let bytes = self.s.data_before + Bytes(pages * PAGE_BYTES);
        let at = self.now + self.s.device.bulk(bytes);
        self.clocks.set(clock::DATA_BACKUP, at);
    }

    /// What redo and undo would need: the last complete checkpoint, or an older transaction.
    fn oldest_needed(&self) -> Lsn {
        let oldest = self.oldest_transaction();
        oldest.map_or(self.checkpoint, |lsn| lsn.min(self.checkpoint))
    }

    pub(super) fn data_backed_up(&mut self) {
        if let Some(backup) = self.data_backup.take() {
            let first = backup.needs.unwrap_or(self.checkpoint);
            let last = self.blocks.flushed_lsn().max(first);
            self.backups
                .full(first, last, self.now, backup.is_copy_only);
            self.totals.full_backups += 1;
            self.say(What::DataBackup, 0);
        }
        self.job_done(Job::DataBackup);
    }
}
