//! Scene `two_pass`: why do eight workers do the work of one and a half, and what do two passes
//! change?
//!
//! Source: seed 002 and `facts/wiredtiger.md`, sections 1 and 2.

mod charts;
mod check;
pub mod model;
pub mod params;
pub mod plan;
mod presets;
mod run;
pub mod scenario;
mod stats;
mod view;
mod words;

use std::sync::OnceLock;

use self::params::{PARAMS, Settings};
use self::presets::PRESETS;
use self::run::TwoPassRun;
use super::{CommandAt, Preset, Run, Scene};
use crate::params::{ParamInfo, Values, infos, to_settings};

/// The scene's entry in [`super::SCENES`].
#[derive(Debug)]
pub struct TwoPass;

#[cfg(not(target_arch = "wasm32"))]
static LEAVES_OUT: &[&str] = &[
    "The disk: a page's reconcile time includes its write.",
    "Changes during the checkpoint: a page once written is not changed again.",
];

impl Scene for TwoPass {
    fn name(&self) -> &'static str {
        "two_pass"
    }

    fn title(&self) -> &'static str {
        "A checkpoint in two passes"
    }

    fn question(&self) -> &'static str {
        "Why do eight workers do the work of one and a half?"
    }

    fn infos(&self) -> &'static [ParamInfo] {
        static INFOS: OnceLock<Vec<ParamInfo>> = OnceLock::new();
        INFOS.get_or_init(|| infos(PARAMS))
    }

    fn presets(&self) -> &'static [Preset] {
        PRESETS
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn story(&self) -> &'static str {
        include_str!("story.md")
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn leaves_out(&self) -> &'static [&'static str] {
        LEAVES_OUT
    }

    fn start(&self, values: &Values, seed: u64, _: &[CommandAt]) -> Box<dyn Run> {
        let settings: Settings = to_settings(PARAMS, values);
        Box::new(TwoPassRun::new(&settings, seed))
    }
}
