//! The bet comes first, and stays beside the result.

use wasm_bindgen_test::wasm_bindgen_test;

use super::page::{figure, sleep};

#[wasm_bindgen_test]
async fn nothing_is_given_away_before_the_bet() {
    let figure = figure("bet-before").await;
    assert!(!figure.0.class_list().contains("bet-placed"));
    assert_eq!(
        figure.attribute("[data-action=play]", "aria-disabled"),
        "true"
    );
    let why = figure.attribute("[data-action=play]", "aria-describedby");
    assert!(figure.text(&format!("#{why}")).contains("bet"));
    let before = figure.value("[data-action=scrub]");
    figure.press("[data-action=play]").await;
    sleep(100).await;
    assert_eq!(figure.value("[data-action=scrub]"), before, "it plays");
    assert!(figure.find("[data-takeaway].after-bet").is_some());
    let told = figure.text("[data-readout]");
    assert!(told.contains("CHECKPOINT"), "{told}");
    assert!(!told.contains("CHECKPOINT 1 "), "{told}");
}

#[wasm_bindgen_test]
async fn a_bet_is_answered_and_marked() {
    let figure = figure("bet-placed").await;
    let veiled = figure.pixels();
    figure.press("[data-bet=faster]").await;
    assert!(figure.0.class_list().contains("bet-placed"));
    assert!(figure.find("[data-bet]").is_none());
    let outcome = figure.text(".bet-outcome");
    assert!(
        outcome.contains("You said") && outcome.contains("faster"),
        "{outcome}"
    );
    assert!(
        figure
            .text("[data-results] .bet-note")
            .contains("your bet: faster")
    );
    assert_ne!(figure.pixels(), veiled, "the veiled lines are not drawn");
    assert_eq!(figure.attribute("[data-action=play]", "aria-disabled"), "");
    let said = figure.text("[data-live-region]");
    assert!(said.contains("You said"), "{said}");
}

#[wasm_bindgen_test]
async fn one_can_do_without_a_bet() {
    let figure = figure("bet-skipped").await;
    figure.press("[data-bet=skip]").await;
    assert!(figure.0.class_list().contains("bet-placed"));
    assert!(!figure.text(".bet-outcome").is_empty());
    assert!(figure.find(".bet-note").is_none());
}
