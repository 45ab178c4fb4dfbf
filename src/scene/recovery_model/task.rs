//! What is typed on the server, by the settings or by the reader.

use crate::engine::backups::RecoveryModel;

/// A statement of the administrator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// CHECKPOINT.
    Checkpoint,
    /// BACKUP LOG.
    BackupLog,
    /// BACKUP DATABASE.
    BackupFull,
    /// BACKUP DATABASE … WITH COPY_ONLY.
    BackupCopyOnly,
    /// ALTER DATABASE … SET RECOVERY.
    SetModel(RecoveryModel),
    /// BEGIN TRANSACTION and an insert, in a session of its own that then does nothing.
    Begin,
    /// COMMIT of that transaction.
    Commit,
    /// ROLLBACK of that transaction.
    Rollback,
    /// The reader of the log (replication, change data capture) stops: what comes from now on is
    /// not delivered.
    StopReader,
    /// It goes on, and is up to date at once.
    StartReader,
    /// Room on the disk for one more growth of the log.
    AddDisk,
    /// DBCC SHRINKFILE of the log, as far as it goes.
    Shrink,
}

impl Task {
    /// All, in button order.
    pub const ALL: [Self; 14] = [
        Self::Checkpoint,
        Self::BackupLog,
        Self::BackupFull,
        Self::BackupCopyOnly,
        Self::SetModel(RecoveryModel::Full),
        Self::SetModel(RecoveryModel::BulkLogged),
        Self::SetModel(RecoveryModel::Simple),
        Self::Begin,
        Self::Commit,
        Self::Rollback,
        Self::StopReader,
        Self::StartReader,
        Self::AddDisk,
        Self::Shrink,
    ];
    /// Those that have a button; links know all.
    pub const BUTTONS: [Self; 9] = [
        Self::Checkpoint,
        Self::BackupLog,
        Self::BackupFull,
        Self::SetModel(RecoveryModel::Full),
        Self::SetModel(RecoveryModel::Simple),
        Self::Begin,
        Self::Rollback,
        Self::AddDisk,
        Self::Shrink,
    ];
    /// Their names in links, in the order of [`Self::ALL`].
    pub const KEYS: [&'static str; 14] = [
        "checkpoint",
        "backup-log",
        "backup",
        "backup-copy-only",
        "set-full",
        "set-bulk-logged",
        "set-simple",
        "begin",
        "commit",
        "rollback",
        "stop-reader",
        "start-reader",
        "add-disk",
        "shrink",
    ];

    /// Stable number, for digests and notes: its place.
    #[must_use]
    pub fn code(self) -> u8 {
        let place = Self::ALL.iter().position(|task| *task == self);
        place.unwrap_or(0) as u8
    }

    /// Name in links.
    #[must_use]
    pub fn key(self) -> &'static str {
        Self::KEYS[usize::from(self.code())]
    }

    /// Reads a name.
    #[must_use]
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|task| task.key() == key)
    }

    /// As a reader would type it, shortened.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Checkpoint => "CHECKPOINT",
            Self::BackupLog => "BACKUP LOG",
            Self::BackupFull => "BACKUP DATABASE",
            Self::BackupCopyOnly => "BACKUP … COPY_ONLY",
            Self::SetModel(RecoveryModel::Full) => "SET RECOVERY FULL",
            Self::SetModel(RecoveryModel::BulkLogged) => "SET RECOVERY BULK_LOGGED",
            Self::SetModel(RecoveryModel::Simple) => "SET RECOVERY SIMPLE",
            Self::Begin => "BEGIN TRAN and leave",
            Self::Commit => "COMMIT",
            Self::Rollback => "ROLLBACK",
            Self::StopReader => "Stop the log reader",
            Self::StartReader => "Start the log reader",
            Self::AddDisk => "More disk",
            Self::Shrink => "DBCC SHRINKFILE",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_task_is_found_by_its_name() {
        for (task, key) in Task::ALL.into_iter().zip(Task::KEYS) {
            assert_eq!((task.key(), Task::from_key(key)), (key, Some(task)));
        }
    }
}
