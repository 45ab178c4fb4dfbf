//! The scene's charts, from the traces of its sides.

use super::model::Pacing;
use super::model::series::{COMMIT_LATENCY, DIRTY_PAGES, WRITE_LATENCY, WRITTEN_BYTES};
use super::stats::window;
use crate::kernel::SimTime;
use crate::scene::{Comparison, Side, Zoom};
use crate::view::{
    Axis, AxisKind, ChartSpec, Line, Mark, MarkKind, Series, clip, digits, mib, millis,
};

/// Bins of the rate and latency charts.
const BINS: u32 = 150;
const TIME_LABEL: &str = "seconds since CHECKPOINT";

/// Seconds since CHECKPOINT was typed.
#[must_use]
pub fn seconds_since(at: SimTime, lead_in_ns: u64) -> f64 {
    (at.as_ns() as f64 - lead_in_ns as f64) / 1e9
}

/// The charts, the one that makes the point first.
#[must_use]
pub fn charts(sides: &Comparison<Pacing>, zoom: Zoom) -> Vec<ChartSpec> {
    let time = time_axis(sides, zoom);
    let busy = sides
        .sides
        .first()
        .is_some_and(|s| s.simulation.model().sessions() > 0);
    let mut charts = vec![
        dirty(sides, &time),
        rate(sides, &time),
        latency(sides, &time),
    ];
    if busy {
        charts.push(commits(sides, &time));
    }
    charts
}

fn lead_in_ns(side: &Side<Pacing>) -> u64 {
    side.simulation.model().lead_in().as_ns()
}

fn time_axis(sides: &Comparison<Pacing>, zoom: Zoom) -> Axis {
    let lead_in = sides.sides.first().map_or(0, lead_in_ns);
    let end = match zoom {
        Zoom::Whole => seconds_since(sides.horizon(), lead_in),
        Zoom::First => {
            let ends = sides
                .sides
                .iter()
                .map(|s| seconds_since(window(&s.simulation).1, lead_in));
            ends.fold(f64::INFINITY, f64::min) * 1.25
        }
    };
    let min = seconds_since(SimTime::ZERO, lead_in);
    Axis {
        label: TIME_LABEL.to_string(),
        min,
        max: if end > min { end } else { min + 1.0 },
        kind: AxisKind::Plain,
    }
}

fn series(side: &Side<Pacing>, line: Line, points: Vec<(f64, f64)>) -> Series {
    Series {
        label: side.label.clone(),
        style: side.style,
        line,
        points,
        repeat: side.round > 1,
        ghost: false,
        veiled: side.veiled,
    }
}

fn dirty(sides: &Comparison<Pacing>, time: &Axis) -> ChartSpec {
    let line = |side: &Side<Pacing>| {
        let lead_in = lead_in_ns(side);
        let recorded = side.simulation.trace().series(DIRTY_PAGES).points();
        let mut points: Vec<(f64, f64)> = recorded
            .iter()
            .map(|(at, v)| (seconds_since(*at, lead_in), *v as f64))
            .collect();
        if let Some(last) = points.last().copied() {
            let end = seconds_since(side.simulation.now(), lead_in);
            points.push((end.max(last.0), last.1));
        }
        series(side, Line::Step, clip(points, Line::Step, time.max))
    };
    let series: Vec<Series> = sides.sides.iter().map(line).collect();
    let max = series
        .iter()
        .flat_map(|s| s.points.iter().map(|p| p.1))
        .fold(1.0, f64::max);
    ChartSpec {
        id: "dirty",
        title: "Dirty pages left".to_string(),
        summary: finish_summary(sides),
        x: time.clone(),
        y: Axis {
            label: "pages".to_string(),
            min: 0.0,
            max,
            kind: AxisKind::Plain,
        },
        marks: began_mark(sides),
        series,
        cursor: None,
    }
}

fn finish_summary(sides: &Comparison<Pacing>) -> String {
    let ends: Vec<String> = sides
        .first_round()
        .map(|s| {
            format!(
                "{} after {}",
                s.label,
                millis(super::stats::duration_ms(&s.simulation))
            )
        })
        .collect();
    format!(
        "What was dirty at CHECKPOINT is written: {}.",
        ends.join("; ")
    )
}

fn began_mark(sides: &Comparison<Pacing>) -> Vec<Mark> {
    let busy = sides.sides.first().is_some_and(|s| lead_in_ns(s) > 0);
    let mark = Mark {
        label: "typed".to_string(),
        value: 0.0,
        kind: MarkKind::At,
    };
    if busy { vec![mark] } else { Vec::new() }
}

/// The width of a bin in words: what a chart of averages has to say.
fn bin_words(time: &Axis) -> String {
    millis((time.max - time.min) * 1e3 / f64::from(BINS))
}

/// Values of a side's samples, bin by bin: (middle of the bin, whatever `fold` makes of it).
fn binned(
    points: &[(SimTime, i64)],
    lead_in: u64,
    time: &Axis,
    fold: impl Fn(&[i64], f64) -> Option<f64>,
) -> Vec<(f64, f64)> {
    let width = (time.max - time.min) / f64::from(BINS);
    let mut rest = points;
    let mut out = Vec::new();
    for bin in 0..BINS {
        let end = time.min + width * f64::from(bin + 1);
        let len = rest.partition_point(|(at, _)| seconds_since(*at, lead_in) < end);
        let (inside, tail) = rest.split_at(len);
        let values: Vec<i64> = inside.iter().map(|p| p.1).collect();
        if let Some(value) = fold(&values, width) {
            out.push((end - width / 2.0, value));
        }
        rest = tail;
    }
    out
}

/// The write rate bin by bin: what was written between two completions counts evenly over the time
/// between them, so that a bin never shows more than the device moved.
fn rates(points: &[(SimTime, i64)], lead_in: u64, time: &Axis) -> Vec<(f64, f64)> {
    let mut totals = vec![(0.0, 0.0)];
    totals.extend(
        points
            .iter()
            .map(|(at, v)| (seconds_since(*at, lead_in), mib(*v as u64))),
    );
    let total_at = |x: f64| {
        let after = totals.partition_point(|p| p.0 <= x);
        match (
            after.checked_sub(1).and_then(|i| totals.get(i)),
            totals.get(after),
        ) {
            (None, _) => 0.0,
            (Some(a), Some(b)) if b.0 > a.0 => a.1 + (b.1 - a.1) * (x - a.0) / (b.0 - a.0),
            (Some(a), _) => a.1,
        }
    };
    let width = (time.max - time.min) / f64::from(BINS);
    let edge = |i: u32| time.min + width * f64::from(i);
    let rate_at = |i: u32| (total_at(edge(i + 1)) - total_at(edge(i))) / width;
    // Past its end a side has no rate; one bin of zero closes its line.
    let ended = totals.last().map_or(0.0, |p| p.0);
    let bins = (0..BINS).take_while(|i| edge(*i) < ended + width);
    bins.map(|i| (edge(i), rate_at(i))).collect()
}

fn rate(sides: &Comparison<Pacing>, time: &Axis) -> ChartSpec {
    let line = |side: &Side<Pacing>| {
        let points = side.simulation.trace().series(WRITTEN_BYTES).points();
        series(side, Line::Step, rates(points, lead_in_ns(side), time))
    };
    let firsts: Vec<&Side<Pacing>> = sides.first_round().collect();
    let series: Vec<Series> = firsts.iter().map(|s| line(s)).collect();
    let max = series.iter().map(peak).fold(1.0, f64::max) * 1.05;
    ChartSpec {
        id: "rate",
        title: format!("Write rate, average over {}", bin_words(time)),
        summary: format!(
            "Highest: {}.",
            highest(&series, |v| format!("{} MiB/s", digits(v, 3)))
        ),
        x: time.clone(),
        y: Axis {
            label: "MiB/s".to_string(),
            min: 0.0,
            max,
            kind: AxisKind::Plain,
        },
        marks: began_mark(sides),
        series,
        cursor: None,
    }
}

/// The highest value of each series, in words.
fn highest(series: &[Series], words: impl Fn(f64) -> String) -> String {
    let shown = series
        .iter()
        .map(|s| format!("{} {}", s.label, words(peak(s))));
    shown.collect::<Vec<_>>().join("; ")
}

fn peak(series: &Series) -> f64 {
    series.points.iter().map(|p| p.1).fold(0.0, f64::max)
}

/// The mean of nanoseconds, in milliseconds; nothing of none.
fn mean(values: &[i64], _: f64) -> Option<f64> {
    let sum = values.iter().sum::<i64>() as f64;
    (!values.is_empty()).then(|| sum / values.len() as f64 / 1e6)
}

fn latency(sides: &Comparison<Pacing>, time: &Axis) -> ChartSpec {
    let mut spec = latency_chart(sides, time, WRITE_LATENCY, &mean);
    let threshold = sides
        .sides
        .first()
        .map(|s| s.simulation.model().threshold_ms());
    if let Some(threshold) = threshold.filter(|t| spec.y.max > t / 4.0) {
        spec.y.max = spec.y.max.max(threshold * 1.15);
        spec.marks.push(Mark {
            label: format!("{} ms: the default backs off", digits(threshold, 2)),
            value: threshold,
            kind: MarkKind::Level,
        });
    }
    ChartSpec {
        id: "latency",
        title: format!("Write latency, average over {}", bin_words(time)),
        ..spec
    }
}

fn commits(sides: &Comparison<Pacing>, time: &Axis) -> ChartSpec {
    let spec = latency_chart(sides, time, COMMIT_LATENCY, &mean);
    ChartSpec {
        id: "commits",
        title: format!("Commit wait, average over {}", bin_words(time)),
        ..spec
    }
}

fn latency_chart(
    sides: &Comparison<Pacing>,
    time: &Axis,
    sample: crate::kernel::Sample,
    fold: &dyn Fn(&[i64], f64) -> Option<f64>,
) -> ChartSpec {
    let line = |side: &Side<Pacing>| {
        let points = side.simulation.trace().series(sample).points();
        series(
            side,
            Line::Straight,
            binned(points, lead_in_ns(side), time, fold),
        )
    };
    let firsts: Vec<&Side<Pacing>> = sides.first_round().collect();
    let series: Vec<Series> = firsts.iter().map(|s| line(s)).collect();
    let max = series.iter().map(peak).fold(0.0, f64::max) * 1.05;
    ChartSpec {
        id: "latency",
        title: String::new(),
        summary: format!("Highest: {}.", highest(&series, millis)),
        x: time.clone(),
        y: Axis {
            label: "ms".to_string(),
            min: 0.0,
            max: if max > 0.0 { max } else { 1.0 },
            kind: AxisKind::Plain,
        },
        marks: began_mark(sides),
        series,
        cursor: None,
    }
}
