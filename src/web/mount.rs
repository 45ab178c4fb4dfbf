//! From a section of the page to a living figure.

use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::{Element, HtmlElement};

use super::dom;
use super::island::{Island, Props};
use super::panic::{self, Wreck};
use super::shown::Shared;
use super::url::{Names, address, query_now};
use crate::params::Warning;
use crate::scene::{Scene, scene};

/// What the page says about a figure.
pub struct Place {
    /// The `section.figure`.
    pub section: HtmlElement,
    /// The `div.figure-live` in it.
    pub host: Element,
    /// Its keys in the address.
    pub names: Names,
    /// What it runs.
    pub scene: &'static dyn Scene,
    /// The preset that it shows when the address says nothing.
    pub preset: String,
    /// The words above the question.
    pub kicker: String,
    /// The question.
    pub title: String,
    /// "h1", "h2" or "h3".
    pub heading: String,
    /// Where the figure has a page of its own, without query, and the link's target.
    pub own_page: Option<(String, String)>,
    /// This figure's share of the address.
    pub pairs: Vec<(String, String)>,
    /// What was wrong with it.
    pub warnings: Vec<Warning>,
}

/// Brings a figure to life. A section that names no scene stays as it is.
#[wasm_bindgen]
pub fn mount(section: HtmlElement) {
    let Some(place) = place(&section) else {
        return;
    };
    panic::arm(Wreck {
        section,
        still: None,
        scene: place.scene.name(),
        seed: 1,
        link: address(query_now().trim_start_matches('?'), true),
    });
    let host = place.host.clone();
    let place = Shared::new(place);
    yew::Renderer::<Island>::with_root_and_props(host, Props { place }).render();
}

fn place(section: &HtmlElement) -> Option<Place> {
    let attribute = |name: &str| section.get_attribute(name);
    let scene = scene(&attribute("data-scene")?)?;
    let id = section.id();
    let all = dom::figure_ids();
    let alone = dom::page_has_class("lab") || dom::page_has_class("embed");
    let names = Names {
        id: id.clone(),
        all,
        alone,
    };
    let (mut pairs, warnings) = names.read(&query_now(), scene.infos());
    let seed = attribute("data-seed").filter(|s| s != "1");
    if let (Some(seed), false) = (seed, pairs.iter().any(|(key, _)| key == "seed")) {
        pairs.push(("seed".to_string(), seed));
    }
    let text = |selector: &str| dom::find(section, selector).and_then(|e| e.text_content());
    let is_there = |h: &&str| dom::find(section, &format!(".fig-head {h}")).is_some();
    let heading = ["h1", "h2", "h3"]
        .into_iter()
        .find(is_there)
        .unwrap_or("h3");
    let own_page = dom::find(section, ".fig-foot a").and_then(|link| {
        let href = link.get_attribute("href")?;
        let bare = href.split('?').next().unwrap_or_default().to_string();
        Some((bare, link.get_attribute("target").unwrap_or_default()))
    });
    let host = dom::document()?.create_element("div").ok()?;
    host.set_class_name("figure-live");
    host.set_attribute("hidden", "").ok()?;
    section.append_child(host.unchecked_ref()).ok()?;
    Some(Place {
        section: section.clone(),
        host,
        names,
        scene,
        preset: attribute("data-preset").unwrap_or_default(),
        kicker: text(".fig-kicker").unwrap_or_else(|| scene.title().to_string()),
        title: text(&format!(".fig-head {heading}"))
            .unwrap_or_else(|| scene.question().to_string()),
        heading: heading.to_string(),
        own_page,
        pairs,
        warnings,
    })
}
