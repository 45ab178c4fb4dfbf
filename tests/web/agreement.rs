//! The browser computes what the native engine computes, bit for bit.

use dirty_pages::scene::{SCENES, run_to_end, scene};
use wasm_bindgen_test::wasm_bindgen_test;

use crate::shared::{DIGESTED, values};

/// The digests of each scene, a line a run.
const DIGESTS: &[(&str, &str)] = &[
    ("pacing", include_str!("../golden/pacing/digests.txt")),
    (
        "buffer_pool",
        include_str!("../golden/buffer_pool/digests.txt"),
    ),
    ("two_pass", include_str!("../golden/two_pass/digests.txt")),
    (
        "recovery_model",
        include_str!("../golden/recovery_model/digests.txt"),
    ),
    ("crash", include_str!("../golden/crash/digests.txt")),
];

#[wasm_bindgen_test]
fn every_digest_is_the_native_one() {
    for scene in SCENES {
        let of_scene = DIGESTS.iter().find(|entry| entry.0 == scene.name());
        let mut lines = of_scene.expect("a list of digests a scene").1.lines();
        for row in DIGESTED.iter().filter(|row| row.scene == scene.name()) {
            let values = values(row.scene, row.preset, row.changes);
            for seed in 1..=row.seeds {
                let mut run = scene.start(&values, seed, &[]);
                run_to_end(run.as_mut());
                let line = format!("{} {seed} {:016x}", row.preset, run.digest());
                assert_eq!(lines.next(), Some(line.as_str()), "{}", scene.name());
            }
        }
        assert_eq!(
            lines.next(),
            None,
            "{} has more digests than runs",
            scene.name()
        );
    }
}

#[wasm_bindgen_test]
fn slices_change_nothing() {
    let pacing = scene("pacing").unwrap();
    let values = pacing.preset_values("three-kinds").unwrap();
    let mut whole = pacing.start(&values, 7, &[]);
    run_to_end(whole.as_mut());
    let mut sliced = pacing.start(&values, 7, &[]);
    while !sliced.advance(13) {}
    assert_eq!(whole.digest(), sliced.digest());
}

#[wasm_bindgen_test]
fn the_bench_gives_its_figures() {
    let json = dirty_pages::web::bench("pacing", 3);
    for key in [
        "\"scene\":\"pacing\"",
        "\"events\":",
        "\"ms\":",
        "\"ns_per_event\":",
    ] {
        assert!(json.contains(key), "{json}");
    }
    assert!(dirty_pages::web::bench("nothing", 1).contains("error"));
}
