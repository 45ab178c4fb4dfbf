//! The scene's charts: along time, or along the setting that the sides differ in.

use super::model::TwoPass;
use super::model::series::{PINNED, QUEUED, WRITTEN};
use super::run::{Compare, TwoPassRun};
use crate::kernel::Gauge;
use crate::scene::Side;
use crate::view::{
    Axis, AxisKind, ChartSpec, Line, Mark, MarkKind, Series, digits, doublings, millis,
    plain_number,
};

/// Stretches of time that a level is told for.
const BINS: usize = 120;

/// The charts, the one that makes the point first.
#[must_use]
pub fn charts(run: &TwoPassRun) -> Vec<ChartSpec> {
    match run.compare {
        Compare::Workers => workers(run),
        Compare::Depths => depths(run),
        _ => along_time(run),
    }
}

fn axis(label: &str, max: f64) -> Axis {
    Axis {
        label: label.to_string(),
        min: 0.0,
        max: if max > 0.0 { max } else { 1.0 },
        kind: AxisKind::Plain,
    }
}

fn series(label: &str, style: u8, line: Line, points: Vec<(f64, f64)>) -> Series {
    Series {
        label: label.to_string(),
        style,
        line,
        points,
        repeat: false,
        ghost: false,
        veiled: false,
    }
}

/// The greatest y of some series.
fn top(series: &[Series]) -> f64 {
    let all = series.iter().flat_map(|s| s.points.iter().map(|p| p.1));
    all.filter(|y| y.is_finite()).fold(0.0, f64::max)
}

fn along_time(run: &TwoPassRun) -> Vec<ChartSpec> {
    let chart = |id, title: &str, gauge, unit, summary| {
        let unit: &str = unit;
        let lines: Vec<Series> = run
            .sides
            .sides
            .iter()
            .filter(|side| {
                gauge == WRITTEN || side.simulation.model().machine().totals().pushes > 0
            })
            .map(|side| level(run, side, gauge))
            .collect();
        ChartSpec {
            id,
            title: title.to_string(),
            summary,
            x: axis(run.unit().name, run.in_unit(run.end())),
            y: axis(unit, top(&lines)),
            series: lines,
            marks: Vec::new(),
            cursor: None,
        }
    };
    vec![
        chart("written", "Pages written", WRITTEN, "pages", ends(run)),
        chart(
            "queued",
            "Pages in the queue",
            QUEUED,
            "pages",
            most(run, "queue_depth_max"),
        ),
        chart(
            "pinned",
            "Pages pinned",
            PINNED,
            "pages",
            most(run, "pinned_max"),
        ),
    ]
}

fn level(run: &TwoPassRun, side: &Side<TwoPass>, gauge: Gauge) -> Series {
    let recorded = side.simulation.trace().series(gauge).points().iter();
    let mut points: Vec<(f64, f64)> = recorded
        .map(|(at, value)| (run.in_unit(*at), *value as f64))
        .collect();
    if let Some(last) = points.last().copied() {
        points.push((run.in_unit(side.simulation.now()).max(last.0), last.1));
    }
    let mut line = series(&side.label, side.style, Line::Step, peaks(points));
    line.veiled = side.veiled;
    line
}

/// Of many points the greatest in each of [`BINS`] stretches: what a level reached.
fn peaks(points: Vec<(f64, f64)>) -> Vec<(f64, f64)> {
    let end = points.last().map_or(0.0, |last| last.0);
    if points.len() <= 2 * BINS || end <= 0.0 {
        return points;
    }
    let bin = |x: f64| (x / end * BINS as f64) as usize;
    let mut out: Vec<(f64, f64)> = Vec::new();
    for point in points {
        match out.last_mut() {
            Some(last) if bin(last.0) == bin(point.0) => last.1 = last.1.max(point.1),
            _ => out.push(point),
        }
    }
    out
}

fn ends(run: &TwoPassRun) -> String {
    let end = |side: &Side<TwoPass>| {
        format!(
            "{} after {}",
            side.label,
            millis(run.value(side, "duration_ms"))
        )
    };
    let ends: Vec<String> = run.sides.sides.iter().map(end).collect();
    format!("Complete: {}.", ends.join("; "))
}

fn most(run: &TwoPassRun, name: &str) -> String {
    let pushed = |side: &&Side<TwoPass>| run.value(side, "barriers") > 0.0;
    let side =
        |side: &Side<TwoPass>| format!("{} {}", side.label, plain_number(run.value(side, name), 0));
    let all: Vec<String> = run.sides.sides.iter().filter(pushed).map(side).collect();
    format!("At most: {}.", all.join("; "))
}

fn setting_axis(label: &str, points: &[Series]) -> Axis {
    let xs = points.iter().flat_map(|s| s.points.iter().map(|p| p.0));
    let (least, most) = xs.fold((f64::INFINITY, 0.0_f64), |(a, b), x| (a.min(x), b.max(x)));
    Axis {
        label: label.to_string(),
        min: if least.is_finite() { least } else { 0.0 },
        max: most.max(if least.is_finite() { least + 1.0 } else { 1.0 }),
        kind: AxisKind::Doublings,
    }
}

/// A figure of the sides whose key begins with `prefix`, against the setting that they differ in.
fn against(
    run: &TwoPassRun,
    prefix: &str,
    setting: fn(&Side<TwoPass>) -> u32,
    y: impl Fn(&Side<TwoPass>) -> f64,
) -> Vec<(f64, f64)> {
    let sides = run.sides.sides.iter().filter(|s| s.key.starts_with(prefix));
    sides
        .map(|side| (doublings(f64::from(setting(side))), y(side)))
        .collect()
}

fn worker_count(side: &Side<TwoPass>) -> u32 {
    side.simulation.model().machine().scenario().workers
}

fn depth(side: &Side<TwoPass>) -> u32 {
    let scenario = side.simulation.model().machine().scenario();
    scenario.depth.min(scenario.tree.pages())
}

/// A chart along the setting that the sides differ in.
fn along_setting(
    (id, title): (&'static str, &str),
    summary: String,
    (x, y): (&str, &str),
    series: Vec<Series>,
) -> ChartSpec {
    ChartSpec {
        id,
        title: title.to_string(),
        summary,
        x: setting_axis(x, &series),
        y: axis(y, top(&series)),
        series,
        marks: Vec::new(),
        cursor: None,
    }
}

fn veiled(mut series: Series) -> Series {
    series.veiled = true;
    series
}

fn workers(run: &TwoPassRun) -> Vec<ChartSpec> {
    let seconds = |side: &Side<TwoPass>| run.value(side, "duration_ms") / 1e3;
    let line = |prefix, name: &str, style| {
        let points = against(run, prefix, worker_count, seconds);
        veiled(series(name, style, Line::Straight, points))
    };
    let lines = vec![line("one_", "One pass", 0), line("two_", "Two passes", 1)];
    let busy = |prefix, name: &str, style| {
        let told = |side: &Side<TwoPass>| run.value(side, "effective_concurrency");
        let points = against(run, prefix, worker_count, told);
        let all = against(run, prefix, worker_count, |s| f64::from(worker_count(s)));
        vec![
            series("all at work", 5, Line::Straight, all),
            veiled(series(name, style, Line::Straight, points)),
        ]
    };
    let summary = |prefix| {
        let last = run.sides.sides.iter().rfind(|s| s.key.starts_with(prefix));
        last.map_or(String::new(), |side| {
            format!(
                "{} do the work of {}.",
                side.label.rsplit(", ").next().unwrap_or_default(),
                digits(run.value(side, "effective_concurrency"), 3)
            )
        })
    };
    let concurrency = ("workers", "workers' time ÷ waiting time");
    vec![
        along_setting(
            ("duration", "Duration"),
            ends(run),
            ("workers", "seconds"),
            lines,
        ),
        along_setting(
            ("concurrency-one", "Effective concurrency, one pass"),
            summary("one_"),
            concurrency,
            busy("one_", "One pass", 0),
        ),
        along_setting(
            ("concurrency-two", "Effective concurrency, two passes"),
            summary("two_"),
            concurrency,
            busy("two_", "Two passes", 1),
        ),
    ]
}

fn depths(run: &TwoPassRun) -> Vec<ChartSpec> {
    let line = |name: &str, style, y: &dyn Fn(&Side<TwoPass>) -> f64| {
        let points = against(run, "depth", depth, y);
        veiled(series(name, style, Line::Straight, points))
    };
    let seconds = |side: &Side<TwoPass>, name| run.value(side, name) / 1e3;
    let took = |side: &Side<TwoPass>| seconds(side, "duration_ms");
    let mut duration = along_setting(
        ("duration", "Duration"),
        ends(run),
        ("queue depth", "seconds"),
        vec![line("Two passes", 1, &took)],
    );
    if let Some(one) = run.sides.sides.iter().find(|s| s.key == "one_pass") {
        let value = took(one);
        duration.y.max = duration.y.max.max(value * 1.05);
        duration.marks.push(Mark {
            label: "one pass".to_string(),
            value,
            kind: MarkKind::Level,
        });
    }
    let spent = vec![
        line("waiting", 3, &|s| seconds(s, "wait_ms")),
        line("walking and pushing", 2, &|s| {
            seconds(s, "walk_ms") + seconds(s, "push_ms")
        }),
    ];
    vec![
        duration,
        along_setting(
            ("spent", "What the checkpoint thread does"),
            "A deeper queue saves waiting, until looking for a free hazard pointer among those \
             already set costs more than it saves."
                .to_string(),
            ("queue depth", "seconds"),
            spent,
        ),
        along_setting(
            ("barriers", "Barriers"),
            "Leaves divided by depth, and no longer a matter of the tree.".to_string(),
            ("queue depth", "barriers"),
            vec![line("Two passes", 1, &|s| run.value(s, "barriers"))],
        ),
    ]
}
