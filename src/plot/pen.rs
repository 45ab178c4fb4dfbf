//! What pictures are drawn with: filled shapes and words, on whatever there is.

use super::dash::Px;
use super::theme::Rgb;

/// Which part of some words lies at their place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// Their left edge.
    Left,
    /// Their middle.
    Middle,
    /// Their right edge.
    Right,
}

/// How words look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ink {
    /// Their colour.
    pub color: Rgb,
    /// Where their place is.
    pub anchor: Anchor,
    /// Do they stand out?
    pub is_bold: bool,
}

impl Ink {
    /// Plain words that begin at their place.
    #[must_use]
    pub fn plain(color: Rgb) -> Self {
        Self {
            color,
            anchor: Anchor::Left,
            is_bold: false,
        }
    }

    /// The same words with another anchor.
    #[must_use]
    pub fn at(self, anchor: Anchor) -> Self {
        Self { anchor, ..self }
    }

    /// The same words in bold.
    #[must_use]
    pub fn bold(self) -> Self {
        Self {
            is_bold: true,
            ..self
        }
    }
}

/// Draws on a surface that is measured in drawn pixels. Places are upper left corners.
pub trait Pen {
    /// Fills a rectangle.
    fn rect(&mut self, at: Px, size: Px, color: Rgb);

    /// Fills the shape between corners.
    fn shape(&mut self, corners: &[Px], color: Rgb);

    /// Writes words whose middle is at the height of `at`.
    fn words(&mut self, words: &str, at: Px, ink: Ink);

    /// Draws the edge of a rectangle, inside of it, `line` thick.
    fn frame(&mut self, at: Px, size: Px, line: f64, color: Rgb) {
        let (right, below) = (at.0 + size.0 - line, at.1 + size.1 - line);
        self.rect(at, (size.0, line), color);
        self.rect((at.0, below), (size.0, line), color);
        self.rect(at, (line, size.1), color);
        self.rect((right, at.1), (line, size.1), color);
    }
}
