//! Sentences about a run, each computed from it and true of it.

use super::model::TwoPass;
use super::run::{Compare, TwoPassRun};
use crate::kernel::{Outcome, SimTime};
use crate::params::thousands;
use crate::scene::Side;
use crate::view::{Answer, BetView, BetWords, Stat, digits, millis, plain_number};

/// Durations closer than this share are called the same.
const SAME_SHARE: f64 = 0.02;

/// "5,321.417 ms": to the microsecond.
#[must_use]
pub fn instant(at: SimTime) -> String {
    let us = at.as_ns() / 1_000;
    let whole = i64::try_from(us / 1_000).unwrap_or(i64::MAX);
    format!("{}.{:03} ms", thousands(whole), us % 1_000)
}

/// A side with its figures, worked out once.
struct Shown<'a> {
    side: &'a Side<TwoPass>,
    stats: Vec<Stat>,
}

impl Shown<'_> {
    fn value(&self, name: &str) -> f64 {
        let found = self.stats.iter().find(|s| s.name == name);
        found.map_or(f64::NAN, |s| s.value)
    }

    fn duration(&self) -> f64 {
        self.value("duration_ms")
    }

    fn count(&self, name: &str) -> String {
        plain_number(self.value(name), 0)
    }

    fn took(&self) -> String {
        millis(self.duration())
    }

    fn pct(&self, name: &str) -> String {
        digits(self.value(name), 2) + " %"
    }
}

fn shown<'a>(run: &'a TwoPassRun, key: &str) -> Option<Shown<'a>> {
    let side = run.sides.sides.iter().find(|s| s.key == key)?;
    Some(Shown {
        side,
        stats: run.stats(side),
    })
}

/// By how much of `from` something got shorter; negative if it got longer.
fn gain(value: f64, from: f64) -> f64 {
    if from > 0.0 { 1.0 - value / from } else { 0.0 }
}

/// "21 % less" or "3.4 % more".
fn less(value: f64, from: f64) -> String {
    let gain = gain(value, from);
    let words = if gain < 0.0 { "more" } else { "less" };
    format!("{} % {words}", digits(100.0 * gain.abs(), 2))
}

fn bracket(value: f64, low: f64, high: f64) -> Answer {
    if value < low {
        Answer::Less
    } else if value > high {
        Answer::More
    } else {
        Answer::Same
    }
}

/// The changed leaves of a run, in words.
fn of_leaves(side: &Shown<'_>) -> String {
    let dirty = side.value("level_0_dirty");
    let noun = if dirty > 1.5 { "leaves" } else { "leaf" };
    format!("{} changed {noun}", plain_number(dirty, 0))
}

/// The bet of what is compared; none where a side did not finish.
#[must_use]
pub fn bet(run: &TwoPassRun) -> Option<BetView> {
    let finished = |s: &Side<TwoPass>| s.simulation.outcome() == Some(Outcome::Finished);
    if !run.sides.sides.iter().all(finished) {
        return None;
    }
    match run.compare {
        Compare::Ways if run.is_small() => waiting(run),
        Compare::Ways => two_passes(run),
        Compare::Workers => twice(run),
        Compare::Depths => unbounded(run),
        Compare::Lost => lost(run, "page_state", "By page state alone"),
        Compare::Collected => lost(run, "collected", "With a list of what was dirty"),
        Compare::Pins => lost(run, "unpinned", "Without hazard pointers"),
        Compare::Explanations => None,
    }
}

fn two_passes(run: &TwoPassRun) -> Option<BetView> {
    let (one, two) = (shown(run, "one_pass")?, shown(run, "two_passes")?);
    Some(BetView {
        question: "All leaves first, then all internal pages: how much shorter will the \
                   checkpoint be?"
            .to_string(),
        subject: two.side.label.clone(),
        words: &BetWords::GAIN,
        answer: bracket(gain(two.duration(), one.duration()), 0.10, 0.40),
        outcome: format!(
            "Two passes took {}, {} than one pass with its {}.",
            two.took(),
            less(two.duration(), one.duration()),
            one.took()
        ),
    })
}

fn waiting(run: &TwoPassRun) -> Option<BetView> {
    let one = shown(run, "one_pass")?;
    Some(BetView {
        question: "In one pass, how much of its time does the checkpoint thread wait for its \
                   workers?"
            .to_string(),
        subject: one.side.label.clone(),
        words: &BetWords::SHARE,
        answer: bracket(one.value("wait_share_pct"), 100.0 / 3.0, 200.0 / 3.0),
        outcome: format!("It waited {} of {}.", one.pct("wait_share_pct"), one.took()),
    })
}

/// The two numbers of workers that the bet is about: four and eight if both are there.
fn pair_of_workers<'a>(run: &'a TwoPassRun) -> Option<(Shown<'a>, Shown<'a>)> {
    let one = |key: &str| shown(run, key);
    let keys = [("one_4", "one_8"), ("one_2", "one_4"), ("one_1", "one_2")];
    keys.iter().find_map(|(few, many)| one(few).zip(one(many)))
}

fn twice(run: &TwoPassRun) -> Option<BetView> {
    let (few, many) = pair_of_workers(run)?;
    let workers = |s: &Shown<'_>| s.side.simulation.model().machine().scenario().workers;
    Some(BetView {
        question: format!(
            "{} workers instead of {}, in one pass: how much shorter will the checkpoint be?",
            workers(&many),
            workers(&few)
        ),
        subject: many.side.label.clone(),
        words: &BetWords::GAIN,
        answer: bracket(gain(many.duration(), few.duration()), 0.10, 0.40),
        outcome: format!(
            "With {} workers it took {}, {} than with {}.",
            workers(&many),
            many.took(),
            less(many.duration(), few.duration()),
            workers(&few)
        ),
    })
}

fn unbounded(run: &TwoPassRun) -> Option<BetView> {
    let set = shown(run, "depth_set").or_else(|| shown(run, "depth_fitted"))?;
    let free = shown(run, "depth_unbounded")?;
    let name = set.side.label.to_lowercase();
    Some(BetView {
        question: format!("Will a queue without a bound be faster than one of {name}?"),
        subject: free.side.label.clone(),
        words: &BetWords::TIME,
        answer: bracket(
            free.duration() / set.duration().max(1e-9),
            1.0 - SAME_SHARE,
            1.0 + SAME_SHARE,
        ),
        outcome: format!(
            "Without a bound it took {}, with {name} {}.",
            free.took(),
            set.took()
        ),
    })
}

fn lost(run: &TwoPassRun, key: &'static str, how: &str) -> Option<BetView> {
    let broken = shown(run, key)?;
    let lost = broken.value("lost_pages");
    let dirty = broken.value("level_0_dirty");
    let answer = if lost < 0.5 {
        Answer::Less
    } else if lost <= dirty / 2.0 {
        Answer::Same
    } else {
        Answer::More
    };
    Some(BetView {
        question: format!(
            "{how}: of {}, how many will a reader of the new checkpoint not find?",
            of_leaves(&broken)
        ),
        subject: broken.side.label.clone(),
        words: &BetWords::LOST,
        answer,
        outcome: format!(
            "{} of {} are missing.",
            plain_number(lost, 0),
            of_leaves(&broken)
        ),
    })
}

/// What the reader must know about how the run went.
#[must_use]
pub fn cautions(run: &TwoPassRun) -> Vec<String> {
    let mut out = Vec::new();
    for side in &run.sides.sides {
        let outcome = side.simulation.outcome();
        if let Some(other) = outcome.filter(|o| *o != Outcome::Finished) {
            out.push(format!(
                "{} stopped after {} ({other}): its figures count only what happened until then.",
                side.label,
                millis(side.simulation.now().as_ns() as f64 / 1e6)
            ));
        }
    }
    out
}

/// A few sentences that say what came out.
#[must_use]
pub fn takeaway(run: &TwoPassRun) -> String {
    let told = match run.compare {
        Compare::Ways => ways_told(run),
        Compare::Workers => workers_told(run),
        Compare::Depths => depths_told(run),
        Compare::Lost => lost_told(run, "page_state"),
        Compare::Collected => lost_told(run, "collected"),
        Compare::Pins => lost_told(run, "unpinned"),
        Compare::Explanations => explanations_told(run),
    };
    told.unwrap_or_default()
}

fn ways_told(run: &TwoPassRun) -> Option<String> {
    let (one, two) = (shown(run, "one_pass")?, shown(run, "two_passes")?);
    let members = shown(run, "membership")?;
    let workers = one.side.simulation.model().machine().scenario().workers;
    let noun = if workers == 1 { "worker" } else { "workers" };
    let mut out = if one.value("wait_ms") > 0.0 {
        format!(
            "In one pass the checkpoint thread waited {} of {}: {workers} {noun} did the work of \
             {}.",
            one.pct("wait_share_pct"),
            one.took(),
            digits(one.value("effective_concurrency"), 3)
        )
    } else {
        format!("In one pass the checkpoint took {}.", one.took())
    };
    out.push_str(&format!(
        " Two passes took {}, {}, with {} barriers instead of {}; internal pages on the workers \
         too, by membership, {}, another {}.",
        two.took(),
        less(two.duration(), one.duration()),
        two.count("barriers"),
        one.count("barriers"),
        members.took(),
        less(members.duration(), two.duration())
    ));
    Some(out)
}

fn workers_told(run: &TwoPassRun) -> Option<String> {
    let (few, many) = pair_of_workers(run)?;
    let count = |s: &Shown<'_>| s.side.simulation.model().machine().scenario().workers;
    Some(format!(
        "In one pass, {} workers did the work of {} and {} workers that of {}: a batch between two \
         drains takes as long as its slowest page, whoever else is there to help.",
        count(&few),
        digits(few.value("effective_concurrency"), 3),
        count(&many),
        digits(many.value("effective_concurrency"), 3)
    ))
}

fn depths_told(run: &TwoPassRun) -> Option<String> {
    let all = run
        .sides
        .sides
        .iter()
        .filter(|s| s.key.starts_with("depth"));
    let all: Vec<Shown<'_>> = all
        .map(|side| Shown {
            side,
            stats: run.stats(side),
        })
        .collect();
    let best = all
        .iter()
        .min_by(|a, b| a.duration().total_cmp(&b.duration()))?;
    let free = all.last()?;
    let mut out = format!(
        "Of the depths shown, {} is the fastest: {}, with at most {} pages pinned.",
        best.side.label.to_lowercase(),
        best.took(),
        best.count("pinned_max")
    );
    if best.side.key != free.side.key {
        out.push_str(&format!(
            " Without a bound {} pages were pinned, walking and pushing took {} instead of {}, and \
             the checkpoint {}.",
            free.count("pinned_max"),
            millis(free.value("walk_ms") + free.value("push_ms")),
            millis(best.value("walk_ms") + best.value("push_ms")),
            free.took()
        ));
    }
    Some(out)
}

fn lost_told(run: &TwoPassRun, key: &str) -> Option<String> {
    let broken = shown(run, key)?;
    let sound = run.sides.sides.iter().find(|s| !s.veiled)?;
    let sound = shown(run, sound.key)?;
    let label = &broken.side.label;
    let lost = broken.value("lost_pages");
    if lost < 0.5 {
        return Some(format!(
            "This time {} lost nothing: it took {}, with luck. Try another seed.",
            label.to_lowercase(),
            broken.took()
        ));
    }
    Some(format!(
        "{label}: the checkpoint completes in {} without an error, with {} of {} internal pages \
         written, and {} of {} are not in it. {}: {} lost.",
        broken.took(),
        broken.count("internals_written"),
        sound.count("internals_written"),
        plain_number(lost, 0),
        of_leaves(&broken),
        sound.side.label,
        if sound.value("lost_pages") < 0.5 {
            "none".to_string()
        } else {
            sound.count("lost_pages")
        }
    ))
}

fn explanations_told(run: &TwoPassRun) -> Option<String> {
    let names = [
        ("depth", "a bounded depth"),
        ("contention", "contention"),
        ("cpu", "a shared processor"),
        ("few", "two workers"),
    ];
    let mut told = Vec::new();
    for (key, name) in names {
        let one = shown(run, &format!("{key}_one"))?;
        let two = shown(run, &format!("{key}_two"))?;
        told.push(format!(
            "{name} {} and {}",
            digits(one.value("effective_concurrency"), 3),
            less(two.duration(), one.duration())
        ));
    }
    let depth = shown(run, "depth_one")?;
    let workers = depth.side.simulation.model().machine().scenario().workers;
    let then = if workers == 4 {
        "The two published figures, 1.55 and 21.5 % less, can't decide between them. A third can: \
         concurrency is published as the same for any number of workers. Set another."
    } else {
        "Each was fitted with four workers, the last with two. Concurrency is published as the \
         same for any number of workers."
    };
    Some(format!(
        "Concurrency in one pass, and time of two passes against one: {}. {then}",
        told.join("; ")
    ))
}
