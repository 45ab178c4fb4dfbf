//! Charts: a [`ChartSpec`](crate::view::ChartSpec) drawn on any plotters backend.
//!
//! One function, [`draw`], serves the static article (SVG, native) and the live figure (canvas, in
//! the browser), so that one never says something else than the other. [`frame`] tells pointer
//! code where the drawing put its axes. Nothing here measures real glyphs: widths of words are
//! estimated, on both sides alike.
//!
//! Pictures (lanes, bars, trees, rings) are made of rectangles, shapes and words alone:
//! [`draw_picture`] needs no more than a [`Pen`], of which there is one for SVG and one for the
//! canvas.

mod bars;
mod cell;
mod dash;
mod draw;
mod frame;
#[cfg(not(target_arch = "wasm32"))]
mod grid_svg;
mod labels;
mod lanes;
mod pen;
mod picture;
#[cfg(all(test, not(target_arch = "wasm32")))]
mod picture_tests;
mod ring;
mod ring_labels;
#[cfg(all(test, not(target_arch = "wasm32")))]
pub(crate) mod samples;
#[cfg(not(target_arch = "wasm32"))]
mod svg;
#[cfg(not(target_arch = "wasm32"))]
mod svg_pen;
#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
mod theme;
mod tree;

pub use cell::{SHAPED_PX, cell_shape};
pub use draw::{Part, draw};
pub use frame::{Frame, frame, text_width};
#[cfg(not(target_arch = "wasm32"))]
pub use grid_svg::grid_svg;
pub use pen::{Anchor, Ink, Pen};
pub use picture::draw_picture;
#[cfg(not(target_arch = "wasm32"))]
pub use svg::{SvgError, chart_svg};
#[cfg(not(target_arch = "wasm32"))]
pub use svg_pen::picture_svg;
pub use theme::{Marker, Rgb, SERIES_STYLES, Theme};
