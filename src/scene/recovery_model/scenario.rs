//! One run of the insert load, resolved into engine types.

use super::task::Task;
use crate::engine::backups::RecoveryModel;
use crate::engine::log_blocks::Limits;
use crate::engine::log_file::Growth;
use crate::engine::vlf::VlfRule;
use crate::kernel::{SimTime, Span};
use crate::units::{Bytes, BytesPerSec};

/// Other work on the log's device, in bursts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Neighbour {
    /// In each burst the device is busy with it for a share of the time: up to this many
    /// thousandths, below 1,000.
    pub busy_max_milli: u64,
    /// Mean length of a burst.
    pub burst: Span,
}

/// The device under the log and the data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LogDevice {
    /// What each request pays.
    pub fixed: Span,
    /// Mean of what varies, exponentially.
    pub jitter: Span,
    /// Requests that it works on at once.
    pub parallel: u32,
    /// Bytes a second, either way.
    pub rate: BytesPerSec,
}

impl LogDevice {
    /// How long so much takes to read or write in one go, without what varies.
    #[must_use]
    pub fn bulk(self, bytes: Bytes) -> Span {
        self.fixed + Span::from_ns(self.rate.transfer_ns(bytes))
    }
}

/// What a transaction does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Statement {
    /// INSERT: each row is logged, under every recovery model.
    Insert,
    /// An eligible bulk load: under BULK_LOGGED and SIMPLE only its extents are logged, and its
    /// pages are on the disk before it commits (facts: section 3.7).
    BulkLoad,
}

/// One run.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// The recovery model.
    pub recovery_model: RecoveryModel,
    /// Is there a full backup, so that the log has to wait for log backups?
    pub has_chain: bool,
    /// Connections.
    pub sessions: u32,
    /// Transactions of each.
    pub transactions: u32,
    /// Rows that a transaction inserts.
    pub rows: u32,
    /// What it does with them.
    pub statement: Statement,
    /// A row in the log: its image.
    pub row_bytes: u64,
    /// Rows that fit a page.
    pub rows_per_page: u32,
    /// Allocated before the load: what a full backup copies beside the new rows.
    pub data_before: Bytes,
    /// From an acknowledged commit to the next statement at the server: the client, the network,
    /// and the execution but for what is shown. The fixed part.
    pub client: Span,
    /// The same: what is added evenly, from nothing to this.
    pub client_jitter: Span,
    /// How long an insert holds the latch of the last page.
    pub latch: Span,
    /// After error 9002, a client tries again this much later.
    pub retry: Span,
    /// The device under the log.
    pub device: LogDevice,
    /// Bounds on log writes.
    pub log: Limits,
    /// What handing a block to the device takes, one after the other.
    pub issue: Span,
    /// DELAYED_DURABILITY = FORCED: a commit does not wait.
    pub is_delayed: bool,
    /// With delayed durability, a block that is not full is written at the latest after this.
    pub delay_max: Span,
    /// Other work on the server.
    pub neighbour: Option<Neighbour>,
    /// The run's number: each meets the neighbour at another time of day.
    pub run: u32,
    /// How the log file is cut into VLFs.
    pub rule: VlfRule,
    /// Size of the new log file.
    pub log_initial: Bytes,
    /// What MODIFY FILE added; nothing if zero.
    pub log_added: Bytes,
    /// Log that was written, backed up and freed before: the head stands there.
    pub log_before: Bytes,
    /// How it may grow.
    pub growth: Growth,
    /// An automatic checkpoint this often; zero: none by the clock.
    pub checkpoint_every: Span,
    /// A log backup this often; zero: none.
    pub log_backup_every: Span,
    /// What is typed, and when; in order of time.
    pub script: Vec<(SimTime, Task)>,
    /// What is typed once the load is done, one after the other.
    pub closing: Vec<Task>,
    /// The run ends here, and sessions go on for ever until then; zero: it ends when the load and
    /// all tasks are done.
    pub horizon: Span,
    /// Instants that one event covers; zero: each step is one.
    pub grain: Span,
}
