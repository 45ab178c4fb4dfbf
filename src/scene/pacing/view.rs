//! What the reader sees of a run: grids, table, bet and sentences, all computed.

use super::model::Pacing;
use super::stats::{duration_ms, stats};
use crate::engine::page::{PageId, PageState};
use crate::kernel::{Outcome, SimTime};
use crate::scene::{Comparison, Side};
use crate::view::{
    Answer, BetView, Cell, Column, PageGrid, Report, RoundReport, Row, Table, VariantReport,
    digits, millis, plain_number,
};

/// Durations closer than this share are called the same: the tolerance of the published claim.
const SAME_SHARE: f64 = 0.02;

/// Page grids of the first round at `cursor`.
#[must_use]
pub fn grids(sides: &Comparison<Pacing>, cursor: SimTime) -> Vec<PageGrid> {
    sides.first_round().map(|side| grid(side, cursor)).collect()
}

fn grid(side: &Side<Pacing>, cursor: SimTime) -> PageGrid {
    let before = side.simulation.seek_event(0);
    let now = side.simulation.seek(cursor);
    let cell = |page: u32| {
        let was_dirty = before.model().pages().state(PageId(page)) != PageState::Clean;
        match now.model().pages().state(PageId(page)) {
            PageState::Dirty => Cell::Dirty,
            PageState::Writing => Cell::Writing,
            PageState::Clean if was_dirty => Cell::Clean,
            PageState::Clean => Cell::Untouched,
        }
    };
    let pages = now.model().pages();
    let of = before.model().pages().dirty_count();
    let text = format!(
        "{}: {} of {} pages dirty, {} of them being written",
        side.label,
        plain_number(f64::from(pages.dirty_count()), 0),
        plain_number(f64::from(of), 0),
        plain_number(f64::from(pages.writing_count()), 0),
    );
    PageGrid {
        label: side.label.clone(),
        style: side.style,
        cells: (0..pages.len()).map(cell).collect(),
        text,
        veiled: side.veiled,
    }
}

/// The results table, in the write-up's columns; with sessions, what their commits waited.
#[must_use]
pub fn results(sides: &Comparison<Pacing>) -> Table {
    let mut columns = vec![
        Column::number("Round"),
        Column::text("Request"),
        Column::number("DirtyPages"),
        Column::number("Ms"),
    ];
    let busy = sides
        .sides
        .iter()
        .any(|s| s.simulation.model().sessions() > 0);
    if busy {
        columns.push(Column::number("Commit p99, ms"));
        columns.push(Column::number("Commits/s"));
    }
    let row = |side: &Side<Pacing>| {
        let stats = stats(&side.simulation);
        let value = |name: &str| {
            stats
                .iter()
                .find(|s| s.name == name)
                .map_or(0.0, |s| s.value)
        };
        let duration = value("duration_ms");
        let mut cells = vec![
            side.round.to_string(),
            side.label.clone(),
            plain_number(value("dirty_pages"), 0),
            plain_number(duration, u32::from(duration < 10.0)),
        ];
        if busy {
            cells.push(digits(value("commit_latency_ms_p99"), 3));
            cells.push(digits(value("commits_per_s"), 3));
        }
        let bet = (side.veiled && side.round == 1).then(|| side.label.clone());
        Row {
            cells,
            veiled: side.veiled,
            bet,
        }
    };
    let mut ordered: Vec<&Side<Pacing>> = sides.sides.iter().collect();
    ordered.sort_by_key(|s| s.round);
    Table {
        caption: "Results".to_string(),
        columns,
        rows: ordered.into_iter().map(row).collect(),
    }
}

/// How a duration compares with the plain one.
fn compare(ms: f64, plain_ms: f64) -> Answer {
    if ms > plain_ms * (1.0 + SAME_SHARE) {
        Answer::Slower
    } else if ms < plain_ms * (1.0 - SAME_SHARE) {
        Answer::Faster
    } else {
        Answer::Same
    }
}

fn times(a: f64, b: f64) -> String {
    let ratio = if b > 0.0 { a / b } else { 0.0 };
    digits(ratio, if ratio < 10.0 { 2 } else { 3 })
}

/// The bet: the first goal against no goal.
#[must_use]
pub fn bet(sides: &Comparison<Pacing>) -> Option<BetView> {
    let plain = sides.first_round().find(|s| s.key == "plain")?;
    let subject = sides.first_round().find(|s| s.veiled)?;
    let (plain_ms, ms) = (
        duration_ms(&plain.simulation),
        duration_ms(&subject.simulation),
    );
    let answer = compare(ms, plain_ms);
    let gap = match answer {
        Answer::Faster => format!("{} times as fast", times(plain_ms, ms)),
        Answer::Same => "about the same".to_string(),
        Answer::Slower => format!("{} times as long", times(ms, plain_ms)),
    };
    Some(BetView {
        question: format!(
            "Will {} finish faster than a plain CHECKPOINT of the same {} dirty pages?",
            subject.label,
            plain_number(f64::from(plain.simulation.model().owed_at_begin()), 0),
        ),
        subject: subject.label.clone(),
        answer,
        outcome: format!(
            "{} took {}, a plain CHECKPOINT {}: {gap}.",
            subject.label,
            millis(ms),
            millis(plain_ms)
        ),
    })
}

/// One sentence or two, from the run.
#[must_use]
pub fn takeaway(sides: &Comparison<Pacing>) -> String {
    let Some(plain) = sides.first_round().find(|s| s.key == "plain") else {
        return String::new();
    };
    let plain_ms = duration_ms(&plain.simulation);
    let pages = plain_number(f64::from(plain.simulation.model().owed_at_begin()), 0);
    let mut out = format!(
        "A plain CHECKPOINT wrote {pages} dirty pages in {}.",
        millis(plain_ms)
    );
    let goals: Vec<&Side<Pacing>> = sides.first_round().filter(|s| s.key != "plain").collect();
    for side in &goals {
        let ms = duration_ms(&side.simulation);
        let words = match compare(ms, plain_ms) {
            Answer::Faster => format!("{} times as fast", times(plain_ms, ms)),
            Answer::Same => "no faster".to_string(),
            Answer::Slower => format!("{} times as long", times(ms, plain_ms)),
        };
        out.push_str(&format!(
            " {} took {}, {words}{}.",
            side.label,
            millis(ms),
            spread(sides, side)
        ));
    }
    let is_faster =
        |s: &&&Side<Pacing>| compare(duration_ms(&s.simulation), plain_ms) == Answer::Faster;
    match goals.iter().find(is_faster) {
        None => out.push_str(" The duration is a goal: it only held the writes back."),
        Some(side) => out.push_str(&price(plain, side)),
    }
    out
}

/// What the other rounds of a variant took, if that differs.
fn spread(sides: &Comparison<Pacing>, first: &Side<Pacing>) -> String {
    let rounds = sides.sides.iter().filter(|s| s.key == first.key);
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

/// What a faster checkpoint cost the commits.
fn price(plain: &Side<Pacing>, faster: &Side<Pacing>) -> String {
    let p99 = |side: &Side<Pacing>| {
        let stats = stats(&side.simulation);
        stats
            .iter()
            .find(|s| s.name == "commit_latency_ms_p99")
            .map(|s| s.value)
    };
    match (p99(plain), p99(faster)) {
        (Some(before), Some(after)) => format!(
            " The default throttle had held back for the sessions: while {} ran, the slowest \
             hundredth of commits waited {} or more, against {} during the plain one.",
            faster.label,
            millis(after),
            millis(before)
        ),
        _ => format!(" {} did not wait for the default throttle.", faster.label),
    }
}

/// Why a side ended, when it is not because its checkpoint was done.
#[must_use]
pub fn cautions(sides: &Comparison<Pacing>) -> Vec<String> {
    let stopped = sides.sides.iter().filter_map(|side| match side.simulation.outcome() {
        None => Some(format!("{} is still running.", side.label)),
        Some(Outcome::Finished) => None,
        Some(other) => Some(format!(
            "{} (round {}) was stopped before its checkpoint was done: {other}. Its figures count \
             only what happened until then.",
            side.label, side.round
        )),
    });
    stopped.collect()
}

/// Figures of the whole run.
#[must_use]
pub fn report(sides: &Comparison<Pacing>) -> Report {
    let outcomes: Vec<Outcome> = sides
        .sides
        .iter()
        .filter_map(|s| s.simulation.outcome())
        .collect();
    let outcome = match outcomes.iter().find(|o| **o != Outcome::Finished) {
        _ if !sides.is_done() => "running".to_string(),
        Some(other) => other.to_string(),
        None => "finished".to_string(),
    };
    let variant = |first: &Side<Pacing>| VariantReport {
        key: first.key,
        label: first.label.clone(),
        stats: stats(&first.simulation),
        rounds: sides
            .sides
            .iter()
            .filter(|s| s.key == first.key)
            .map(|s| RoundReport {
                round: s.round,
                stats: stats(&s.simulation),
            })
            .collect(),
    };
    Report {
        outcome,
        digest: sides.digest(),
        variants: sides.first_round().map(variant).collect(),
        takeaway: takeaway(sides),
    }
}
