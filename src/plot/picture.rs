//! Lanes, bars, trees and rings, each drawn by one function on any [`Pen`].

use super::draw::Part;
use super::frame::{Frame, text_width, x_ticks};
use super::pen::{Anchor, Ink, Pen};
use super::theme::Theme;
use super::{bars, lanes, ring, tree};
use crate::view::{Axis, Drawing, Picture};

/// Draws `part` of `picture` on a surface of `size` drawn pixels; `theme` is scaled to them.
pub fn draw_picture(
    picture: &Picture,
    size: (u32, u32),
    theme: &Theme,
    part: Part,
    pen: &mut dyn Pen,
) {
    if picture.veiled && part == Part::Base {
        return;
    }
    let part = if picture.veiled { Part::All } else { part };
    let mut sheet = Sheet {
        size: (f64::from(size.0), f64::from(size.1)),
        theme,
        pen,
    };
    match &picture.drawing {
        Drawing::Bars(chart) => bars::draw(chart, &mut sheet, part),
        _ if part == Part::Veiled => {}
        Drawing::Lanes(chart) => lanes::draw(chart, &mut sheet),
        Drawing::Tree(chart) => tree::draw(chart, &mut sheet),
        Drawing::Ring(chart) => ring::draw(chart, &mut sheet),
    }
}

/// What a picture is drawn on.
pub(super) struct Sheet<'a> {
    /// Drawn pixels across and down.
    pub size: (f64, f64),
    /// How it looks.
    pub theme: &'a Theme,
    /// What draws.
    pub pen: &'a mut dyn Pen,
}

impl Sheet<'_> {
    /// A thin line's thickness in whole pixels.
    pub fn hair(&self) -> f64 {
        self.theme.scale.round().max(1.0)
    }

    /// The part between `left` and `right` that lies above the axis, from `top` on.
    pub fn frame(&self, left: f64, right: f64, top: f64) -> Frame {
        let left = left.min(self.size.0 * 0.4).round();
        let below = self.size.1 - 2.75 * self.theme.text();
        Frame {
            left,
            right: right.max(left + 2.0).round(),
            top,
            bottom: below.max(top + 2.0).round(),
        }
    }

    /// Lines for the eye in the frame; the ticks' words and the axis' name below it.
    pub fn axis(&mut self, axis: &Axis, frame: &Frame) {
        let (text, hair, theme) = (self.theme.text(), self.hair(), self.theme);
        let ticks = x_ticks(axis, theme, frame);
        let column = |value: f64| frame.px_x(axis, value).round();
        for (value, _) in &ticks {
            let size = (hair, frame.bottom - frame.top + 0.3 * text);
            self.pen.rect((column(*value), frame.top), size, theme.grid);
        }
        let size = (frame.right - frame.left, hair);
        self.pen.rect((frame.left, frame.bottom), size, theme.rule);
        let ink = Ink::plain(theme.muted);
        for (value, label) in &ticks {
            let half = text_width(label, text) / 2.0;
            let middle = column(*value).min(self.size.0 - half).max(half);
            let at = (middle, frame.bottom + 0.9 * text);
            self.pen.words(label, at, ink.at(Anchor::Middle));
        }
        let at = (frame.right, frame.bottom + 2.15 * text);
        self.pen.words(&axis.label, at, ink.at(Anchor::Right));
    }
}

/// `words`, cut short if they are wider than `room` at this text height.
pub(super) fn fitted(words: &str, room: f64, text: f64) -> String {
    let mut out = words.to_string();
    while text_width(&out, text) > room && out.pop().is_some() {
        if text_width(&out, text) + text <= room {
            out.push('…');
            break;
        }
    }
    out
}
