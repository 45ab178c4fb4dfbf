//! Every button does something, or says that it can't, and none breaks the figure.

use wasm_bindgen::JsCast;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::HtmlElement;

use super::page::{document, open_figure, section, sleep};

#[wasm_bindgen_test]
async fn every_button_can_be_pressed() {
    let figure = open_figure("all-buttons").await;
    let count = figure.all("button").len();
    assert!(count >= 12, "only {count} buttons");
    for turn in 0..count {
        let buttons = figure.all("button");
        let Some(button) = buttons.get(turn % buttons.len()) else {
            continue;
        };
        button.unchecked_ref::<HtmlElement>().click();
        sleep(30).await;
        assert!(
            figure.find("[data-results]").is_some(),
            "after {}",
            button.outer_html()
        );
        assert!(figure.find("[data-card]").is_none());
    }
}

#[wasm_bindgen_test]
async fn presets_luck_undo_redo_and_reset() {
    let figure = open_figure("presets").await;
    let first = figure.results();
    figure.press("[data-preset-button=small]").await;
    let small = figure.results();
    assert_ne!(small, first);
    assert_eq!(
        figure.attribute("[data-preset-button=small]", "aria-pressed"),
        "true"
    );
    figure.press("[data-action=undo]").await;
    assert_eq!(figure.results(), first);
    figure.press("[data-action=redo]").await;
    assert_eq!(figure.results(), small);
    figure.press("[data-action=luck]").await;
    assert!(figure.text(".fig-foot").contains("seed 2"));
    figure.press("[data-action=reset]").await;
    assert!(figure.text(".fig-foot").contains("seed 1"));
    assert_eq!(figure.results(), small);
}

#[wasm_bindgen_test]
async fn the_static_figure_makes_room() {
    let figure = open_figure("room").await;
    assert!(figure.find(".figure-static").is_none());
    assert!(figure.find(".figure-live [data-results]").is_some());
    assert_eq!(figure.text("#room-title"), "Question");
    assert!(
        figure
            .attribute(".fig-foot a", "href")
            .starts_with("lab/pacing/index.html?preset=")
    );
    assert!(figure.all("[data-chart] canvas").len() >= 2);
    // One voice a figure: outputs, which would speak by themselves, are told not to.
    assert_eq!(figure.all("[aria-live=polite]").len(), 1);
    assert_eq!(figure.all("output:not([aria-live=off])").len(), 0);
}

#[wasm_bindgen_test]
async fn a_section_without_a_scene_stays_as_it_is() {
    let section = section("nobody", "three-kinds");
    section
        .set_attribute("data-scene", "no-such-scene")
        .unwrap();
    let before = section.inner_html();
    dirty_pages::web::mount(section.clone());
    sleep(30).await;
    assert_eq!(section.inner_html(), before);
    assert!(document().get_element_by_id("nobody").is_some());
}
