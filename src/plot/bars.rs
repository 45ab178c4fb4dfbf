//! Where time went: a stacked bar a variant.

use super::draw::Part;
use super::frame::{Frame, label_width, text_width};
use super::pen::{Anchor, Ink};
use super::picture::{Sheet, fitted};
use crate::view::{Bar, BarChart};

/// From this many text heights on, names stand beside their bars, not above them.
const WIDE_EMS: f64 = 54.0;

/// Draws the bars that `part` shows; names and axis belong to the base.
pub(super) fn draw(chart: &BarChart, sheet: &mut Sheet<'_>, part: Part) {
    let (theme, text) = (sheet.theme, sheet.theme.text());
    let is_wide = sheet.size.0 >= WIDE_EMS * text;
    let widest = |words: fn(&Bar) -> &str| {
        let widths = chart.bars.iter().map(|bar| label_width(words(bar), theme));
        widths.fold(0.0, f64::max)
    };
    let (left, right) = if is_wide {
        (
            widest(|bar| &bar.label) + 2.0 * text,
            sheet.size.0 - widest(|bar| &bar.total) - 0.8 * text,
        )
    } else {
        (0.0, sheet.size.0)
    };
    let frame = sheet.frame(left, right, 0.0);
    if part != Part::Veiled {
        sheet.axis(&chart.x, &frame);
    }
    let pitch = (frame.bottom - frame.top) / (chart.bars.len() as f64).max(1.0);
    for (row, bar) in chart.bars.iter().enumerate() {
        let top = frame.top + pitch * row as f64;
        let high = if is_wide {
            (0.68 * pitch).min(2.3 * text)
        } else {
            (pitch - 2.1 * text).min(2.2 * text)
        };
        let high = high.max(1.0).round();
        let at = if is_wide {
            top + (pitch - high) / 2.0
        } else {
            top + 1.75 * text
        };
        let place = Place {
            top: at.round(),
            high,
            words: if is_wide { at + high / 2.0 } else { top + text },
            is_wide,
        };
        if part != Part::Veiled {
            name(bar, sheet, &frame, &place);
        }
        if part == Part::All || bar.veiled == (part == Part::Veiled) {
            stack(bar, chart, sheet, &frame, &place);
        }
    }
}

/// Where a bar lies, and at what height its name stands.
struct Place {
    top: f64,
    high: f64,
    words: f64,
    is_wide: bool,
}

fn name(bar: &Bar, sheet: &mut Sheet<'_>, frame: &Frame, place: &Place) {
    let (text, color) = (sheet.theme.text(), sheet.theme.color(bar.style));
    let r = 0.36 * text;
    let corners = sheet.theme.marker(bar.style).corners();
    let at = |c: &(f64, f64)| ((1.2 + c.0) * r, place.words + c.1 * r);
    let corners: Vec<_> = corners.iter().map(at).collect();
    sheet.pen.shape(&corners, color);
    let room = if place.is_wide {
        frame.left
    } else {
        sheet.size.0 - label_width(&bar.total, sheet.theme)
    };
    let words = fitted(&bar.label, room - 1.4 * text, 1.1 * text);
    let ink = Ink::plain(color).bold();
    sheet.pen.words(&words, (1.2 * text, place.words), ink);
}

fn stack(bar: &Bar, chart: &BarChart, sheet: &mut Sheet<'_>, frame: &Frame, place: &Place) {
    let (theme, text, hair) = (sheet.theme, sheet.theme.text(), sheet.hair());
    let (mut sum, mut from) = (chart.x.min, frame.left);
    let mut labels = Vec::new();
    for part in &bar.parts {
        sum += part.value.max(0.0);
        let to = frame.px_x(&chart.x, sum).round();
        if to <= from {
            continue;
        }
        // What is too narrow for a seam goes without.
        let wide = if to - from > 3.0 * hair {
            to - from - hair
        } else {
            to - from
        };
        let size = (wide, place.high);
        sheet.pen.rect((from, place.top), size, theme.act(part.act));
        if text_width(&part.label, text) + 0.7 * text <= wide {
            labels.push((part, from + wide / 2.0));
        }
        from = to;
    }
    let middle = place.top + place.high / 2.0;
    if place.high >= 1.2 * text {
        for (part, x) in labels {
            let ink = Ink::plain(theme.on_act(part.act)).at(Anchor::Middle);
            sheet.pen.words(&part.label, (x, middle), ink);
        }
    }
    let ink = Ink::plain(theme.ink).bold();
    if place.is_wide {
        let at = (from + 0.5 * text, middle);
        sheet.pen.words(&bar.total, at, ink);
    } else {
        let at = (sheet.size.0, place.words);
        sheet.pen.words(&bar.total, at, ink.at(Anchor::Right));
    }
}
