//! What the reader sees at the cut: the day so far, what of it can be had back, and the results.

use super::band::Fate;
use super::bets::subject;
use super::charts::{hours, time_axis};
use super::model::Crash;
use super::model::series::note;
use super::run::{CrashRun, Pulled};
use super::words::{clock, in_minutes, needs_restore, restores, takes};
use crate::engine::backups::BackupKind;
use crate::kernel::{SimTime, Span};
use crate::scene::Side;
use crate::view::{
    Act, Column, Drawing, Lane, LaneChart, LaneSpan, Picture, Row, Table, digits, plain_number,
};

/// What the lanes of the day can show.
static ACTS_OF_DAY: [Act; 4] = [Act::Backup, Act::Bulk, Act::Refused, Act::Open];
/// What the lanes of the past can show.
static ACTS_OF_PAST: [Act; 3] = [Act::Restorable, Act::Refused, Act::Lost];
/// What is shorter is drawn as long as this part of the day: a backup, an end of one.
const SHORTEST: f64 = 0.006;

/// The past first, then the day.
#[must_use]
pub fn pictures(run: &CrashRun, cursor: SimTime) -> Vec<Picture> {
    vec![past(run, cursor), day(run, cursor)]
}

fn picture(
    run: &CrashRun,
    (id, title): (&str, String),
    text: String,
    lanes: Vec<Lane>,
    (cursor, acts): (SimTime, &'static [Act]),
) -> Picture {
    Picture {
        id: id.to_string(),
        title,
        style: None,
        text,
        veiled: id == "past" && needs_restore(run),
        drawing: Drawing::Lanes(LaneChart {
            x: time_axis(run),
            lanes,
            cursor: hours(cursor),
            acts,
        }),
    }
}

/// Spans, given in order, each at least so long that it can be seen, and none over another.
fn lane(label: &str, mut spans: Vec<LaneSpan>, shortest: f64, end: f64) -> Lane {
    let mut at = f64::NEG_INFINITY;
    for span in &mut spans {
        span.from = span.from.max(at);
        let longer = (span.from + shortest).min(end);
        span.to = if span.act == Act::Restorable || span.act == Act::Backup {
            span.to.max(longer)
        } else {
            span.to.max(span.from)
        };
        at = span.to;
    }
    spans.retain(|span| span.to > span.from);
    Lane {
        label: label.to_string(),
        spans,
    }
}

fn shortest(run: &CrashRun) -> f64 {
    let axis = time_axis(run);
    (axis.max - axis.min) * SHORTEST
}

fn past(run: &CrashRun, cursor: SimTime) -> Picture {
    let mut told = Vec::new();
    let mut lanes = Vec::new();
    for side in &run.sides.sides {
        let band = run.band(side, cursor);
        let share = |fate| {
            let of_fate = band.iter().filter(|s| s.fate == fate);
            let sum: Span = of_fate.map(|s| s.to.saturating_since(s.from)).sum();
            digits(sum.as_ns() as f64 / 60e9, 3)
        };
        told.push(format!(
            "{}: a restore can end in {} of the minutes so far, in {} none can, {} are lost",
            side.label,
            share(Fate::Restorable),
            share(Fate::Refused),
            share(Fate::Lost)
        ));
        let span = |stretch: &super::band::Stretch| LaneSpan {
            from: hours(stretch.from),
            to: hours(stretch.to),
            act: match stretch.fate {
                Fate::Restorable => Act::Restorable,
                Fate::Refused => Act::Refused,
                Fate::Lost => Act::Lost,
            },
        };
        let spans = band.iter().map(span).collect();
        lanes.push(lane(&side.label, spans, shortest(run), hours(cursor)));
    }
    let title = format!("Seen from {}: what can be restored to", clock(cursor));
    let text = told.join("; ");
    picture(run, ("past", title), text, lanes, (cursor, &ACTS_OF_PAST))
}

fn day(run: &CrashRun, cursor: SimTime) -> Picture {
    let end = hours(cursor);
    let shortest = shortest(run);
    let mut lanes = Vec::new();
    let mut told = Vec::new();
    let first = run.sides.sides.first();
    for (label, span) in first.map_or(Vec::new(), |side| load(side, cursor)) {
        told.push(format!("{label} from {}", clock(span.0)));
        let act = if label == "bulk load" {
            Act::Bulk
        } else {
            Act::Open
        };
        let span = LaneSpan {
            from: hours(span.0),
            to: hours(span.1),
            act,
        };
        lanes.push(lane(label, vec![span], shortest, end));
    }
    for side in &run.sides.sides {
        let snapshot = side.at(cursor);
        let model = snapshot.model();
        let sets = model.backups().sets().iter().zip(model.taken());
        let done = sets.map(|(set, taken)| (set.kind, taken.from, set.ended_at));
        let now = model.under_way().into_iter().flatten();
        let now = now.map(|(kind, from)| (kind, from, cursor));
        let all: Vec<_> = done.chain(now).collect();
        let count = |kind| all.iter().filter(|b| b.0 == kind).count();
        told.push(format!(
            "{}: {} full, {} differential, {} log backups, {} refused",
            side.label,
            count(BackupKind::Full),
            count(BackupKind::Differential),
            count(BackupKind::Log),
            model.refused()
        ));
        let span = |(_, from, to): &(BackupKind, SimTime, SimTime)| LaneSpan {
            from: hours(*from),
            to: hours(*to),
            act: Act::Backup,
        };
        let data = all.iter().filter(|b| b.0 != BackupKind::Log).map(span);
        if lanes.iter().all(|l| l.label != "full, differential") {
            let data = data.collect();
            lanes.push(lane("full, differential", data, shortest, end));
        }
        // What was refused was so before there was a chain, and so before any log backup.
        let mut logs = refusals(side, cursor, shortest);
        let taken = all.iter().filter(|b| b.0 == BackupKind::Log);
        logs.extend(taken.map(span));
        lanes.push(lane(&format!("log, {}", side.label), logs, shortest, end));
    }
    let title = "The day: load and backups".to_string();
    let has_long = first.is_some_and(|s| s.simulation.model().scenario().long.is_some());
    // Without a long transaction there is nothing open to explain.
    let acts = &ACTS_OF_DAY[..if has_long { 4 } else { 3 }];
    picture(run, ("day", title), told.join("; "), lanes, (cursor, acts))
}

/// The bulk load and the long transaction, as far as they have come.
fn load(side: &Side<Crash>, cursor: SimTime) -> Vec<(&'static str, (SimTime, SimTime))> {
    let snapshot = side.at(cursor);
    let bulk = snapshot.model().bulk_until(cursor);
    let long = snapshot.model().scenario().long;
    let long = long.filter(|long| long.from <= cursor);
    let mut out = Vec::new();
    let scenario = side.simulation.model().scenario();
    if let Some(bulk_at) = scenario.bulk.map(|b| b.at) {
        out.push(("bulk load", bulk.unwrap_or((bulk_at, bulk_at))));
    }
    if let Some(at) = scenario.long.map(|l| l.from) {
        let span = long.map_or((at, at), |l| (l.from, l.to.min(cursor)));
        out.push(("long transaction", span));
    }
    out
}

fn refusals(side: &Side<Crash>, cursor: SimTime, length: f64) -> Vec<LaneSpan> {
    let notes = side.simulation.trace().notes().iter();
    let refused = notes.filter(|n| n.code == note::REFUSED && n.at <= cursor);
    refused
        .map(|n| LaneSpan {
            from: hours(n.at),
            to: (hours(n.at) + length).min(hours(cursor).max(hours(n.at))),
            act: Act::Refused,
        })
        .collect()
}

/// The results at the cursor: what recovery does, or what a restore gives.
#[must_use]
pub fn results(run: &CrashRun, cursor: SimTime) -> Table {
    let is_restart = !needs_restore(run);
    let mut columns = vec![Column::text("Side")];
    let rest: &[&str] = if is_restart {
        &["Redone", "Undone", "Redo", "Undo", "In all"]
    } else {
        &["Minutes lost", "Back to", "Restores", "Takes"]
    };
    let stops = run.drill.stop_at.is_some();
    let all = ["Acknowledged", "Recovered", "Lost"].into_iter();
    let all = all.chain(stops.then_some("Given up"));
    columns.extend(all.chain(rest.iter().copied()).map(Column::number));
    if let Some(text) = columns.iter_mut().find(|c| c.label == "Restores") {
        text.numeric = false;
    }
    let veiled = subject(run);
    let row = |pulled: &Pulled<'_>| {
        let is_veiled = pulled.side.key == veiled;
        Row {
            cells: cells(pulled, stops, is_restart),
            veiled: is_veiled,
            bet: is_veiled.then(|| pulled.side.label.clone()),
        }
    };
    Table {
        caption: format!("Results, plug pulled at {}", clock(cursor)),
        columns,
        rows: run.pull(cursor).iter().map(row).collect(),
    }
}

fn cells(pulled: &Pulled<'_>, stops: bool, is_restart: bool) -> Vec<String> {
    let cut = &pulled.cut;
    let count = |n: u64| plain_number(n as f64, 0);
    let mut out = vec![
        pulled.side.label.clone(),
        count(cut.committed),
        count(cut.recovered),
        count(cut.lost),
    ];
    out.extend(stops.then(|| count(cut.given_up)));
    if is_restart {
        out.extend([count(cut.redone), count(cut.undone)]);
        out.extend([takes(cut.times[0]), takes(cut.times[1])]);
        out.push(takes(cut.recovery_time()));
    } else {
        let nothing = || "\u{2013}".to_string();
        out.push(in_minutes(cut.gone()));
        out.push(cut.restorable_to.map_or_else(nothing, clock));
        out.push(cut.restored.as_ref().map_or_else(nothing, restores));
        let time = cut.restorable_to.map(|_| takes(cut.recovery_time()));
        out.push(time.unwrap_or_else(nothing));
    }
    out
}
