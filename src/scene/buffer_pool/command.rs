//! What a reader can do to the running server.

use crate::kernel::Span;

/// Something that is typed on the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// CHECKPOINT.
    Checkpoint,
    /// CHECKPOINT n.
    CheckpointGoal,
    /// BACKUP DATABASE, full or copy-only: both start with a checkpoint (facts: section 1.8).
    Backup,
    /// ALTER DATABASE ... SET TARGET_RECOVERY_TIME: to the setting, or to 0.
    Target(bool),
}

impl Command {
    /// All of them, in button order.
    pub const ALL: [Self; 5] = [
        Self::Checkpoint,
        Self::CheckpointGoal,
        Self::Backup,
        Self::Target(false),
        Self::Target(true),
    ];
    /// Their names in links, in the same order.
    pub const KEYS: [&'static str; 5] =
        ["checkpoint", "checkpoint-n", "backup", "target-0", "target"];

    /// Name in links.
    #[must_use]
    pub fn key(self) -> &'static str {
        Self::KEYS[usize::from(self.code())]
    }

    /// Reads a name.
    #[must_use]
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|c| c.key() == key)
    }

    /// Stable number for digests.
    #[must_use]
    pub fn code(self) -> u8 {
        match self {
            Self::Checkpoint => 0,
            Self::CheckpointGoal => 1,
            Self::Backup => 2,
            Self::Target(false) => 3,
            Self::Target(true) => 4,
        }
    }

    /// As a reader would type it, with the settings' goal and target.
    #[must_use]
    pub fn label(self, goal: Span, target: Span) -> String {
        match self {
            Self::Checkpoint => "CHECKPOINT".to_string(),
            Self::CheckpointGoal => format!("CHECKPOINT {}", goal.as_ms() / 1_000),
            Self::Backup => "BACKUP".to_string(),
            Self::Target(false) => "Target 0 s".to_string(),
            Self::Target(true) => format!("Target {} s", target.as_ms() / 1_000),
        }
    }
}
