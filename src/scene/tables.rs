//! The results table and the report of a comparison, from the figures of its sides.

use super::{Comparison, Side};
use crate::kernel::{Model, Outcome};
use crate::view::{Column, Report, RoundReport, Row, Stat, Table, VariantReport};

/// A column of results: its heading, the stat, and how the value is written.
pub(super) type Shown = (&'static str, &'static str, fn(f64) -> String);

/// One row a side. A value that is not defined is a dash.
pub(super) fn results<M: Model>(
    sides: &Comparison<M>,
    stats: impl Fn(&Side<M>) -> Vec<Stat>,
    shown: &[Shown],
) -> Table {
    let mut headings = vec![Column::text("Side")];
    headings.extend(shown.iter().map(|(heading, ..)| Column::number(heading)));
    let row = |side: &Side<M>| {
        let stats = stats(side);
        let value = |name: &str| stats.iter().find(|s| s.name == name).map(|s| s.value);
        let cell = |(_, name, words): &Shown| {
            let value = value(name).filter(|v| v.is_finite());
            value.map_or("\u{2013}".to_string(), words)
        };
        let mut cells = vec![side.label.clone()];
        cells.extend(shown.iter().map(cell));
        Row {
            cells,
            veiled: side.veiled,
            bet: side.veiled.then(|| side.label.clone()),
        }
    };
    Table {
        caption: "Results".to_string(),
        columns: headings,
        rows: sides.sides.iter().map(row).collect(),
    }
}

/// Figures of the whole run; sides with one key are the rounds of one variant.
pub(super) fn report<M: Model>(
    sides: &Comparison<M>,
    stats: impl Fn(&Side<M>) -> Vec<Stat>,
    takeaway: String,
) -> Report {
    let mut outcomes = sides.sides.iter().filter_map(|s| s.simulation.outcome());
    let outcome = match outcomes.find(|o| *o != Outcome::Finished) {
        _ if !sides.is_done() => "running".to_string(),
        Some(other) => other.to_string(),
        None => "finished".to_string(),
    };
    let mut variants: Vec<VariantReport> = Vec::new();
    for side in &sides.sides {
        let round = RoundReport {
            round: side.round,
            stats: stats(side),
        };
        match variants.iter_mut().find(|v| v.key == side.key) {
            Some(variant) => variant.rounds.push(round),
            None => variants.push(VariantReport {
                key: side.key,
                label: side.label.clone(),
                stats: round.stats.clone(),
                rounds: vec![round],
            }),
        }
    }
    Report {
        outcome,
        digest: sides.digest(),
        variants,
        takeaway,
    }
}
