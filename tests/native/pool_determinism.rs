//! Same settings, seed and commands: same run, however it was sliced, sought or come by.

use dirty_pages::kernel::SimTime;
use dirty_pages::scene::{CommandAt, Run, run_to_end};

use crate::shared::values;
use crate::{finished, scene, stat};

const SHORT: &[&str] = &["horizon_s=70"];

fn started(changes: &[&str], seed: u64, commands: &[CommandAt]) -> Box<dyn Run> {
    let values = values("buffer_pool", "automatic-vs-indirect", changes);
    let mut run = scene("buffer_pool").start(&values, seed, commands);
    run_to_end(run.as_mut());
    run
}

#[test]
fn slices_change_nothing() {
    let commands = [CommandAt {
        at: SimTime::from_secs(30),
        key: "backup",
    }];
    let whole = started(SHORT, 3, &commands);
    for slice in [1, 7, 1_000] {
        let values = values("buffer_pool", "automatic-vs-indirect", SHORT);
        let mut run = scene("buffer_pool").start(&values, 3, &commands);
        while !run.advance(slice) {}
        assert_eq!(run.digest(), whole.digest(), "slices of {slice}");
        assert!(run.series() == whole.series(), "slices of {slice}");
    }
}

#[test]
fn seeking_changes_nothing_and_every_direction_agrees() {
    let run = started(SHORT, 5, &[]);
    let digest = run.digest();
    let horizon = run.horizon().as_ns();
    let at = |i: u64| SimTime::from_ns(horizon / 53 * (i * 17 % 53));
    let forward: Vec<_> = (0..53).map(|i| (at(i), run.grids(at(i)))).collect();
    for (at, grids) in forward.iter().rev() {
        assert!(run.grids(*at) == *grids, "at {at}");
    }
    assert_eq!(run.digest(), digest);
}

#[test]
fn a_fork_is_the_run_that_a_link_with_its_command_gives() {
    let base = started(SHORT, 9, &[]);
    let (digest, series) = (base.digest(), base.series());
    for key in scene("buffer_pool").command_keys() {
        for ms in [0, 1, 20_000, 57_300, 69_999, 70_000, 90_000] {
            let command = CommandAt {
                at: SimTime::from_ms(ms),
                key,
            };
            let mut fork = base.fork(command).expect("a finished run can be forked");
            run_to_end(fork.as_mut());
            let linked = started(SHORT, 9, &[command]);
            assert_eq!(fork.digest(), linked.digest(), "{key} at {ms} ms");
            assert!(fork.series() == linked.series(), "{key} at {ms} ms");
            let looked = [0, 10, 40, 69].map(SimTime::from_secs);
            assert!(looked.iter().all(|at| fork.grids(*at) == linked.grids(*at)));
        }
    }
    assert_eq!(base.digest(), digest, "a fork touched what it came from");
    assert!(base.series() == series);
}

#[test]
fn commands_stack_and_each_makes_a_difference() {
    let command = |secs, key| CommandAt {
        at: SimTime::from_secs(secs),
        key,
    };
    let both = [command(20, "checkpoint"), command(40, "backup")];
    let mut once = started(SHORT, 9, &[]).fork(both[0]).expect("a fork");
    run_to_end(once.as_mut());
    let mut twice = once.fork(both[1]).expect("a fork of a fork");
    run_to_end(twice.as_mut());
    assert_eq!(twice.digest(), started(SHORT, 9, &both).digest());
    let checkpoints = |run: &dyn Run| stat(&run.report(), "indirect", "checkpoints");
    let base = started(SHORT, 9, &[]);
    assert!((checkpoints(once.as_ref()) - checkpoints(base.as_ref())).abs() > 0.5);
    assert!((checkpoints(twice.as_ref()) - checkpoints(once.as_ref())).abs() > 0.5);
    assert!(
        twice.fork(command(10, "backup")).is_none(),
        "an earlier command needs a new start"
    );
}

#[test]
fn seeds_differ_and_repeat_and_all_sides_see_the_same_load() {
    let digest = |seed| finished("buffer_pool", "memory-pressure", &["horizon_s=5"], seed).digest();
    assert_eq!(digest(1), digest(1));
    let mut all: Vec<u64> = (1..=20).map(digest).collect();
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), 20);
    let report = crate::report("buffer_pool", "automatic-vs-indirect", SHORT, 4);
    let commits = ["automatic", "indirect"].map(|side| stat(&report, side, "commits"));
    assert!((commits[0] - commits[1]).abs() < 3.0, "{commits:?}");
}
