//! What is said of the log has no holes, whatever was set and typed.

use dirty_pages::kernel::SimTime;
use dirty_pages::scene::{CommandAt, Run, Zoom, run_to_end};

use crate::log_settings::{luck, random_values, soon, task};
use crate::scene;

const RUNS: u64 = 300;

/// All sentences of a finished run.
fn sentences(run: &dyn Run) -> Vec<String> {
    let mut all = vec![run.takeaway()];
    all.extend(run.cautions());
    if let Some(bet) = run.bet() {
        all.extend([bet.question, bet.outcome]);
    }
    all.extend(run.charts(Zoom::Whole).into_iter().map(|c| c.summary));
    all
}

#[test]
fn no_sentence_has_a_hole_a_number_that_is_none_or_a_wrong_plural() {
    for run in 0..RUNS {
        let mut rng = luck(run);
        let values = random_values(&mut rng);
        let commands: Vec<CommandAt> = (0..rng.below(2))
            .map(|_| CommandAt {
                at: SimTime::ZERO + soon(&mut rng),
                key: task(&mut rng).key(),
            })
            .collect();
        let mut done = scene("recovery_model").start(&values, run, &commands);
        run_to_end(done.as_mut());
        for said in sentences(done.as_ref()) {
            let is_sentence = said.ends_with(['.', '?']);
            assert!(is_sentence, "run {run}: {said:?}");
            for wrong in [
                "\u{2013}", "NaN", "inf", " 1 VLFs", " 1 tries", " 1 pairs", "..", "  ",
            ] {
                assert!(!said.contains(wrong), "run {run}: {said:?} has {wrong:?}");
            }
        }
    }
}
