//! A canvas that has as many pixels as the screen, and the pen for it.

use wasm_bindgen::JsCast;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};
use yew::NodeRef;

use crate::plot::{Anchor, Ink, Pen, Rgb, Theme};
use crate::view::hundredths;
use crate::web::size::Size;

/// The canvas behind `node`, emptied and sized; `None` while there is nothing to draw on.
pub fn fresh(node: &NodeRef, size: Size) -> Option<HtmlCanvasElement> {
    let canvas = node
        .cast::<HtmlCanvasElement>()
        .filter(|_| !size.is_empty())?;
    let (width, height) = size.drawn();
    // Setting either empties the canvas.
    canvas.set_width(width);
    canvas.set_height(height);
    Some(canvas)
}

/// Draws on a canvas.
pub struct CanvasPen {
    context: CanvasRenderingContext2d,
    fill: Option<Rgb>,
    font: String,
}

impl CanvasPen {
    /// A pen for the canvas behind `node`, emptied and sized, that writes the words of `look`.
    pub fn fresh(node: &NodeRef, size: Size, look: &Theme) -> Option<Self> {
        let canvas = fresh(node, size)?;
        let context: CanvasRenderingContext2d = canvas.get_context("2d").ok()??.dyn_into().ok()?;
        context.set_text_baseline("middle");
        Some(Self {
            context,
            fill: None,
            font: format!("{}px {}", hundredths(look.text()), look.font),
        })
    }

    fn dip(&mut self, color: Rgb) {
        if self.fill != Some(color) {
            self.context.set_fill_style_str(&color.css());
            self.fill = Some(color);
        }
    }
}

impl Pen for CanvasPen {
    fn rect(&mut self, at: (f64, f64), size: (f64, f64), color: Rgb) {
        self.dip(color);
        self.context.fill_rect(at.0, at.1, size.0, size.1);
    }

    fn shape(&mut self, corners: &[(f64, f64)], color: Rgb) {
        self.dip(color);
        self.context.begin_path();
        for corner in corners {
            // The first line of a path only moves there.
            self.context.line_to(corner.0, corner.1);
        }
        self.context.fill();
    }

    fn words(&mut self, words: &str, at: (f64, f64), ink: Ink) {
        self.dip(ink.color);
        let weight = if ink.is_bold { "bold " } else { "" };
        self.context.set_font(&format!("{weight}{}", self.font));
        self.context.set_text_align(match ink.anchor {
            Anchor::Left => "left",
            Anchor::Middle => "center",
            Anchor::Right => "right",
        });
        // A canvas has nothing to fail with that the reader could mend.
        let _ = self.context.fill_text(words, at.0, at.1);
    }
}
