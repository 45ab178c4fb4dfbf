//! What the reader must know about how a run went.

use super::paired::told;
use super::run::LogRun;
use super::words::instant;
use crate::kernel::Outcome;

/// Each in a sentence.
#[must_use]
pub fn cautions(run: &LogRun) -> Vec<String> {
    let mut out = Vec::new();
    if run.is_cut() {
        let all = run.sides.sides.len();
        out.push(format!(
            "Stopped after {} of {all} runs: what is said holds for the pairs that are complete.",
            run.done().count()
        ));
    }
    if told(run).is_some() {
        out.push(
            "One pair was picked because SIMPLE looks best in it. That is how noise becomes a \
             result."
                .to_string(),
        );
    }
    if !run.given.is_empty() {
        out.push(
            "What was typed at the cursor was typed on all sides; they keep their names.".into(),
        );
    }
    let gave_up = run.done().filter_map(|side| {
        let count = side.simulation.model().machine().totals().gave_up;
        (count > 0).then(|| format!("{} of {}, round {}", count, side.label, side.round))
    });
    let gave_up: Vec<String> = gave_up.collect();
    if !gave_up.is_empty() {
        out.push(format!(
            "Connections that gave up after 60 errors 9002 in a row: {}. Their times are no \
             measure of anything.",
            gave_up.join("; ")
        ));
    }
    for side in run.done() {
        if let Some(other) = side
            .simulation
            .outcome()
            .filter(|o| *o != Outcome::Finished)
        {
            out.push(format!(
                "{} stopped at {} ({other}): its figures count only what happened until then.",
                side.label,
                instant(side.simulation.now())
            ));
        }
    }
    out
}
