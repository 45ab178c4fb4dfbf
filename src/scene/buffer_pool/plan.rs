//! Settings resolved into the sides of the comparison.

use std::rc::Rc;

use super::command::Command;
use super::params::Settings;
use super::scenario::{Load, Scenario};
use crate::engine::device::DEVICES;
use crate::engine::gather::GatherCap;
use crate::engine::page::{PageId, RowLayout};
use crate::engine::redo::{BOUND_MIN, DirtyBound, page_read};
use crate::engine::zipf::Zipf;
use crate::kernel::{SimTime, Span};
use crate::params::thousands;
use crate::units::{Bytes, PAGE_BYTES};

/// The write-up's table: char(400) and two ints.
const LAYOUT: RowLayout = RowLayout {
    fixed_bytes: 408,
    columns: 3,
};
const PAGES_PER_MIB: u32 = (1 << 20) / PAGE_BYTES as u32;
/// Commits that are written down at most, on average.
const COMMITS_KEPT: u64 = 60_000;
/// Copies of the state for seeking. They share what has not changed between them, so that those of
/// a large pool are not as dear as they look.
const KEYFRAMES: u32 = 32;

/// One side of the comparison.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Stable name.
    pub key: &'static str,
    /// Name for people.
    pub label: String,
    /// Part of the answer to the bet.
    pub veiled: bool,
    /// Its server.
    pub scenario: Scenario,
}

fn small(value: i64) -> u32 {
    u32::try_from(value).unwrap_or(0)
}

fn large(value: i64) -> u64 {
    u64::try_from(value).unwrap_or(0)
}

fn secs(value: i64) -> Span {
    Span::from_secs(large(value))
}

fn at(value: i64) -> SimTime {
    SimTime::from_secs(large(value))
}

impl Settings {
    /// The sides, and what had to be changed to make the settings fit. Values were clamped to
    /// their ranges before.
    #[must_use]
    pub fn plans(&self) -> (Vec<Plan>, Vec<String>) {
        let mut cautions = Vec::new();
        let plans = match self.compare {
            1 => self.backup_plans(&mut cautions),
            2 => self.memory_plans(&mut cautions),
            _ => self.target_plans(&mut cautions),
        };
        (plans, cautions)
    }

    fn target_plans(&self, cautions: &mut Vec<String>) -> Vec<Plan> {
        let mut automatic = self.scenario(small(self.pool_mib), cautions);
        self.type_backup(&mut automatic);
        let mut indirect = automatic.clone();
        automatic.target = Span::ZERO;
        let label = |s: i64| format!("Target {s} s");
        let mut plans = vec![Plan {
            key: "automatic",
            label: label(0),
            veiled: false,
            scenario: automatic,
        }];
        if self.target_s == 0 {
            cautions.push("The target is 0 s: there is no second side to compare.".to_string());
            return plans;
        }
        self.warn_of_floor(&indirect, cautions);
        let mut words = label(self.target_s);
        if self.alter_at_s > 0 {
            indirect.target = Span::ZERO;
            if self.alter_at_s >= self.horizon_s {
                cautions
                    .push("The target is set after the time shown: both sides are alike.".into());
            }
            let set = (at(self.alter_at_s), Command::Target(true));
            indirect.script.insert(0, set);
            words = format!("{words} from {} s on", self.alter_at_s);
        }
        plans.push(Plan {
            key: "indirect",
            label: words,
            veiled: true,
            scenario: indirect,
        });
        plans
    }

    fn warn_of_floor(&self, indirect: &Scenario, cautions: &mut Vec<String>) {
        let DirtyBound { bound, mark } = DirtyBound::new(indirect.target, indirect.page_cost);
        if bound == BOUND_MIN {
            cautions.push(format!(
                "The bound on dirty pages is at its floor of {BOUND_MIN} (an assumption)."
            ));
        }
        let pages = indirect.frames.min(indirect.file_pages);
        if mark >= pages {
            cautions.push(format!(
                "The bound of {} dirty pages lies above the {} pages in memory that can be dirty: \
                 the background writer has nothing to do.",
                thousands(i64::from(bound)),
                thousands(i64::from(pages))
            ));
        }
    }

    fn type_backup(&self, scenario: &mut Scenario) {
        if self.backup_at_s > 0 {
            let typed = (at(self.backup_at_s), Command::Backup);
            scenario.script.push(typed);
        }
    }

    fn backup_plans(&self, cautions: &mut Vec<String>) -> Vec<Plan> {
        let mut plain = self.scenario(small(self.pool_mib), cautions);
        if self.backup_at_s == 0 || self.backup_at_s >= self.horizon_s {
            cautions.push("No BACKUP is typed within the time shown: see \"Backup at\".".into());
        }
        self.type_backup(&mut plain);
        let mut first = plain.clone();
        let lead = self.lead_s.min(self.backup_at_s);
        let typed = (at(self.backup_at_s - lead), Command::Checkpoint);
        first.script.insert(0, typed);
        let side = |key, label: &str, scenario| Plan {
            key,
            label: label.to_string(),
            veiled: key == "first",
            scenario,
        };
        vec![
            side("backup", "BACKUP", plain),
            side("first", "CHECKPOINT, then BACKUP", first),
        ]
    }

    fn memory_plans(&self, cautions: &mut Vec<String>) -> Vec<Plan> {
        let mut here = self.scenario(small(self.pool_mib), cautions);
        let needed = here.file_pages.div_ceil(PAGES_PER_MIB);
        let roomy = needed + needed.div_ceil(8);
        let mut enough = self.scenario(roomy.max(small(self.pool_mib)), &mut Vec::new());
        self.type_backup(&mut here);
        self.type_backup(&mut enough);
        let side = |key, scenario: Scenario| Plan {
            key,
            label: format!("{} MiB", scenario.frames / PAGES_PER_MIB),
            veiled: false,
            scenario,
        };
        let mut plans = vec![side("small", here)];
        if roomy > small(self.pool_mib) {
            plans.push(side("large", enough));
        } else {
            cautions.push("Everything fits the pool: there is no second side.".to_string());
        }
        plans
    }

    /// The server that the sides share, with `pool_mib` of memory.
    fn scenario(&self, pool_mib: u32, cautions: &mut Vec<String>) -> Scenario {
        let frames = pool_mib * PAGES_PER_MIB;
        let load = self.load();
        let working = load.zipf.places() * load.place_pages;
        let hot = small(self.hot_pct).min(1);
        let free_min = (frames / 64).clamp(4, 4_096);
        let update = self.update_pages(frames - free_min, cautions);
        let file_pages = (working + hot).max(update);
        let everything_fits = frames >= file_pages;
        let resident = if everything_fits {
            file_pages
        } else {
            frames - free_min
        };
        let device = &DEVICES[(small(self.device) as usize).min(DEVICES.len() - 1)];
        let page_cost = match self.redo_page_ms {
            0 => page_read(device),
            ms => Span::from_ms(large(ms)),
        };
        let interval_s = 60 * large(self.recovery_interval_min).max(1);
        let log_mark = Bytes::from_mib(large(self.log_mib) * 7).0 / 10;
        let commits = large(self.rows_per_s) * large(self.horizon_s) / large(self.txn_rows).max(1);
        let is_old = self.version == 0;
        Scenario {
            frames,
            file_pages,
            resident,
            hot_page: (hot > 0).then_some(PageId(working)),
            update_pages: update,
            free_min: if everything_fits { 0 } else { free_min },
            load,
            target: secs(self.target_s),
            target_set: secs(self.target_s),
            page_cost,
            records_max: interval_s * large(self.redo_records_per_s),
            log_mark: (self.recovery_model == 0).then_some(Bytes(log_mark)),
            device,
            cap: if is_old {
                GatherCap::UP_TO_2014
            } else {
                GatherCap::FROM_2016
            },
            threshold: Span::from_ms(if is_old { 20 } else { 50 }),
            goal: secs(self.goal_s),
            script: Vec::new(),
            horizon: secs(self.horizon_s),
            commit_thinning: u32::try_from(commits / COMMITS_KEPT + 1).unwrap_or(u32::MAX),
            keyframes: KEYFRAMES,
            keeps_journal: false,
            wal_rule: true,
        }
    }

    fn load(&self) -> Load {
        let rows_per_page = u32::try_from(LAYOUT.rows_per_page()).unwrap_or(1);
        let rows = small(self.txn_rows).max(1);
        let working = small(self.working_set_mib) * PAGES_PER_MIB;
        let place_pages = rows.div_ceil(rows_per_page).min(working);
        let places = (working / place_pages).max(1);
        let changing = 100 - large(self.read_pct).min(95);
        // Transactions that change rows come at rows_per_s / rows; the others beside them.
        let apart = (self.rows_per_s > 0).then(|| {
            let second = Span::from_secs(1).scaled(u64::from(rows), large(self.rows_per_s));
            second.scaled(changing, 100)
        });
        Load {
            apart,
            rows,
            rows_per_page,
            place_pages,
            read_pct: small(self.read_pct),
            hot_pct: small(self.hot_pct),
            burst_times: small(self.burst_times),
            zipf: Rc::new(Zipf::new(places, small(self.skew_pct))),
        }
    }

    /// Pages of the UPDATE before the start: those that fit the pool.
    fn update_pages(&self, most: u32, cautions: &mut Vec<String>) -> u32 {
        let asked = LAYOUT.leaf_pages(large(self.update_rows)).0;
        let pages = u32::try_from(asked).unwrap_or(u32::MAX).min(most);
        if u64::from(pages) < asked {
            cautions.push(format!(
                "{} rows fill {} pages; the pool holds {} of them, and only these are dirty.",
                thousands(self.update_rows),
                thousands(asked as i64),
                thousands(i64::from(pages))
            ));
        }
        pages
    }
}
