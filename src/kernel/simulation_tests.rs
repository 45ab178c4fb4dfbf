//! How runs go and end: slices, limits, outcomes and the record.

use super::toy_shop::*;
use super::*;

fn limited(limits: Limits) -> Simulation<Shop> {
    let mut run = Simulation::new(Shop::new(300), 1, SERIES, limits);
    run.run_to_end();
    run
}

#[test]
fn slices_change_nothing() {
    for seed in 0..5 {
        let mut whole = shop(700, seed);
        whole.run_to_end();
        for slice in [1, 7, 1000] {
            let mut sliced = shop(700, seed);
            let mut events = 0;
            loop {
                let progress = sliced.advance(Budget::events(slice));
                events += progress.events;
                if progress.done {
                    break;
                }
                assert_eq!(progress.events, slice);
                assert_eq!(sliced.advance(Budget::events(0)).events, 0);
            }
            assert_eq!(events, whole.event_count());
            assert_eq!(sliced.digest(), whole.digest());
            assert_eq!(sliced.outcome(), whole.outcome());
            assert_eq!(
                format!("{:?}", sliced.trace()),
                format!("{:?}", whole.trace())
            );
            assert_eq!(
                sliced.keyframes_stride_and_count(),
                whole.keyframes_stride_and_count()
            );
        }
    }
}

#[test]
fn seeds_make_a_difference_and_nothing_else_does() {
    let digest = |seed| {
        let mut run = shop(50, seed);
        run.run_to_end();
        run.digest()
    };
    assert_eq!(digest(1), digest(1));
    assert_ne!(digest(1), digest(2));
}

/// Fixes the whole kernel at once: this must be the same on every machine and in every version.
#[test]
fn known_run() {
    let mut run = shop(500, 1);
    assert_eq!(run.run_to_end(), Outcome::Drained);
    assert_eq!((run.event_count(), run.digest()), KNOWN_RUN);
}

const KNOWN_RUN: (u64, u64) = (1_000, 11_647_393_089_551_513_955);

#[test]
fn a_finished_run_drops_what_was_still_to_come() {
    let mut model = Shop::new(300);
    model.closes_after = 20;
    let mut run = Simulation::new(model, 1, SERIES, Limits::default());
    assert_eq!(run.run_to_end(), Outcome::Finished);
    assert_eq!(run.model().done, 20);
    assert_eq!(run.seek_event(run.event_count()).pending_count(), 0);
    assert_eq!(
        run.advance(Budget::events(9)),
        Progress {
            events: 0,
            done: true
        }
    );
    let core = run.seek_event(run.event_count()).into_core();
    let fork = Simulation::from_core(core, SERIES, Limits::default());
    assert_eq!(fork.outcome(), Some(Outcome::Finished));
}

#[test]
fn limits_end_a_run() {
    let whole = limited(Limits::default());
    assert_eq!(whole.outcome(), Some(Outcome::Drained));
    let empty = shop(0, 1);
    assert_eq!(
        (empty.outcome(), empty.event_count()),
        (Some(Outcome::Drained), 0)
    );

    // The event on the horizon still happens, the one after it does not.
    let horizon = SimTime::from_ms(100);
    let run = limited(Limits {
        horizon,
        ..Limits::default()
    });
    assert_eq!(run.outcome(), Some(Outcome::Horizon));
    assert_eq!(run.digest(), whole.seek(horizon).digest());
    let horizon = whole.trace().event_times()[40];
    let run = limited(Limits {
        horizon,
        ..Limits::default()
    });
    assert_eq!(
        (run.now(), run.outcome()),
        (horizon, Some(Outcome::Horizon))
    );
    let run = limited(Limits {
        horizon: whole.now(),
        ..Limits::default()
    });
    assert_eq!(run.outcome(), Some(Outcome::Drained));

    let run = limited(Limits {
        events: 33,
        ..Limits::default()
    });
    assert_eq!(
        (run.event_count(), run.outcome()),
        (33, Some(Outcome::EventLimit))
    );
    assert_eq!(run.digest(), whole.seek_event(33).digest());
    let run = limited(Limits {
        events: whole.event_count(),
        ..Limits::default()
    });
    assert_eq!(
        run.outcome(),
        Some(Outcome::Drained),
        "the limit was not in the way"
    );
}

#[test]
fn the_record_says_what_the_model_did() {
    let mut run = shop(400, 6);
    run.run_to_end();
    let trace = run.trace();
    let fates = |fate| run.model().fates.iter().filter(|f| **f == fate).count();
    assert_eq!(trace.series(SERVED).value_at(run.now()), fates(1) as i64);
    assert_eq!(trace.series(WAIT).points().len(), fates(1));
    assert_eq!(trace.notes().len(), fates(2));
    assert!(
        fates(1) > 0 && fates(2) > 0,
        "the model does not exercise both ways out"
    );
    assert!(
        trace
            .notes()
            .iter()
            .all(|note| note.code == GAVE_UP && note.at <= run.now())
    );
    assert_eq!(trace.event_times().len() as u64, run.event_count());
    assert!(trace.event_times().is_sorted());
    for at in trace.event_times() {
        let waiting = run.seek(*at).model().line.len() as i64;
        assert_eq!(trace.series(WAITING).value_at(*at), waiting, "at {at}");
    }
}

/// Samples without end, a thousand an event.
#[derive(Clone)]
struct Chatter;

impl Model for Chatter {
    type Event = ();

    fn start(&mut self, cx: &mut Cx<'_, ()>) {
        cx.after(Span::ZERO, ());
    }

    fn handle(&mut self, (): (), cx: &mut Cx<'_, ()>) {
        (0..1_000).for_each(|value| cx.sample(WAIT, value));
        cx.after(Span::from_ns(1), ());
    }

    fn digest_event((): &(), _into: &mut Digest) {}

    fn digest(&self, _into: &mut Digest) {}
}

#[test]
fn too_many_points_end_a_run() {
    let mut run = Simulation::new(Chatter, 1, SERIES, Limits::default());
    assert_eq!(run.run_to_end(), Outcome::PointsLimit);
    assert_eq!(run.trace().series(WAIT).points().len(), SERIES_POINTS_MAX);
    assert_eq!(run.event_count(), SERIES_POINTS_MAX as u64 / 1_000 + 1);
}

/// Sets an event in the past.
#[derive(Clone)]
struct Backward;

impl Model for Backward {
    type Event = ();

    fn start(&mut self, cx: &mut Cx<'_, ()>) {
        cx.after(Span::from_ns(5), ());
    }

    fn handle(&mut self, (): (), cx: &mut Cx<'_, ()>) {
        cx.at(SimTime::from_ns(4), ());
    }

    fn digest_event((): &(), _into: &mut Digest) {}

    fn digest(&self, _into: &mut Digest) {}
}

#[test]
#[should_panic(expected = "an event set for 4 ns at 5 ns")]
fn nothing_is_set_for_the_past() {
    Simulation::new(Backward, 1, SERIES, Limits::default()).run_to_end();
}
