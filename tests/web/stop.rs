//! A run of many runs: how far it is, and the button that ends it.

use wasm_bindgen_test::wasm_bindgen_test;

use super::page::{Figure, document, figure_coming, figure_of, set_query, until};

const STOP: &str = "[data-action=stop]";
const SESSIONS: &str = "[data-param=sessions] .control-field";

fn count(figure: &Figure) -> u32 {
    let value = figure.attribute("[data-progress] progress", "value");
    value.parse().unwrap()
}

/// 120 short runs that are done, and then as many long ones under way.
async fn under_way(id: &str) -> Figure {
    let short = [
        "sessions=2",
        "transactions=200",
        "busy_max_pct=0",
        "pairs=60",
    ];
    let query = short.map(|pair| format!("{id}.{pair}")).join("&");
    set_query(&format!("?{query}"));
    let figure = figure_of(id, "recovery_model", "is-it-noise").await;
    figure.press("[data-bet=skip]").await;
    assert_eq!(figure.text(".progress-words"), "120 of 120 runs");
    assert_eq!(figure.attribute(STOP, "aria-disabled"), "true");
    figure.fill(SESSIONS, "256").await;
    until("runs are under way", || {
        figure.attribute(STOP, "aria-disabled").is_empty()
    })
    .await;
    figure
}

#[wasm_bindgen_test]
async fn stop_ends_with_the_runs_that_are_done() {
    let figure = under_way("stop").await;
    let before = figure.results();
    until("two pairs are done", || count(&figure) >= 4).await;
    assert_eq!(figure.results(), before, "the last result stays meanwhile");
    figure.the(STOP).focus().unwrap();
    figure.press(STOP).await;
    let done = count(&figure);
    assert!((4..120).contains(&done), "{done} runs");
    let words = format!("stopped after {done} of 120 runs");
    assert_eq!(figure.text(".progress-words"), words);
    assert_eq!(figure.attribute(STOP, "aria-disabled"), "true");
    let focused = document().active_element().unwrap();
    assert_eq!(
        focused.get_attribute("data-action").as_deref(),
        Some("stop")
    );
    assert_ne!(figure.results(), before, "what is done is shown");
    let cautions = figure.all(".caution");
    let words = format!("Stopped after {done} of 120 runs");
    let is_said = cautions.iter().any(|caution| {
        let text = caution.text_content().unwrap_or_default();
        text.contains(&words)
    });
    assert!(is_said, "no caution says {words}");
    set_query("");
}

#[wasm_bindgen_test]
async fn settings_that_come_meanwhile_take_the_place_of_runs_under_way() {
    let figure = under_way("stop-newer").await;
    figure.fill(SESSIONS, "2").await;
    until("the newer runs are done", || {
        figure.attribute(STOP, "aria-disabled") == "true"
    })
    .await;
    assert_eq!(figure.text(".progress-words"), "120 of 120 runs");
    assert_eq!(figure.value(SESSIONS), "2");
    set_query("");
}

#[wasm_bindgen_test]
async fn the_first_runs_can_be_stopped_and_the_figure_lives() {
    set_query("");
    let figure = figure_coming("stop-first", "recovery_model", "is-it-noise");
    until("two pairs are done", || {
        figure.find(STOP).is_some() && count(&figure) >= 4
    })
    .await;
    assert!(!figure.is_live());
    figure.press(STOP).await;
    until("the figure lives", || figure.is_live()).await;
    let words = figure.text(".progress-words");
    assert!(words.starts_with("stopped after"), "{words}");
    assert!(!figure.results().is_empty());
    let focused = document().active_element().unwrap();
    assert_eq!(
        focused.get_attribute("data-action").as_deref(),
        Some("stop"),
        "the focus is lost when the figure takes over"
    );
}
