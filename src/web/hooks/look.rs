//! Light or dark, and how large words are.

use gloo::events::EventListener;
use yew::{hook, use_effect_with, use_state_eq};

use crate::plot::Theme;
use crate::web::dom;

const DARK: &str = "(prefers-color-scheme: dark)";
const PRINT: &str = "print";
/// How much larger everything is on a projector, as in the stylesheet.
const PRESENT_SCALE: f64 = 1.5;

/// How charts and grids look here, before the pixel ratio.
#[hook]
pub fn use_look() -> Theme {
    let dark = use_state_eq(is_dark);
    let set = dark.setter();
    use_effect_with((), move |()| {
        let listen = |query: &str| {
            let set = set.clone();
            let media = dom::media(query)?;
            Some(EventListener::new(&media, "change", move |_| {
                set.set(is_dark())
            }))
        };
        let listeners = [listen(DARK), listen(PRINT)];
        move || drop(listeners)
    });
    let theme = if *dark { Theme::dark() } else { Theme::light() };
    if dom::page_has_class("present") {
        theme.scaled(PRESENT_SCALE)
    } else {
        theme
    }
}

fn is_dark() -> bool {
    let matches = |query: &str| dom::media(query).is_some_and(|m| m.matches());
    if matches(PRINT) || dom::page_has_class("theme-light") {
        return false;
    }
    dom::page_has_class("theme-dark") || matches(DARK)
}
