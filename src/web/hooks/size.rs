//! The size of an element, and when it changes.

use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{Element, ResizeObserver};
use yew::{NodeRef, hook, use_effect_with, use_state_eq};

use crate::web::dom;

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
    fn of(element: &Element) -> Self {
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

/// The size of the element behind `node`; empty until it is laid out.
#[hook]
pub fn use_size(node: &NodeRef) -> Size {
    let size = use_state_eq(Size::default);
    let set = size.setter();
    use_effect_with(node.clone(), move |node| {
        let watch = node.cast::<Element>().and_then(|element| {
            let seen = element.clone();
            Watch::new(&element, move || set.set(Size::of(&seen)))
        });
        move || drop(watch)
    });
    *size
}

struct Watch {
    observer: ResizeObserver,
    _seen: Closure<dyn FnMut()>,
}

impl Watch {
    fn new(element: &Element, seen: impl FnMut() + 'static) -> Option<Self> {
        let seen = Closure::<dyn FnMut()>::new(seen);
        let observer = ResizeObserver::new(seen.as_ref().unchecked_ref()).ok()?;
        observer.observe(element);
        Some(Self {
            observer,
            _seen: seen,
        })
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
}
