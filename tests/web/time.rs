//! Moving through simulated time.

use wasm_bindgen_test::wasm_bindgen_test;

use super::page::{open_figure, sleep, until};

const SCRUB: &str = "[data-action=scrub]";
const CHART: &str = "[data-chart] canvas";

#[wasm_bindgen_test]
async fn scrubbing_there_and_back_shows_the_same() {
    let figure = open_figure("scrub").await;
    let end: u64 = figure.attribute(SCRUB, "max").parse().unwrap();
    figure.fill(SCRUB, &(end / 5).to_string()).await;
    let early = figure.grids();
    figure.fill(SCRUB, &(end / 5 * 4).to_string()).await;
    assert_ne!(figure.grids(), early);
    figure.fill(SCRUB, &(end / 5).to_string()).await;
    assert_eq!(figure.grids(), early);
}

#[wasm_bindgen_test]
async fn a_step_back_undoes_a_step_forward() {
    let figure = open_figure("steps").await;
    figure.press("[data-action=step-forward]").await;
    let (at, grids) = (figure.value(SCRUB), figure.grids());
    for (forward, back) in [("[data-action=step-forward]", "[data-action=step-back]")]
        .iter()
        .cycle()
        .take(3)
    {
        figure.press(forward).await;
        assert_ne!(figure.value(SCRUB), at);
        figure.press(back).await;
        assert_eq!(figure.value(SCRUB), at);
        assert_eq!(figure.grids(), grids);
    }
    figure.key("[data-action=play]", ".").await;
    assert_ne!(figure.value(SCRUB), at, "the key for a step forward");
    figure.key("[data-action=play]", ",").await;
    assert_eq!(figure.value(SCRUB), at, "the key for a step back");
    figure.key(".control-field", ".").await;
    assert_eq!(figure.value(SCRUB), at, "a key typed into a field");
}

#[wasm_bindgen_test]
async fn playing_moves_and_pausing_stops() {
    let figure = open_figure("play").await;
    let start = figure.value(SCRUB);
    figure.press("[data-action=play]").await;
    assert_eq!(
        figure.attribute("[data-action=play]", "aria-label"),
        "Pause"
    );
    until("time passes", || figure.value(SCRUB) != start).await;
    figure.press("[data-action=play]").await;
    let paused = figure.value(SCRUB);
    sleep(120).await;
    assert_eq!(figure.value(SCRUB), paused);
    assert_eq!(figure.attribute("[data-action=play]", "aria-label"), "Play");
}

#[wasm_bindgen_test]
async fn the_keyboard_moves_the_cursor_on_a_chart() {
    let figure = open_figure("chart-keys").await;
    figure.key(CHART, "Home").await;
    assert_eq!(figure.attribute(CHART, "aria-valuenow"), "0");
    figure.key(CHART, "PageUp").await;
    assert_eq!(figure.attribute(CHART, "aria-valuenow"), "100");
    figure.key(CHART, "ArrowRight").await;
    assert_eq!(figure.attribute(CHART, "aria-valuenow"), "110");
    let spoken = figure.attribute(CHART, "aria-valuetext");
    assert!(spoken.contains("CHECKPOINT 30"), "{spoken}");
    figure.key(CHART, "End").await;
    let last: u32 = figure.attribute(CHART, "aria-valuenow").parse().unwrap();
    assert!(last > 900, "{last}");
    figure.the(CHART).focus().unwrap();
    figure.key(CHART, "Escape").await;
    let focused = super::page::document().active_element().unwrap();
    assert_ne!(focused.tag_name(), "CANVAS");
}
