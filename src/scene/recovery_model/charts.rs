//! The scene's charts, from the traces of its sides.

use super::model::Inserts;
use super::model::series::{ACKNOWLEDGED, LOG_SIZE, LOG_USED, WRITELOG};
use super::paired::{Measure, Paired, correlation_words, outcome, pairs, told};
use super::run::{Compare, LogRun};
use super::stats::{tells_time, used_max};
use crate::kernel::{Gauge, SimTime};
use crate::scene::Side;
use crate::view::{
    Axis, AxisKind, ChartSpec, Line, Mark, MarkKind, Series, decimate, digits, plain_number,
};

/// Points of a line that are worth drawing.
const COLUMNS: u32 = 400;

/// Seconds since the start.
#[must_use]
pub fn seconds(at: SimTime) -> f64 {
    at.as_ns() as f64 / 1e9
}

fn mib(bytes: i64) -> f64 {
    bytes as f64 / 1_048_576.0
}

/// The charts, the one that makes the point first.
#[must_use]
pub fn charts(run: &LogRun) -> Vec<ChartSpec> {
    let chart = Chart { run };
    match run.compare {
        Compare::Pairs => {
            let mut charts = vec![chart.dots(), chart.differences()];
            // Runs that end at a time all take the same.
            if Measure::of(run) == Measure::Seconds {
                charts.push(chart.waits_and_times());
            }
            charts
        }
        _ if !chart.tells_time() => vec![chart.used()],
        Compare::Connections | Compare::Disks | Compare::Durability => {
            vec![chart.commits(), chart.writelog(), chart.used()]
        }
        Compare::Schedule | Compare::Holders => vec![chart.used(), chart.size(), chart.commits()],
        _ => vec![chart.used(), chart.writelog(), chart.commits()],
    }
}

struct Chart<'a> {
    run: &'a LogRun,
}

impl Chart<'_> {
    fn tells_time(&self) -> bool {
        let mut sides = self.run.sides.sides.iter();
        sides.all(|side| tells_time(side.simulation.model().machine()))
    }

    fn time(&self) -> Axis {
        let label = if self.tells_time() {
            "seconds"
        } else {
            "seconds, which are none to compare"
        };
        let ends = self.run.done().map(|s| seconds(s.simulation.now()));
        Axis {
            label: label.to_string(),
            min: 0.0,
            max: ends.fold(1e-3, f64::max),
            kind: AxisKind::Plain,
        }
    }

    fn line(&self, side: &Side<Inserts>, gauge: Gauge, shown: fn(i64) -> f64) -> Series {
        let recorded = side.simulation.trace().series(gauge).points().iter();
        let mut points: Vec<(f64, f64)> =
            recorded.map(|(at, v)| (seconds(*at), shown(*v))).collect();
        let end = seconds(side.simulation.now());
        if let Some(last) = points.last().copied() {
            points.push((end.max(last.0), last.1));
        }
        Series {
            label: side.label.clone(),
            style: side.style,
            line: Line::Step,
            points: decimate(&points, 0.0, self.time().max, COLUMNS),
            repeat: side.round > 1,
            ghost: false,
            veiled: side.veiled,
        }
    }

    fn lines(&self, gauge: Gauge, shown: fn(i64) -> f64) -> Vec<Series> {
        let from = self.run.given.first().map_or(0.0, |c| seconds(c.at));
        let before = self.run.before.iter().flat_map(|b| b.sides.iter());
        let ghosts = before.map(|side| {
            let mut series = self.line(side, gauge, shown);
            series.points.retain(|p| p.0 >= from);
            series.ghost = true;
            series
        });
        let sides = self.run.done().map(|s| self.line(s, gauge, shown));
        ghosts.chain(sides).collect()
    }

    /// Instants at which something was typed, by the settings or by the reader.
    fn typed(&self) -> Vec<Mark> {
        let mut marks: Vec<Mark> = Vec::new();
        let scripts = self.run.done().flat_map(|s| {
            let script = &s.simulation.model().machine().scenario().script;
            script.iter().map(|(at, task)| (*at, task.label()))
        });
        let given = self.run.given.iter().filter_map(|c| {
            let task = super::task::Task::from_key(c.key)?;
            Some((c.at, task.label()))
        });
        for (at, label) in scripts.chain(given) {
            let value = seconds(at);
            let is_same = |m: &Mark| m.label == label && m.value.total_cmp(&value).is_eq();
            if !marks.iter().any(is_same) {
                marks.push(Mark {
                    label: label.to_string(),
                    value,
                    kind: MarkKind::At,
                });
            }
        }
        marks
    }

    fn chart(&self, id: &'static str, words: (&str, &str), series: Vec<Series>) -> ChartSpec {
        let max = series.iter().map(peak).fold(0.0, f64::max) * 1.05;
        ChartSpec {
            id,
            title: words.0.to_string(),
            summary: String::new(),
            x: self.time(),
            y: Axis {
                label: words.1.to_string(),
                min: 0.0,
                max: if max > 0.0 { max } else { 1.0 },
                kind: AxisKind::Plain,
            },
            marks: self.typed(),
            series,
            cursor: None,
        }
    }

    /// The last or the highest value of each line, in words.
    fn told(&self, spec: &ChartSpec, of: fn(&Series) -> f64, unit: &str) -> String {
        let named = spec.series.iter().filter(|s| s.is_named());
        let words = named.map(|s| format!("{} {}{unit}", s.label, digits(of(s), 3)));
        words.collect::<Vec<_>>().join("; ")
    }

    fn used(&self) -> ChartSpec {
        let title = "Log in use or reserved for rollback";
        let mut spec = self.chart("used", (title, "MiB"), self.lines(LOG_USED, mib));
        let named = self.run.done().filter(|side| side.round == 1);
        let most = named.map(|side| {
            let most = used_max(&side.simulation) as i64;
            format!("{} {} MiB", side.label, digits(mib(most), 3))
        });
        spec.summary = format!(
            "Most: {}. At the end: {}.",
            most.collect::<Vec<_>>().join("; "),
            self.told(&spec, last, " MiB")
        );
        spec
    }

    fn size(&self) -> ChartSpec {
        let mut spec = self.chart("size", ("Log file", "MiB"), self.lines(LOG_SIZE, mib));
        spec.summary = format!("At the end: {}.", self.told(&spec, last, " MiB"));
        spec
    }

    fn commits(&self) -> ChartSpec {
        let lines = self.lines(ACKNOWLEDGED, |v| v as f64);
        let mut spec = self.chart("commits", ("Commits acknowledged", "commits"), lines);
        let named = spec.series.iter().filter(|s| s.is_named());
        let words = named.map(|s| format!("{} {}", s.label, plain_number(last(s), 0)));
        spec.summary = format!("At the end: {}.", words.collect::<Vec<_>>().join("; "));
        spec
    }

    fn writelog(&self) -> ChartSpec {
        let lines = self.lines(WRITELOG, |v| v as f64 / 1e6);
        let title = "WRITELOG waits, all connections";
        let mut spec = self.chart("writelog", (title, "seconds"), lines);
        spec.summary = format!("In all: {}.", self.told(&spec, last, " s"));
        spec
    }

    /// Every run a dot.
    fn dots(&self) -> ChartSpec {
        let all = pairs(self.run);
        let only = told(self.run);
        let dots = |label: &str, style: u8, which: usize| {
            let numbered = (0..).zip(&all);
            let shown = numbered.filter(|(place, _)| only.is_none_or(|only| only == *place));
            Series {
                label: label.to_string(),
                style,
                line: Line::Dots,
                points: shown
                    .map(|(place, pair)| ((place + 1) as f64, pair[which].0))
                    .collect(),
                repeat: false,
                ghost: false,
                veiled: which == 1,
            }
        };
        let series = vec![dots("FULL", 0, 0), dots("SIMPLE", 1, 1)];
        let measure = Measure::of(self.run);
        let mut spec = self.chart("runs", ("Every run", measure.unit()), series);
        spec.x = numbers("pair", all.len() as f64);
        spec.marks.clear();
        let of = |which: usize| {
            let values = || all.iter().map(|p| p[which].0);
            let (least, most) = (
                values().fold(f64::MAX, f64::min),
                values().fold(0.0, f64::max),
            );
            if measure.told(least) == measure.told(most) {
                return measure.told(most);
            }
            format!("{} to {}", measure.told(least), measure.told(most))
        };
        spec.summary = format!("{} pairs: FULL {}, SIMPLE {}.", all.len(), of(0), of(1));
        spec
    }

    /// SIMPLE less FULL, pair by pair, with the mean and its interval.
    fn differences(&self) -> ChartSpec {
        let all = pairs(self.run);
        let only = told(self.run);
        let numbered = (0..).zip(&all);
        let shown = numbered.filter(|(place, _)| only.is_none_or(|only| only == *place));
        let points: Vec<(f64, f64)> = shown
            .map(|(place, pair)| ((place + 1) as f64, pair[1].0 - pair[0].0))
            .collect();
        let reach = points.iter().map(|p| p.1.abs()).fold(1.0, f64::max) * 1.1;
        let series = Series {
            label: "SIMPLE less FULL".to_string(),
            style: 2,
            line: Line::Dots,
            points,
            repeat: false,
            ghost: false,
            veiled: true,
        };
        let measure = Measure::of(self.run);
        let title = match measure {
            Measure::Seconds => "Difference of each pair: above 0, SIMPLE was slower",
            Measure::Commits => "Difference of each pair: above 0, SIMPLE made more commits",
        };
        let mut spec = self.chart("differences", (title, measure.unit()), vec![series]);
        spec.x = numbers("pair", all.len() as f64);
        (spec.y.min, spec.y.max) = (-reach, reach);
        let level = |label: String, value: f64| Mark {
            label,
            value,
            kind: MarkKind::Level,
        };
        spec.marks = vec![level("no difference".to_string(), 0.0)];
        match Paired::of(measure, &all) {
            _ if only.is_some() => spec.summary = "One pair is shown.".to_string(),
            Some(paired) if paired.is_alike() => spec.summary = outcome(&paired),
            Some(paired) => {
                let ([mean, low, high], unit) = (paired.words(), measure.unit());
                let ends = [(&high, paired.half), (&low, -paired.half)];
                for (end, half) in ends {
                    let label = format!("95 %: {end} {unit}");
                    spec.marks.push(level(label, paired.mean + half));
                }
                spec.summary = format!("Mean {mean} {unit}; 95 % interval {low} to {high} {unit}.");
            }
            None => spec.summary = "Too few pairs are complete.".to_string(),
        }
        spec
    }

    /// WRITELOG seconds against elapsed seconds, a run a dot.
    fn waits_and_times(&self) -> ChartSpec {
        let all = pairs(self.run);
        let dots = |label: &str, style: u8, which: usize| {
            let mut points: Vec<(f64, f64)> = all.iter().map(|pair| pair[which]).collect();
            points.sort_by(|a, b| a.0.total_cmp(&b.0));
            Series {
                label: label.to_string(),
                style,
                line: Line::Dots,
                points,
                repeat: false,
                ghost: false,
                veiled: which == 1,
            }
        };
        let series = vec![dots("FULL", 0, 0), dots("SIMPLE", 1, 1)];
        let title = "WRITELOG seconds against elapsed seconds";
        let mut spec = self.chart("follow", (title, "WRITELOG seconds"), series);
        let most = all.iter().flatten().map(|p| p.0).fold(1.0, f64::max);
        spec.x = numbers("elapsed seconds", most);
        spec.marks.clear();
        let paired = Paired::of(Measure::Seconds, &all);
        spec.summary = match paired.filter(|paired| paired.correlation.is_finite()) {
            Some(paired) => format!(
                "Correlation over {} runs: {}.",
                2 * all.len(),
                correlation_words(paired.correlation)
            ),
            None => "All runs are alike.".to_string(),
        };
        spec
    }
}

fn numbers(label: &str, most: f64) -> Axis {
    Axis {
        label: label.to_string(),
        min: 0.0,
        max: most.max(1.0) * 1.03,
        kind: AxisKind::Number,
    }
}

fn peak(series: &Series) -> f64 {
    series.points.iter().map(|p| p.1).fold(0.0, f64::max)
}

fn last(series: &Series) -> f64 {
    series.points.last().map_or(0.0, |p| p.1)
}
