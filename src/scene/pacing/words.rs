//! Sentences about a run, each computed from it and true of it.

use super::model::Pacing;
use super::stats::{duration_ms, is_done, stats};
use crate::scene::{Comparison, Side};
use crate::view::{Answer, BetView, BetWords, digits, millis, plain_number};

/// Durations closer than this share are called the same: the tolerance of the published claim.
const SAME_SHARE: f64 = 0.02;

/// How something measured compares with the plain checkpoint's.
fn compare(value: f64, plain: f64) -> Answer {
    if value > plain * (1.0 + SAME_SHARE) {
        Answer::More
    } else if value < plain * (1.0 - SAME_SHARE) {
        Answer::Less
    } else {
        Answer::Same
    }
}

fn times(a: f64, b: f64) -> String {
    let ratio = if b > 0.0 { a / b } else { 0.0 };
    digits(ratio, if (1.1..10.0).contains(&ratio) { 2 } else { 3 })
}

/// A duration against the plain one: "4 times as long".
fn against(ms: f64, plain_ms: f64) -> String {
    match compare(ms, plain_ms) {
        Answer::Less => format!("{} times as fast", times(plain_ms, ms)),
        Answer::Same => "about as long".to_string(),
        Answer::More => format!("{} times as long", times(ms, plain_ms)),
    }
}

fn dirty_pages(side: &Side<Pacing>) -> String {
    match side.simulation.model().owed_at_begin() {
        1 => "1 dirty page".to_string(),
        pages => format!("{} dirty pages", plain_number(f64::from(pages), 0)),
    }
}

fn value(side: &Side<Pacing>, name: &str) -> Option<f64> {
    let stats = stats(&side.simulation);
    stats
        .iter()
        .find(|s| s.name == name)
        .map(|s| s.value)
        .filter(|v| v.is_finite())
}

/// The bet: the first goal against no goal. None when either did not finish.
#[must_use]
pub fn bet(sides: &Comparison<Pacing>) -> Option<BetView> {
    let plain = sides.first_round().find(|s| s.key == "plain")?;
    let subject = sides.first_round().find(|s| s.veiled)?;
    if !is_done(&plain.simulation) || !is_done(&subject.simulation) {
        return None;
    }
    let (plain_ms, ms) = (
        duration_ms(&plain.simulation),
        duration_ms(&subject.simulation),
    );
    Some(BetView {
        question: format!(
            "Will {} finish faster than a plain CHECKPOINT of the same {}?",
            subject.label,
            dirty_pages(plain),
        ),
        subject: subject.label.clone(),
        words: &BetWords::TIME,
        answer: compare(ms, plain_ms),
        outcome: format!(
            "{} took {}, a plain CHECKPOINT {}: {}.",
            subject.label,
            millis(ms),
            millis(plain_ms),
            against(ms, plain_ms)
        ),
    })
}

/// A few sentences that say what came out.
#[must_use]
pub fn takeaway(sides: &Comparison<Pacing>) -> String {
    let Some(plain) = sides.first_round().find(|s| s.key == "plain") else {
        return String::new();
    };
    let plain_ms = duration_ms(&plain.simulation);
    let mut out = if is_done(&plain.simulation) {
        format!(
            "A plain CHECKPOINT wrote {} in {}.",
            dirty_pages(plain),
            millis(plain_ms)
        )
    } else {
        format!(
            "A plain CHECKPOINT of {} did not finish within the limits.",
            dirty_pages(plain)
        )
    };
    let goals: Vec<&Side<Pacing>> = sides.first_round().filter(|s| s.key != "plain").collect();
    for side in &goals {
        let ms = duration_ms(&side.simulation);
        let label = &side.label;
        if !is_done(&side.simulation) {
            out.push_str(&format!(" {label} did not finish within the limits."));
        } else if is_done(&plain.simulation) {
            let words = against(ms, plain_ms);
            out.push_str(&format!(
                " {label} took {}, {words}{}.",
                millis(ms),
                spread(sides, side)
            ));
        } else {
            out.push_str(&format!(" {label} took {}.", millis(ms)));
        }
    }
    if sides.first_round().all(|s| is_done(&s.simulation)) {
        out.push_str(&closing(plain, &goals));
    }
    out
}

/// What follows from the durations of a run that finished.
fn closing(plain: &Side<Pacing>, goals: &[&Side<Pacing>]) -> String {
    let plain_ms = duration_ms(&plain.simulation);
    let how = |side: &Side<Pacing>| compare(duration_ms(&side.simulation), plain_ms);
    if let Some(faster) = goals.iter().find(|s| how(s) == Answer::Less) {
        return price(plain, faster);
    }
    let slower: Vec<&str> = goals
        .iter()
        .filter(|s| how(s) == Answer::More)
        .map(|s| s.label.as_str())
        .collect();
    if !slower.is_empty() {
        let slower = slower.join(" and ");
        return format!(" A duration is a goal: {slower} only held the writes back.");
    }
    let one_write = goals
        .iter()
        .any(|s| value(s, "write_ios").is_some_and(|w| w < 1.5));
    if one_write {
        " It was a single write: there was nothing to spread.".to_string()
    } else {
        " The device was the limit, with a duration and without.".to_string()
    }
}

/// What the other rounds of a variant took, if that differs.
fn spread(sides: &Comparison<Pacing>, first: &Side<Pacing>) -> String {
    let rounds = sides
        .sides
        .iter()
        .filter(|s| s.key == first.key && is_done(&s.simulation));
    let all: Vec<f64> = rounds.map(|s| duration_ms(&s.simulation)).collect();
    let least = all.iter().copied().fold(f64::INFINITY, f64::min);
    let most = all.iter().copied().fold(0.0, f64::max);
    if compare(most, least) == Answer::Same {
        return String::new();
    }
    format!(
        " ({} to {} over {} rounds)",
        millis(least),
        millis(most),
        all.len()
    )
}

/// What a faster checkpoint cost the sessions, by the median of their commits' waits.
fn price(plain: &Side<Pacing>, faster: &Side<Pacing>) -> String {
    let median = |side| value(side, "commit_latency_ms_p50");
    let (Some(with_goal), Some(without)) = (median(faster), median(plain)) else {
        return format!(" {} did not hold back for slow writes.", faster.label);
    };
    let (with_goal_text, without_text) = (millis(with_goal), millis(without));
    match compare(with_goal, without) {
        Answer::More => format!(
            " The sessions paid: half of their commits waited {with_goal_text} or more, against \
             {without_text} during the plain one."
        ),
        Answer::Same | Answer::Less => format!(
            " The sessions' commits waited no longer for it: {with_goal_text} at the median, \
             {without_text} during the plain one."
        ),
    }
}
