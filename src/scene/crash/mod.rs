//! Scene `crash`: pull the plug at any instant; what does recovery give back?
//!
//! Source: `facts/sqlserver.md`, sections 3.4, 3.7 and 5, and the last part of seed 004.

mod band;
mod bets;
mod cautions;
mod charts;
mod check;
#[cfg(not(target_arch = "wasm32"))]
pub mod claims;
mod cut;
mod days;
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
use self::run::CrashRun;
use super::{CommandAt, Preset, Run, Scene};
use crate::params::{ParamInfo, Values, infos, to_settings};

/// The scene's entry in [`super::SCENES`].
#[derive(Debug)]
pub struct Crash;

#[cfg(not(target_arch = "wasm32"))]
static LEAVES_OUT: &[&str] = &[
    "What recovery reads and writes: redo and undo take so much time for so much log, whatever the \
     disk and the pages in memory. Analysis takes none.",
    "Redo that reads the log from the first record of the oldest open transaction, to lock what it \
     changed: here redo takes time for the log since the last checkpoint.",
    "Accelerated Database Recovery: versions of rows in the database (PVS) and a short second log \
     (sLog). There are still three phases, but undo takes next to no time, and the log of a long \
     transaction need not be kept. Under FULL it needs log backups all the same.",
    "Opening the database after redo, before undo is done, as the Enterprise edition does.",
    "The states of a database that does not start: RECOVERY PENDING, SUSPECT.",
    "The log file: its size, its growth, its VLFs, very many of which slow backups and recovery, \
     and what keeps it from being freed, as OLDEST_PAGE does.",
    "Automatic checkpoints, and indirect ones, with which redo starts at the oldest dirty page: \
     here they come by the clock, and once before each data backup; none is taken while recovery \
     runs.",
    "Rollbacks, updates and deletes: transactions insert rows and commit.",
    "tempdb, which is made anew at each start and can\u{2019}t be backed up.",
    "A second crash during a restore: the step would have to be done again.",
    "Restores of single pages, files and filegroups, and the restore beside the database, under \
     another name, that brings back one table.",
    "Copy-only backups: they start no chain, and one of the log frees none.",
    "Compression, checksums, and how long it takes to notice, to find the backups and to decide.",
    "Copies elsewhere: availability groups, log shipping, replicas.",
    "Changing the recovery model during the day. After SIMPLE, log is kept only from the next full \
     or differential backup on; before that, and before any full backup, a log backup is refused \
     with error 4214.",
    "What a tail-log backup that is forced despite bulk changes gives: a damaged database.",
];

impl Scene for Crash {
    fn name(&self) -> &'static str {
        "crash"
    }

    fn title(&self) -> &'static str {
        "The restore drill"
    }

    fn question(&self) -> &'static str {
        "Pull the plug at any instant: what does recovery give back?"
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
        Box::new(CrashRun::new(&settings, seed))
    }
}
