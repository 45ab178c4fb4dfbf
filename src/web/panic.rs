//! What a figure that fails leaves behind: a card that says so, with the way back.

use std::cell::{Cell, RefCell};

use web_sys::{Document, Element, HtmlElement, Node};

/// What the card needs, kept up to date while all is well: after a panic nothing else may run.
pub struct Wreck {
    /// The figure.
    pub section: HtmlElement,
    /// The static figure that was taken away, if it was.
    pub still: Option<Node>,
    /// The scene's name.
    pub scene: &'static str,
    /// The seed.
    pub seed: u64,
    /// An address that leads back to the settings.
    pub link: String,
}

thread_local! {
    static WRECK: RefCell<Option<Wreck>> = const { RefCell::new(None) };
    static ARMED: Cell<bool> = const { Cell::new(false) };
}

/// From now on a panic leaves a card in this figure. Each island is an instance of its own, so
/// there is one figure to think of.
pub fn arm(wreck: Wreck) {
    WRECK.with(|w| w.replace(Some(wreck)));
    if ARMED.replace(true) {
        return;
    }
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        WRECK.with(|wreck| {
            if let Ok(wreck) = wreck.try_borrow() {
                if let Some(wreck) = wreck.as_ref() {
                    let _ = show_card(wreck, &info.to_string());
                }
            }
        });
        before(info);
    }));
}

/// Brings what the card will say up to date.
pub fn update(change: impl FnOnce(&mut Wreck)) {
    WRECK.with(|wreck| {
        if let Ok(mut wreck) = wreck.try_borrow_mut() {
            if let Some(wreck) = wreck.as_mut() {
                change(wreck);
            }
        }
    });
}

/// Puts the card in the place of the figure; below it, the figure as it came. Plain DOM calls
/// only, and none that can panic.
pub fn show_card(wreck: &Wreck, message: &str) -> Option<()> {
    let document = web_sys::window()?.document()?;
    let card = element(&document, "div", "figure-card caution")?;
    card.set_attribute("role", "alert").ok()?;
    card.set_attribute("data-card", "").ok()?;
    let title = element(&document, "p", "bet-question")?;
    title.set_text_content(Some("This figure has stopped."));
    let words = element(&document, "p", "")?;
    words.set_text_content(Some(&format!(
        "The model \u{201c}{}\u{201d} failed with seed {}. The rest of the page goes on.",
        wreck.scene, wreck.seed
    )));
    let link = element(&document, "a", "")?;
    link.set_attribute("href", &wreck.link).ok()?;
    link.set_text_content(Some("Load these settings again"));
    let way_back = element(&document, "p", "")?;
    way_back.append_child(&link).ok()?;
    let said = element(&document, "pre", "")?;
    said.set_text_content(Some(message));
    for part in [&title, &words, &way_back, &said] {
        card.append_child(part).ok()?;
    }
    wreck.section.set_text_content(None);
    wreck.section.append_child(&card).ok()?;
    wreck.section.class_list().add_1("static-only").ok()?;
    wreck.section.remove_attribute("data-live").ok()?;
    if let Some(still) = &wreck.still {
        wreck.section.append_child(still).ok()?;
    }
    Some(())
}

fn element(document: &Document, tag: &str, class: &str) -> Option<Element> {
    let element = document.create_element(tag).ok()?;
    if !class.is_empty() {
        element.set_class_name(class);
    }
    Some(element)
}
