//! Figures of one side, from its model.

use super::model::Inserts;
use super::model::machine::Machine;
use super::model::tasks::What;
use crate::kernel::{SimTime, Simulation, Span};
use crate::view::{Stat, mib, round_to};

fn stat(name: &'static str, value: f64, places: u32) -> Stat {
    Stat {
        name,
        value: round_to(value, places),
    }
}

fn seconds(span: Span) -> f64 {
    span.as_ns() as f64 / 1e9
}

fn since_start(at: SimTime) -> f64 {
    seconds(at - SimTime::ZERO)
}

/// When the load was done; of a run that was cut at a time, that time.
#[must_use]
pub fn elapsed(machine: &Machine) -> Span {
    let done = machine.totals().load_done_at;
    done.unwrap_or(machine.now()) - SimTime::ZERO
}

/// A ratio, not a number without a base.
fn per(value: f64, base: f64) -> f64 {
    if base > 0.0 { value / base } else { f64::NAN }
}

/// All figures of a side, in the order in which they are printed. Not a number where there is
/// nothing to measure. `log_reuse_wait` is the number of `sys.databases`.
#[must_use]
pub fn stats(simulation: &Simulation<Inserts>) -> Vec<Stat> {
    let machine = simulation.model().machine();
    let (totals, file) = (machine.totals(), machine.file());
    let elapsed_s = seconds(elapsed(machine));
    let commits = totals.acknowledged as f64;
    let waits = totals.writelog_count as f64;
    let used = file.used().0 as f64;
    let mut out = vec![
        stat("elapsed_s", elapsed_s, 2),
        stat("writelog_wait_s", seconds(totals.writelog), 2),
        stat("log_written_mib", mib(totals.log_written.0), 2),
        stat("log_reuse_wait", f64::from(machine.reuse().wait() as u8), 0),
        stat("commits", commits, 0),
        stat("flushes", totals.flushes as f64, 0),
        stat("commits_per_flush", per(commits, totals.flushes as f64), 3),
        stat("log_used_pct", per(100.0 * used, file.size().0 as f64), 1),
        stat("vlf_count", f64::from(file.vlf_count()), 0),
        stat("vlf_active", f64::from(file.active_count()), 0),
        stat("log_used_mib", mib(file.used().0), 2),
        stat("log_used_mib_max", mib(used_max(machine)), 2),
        stat("log_size_mib", mib(file.size().0), 0),
        stat("commits_per_s", per(commits, elapsed_s), 0),
        stat(
            "log_bytes_per_commit",
            per(totals.log_written.0 as f64, totals.committed as f64),
            1,
        ),
    ];
    out.extend(waited(machine, waits, elapsed_s));
    out.extend(events(machine));
    out
}

/// The most log that was ever in use.
fn used_max(machine: &Machine) -> u64 {
    machine.totals().used_max.max(machine.file().used()).0
}

fn waited(machine: &Machine, waits: f64, elapsed_s: f64) -> Vec<Stat> {
    let totals = machine.totals();
    let writelog = seconds(totals.writelog);
    vec![
        stat("writelog_waits", waits, 0),
        stat("writelog_wait_ms_avg", per(1e3 * writelog, waits), 3),
        stat(
            "writelog_wait_ms_max",
            1e3 * seconds(totals.writelog_max),
            2,
        ),
        stat("writelog_waits_per_s", per(waits, elapsed_s), 0),
        stat("pagelatch_waits", totals.pagelatch_count as f64, 0),
        stat("pagelatch_wait_s", seconds(totals.pagelatch), 3),
        stat("logbuffer_waits", totals.logbuffer_count as f64, 0),
        stat("logbuffer_wait_s", seconds(totals.logbuffer), 3),
        stat("growth_wait_s", seconds(totals.growth_wait), 3),
    ]
}

fn events(machine: &Machine) -> Vec<Stat> {
    let totals = machine.totals();
    let mut out = vec![
        stat("checkpoints", f64::from(totals.checkpoints), 0),
        stat("growths", f64::from(totals.growths), 0),
        stat("log_backups", f64::from(totals.log_backups), 0),
        stat("log_backup_mib", mib(totals.log_backup_bytes.0), 2),
        stat("log_backup_ms", 1e3 * seconds(totals.log_backup_time), 1),
        stat("bulk_extents", totals.bulk_extents as f64, 0),
        stat("errors_9002", totals.errors as f64, 0),
        stat("commits_at_risk_max", totals.at_risk_max as f64, 0),
        stat("shrunk_mib", mib(totals.shrunk.0), 0),
    ];
    let full_at = totals.full_at.map_or(f64::NAN, since_start);
    out.push(stat("full_at_s", full_at, 2));
    let lost = totals.acknowledged - totals.durable.min(totals.acknowledged);
    out.push(stat("commits_lost_if_cut", lost as f64, 0));
    let mut closing = machine.history().iter().filter(|said| {
        let is_closing = totals.load_done_at.is_some_and(|done| said.at >= done);
        is_closing && matches!(said.what, What::Checkpoint | What::LogBackup)
    });
    let first = closing.next();
    let before = first.map_or(f64::NAN, |said| f64::from(said.wait as u8));
    out.push(stat("log_reuse_wait_before", before, 0));
    let freed: u32 = closing.map(|said| said.freed).sum();
    out.push(stat("vlfs_freed_after", f64::from(freed), 0));
    out
}

/// What many pairs of rounds say.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Paired {
    /// Pairs.
    pub count: u32,
    /// Mean of SIMPLE's time less FULL's, in seconds.
    pub mean_s: f64,
    /// 95 % of such intervals hold the true mean: half of its width.
    pub half_s: f64,
    /// FULL's mean time.
    pub full_s: f64,
    /// Pairs that would tell a difference of 5 % of it from chance, four times out of five.
    pub to_tell: f64,
    /// Correlation of WRITELOG and elapsed seconds over all runs.
    pub correlation: f64,
    /// Pairs in which SIMPLE was faster.
    pub simple_first: u32,
}

/// The share of the mean that repeats should be able to tell.
pub const TOLD_SHARE: f64 = 0.05;

impl Paired {
    /// From (FULL, SIMPLE) pairs of (elapsed, WRITELOG) seconds; `None` with fewer than two.
    #[must_use]
    pub fn of(pairs: &[[(f64, f64); 2]]) -> Option<Self> {
        if pairs.len() < 2 {
            return None;
        }
        let n = pairs.len() as f64;
        let differences: Vec<f64> = pairs.iter().map(|p| p[1].0 - p[0].0).collect();
        let mean = differences.iter().sum::<f64>() / n;
        let squares: f64 = differences.iter().map(|d| (d - mean) * (d - mean)).sum();
        let deviation = (squares / (n - 1.0)).sqrt();
        let full = pairs.iter().map(|p| p[0].0).sum::<f64>() / n;
        let told = TOLD_SHARE * full;
        // 1.96 for the interval and 0.84 for four times out of five.
        let needed = 2.8 * deviation / told;
        Some(Self {
            count: pairs.len() as u32,
            mean_s: mean,
            half_s: student(n - 1.0) * deviation / n.sqrt(),
            full_s: full,
            to_tell: (needed * needed).ceil().max(2.0),
            correlation: correlation(pairs),
            simple_first: differences.iter().filter(|d| **d < 0.0).count() as u32,
        })
    }

    /// Does the interval hold no difference at all?
    #[must_use]
    pub fn holds_zero(&self) -> bool {
        self.mean_s.abs() <= self.half_s
    }

    /// As figures.
    #[must_use]
    pub fn stats(&self) -> Vec<Stat> {
        vec![
            stat("pairs", f64::from(self.count), 0),
            stat("difference_s_mean", self.mean_s, 2),
            stat("difference_s_low", self.mean_s - self.half_s, 2),
            stat("difference_s_high", self.mean_s + self.half_s, 2),
            stat("elapsed_s_mean", self.full_s, 2),
            stat("pairs_to_tell", self.to_tell, 0),
            stat("writelog_correlation", self.correlation, 4),
            stat("pairs_simple_first", f64::from(self.simple_first), 0),
        ]
    }
}

fn correlation(pairs: &[[(f64, f64); 2]]) -> f64 {
    let all: Vec<(f64, f64)> = pairs.iter().flatten().copied().collect();
    let n = all.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| all.iter().map(of).sum::<f64>() / n;
    let (x, y) = (mean(|p| p.0), mean(|p| p.1));
    let sum = |of: &dyn Fn(&(f64, f64)) -> f64| all.iter().map(of).sum::<f64>();
    let xy = sum(&|p| (p.0 - x) * (p.1 - y));
    let (xx, yy) = (
        sum(&|p| (p.0 - x) * (p.0 - x)),
        sum(&|p| (p.1 - y) * (p.1 - y)),
    );
    per(xy, (xx * yy).sqrt())
}

/// The 97.5 % point of Student's distribution: a table for few degrees of freedom, then the normal
/// point with its first corrections (Cornish and Fisher).
fn student(freedom: f64) -> f64 {
    const FEW: [f64; 10] = [
        12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228,
    ];
    let place = (freedom.max(1.0) - 1.0) as usize;
    if let Some(few) = FEW.get(place) {
        return *few;
    }
    const Z: f64 = 1.959_964;
    let (z3, z5) = (Z * Z * Z, Z * Z * Z * Z * Z);
    let first = (z3 + Z) / (4.0 * freedom);
    let second = (5.0 * z5 + 16.0 * z3 + 3.0 * Z) / (96.0 * freedom * freedom);
    Z + first + second
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn students_points_are_those_of_the_tables() {
        for (freedom, point) in [(1.0, 12.706), (7.0, 2.365), (12.0, 2.179), (29.0, 2.045)] {
            let found = student(freedom);
            assert!((found - point).abs() < 0.006, "{freedom}: {found}");
        }
    }

    #[test]
    fn pairs_that_differ_by_chance_hold_zero_and_a_real_difference_does_not() {
        let pair = |i: u32, less: f64| {
            let noise = f64::from(i * 37 % 23);
            let other = f64::from(i * 53 % 29);
            [
                (20.0 + noise, 10.0 + noise),
                (22.0 + other - less, 12.0 + other - less),
            ]
        };
        let chance: Vec<_> = (0..30).map(|i| pair(i, 5.0)).collect();
        let paired = Paired::of(&chance).expect("thirty pairs");
        assert!(paired.holds_zero(), "{paired:?}");
        assert!(paired.correlation > 0.99);
        let real: Vec<_> = (0..30).map(|i| pair(i, 18.0)).collect();
        assert!(!Paired::of(&real).expect("thirty pairs").holds_zero());
        assert_eq!(Paired::of(&chance[..1]), None);
    }
}
