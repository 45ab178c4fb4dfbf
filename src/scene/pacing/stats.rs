//! Figures of one side, from its trace.

use super::model::series::{
    COMMIT_LATENCY, COMMITS, IO_TARGET, TRANSACTION, WRITE_IOS, WRITE_LATENCY, WRITTEN_BYTES,
};
use super::model::{Pacing, Phase};
use crate::kernel::{SimTime, Simulation};
use crate::units::PAGE_BYTES;
use crate::view::{Stat, mib, round_to};

/// Window of the peak write rate; half the checkpoint if that is shorter.
const PEAK_WINDOW_MS: f64 = 100.0;

/// When CHECKPOINT was typed and when it returned (or the run stopped).
#[must_use]
pub fn window(simulation: &Simulation<Pacing>) -> (SimTime, SimTime) {
    let began = SimTime::ZERO + simulation.model().lead_in();
    let ended = match simulation.model().phase() {
        Phase::Done(at) => at,
        _ => simulation.now(),
    };
    (began, ended.max(began))
}

/// Did the checkpoint return?
#[must_use]
pub fn is_done(simulation: &Simulation<Pacing>) -> bool {
    matches!(simulation.model().phase(), Phase::Done(_))
}

/// Milliseconds from CHECKPOINT to its return.
#[must_use]
pub fn duration_ms(simulation: &Simulation<Pacing>) -> f64 {
    let (began, ended) = window(simulation);
    (ended - began).as_ns() as f64 / 1e6
}

/// All figures of a side, in the order in which they are printed.
#[must_use]
pub fn stats(simulation: &Simulation<Pacing>) -> Vec<Stat> {
    let model = simulation.model();
    let trace = simulation.trace();
    let duration_ms = duration_ms(simulation);
    let writes = trace.series(WRITE_IOS).last().map_or(0, |p| p.1);
    let written = trace.series(WRITTEN_BYTES).last().map_or(0, |p| p.1);
    let latencies: Vec<i64> = trace
        .series(WRITE_LATENCY)
        .points()
        .iter()
        .map(|p| p.1)
        .collect();
    let latency_sum: i64 = latencies.iter().sum();
    let targets = trace.series(IO_TARGET);
    let target_min = targets.points().iter().map(|p| p.1).min().unwrap_or(0);
    let per = |sum: i64, count: i64| {
        if count == 0 {
            0.0
        } else {
            sum as f64 / count as f64
        }
    };
    let stat = |name, value: f64, places| Stat {
        name,
        value: round_to(value, places),
    };
    let mut out = vec![
        stat("dirty_pages", f64::from(model.owed_at_begin()), 0),
        stat("duration_ms", duration_ms, 3),
        stat("write_ios", writes as f64, 0),
        stat(
            "pages_per_write",
            per(written / PAGE_BYTES as i64, writes),
            2,
        ),
        stat("written_mib", mib(written as u64), 2),
        stat("write_mib_per_s_max", peak_mib_per_s(simulation), 2),
        stat(
            "write_latency_ms_avg",
            per(latency_sum, latencies.len() as i64) / 1e6,
            3,
        ),
        stat("io_target_min", target_min as f64, 0),
    ];
    if model.sessions() > 0 {
        out.extend(session_stats(simulation));
    }
    out
}

fn stat(name: &'static str, value: f64, places: u32) -> Stat {
    Stat {
        name,
        value: round_to(value, places),
    }
}

/// What the sessions got done while the checkpoint ran, and what their commits waited for the log
/// flush then and before (WRITELOG). An observation counts where it began. Not a number where there
/// is none.
fn session_stats(simulation: &Simulation<Pacing>) -> [Stat; 8] {
    let trace = simulation.trace();
    let (began, ended) = window(simulation);
    let duration_ms = duration_ms(simulation);
    let commits = trace.series(COMMITS);
    let during = commits.value_at(ended) - commits.value_at(began);
    let sorted = |series, from: SimTime, to: SimTime| {
        let points = trace.series(series).points().iter();
        let began = |p: &&(SimTime, i64)| p.0.as_ns().saturating_sub(p.1 as u64);
        let inside = points.filter(|p| (from.as_ns()..to.as_ns()).contains(&began(p)));
        let mut values: Vec<i64> = inside.map(|p| p.1).collect();
        values.sort_unstable();
        values
    };
    let before = sorted(COMMIT_LATENCY, SimTime::ZERO, began);
    let at = sorted(COMMIT_LATENCY, began, ended);
    let whole = sorted(TRANSACTION, began, ended);
    let rate = if duration_ms > 0.0 {
        during as f64 * 1e3 / duration_ms
    } else {
        f64::NAN
    };
    [
        stat("commits", during as f64, 0),
        stat("commits_per_s", rate, 2),
        stat("commit_latency_ms_p50", percentile_ms(&at, 50), 3),
        stat("commit_latency_ms_p99", percentile_ms(&at, 99), 3),
        stat(
            "commit_latency_before_ms_p50",
            percentile_ms(&before, 50),
            3,
        ),
        stat(
            "commit_latency_before_ms_p99",
            percentile_ms(&before, 99),
            3,
        ),
        stat("transaction_ms_p50", percentile_ms(&whole, 50), 3),
        stat("transaction_ms_p99", percentile_ms(&whole, 99), 3),
    ]
}

/// The nearest-rank percentile of sorted nanoseconds, in milliseconds; not a number of nothing.
#[must_use]
pub fn percentile_ms(sorted: &[i64], percent: usize) -> f64 {
    let rank = (sorted.len() * percent).div_ceil(100).max(1);
    sorted.get(rank - 1).map_or(f64::NAN, |ns| *ns as f64 / 1e6)
}

/// The highest average rate between two completed writes at least a window apart: bytes that were
/// on their way before the window don't count, so it never exceeds the device.
fn peak_mib_per_s(simulation: &Simulation<Pacing>) -> f64 {
    let (began, ended) = window(simulation);
    let window_ns = ((PEAK_WINDOW_MS * 1e6) as u64)
        .min((ended - began).as_ns() / 2)
        .max(1);
    let mut points = vec![(began, 0)];
    points.extend(simulation.trace().series(WRITTEN_BYTES).points());
    let mut first = 0;
    let all = points.last().map_or(0, |p| p.1);
    let mut peak = mib(all as u64) * 1e9 / (ended - began).as_ns().max(1) as f64;
    for (at, total) in &points {
        let gap = |p: &(SimTime, i64)| at.saturating_since(p.0).as_ns();
        while points.get(first + 1).is_some_and(|p| gap(p) >= window_ns) {
            first += 1;
        }
        if let Some(from) = points.get(first).filter(|p| gap(p) >= window_ns) {
            peak = peak.max(mib((total - from.1) as u64) * 1e9 / gap(from) as f64);
        }
    }
    peak
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_nearest_rank() {
        let ms = |values: Vec<i64>| {
            values
                .into_iter()
                .map(|v| v * 1_000_000)
                .collect::<Vec<_>>()
        };
        let whole = |sorted: &[i64], percent| percentile_ms(sorted, percent).round() as i64;
        let hundred = ms((1..=100).collect());
        assert_eq!(whole(&hundred, 50), 50);
        assert_eq!(whole(&hundred, 99), 99);
        assert_eq!(whole(&ms(vec![7]), 99), 7);
        assert!(percentile_ms(&[], 99).is_nan());
    }
}
