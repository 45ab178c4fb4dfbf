//! What holds of the log of every server, whatever is done to it and when.

use std::rc::Rc;

use dirty_pages::engine::backups::RecoveryModel;
use dirty_pages::engine::vlf::{Vlf, VlfStatus};
use dirty_pages::kernel::{Budget, Limits, Outcome, SimTime, Simulation, Span};
use dirty_pages::scene::recovery_model::model::Inserts;
use dirty_pages::scene::recovery_model::model::machine::Machine;
use dirty_pages::scene::recovery_model::model::series::SERIES;
use dirty_pages::scene::recovery_model::model::tasks::What;
use dirty_pages::scene::recovery_model::model::totals::Totals;
use dirty_pages::scene::recovery_model::scenario::{Scenario, Statement};
use dirty_pages::scene::recovery_model::task::Task;
use dirty_pages::units::Lsn;

use crate::log_settings::random_scenarios;

const RUNS: u64 = 1_000;
/// Enough for any of these loads to end; a log that stays full is refused that often.
const EVENTS_MAX: u64 = 200_000;
/// How many of them are looked at.
const WATCHED_MAX: u64 = 5_000;

fn simulation(scenario: Scenario, seed: u64) -> Simulation<Inserts> {
    let limits = Limits {
        events: EVENTS_MAX,
        ..Limits::default()
    };
    let model = Inserts::new(Rc::new(scenario), seed);
    Simulation::new(model, seed, SERIES, limits)
}

/// What was seen in all runs, so that a test of nothing is noticed.
#[derive(Debug, Default)]
struct Seen {
    sides: u64,
    steps: u64,
    freed: u64,
    reused: u64,
    exact: u64,
    errors: u64,
    growths: u64,
    shrunk: u64,
    at_risk: u64,
    unfinished: u64,
}

/// The state before a step, and what was worst so far.
struct Watch {
    vlfs: Vec<Vlf>,
    said: usize,
    at_risk_max: u64,
}

impl Watch {
    fn new(machine: &Machine) -> Self {
        Self {
            vlfs: machine.file().vlfs().to_vec(),
            said: machine.history().len(),
            at_risk_max: 0,
        }
    }

    /// Looks at the state after one step more.
    fn look(&mut self, machine: &Machine, seen: &mut Seen) {
        machine.check();
        let (min_lsn, _) = machine.holders().min_lsn(machine.file().end_lsn());
        self.nothing_needed_is_overwritten(machine, min_lsn, seen);
        self.no_more_is_kept_than_needed(machine, min_lsn, seen);
        self.commits_are_durable(machine, seen);
        assert!(machine.file().used() <= machine.file().size());
    }

    fn nothing_needed_is_overwritten(&mut self, machine: &Machine, min: Lsn, seen: &mut Seen) {
        let file = machine.file();
        for (place, old) in self.vlfs.iter().enumerate() {
            let new = file.vlfs().get(place);
            let is_same = new.is_some_and(|new| new.sequence == old.sequence);
            let was_active = old.status == VlfStatus::Active;
            let is_active = new.is_some_and(|new| new.status == VlfStatus::Active);
            if is_same && (is_active || !was_active) || old.sequence == 0 {
                continue;
            }
            // It was freed, is written again, or was given back to the disk.
            let end = if was_active {
                // The next one's log begins where its own ends.
                let next = self.vlfs.iter().find(|v| v.sequence == old.sequence + 1);
                next.expect("the head is never freed").first_lsn
            } else {
                old.end_lsn
            };
            assert!(end <= min, "log up to {end:?} was given up, {min:?} needed");
            seen.reused += u64::from(!is_same && new.is_some());
        }
        if self.vlfs != file.vlfs() {
            self.vlfs = file.vlfs().to_vec();
        }
    }

    /// After an attempt that may free, a VLF behind the head is active just if somebody needs it.
    fn no_more_is_kept_than_needed(&mut self, machine: &Machine, min: Lsn, seen: &mut Seen) {
        let history = machine.history();
        let new = &history[self.said..];
        self.said = history.len();
        seen.freed += new.iter().map(|said| u64::from(said.freed)).sum::<u64>();
        let [said] = new else { return };
        let has_chain = machine.backups().holds_from().is_some();
        let may_free = match said.what {
            What::Checkpoint => !has_chain,
            What::LogBackup => true,
            _ => false,
        };
        if !may_free {
            return;
        }
        let file = machine.file();
        let head = file.vlfs()[file.head() as usize].sequence;
        for vlf in file.vlfs().iter().filter(|vlf| vlf.sequence > 0) {
            let is_active = vlf.status == VlfStatus::Active;
            let is_needed = vlf.sequence == head || vlf.end_lsn > min;
            assert_eq!(is_active, is_needed, "{vlf:?} with {min:?} needed");
        }
        seen.exact += 1;
    }

    fn commits_are_durable(&mut self, machine: &Machine, seen: &mut Seen) {
        let (totals, s) = (machine.totals(), machine.scenario());
        assert_eq!(totals.log_written.0 % s.log.sector_bytes, 0);
        let waiting = u64::from(machine.waiting());
        assert_eq!(totals.committed, totals.acknowledged + waiting);
        let at_risk = totals.acknowledged.saturating_sub(totals.durable);
        assert!(
            s.is_delayed || at_risk == 0,
            "an acknowledged commit is lost"
        );
        self.at_risk_max = self.at_risk_max.max(at_risk);
        assert_eq!(totals.at_risk_max, self.at_risk_max);
        seen.at_risk += at_risk;
    }
}

/// Runs a server step by step, and looks at each state.
fn watch(scenario: Scenario, seed: u64, seen: &mut Seen) {
    let due = u64::from(scenario.sessions) * u64::from(scenario.transactions);
    let has_horizon = !scenario.horizon.is_zero();
    let mut simulation = simulation(scenario, seed);
    let mut watch = Watch::new(simulation.model().machine());
    while simulation.outcome().is_none() && simulation.event_count() < WATCHED_MAX {
        simulation.advance(Budget::events(1));
        watch.look(simulation.model().machine(), seen);
    }
    if !has_horizon && simulation.model().machine().totals().errors == 0 {
        simulation.run_to_end();
    }
    let machine = simulation.model().machine();
    let totals = machine.totals();
    match simulation.outcome() {
        Some(Outcome::Finished) if has_horizon => {
            let end = machine.now() - SimTime::ZERO;
            assert_eq!(end, machine.scenario().horizon, "it ended too soon");
        }
        // Clients give up only where the log stays full.
        Some(Outcome::Finished) if totals.gave_up > 0 => {
            assert!(totals.errors > 0 && totals.acknowledged < due);
        }
        Some(Outcome::Finished) => assert_eq!(totals.acknowledged, due, "somebody waits for ever"),
        Some(Outcome::EventLimit) => assert!(totals.errors > 0, "it never ends"),
        other => assert_eq!(other, None),
    }
    seen.sides += 1;
    seen.unfinished += u64::from(simulation.outcome().is_none());
    seen.steps += simulation.event_count();
    seen.errors += totals.errors;
    seen.growths += u64::from(totals.growths);
    seen.shrunk += totals.shrunk.0;
}

#[test]
fn whatever_is_done_to_a_log_it_keeps_what_is_needed_and_commits_are_durable() {
    let mut seen = Seen::default();
    for run in 0..RUNS {
        for scenario in random_scenarios(run) {
            watch(scenario, run, &mut seen);
        }
    }
    assert!(
        seen.freed > 1_000 && seen.reused > 1_000 && seen.exact > 1_000,
        "{seen:?}"
    );
}

/// The same inserts under a recovery model, to their end; `None` if the log was full.
fn work(scenario: &Scenario, model: RecoveryModel, seed: u64) -> Option<Totals> {
    let scenario = Scenario {
        recovery_model: model,
        has_chain: model != RecoveryModel::Simple,
        statement: Statement::Insert,
        horizon: Span::ZERO,
        script: Vec::new(),
        closing: vec![Task::Checkpoint],
        ..scenario.clone()
    };
    let mut simulation = simulation(scenario, seed);
    while simulation.outcome().is_none() {
        simulation.advance(Budget::events(100));
        if simulation.model().machine().totals().errors > 0 {
            return None;
        }
    }
    Some(*simulation.model().machine().totals())
}

#[test]
fn models_write_the_same_log_for_the_same_work_and_as_many_checkpoints() {
    let (mut same, mut grown, mut more) = (0, 0, 0);
    for run in 0..RUNS {
        let scenario = random_scenarios(run).swap_remove(0);
        let [full, bulk, simple] = [
            RecoveryModel::Full,
            RecoveryModel::BulkLogged,
            RecoveryModel::Simple,
        ]
        .map(|model| work(&scenario, model, run));
        let (Some(full), Some(simple)) = (full, simple) else {
            continue;
        };
        assert!(Some(full) == bulk, "run {run}: inserts are logged in full");
        assert_eq!(full.acknowledged, simple.acknowledged, "run {run}");
        if full.growths != simple.growths {
            // Growths make sessions wait, and so other groups.
            grown += 1;
        } else if full.checkpoints == simple.checkpoints {
            assert_eq!(full.log_written, simple.log_written, "run {run}");
            assert_eq!(full.flushes, simple.flushes, "run {run}");
            same += 1;
        } else {
            // The 70 % rule.
            more += 1;
        }
    }
    assert!(same > 600 && grown + more > 5, "{same} {grown} {more}");
}
