//! The scene's charts: what a cut costs, for every instant of the day.

use super::band::saw;
use super::bets::subject;
use super::model::Crash;
use super::model::series::{REDO, UNDO};
use super::run::CrashRun;
use super::stats::{MINUTES_PLACES, minutes};
use super::words::{DAY_START_H, needs_restore, takes};
use crate::engine::restart::Work;
use crate::engine::restore::Loss;
use crate::kernel::{SimTime, Span};
use crate::scene::Side;
use crate::units::Bytes;
use crate::view::{Axis, AxisKind, ChartSpec, Line, Series, digits, round_to};

const NS_PER_HOUR: f64 = 3.6e12;
/// Stretches of time whose longest recovery is shown.
const BINS: u64 = 480;
/// Decimals of a recovery in seconds: its rates are assumed.
const SECONDS_PLACES: u32 = 3;

/// An instant as a time of day, in hours.
#[must_use]
pub fn hours(at: SimTime) -> f64 {
    f64::from(DAY_START_H) + at.as_ns() as f64 / NS_PER_HOUR
}

/// The instant of a time of day.
#[must_use]
pub fn instant(hours: f64) -> SimTime {
    let ns = (hours - f64::from(DAY_START_H)) * NS_PER_HOUR;
    SimTime::from_ns(ns.clamp(0.0, 1e18) as u64)
}

/// The time axis of all charts and pictures.
#[must_use]
pub fn time_axis(run: &CrashRun) -> Axis {
    let scenario = run
        .sides
        .sides
        .first()
        .map(|s| s.simulation.model().scenario());
    let day = scenario.map_or(Span::ZERO, |s| s.day);
    Axis {
        label: "time of day, hours".to_string(),
        min: hours(SimTime::ZERO),
        max: hours(SimTime::ZERO + day).max(hours(SimTime::ZERO) + 0.01),
        kind: AxisKind::Plain,
    }
}

/// A side and its line.
type Drawn<'a> = (&'a Side<Crash>, Vec<(f64, f64)>);

/// The charts, the one that makes the point first.
#[must_use]
pub fn charts(run: &CrashRun) -> Vec<ChartSpec> {
    vec![lost(run), recovery(run)]
}

fn chart(
    run: &CrashRun,
    (id, title): (&'static str, String),
    unit: &str,
    lines: Vec<Drawn<'_>>,
    summary: String,
) -> ChartSpec {
    let veiled = (id == "lost" && needs_restore(run)).then(|| subject(run));
    let series = |(side, points): Drawn<'_>| Series {
        label: side.label.clone(),
        style: side.style,
        line: Line::Straight,
        points,
        repeat: false,
        ghost: false,
        veiled: veiled == Some(side.key),
    };
    let series: Vec<Series> = lines.into_iter().map(series).collect();
    let ys = series.iter().flat_map(|s| s.points.iter().map(|p| p.1));
    let top = ys.fold(0.0, f64::max);
    ChartSpec {
        id,
        title,
        summary,
        x: time_axis(run),
        y: Axis {
            label: unit.to_string(),
            min: 0.0,
            max: if top > 0.0 { top * 1.05 } else { 1.0 },
            kind: AxisKind::Plain,
        },
        series,
        marks: Vec::new(),
        cursor: None,
    }
}

/// Minutes of work lost if the plug is pulled, by when. With the files whole nothing is lost: then
/// it is what would be if the data file went too.
fn lost(run: &CrashRun) -> ChartSpec {
    let (end, mut drill) = (run.sides.horizon(), run.drill);
    let what = match drill.loss {
        Loss::DataAndLog => "data file and log are lost",
        Loss::Data => "the data file is lost",
        Loss::Memory => "the data file is lost too",
    };
    if drill.loss == Loss::Memory {
        drill.loss = Loss::Data;
    }
    let points = |side: &Side<Crash>| -> Vec<(f64, f64)> {
        let (model, trace) = (side.simulation.model(), side.simulation.trace());
        let saw = saw(model, trace, end, &drill);
        saw.iter()
            .map(|(at, span)| (hours(*at), round_to(minutes(*span), MINUTES_PLACES)))
            .collect()
    };
    let sides = &run.sides.sides;
    let lines: Vec<_> = sides.iter().map(|side| (side, points(side))).collect();
    let first_full = |side: &Side<Crash>| {
        let sets = side.simulation.model().backups().sets().first();
        sets.map_or(end, |set| set.ended_at)
    };
    let most = lines.iter().map(|(side, points)| {
        let from = hours(first_full(side));
        let after = points.iter().filter(|p| p.0 > from).map(|p| p.1);
        format!("{} {}", side.label, digits(after.fold(0.0, f64::max), 3))
    });
    let most: Vec<String> = most.collect();
    let is_delayed = |side: &Side<Crash>| side.simulation.model().scenario().delay.is_some();
    let delayed = match sides.iter().any(is_delayed) {
        true => " What delayed durability loses comes on top.",
        false => "",
    };
    let summary = format!(
        "At most, once there is a full backup: {} minutes.{delayed}",
        most.join(", ")
    );
    // The line is that of a restore to the latest state: what STOPAT gives up is not lost.
    let latest = match drill.stop_at {
        Some(_) => ", without STOPAT",
        None => "",
    };
    let title = format!("Work lost if {what}{latest}, by time of day");
    chart(run, ("lost", title), "minutes", lines, summary)
}

/// How long redo and undo take after a restart, by when the plug is pulled.
fn recovery(run: &CrashRun) -> ChartSpec {
    let rates = run.drill.rates;
    let bin = ((run.sides.horizon() - SimTime::ZERO).as_ns() / BINS).max(1);
    let points = |side: &Side<Crash>| {
        let trace = side.simulation.trace();
        let (redo, undo) = (trace.series(REDO), trace.series(UNDO));
        let bytes = |value: i64| Bytes(u64::try_from(value).unwrap_or(0));
        let mut out: Vec<(f64, f64)> = vec![(hours(SimTime::ZERO), 0.0)];
        let mut last_bin = u64::MAX;
        for (at, value) in redo.points() {
            let work = Work {
                redo: bytes(*value),
                undo: bytes(undo.value_at(*at)),
            };
            let takes = rates.redo(work) + rates.undo(work);
            let point = (
                hours(*at),
                round_to(takes.as_ns() as f64 / 1e9, SECONDS_PLACES),
            );
            let here = at.as_ns() / bin;
            match out.last_mut() {
                // The longest of a stretch, and at its end the last.
                Some(last) if here == last_bin && point.1 >= last.1 => *last = point,
                Some(_) if here == last_bin => {}
                _ => out.push(point),
            }
            last_bin = here;
        }
        let end = hours(run.sides.horizon());
        out.extend(out.last().map(|last| (end.max(last.0), last.1)));
        out
    };
    let sides = &run.sides.sides;
    let lines: Vec<_> = sides.iter().map(|side| (side, points(side))).collect();
    let most = lines.iter().map(|(side, points)| {
        let most = points.iter().map(|p| p.1).fold(0.0, f64::max);
        format!("{} {}", side.label, digits(most, 3))
    });
    let most: Vec<String> = most.collect();
    // A reader compares the line with the table, which is of one instant.
    let summary = format!(
        "The longest in each {}. At most: {} seconds.",
        takes(Span::from_ns(bin)),
        most.join(", ")
    );
    let title = "Redo and undo after a restart, by time of day".to_string();
    chart(run, ("recovery", title), "seconds", lines, summary)
}
