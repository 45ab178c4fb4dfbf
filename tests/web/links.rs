//! All state is in the address.

use dirty_pages::scene::scene;
use dirty_pages::web::url::Names;
use wasm_bindgen_test::wasm_bindgen_test;

use super::page::{figure_at, open_figure, query, set_query, until};

const ROWS: &str = "[data-param=rows] input[type=range]";
const ROWS_FIELD: &str = "[data-param=rows] .control-field";

#[wasm_bindgen_test]
async fn a_link_leads_back() {
    let figure = open_figure("round-trip").await;
    figure.fill(ROWS, "800").await;
    figure.press("[data-action=luck]").await;
    figure.press("[data-action=zoom]").await;
    until("the address says so", || {
        query().contains("round-trip.rows=") && query().contains("round-trip.zoom=first")
    })
    .await;
    assert!(query().contains("round-trip.seed=2"), "{}", query());
    let (rows, results) = (figure.value(ROWS_FIELD), figure.results());
    let again = figure_at("round-trip", "three-kinds").await;
    assert_eq!(again.value(ROWS_FIELD), rows);
    assert_eq!(again.results(), results);
    assert_eq!(
        again.attribute("[data-action=zoom]", "aria-pressed"),
        "true"
    );
    assert!(again.find("[data-notice]").is_none());
    set_query("");
}

#[wasm_bindgen_test]
async fn other_keys_stay_in_the_address() {
    set_query("?theme=dark&keep.rows=200");
    let figure = figure_at("keep", "three-kinds").await;
    assert_eq!(figure.value(ROWS_FIELD), "200");
    figure.fill(ROWS, "800").await;
    until("the address changes", || !query().contains("keep.rows=200")).await;
    assert!(query().contains("theme=dark"), "{}", query());
    set_query("");
}

#[wasm_bindgen_test]
async fn a_bad_link_gives_one_notice_and_a_figure() {
    for bad in [
        "?x=1",
        "?bad-link.rows=many",
        "?bad-link.rows=%E0%A4%A",
        "?bad-link.gaol_s=5",
    ] {
        set_query(bad);
        let figure = figure_at("bad-link", "three-kinds").await;
        assert_eq!(figure.all("[data-notice]").len(), 1, "{bad}");
        assert!(!figure.results().is_empty(), "{bad}");
    }
    set_query("");
}

fn names(id: &str, alone: bool) -> Names {
    Names {
        id: id.to_string(),
        all: vec!["pacing".to_string(), "pacing-small".to_string()],
        alone,
    }
}

#[wasm_bindgen_test]
fn islands_keep_to_their_own_keys() {
    let infos = scene("pacing").unwrap().infos();
    let query = "?pacing.rows=5&pacing-small.rows=6&theme=dark&rows=7";
    let pair = |text: &str| ("rows".to_string(), text.to_string());
    let (first, warnings) = names("pacing", false).read(query, infos);
    assert_eq!(first, [pair("5")]);
    assert_eq!(warnings.len(), 1);
    assert!(
        warnings[0].to_string().contains("did you mean pacing.rows"),
        "{}",
        warnings[0]
    );
    let (second, warnings) = names("pacing-small", false).read(query, infos);
    assert_eq!(second, [pair("6")]);
    assert!(warnings.is_empty());
    let merged = names("pacing", false).merge(query, &[pair("9")]);
    assert_eq!(
        merged,
        "pacing-small.rows=6&theme=dark&rows=7&pacing.rows=9"
    );
}

#[wasm_bindgen_test]
fn a_figure_alone_needs_no_prefix_and_takes_one() {
    let infos = scene("pacing").unwrap().infos();
    for query in ["?rows=5", "?pacing.rows=5"] {
        let (pairs, warnings) = names("pacing", true).read(query, infos);
        assert_eq!(pairs, [("rows".to_string(), "5".to_string())]);
        assert!(warnings.is_empty());
    }
    let merged = names("pacing", true).merge("?present=1&rows=5", &[]);
    assert_eq!(merged, "present=1");
}
