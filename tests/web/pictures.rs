//! Lanes, bars and trees follow the cursor, and give nothing away before the bet.

use wasm_bindgen::JsCast;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::HtmlCanvasElement;

use super::page::{Figure, figure_of, set_query};

fn canvas(figure: &Figure, picture: &str) -> HtmlCanvasElement {
    let canvas = figure.the(&format!("[data-picture={picture}] canvas"));
    canvas.unchecked_into()
}

fn image(figure: &Figure, picture: &str) -> String {
    canvas(figure, picture).to_data_url().unwrap()
}

fn words(figure: &Figure, picture: &str) -> String {
    canvas(figure, picture).get_attribute("aria-label").unwrap()
}

async fn small_tree(id: &str) -> Figure {
    set_query("");
    figure_of(id, "two_pass", "small-tree").await
}

#[wasm_bindgen_test]
async fn what_answers_the_bet_is_not_painted_before_it() {
    let figure = small_tree("pictures-bet").await;
    let veiled = ["lanes-one_pass", "tree-one_pass"];
    let blank = veiled.map(|picture| {
        assert!(canvas(&figure, picture).class_list().contains("after-bet"));
        assert!(!words(&figure, picture).contains("reconciling"));
        image(&figure, picture)
    });
    assert_ne!(blank[0], image(&figure, "lanes-two_passes"));
    let (bars, told) = (image(&figure, "time"), words(&figure, "time"));
    figure.press("[data-bet=skip]").await;
    for (picture, blank) in veiled.iter().zip(blank) {
        assert_ne!(blank, image(&figure, picture), "{picture} stays veiled");
    }
    assert_ne!(
        bars,
        image(&figure, "time"),
        "the veiled bars are not drawn"
    );
    assert!(words(&figure, "time").len() > told.len());
}

#[wasm_bindgen_test]
async fn pictures_move_with_the_cursor_and_are_sharp() {
    let figure = small_tree("pictures-cursor").await;
    figure.press("[data-bet=skip]").await;
    let moving = ["lanes-one_pass", "tree-one_pass"];
    let before = moving.map(|p| (image(&figure, p), words(&figure, p)));
    let bars = image(&figure, "time");
    figure.fill("[data-action=scrub]", "0").await;
    for (picture, (image_before, words_before)) in moving.iter().zip(before) {
        assert_ne!(image(&figure, picture), image_before, "{picture}");
        assert_ne!(words(&figure, picture), words_before, "{picture}");
        let canvas = canvas(&figure, picture);
        let ratio = web_sys::window().unwrap().device_pixel_ratio();
        let wide = f64::from(canvas.client_width()) * ratio;
        assert!((f64::from(canvas.width()) - wide).abs() <= 1.0);
        assert!(canvas.client_height() > 100, "{}", canvas.client_height());
    }
    assert_eq!(image(&figure, "time"), bars, "bars are of the whole run");
    assert_eq!(figure.all(".fig-pictures .legend").len(), 1);
}
