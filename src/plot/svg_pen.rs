//! A pen that writes SVG: what follows in one colour becomes one path.

use std::fmt::Write as _;

use super::dash::Px;
use super::draw::Part;
use super::pen::{Anchor, Ink, Pen};
use super::picture::draw_picture;
use super::theme::{Rgb, Theme};
use crate::view::Picture;

/// `part` of `picture` as an `<svg>` element whose natural size is `width` by `height` CSS pixels.
/// As in a chart, the site's stylesheet replaces its colours.
#[must_use]
pub fn picture_svg(
    picture: &Picture,
    width: u32,
    height: u32,
    theme: &Theme,
    part: Part,
) -> String {
    let mut theme = theme.clone();
    theme.simplify = theme.simplify.max(0.7);
    let mut pen = SvgPen::new(theme.text());
    draw_picture(picture, (width, height), &theme, part, &mut pen);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"{}\" font-size=\"{}\">{}</svg>",
        theme.font,
        theme.text(),
        pen.finish()
    )
}

/// The pen; [`SvgPen::finish`] gives what it has written.
pub(super) struct SvgPen {
    out: String,
    path: String,
    fill: Rgb,
    text: f64,
}

impl SvgPen {
    /// A pen that writes words of `text` units' height.
    pub(super) fn new(text: f64) -> Self {
        Self {
            out: String::new(),
            path: String::new(),
            fill: Rgb(0, 0, 0),
            text,
        }
    }

    /// The elements.
    pub(super) fn finish(mut self) -> String {
        self.flush();
        self.out
    }

    fn dip(&mut self, color: Rgb) {
        if color != self.fill {
            self.flush();
            self.fill = color;
        }
    }

    // Writing to a string can't fail.
    fn flush(&mut self) {
        if !self.path.is_empty() {
            let fill = self.fill.css();
            let _ = write!(self.out, "<path fill=\"{fill}\" d=\"{}\"/>", self.path);
            self.path.clear();
        }
    }
}

impl Pen for SvgPen {
    fn rect(&mut self, at: Px, size: Px, color: Rgb) {
        self.dip(color);
        let (x, y, w, h) = (tenths(at.0), tenths(at.1), tenths(size.0), tenths(size.1));
        let _ = write!(self.path, "M{x} {y}h{w}v{h}h-{w}z");
    }

    fn shape(&mut self, corners: &[Px], color: Rgb) {
        self.dip(color);
        let mut join = 'M';
        for corner in corners {
            let _ = write!(self.path, "{join}{} {}", tenths(corner.0), tenths(corner.1));
            join = ' ';
        }
        self.path.push('z');
    }

    fn words(&mut self, words: &str, at: Px, ink: Ink) {
        self.flush();
        let (x, y, fill) = (
            tenths(at.0),
            tenths(at.1 + 0.36 * self.text),
            ink.color.css(),
        );
        let anchor = match ink.anchor {
            Anchor::Left => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::Right => " text-anchor=\"end\"",
        };
        let weight = if ink.is_bold {
            " font-weight=\"bold\""
        } else {
            ""
        };
        let words = words.replace('&', "&amp;").replace('<', "&lt;");
        let _ = write!(
            self.out,
            "<text x=\"{x}\" y=\"{y}\"{anchor} fill=\"{fill}\"{weight}>{words}</text>"
        );
    }

    fn frame(&mut self, at: Px, size: Px, line: f64, color: Rgb) {
        self.rect(at, size, color);
        // The hole runs the other way around.
        let (x, y) = (tenths(at.0 + line), tenths(at.1 + line));
        let (w, h) = (tenths(size.0 - 2.0 * line), tenths(size.1 - 2.0 * line));
        if w > 0.0 && h > 0.0 {
            let _ = write!(self.path, "M{x} {y}v{h}h{w}v-{h}z");
        }
    }
}

fn tenths(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}
