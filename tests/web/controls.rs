//! Sliders, fields and lists.

use wasm_bindgen_test::wasm_bindgen_test;

use super::page::{figure_at, open_figure, until};

const ROWS: &str = "[data-param=rows] input[type=range]";
const ROWS_FIELD: &str = "[data-param=rows] .control-field";

#[wasm_bindgen_test]
async fn a_slider_moves_chart_and_table() {
    let figure = open_figure("slider").await;
    let (pixels, results) = (figure.pixels(), figure.results());
    figure.fill(ROWS, "700").await;
    until("the table changes", || figure.results() != results).await;
    until("the chart changes", || figure.pixels() != pixels).await;
    let spoken = figure.attribute(ROWS, "aria-valuetext");
    assert!(spoken.ends_with("rows"), "{spoken}");
    assert!(figure.text("[data-param=rows] output").ends_with("rows"));
}

#[wasm_bindgen_test]
async fn a_new_run_is_said() {
    let figure = figure_at("said", "three-kinds").await;
    let said = || figure.text("[data-live-region]");
    assert_eq!(said(), "");
    figure.fill(ROWS, "700").await;
    until("it is said", || said().contains("A new run is done")).await;
}

#[wasm_bindgen_test]
async fn keys_move_a_slider_by_values() {
    let figure = open_figure("keys").await;
    assert_eq!(figure.value(ROWS_FIELD), "300,000");
    for (key, value) in [("End", "3,000,000"), ("Home", "1"), ("ArrowRight", "2")] {
        figure.key(ROWS, key).await;
        assert_eq!(figure.value(ROWS_FIELD), value, "{key}");
    }
    figure.key(ROWS, "PageUp").await;
    assert_ne!(figure.value(ROWS_FIELD), "2");
}

#[wasm_bindgen_test]
async fn a_bad_value_gives_the_nearest_and_one_notice() {
    let figure = open_figure("bad-value").await;
    figure.fill(ROWS_FIELD, "99999999999").await;
    assert_eq!(figure.value(ROWS_FIELD), "3,000,000");
    assert_eq!(figure.all("[data-notice]").len(), 1);
    let notice = figure.text("[data-notice]");
    assert!(
        notice.contains("rows") && notice.contains("3,000,000"),
        "{notice}"
    );
    figure.fill(ROWS_FIELD, "many").await;
    assert_eq!(
        figure.value(ROWS_FIELD),
        "3,000,000",
        "what is no number changes nothing"
    );
    assert_eq!(figure.all("[data-notice]").len(), 1);
    figure.press("[data-action=dismiss]").await;
    assert!(figure.find("[data-notice]").is_none());
    figure.fill(ROWS_FIELD, "200k").await;
    assert_eq!(figure.value(ROWS_FIELD), "200,000");
    assert!(figure.find("[data-notice]").is_none());
}

#[wasm_bindgen_test]
async fn a_list_chooses() {
    let figure = open_figure("list").await;
    let results = figure.results();
    figure.fill("[data-param=device] select", "hdd-7200").await;
    until("the table changes", || figure.results() != results).await;
    figure.press("[data-action=undo]").await;
    assert_eq!(figure.value("[data-param=device] select"), "sata-ssd");
    assert_eq!(figure.results(), results);
}

#[wasm_bindgen_test]
async fn every_parameter_has_a_control_with_a_name() {
    let figure = open_figure("names").await;
    let infos = dirty_pages::scene::scene("pacing").unwrap().infos();
    assert_eq!(figure.all("[data-param]").len(), infos.len());
    for info in infos {
        let label = figure.text(&format!("[data-param={}] label", info.key));
        assert_eq!(label, info.label);
        let id = figure.attribute(&format!("[data-param={}] label", info.key), "for");
        assert!(figure.find(&format!("#{id}")).is_some(), "no #{id}");
    }
    for info in infos {
        let words = figure.all(&format!("[data-slot={}] .control-about", info.key));
        assert_eq!(words.len(), 1, "{} says what it rests on", info.key);
    }
    assert_eq!(figure.all("[data-slot=leaves-out] li").len(), 1);
}
