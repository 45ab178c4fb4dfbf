//! A page to mount figures in, and hands to use them with.

use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

use wasm_bindgen::JsCast;
use web_sys::{
    Document, Element, Event, EventInit, HtmlCanvasElement, HtmlElement, HtmlInputElement,
    HtmlSelectElement, KeyboardEvent, KeyboardEventInit,
};

const CSS: &str = include_str!("../../static/site.css");

pub fn document() -> Document {
    web_sys::window().unwrap().document().unwrap()
}

/// Lets frames, timers and observers do their work.
pub async fn sleep(ms: u64) {
    yew::platform::time::sleep(Duration::from_millis(ms)).await;
}

/// Waits until `holds`, for as long as a slow machine may need.
pub async fn until(what: &str, holds: impl Fn() -> bool) {
    for _ in 0..500 {
        if holds() {
            return;
        }
        sleep(10).await;
    }
    panic!("waited in vain until {what}");
}

/// Waits for two frames: in the first a figure shows what was done to it, and what it leaves to the
/// next one is painted in the second. On a slow machine that takes longer than any fixed time.
pub async fn frames() {
    for _ in 0..2 {
        let is_over = Rc::new(Cell::new(false));
        let told = Rc::clone(&is_over);
        let _frame = gloo::render::request_animation_frame(move |_| told.set(true));
        until("the next frame comes", || is_over.get()).await;
    }
}

pub fn set_query(query: &str) {
    let window = web_sys::window().unwrap();
    let url = format!("{}{query}", window.location().pathname().unwrap());
    let history = window.history().unwrap();
    history
        .replace_state_with_url(&wasm_bindgen::JsValue::NULL, "", Some(&url))
        .unwrap();
}

pub fn query() -> String {
    web_sys::window().unwrap().location().search().unwrap()
}

/// A figure of the test page.
pub struct Figure(pub HtmlElement);

/// A section as the article writes it.
pub fn section(id: &str, preset: &str) -> HtmlElement {
    section_of(id, "pacing", preset)
}

fn section_of(id: &str, scene: &str, preset: &str) -> HtmlElement {
    let document = document();
    if document.query_selector("style#site").unwrap().is_none() {
        let style = document.create_element("style").unwrap();
        style.set_id("site");
        style.set_text_content(Some(CSS));
        document.head().unwrap().append_child(&style).unwrap();
        document
            .document_element()
            .unwrap()
            .class_list()
            .add_1("js")
            .unwrap();
    }
    for old in ["section.figure"] {
        while let Some(left) = document.query_selector(old).unwrap() {
            left.remove();
        }
    }
    let section: HtmlElement = document.create_element("section").unwrap().unchecked_into();
    section.set_id(id);
    section.set_class_name("figure");
    section.set_attribute("data-scene", scene).unwrap();
    section.set_attribute("data-preset", preset).unwrap();
    section.set_attribute("data-seed", "1").unwrap();
    let infos = dirty_pages::scene::scene(scene).unwrap().infos();
    let words = |key: &str| {
        format!("<div class='control-about' id='{id}-{key}-about' data-about='{key}'>why</div>")
    };
    let words: String = infos.iter().map(|info| words(info.key)).collect();
    section.set_inner_html(&format!(
        "<div class='figure-static'><header class='fig-head'><p class='fig-kicker'>Kicker</p>\
         <h3>Question</h3></header>{words}\
         <details data-about='leaves-out'><li>That</li></details>\
         <p class='fig-foot'><a href='lab/{scene}/index.html?x=1'>On its own page</a></p></div>",
    ));
    document.body().unwrap().append_child(&section).unwrap();
    section
}

/// A living figure at `preset`, with the page's query as it is.
pub async fn figure_at(id: &str, preset: &str) -> Figure {
    figure_of(id, "pacing", preset).await
}

/// A figure of any scene, which may take a while to live.
pub fn figure_coming(id: &str, scene: &str, preset: &str) -> Figure {
    let section = section_of(id, scene, preset);
    dirty_pages::web::mount(section.clone());
    Figure(section)
}

/// A living figure of any scene.
pub async fn figure_of(id: &str, scene: &str, preset: &str) -> Figure {
    let figure = figure_coming(id, scene, preset);
    until("the figure lives", || figure.is_live()).await;
    sleep(30).await;
    frames().await;
    figure
}

/// A living figure at its defaults.
pub async fn figure(id: &str) -> Figure {
    set_query("");
    figure_at(id, "three-kinds").await
}

/// A figure with nothing veiled.
pub async fn open_figure(id: &str) -> Figure {
    let figure = figure(id).await;
    figure.press("[data-bet=skip]").await;
    figure
}

impl Figure {
    pub fn is_live(&self) -> bool {
        self.0.get_attribute("data-live").as_deref() == Some("true")
    }

    pub fn find(&self, selector: &str) -> Option<HtmlElement> {
        let found = self.0.query_selector(selector).unwrap();
        found.map(JsCast::unchecked_into)
    }

    pub fn the(&self, selector: &str) -> HtmlElement {
        self.find(selector)
            .unwrap_or_else(|| panic!("no {selector}"))
    }

    pub fn all(&self, selector: &str) -> Vec<Element> {
        let found = self.0.query_selector_all(selector).unwrap();
        (0..found.length())
            .map(|i| found.get(i).unwrap().unchecked_into())
            .collect()
    }

    pub fn text(&self, selector: &str) -> String {
        self.the(selector).text_content().unwrap_or_default()
    }

    pub fn attribute(&self, selector: &str, name: &str) -> String {
        self.the(selector).get_attribute(name).unwrap_or_default()
    }

    pub async fn press(&self, selector: &str) {
        self.the(selector).click();
        sleep(40).await;
        frames().await;
    }

    pub fn value(&self, selector: &str) -> String {
        self.the(selector)
            .unchecked_into::<HtmlInputElement>()
            .value()
    }

    /// As a reader's drag or typing: the value, then events that bubble.
    pub async fn fill(&self, selector: &str, value: &str) {
        let node = self.the(selector);
        match node.dyn_ref::<HtmlSelectElement>() {
            Some(list) => list.set_value(value),
            None => node.unchecked_ref::<HtmlInputElement>().set_value(value),
        }
        for kind in ["input", "change"] {
            let init = EventInit::new();
            init.set_bubbles(true);
            let event = Event::new_with_event_init_dict(kind, &init).unwrap();
            node.dispatch_event(&event).unwrap();
        }
        sleep(60).await;
        frames().await;
    }

    pub async fn key(&self, selector: &str, key: &str) {
        let init = KeyboardEventInit::new();
        init.set_bubbles(true);
        init.set_cancelable(true);
        init.set_key(key);
        let event = KeyboardEvent::new_with_keyboard_event_init_dict("keydown", &init).unwrap();
        self.the(selector).dispatch_event(&event).unwrap();
        sleep(60).await;
        frames().await;
    }

    /// Every chart as an image.
    pub fn pixels(&self) -> String {
        let image = |canvas: Element| {
            canvas
                .unchecked_into::<HtmlCanvasElement>()
                .to_data_url()
                .unwrap()
        };
        self.all("[data-chart] canvas")
            .into_iter()
            .map(image)
            .collect()
    }

    pub fn results(&self) -> String {
        self.text("[data-results]")
    }

    /// What the page grids say.
    pub fn grids(&self) -> String {
        let label = |canvas: Element| canvas.get_attribute("aria-label").unwrap();
        self.all(".grid-box canvas")
            .into_iter()
            .map(label)
            .collect()
    }
}
