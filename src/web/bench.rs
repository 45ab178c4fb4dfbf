//! How long a default run takes in this browser.

use wasm_bindgen::prelude::wasm_bindgen;

use crate::params::Values;
use crate::scene::{Scene, run_to_end, scene};
use crate::view::hundredths;

/// Runs `scene` at its defaults `runs` times from start to end and gives one JSON object:
/// `{"scene","events","ms","ns_per_event"}`, `ms` being the median.
#[wasm_bindgen]
#[must_use]
pub fn bench(scene_name: &str, runs: u32) -> String {
    match scene(scene_name) {
        Some(scene) => timed(scene, runs.max(1)),
        None => "{\"error\":\"no such scene\"}".to_string(),
    }
}

fn timed(scene: &dyn Scene, runs: u32) -> String {
    let values = Values::defaults(scene.infos());
    let mut events = 0;
    // In whole microseconds: exact, and sorted by code that the scene has already.
    let mut times_us: Vec<i64> = (0..runs)
        .map(|_| {
            let start = now_ms();
            let mut run = scene.start(&values, 1, &[]);
            run_to_end(run.as_mut());
            events = run.event_count();
            ((now_ms() - start) * 1e3) as i64
        })
        .collect();
    times_us.sort_unstable();
    let us = times_us.get(times_us.len() / 2).copied().unwrap_or(0);
    let ns_per_event = us as f64 * 1e3 / (events.max(1) as f64);
    let name = scene.name();
    let ms = format!("{}.{:03}", us / 1_000, us % 1_000);
    let figures = format!("\"ms\":{ms},\"ns_per_event\":{}", hundredths(ns_per_event));
    format!("{{\"scene\":\"{name}\",\"events\":{events},{figures}}}")
}

fn now_ms() -> f64 {
    let clock = web_sys::window().and_then(|w| w.performance());
    clock.map_or(0.0, |c| c.now())
}
