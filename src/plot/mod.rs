//! Charts: a [`ChartSpec`](crate::view::ChartSpec) drawn on any plotters backend.
//!
//! One function, [`draw`], serves the static article (SVG, native) and the live figure (canvas, in
//! the browser), so that one never says something else than the other. [`frame`] tells pointer
//! code where the drawing put its axes. Nothing here measures real glyphs: widths of words are
//! estimated, on both sides alike.

mod cell;
mod dash;
mod draw;
mod frame;
#[cfg(not(target_arch = "wasm32"))]
mod grid_svg;
mod labels;
mod pen;
#[cfg(not(target_arch = "wasm32"))]
mod svg;
#[cfg(not(target_arch = "wasm32"))]
mod svg_pen;
#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
mod theme;

pub use cell::{SHAPED_PX, cell_shape};
pub use draw::{Part, draw};
pub use frame::{Frame, frame, text_width};
#[cfg(not(target_arch = "wasm32"))]
pub use grid_svg::grid_svg;
pub use pen::{Anchor, Ink, Pen};
#[cfg(not(target_arch = "wasm32"))]
pub use svg::{SvgError, chart_svg};
pub use theme::{Marker, Rgb, SERIES_STYLES, Theme};
