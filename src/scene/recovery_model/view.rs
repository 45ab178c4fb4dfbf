//! What the reader sees of a run: the results table and the report.

use super::columns::columns;
use super::model::Inserts;
use super::paired::{Measure, Paired, told};
use super::run::{Compare, LogRun};
use super::stats::{is_timed, stats, tells_time};
use crate::scene::{Side, tables};
use crate::view::{Column, Report, RoundReport, Row, Stat, Table, VariantReport, plain_number};

pub use super::pictures::pictures;

/// The results: of rounds by turns, the table that the write-up prints; of many pairs, each model
/// in one line.
#[must_use]
pub fn results(run: &LogRun) -> Table {
    if run.compare == Compare::Pairs && told(run).is_none() {
        return by_model(run);
    }
    every_run(run, "Results")
}

/// Tables that fold away: of many pairs every run, else the waits.
#[must_use]
pub fn more_results(run: &LogRun) -> Vec<Table> {
    if run.compare == Compare::Pairs {
        return vec![every_run(run, "Every run")];
    }
    vec![waits(run)]
}

/// Least, mean and largest of each model's runs.
fn by_model(run: &LogRun) -> Table {
    let measure = Measure::of(run);
    let mut columns = vec![Column::text("Recovery"), Column::number("Runs")];
    let (name, places, numbers) = match measure {
        Measure::Seconds => ("elapsed_s", 1, ["Fastest, s", "Mean, s", "Slowest, s"]),
        Measure::Commits => (
            "commits",
            0,
            ["Fewest commits", "Mean commits", "Most commits"],
        ),
    };
    columns.extend(numbers.map(Column::number));
    columns.extend(["WRITELOG, mean s", "LogWrittenMB"].map(Column::number));
    let row = |(key, label): (&str, &str)| {
        let sides = run.done().filter(|side| side.key == key);
        let all: Vec<Vec<Stat>> = sides.map(|side| stats(&side.simulation)).collect();
        let of = |name: &str| {
            let found = all.iter().flatten().filter(|s| s.name == name);
            found.map(|s| s.value).collect::<Vec<f64>>()
        };
        let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
        let values = of(name);
        let (least, most) = (
            values.iter().copied().fold(f64::MAX, f64::min),
            values.iter().copied().fold(0.0, f64::max),
        );
        let mut cells = vec![label.to_string(), all.len().to_string()];
        cells.extend([least, mean(&values), most].map(|value| plain_number(value, places)));
        let means = ["writelog_wait_s", "log_written_mib"].map(|name| mean(&of(name)));
        cells.extend(means.map(|value| plain_number(value, 1)));
        Row {
            cells,
            veiled: key == "simple",
            bet: (key == "simple").then(|| label.to_string()),
        }
    };
    let some = |(key, _): &(&str, &str)| run.done().any(|side| side.key == *key);
    let models = [("full", "FULL"), ("simple", "SIMPLE")];
    Table {
        caption: "Results".to_string(),
        columns,
        rows: models.into_iter().filter(some).map(row).collect(),
    }
}

/// A row a run.
fn every_run(run: &LogRun, caption: &str) -> Table {
    let (has_rounds, shown) = (
        is_by_turns(run.compare),
        columns(run.compare, is_by_commits(run)),
    );
    let mut headings = if has_rounds {
        vec![Column::number("RunNo"), Column::text("Recovery")]
    } else {
        vec![Column::text("Side")]
    };
    headings.extend(shown.iter().map(|(heading, _, words)| {
        if is_words(*words) {
            Column::text(heading)
        } else {
            Column::number(heading)
        }
    }));
    let told = told(run);
    let row = |(place, side): (usize, &Side<Inserts>)| {
        let stats = stats(&side.simulation);
        let mut cells = vec![side.label.clone()];
        if has_rounds {
            cells.insert(0, (place + 1).to_string());
        }
        cells.extend(shown.iter().map(|(_, name, words)| {
            let found = stats.iter().find(|s| s.name == *name).map(|s| s.value);
            let value = found.filter(|v| v.is_finite());
            value.map_or("\u{2013}".to_string(), words)
        }));
        Row {
            cells,
            veiled: side.veiled,
            bet: (side.veiled && side.round == 1).then(|| side.label.clone()),
        }
    };
    let sides = (0..).zip(&run.sides.sides);
    let is_told = |(place, side): &(usize, &Side<Inserts>)| {
        let is_done = side.simulation.outcome().is_some();
        is_done && told.is_none_or(|pair| place / 2 == pair)
    };
    Table {
        caption: caption.to_string(),
        columns: headings,
        rows: sides.filter(is_told).map(row).collect(),
    }
}

fn is_words(words: fn(f64) -> String) -> bool {
    // A name is the only thing that is written without a digit.
    !words(0.0).contains('0')
}

/// Are rounds compared by their commits, as each ends at the same time?
fn is_by_commits(run: &LogRun) -> bool {
    let first = run.sides.sides.first();
    first.is_some_and(|side| is_timed(side.simulation.model().machine()))
}

fn is_by_turns(compare: Compare) -> bool {
    matches!(compare, Compare::Models | Compare::Pairs)
}

/// What the connections waited for, as `sys.dm_exec_session_wait_stats` adds it up.
fn waits(run: &LogRun) -> Table {
    let mut columns = vec![Column::text("Side"), Column::text("wait_type")];
    let numbers = ["waiting_tasks_count", "wait_time_ms", "mean_wait_ms"];
    columns.extend(numbers.map(Column::number));
    let rows = run.done().flat_map(|side| {
        let totals = side.simulation.model().machine().totals();
        let each = [
            ("WRITELOG", totals.writelog_count, totals.writelog),
            ("PAGELATCH_EX", totals.pagelatch_count, totals.pagelatch),
            ("LOGBUFFER", totals.logbuffer_count, totals.logbuffer),
            (
                "PREEMPTIVE_OS_WRITEFILEGATHER",
                u64::from(totals.growths),
                totals.growth_wait,
            ),
        ];
        let label = match run.compare {
            Compare::Models => format!("{}, round {}", side.label, side.round),
            _ => side.label.clone(),
        };
        let some = each.into_iter().filter(|(_, count, _)| *count > 0);
        some.map(move |(name, count, time)| {
            let ms = time.as_ns() as f64 / 1e6;
            Row {
                cells: vec![
                    label.clone(),
                    name.to_string(),
                    plain_number(count as f64, 0),
                    plain_number(ms, 0),
                    mean_wait(ms / count as f64),
                ],
                veiled: side.veiled,
                bet: None,
            }
        })
    });
    Table {
        caption: "Waits, as sys.dm_exec_session_wait_stats adds them up".to_string(),
        columns,
        rows: rows.collect(),
    }
}

/// A mean wait in milliseconds: as the server counts waits in whole ones, a hundredth is enough.
fn mean_wait(ms: f64) -> String {
    if ms > 0.0 && ms < 0.01 {
        return "< 0.01".to_string();
    }
    plain_number(ms, 2)
}

/// Figures of the whole run; of many pairs, also what they say together.
#[must_use]
pub fn report(run: &LogRun) -> Report {
    let words = super::words::takeaway(run);
    let mut report = tables::report(&run.sides, |s| stats(&s.simulation), words);
    let first = run.sides.sides.first();
    let has_time = first.is_some_and(|side| tells_time(side.simulation.model().machine()));
    if is_by_turns(run.compare)
        && has_time
        && let Some(paired) = Paired::of_run(run)
    {
        let stats: Vec<Stat> = paired.stats();
        report.variants.push(VariantReport {
            key: "pairs",
            label: "SIMPLE less FULL".to_string(),
            rounds: vec![RoundReport {
                round: 1,
                stats: stats.clone(),
            }],
            stats,
        });
    }
    report
}
