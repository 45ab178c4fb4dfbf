//! The scene's charts, from the traces of its sides.

use super::command::Command;
use super::model::BufferPool;
use super::model::Writer;
use super::model::series::{
    COMMIT_LATENCY, DIRTY_PAGES, LOG_SINCE_MIN, PAGE_READS, PAGE_WRITES, REDO_ESTIMATE,
};
use super::run::{Compare, PoolRun};
use crate::kernel::{Counter, Gauge, SimTime};
use crate::scene::Side;
use crate::scene::pacing::stats::percentile_ms;
use crate::view::{
    Axis, AxisKind, ChartSpec, Line, Mark, MarkKind, Series, digits, millis, plain_number,
};

/// Bins of the rate charts, a second wide where that is less, and of the percentiles.
const RATE_BINS: u32 = 200;
const RATE_BINS_LEAST: u32 = 60;
const WAIT_BINS: u32 = 50;
/// Places in the palette behind those of the sides.
const MORE_STYLES: u8 = 3;

/// Seconds since the start.
#[must_use]
pub fn seconds(at: SimTime) -> f64 {
    at.as_ns() as f64 / 1e9
}

/// The charts, the one that makes the point first.
#[must_use]
pub fn charts(run: &PoolRun) -> Vec<ChartSpec> {
    let chart = Chart { run };
    let mut all = vec![chart.dirty(), chart.writes()];
    let has_commits = run
        .sides
        .sides
        .iter()
        .any(|s| s.simulation.model().totals().commits > 0);
    if run.compare == Compare::Memory {
        all.push(chart.reads());
    }
    if has_commits {
        all.push(chart.waits());
    }
    if matches!(run.compare, Compare::Target | Compare::HotPage) {
        all.extend([chart.log(), chart.redo()]);
    }
    all
}

struct Chart<'a> {
    run: &'a PoolRun,
}

/// A value of a gauge as it is shown.
type Shown = fn(i64) -> f64;

impl Chart<'_> {
    fn time(&self) -> Axis {
        let end = self.run.horizon.as_ns() as f64 / 1e9;
        Axis {
            label: "seconds".to_string(),
            min: 0.0,
            max: end.max(1e-3),
            kind: AxisKind::Plain,
        }
    }

    fn sides(&self) -> impl Iterator<Item = &Side<BufferPool>> {
        self.run.sides.sides.iter()
    }

    /// What would have been, from the first command on.
    fn ghosts(&self) -> impl Iterator<Item = &Side<BufferPool>> {
        self.run
            .before
            .iter()
            .flat_map(|before| before.sides.iter())
    }

    fn series(&self, side: &Side<BufferPool>, line: Line, points: Vec<(f64, f64)>) -> Series {
        Series {
            label: side.label.clone(),
            style: side.style,
            line,
            points,
            repeat: false,
            ghost: false,
            veiled: side.veiled,
        }
    }

    fn ghost(&self, mut series: Series) -> Series {
        let from = self.run.forked_at().map_or(0.0, seconds);
        series.points.retain(|p| p.0 >= from);
        series.ghost = true;
        series
    }

    fn level(&self, side: &Side<BufferPool>, gauge: Gauge, shown: Shown) -> Series {
        let recorded = side.simulation.trace().series(gauge).points().iter();
        let mut points: Vec<(f64, f64)> =
            recorded.map(|(at, v)| (seconds(*at), shown(*v))).collect();
        if let Some(last) = points.last().copied() {
            points.push((self.time().max.max(last.0), last.1));
        }
        self.series(side, Line::Step, points)
    }

    fn levels(&self, gauge: Gauge, shown: Shown) -> Vec<Series> {
        let ghosts = self
            .ghosts()
            .map(|s| self.ghost(self.level(s, gauge, shown)));
        let lines = self.sides().map(|s| self.level(s, gauge, shown));
        ghosts.chain(lines).collect()
    }

    /// Instants at which something was typed, by the settings or by the reader.
    fn typed(&self) -> Vec<Mark> {
        let scripts = self
            .sides()
            .flat_map(|s| &s.simulation.model().scenario().script);
        let set = scripts.map(|(at, command)| (*at, command.key()));
        let given = self.run.given.iter().map(|c| (c.at, c.key));
        let mut marks: Vec<Mark> = Vec::new();
        for (at, key) in set.chain(given) {
            let label = self.run.label(key);
            let value = seconds(at);
            if !marks
                .iter()
                .any(|m| m.label == label && m.value.total_cmp(&value).is_eq())
            {
                marks.push(Mark {
                    label,
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

    fn dirty(&self) -> ChartSpec {
        let levels = self.levels(DIRTY_PAGES, |v| v as f64);
        let mut spec = self.chart("dirty", ("Dirty pages", "pages"), levels);
        let bounds = self.sides().filter_map(|s| s.simulation.model().bound());
        let mut bounds: Vec<u32> = bounds.map(|b| b.bound).collect();
        bounds.dedup();
        for bound in bounds {
            let value = f64::from(bound);
            // A bound far above everything would press the lines flat.
            if value <= spec.y.max * 3.0 {
                spec.y.max = spec.y.max.max(value * 1.08);
                spec.marks.push(Mark {
                    label: format!("bound (assumed): {}", plain_number(value, 0)),
                    value,
                    kind: MarkKind::Level,
                });
            }
        }
        spec.summary = format!("Most: {}.", self.highest(&spec, |v| plain_number(v, 0)));
        spec
    }

    /// The highest value of each line, in words.
    fn highest(&self, spec: &ChartSpec, words: impl Fn(f64) -> String) -> String {
        let named = spec.series.iter().filter(|s| s.is_named());
        let shown = named.map(|s| format!("{} {}", s.label, words(peak(s))));
        shown.collect::<Vec<_>>().join("; ")
    }

    fn rate_bins(&self) -> u32 {
        let seconds = u32::try_from(self.run.horizon.as_ms() / 1_000).unwrap_or(RATE_BINS);
        if seconds < RATE_BINS_LEAST {
            RATE_BINS
        } else {
            seconds.min(RATE_BINS)
        }
    }

    fn rate(&self, side: &Side<BufferPool>, points: &[(SimTime, i64)]) -> Series {
        let (end, bins) = (self.run.horizon.as_ns(), self.rate_bins());
        let total_at = |bin: u32| {
            let at = u128::from(end) * u128::from(bin) / u128::from(bins);
            let count = points.partition_point(|p| u128::from(p.0.as_ns()) <= at);
            points[..count].last().map_or(0, |p| p.1)
        };
        let width = self.time().max / f64::from(bins);
        let value = |bin: u32| (total_at(bin + 1) - total_at(bin)) as f64 / width;
        let mut out: Vec<(f64, f64)> = (0..bins)
            .map(|bin| (width * f64::from(bin), value(bin)))
            .collect();
        out.push((self.time().max, value(bins - 1)));
        self.series(side, Line::Step, out)
    }

    fn bin_words(&self, bins: u32) -> String {
        millis(self.time().max * 1e3 / f64::from(bins))
    }

    fn writes_of(&self, side: &Side<BufferPool>, writer: Writer) -> Option<Series> {
        let counter: Counter = PAGE_WRITES[writer as usize];
        let points = side.simulation.trace().series(counter).points();
        let mut series = self.rate(side, points);
        if self.run.compare != Compare::Backup {
            series.label = format!("{}: {}", side.label, writer.label());
        }
        (!points.is_empty()).then_some(series)
    }

    fn writes(&self) -> ChartSpec {
        let mut lines: Vec<Series> = Vec::new();
        for side in self.ghosts() {
            let all = Writer::ALL.into_iter();
            let series = all.filter_map(|w| self.writes_of(side, w));
            lines.extend(series.map(|s| self.ghost(s)));
        }
        let mut more = MORE_STYLES;
        for side in self.sides() {
            let all = Writer::ALL
                .into_iter()
                .filter_map(|w| self.writes_of(side, w));
            for (place, mut series) in all.enumerate() {
                if place > 0 {
                    series.style = more;
                    more += 1;
                }
                lines.push(series);
            }
        }
        let title = format!(
            "Page writes a second, over {}",
            self.bin_words(self.rate_bins())
        );
        let mut spec = self.chart("writes", (&title, "pages/s"), lines);
        spec.summary = format!("Highest: {}.", self.highest(&spec, |v| digits(v, 3)));
        spec
    }

    fn reads(&self) -> ChartSpec {
        let line = |side: &Side<BufferPool>| {
            let points = side.simulation.trace().series(PAGE_READS).points();
            self.rate(side, points)
        };
        let ghosts = self.ghosts().map(|s| self.ghost(line(s)));
        let lines: Vec<Series> = ghosts.chain(self.sides().map(line)).collect();
        let title = format!(
            "Page reads a second, over {}",
            self.bin_words(self.rate_bins())
        );
        let mut spec = self.chart("reads", (&title, "pages/s"), lines);
        spec.summary = format!("Highest: {}.", self.highest(&spec, |v| digits(v, 3)));
        spec
    }

    fn wait(&self, side: &Side<BufferPool>, percent: usize) -> Series {
        let mut rest = side.simulation.trace().series(COMMIT_LATENCY).points();
        let width = self.time().max / f64::from(WAIT_BINS);
        let mut points = Vec::new();
        for bin in 0..WAIT_BINS {
            let end = width * f64::from(bin + 1);
            let (inside, tail) = rest.split_at(rest.partition_point(|p| seconds(p.0) < end));
            let mut values: Vec<i64> = inside.iter().map(|p| p.1).collect();
            values.sort_unstable();
            let value = percentile_ms(&values, percent);
            if value.is_finite() {
                points.push((end - width / 2.0, value));
            }
            rest = tail;
        }
        let mut series = self.series(side, Line::Straight, points);
        series.label = format!("{}, p{percent}", side.label);
        series
    }

    fn waits(&self) -> ChartSpec {
        let mut lines: Vec<Series> = self
            .ghosts()
            .map(|s| self.ghost(self.wait(s, 99)))
            .collect();
        for (place, side) in self.sides().enumerate() {
            let mut median = self.wait(side, 50);
            median.style = MORE_STYLES + place as u8;
            lines.extend([self.wait(side, 99), median]);
        }
        let title = format!(
            "Commit wait for the log, over {}",
            self.bin_words(WAIT_BINS)
        );
        let mut spec = self.chart("commits", (&title, "ms"), lines);
        spec.summary = format!("Highest: {}.", self.highest(&spec, millis));
        spec
    }

    fn log(&self) -> ChartSpec {
        let levels = self.levels(LOG_SINCE_MIN, |v| v as f64 / 1_048_576.0);
        let mut spec = self.chart("log", ("Log since min LSN", "MiB"), levels);
        spec.summary = format!("Most: {}.", self.highest(&spec, |v| digits(v, 3) + " MiB"));
        spec
    }

    fn redo(&self) -> ChartSpec {
        let levels = self.levels(REDO_ESTIMATE, |v| v as f64 / 1e9);
        let title = "Recovery estimate: redo on this device";
        let mut spec = self.chart("redo", (title, "seconds"), levels);
        let targets = self.sides().map(|s| s.simulation.model().target().as_ms());
        let mut targets: Vec<u64> = targets.filter(|ms| *ms > 0).collect();
        targets.dedup();
        for ms in targets {
            let value = ms as f64 / 1e3;
            if value <= spec.y.max * 3.0 {
                spec.y.max = spec.y.max.max(value * 1.08);
                spec.marks.push(Mark {
                    label: self.run.label(Command::Target(true).key()),
                    value,
                    kind: MarkKind::Level,
                });
            }
        }
        spec.summary = format!("Longest: {}.", self.highest(&spec, |v| millis(v * 1e3)));
        spec
    }
}

fn peak(series: &Series) -> f64 {
    series.points.iter().map(|p| p.1).fold(0.0, f64::max)
}
