//! Backups: what each copies, when the log chain starts and breaks, and what is refused.
//!
//! Facts: section 3.7, with D9, D22 to D24 and Q4. A full backup never frees log (question 7 of
//! section 5). Sizes in bytes and times are the scene's; here are only the rules.

use crate::kernel::{Digest, SimTime};
use crate::units::Lsn;

/// What may free the log, and what a restore can give back. Facts: section 3.7.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum RecoveryModel {
    /// Everything is logged; a log backup frees the log.
    Full,
    /// As FULL, but bulk loads log their extents only, and the next log backup copies those.
    BulkLogged,
    /// A checkpoint frees the log; there are no log backups.
    Simple,
}

/// What a backup copies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum BackupKind {
    /// All pages, and the log that makes them consistent.
    Full,
    /// The extents changed since the last full backup that is not copy-only.
    Differential,
    /// The log since the last log backup, and the extents of bulk loads.
    Log,
}

/// A backup that is complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BackupSet {
    /// What it copies.
    pub kind: BackupKind,
    /// It changes neither the base of differentials nor what the next log backup starts with.
    pub is_copy_only: bool,
    /// The first log in it.
    pub first_lsn: Lsn,
    /// The end of the log in it: a restore that ends with it comes to here.
    pub last_lsn: Lsn,
    /// Of a differential: which full backup it needs, as a place in the history.
    pub base: Option<u32>,
    /// When it was complete.
    pub ended_at: SimTime,
    /// Of a log backup: it has extents of bulk loads, so that no time inside it can be asked for.
    pub has_bulk_changes: bool,
}

/// Why a backup is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// BACKUP LOG under SIMPLE: error 4208.
    LogUnderSimple,
    /// BACKUP LOG without a full backup: error 4214.
    NoFullBackup,
    /// A differential without a full backup to differ from: error 3035 (recalled).
    NoDifferentialBase,
}

impl Refused {
    /// SQL Server's number for it.
    #[must_use]
    pub fn error(self) -> u32 {
        match self {
            Self::LogUnderSimple => 4_208,
            Self::NoFullBackup => 4_214,
            Self::NoDifferentialBase => 3_035,
        }
    }
}

/// A database's backups so far, and what follows from them for its log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Backups {
    model: RecoveryModel,
    /// Log from here on was not backed up; `None`: there is no chain.
    chain: Option<Lsn>,
    /// The full backup that differentials start from.
    base: Option<u32>,
    /// Extents of bulk loads since the last log backup: one bit each in SQL Server's map, a count
    /// here, as loads go through new extents one after the other.
    bulk_extents: u64,
    sets: Vec<BackupSet>,
}

impl Backups {
    /// A new database: no backup yet.
    #[must_use]
    pub fn new(model: RecoveryModel) -> Self {
        Self {
            model,
            chain: None,
            base: None,
            bulk_extents: 0,
            sets: Vec::new(),
        }
    }

    /// The recovery model.
    #[must_use]
    pub fn model(&self) -> RecoveryModel {
        self.model
    }

    /// ALTER DATABASE … SET RECOVERY. SIMPLE ends the chain; back from it, a full or differential
    /// backup starts a new one.
    pub fn set_model(&mut self, model: RecoveryModel) {
        if model == RecoveryModel::Simple {
            self.chain = None;
        }
        self.model = model;
    }

    /// The oldest log that a log backup still has to copy: what holds the log. `None` under SIMPLE,
    /// and before the first full backup ("pseudo-simple").
    #[must_use]
    pub fn holds_from(&self) -> Option<Lsn> {
        self.chain
    }

    /// A bulk load went through this many extents without logging its rows. Under FULL there is no
    /// such load.
    ///
    /// # Panics
    /// Under FULL.
    pub fn bulk_load(&mut self, extents: u64) {
        assert!(self.model != RecoveryModel::Full, "FULL logs every row");
        if self.model == RecoveryModel::BulkLogged {
            self.bulk_extents += extents;
        }
    }

    /// Extents that the next log backup has to copy.
    #[must_use]
    pub fn bulk_extents(&self) -> u64 {
        self.bulk_extents
    }

    /// BACKUP DATABASE is complete. It read pages while changes went on, so that it has the log
    /// from `first_lsn`, what redo at its start needed, to `last_lsn`, the end of its reading.
    pub fn full(&mut self, first_lsn: Lsn, last_lsn: Lsn, at: SimTime, is_copy_only: bool) {
        let place = self.sets.len() as u32;
        self.add(
            BackupKind::Full,
            first_lsn,
            last_lsn,
            at,
            is_copy_only,
            None,
        );
        if !is_copy_only {
            self.base = Some(place);
            self.start_chain(last_lsn);
        }
    }

    /// BACKUP DATABASE … WITH DIFFERENTIAL is complete.
    ///
    /// # Errors
    /// If there is no full backup to differ from.
    pub fn differential(
        &mut self,
        first_lsn: Lsn,
        last_lsn: Lsn,
        at: SimTime,
    ) -> Result<(), Refused> {
        let base = self.base.ok_or(Refused::NoDifferentialBase)?;
        let kind = BackupKind::Differential;
        self.add(kind, first_lsn, last_lsn, at, false, Some(base));
        self.start_chain(last_lsn);
        Ok(())
    }

    /// A chain that runs already goes on as it was: a later full backup neither breaks nor resets
    /// it (D2, D23).
    fn start_chain(&mut self, from: Lsn) {
        if self.model != RecoveryModel::Simple && self.chain.is_none() {
            self.chain = Some(from);
            self.bulk_extents = 0;
        }
    }

    /// From where a BACKUP LOG would copy.
    ///
    /// # Errors
    /// Under SIMPLE, and without a full backup.
    pub fn log_from(&self) -> Result<Lsn, Refused> {
        if self.model == RecoveryModel::Simple {
            return Err(Refused::LogUnderSimple);
        }
        self.chain.ok_or(Refused::NoFullBackup)
    }

    /// BACKUP LOG up to `last_lsn` is complete. What it copied needs no longer be kept, unless it
    /// is copy-only, which never frees log (D24).
    ///
    /// # Errors
    /// Under SIMPLE, and without a full backup.
    pub fn log(&mut self, last_lsn: Lsn, at: SimTime, is_copy_only: bool) -> Result<(), Refused> {
        let first = self.log_from()?;
        assert!(last_lsn >= first, "a log backup ends before it begins");
        self.add(BackupKind::Log, first, last_lsn, at, is_copy_only, None);
        if !is_copy_only {
            self.chain = Some(last_lsn);
            self.bulk_extents = 0;
        }
        Ok(())
    }

    fn add(
        &mut self,
        kind: BackupKind,
        first_lsn: Lsn,
        last_lsn: Lsn,
        ended_at: SimTime,
        is_copy_only: bool,
        base: Option<u32>,
    ) {
        self.sets.push(BackupSet {
            kind,
            is_copy_only,
            first_lsn,
            last_lsn,
            base,
            ended_at,
            has_bulk_changes: kind == BackupKind::Log && self.bulk_extents > 0,
        });
    }

    /// All backups, in the order in which they were complete.
    #[must_use]
    pub fn sets(&self) -> &[BackupSet] {
        &self.sets
    }

    /// Writes the state.
    pub fn digest(&self, into: &mut Digest) {
        into.u8(self.model as u8);
        into.u64(self.chain.map_or(u64::MAX, |lsn| lsn.0));
        into.u32(self.base.unwrap_or(u32::MAX));
        into.u64(self.bulk_extents);
        into.u32(self.sets.len() as u32);
    }
}

#[cfg(test)]
#[path = "backups_tests.rs"]
mod tests;
