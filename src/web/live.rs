//! What an island hears from the page, and what it says aloud.

use gloo::events::EventListener;
use gloo::timers::callback::Timeout;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{Element, IntersectionObserver, IntersectionObserverEntry};
use yew::{AttrValue, Callback};

use super::dom;

/// Something that the page tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heard {
    /// The figure came into sight or left it.
    Seen(bool),
    /// The page is being left.
    Leaving,
    /// The figure's size or the page's colours changed.
    Looks,
    /// The page came back to the front, or went to the back.
    Turned,
}

/// Listens for as long as it lives.
pub struct Ears {
    observer: Option<IntersectionObserver>,
    _seen: Closure<dyn FnMut(js_sys::Array)>,
    _page: Vec<EventListener>,
}

impl Ears {
    /// Listens for `section`.
    pub fn new(section: &Element, hear: Callback<Heard>) -> Self {
        let tell = hear.clone();
        let seen = Closure::<dyn FnMut(js_sys::Array)>::new(move |entries: js_sys::Array| {
            let last = entries.pop().dyn_into::<IntersectionObserverEntry>();
            if let Ok(entry) = last {
                tell.emit(Heard::Seen(entry.is_intersecting()));
            }
        });
        let observer = IntersectionObserver::new(seen.as_ref().unchecked_ref()).ok();
        if let Some(observer) = &observer {
            observer.observe(section);
        }
        let mut page = Vec::new();
        if let Some(window) = dom::window() {
            let tell = hear.clone();
            let leaving = move |_: &web_sys::Event| tell.emit(Heard::Leaving);
            page.push(EventListener::new(&window, "pagehide", leaving));
        }
        if let Some(document) = dom::document() {
            let turned = move |_: &web_sys::Event| hear.emit(Heard::Turned);
            page.push(EventListener::new(&document, "visibilitychange", turned));
        }
        Self {
            observer,
            _seen: seen,
            _page: page,
        }
    }
}

impl Drop for Ears {
    fn drop(&mut self) {
        if let Some(observer) = &self.observer {
            observer.disconnect();
        }
    }
}

/// At least this long between two announcements while things change.
const APART_MS: f64 = 5_000.0;
/// Things must have been quiet for this long.
const QUIET_MS: f64 = 1_000.0;

/// The polite live region: one sentence at a time, never a flood.
#[derive(Default)]
pub struct Voice {
    text: AttrValue,
    last_ms: f64,
    due: Option<Timeout>,
}

impl Voice {
    /// What the region holds.
    pub fn text(&self) -> AttrValue {
        self.text.clone()
    }

    /// Calls `speak` once things are quiet and the last sentence is long enough ago; a later call
    /// takes the place of this one.
    pub fn later(&mut self, speak: impl FnOnce() + 'static) {
        let wait = (self.last_ms + APART_MS - dom::wall_ms()).clamp(QUIET_MS, APART_MS);
        // Between 1,000 and 5,000.
        self.due = Some(Timeout::new(wait as u32, speak));
    }

    /// Says a sentence now.
    pub fn say(&mut self, text: AttrValue) {
        self.due = None;
        self.last_ms = dom::wall_ms();
        self.text = text;
    }
}
