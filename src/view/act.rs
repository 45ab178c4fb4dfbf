//! What a lane or a part of a bar stands for: what threads, sessions and the log do.

/// What a thread does, or what a stretch of time is. Each has a height of its own when drawn among
/// those that it is seen with, so that nothing hangs on colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Act {
    /// Turns a page into its disk form and writes it.
    Reconcile,
    /// Goes from page to page.
    Walk,
    /// Puts a page into the queue.
    Push,
    /// Waits for workers.
    Wait,
    /// Has been signalled and is not running yet.
    Wake,
    /// Sleeps: there is nothing to do.
    Idle,
    /// What a checkpoint does beside its walk.
    Rest,
    /// The client has the answer: the session has nothing to do.
    Client,
    /// Waits for the page that all insert into.
    Latch,
    /// Waits for the flush that answers its commit.
    Commit,
    /// Waits for room in the log buffer.
    Buffer,
    /// Was turned away: the log is full.
    Full,
    /// Writes log blocks.
    Flush,
    /// Writes the zeros of a piece that the file has grown by.
    Zeros,
    /// Copies log or data to a backup.
    Backup,
    /// Keeps a transaction open.
    Open,
    /// Loads many rows at once.
    Bulk,
    /// A stretch of time to whose every instant the database can be restored.
    Restorable,
    /// A stretch of time in which no restore may end.
    Refused,
    /// A stretch of time whose changes are gone.
    Lost,
}

/// Class, label and tenths of each act, in the order of [`Act::ALL`].
const ROWS: [(&str, &str, u32); Act::ALL.len()] = [
    ("reconcile", "reconciling", 10),
    ("walk", "walking", 7),
    ("push", "pushing", 8),
    ("wait", "waiting for workers", 4),
    ("wake", "waking up", 5),
    ("idle", "idle", 1),
    ("rest", "prepare, metadata, sync", 7),
    ("client", "client has it", 2),
    ("latch", "waiting for the last page: PAGELATCH", 4),
    ("commit", "WRITELOG wait", 8),
    ("buffer", "LOGBUFFER wait", 6),
    ("full", "log full: error 9002", 10),
    ("flush", "log write", 9),
    ("zeros", "growth: zeros written", 5),
    ("backup", "backup runs", 7),
    ("open", "transaction open", 3),
    ("bulk", "bulk load", 10),
    ("restorable", "can be restored to", 10),
    ("refused", "no restore ends here", 5),
    ("lost", "lost", 2),
];

impl Act {
    /// All, in legend order.
    pub const ALL: [Self; 20] = [
        Self::Reconcile,
        Self::Walk,
        Self::Push,
        Self::Wait,
        Self::Wake,
        Self::Idle,
        Self::Rest,
        Self::Client,
        Self::Latch,
        Self::Commit,
        Self::Buffer,
        Self::Full,
        Self::Flush,
        Self::Zeros,
        Self::Backup,
        Self::Open,
        Self::Bulk,
        Self::Restorable,
        Self::Refused,
        Self::Lost,
    ];

    /// What the threads of a checkpoint do.
    pub const OF_CHECKPOINT: [Self; 7] = [
        Self::Reconcile,
        Self::Walk,
        Self::Push,
        Self::Wait,
        Self::Wake,
        Self::Idle,
        Self::Rest,
    ];

    /// Place in [`Self::ALL`].
    #[must_use]
    pub fn place(self) -> usize {
        self as usize
    }

    /// Name in the stylesheet.
    #[must_use]
    pub fn class(self) -> &'static str {
        ROWS[self.place()].0
    }

    /// The word in legends and screen-reader text.
    #[must_use]
    pub fn label(self) -> &'static str {
        ROWS[self.place()].1
    }

    /// In the middle of a sentence: "the checkpoint thread is …".
    #[must_use]
    pub fn spoken(self) -> &'static str {
        match self {
            Self::Rest => "past its walk",
            Self::Client => "with its client",
            Self::Latch => "waiting for the last page",
            Self::Commit => "waiting for its log to be written",
            Self::Buffer => "waiting for room in the log buffer",
            Self::Full => "turned away, the log is full",
            Self::Flush => "writing log",
            Self::Zeros => "writing zeros",
            Self::Backup => "running a backup",
            Self::Open => "in an open transaction",
            Self::Bulk => "loading in bulk",
            other => other.label(),
        }
    }

    /// Tenths of its lane that it fills, upward from the base line.
    #[must_use]
    pub fn tenths(self) -> u32 {
        ROWS[self.place()].2
    }

    /// Is it there to fill the time between what matters? Then it is drawn faintly.
    #[must_use]
    pub fn is_quiet(self) -> bool {
        matches!(self, Self::Idle | Self::Client)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_act_has_a_row_of_its_own() {
        for (place, act) in Act::ALL.into_iter().enumerate() {
            assert_eq!(act.place(), place, "{}", act.label());
            assert!((1..=10).contains(&act.tenths()), "{}", act.label());
            let is_same = |other: &&Act| other.class() == act.class();
            assert_eq!(Act::ALL.iter().filter(is_same).count(), 1, "{act:?}");
        }
    }
}
