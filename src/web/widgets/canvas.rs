//! A canvas that has as many pixels as the screen.

use wasm_bindgen::JsCast;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};
use yew::NodeRef;

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

/// Its pen.
pub fn pen(canvas: &HtmlCanvasElement) -> Option<CanvasRenderingContext2d> {
    canvas.get_context("2d").ok()??.dyn_into().ok()
}
