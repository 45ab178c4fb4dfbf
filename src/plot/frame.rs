//! Where a chart's plotting area lies, and what its axes say.

use super::theme::Theme;
use crate::view::{Axis, ChartSpec, Series};

/// Below this many text heights there is no room for labels beside the plotting area.
const NARROW_EMS: f64 = 28.0;

/// The plotting area inside the axes, in drawn pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    /// Left edge: the least x.
    pub left: f64,
    /// Right edge: the largest x.
    pub right: f64,
    /// Upper edge: the largest y.
    pub top: f64,
    /// Lower edge: the least y.
    pub bottom: f64,
}

impl Frame {
    /// The pixel column of a data x, kept inside the frame.
    #[must_use]
    pub fn px_x(&self, axis: &Axis, x: f64) -> f64 {
        self.left + share(axis, x) * (self.right - self.left)
    }

    /// The pixel row of a data y, kept inside the frame.
    #[must_use]
    pub fn px_y(&self, axis: &Axis, y: f64) -> f64 {
        self.bottom - share(axis, y) * (self.bottom - self.top)
    }

    /// The data x under a pixel column, kept inside the axis: what a pointer points at.
    #[must_use]
    pub fn data_x(&self, axis: &Axis, px: f64) -> f64 {
        let share = ((px - self.left) / (self.right - self.left)).clamp(0.0, 1.0);
        axis.min + share * (axis.max - axis.min).max(0.0)
    }
}

/// How far along an axis a value is, from 0 to 1.
pub(super) fn share(axis: &Axis, value: f64) -> f64 {
    let span = axis.max - axis.min;
    if span > 0.0 && span.is_finite() && value.is_finite() {
        ((value - axis.min) / span).clamp(0.0, 1.0)
    } else {
        0.0
    }
}

/// The plotting area of `spec` drawn on `width` by `height` pixels. Room at the right is kept for
/// the labels of lines that end there; it does not depend on the cursor or on the veil.
#[must_use]
pub fn frame(spec: &ChartSpec, theme: &Theme, width: u32, height: u32) -> Frame {
    let (width, height) = (f64::from(width), f64::from(height));
    let text = theme.text();
    let ticks = y_ticks(spec, theme, height);
    let widest = ticks
        .iter()
        .map(|(_, label)| text_width(label, text))
        .fold(0.0, f64::max);
    let left = (widest + 0.8 * text).min(width * 0.4);
    let right = (width - room_for_labels(spec, theme, width, left)).max(left + 2.0);
    let top = (2.3 * text).min(height * 0.3);
    let bottom = (height - 3.3 * text).max(top + 2.0);
    Frame {
        left,
        right,
        top,
        bottom,
    }
}

fn room_for_labels(spec: &ChartSpec, theme: &Theme, width: f64, left: f64) -> f64 {
    let text = theme.text();
    let least = 0.8 * text;
    // On a narrow chart the labels lie inside, above the ends.
    if width < NARROW_EMS * text {
        return least;
    }
    let most = (0.36 * width).max(least);
    let mut room = least;
    for series in spec.series.iter().filter(|s| s.is_named()) {
        let Some(end) = end_of(series) else { continue };
        let at = share(&spec.x, end.0);
        if at > 0.0 {
            let needs = label_width(&series.label, theme) + 1.1 * text;
            room = room.max((width - left) - (width - left - needs) / at);
        }
    }
    room.clamp(least, most)
}

/// The last point of a series that can be drawn.
pub(super) fn end_of(series: &Series) -> Option<(f64, f64)> {
    let drawn = |p: &&(f64, f64)| p.0.is_finite() && p.1.is_finite();
    series.points.iter().rev().find(drawn).copied()
}

/// Ticks of the y axis with their words.
pub(super) fn y_ticks(spec: &ChartSpec, theme: &Theme, height: f64) -> Vec<(f64, String)> {
    let inner = (height - 5.6 * theme.text()) / theme.scale;
    ticks(&spec.y, inner / 48.0)
}

/// Ticks of the x axis with their words.
pub(super) fn x_ticks(axis: &Axis, theme: &Theme, frame: &Frame) -> Vec<(f64, String)> {
    ticks(axis, (frame.right - frame.left) / theme.scale / 66.0)
}

fn ticks(axis: &Axis, count: f64) -> Vec<(f64, String)> {
    // A count between 2 and 12, so the cast is exact enough and never wraps.
    let count = count.clamp(2.0, 12.0) as u32;
    axis.ticks(count)
}

/// About how wide a word is in a sans-serif of `size` pixels; a little generous.
#[must_use]
pub fn text_width(text: &str, size: f64) -> f64 {
    let em = |c: char| match c {
        'i' | 'j' | 'l' | '.' | ',' | '\'' | '|' | ':' | 'I' => 0.32,
        'f' | 't' | 'r' | ' ' | '(' | ')' | '-' | '/' => 0.4,
        'm' | 'w' | 'M' | 'W' | '%' | '@' => 0.95,
        c if c.is_uppercase() => 0.7,
        _ => 0.61,
    };
    text.chars().map(em).sum::<f64>() * size
}

/// Width of a series label, which is bold.
pub(super) fn label_width(text: &str, theme: &Theme) -> f64 {
    text_width(text, theme.text()) * 1.1
}
