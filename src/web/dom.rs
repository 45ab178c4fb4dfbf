//! Small questions to the page; whatever is missing gives a plain answer, never a failure.

use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Document, Element, HtmlElement, MediaQueryList, Window};

/// The window.
pub fn window() -> Option<Window> {
    web_sys::window()
}

/// The document.
pub fn document() -> Option<Document> {
    window()?.document()
}

/// Does the root element or the body carry this class?
pub fn page_has_class(class: &str) -> bool {
    let has = |element: Option<Element>| element.is_some_and(|e| e.class_list().contains(class));
    document().is_some_and(|d| has(d.document_element()) || has(d.body().map(Into::into)))
}

/// A media query that can be asked and listened to.
pub fn media(query: &str) -> Option<MediaQueryList> {
    window()?.match_media(query).ok()?
}

/// Does the reader want little motion?
pub fn is_calm() -> bool {
    media("(prefers-reduced-motion: reduce)").is_some_and(|m| m.matches())
}

/// Is the page out of sight?
pub fn is_hidden() -> bool {
    document().is_some_and(|d| d.hidden())
}

/// Milliseconds on the wall.
pub fn wall_ms() -> f64 {
    js_sys::Date::now()
}

/// Drawn pixels a CSS pixel.
pub fn pixel_ratio() -> f64 {
    window()
        .map_or(1.0, |w| w.device_pixel_ratio())
        .clamp(0.5, 4.0)
}

/// The first element below `root` that matches.
pub fn find(root: &Element, selector: &str) -> Option<HtmlElement> {
    let found = root.query_selector(selector).ok()??;
    found.dyn_into().ok()
}

/// All elements below `root` that match, in page order.
pub fn find_all(root: &Element, selector: &str) -> Vec<HtmlElement> {
    let Ok(found) = root.query_selector_all(selector) else {
        return Vec::new();
    };
    let elements = (0..found.length()).filter_map(|i| found.get(i)?.dyn_into().ok());
    elements.collect()
}

/// Moves the focus to the first element below `root` that matches, if there is one.
pub fn focus(root: &Element, selector: &str) {
    if let Some(element) = find(root, selector) {
        let _ = element.focus();
    }
}

/// The ids of all figures, in page order.
pub fn figure_ids() -> Vec<String> {
    let body = document().and_then(|d| d.body());
    let sections = body.map(|body| find_all(&body, "section.figure"));
    sections
        .unwrap_or_default()
        .iter()
        .map(|e| e.id())
        .collect()
}

/// Offers `text` as a file.
pub fn download(name: &str, text: &str) -> Option<()> {
    let options = web_sys::BlobPropertyBag::new();
    options.set_type("text/csv;charset=utf-8");
    let parts = js_sys::Array::of1(&JsValue::from_str(text));
    let blob = web_sys::Blob::new_with_str_sequence_and_options(&parts, &options).ok()?;
    let url = web_sys::Url::create_object_url_with_blob(&blob).ok()?;
    let link = document()?.create_element("a").ok()?;
    let link: web_sys::HtmlAnchorElement = link.dyn_into().ok()?;
    link.set_href(&url);
    link.set_download(name);
    link.click();
    web_sys::Url::revoke_object_url(&url).ok()
}
