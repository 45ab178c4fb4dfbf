//! Scene `recovery_model`: does SIMPLE write less log than FULL, and what does each promise?
//!
//! Source: seed 004 and `facts/sqlserver.md`, section 3.

mod bets;
mod cautions;
mod charts;
mod choices;
#[cfg(not(target_arch = "wasm32"))]
pub mod claims;
mod columns;
mod freed;
pub mod model;
mod paired;
pub mod params;
mod pictures;
pub mod plan;
mod presets;
mod run;
pub mod scenario;
mod sides;
mod stats;
pub mod task;
mod view;
mod words;

use std::sync::OnceLock;

use self::params::{PARAMS, Settings};
use self::presets::PRESETS;
use self::run::LogRun;
use self::task::Task;
use super::{CommandAt, Preset, Run, Scene};
use crate::params::{ParamInfo, Values, infos, to_settings};

/// The scene's entry in [`super::SCENES`].
#[derive(Debug)]
pub struct RecoveryModel;

#[cfg(not(target_arch = "wasm32"))]
static LEAVES_OUT: &[&str] = &[
    "The second round's file is not the first one's: each round starts with a new log file.",
    "Checkpoints that wait for a count of log records: here they come by the clock, and under \
     SIMPLE at 70 % of the log.",
    "Data pages: a checkpoint and a bulk load write them in one go, beside the log and not in its \
     way.",
    "The time of a bulk load: log writes under way at once do not share the device's rate, and the \
     pages of a minimally logged load are written after the last row. So no time of one is shown \
     or compared.",
    "Locks, the CPU, page splits, and what the optimiser would change about a large insert.",
    "Who flushes: the session that commits, or one of the log writer threads.",
    "Which block a record goes to when several writers append at once: they append one after the \
     other.",
    "The deliberate delay of commits in an availability group, several log files, and mirroring.",
    "Delayed durability that is only allowed, and chosen by each commit: here all are delayed, or \
     none.",
    "What very many VLFs cost, growth by 10 % (the default before 2016), and tempdb.",
    "Reasons of log_reuse_wait_desc beside NOTHING, CHECKPOINT, LOG_BACKUP, \
     ACTIVE_BACKUP_OR_RESTORE, ACTIVE_TRANSACTION and REPLICATION: mirroring, availability \
     replicas, snapshots, OLDEST_PAGE, In-Memory OLTP.",
    "The moment of a switch from SIMPLE to FULL: the button switches, and the log is kept from the \
     next full backup on; a differential one would do too.",
    "Accelerated database recovery, which lets the log go in spite of an open transaction.",
    "Why each holder is named when several hold the same VLF: the order is an assumption.",
];

impl Scene for RecoveryModel {
    fn name(&self) -> &'static str {
        "recovery_model"
    }

    fn title(&self) -> &'static str {
        "The log under each recovery model"
    }

    fn question(&self) -> &'static str {
        "Does SIMPLE write less log than FULL, and what frees it?"
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
        Box::new(LogRun::new(&settings, seed, commands))
    }

    fn command_keys(&self) -> &'static [&'static str] {
        &Task::KEYS
    }
}
