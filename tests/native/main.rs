//! Native tests: the story's sentences, golden files, parameters, determinism, properties, style.
#![cfg(not(target_arch = "wasm32"))]
#![allow(missing_docs, reason = "tests say what they test by their names")]

mod claims;
mod command_line;
mod determinism;
mod golden;
mod pages;
mod params;
mod properties;
mod tidy;

use dirty_pages::params::{Values, apply};
use dirty_pages::scene::{Run, Scene, run_to_end, scene};
use dirty_pages::view::Report;

/// The scene under test.
fn pacing() -> &'static dyn Scene {
    scene("pacing").expect("the scene is registered")
}

/// Values of a preset with `key=value` changes.
fn values(preset: &str, changes: &[&str]) -> Values {
    let base = pacing().preset_values(preset).expect("a preset");
    let pair = |text: &&str| {
        let (key, value) = text.split_once('=').expect("key=value");
        (key.to_string(), value.to_string())
    };
    let pairs: Vec<(String, String)> = changes.iter().map(pair).collect();
    let (values, warnings) = apply(pacing().infos(), &base, &pairs, &[]);
    assert_eq!(warnings, Vec::new(), "the test's own settings are legal");
    values
}

/// A finished run.
fn finished(preset: &str, changes: &[&str], seed: u64) -> Box<dyn Run> {
    let mut run = pacing().start(&values(preset, changes), seed, &[]);
    run_to_end(run.as_mut());
    run
}

/// Its figures.
fn report(preset: &str, changes: &[&str], seed: u64) -> Report {
    finished(preset, changes, seed).report()
}

/// One figure of one variant.
fn stat(report: &Report, variant: &str, name: &str) -> f64 {
    let variant = report
        .variant(variant)
        .unwrap_or_else(|| panic!("variant {variant}"));
    variant.stat(name).unwrap_or_else(|| panic!("stat {name}"))
}
