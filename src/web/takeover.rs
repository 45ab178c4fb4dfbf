//! The moment at which the living figure takes the static one's place.

use web_sys::{Element, HtmlElement};

use super::mount::Place;
use super::{dom, panic};

/// The live figure takes the static one's place; the section keeps its height until the charts
/// are drawn, so that nothing below moves.
pub fn take_over(place: &Place) {
    let height = place.section.offset_height();
    let style = place.section.style();
    let _ = style.set_property("min-height", &format!("{height}px"));
    // A row that said how far the runs are has stood here: it has not moved, it is gone. So what
    // comes is laid out as something new.
    let _ = place.host.set_attribute("hidden", "");
    let _ = place.section.offset_height();
    let _ = place.host.remove_attribute("hidden");
    if let Some(still) = dom::find(&place.section, ".figure-static") {
        move_words(&still, &place.host);
        still.remove();
        panic::update(|wreck| wreck.still = Some(still.into()));
    }
}

/// Puts the words about the settings, and what the model leaves out, from the static figure into
/// the slots of the living one.
fn move_words(still: &HtmlElement, host: &Element) {
    for words in dom::find_all(still, "[data-about]") {
        let key = words.get_attribute("data-about").unwrap_or_default();
        if let Some(slot) = dom::find(host, &format!("[data-slot=\"{key}\"]")) {
            let _ = slot.append_child(&words);
        }
    }
}
