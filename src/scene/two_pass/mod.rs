//! Scene `two_pass`: why do eight workers do the work of one and a half, and what do two passes
//! change?
//!
//! Source: seed 002 and `facts/wiredtiger.md`, sections 1 and 2.

mod charts;
mod check;
#[cfg(not(target_arch = "wasm32"))]
pub mod claims;
pub mod model;
pub mod params;
pub mod plan;
mod presets;
mod run;
pub mod scenario;
mod sides;
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
    "The disk: a page\u{2019}s reconcile time includes its write, and pages do not wait for each \
     other there.",
    "Changes while the checkpoint runs: a page that it has written is not changed again, and \
     nothing is too new for its snapshot.",
    "Splits, overflow items, the history store, several trees, and pages that eviction had \
     written before.",
    "What a push costs with many workers asleep: each push wakes all of them, and the signal \
     itself takes no time here.",
    "The size of a batch in bytes: an internal page takes the same time however many children \
     it has.",
    "The moment between a page being clean and its parent being dirty, unless the setting gives \
     it a length.",
    "How eviction chooses: here it goes round the tree and takes the first page that it may.",
    "What foreground threads wait for: page locks held by a reconciling worker are not modelled.",
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
