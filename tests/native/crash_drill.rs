//! The restore drill, done and not only reckoned: crashes after every event, crashes during
//! recovery, and restores from what backups copied; what comes back is compared row by row.

use std::collections::BTreeSet;
use std::rc::Rc;

use dirty_pages::engine::backups::RecoveryModel;
use dirty_pages::engine::contents::{Pages, Record, committed, committed_rows};
use dirty_pages::engine::restart::{Restart, restored};
use dirty_pages::engine::restore::{Loss, NoTail, Shelf, Tail, Target, plan, tail};
use dirty_pages::kernel::{Budget, Limits, Rng, SimTime, Simulation, Span, Stream};
use dirty_pages::scene::crash::model::Crash;
use dirty_pages::scene::crash::model::contents::Contents;
use dirty_pages::scene::crash::model::series::SERIES;
use dirty_pages::scene::crash::scenario::{Bulk, Long, Rules, Scenario};
use dirty_pages::units::{Bytes, BytesPerSec, Lsn};

const RUNS: u64 = 200;
const MODELS: [RecoveryModel; 3] = [
    RecoveryModel::Full,
    RecoveryModel::BulkLogged,
    RecoveryModel::Simple,
];

fn draw(rng: &mut Rng, least: u64, most: u64) -> u64 {
    rng.range_inclusive(least, most)
}

/// A short day in which everything happens, the same for each recovery model.
fn scenario(run: u64, recovery_model: RecoveryModel) -> Scenario {
    let mut rng = Rng::new(run, Stream::new(902, 0));
    let mut secs = |least, most| Span::from_secs(draw(&mut rng, least, most));
    let (day, apart, lasts) = (secs(100, 240), secs(2, 8), secs(1, 20));
    let (every, part, lazy) = (secs(10, 50), secs(1, 5), secs(1, 10));
    let (full, differential, log) = (secs(60, 300), secs(20, 90), secs(10, 50));
    let (bulk_at, bulk_lasts) = (secs(5, 120), secs(5, 60));
    let (from, to, delay) = (secs(1, 60), secs(30, 300), secs(3, 20));
    let mut few = |least, most| draw(&mut rng, least, most) as u32;
    let at = |span: Span| SimTime::ZERO + span;
    Scenario {
        recovery_model,
        day,
        apart: Some(apart),
        rows: few(1, 12),
        lasts,
        row_bytes: 42,
        rows_per_page: few(3, 9),
        tables: few(1, 4),
        bulk: (few(0, 9) > 1).then_some(Bulk {
            at: at(bulk_at),
            lasts: bulk_lasts,
            parts: few(1, 6),
            extents_a_part: 1,
        }),
        long: (few(0, 2) > 0).then_some(Long {
            from: at(from),
            to: at(to),
            rows: few(1, 10),
        }),
        checkpoint_every: every,
        checkpoint_part: part,
        lazy,
        full_every: full,
        differential_every: (few(0, 3) > 0).then_some(differential),
        log_every: (few(0, 5) > 0).then_some(log),
        data: Bytes(1_000_000),
        backup_rate: BytesPerSec::new(u64::from(few(60, 500)) * 1_000),
        flush: Span::from_ms(u64::from(few(1, 1_500))),
        delay: (few(0, 3) == 0).then_some(delay),
        keeps_contents: true,
        rules: Rules::SOUND,
    }
}

fn start(scenario: Scenario, run: u64) -> Simulation<Crash> {
    let limits = Limits::default();
    Simulation::new(Crash::new(Rc::new(scenario)), run, SERIES, limits)
}

fn contents(model: &Crash) -> &Contents {
    model.contents().expect("the run keeps its contents")
}

/// The log that is durable and was not truncated.
fn kept_log(model: &Crash) -> Vec<Record> {
    let (from, to) = (model.min_lsn(), model.log().flushed());
    let journal = contents(model).journal().iter().copied();
    journal
        .filter(|record| from <= record.from() && record.to() <= to)
        .collect()
}

fn restart(model: &Crash) -> Restart {
    let disk = contents(model).disk().clone();
    Restart::new(disk, kept_log(model), model.redo_lsn())
}

fn acknowledged(model: &Crash) -> BTreeSet<u32> {
    let all = contents(model).acknowledged().iter();
    all.map(|(_, transaction)| *transaction).collect()
}

/// Is what recovery gives back right? Exactly what was acknowledged; with delayed durability a
/// prefix of it. Returns what is wrong, if something is, and how many commits were lost.
fn recovers(model: &Crash) -> Result<usize, String> {
    let journal = contents(model).journal();
    let durable = committed(journal, model.log().flushed());
    let told = acknowledged(model);
    let is_delayed = model.scenario().delay.is_some();
    let lost = told.difference(&durable).count();
    if !is_delayed && durable != told {
        return Err(format!("{lost} acknowledged commits are not durable"));
    }
    if !durable.is_subset(&told) {
        return Err("a commit is durable, and its client was not told".to_string());
    }
    let kept = contents(model).acknowledged().iter().map(|(_, t)| *t);
    let kept = kept.take_while(|t| durable.contains(t)).count();
    if kept != durable.len() {
        return Err("what was kept is no prefix of what was acknowledged".to_string());
    }
    let found = restart(model).finish().rows();
    if found != committed_rows(journal, model.log().flushed()) {
        return Err("recovery gives other rows than those committed".to_string());
    }
    Ok(lost)
}

#[test]
fn a_crash_after_any_event_gives_back_exactly_what_was_acknowledged() {
    let (mut events, mut lost, mut delayed) = (0, 0, 0);
    for run in 0..RUNS {
        for recovery_model in MODELS {
            let mut simulation = start(scenario(run, recovery_model), run);
            loop {
                let event = simulation.event_count();
                let now = recovers(simulation.model());
                let now = now.unwrap_or_else(|why| panic!("run {run}, event {event}: {why}"));
                lost += now;
                delayed += usize::from(now > 0);
                if simulation.advance(Budget::events(1)).done {
                    break;
                }
            }
            events += simulation.event_count();
        }
    }
    assert!(events > 50_000, "{events} events");
    assert!(lost > 1_000 && delayed > 500, "{lost} {delayed}");
}

/// In how many of some runs a crash after some event shows that a rule is broken.
fn caught(break_it: impl Fn(&mut Rules)) -> u64 {
    let mut caught = 0;
    for run in 0..RUNS / 4 {
        let mut scenario = scenario(run, RecoveryModel::Full);
        scenario.delay = None;
        break_it(&mut scenario.rules);
        let mut simulation = start(scenario, run);
        loop {
            if recovers(simulation.model()).is_err() {
                caught += 1;
                break;
            }
            if simulation.advance(Budget::events(1)).done {
                break;
            }
        }
    }
    caught
}

#[test]
fn a_broken_rule_is_caught() {
    assert_eq!(caught(|_| {}), 0);
    let wal = caught(|rules| rules.wal = false);
    let early = caught(|rules| rules.flush_before_acknowledgement = false);
    let late = caught(|rules| rules.redo_from_begin = false);
    assert!(wal > 20, "a page before its log: {wal} runs");
    assert!(early > 40, "acknowledged before the flush: {early} runs");
    assert!(late > 10, "redo from the checkpoint's end: {late} runs");
}

#[test]
fn a_crash_during_recovery_loses_nothing() {
    let (mut crashes, mut undone) = (0, 0);
    for run in 0..RUNS {
        for recovery_model in MODELS {
            let mut rng = Rng::new(run, Stream::new(903, recovery_model as u32));
            let mut simulation = start(scenario(run, recovery_model), run);
            simulation.run_to_end();
            let at = draw(&mut rng, 1, simulation.event_count());
            let snapshot = simulation.seek_event(at);
            let model = snapshot.model();
            let expected = committed_rows(contents(model).journal(), model.log().flushed());
            let steps = {
                let mut whole = restart(model);
                let mut steps = 0;
                while whole.step() {
                    steps += 1;
                }
                steps
            };
            undone += u64::from(model.undone());
            let stride = 1 + steps / 40;
            for upto in (0..=steps).step_by(stride) {
                let mut recovery = restart(model);
                for _ in 0..upto {
                    recovery.step();
                    let pages = recovery.in_memory();
                    if rng.chance(1, 4) && !pages.is_empty() {
                        recovery.write(pages[rng.below(pages.len() as u64) as usize]);
                    }
                }
                let (disk, log) = recovery.crash();
                let mut again = Restart::new(disk, log, model.redo_lsn());
                // And once more, somewhere in the second.
                for _ in 0..draw(&mut rng, 0, steps as u64) {
                    again.step();
                }
                again.in_memory().into_iter().for_each(|page| {
                    if rng.chance(1, 2) {
                        again.write(page);
                    }
                });
                let (disk, log) = again.crash();
                let found = Restart::new(disk, log, model.redo_lsn()).finish().rows();
                assert!(
                    found == expected,
                    "run {run}, event {at}, after step {upto}"
                );
                crashes += 1;
            }
        }
    }
    assert!(crashes > 8_000 && undone > 500, "{crashes} {undone}");
}

const LOSSES: [Loss; 3] = [Loss::Memory, Loss::Data, Loss::DataAndLog];

#[test]
fn a_restore_gives_exactly_what_its_plan_promises() {
    let (mut restores, mut refusals, mut tails, mut bulk, mut whole) = (0, 0, 0, 0, 0);
    for run in 0..RUNS {
        for recovery_model in MODELS {
            let mut rng = Rng::new(run, Stream::new(904, recovery_model as u32));
            let mut simulation = start(scenario(run, recovery_model), run);
            simulation.run_to_end();
            for _ in 0..6 {
                let at = draw(&mut rng, 1, simulation.event_count());
                let snapshot = simulation.seek_event(at);
                let model = snapshot.model();
                let backups = model.backups();
                let loss = LOSSES[rng.below(3) as usize];
                let end = model.log().flushed();
                let tail = tail(backups, end, loss);
                tails += u64::from(tail.is_ok());
                bulk += u64::from(tail == Err(NoTail::BulkChanges));
                let count = backups.sets().len() as u64;
                let damaged = [rng.below(2 * count + 1) as u32];
                let shelf = Shelf {
                    sets: backups.sets(),
                    damaged: &damaged,
                    tail: tail.ok(),
                    model: backups.model(),
                };
                let asked = Target::At(Lsn(rng.below(end.0 + 1)));
                for target in [Target::Latest, asked] {
                    let Ok(plan) = plan(shelf, target) else {
                        refusals += 1;
                        continue;
                    };
                    let pages = contents(model);
                    let from = backups.holds_from().unwrap_or(Lsn(u64::MAX));
                    // The tail of a database whose data file is whole has the extents too.
                    let has_extents = tail.is_ok_and(|t| t.has_bulk_changes);
                    let extents = if has_extents {
                        pages.bulk_extents()
                    } else {
                        Pages::default()
                    };
                    whole += u64::from(plan.uses_tail && has_extents);
                    let (copies, last) = (pages.copies(), (from, &extents));
                    let found = restored(&plan, backups.sets(), copies, pages.journal(), last);
                    let expected = committed_rows(pages.journal(), plan.restorable_to);
                    assert!(found.rows() == expected, "run {run}, event {at}: {plan:?}");
                    restores += 1;
                }
            }
        }
    }
    assert!(restores > 2_000 && refusals > 500, "{restores} {refusals}");
    assert!(tails > 500 && bulk > 20, "{tails} tails, {bulk} without");
    assert!(whole > 20, "{whole} tails with extents");
}

#[test]
fn a_tail_taken_despite_bulk_changes_is_caught() {
    let (mut taken, mut caught) = (0, 0);
    for run in 0..RUNS {
        let mut simulation = start(scenario(run, RecoveryModel::BulkLogged), run);
        while !simulation.advance(Budget::events(1)).done {
            let model = simulation.model();
            let backups = model.backups();
            let end = model.log().flushed();
            if tail(backups, end, Loss::Data) != Err(NoTail::BulkChanges) {
                continue;
            }
            let first_lsn = backups.holds_from().expect("a chain");
            let shelf = Shelf {
                sets: backups.sets(),
                damaged: &[],
                tail: Some(Tail {
                    first_lsn,
                    last_lsn: end,
                    has_bulk_changes: false,
                }),
                model: backups.model(),
            };
            let Ok(plan) = plan(shelf, Target::Latest) else {
                continue;
            };
            let pages = contents(model);
            let (journal, none) = (pages.journal(), Pages::default());
            let last = (first_lsn, &none);
            let found = restored(&plan, backups.sets(), pages.copies(), journal, last);
            taken += 1;
            caught += u32::from(found.rows() != committed_rows(journal, end));
        }
    }
    // It shows only once the load is committed.
    assert!(taken > 500 && caught > 100, "{taken} {caught}");
}

#[test]
fn the_tail_of_a_lost_data_file_leads_to_the_last_commit() {
    let mut checked = 0;
    for run in 0..RUNS {
        let mut scenario = scenario(run, RecoveryModel::Full);
        scenario.delay = None;
        let mut simulation = start(scenario, run);
        while !simulation.advance(Budget::events(1)).done {
            let model = simulation.model();
            let backups = model.backups();
            let Ok(tail) = tail(backups, model.log().flushed(), Loss::Data) else {
                continue;
            };
            let shelf = Shelf {
                sets: backups.sets(),
                damaged: &[],
                tail: Some(tail),
                model: backups.model(),
            };
            let plan = plan(shelf, Target::Latest).expect("there is a full backup");
            assert_eq!(plan.restorable_to, model.log().flushed(), "run {run}");
            let kept = committed(contents(model).journal(), plan.restorable_to);
            assert_eq!(kept, acknowledged(model), "run {run}");
            checked += 1;
        }
    }
    assert!(checked > 10_000, "{checked}");
}
