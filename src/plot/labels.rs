//! Where the labels of lines and marks go, so that none covers another.

use super::frame::{Frame, end_of, label_width, text_width};
use super::theme::Theme;
use crate::view::{ChartSpec, MarkKind};

/// A word with its place; `left` and `y` are its left edge and its middle.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Label {
    /// Left edge in pixels.
    pub left: f64,
    /// Middle in pixels.
    pub y: f64,
    /// Estimated width in pixels.
    pub width: f64,
}

/// The labels of the marks, in the order of `spec.marks`.
pub(super) fn mark_labels(
    spec: &ChartSpec,
    theme: &Theme,
    frame: &Frame,
    size: (f64, f64),
) -> Vec<Label> {
    let text = theme.text();
    let place = |mark: &crate::view::Mark| {
        let width = text_width(&mark.label, text);
        match mark.kind {
            MarkKind::At => {
                let x = frame.px_x(&spec.x, mark.value);
                let beside = x + 0.4 * text;
                let left = if beside + width <= size.0 {
                    beside
                } else {
                    x - 0.4 * text - width
                };
                (left.max(0.0), frame.top + 0.5 * text, width)
            }
            MarkKind::Level => {
                let y = frame.px_y(&spec.y, mark.value);
                let above = y - 0.75 * text;
                let y = if above < frame.top + 0.5 * text {
                    y + 0.8 * text
                } else {
                    above
                };
                ((frame.right - width).max(0.0), y, width)
            }
        }
    };
    let mut placed: Vec<Label> = Vec::new();
    for mark in &spec.marks {
        let (left, y, width) = place(mark);
        let wanted = Label { left, y, width };
        placed.push(clear_of(wanted, &placed, theme, frame));
    }
    placed
}

/// The labels of the series, in the order of `spec.series`; `None` for repeats, ghosts and empty
/// ones.
/// Veiled series take part, so that a place never depends on the veil.
pub(super) fn series_labels(
    spec: &ChartSpec,
    theme: &Theme,
    frame: &Frame,
    size: (f64, f64),
    marks: &[Label],
) -> Vec<Option<Label>> {
    let text = theme.text();
    let mut placed = marks.to_vec();
    let mut out: Vec<Option<Label>> = vec![None; spec.series.len()];
    let mut order: Vec<(usize, f64, f64)> = Vec::new();
    for (i, series) in spec.series.iter().enumerate() {
        if let (true, Some(end)) = (series.is_named(), end_of(series)) {
            let (x, y) = (frame.px_x(&spec.x, end.0), frame.px_y(&spec.y, end.1));
            // From the top down; a handful of series need no sorting machinery.
            let place = order.partition_point(|(_, _, above)| *above <= y);
            order.insert(place, (i, x, y));
        }
    }
    for (i, x, y) in order {
        let width = label_width(&spec.series[i].label, theme);
        let beside = x + 0.8 * text;
        let fits = beside + width <= size.0;
        // Without room at the right, above the end and flush with the edge.
        let wanted = Label {
            left: if fits {
                beside
            } else {
                (size.0 - width).max(0.0)
            },
            y: if fits { y } else { y - 1.1 * text },
            width,
        };
        let label = clear_of(wanted, &placed, theme, frame);
        placed.push(label.clone());
        out[i] = Some(label);
    }
    out
}

// The nearest place above or below that covers no other label; the wanted one if there is none.
fn clear_of(wanted: Label, placed: &[Label], theme: &Theme, frame: &Frame) -> Label {
    let text = theme.text();
    let height = 1.2 * text;
    let (lowest, highest) = (frame.bottom - 0.5 * text, frame.top + 0.4 * text);
    let inside = |y: f64| y.min(lowest).max(highest);
    let clear = |y: f64| {
        placed.iter().all(|other| {
            let apart = (other.y - y).abs() >= height;
            let beside =
                other.left + other.width <= wanted.left || wanted.left + wanted.width <= other.left;
            apart || beside
        })
    };
    let step = 0.25 * text;
    let tries = (0_u32..80).flat_map(|i| {
        let off = f64::from(i) * step;
        [inside(wanted.y) - off, inside(wanted.y) + off]
    });
    let within = |y: &f64| (highest..=lowest).contains(y);
    let y = tries
        .filter(within)
        .find(|y| clear(*y))
        .unwrap_or_else(|| inside(wanted.y));
    Label { y, ..wanted }
}
