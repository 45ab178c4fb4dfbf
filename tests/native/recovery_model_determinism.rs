//! The log is the same however its run is cut, sought, or told what to do.

use std::rc::Rc;

use dirty_pages::engine::vlf::Vlf;
use dirty_pages::kernel::{Budget, Digest, Limits, Outcome, Rng, SimTime, Simulation, Span};
use dirty_pages::params::Values;
use dirty_pages::scene::recovery_model::model::machine::Machine;
use dirty_pages::scene::recovery_model::model::series::SERIES;
use dirty_pages::scene::recovery_model::model::tasks::Said;
use dirty_pages::scene::recovery_model::model::totals::Totals;
use dirty_pages::scene::recovery_model::model::{Event, Inserts};
use dirty_pages::scene::recovery_model::scenario::Scenario;
use dirty_pages::scene::recovery_model::task::Task;
use dirty_pages::scene::{CommandAt, Run, run_to_end};

use crate::log_settings::{luck, plans, random_values, soon, task};
use crate::scene;

const RUNS: u64 = 150;

/// Random settings with which each run comes to its end by itself: it is cut at a time, or its log
/// has room for the whole load.
fn ending_values(rng: &mut Rng) -> Values {
    let infos = scene("recovery_model").infos();
    let mut values = random_values(rng);
    let mut set = |key: &str, value| {
        let place = infos.iter().position(|info| info.key == key);
        values.set(infos, place.expect("a setting"), value);
    };
    if rng.chance(1, 2) {
        set("horizon_s", 1);
    } else {
        set("horizon_s", 0);
        set("log_added_mib", 2_048);
    }
    values
}

fn started(values: &Values, seed: u64, commands: &[CommandAt]) -> Box<dyn Run> {
    scene("recovery_model").start(values, seed, commands)
}

fn finished(values: &Values, seed: u64, commands: &[CommandAt]) -> Box<dyn Run> {
    let mut run = started(values, seed, commands);
    run_to_end(run.as_mut());
    run
}

fn command(rng: &mut Rng) -> CommandAt {
    CommandAt {
        at: SimTime::ZERO + soon(rng),
        key: task(rng).key(),
    }
}

#[test]
fn slices_change_nothing() {
    for run in 0..RUNS {
        let mut rng = luck(run);
        let values = ending_values(&mut rng);
        let commands: Vec<CommandAt> = (0..rng.below(2)).map(|_| command(&mut rng)).collect();
        let whole = finished(&values, run, &commands);
        for slice in [1, 7, 250] {
            let mut sliced = started(&values, run, &commands);
            while !sliced.advance(slice) {}
            assert_eq!(
                sliced.digest(),
                whole.digest(),
                "run {run}, {slice} at once"
            );
            assert_eq!(sliced.event_count(), whole.event_count());
        }
    }
}

#[test]
fn commands_at_the_cursor_and_in_a_link_are_the_same() {
    let mut differing = 0;
    for run in 0..RUNS {
        let mut rng = luck(run);
        let values = ending_values(&mut rng);
        let mut commands = [command(&mut rng), command(&mut rng)];
        commands.sort_by_key(|command| command.at);
        let linked = finished(&values, run, &commands);
        let alone = finished(&values, run, &[]);
        let mut given = finished(&values, run, &[]);
        for command in commands {
            given = given.fork(command).expect("a finished run goes on");
            run_to_end(given.as_mut());
        }
        assert_eq!(given.digest(), linked.digest(), "run {run}: {commands:?}");
        let texts = |run: &dyn Run| (run.takeaway(), format!("{:?}", run.results()));
        assert_eq!(texts(given.as_ref()), texts(linked.as_ref()), "run {run}");
        differing += u64::from(given.digest() != alone.digest());
        assert!(given.fork(commands[0]).is_none() || commands[0].at == commands[1].at);
    }
    assert!(differing > RUNS / 2, "commands change {differing} runs");
}

/// Everything that a run can be asked for in the end.
type End = (Totals, Vec<Said>, Vec<Vlf>, u64);

fn end(machine: &Machine) -> End {
    let mut digest = Digest::default();
    machine.digest(&mut digest);
    let vlfs = machine.file().vlfs().to_vec();
    (
        *machine.totals(),
        machine.history().to_vec(),
        vlfs,
        digest.value(),
    )
}

fn simulation(scenario: Scenario, seed: u64) -> Simulation<Inserts> {
    let model = Inserts::new(Rc::new(scenario), seed);
    Simulation::new(model, seed, SERIES, Limits::default())
}

fn run_of(mut simulation: Simulation<Inserts>) -> Simulation<Inserts> {
    assert_eq!(simulation.run_to_end(), Outcome::Finished);
    simulation
}

/// One side of random settings, in steps of any grain.
fn random_side(rng: &mut Rng) -> Scenario {
    let values = ending_values(rng);
    let mut plans = plans(&values);
    let place = rng.below(plans.len() as u64) as usize;
    let mut scenario = plans.swap_remove(place).scenario;
    scenario.grain = Span::from_us(10 * rng.below(1_000));
    if rng.chance(1, 3) {
        scenario.grain = Span::ZERO;
    }
    scenario.script.clear();
    // A comparison that needs an end has one of a minute, if none was set.
    scenario.horizon = scenario.horizon.min(Span::from_secs(1));
    scenario
}

fn random_instant(rng: &mut Rng, run: &Simulation<Inserts>) -> SimTime {
    SimTime::from_ns(rng.range_inclusive(1, run.model().machine().now().as_ns()))
}

#[test]
fn what_is_typed_at_the_cursor_is_what_a_script_would_have_typed() {
    for run in 0..5 * RUNS {
        let mut rng = luck(run);
        let scenario = random_side(&mut rng);
        let alone = run_of(simulation(scenario.clone(), run));
        let (at, task) = (random_instant(&mut rng, &alone), task(&mut rng));
        let typed = run_of(alone.fork(at, Event::Typed(task)));
        let script = vec![(at, task)];
        let scripted = run_of(simulation(Scenario { script, ..scenario }, run));
        let [typed, scripted] = [typed, scripted].map(|run| end(run.model().machine()));
        assert!(typed == scripted, "run {run}: {task:?} at {at}");
    }
}

#[test]
fn how_steps_are_bundled_changes_nothing() {
    for run in 0..RUNS {
        let mut rng = luck(run);
        let scenario = random_side(&mut rng);
        let with = |grain| {
            let scenario = Scenario {
                grain,
                ..scenario.clone()
            };
            end(run_of(simulation(scenario, run)).model().machine())
        };
        let single = with(Span::ZERO);
        for grain in [Span::from_us(70), Span::from_ms(10), Span::from_ms(300)] {
            assert!(with(grain) == single, "run {run}, {grain:?}");
        }
    }
}

#[test]
fn every_event_can_be_sought_in_a_run_that_was_forked() {
    for run in 0..RUNS / 3 {
        let mut rng = luck(run);
        let alone = run_of(simulation(random_side(&mut rng), run));
        let at = random_instant(&mut rng, &alone);
        let task = Task::ALL[run as usize % Task::ALL.len()];
        let mut forward = alone.fork(at, Event::Typed(task));
        let done = run_of(forward.clone());
        let first = forward.event_count();
        let mut digests = Vec::new();
        while !forward.advance(Budget::events(1)).done && digests.len() < 2_000 {
            digests.push(forward.digest());
        }
        for (place, digest) in digests.iter().enumerate().rev() {
            let sought = done.seek_event(first + 1 + place as u64);
            assert_eq!(sought.digest(), *digest, "run {run}, event {place}");
        }
    }
}

#[test]
fn pictures_there_and_back_are_the_same() {
    for run in 0..RUNS / 5 {
        let mut rng = luck(run);
        let shown = finished(&ending_values(&mut rng), run, &[command(&mut rng)]);
        let horizon = shown.horizon().as_ns();
        let at = |i: u64| SimTime::from_ns(horizon / 29 * (i * 11 % 30));
        let there: Vec<_> = (0..30).map(|i| shown.pictures(at(i))).collect();
        for i in (0..30).rev() {
            assert!(shown.pictures(at(i)) == there[i as usize], "run {run}");
        }
    }
}
