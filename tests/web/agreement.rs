//! The browser computes what the native engine computes, bit for bit.

use dirty_pages::scene::{run_to_end, scene};
use wasm_bindgen_test::wasm_bindgen_test;

const DIGESTS: &str = include_str!("../golden/pacing/digests.txt");

#[wasm_bindgen_test]
fn every_digest_is_the_native_one() {
    let pacing = scene("pacing").unwrap();
    let infos = pacing.infos();
    let mut count = 0;
    for line in DIGESTS.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [preset, seed, digest] = words[..] else {
            panic!("not a preset, a seed and a digest: {line}");
        };
        let mut values = pacing.preset_values(preset).unwrap();
        // The list was made with one round each.
        let rounds = infos.iter().position(|info| info.key == "rounds").unwrap();
        values.set(infos, rounds, 1);
        let mut run = pacing.start(&values, seed.parse().unwrap(), &[]);
        run_to_end(run.as_mut());
        assert_eq!(
            format!("{:016x}", run.digest()),
            digest,
            "{preset}, seed {seed}"
        );
        count += 1;
    }
    assert!(count >= 100, "only {count} runs were compared");
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
