//! The size of an element on the screen.

use web_sys::Element;

use super::dom;

/// Size of a box in CSS pixels, and drawn pixels a CSS pixel.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Size {
    /// CSS pixels across.
    pub width: u32,
    /// CSS pixels down.
    pub height: u32,
    /// Drawn pixels a CSS pixel.
    pub ratio: f64,
}

impl Size {
    /// Of an element as it is laid out now.
    pub fn of(element: &Element) -> Self {
        Self {
            width: u32::try_from(element.client_width()).unwrap_or(0),
            height: u32::try_from(element.client_height()).unwrap_or(0),
            ratio: dom::pixel_ratio(),
        }
    }

    /// Is there nothing to draw on?
    pub fn is_empty(self) -> bool {
        self.width == 0 || self.height == 0
    }

    /// In drawn pixels.
    pub fn drawn(self) -> (u32, u32) {
        // Screens are far below the range of u32, and ratios are positive.
        let px = |css: u32| (f64::from(css) * self.ratio).round() as u32;
        (px(self.width), px(self.height))
    }
}
