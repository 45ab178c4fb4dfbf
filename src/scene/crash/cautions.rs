//! What the reader must know about how a run went.

use super::model::Crash;
use super::model::series::note;
use super::run::CrashRun;
use super::words::{clock, count};
use crate::engine::backups::{BackupKind, RecoveryModel, Refused};
use crate::kernel::Outcome;
use crate::scene::Side;

/// Cautions that only the run can tell; those of its settings come with the plans.
#[must_use]
pub fn cautions(run: &CrashRun) -> Vec<String> {
    let sides = &run.sides.sides;
    let mut out: Vec<String> = sides.iter().filter_map(stopped).collect();
    let kept =
        |side: &&Side<Crash>| side.simulation.model().backups().model() == RecoveryModel::Full;
    if let Some(full) = sides.iter().find(kept).filter(|_| out.is_empty()) {
        out.extend(too_early(full));
        out.extend(
            run.drill
                .damaged
                .and_then(|number| beyond_the_last(full, number)),
        );
    }
    out
}

fn stopped(side: &Side<Crash>) -> Option<String> {
    let outcome = side.simulation.outcome()?;
    (outcome != Outcome::Finished).then(|| {
        format!(
            "{} stopped at {} ({outcome}): nothing later can be cut.",
            side.label,
            clock(side.simulation.now())
        )
    })
}

/// Backups that were refused for want of a full one.
fn too_early(side: &Side<Crash>) -> Option<String> {
    let error = i64::from(Refused::NoFullBackup.error());
    let notes = side.simulation.trace().notes().iter();
    let refused = notes.filter(|n| n.code == note::REFUSED && n.value == error);
    let refused = refused.count() as u64;
    (refused > 0).then(|| {
        format!(
            "Log backups that came before the first full backup was complete, and were refused: \
             {}, error {error}.",
            count(refused)
        )
    })
}

/// The damaged log backup is not among those of the day.
fn beyond_the_last(side: &Side<Crash>, number: u32) -> Option<String> {
    let sets = side.simulation.model().backups().sets().iter();
    let taken = sets.filter(|set| set.kind == BackupKind::Log).count() as u64;
    (u64::from(number) > taken && taken > 0).then(|| {
        format!(
            "damaged={number}: this day\u{2019}s log backups are 1 to {}; all can be read.",
            count(taken)
        )
    })
}
