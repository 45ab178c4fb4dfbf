//! From settings to the sides of the comparison.

use super::cut::Drill;
use super::params::Settings;
use super::scenario::{Bulk, EXTENT_PAGES, Long, Rules, Scenario};
use crate::engine::backups::RecoveryModel;
use crate::engine::restart::Rates;
use crate::engine::restore::Loss;
use crate::kernel::{SimTime, Span};
use crate::units::{Bytes, BytesPerSec, MIB, PAGE_BYTES};

/// Rows on a page: 42 bytes each, with 11 of overhead (facts: section 3.3; the row of seed 004).
const ROWS_PER_PAGE: u32 = 160;
/// A row in the log. Seed 004, by facts section 3.3.
const ROW_BYTES: u64 = 42;
/// Tables that rows are appended to. Assumption.
const TABLES: u32 = 8;
/// Parts of the bulk load. Assumption: fine enough to be seen.
const BULK_PARTS: u32 = 60;
/// A third of a checkpoint. Assumption: half a minute in all, as it spreads its writes.
const CHECKPOINT_PART: Span = Span::from_secs(10);
/// A page is written outside of checkpoints about this often. Assumption.
const LAZY: Span = Span::from_secs(60);
/// A log write. Assumption.
const FLUSH: Span = Span::from_ms(2);
const MIB_PER_EXTENT: i64 = 16;

/// One side.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Stable name.
    pub key: &'static str,
    /// As the reader would type it.
    pub label: &'static str,
    /// Its settings, resolved.
    pub scenario: Scenario,
}

fn large(value: i64) -> u64 {
    u64::try_from(value).unwrap_or(0)
}

fn small(value: i64) -> u32 {
    u32::try_from(value).unwrap_or(0)
}

fn minutes(value: i64) -> Span {
    Span::from_secs(60 * large(value))
}

fn at(value: i64) -> SimTime {
    SimTime::ZERO + minutes(value)
}

fn some(value: i64) -> Option<Span> {
    (value > 0).then(|| minutes(value))
}

fn rate(mib_per_s: i64) -> BytesPerSec {
    BytesPerSec::new(large(mib_per_s).max(1) * MIB)
}

const SIDES: [(&str, &str, RecoveryModel); 3] = [
    ("full", "FULL", RecoveryModel::Full),
    ("bulk_logged", "BULK_LOGGED", RecoveryModel::BulkLogged),
    ("simple", "SIMPLE", RecoveryModel::Simple),
];

impl Settings {
    /// The sides, what is asked of each, and what had to be changed to make the settings fit.
    /// Values were clamped to their ranges before.
    #[must_use]
    pub fn plans(&self) -> (Vec<Plan>, Drill, Vec<String>) {
        let mut cautions = Vec::new();
        let base = self.scenario(&mut cautions);
        let side = |(key, label, recovery_model)| Plan {
            key,
            label,
            scenario: Scenario {
                recovery_model,
                ..base.clone()
            },
        };
        let drill = self.drill(&mut cautions);
        (SIDES.into_iter().map(side).collect(), drill, cautions)
    }

    /// When the plug is pulled at first.
    #[must_use]
    pub fn cut_at(&self) -> SimTime {
        at(self.at.min(self.day_min()))
    }

    fn day_min(&self) -> i64 {
        self.day_h * 60
    }

    /// What had to be changed, as the command line says it: the setting, its value, what is legal.
    fn too_late(&self, key: &str, value: i64, instead: &str) -> String {
        let day = self.day_min();
        format!("{key}={value}: the day ends at minute {day}; {instead}.")
    }

    fn drill(&self, cautions: &mut Vec<String>) -> Drill {
        let day_min = self.day_min();
        if self.at > day_min {
            cautions.push(self.too_late("at", self.at, "the plug is pulled there"));
        }
        let at_min = self.at.min(day_min);
        if self.stop_at_min >= at_min && self.stop_at_min > 0 {
            cautions.push(format!(
                "stop_at_min={}: the plug is pulled at minute {at_min}; it means the latest state.",
                self.stop_at_min
            ));
        }
        if self.damaged > 0 && self.log_every_min == 0 {
            cautions.push(format!(
                "damaged={}: log_every_min is 0, so that there is no log backup to be damaged.",
                self.damaged
            ));
        }
        if self.again_pct > 0 && (self.lost > 0 || self.stop_at_min > 0) {
            cautions.push(format!(
                "again_pct={}: a second crash is reckoned for a restart, not for a restore.",
                self.again_pct
            ));
        }
        Drill {
            loss: match self.lost {
                1 => Loss::Data,
                2 => Loss::DataAndLog,
                _ => Loss::Memory,
            },
            stop_at: (self.stop_at_min > 0).then(|| at(self.stop_at_min)),
            damaged: (self.damaged > 0).then(|| small(self.damaged)),
            again_pct: large(self.again_pct),
            rates: Rates {
                redo: rate(self.redo_mib_per_s),
                undo: rate(self.undo_mib_per_s),
            },
            read_rate: rate(self.backup_mib_per_s),
        }
    }

    fn bulk(&self, cautions: &mut Vec<String>) -> Option<Bulk> {
        if self.bulk_at_min == 0 {
            return None;
        }
        if self.bulk_at_min >= self.day_min() {
            let instead = "there is no bulk load";
            cautions.push(self.too_late("bulk_at_min", self.bulk_at_min, instead));
            return None;
        }
        let extents = self.bulk_mib * MIB_PER_EXTENT;
        debug_assert_eq!(
            MIB_PER_EXTENT as u64 * u64::from(EXTENT_PAGES) * PAGE_BYTES,
            MIB
        );
        Some(Bulk {
            at: at(self.bulk_at_min),
            lasts: minutes(self.bulk_min),
            parts: BULK_PARTS,
            extents_a_part: small(extents).div_ceil(BULK_PARTS).max(1),
        })
    }

    fn long(&self, cautions: &mut Vec<String>) -> Option<Long> {
        if self.long_from_min == 0 {
            if self.long_to_min > 0 {
                cautions.push(format!(
                    "long_to_min={}: long_from_min is 0, so that there is no long transaction.",
                    self.long_to_min
                ));
            }
            return None;
        }
        if self.long_from_min >= self.day_min() {
            let instead = "there is no long transaction";
            cautions.push(self.too_late("long_from_min", self.long_from_min, instead));
            return None;
        }
        let is_closed = self.long_to_min > self.long_from_min;
        if self.long_to_min > 0 && !is_closed {
            cautions.push(format!(
                "long_to_min={}: it begins at minute {}; the transaction stays open.",
                self.long_to_min, self.long_from_min
            ));
        }
        Some(Long {
            from: at(self.long_from_min),
            to: if is_closed {
                at(self.long_to_min)
            } else {
                SimTime::MAX
            },
            rows: small(self.long_rows),
        })
    }

    fn scenario(&self, cautions: &mut Vec<String>) -> Scenario {
        let second = Span::from_secs(60);
        Scenario {
            recovery_model: RecoveryModel::Full,
            day: minutes(self.day_min()),
            apart: (self.txns_per_min > 0).then(|| second.scaled(1, large(self.txns_per_min))),
            rows: small(self.txn_rows),
            lasts: Span::from_secs(large(self.txn_s)),
            row_bytes: ROW_BYTES,
            rows_per_page: ROWS_PER_PAGE,
            tables: TABLES,
            bulk: self.bulk(cautions),
            long: self.long(cautions),
            checkpoint_every: minutes(self.checkpoint_min.max(1)),
            checkpoint_part: CHECKPOINT_PART,
            lazy: LAZY,
            full_every: minutes(self.full_every_h.max(1) * 60),
            differential_every: some(self.diff_every_min),
            log_every: some(self.log_every_min),
            data: Bytes(large(self.data_mib) * MIB),
            backup_rate: rate(self.backup_mib_per_s),
            flush: FLUSH,
            delay: (self.durability == 1).then(|| Span::from_secs(large(self.delay_s).max(1))),
            keeps_contents: false,
            rules: Rules::SOUND,
        }
    }
}
