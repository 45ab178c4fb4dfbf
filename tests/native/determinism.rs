//! Same settings and seed: same digest, however the run was sliced or sought.

use std::rc::Rc;

use dirty_pages::kernel::{Budget, Limits, SimTime, Simulation};
use dirty_pages::params::{Values, to_settings};
use dirty_pages::scene::Run;
use dirty_pages::scene::pacing::model::Pacing;
use dirty_pages::scene::pacing::model::series::SERIES;
use dirty_pages::scene::pacing::params::PARAMS;

use crate::scene;

fn values(preset: &str, changes: &[&str]) -> Values {
    crate::values("pacing", preset, changes)
}

fn finished(preset: &str, changes: &[&str], seed: u64) -> Box<dyn Run> {
    crate::finished("pacing", preset, changes, seed)
}

/// One side of the busy preset, small enough to look at every event.
fn busy_side() -> Simulation<Pacing> {
    let values = values("busy-slow", &["rows=3000", "sessions=5"]);
    let scenario = Rc::new(to_settings(PARAMS, &values).scenario());
    Simulation::new(Pacing::new(scenario, None, 3), 3, SERIES, Limits::default())
}

#[test]
fn slices_change_nothing() {
    for preset in ["three-kinds", "small", "busy-slow"] {
        let whole = finished(preset, &["rounds=1"], 7);
        for slice in [1, 7, 1_000] {
            let mut run = scene("pacing").start(&values(preset, &["rounds=1"]), 7, &[]);
            while !run.advance(slice) {}
            assert_eq!(
                run.digest(),
                whole.digest(),
                "{preset} in slices of {slice}"
            );
            assert_eq!(run.event_count(), whole.event_count());
        }
    }
}

#[test]
fn seeking_changes_nothing_and_every_direction_agrees() {
    let run = finished("busy-slow", &["rows=2000"], 5);
    let digest = run.digest();
    let horizon = run.horizon().as_ns();
    let at = |i: u64| SimTime::from_ns(horizon / 97 * (i * 31 % 97));
    let forward: Vec<_> = (0..97).map(|i| (at(i), run.grids(at(i)))).collect();
    for (at, grids) in forward.iter().rev() {
        assert!(run.grids(*at) == *grids, "at {at}");
    }
    assert_eq!(run.digest(), digest);
}

#[test]
fn seeds_differ_and_repeat() {
    let digest = |seed| finished("small", &[], seed).digest();
    assert_eq!(digest(1), digest(1));
    let mut all: Vec<u64> = (1..=50).map(digest).collect();
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), 50);
}

#[test]
fn variants_share_their_luck_until_they_differ() {
    // Before CHECKPOINT is typed, all sides are the same run.
    let run = finished("busy-slow", &[], 11);
    let series = run.series();
    let before = |variant: &str| -> Vec<_> {
        let all = series
            .iter()
            .filter(|s| s.variant == variant && s.name == "commit_latency_ns");
        let points = all.flat_map(|s| s.points.clone());
        points
            .filter(|(at, _)| *at <= SimTime::from_secs(2))
            .collect()
    };
    assert!(before("CHECKPOINT").len() > 20);
    assert_eq!(before("CHECKPOINT"), before("CHECKPOINT 5"));
    assert_eq!(before("CHECKPOINT"), before("CHECKPOINT 30"));
}

#[test]
fn stepping_back_from_any_event_gives_what_stepping_forward_gave() {
    let mut forward = busy_side();
    let mut digests = vec![forward.digest()];
    while forward.outcome().is_none() {
        forward.advance(Budget::events(1));
        digests.push(forward.digest());
    }
    assert!(digests.len() > 500, "{} events", digests.len());
    let mut run = busy_side();
    run.run_to_end();
    for (event, digest) in digests.iter().enumerate().rev() {
        assert_eq!(
            run.seek_event(event as u64).digest(),
            *digest,
            "event {event}"
        );
    }
    assert_eq!(run.digest(), digests[digests.len() - 1]);
}
