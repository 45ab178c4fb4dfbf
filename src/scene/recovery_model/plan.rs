//! Settings resolved into the server that the sides share.

use super::params::Settings;
use super::scenario::{LogDevice, Neighbour, Scenario, Statement};
use super::sides;
use super::task::Task;
use crate::engine::backups::RecoveryModel;
use crate::engine::log_blocks::Limits;
use crate::engine::log_file::Growth;
use crate::engine::page::PAGE_ROW_BYTES;
use crate::engine::vlf::VlfRule;
use crate::kernel::Span;
use crate::params::thousands;
use crate::units::{Bytes, BytesPerSec, MIB};

/// A row beside its text: 4 bytes of status and length, an int, 3 of column count and null bitmap,
/// 4 of count and offset of the variable columns. Facts: section 3.3, seed 004's row of 42 bytes.
const ROW_BYTES: u64 = 15;
/// A row's entry in the page's slot array.
const SLOT_BYTES: u64 = 2;
/// Runs with fewer commits than this step event by event, so that each can be seen.
const SMALL_COMMITS: u64 = 400;
/// Instants that one event covers in longer runs.
pub(super) const GRAIN: Span = Span::from_ms(10);
/// Commits of a comparison from which on it goes on in the background, and is said to be long.
const COMMITS_MAX: u64 = 40_000_000;

/// One side of the comparison.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Stable name.
    pub key: &'static str,
    /// Name for people.
    pub label: String,
    /// Place in the palette.
    pub style: u8,
    /// Repetition, from 1.
    pub round: u32,
    /// Part of the answer to the bet.
    pub veiled: bool,
    /// Its run.
    pub scenario: Scenario,
}

pub(super) fn small(value: i64) -> u32 {
    u32::try_from(value).unwrap_or(0)
}

pub(super) fn large(value: i64) -> u64 {
    u64::try_from(value).unwrap_or(0)
}

fn us(value: i64) -> Span {
    Span::from_us(large(value))
}

fn secs(value: i64) -> Span {
    Span::from_secs(large(value))
}

fn mib(value: i64) -> Bytes {
    Bytes(large(value) * MIB)
}

impl Settings {
    /// The sides, and what had to be changed to make the settings fit.
    #[must_use]
    pub fn plans(&self) -> (Vec<Plan>, Vec<String>) {
        let mut cautions = Vec::new();
        let mut base = self.scenario();
        self.suit(&mut base, &mut cautions);
        self.fit(&mut base, &mut cautions);
        let plans = match self.compare {
            1 => sides::pairs(&base, small(self.pairs).max(2)),
            2 => sides::connections(&base),
            3 => sides::disks(&base),
            4 => sides::loads(&base),
            5 => sides::reuse(&base),
            6 => sides::backups(&base),
            7 => sides::chain(&base),
            8 => sides::schedule(&base, secs(self.log_backup_every_s), &mut cautions),
            9 => sides::holders(&base, self.holder == 1, &mut cautions),
            10 => sides::durability(&base),
            11 => sides::sectors(&base),
            12 => sides::shrink(&base),
            _ => sides::models(&base),
        };
        (plans, cautions)
    }

    /// Puts right what does not suit what is compared.
    fn suit(&self, base: &mut Scenario, cautions: &mut Vec<String>) {
        // What is typed after the load is the point of these.
        let is_about_the_end = matches!(self.compare, 4..=7 | 12);
        // The model gives no time for a bulk load: see `stats::tells_time`.
        let is_about_time = matches!(self.compare, 1..=3 | 8..=10);
        if base.statement == Statement::BulkLoad && is_about_time {
            base.statement = Statement::Insert;
            cautions.push(
                "statement=bulk-load does not suit this comparison, as the model gives no time \
                 for one; rows are inserted one by one."
                    .to_string(),
            );
        }
        let is_bulk = base.statement == Statement::BulkLoad;
        if !base.horizon.is_zero() && (is_about_the_end || is_bulk) {
            base.horizon = Span::ZERO;
            cautions.push(format!(
                "horizon_s={} does not suit this comparison; it ends when all transactions are \
                 done.",
                self.horizon_s
            ));
        }
        if !base.log_backup_every.is_zero() && is_about_the_end {
            base.log_backup_every = Span::ZERO;
            cautions.push(format!(
                "log_backup_every_s={} does not suit this comparison; a log backup comes after \
                 the load only, if at all.",
                self.log_backup_every_s
            ));
        }
    }

    /// Cuts what would run for ever, or could not be.
    fn fit(&self, base: &mut Scenario, cautions: &mut Vec<String>) {
        let sides = if self.compare == 1 {
            2 * large(self.pairs)
        } else {
            4
        };
        let each = u64::from(base.sessions) * u64::from(base.transactions) * sides;
        let rows = each * u64::from(base.rows);
        let weight = each + rows / 100;
        if base.horizon.is_zero() && weight > COMMITS_MAX {
            let fit = (u64::from(base.transactions) * COMMITS_MAX / weight).max(1);
            base.transactions = u32::try_from(fit).unwrap_or(u32::MAX);
            cautions.push(format!(
                "transactions={} would take too long for a browser; {} each are run.",
                self.transactions,
                thousands(fit as i64)
            ));
        }
        if base.log_before.0 > 0 && base.has_chain {
            let size = base.log_initial + base.log_added;
            if base.log_before.0 > 64 * size.0 {
                base.log_before = Bytes(base.log_before.0 % size.0);
                cautions.push(format!(
                    "log_before_mib={} goes round the file many times; only where the head stands \
                     then is kept.",
                    self.log_before_mib
                ));
            }
        }
    }

    fn scenario(&self) -> Scenario {
        let row_bytes = ROW_BYTES + large(self.note_bytes);
        let rows_per_page = (PAGE_ROW_BYTES / (row_bytes + SLOT_BYTES)).max(1);
        let sessions = small(self.sessions).max(1);
        let transactions = small(self.transactions).max(1);
        let write = us(self.log_write_us);
        let commits = u64::from(sessions) * u64::from(transactions);
        let is_small = self.horizon_s == 0 && commits * large(self.txn_rows) < SMALL_COMMITS;
        Scenario {
            recovery_model: RecoveryModel::Full,
            has_chain: true,
            sessions,
            transactions,
            rows: small(self.txn_rows).max(1),
            statement: if self.statement == 1 {
                Statement::BulkLoad
            } else {
                Statement::Insert
            },
            row_bytes,
            rows_per_page: u32::try_from(rows_per_page).unwrap_or(1),
            data_before: mib(self.data_mib),
            client: us(self.client_us),
            client_jitter: us(self.client_jitter_us),
            latch: Span::from_ns(large(self.latch_ns)),
            retry: Span::from_ms(large(self.retry_ms)),
            device: LogDevice {
                fixed: write.scaled(2, 3),
                jitter: write.scaled(1, 3),
                parallel: small(self.parallel).max(1),
                rate: BytesPerSec::new(large(self.device_mib_per_s).max(1) * MIB),
            },
            log: self.log_limits(),
            issue: us(self.issue_us),
            is_delayed: self.durability == 1,
            delay_max: Span::from_ms(large(self.delay_ms)),
            neighbour: (self.busy_max_pct > 0).then(|| Neighbour {
                busy_max_milli: large(self.busy_max_pct) * 10,
                burst: secs(self.burst_s),
            }),
            run: 1,
            rule: match self.version {
                0 => VlfRule::UpTo2012,
                2 => VlfRule::From2022,
                _ => VlfRule::From2014,
            },
            log_initial: mib(self.log_initial_mib),
            log_added: mib(self.log_added_mib),
            log_before: mib(self.log_before_mib),
            growth: Growth {
                by: mib(self.growth_mib),
                size_max: Bytes(2_048 << 30),
                disk_free: mib(self.disk_free_mib),
            },
            checkpoint_every: secs(self.checkpoint_every_s),
            log_backup_every: secs(self.log_backup_every_s),
            script: Vec::new(),
            closing: vec![Task::Checkpoint],
            horizon: secs(self.horizon_s),
            grain: if is_small { Span::ZERO } else { GRAIN },
        }
    }

    fn log_limits(&self) -> Limits {
        Limits {
            sector_bytes: if self.sector == 1 { 4_096 } else { 512 },
            writes_max: if self.writes == 0 { 32 } else { 112 },
            ..Limits::FROM_2012
        }
    }
}
