//! What the reader sees of a run: the results table and the report.

use super::model::Inserts;
use super::run::{Compare, LogRun};
use super::stats::{Paired, stats};
use super::words::wait_name;
use crate::scene::{Side, tables};
use crate::view::{
    Column, Report, RoundReport, Row, Stat, Table, VariantReport, digits, millis, plain_number,
};

pub use super::pictures::pictures;

/// A column: heading, stat, and how the value is written.
type Shown = (&'static str, &'static str, fn(f64) -> String);

fn whole(value: f64) -> String {
    plain_number(value, 0)
}

fn tenths(value: f64) -> String {
    plain_number(value, 1)
}

fn few(value: f64) -> String {
    digits(value, 3)
}

const ELAPSED: Shown = ("ElapsedSeconds", "elapsed_s", tenths);
const WRITELOG: Shown = ("WriteLogSeconds", "writelog_wait_s", tenths);
const WRITTEN: Shown = ("LogWrittenMB", "log_written_mib", tenths);
const REUSE: Shown = ("LogReuseWait", "log_reuse_wait", wait_name);
const BEFORE: Shown = ("BeforeLogBackup", "log_reuse_wait_before", wait_name);
const AFTER: Shown = ("AfterLogBackup", "log_reuse_wait", wait_name);
const COMMITS: Shown = ("Commits/s", "commits_per_s", whole);
const ERRORS: Shown = ("Error 9002", "errors_9002", whole);
const USED_MAX: Shown = ("Most log used, MiB", "log_used_mib_max", tenths);
const SIZE: Shown = ("Log file, MiB", "log_size_mib", whole);

fn columns(compare: Compare) -> &'static [Shown] {
    match compare {
        Compare::Models | Compare::Pairs => &[ELAPSED, WRITELOG, WRITTEN, REUSE],
        Compare::Connections => &[
            COMMITS,
            ("Commits a flush", "commits_per_flush", few),
            ("Bytes a commit", "log_bytes_per_commit", whole),
            ("WRITELOG, mean", "writelog_wait_ms_avg", millis),
            ("Last-page latch, s", "pagelatch_wait_s", few),
        ],
        Compare::Disks => &[
            COMMITS,
            ("WRITELOG waits/s", "writelog_waits_per_s", whole),
            ("WRITELOG, mean", "writelog_wait_ms_avg", millis),
            WRITELOG,
            ELAPSED,
        ],
        Compare::Loads => &[
            ("Seconds", "elapsed_s", few),
            WRITTEN,
            ("Log backup, MiB", "log_backup_mib", tenths),
            ("Extents in it", "bulk_extents", whole),
            REUSE,
        ],
        Compare::Reuse => &[
            WRITTEN,
            BEFORE,
            ("VLFs freed", "vlfs_freed_after", whole),
            AFTER,
        ],
        Compare::Backups => &[
            ("Before the backup", "log_reuse_wait_before", wait_name),
            ("VLFs freed", "vlfs_freed_after", whole),
            ("After it", "log_reuse_wait", wait_name),
            ("Log used, MiB", "log_used_mib", tenths),
        ],
        Compare::Chain => &[
            WRITTEN,
            ("VLFs active", "vlf_active", whole),
            ("Log used, MiB", "log_used_mib", tenths),
            REUSE,
        ],
        Compare::Schedule => &[
            ("Commits", "commits", whole),
            USED_MAX,
            SIZE,
            ("Full at, s", "full_at_s", tenths),
            ERRORS,
            REUSE,
        ],
        Compare::Holders => &[("Commits", "commits", whole), USED_MAX, SIZE, ERRORS, REUSE],
        Compare::Durability => &[
            COMMITS,
            WRITELOG,
            ("Flushes", "flushes", whole),
            ("Bytes a commit", "log_bytes_per_commit", whole),
            ("Most commits at risk", "commits_at_risk_max", whole),
        ],
        Compare::Sectors => &[
            WRITTEN,
            ("Bytes a commit", "log_bytes_per_commit", whole),
            ("Flushes", "flushes", whole),
            ELAPSED,
        ],
        Compare::Shrink => &[
            REUSE,
            ("Log used, MiB", "log_used_mib", tenths),
            ("Given back, MiB", "shrunk_mib", whole),
            SIZE,
        ],
    }
}

/// The results: of rounds by turns, the table that the write-up prints.
#[must_use]
pub fn results(run: &LogRun) -> Table {
    let (has_rounds, shown) = (is_by_turns(run.compare), columns(run.compare));
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
        caption: "Results".to_string(),
        columns: headings,
        rows: sides.filter(is_told).map(row).collect(),
    }
}

fn is_words(words: fn(f64) -> String) -> bool {
    // A name is the only thing that is written without a digit.
    !words(0.0).contains('0')
}

fn is_by_turns(compare: Compare) -> bool {
    matches!(compare, Compare::Models | Compare::Pairs)
}

/// The pair that is told about, if it is one only.
pub(super) fn told(run: &LogRun) -> Option<usize> {
    (run.compare == Compare::Pairs && run.is_picked)
        .then(|| best_for_simple(run))
        .flatten()
}

/// (elapsed, WRITELOG) seconds of each pair that is complete.
#[must_use]
pub fn pairs(run: &LogRun) -> Vec<[(f64, f64); 2]> {
    let sides = &run.sides.sides;
    let of = |side: &Side<Inserts>| {
        let machine = side.simulation.model().machine();
        let elapsed = super::stats::elapsed(machine).as_ns() as f64 / 1e9;
        (elapsed, machine.totals().writelog.as_ns() as f64 / 1e9)
    };
    let done = sides.chunks(2).filter_map(|pair| match pair {
        [full, simple] => {
            let are_done = [full, simple]
                .iter()
                .all(|s| s.simulation.outcome().is_some());
            are_done.then(|| [of(full), of(simple)])
        }
        _ => None,
    });
    done.collect()
}

/// The pair in which SIMPLE is ahead by most.
fn best_for_simple(run: &LogRun) -> Option<usize> {
    let all = pairs(run);
    let by = |a: &[(f64, f64); 2], b: &[(f64, f64); 2]| {
        let ahead = |pair: &[(f64, f64); 2]| pair[0].0 / pair[1].0;
        ahead(a).total_cmp(&ahead(b))
    };
    let best = (0..).zip(&all).max_by(|a, b| by(a.1, b.1));
    best.map(|(place, _)| place)
}

/// Figures of the whole run; of many pairs, also what they say together.
#[must_use]
pub fn report(run: &LogRun) -> Report {
    let words = super::words::takeaway(run);
    let mut report = tables::report(&run.sides, |s| stats(&s.simulation), words);
    if is_by_turns(run.compare)
        && let Some(paired) = Paired::of(&pairs(run))
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
