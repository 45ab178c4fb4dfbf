//! The drawing function.

use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, DrawingAreaErrorKind};
use plotters::element::{Circle, Drawable, PathElement, PointCollection, Polygon, Rectangle};
use plotters::prelude::DrawingBackend;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, FontStyle, IntoFont, RGBAColor, RGBColor, ShapeStyle, TextStyle};

use super::dash::{Px, dashes, simplified};
use super::frame::{Frame, end_of, frame, x_ticks, y_ticks};
use super::labels::{Label, mark_labels, series_labels};
use super::theme::{Marker, Rgb, Theme};
use crate::view::{ChartSpec, Line, MarkKind, Series, decimate};

// A whole pixel, as plotters' backends take it.
type BackendCoord = (i32, i32);

// The dots of a ghost in CSS pixels, and how much of its colour is left.
const GHOST_DASH: [f64; 2] = [2.0, 3.0];
const GHOST_SHARE: f64 = 0.6;

// Radii in CSS pixels: of the marker at the end of a line, and of a dot.
const END_PX: f64 = 4.0;
const DOT_PX: f64 = 3.0;

/// Which part of a chart to draw. `Base` and `Veiled` laid over each other give `All`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Everything.
    All,
    /// Axes, marks, the cursor and what may be seen before the bet.
    Base,
    /// Only what the bet hides.
    Veiled,
}

impl Part {
    fn shows(self, series: &Series) -> bool {
        match self {
            Self::All => true,
            Self::Base => !series.veiled,
            Self::Veiled => series.veiled,
        }
    }
}

/// What drawing gives: nothing, or the backend's error.
pub type Drawn<DB> = Result<(), DrawingAreaErrorKind<<DB as DrawingBackend>::ErrorType>>;

/// Draws `part` of `spec` on the whole of `area`. The ground is left as it is: a canvas is
/// cleared by its owner.
///
/// # Errors
/// Only those of the backend.
pub fn draw<DB: DrawingBackend>(
    area: &DrawingArea<DB, Shift>,
    spec: &ChartSpec,
    theme: &Theme,
    part: Part,
) -> Drawn<DB> {
    let (width, height) = area.dim_in_pixel();
    let size = (f64::from(width), f64::from(height));
    let frame = frame(spec, theme, width, height);
    let marks = mark_labels(spec, theme, &frame, size);
    let labels = series_labels(spec, theme, &frame, size, &marks);
    let pen = Pen {
        area,
        spec,
        theme,
        frame,
        size,
    };
    if part != Part::Veiled {
        pen.axes()?;
        pen.marks(&marks)?;
        pen.cursor()?;
    }
    let shown = || spec.series.iter().zip(&labels).filter(|s| part.shows(s.0));
    // Ghosts lie below, then repeats, and a label lies above every line.
    let depth = |series: &Series| (series.ghost, series.repeat && !series.ghost);
    for level in [(true, false), (false, true), (false, false)] {
        for (series, _) in shown().filter(|s| depth(s.0) == level) {
            pen.line(series)?;
        }
    }
    for (series, label) in shown() {
        pen.end(series, label.as_ref())?;
    }
    Ok(())
}

struct Pen<'a, DB: DrawingBackend> {
    area: &'a DrawingArea<DB, Shift>,
    spec: &'a ChartSpec,
    theme: &'a Theme,
    frame: Frame,
    size: (f64, f64),
}

impl<DB: DrawingBackend> Pen<'_, DB> {
    fn axes(&self) -> Drawn<DB> {
        let Frame {
            left,
            right,
            bottom,
            ..
        } = self.frame;
        let (text, muted) = (self.theme.text(), self.theme.muted);
        let rows = y_ticks(self.spec, self.theme, self.size.1);
        let columns = x_ticks(&self.spec.x, self.theme, &self.frame);
        let row = |value: f64| self.frame.px_y(&self.spec.y, value);
        let column = |value: f64| self.frame.px_x(&self.spec.x, value);
        for (value, _) in rows.iter().filter(|r| row(r.0) < bottom - 1.0) {
            let line = [(left, row(*value)), (right, row(*value))];
            self.stroke(&line, self.theme.grid, 1.0)?;
        }
        self.stroke(&[(left, bottom), (right, bottom)], self.theme.rule, 1.0)?;
        for (value, _) in &columns {
            let tick = [
                (column(*value), bottom),
                (column(*value), bottom + 0.35 * text),
            ];
            self.stroke(&tick, self.theme.rule, 1.0)?;
        }
        for (value, label) in &rows {
            self.text(label, (left - 0.5 * text, row(*value)), HPos::Right, muted)?;
        }
        for (value, label) in &columns {
            let half = super::text_width(label, text) / 2.0;
            let middle = column(*value).min(self.size.0 - half).max(half);
            self.text(label, (middle, bottom + 1.1 * text), HPos::Center, muted)?;
        }
        self.text(&self.spec.y.label, (0.0, 0.7 * text), HPos::Left, muted)?;
        let below = (right, bottom + 2.5 * text);
        self.text(&self.spec.x.label, below, HPos::Right, muted)
    }

    fn marks(&self, labels: &[Label]) -> Drawn<DB> {
        let Frame {
            left,
            right,
            top,
            bottom,
        } = self.frame;
        for (mark, label) in self.spec.marks.iter().zip(labels) {
            let line = match mark.kind {
                MarkKind::At => {
                    let x = self.frame.px_x(&self.spec.x, mark.value);
                    [(x, top), (x, bottom)]
                }
                MarkKind::Level => {
                    let y = self.frame.px_y(&self.spec.y, mark.value);
                    [(left, y), (right, y)]
                }
            };
            let pattern = [3.0 * self.theme.scale, 3.0 * self.theme.scale];
            for dash in dashes(&line, &pattern) {
                self.stroke(&dash, self.theme.rule, 1.0)?;
            }
            self.halo(label)?;
            self.text(
                &mark.label,
                (label.left, label.y),
                HPos::Left,
                self.theme.muted,
            )?;
        }
        Ok(())
    }

    fn cursor(&self) -> Drawn<DB> {
        let Some(at) = self.spec.cursor.filter(|x| x.is_finite()) else {
            return Ok(());
        };
        let x = self.frame.px_x(&self.spec.x, at);
        self.stroke(
            &[(x, self.frame.top), (x, self.frame.bottom)],
            self.theme.ink,
            1.0,
        )
    }

    fn line(&self, series: &Series) -> Drawn<DB> {
        if series.line == Line::Dots {
            return self.dots(series);
        }
        let line = self.path(series);
        let color = self.theme.color(series.style);
        if series.ghost {
            let pattern = GHOST_DASH.map(|px| px * self.theme.scale);
            for dash in dashes(&line, &pattern) {
                self.stroke_faded(&dash, color)?;
            }
            return Ok(());
        }
        let width = if series.repeat { 1.0 } else { 2.0 };
        for dash in dashes(&line, &self.theme.dash(series.style)) {
            self.stroke(&dash, color, width)?;
        }
        Ok(())
    }

    // A marker a point, smaller than that at the end of a line; one of those that would lie over
    // each other.
    fn dots(&self, series: &Series) -> Drawn<DB> {
        let (marker, color) = (
            self.theme.marker(series.style),
            self.theme.color(series.style),
        );
        let is_faint = series.ghost || series.repeat;
        let radius = if is_faint { 2.0 } else { DOT_PX };
        let color = rgb(color).mix(if series.ghost { GHOST_SHARE } else { 1.0 });
        let mut drawn: Vec<BackendCoord> = Vec::new();
        for point in self.inside(series) {
            let at = self.at(point);
            let place = drawn.binary_search(&pixel(at));
            if let Err(place) = place {
                drawn.insert(place, pixel(at));
                self.marker(marker, at, radius, color)?;
            }
        }
        Ok(())
    }

    fn inside(&self, series: &Series) -> Vec<(f64, f64)> {
        let x = &self.spec.x;
        let inside =
            |p: &&(f64, f64)| p.0.is_finite() && p.1.is_finite() && p.0 >= x.min && p.0 <= x.max;
        series.points.iter().filter(inside).copied().collect()
    }

    // The line in pixels: clipped, thinned to the pixel columns, steps spelled out.
    fn path(&self, series: &Series) -> Vec<Px> {
        let (x, y) = (&self.spec.x, &self.spec.y);
        let points = self.inside(series);
        // Between 2 and a screen's width, so the cast is exact.
        let columns = (self.frame.right - self.frame.left).clamp(2.0, 8_192.0) as u32;
        let mut line: Vec<Px> = Vec::new();
        for point in decimate(&points, x.min, x.max, columns) {
            let px = (self.frame.px_x(x, point.0), self.frame.px_y(y, point.1));
            if let (Line::Step, Some(last)) = (series.line, line.last().copied()) {
                line.push((px.0, last.1));
            }
            line.push(px);
        }
        simplified(&line, self.theme.simplify * self.theme.scale)
    }

    // The end marker with its label, and the dot at the cursor.
    fn end(&self, series: &Series, label: Option<&Label>) -> Drawn<DB> {
        let color = self.theme.color(series.style);
        if let (Some(label), Some(end)) = (label, end_of(series)) {
            let at = self.at(end);
            if end.0 <= self.spec.x.max && series.line != Line::Dots {
                self.marker(
                    self.theme.marker(series.style),
                    at,
                    END_PX,
                    rgb(color).mix(1.0),
                )?;
            }
            self.halo(label)?;
            let style = self.style(color, HPos::Left);
            let bold = TextStyle {
                font: style.font.style(FontStyle::Bold),
                ..style
            };
            self.area
                .draw_text(&series.label, &bold, pixel((label.left, label.y)))?;
        }
        let within = |x: &f64| {
            let last = end_of(series).map_or(f64::NEG_INFINITY, |p| p.0);
            series.is_named() && *x <= last
        };
        let cursor = self.spec.cursor.filter(within);
        if let Some(point) = cursor.and_then(|x| Some((x, series.value_at(x)?))) {
            self.dot(self.at(point), color)?;
        }
        Ok(())
    }

    fn at(&self, point: (f64, f64)) -> Px {
        let x = self.frame.px_x(&self.spec.x, point.0);
        (x, self.frame.px_y(&self.spec.y, point.1))
    }

    fn dot(&self, at: Px, color: Rgb) -> Drawn<DB> {
        let radius = |px: f64| (px * self.theme.scale).round().max(1.0) as u32;
        let ground = rgb(self.theme.surface).filled();
        self.put(&Circle::new(pixel(at), radius(5.5), ground))?;
        self.put(&Circle::new(pixel(at), radius(4.0), rgb(color).filled()))
    }

    fn marker(&self, marker: Marker, at: Px, radius: f64, color: RGBAColor) -> Drawn<DB> {
        let r = radius * self.theme.scale;
        if marker == Marker::Circle {
            let disc = Circle::new(pixel(at), r.max(1.0) as u32, color.filled());
            return self.put(&disc);
        }
        let corner = |c: &Px| pixel((at.0 + c.0 * r, at.1 + c.1 * r));
        let corners: Vec<BackendCoord> = marker.corners().iter().map(corner).collect();
        self.put(&Polygon::new(corners, color.filled()))
    }

    // The ground behind a label, so that a line below it stays readable.
    fn halo(&self, label: &Label) -> Drawn<DB> {
        let (half, pad) = (0.6 * self.theme.text(), 0.15 * self.theme.text());
        let corners = [
            pixel((label.left - pad, label.y - half)),
            pixel((label.left + label.width, label.y + half)),
        ];
        self.put(&Rectangle::new(
            corners,
            rgb(self.theme.surface).mix(0.8).filled(),
        ))
    }

    fn text(&self, words: &str, at: Px, side: HPos, color: Rgb) -> Drawn<DB> {
        self.area
            .draw_text(words, &self.style(color, side), pixel(at))
    }

    fn style(&self, color: Rgb, side: HPos) -> TextStyle<'_> {
        let font = (self.theme.font, self.theme.text()).into_font();
        TextStyle {
            color: rgb(color).to_backend_color(),
            pos: Pos::new(side, VPos::Center),
            ..TextStyle::from(font)
        }
    }

    fn stroke(&self, line: &[Px], color: Rgb, width: f64) -> Drawn<DB> {
        self.stroke_in(line, self.line_style(color, width))
    }

    fn stroke_faded(&self, line: &[Px], color: Rgb) -> Drawn<DB> {
        let mut style = self.line_style(color, 1.0);
        style.color = style.color.mix(GHOST_SHARE);
        self.stroke_in(line, style)
    }

    fn stroke_in(&self, line: &[Px], style: ShapeStyle) -> Drawn<DB> {
        let mut points: Vec<BackendCoord> = line.iter().copied().map(pixel).collect();
        points.dedup();
        if points.len() < 2 {
            return Ok(());
        }
        self.put(&PathElement::new(points, style))
    }

    fn line_style(&self, color: Rgb, width: f64) -> ShapeStyle {
        // A few pixels, so the cast is exact.
        let width = (width * self.theme.scale).round().clamp(1.0, 64.0) as u32;
        rgb(color).stroke_width(width)
    }

    fn put<'e, E>(&self, element: &'e E) -> Drawn<DB>
    where
        &'e E: PointCollection<'e, BackendCoord>,
        E: Drawable<DB>,
    {
        self.area.draw(element)
    }
}

fn rgb(color: Rgb) -> RGBColor {
    RGBColor(color.0, color.1, color.2)
}

// Frames are finite and a screen's width at most, so the cast is exact after rounding.
fn pixel(at: Px) -> BackendCoord {
    (at.0.round() as i32, at.1.round() as i32)
}
