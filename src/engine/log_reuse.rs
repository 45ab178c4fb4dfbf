//! Who holds the log, and what SQL Server says of it: `log_reuse_wait_desc`.
//!
//! Everybody who may still need log names the oldest LSN that he needs, and the log is kept from
//! the least of them (facts: section 3.6, B34). What is reported is history: the reason that the
//! last attempt to free VLFs freed too little, as it was then (B37).

use super::log_file::LogFile;
use crate::kernel::Digest;
use crate::units::Lsn;

/// Who may still need log. In the order in which one of several with the same LSN is named: which
/// one SQL Server names is not documented, so the order is an assumption (facts: section 3.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Holder {
    /// A full or differential backup that is running.
    DataBackup,
    /// The oldest open transaction.
    Transaction,
    /// A replica or a subscriber that has not received it.
    Replica,
    /// Under FULL and BULK_LOGGED with a chain: it was not backed up yet.
    LogBackup,
    /// A page that is dirty since before the last checkpoint.
    OldestPage,
    /// Redo starts at the last completed checkpoint.
    Checkpoint,
}

impl Holder {
    /// All, in their order.
    pub const ALL: [Self; 6] = [
        Self::DataBackup,
        Self::Transaction,
        Self::Replica,
        Self::LogBackup,
        Self::OldestPage,
        Self::Checkpoint,
    ];
}

/// The oldest LSN that each needs; `None`: he needs none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Holders([Option<Lsn>; Holder::ALL.len()]);

impl Holders {
    /// `holder` needs the log from `lsn` on.
    #[must_use]
    pub fn with(mut self, holder: Holder, lsn: Option<Lsn>) -> Self {
        self.0[holder as usize] = lsn;
        self
    }

    /// What `holder` needs.
    #[must_use]
    pub fn of(self, holder: Holder) -> Option<Lsn> {
        self.0[holder as usize]
    }

    /// The least LSN that somebody needs, and who; the `end` of the log if nobody needs any.
    #[must_use]
    pub fn min_lsn(self, end: Lsn) -> (Lsn, Option<Holder>) {
        let each = Holder::ALL.into_iter();
        let needed = each.filter_map(|holder| Some((self.of(holder)?, holder)));
        let first = needed.filter(|(lsn, _)| *lsn < end).min();
        first.map_or((end, None), |(lsn, holder)| (lsn, Some(holder)))
    }
}

/// `log_reuse_wait_desc`. Facts: section 3.6.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub enum LogReuseWait {
    /// Nothing stands in the way.
    #[default]
    Nothing = 0,
    /// A checkpoint is needed.
    Checkpoint = 1,
    /// A log backup is needed.
    LogBackup = 2,
    /// A full or differential backup is running.
    ActiveBackupOrRestore = 3,
    /// A transaction is open.
    ActiveTransaction = 4,
    /// Log was not delivered yet.
    Replication = 6,
    /// The oldest dirty page is older than the checkpoint.
    OldestPage = 13,
}

impl LogReuseWait {
    /// All, in the order of their numbers.
    pub const ALL: [Self; 7] = [
        Self::Nothing,
        Self::Checkpoint,
        Self::LogBackup,
        Self::ActiveBackupOrRestore,
        Self::ActiveTransaction,
        Self::Replication,
        Self::OldestPage,
    ];

    /// As `sys.databases` writes it.
    #[must_use]
    pub fn desc(self) -> &'static str {
        match self {
            Self::Nothing => "NOTHING",
            Self::Checkpoint => "CHECKPOINT",
            Self::LogBackup => "LOG_BACKUP",
            Self::ActiveBackupOrRestore => "ACTIVE_BACKUP_OR_RESTORE",
            Self::ActiveTransaction => "ACTIVE_TRANSACTION",
            Self::Replication => "REPLICATION",
            Self::OldestPage => "OLDEST_PAGE",
        }
    }

    fn of(holder: Option<Holder>) -> Self {
        match holder {
            None => Self::Nothing,
            Some(Holder::DataBackup) => Self::ActiveBackupOrRestore,
            Some(Holder::Transaction) => Self::ActiveTransaction,
            Some(Holder::Replica) => Self::Replication,
            Some(Holder::LogBackup) => Self::LogBackup,
            Some(Holder::OldestPage) => Self::OldestPage,
            Some(Holder::Checkpoint) => Self::Checkpoint,
        }
    }
}

/// What makes the server try to free log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// The end of a checkpoint.
    Checkpoint,
    /// The end of a log backup that is not copy-only.
    LogBackup,
}

/// What came of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// VLFs that became reusable.
    pub freed: u32,
    /// The log is kept from here on.
    pub min_lsn: Lsn,
    /// Who needs it.
    pub holder: Option<Holder>,
}

/// The reason of the last attempt.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LogReuse {
    wait: LogReuseWait,
}

impl LogReuse {
    /// Frees what nobody needs, and remembers why it was nothing.
    ///
    /// With a log chain only a log backup frees, and a checkpoint just looks (facts: section 1.6,
    /// D2, D9; high). What is reported then, by the first line that fits (M: no source gives the
    /// rule whole; each line has its own):
    /// 1. A VLF was freed: NOTHING. The value tells why none was (B37).
    /// 2. Somebody needs log in a VLF that the head has left: whoever needs the oldest (B34).
    /// 3. Only the head's VLF is in use, and a chain waits for log from before the last checkpoint:
    ///    LOG_BACKUP. Once that is backed up, what was said before stays, which in a quiet database
    ///    is still LOG_BACKUP (B37).
    /// 4. Only the head's VLF is in use, without a chain: NOTHING, as the write-up has it under
    ///    SIMPLE. That a transaction inside that VLF is not named is an assumption.
    pub fn attempt(&mut self, by: By, file: &mut LogFile, holders: Holders) -> Attempt {
        let (min_lsn, holder) = holders.min_lsn(file.end_lsn());
        let backed_up_to = holders.of(Holder::LogBackup);
        let only_looks = by == By::Checkpoint && backed_up_to.is_some();
        let freed = if only_looks {
            0
        } else {
            file.truncate_to(min_lsn)
        };
        let checkpoint = holders.of(Holder::Checkpoint);
        self.wait = match backed_up_to {
            _ if freed > 0 => LogReuseWait::Nothing,
            _ if min_lsn < file.head_lsn() => LogReuseWait::of(holder),
            Some(upto) if checkpoint.is_some_and(|lsn| upto < lsn) => LogReuseWait::LogBackup,
            Some(_) => self.wait,
            None => LogReuseWait::Nothing,
        };
        Attempt {
            freed,
            min_lsn,
            holder,
        }
    }

    /// What `sys.databases` reports.
    #[must_use]
    pub fn wait(self) -> LogReuseWait {
        self.wait
    }

    /// Writes the state.
    pub fn digest(&self, into: &mut Digest) {
        into.u8(self.wait as u8);
    }
}

#[cfg(test)]
#[path = "log_reuse_tests.rs"]
mod tests;
