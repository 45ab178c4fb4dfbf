//! Native tests: the story's sentences, golden files, parameters, determinism, properties, style.
#![cfg(not(target_arch = "wasm32"))]
#![allow(missing_docs, reason = "tests say what they test by their names")]

mod claims;
mod command_line;
mod crash_drill;
mod crash_properties;
mod determinism;
mod golden;
mod heavy_tail;
mod insert_load;
mod log_properties;
mod log_settings;
mod log_tasks;
mod modules;
mod pages;
mod params;
mod pool_crash;
mod pool_determinism;
mod pool_properties;
mod pool_story;
mod properties;
mod recovery_model_determinism;
mod recovery_model_properties;
mod recovery_model_words;
mod restore_plans;
#[path = "../shared/mod.rs"]
mod shared;
mod sixteen;
mod tidy;
mod tree_reader;
mod two_pass_properties;
mod two_pass_story;

use dirty_pages::scene::{Run, Scene, run_to_end};
use dirty_pages::view::Report;
use shared::values;

/// A scene by its name.
fn scene(name: &str) -> &'static dyn Scene {
    dirty_pages::scene::scene(name).expect("the scene is registered")
}

/// A finished run.
fn finished(scene_name: &str, preset: &str, changes: &[&str], seed: u64) -> Box<dyn Run> {
    let mut run = scene(scene_name).start(&values(scene_name, preset, changes), seed, &[]);
    run_to_end(run.as_mut());
    run
}

/// Its figures.
fn report(scene_name: &str, preset: &str, changes: &[&str], seed: u64) -> Report {
    finished(scene_name, preset, changes, seed).report()
}

/// One figure of one variant.
fn stat(report: &Report, variant: &str, name: &str) -> f64 {
    let variant = report
        .variant(variant)
        .unwrap_or_else(|| panic!("variant {variant}"));
    variant.stat(name).unwrap_or_else(|| panic!("stat {name}"))
}
