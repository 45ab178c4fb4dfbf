//! What a figure leaves behind when it fails.

use dirty_pages::web::panic::{Wreck, show_card};
use wasm_bindgen_test::wasm_bindgen_test;

use super::page::section;

#[wasm_bindgen_test]
fn the_card_names_scene_seed_way_back_and_reason() {
    let section = section("wreck", "three-kinds");
    let still = section.query_selector(".figure-static").unwrap();
    let wreck = Wreck {
        section: section.clone(),
        still: still.map(Into::into),
        scene: "pacing",
        seed: 42,
        link: "/lab/pacing/?rows=7".to_string(),
    };
    assert!(show_card(&wreck, "index out of <bounds>").is_some());
    let text = section.text_content().unwrap();
    for word in ["pacing", "42", "index out of <bounds>"] {
        assert!(text.contains(word), "{word}: {text}");
    }
    let link = section.query_selector("[data-card] a").unwrap().unwrap();
    assert_eq!(
        link.get_attribute("href").as_deref(),
        Some("/lab/pacing/?rows=7")
    );
    assert!(section.class_list().contains("static-only"));
    let again = section.query_selector(".figure-static").unwrap();
    assert!(again.is_some(), "the static figure is not brought back");
}
