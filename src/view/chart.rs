//! A chart as data: axes, series, marks; drawn by [`crate::plot`], read by tables and CSV.

use super::axis::Axis;
use super::format::digits;
use super::table::{Column, Row, Table};

/// How the points of a series are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    /// Straight from point to point.
    Straight,
    /// The value holds until the next point.
    Step,
    /// Not at all: a marker a point, of which a column of a table may have several.
    Dots,
}

/// Most rows of a table that has one wherever a point is.
const ROWS_MAX: usize = 200;

/// One line of a chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// Name as in the results table: "CHECKPOINT 30".
    pub label: String,
    /// Place in the palette: colour, dash and marker go together and are the same in every view.
    pub style: u8,
    /// How points are joined.
    pub line: Line,
    /// (x, y) in axis units, x not decreasing.
    pub points: Vec<(f64, f64)>,
    /// A repeat run: drawn thinner and without a label.
    pub repeat: bool,
    /// What would have been without the last command: drawn thin, faded and dotted, without a
    /// label, and left out of tables.
    pub ghost: bool,
    /// Part of the answer to the bet: hidden until the reader has placed one.
    pub veiled: bool,
}

/// What a mark stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkKind {
    /// A vertical line at x.
    At,
    /// A horizontal line at y.
    Level,
}

/// A labelled reference line.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// Words beside the line.
    pub label: String,
    /// Where, in axis units.
    pub value: f64,
    /// Which way it runs.
    pub kind: MarkKind,
}

/// A chart.
#[derive(Clone, Debug, PartialEq)]
pub struct ChartSpec {
    /// Short name, unique in the figure: "dirty".
    pub id: &'static str,
    /// Visible title.
    pub title: String,
    /// One computed sentence: what the chart shows; also the accessible description.
    pub summary: String,
    /// Horizontal axis.
    pub x: Axis,
    /// Vertical axis.
    pub y: Axis,
    /// Lines, first drawn first.
    pub series: Vec<Series>,
    /// Reference lines.
    pub marks: Vec<Mark>,
    /// The cursor, in x units.
    pub cursor: Option<f64>,
}

impl Series {
    /// Has it a name, an end marker and a column of its own?
    #[must_use]
    pub fn is_named(&self) -> bool {
        !self.repeat && !self.ghost
    }

    /// The value shown at `x`: the last point at or before it for steps, else interpolated.
    /// `None` before the first point, past the last of a straight line, and beside dots.
    #[must_use]
    pub fn value_at(&self, x: f64) -> Option<f64> {
        let after = self.points.partition_point(|p| p.0 <= x);
        let before = self.points.get(after.checked_sub(1)?)?;
        match (self.line, self.points.get(after)) {
            (Line::Dots, _) if before.0 < x => None,
            (Line::Straight, Some(next)) if next.0 > before.0 => {
                let share = (x - before.0) / (next.0 - before.0);
                Some(before.1 + share * (next.1 - before.1))
            }
            // A line of observations says nothing past its last; a level holds.
            (Line::Straight, None) if x > before.0 => None,
            _ => Some(before.1),
        }
    }

    /// What a table says at `x`: the value, or from where to where those of several dots reach.
    fn words_at(&self, x: f64) -> String {
        let from = self.points.partition_point(|p| p.0 < x);
        let to = self.points.partition_point(|p| p.0 <= x);
        let several = self.points.get(from..to).unwrap_or(&[]);
        if self.line == Line::Dots && several.len() > 1 {
            let ys = || several.iter().map(|p| p.1);
            let (least, most) = (ys().reduce(f64::min), ys().reduce(f64::max));
            let words = [least, most].map(|y| digits(y.unwrap_or_default(), 4));
            if words[0] != words[1] {
                return words.join(" to ");
            }
        }
        let value = self.value_at(x);
        value.map_or("–".to_string(), |y| digits(y, 4))
    }
}

impl ChartSpec {
    /// The chart as a table of `rows` evenly spaced instants, one column a series (repeats and
    /// ghosts left out): the twin for readers who can't or don't want to see the picture.
    #[must_use]
    pub fn table(&self, rows: u32) -> Table {
        let lines: Vec<&Series> = self.series.iter().filter(|s| s.is_named()).collect();
        let mut columns = vec![Column::number(&self.x.label)];
        for line in &lines {
            let mut column = Column::number(&line.label);
            column.veiled = line.veiled;
            columns.push(column);
        }
        let row_at = |x: f64| {
            let mut cells = vec![digits(
                self.x.meaning(x),
                3 + 3 * u32::from(!self.x.is_time()),
            )];
            cells.extend(lines.iter().map(|s| s.words_at(x)));
            Row {
                cells,
                veiled: false,
                bet: None,
            }
        };
        Table {
            caption: format!("{} ({})", self.title, self.y.label),
            columns,
            rows: self.instants(rows).into_iter().map(row_at).collect(),
        }
    }

    /// Where the table looks: evenly spaced, or, of settings and of dots, wherever a point is.
    fn instants(&self, rows: u32) -> Vec<f64> {
        let lines = || self.series.iter().filter(|s| s.is_named());
        let has_lines = lines().any(|s| s.line != Line::Dots);
        if self.x.is_time() && (has_lines || lines().next().is_none()) {
            let steps = rows.max(2) - 1;
            let span = self.x.max - self.x.min;
            let at = |i| self.x.min + span * f64::from(i) / f64::from(steps);
            return (0..=steps).map(at).collect();
        }
        let mut all: Vec<f64> = lines().flat_map(|s| s.points.iter().map(|p| p.0)).collect();
        all.sort_by(f64::total_cmp);
        all.dedup();
        // A table is read, not searched: of very many, one in so many.
        let step = all.len().div_ceil(ROWS_MAX).max(1);
        all.into_iter().step_by(step).collect()
    }

    /// Every point as CSV: series, x, y; ghosts left out.
    #[must_use]
    pub fn csv(&self) -> String {
        let mut out = format!(
            "series,{},{}\n",
            csv_cell(&self.x.label),
            csv_cell(&self.y.label)
        );
        for series in self.series.iter().filter(|s| !s.ghost) {
            for (x, y) in &series.points {
                let x = self.x.meaning(*x);
                out.push_str(&format!("{},{x},{y}\n", csv_cell(&series.label)));
            }
        }
        out
    }
}

fn csv_cell(text: &str) -> String {
    if text.contains([',', '"', '\n']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_string()
    }
}

/// The points up to `max`, and where the line is at `max` if it goes on beyond: a line that is cut
/// runs to the edge; dots are there or not.
#[must_use]
pub fn clip(mut points: Vec<(f64, f64)>, line: Line, max: f64) -> Vec<(f64, f64)> {
    let inside = points.partition_point(|p| p.0 <= max);
    let edge = match (
        inside.checked_sub(1).and_then(|i| points.get(i)),
        points.get(inside),
    ) {
        (Some(a), Some(b)) if line == Line::Straight && b.0 > a.0 => {
            Some((max, a.1 + (b.1 - a.1) * (max - a.0) / (b.0 - a.0)))
        }
        (Some(a), Some(_)) if line == Line::Step => Some((max, a.1)),
        _ => None,
    };
    points.truncate(inside);
    points.extend(edge);
    points
}

/// At most four points a column of `columns`: first, least, largest, last, so that no peak is lost.
#[must_use]
pub fn decimate(points: &[(f64, f64)], min: f64, max: f64, columns: u32) -> Vec<(f64, f64)> {
    if points.len() <= columns as usize * 2 || max <= min {
        return points.to_vec();
    }
    let column_of = |x: f64| ((x - min) / (max - min) * f64::from(columns)).floor();
    let mut out: Vec<(f64, f64)> = Vec::new();
    let mut rest = points;
    while let Some(first) = rest.first() {
        let column = column_of(first.0);
        let len = rest.partition_point(|p| column_of(p.0) <= column);
        let (group, tail) = rest.split_at(len.max(1));
        let by_y = |a: &&(f64, f64), b: &&(f64, f64)| a.1.total_cmp(&b.1);
        let least = group.iter().min_by(by_y).unwrap_or(first);
        let largest = group.iter().max_by(by_y).unwrap_or(first);
        let last = group.last().unwrap_or(first);
        // The first and the last are already where they belong.
        let (early, late) = if least.0 <= largest.0 {
            (least, largest)
        } else {
            (largest, least)
        };
        let kept = [*first, *early, *late, *last];
        for point in kept {
            if out.last() != Some(&point) {
                out.push(point);
            }
        }
        rest = tail;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::AxisKind;

    #[test]
    fn a_cut_line_runs_to_the_edge() {
        let points = vec![(0.0, 10.0), (2.0, 30.0), (8.0, 0.0)];
        let step = clip(points.clone(), Line::Step, 5.0);
        assert_eq!(step, vec![(0.0, 10.0), (2.0, 30.0), (5.0, 30.0)]);
        let straight = clip(points.clone(), Line::Straight, 5.0);
        assert_eq!(straight, vec![(0.0, 10.0), (2.0, 30.0), (5.0, 15.0)]);
        assert_eq!(clip(points.clone(), Line::Step, 8.0), points);
    }

    #[test]
    fn dots_are_read_where_they_are_and_nowhere_else() {
        let dots = Series {
            label: "runs".into(),
            style: 0,
            line: Line::Dots,
            points: vec![(1.0, 10.0), (1.0, 14.0), (3.0, 20.0)],
            repeat: false,
            ghost: false,
            veiled: false,
        };
        let at = [0.5, 1.0, 2.0, 3.0, 9.0].map(|x| dots.value_at(x));
        assert_eq!(at, [None, Some(14.0), None, Some(20.0), None]);
        assert_eq!(clip(dots.points.clone(), Line::Dots, 2.0).len(), 2);
        let axis = |kind| Axis {
            label: String::new(),
            min: 0.0,
            max: 4.0,
            kind,
        };
        for kind in [AxisKind::Plain, AxisKind::Doublings] {
            let chart = ChartSpec {
                id: "t",
                title: String::new(),
                summary: String::new(),
                x: axis(kind),
                y: axis(AxisKind::Plain),
                series: vec![dots.clone()],
                marks: Vec::new(),
                cursor: None,
            };
            let rows = chart.table(13).rows.into_iter();
            let told: Vec<String> = rows.map(|r| r.cells[1].clone()).collect();
            assert_eq!(told, ["10 to 14", "20"]);
        }
    }

    #[test]
    fn decimation_keeps_every_peak() {
        let points: Vec<(f64, f64)> = (0..10_000)
            .map(|i| (f64::from(i), if i == 4_321 { 99.0 } else { 1.0 }))
            .collect();
        let thin = decimate(&points, 0.0, 10_000.0, 100);
        assert!(thin.len() <= 400);
        assert!(thin.contains(&(4_321.0, 99.0)));
        assert_eq!(thin.first(), points.first());
        assert_eq!(thin.last(), points.last());
    }

    #[test]
    fn a_step_series_holds_its_value() {
        let mut series = Series {
            label: "a".into(),
            style: 0,
            line: Line::Step,
            points: vec![(1.0, 10.0), (3.0, 20.0)],
            repeat: false,
            ghost: false,
            veiled: false,
        };
        assert_eq!(series.value_at(0.5), None);
        assert_eq!(series.value_at(2.0), Some(10.0));
        series.line = Line::Straight;
        assert_eq!(series.value_at(2.0), Some(15.0));
        assert_eq!(series.value_at(9.0), None);
        series.line = Line::Step;
        assert_eq!(series.value_at(9.0), Some(20.0));
    }
}
