//! One run of the insert load, resolved into engine types.

use crate::engine::backups::RecoveryModel;
use crate::engine::device::Device;
use crate::engine::log_blocks::Limits;
use crate::engine::log_file::Growth;
use crate::engine::vlf::VlfRule;
use crate::kernel::Span;
use crate::units::Bytes;

/// Other work on the log's device, in bursts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Neighbour {
    /// In each burst the device is busy with it for a share of the time: up to this many
    /// thousandths, below 1,000.
    pub busy_max_milli: u64,
    /// Mean length of a burst.
    pub burst: Span,
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
    /// A row in the log: its image.
    pub row_bytes: u64,
    /// Rows that fit a page.
    pub rows_per_page: u32,
    /// From an acknowledged commit to the next statement at the server: the client, the network,
    /// and the execution but for what is shown. The fixed part.
    pub client: Span,
    /// The same: what is added evenly, from nothing to this.
    pub client_jitter: Span,
    /// How long an insert holds the latch of the last page.
    pub latch: Span,
    /// The device under the log.
    pub device: &'static Device,
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
    /// What MODIFY FILE added.
    pub log_added: Bytes,
    /// How it may grow.
    pub growth: Growth,
    /// Instants that one event covers; zero: each step is one.
    pub grain: Span,
}
