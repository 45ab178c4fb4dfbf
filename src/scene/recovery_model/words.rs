//! Sentences about a run, each computed from it and true of it.

use super::bets::{disks_bet, durability_bet};
use super::freed;
use super::model::Inserts;
use super::model::tasks::What;
use super::paired::{many_pairs, range};
use super::run::{Compare, LogRun};
use super::scenario::Statement;
use super::stats::{is_timed, stats, tells_time};
use crate::engine::log_reuse::LogReuseWait;
use crate::kernel::SimTime;
use crate::scene::Side;
use crate::view::{Answer, Stat, digits, millis, plain_number};

/// "12.345678 s": as many decimals as tell steps apart.
#[must_use]
pub fn instant(at: SimTime) -> String {
    let us = at.as_ns() / 1_000;
    format!("{}.{:06} s", us / 1_000_000, us % 1_000_000)
}

/// `log_reuse_wait_desc` of the number in `sys.databases`.
#[must_use]
pub fn wait_name(number: f64) -> String {
    let all = LogReuseWait::ALL.into_iter();
    let mut found = all.filter(|wait| (f64::from(*wait as u8) - number).abs() < 0.5);
    found
        .next()
        .map_or("\u{2013}", LogReuseWait::desc)
        .to_string()
}

/// A side with its figures, worked out once.
pub(super) struct Told<'a> {
    pub(super) side: &'a Side<Inserts>,
    stats: Vec<Stat>,
}

impl<'a> Told<'a> {
    pub(super) fn new(side: &'a Side<Inserts>) -> Self {
        Self {
            side,
            stats: stats(&side.simulation),
        }
    }

    pub(super) fn value(&self, name: &str) -> f64 {
        let found = self.stats.iter().find(|s| s.name == name);
        found.map_or(f64::NAN, |s| s.value)
    }

    pub(super) fn count(&self, name: &str) -> String {
        plain_number(self.value(name), 0)
    }

    pub(super) fn few(&self, name: &str) -> String {
        digits(self.value(name), 3)
    }

    pub(super) fn wait(&self) -> String {
        self.wait_of("log_reuse_wait")
    }

    pub(super) fn wait_of(&self, name: &str) -> String {
        wait_name(self.value(name))
    }

    /// Is a row a transaction?
    pub(super) fn is_row_by_row(&self) -> bool {
        self.side.simulation.model().machine().scenario().rows == 1
    }

    /// Does the run end at a time, and not with its load?
    pub(super) fn is_timed(&self) -> bool {
        is_timed(self.side.simulation.model().machine())
    }

    pub(super) fn label(&self) -> &str {
        &self.side.label
    }
}

/// "0.91 ms", "77 µs".
pub(super) fn wait_words(ms: f64) -> String {
    if ms < 0.1 {
        return format!("{} \u{b5}s", digits(1e3 * ms, 2));
    }
    millis(ms)
}

/// Less, about the same, or more.
pub(super) fn compare(value: f64, other: f64, share: f64) -> Answer {
    if value > other * (1.0 + share) {
        Answer::More
    } else if value < other * (1.0 - share) {
        Answer::Less
    } else {
        Answer::Same
    }
}

/// The first complete side of that key.
pub(super) fn find<'a>(run: &'a LogRun, key: &str) -> Option<Told<'a>> {
    run.done().find(|s| s.key == key).map(Told::new)
}

/// A few sentences that say what came out.
#[must_use]
pub fn takeaway(run: &LogRun) -> String {
    // What is told is a figure a commit, or a second of commits.
    let is_rate = matches!(
        run.compare,
        Compare::Connections | Compare::Disks | Compare::Durability | Compare::Sectors
    );
    let said = match run.compare {
        _ if is_rate && !all_commit(run) => {
            Some("Not all sides made a commit: there is nothing to compare.".to_string())
        }
        Compare::Models => models(run),
        Compare::Pairs => many_pairs(run),
        Compare::Connections => connections(run),
        Compare::Disks => disks_bet(run).map(|bet| bet.outcome),
        Compare::Loads => loads(run),
        Compare::Reuse => freed::reuse(run),
        Compare::Backups => freed::backups(run),
        Compare::Chain => freed::chain(run),
        Compare::Schedule => freed::schedule(run),
        Compare::Holders => freed::holders(run),
        Compare::Durability => durability_bet(run).map(|bet| bet.outcome),
        Compare::Sectors => sectors(run),
        Compare::Shrink => freed::shrink(run),
    };
    let said = said.unwrap_or("No side is complete.".to_string());
    // Rates are those of a full log: that comes first.
    match freed::full_log(run) {
        Some(full) if is_rate => format!("{full} {said}"),
        Some(full) => format!("{said} {full}"),
        None => said,
    }
}

/// Did each side commit something?
pub(super) fn all_commit(run: &LogRun) -> bool {
    let mut sides = run.done();
    sides.all(|side| side.simulation.model().machine().totals().acknowledged > 0)
}

fn models(run: &LogRun) -> Option<String> {
    let all: Vec<Told<'_>> = run.done().map(Told::new).collect();
    let of = |name: &str| all.iter().map(|t| t.value(name)).collect::<Vec<_>>();
    let (full, simple) = (find(run, "full")?, find(run, "simple")?);
    let by_model = |name: &str| {
        ["full", "simple"].map(|key| {
            let sides = all.iter().filter(|t| t.side.key == key);
            range(&sides.map(|t| t.value(name)).collect::<Vec<_>>())
        })
    };
    let written = of("log_written_mib");
    let is_even = written
        .iter()
        .all(|w| (w - written[0]).abs() <= 0.01 * written[0]);
    let mut out = if full.is_timed() {
        let [full_made, simple_made] = by_model("commits");
        let mut out = format!(
            "In {} s each, FULL made {full_made} commits and SIMPLE {simple_made}.",
            full.few("elapsed_s")
        );
        if full.is_row_by_row() && all_commit(run) {
            let [full, simple] = by_model("log_bytes_per_commit");
            out.push_str(&format!(
                " With all else that is logged, a commit comes to {full} bytes of log under FULL, \
                 {simple} under SIMPLE."
            ));
        }
        out
    } else if is_even {
        format!("Every round wrote {} MiB of log.", range(&written))
    } else {
        let [full, simple] = by_model("log_written_mib");
        format!("FULL wrote {full} MiB of log, SIMPLE {simple} MiB.")
    };
    if !full.is_timed() && tells_time(full.side.simulation.model().machine()) {
        let [full, simple] = by_model("elapsed_s");
        out.push_str(&format!(" FULL took {full} s, SIMPLE {simple} s."));
    }
    if full.wait() == simple.wait() {
        let attempts = ["checkpoints", "log_backups"].map(|name| of(name).iter().sum::<f64>());
        let why = if attempts.iter().sum::<f64>() < 0.5 {
            ": nothing has tried to free log yet"
        } else {
            ""
        };
        out.push_str(&format!(" Both say {} at the end{why}.", full.wait()));
    } else {
        out.push_str(&format!(
            " What differs is what is kept afterwards: FULL says {}, SIMPLE says {}.",
            full.wait(),
            simple.wait()
        ));
    }
    Some(out)
}

fn connections(run: &LogRun) -> Option<String> {
    let (one, many, more) = (find(run, "one")?, find(run, "many")?, find(run, "more")?);
    let rate = |side: &Told<'_>| side.value("commits_per_s");
    let mut out = format!(
        "{} make {} times as many commits a second as one, {} {} times.",
        many.label(),
        digits(rate(&many) / rate(&one), 3),
        more.label(),
        digits(rate(&more) / rate(&one), 3)
    );
    if many.value("writelog_waits") > 0.5 {
        out.push_str(&format!(
            " A commit waits {} for its log alone, {} among {}.",
            wait_words(one.value("writelog_wait_ms_avg")),
            wait_words(many.value("writelog_wait_ms_avg")),
            many.label()
        ));
    }
    if many.is_row_by_row() {
        out.push_str(&format!(
            " A flush carries {} commits then, {} with {}.",
            many.few("commits_per_flush"),
            more.few("commits_per_flush"),
            more.label()
        ));
    }
    Some(out)
}

fn loads(run: &LogRun) -> Option<String> {
    let sides = [
        find(run, "full")?,
        find(run, "bulk_logged")?,
        find(run, "simple")?,
    ];
    let told = |name: &str| {
        let each = sides.iter().map(|side| {
            let value = side.value(name);
            format!("{} {}", side.label(), freed::mib_words(value))
        });
        each.collect::<Vec<_>>().join(", ")
    };
    let scenario = sides[0].side.simulation.model().machine().scenario();
    let head = match scenario.statement {
        Statement::Insert => "No: rows inserted one by one are logged alike under each model.",
        Statement::BulkLoad => {
            "No: single rows are logged alike under each model; only an eligible bulk load is not."
        }
    };
    let refused = sides.iter().filter_map(|side| {
        let history = side.side.simulation.model().machine().history();
        let error = history.iter().find_map(|said| match said.what {
            What::Refused(refused) => Some(refused.error()),
            _ => None,
        })?;
        Some(format!(
            " Under {} it was refused with error {error}.",
            side.label()
        ))
    });
    let refused: String = refused.collect();
    let extents = match sides[1].value("bulk_extents") {
        none if none < 0.5 => String::new(),
        some => format!(
            " (with {} of the data file)",
            freed::counted(some, "extent")
        ),
    };
    Some(format!(
        "{head} Log of this load: {}. The log backup copied {} under FULL and {} under \
         BULK_LOGGED{extents}.{refused}",
        told("log_written_mib"),
        freed::mib_words(sides[0].value("log_backup_mib")),
        freed::mib_words(sides[1].value("log_backup_mib"))
    ))
}

fn sectors(run: &LogRun) -> Option<String> {
    let (small, large) = (find(run, "small")?, find(run, "large")?);
    Some(format!(
        "With all else that is logged, a commit comes to {} bytes of log on sectors of 512 bytes \
         and {} on sectors of 4,096: a block is a whole number of sectors, however little is in \
         it.",
        small.count("log_bytes_per_commit"),
        large.count("log_bytes_per_commit")
    ))
}
