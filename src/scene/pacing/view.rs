//! What the reader sees of a run: grids, table, bet and sentences, all computed.

use super::model::Pacing;
use super::stats::stats;
use super::words::takeaway;
use crate::engine::page::{PageId, PageState};
use crate::kernel::{Outcome, SimTime, Snapshot};
use crate::scene::{Comparison, Side};
use crate::view::{
    Cell, Column, PageGrid, Report, RoundReport, Row, Table, VariantReport, digits, plain_number,
};

/// Page grids of the first round at `cursor`.
#[must_use]
pub fn grids(sides: &Comparison<Pacing>, cursor: SimTime) -> Vec<PageGrid> {
    sides.first_round().map(|side| grid(side, cursor)).collect()
}

fn grid(side: &Side<Pacing>, cursor: SimTime) -> PageGrid {
    let before = side.simulation.seek_event(0);
    grid_of(side, &before, &side.at(cursor))
}

fn grid_of(side: &Side<Pacing>, before: &Snapshot<Pacing>, now: &Snapshot<Pacing>) -> PageGrid {
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
        kinds: &Cell::OF_FILE,
        pages_per_entry: 1,
        dirty_count: u64::from(pages.dirty_count()),
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
        columns.push(Column::number("Commit wait p99, ms"));
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
    let rounds = sides.sides.iter().map(|s| s.round).max().unwrap_or(0);
    let of_round = |round| sides.sides.iter().filter(move |s| s.round == round);
    Table {
        caption: "Results".to_string(),
        columns,
        rows: (1..=rounds).flat_map(of_round).map(row).collect(),
    }
}

/// Why a side ended, when it is not because its checkpoint was done.
#[must_use]
pub fn cautions(sides: &Comparison<Pacing>) -> Vec<String> {
    let stopped = sides.first_round().filter_map(|first| {
        let rounds = sides.sides.iter().filter(|s| s.key == first.key);
        let cut = rounds.filter_map(|s| s.simulation.outcome().filter(|o| *o != Outcome::Finished));
        let cut: Vec<Outcome> = cut.collect();
        let why = cut.first()?;
        Some(format!(
            "{} did not finish in {} of its rounds ({why}). Its figures count only what happened \
             until then.",
            first.label,
            cut.len()
        ))
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
