//! Scene `buffer_pool`: who writes a dirty page, when, and what does a smoother write cost?
//!
//! Source: the second half of seed 000 and `facts/sqlserver.md`, sections 1 and 2.

mod charts;
mod check;
#[cfg(not(target_arch = "wasm32"))]
pub mod claims;
pub mod command;
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

use self::command::Command;
use self::params::{PARAMS, Settings};
use self::presets::PRESETS;
use self::run::PoolRun;
use super::{CommandAt, Preset, Run, Scene};
use crate::params::{ParamInfo, Values, infos, to_settings};

/// The scene's entry in [`super::SCENES`].
#[derive(Debug)]
pub struct BufferPool;

#[cfg(not(target_arch = "wasm32"))]
static LEAVES_OUT: &[&str] = &[
    "The time that a sweep over the buffer array takes, which grows with the server's memory.",
    "What recovery learns from the boot page: redo starts here at the oldest recovery LSN of a \
     dirty page or the oldest open transaction, whichever is earlier, as it is now (the ARIES \
     form). SQL Server looks at what its last completed checkpoint knew: its redo reads more log, \
     fetches pages that have been written since, and gets shorter only when a checkpoint is done.",
    "Read-ahead, and the widening of single-page reads to eight pages until the pool first fills.",
    "The log that a backup adds to its copy, and its own buffers: pages are read in pieces of \
     1 MB, four at a time, and the target takes them at once.",
    "A log on a device of its own: one device holds the data and the log.",
    "More than one log flush under way at a time.",
    "Locks, latches other than the one on a page being written, and the time that the CPU takes.",
    "The eager writer, tempdb, several databases in one pool, NUMA nodes and stolen memory.",
    "Growth of the log, and error 9002 when it is full.",
    "Partitions of the dirty page list: here there is one list.",
];

impl Scene for BufferPool {
    fn name(&self) -> &'static str {
        "buffer_pool"
    }

    fn title(&self) -> &'static str {
        "The buffer pool and its writers"
    }

    fn question(&self) -> &'static str {
        "Who writes a dirty page, when, and what does a smoother write cost?"
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

    fn start(&self, values: &Values, seed: u64, commands: &[CommandAt]) -> Box<dyn Run> {
        let settings: Settings = to_settings(PARAMS, values);
        Box::new(PoolRun::new(&settings, seed, commands))
    }

    fn command_keys(&self) -> &'static [&'static str] {
        &Command::KEYS
    }
}
