//! Figures of a side at the cut.

use super::cut::Cut;
use crate::kernel::{SimTime, Span};
use crate::view::{Stat, round_to};

/// Decimals of figures in minutes.
pub const MINUTES_PLACES: u32 = 2;

/// A span in minutes.
#[must_use]
pub fn minutes(span: Span) -> f64 {
    span.as_ns() as f64 / 60e9
}

fn ms(span: Span) -> f64 {
    span.as_ns() as f64 / 1e6
}

fn stat(name: &'static str, value: f64, places: u32) -> Stat {
    Stat {
        name,
        value: round_to(value, places),
    }
}

/// All figures, in the order in which they are printed; not a number where there is none.
/// `restorable_to` is in minutes after the start of the day, as the setting `at` is.
#[must_use]
pub fn stats(cut: &Cut) -> Vec<Stat> {
    let count = |name, value: u64| stat(name, value as f64, 0);
    let flag = |name, is: bool| count(name, u64::from(is));
    let [redo, undo, again] = cut.times;
    let to = cut.restorable_to.map(|to| minutes(to - SimTime::ZERO));
    let restored = cut.restored.as_ref();
    let kinds = restored.map_or([0; 3], |r| r.kinds);
    let [full, differential, log] = kinds.map(u64::from);
    let steps = restored.map_or(0, |r| u64::from(r.plan.steps()));
    vec![
        count("committed", cut.committed),
        count("recovered", cut.recovered),
        count("lost", cut.lost),
        count("given_up", cut.given_up),
        stat("minutes_lost", minutes(cut.gone()), MINUTES_PLACES),
        stat("restorable_to", to.unwrap_or(f64::NAN), MINUTES_PLACES),
        count("redone", cut.redone),
        count("undone", cut.undone),
        stat("redo_ms", ms(redo), 1),
        stat("undo_ms", ms(undo), 1),
        stat("again_ms", ms(again), 1),
        stat("recovery_ms", ms(cut.recovery_time()), 1),
        count("restore_steps", steps),
        count("restored_full", full),
        count("restored_differential", differential),
        count("restored_log", log),
        flag("restored_tail", restored.is_some_and(|r| r.plan.uses_tail)),
        flag("restore_refused", cut.refusal.is_some()),
        flag("tail_log", cut.tail.is_ok()),
        count("log_backups", u64::from(cut.log_backups)),
        count(
            "log_backups_with_bulk",
            u64::from(cut.log_backups_with_bulk),
        ),
        count("refused_backups", u64::from(cut.refused)),
    ]
}
