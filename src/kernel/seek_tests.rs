//! The past of a run: every state of it can be shown again, and gone on from.

use super::toy_shop::*;
use super::*;

#[test]
fn every_past_state_can_be_sought_in_any_order() {
    for seed in 0..3 {
        let mut run = shop(400, seed);
        // Steps by one event, and notes down what a seek must give.
        let mut past = vec![(run.now(), run.digest())];
        while !run.advance(Budget::events(1)).done {
            past.push((run.now(), run.digest()));
        }
        past.push((run.now(), run.digest()));

        let trace_before = format!("{:?}", run.trace());
        let mut order: Vec<u64> = (0..past.len() as u64).collect();
        Rng::new(seed, Stream::new(9, 0)).shuffle(&mut order);
        for n in order {
            let (now, digest) = past[n as usize];
            let snapshot = run.seek_event(n);
            assert_eq!((snapshot.event_count(), snapshot.now()), (n, now));
            assert_eq!(snapshot.digest(), digest, "after {n} events");
            let next = snapshot.next_event().map(|(at, _)| at);
            assert_eq!(next, past.get(n as usize + 1).map(|entry| entry.0));
            assert_eq!(snapshot.pending_count() == 0, next.is_none());

            // By time it is the last state of the instant.
            let last = past.iter().rposition(|entry| entry.0 <= now).unwrap();
            assert_eq!(run.seek(now).digest(), past[last].1);
        }
        assert_eq!(run.seek(SimTime::MAX).digest(), run.digest());
        assert_eq!(run.seek(SimTime::MAX).event_count(), run.event_count());
        assert_eq!(
            format!("{:?}", run.trace()),
            trace_before,
            "a seek wrote something down"
        );
        assert_eq!(run.digest(), past[past.len() - 1].1);
    }
}

#[test]
fn stepping_back_undoes_stepping_forward() {
    let mut run = shop(60, 4);
    run.run_to_end();
    let mut cursor = SimTime::ZERO;
    let mut seen = vec![(cursor, run.seek(cursor).digest())];
    while let Some(next) = run.trace().next_event_time(cursor) {
        cursor = next;
        seen.push((cursor, run.seek(cursor).digest()));
    }
    assert_eq!(cursor, run.now());
    while let Some((at, digest)) = seen.pop() {
        assert_eq!((cursor, run.seek(cursor).digest()), (at, digest));
        cursor = run
            .trace()
            .previous_event_time(cursor)
            .unwrap_or(SimTime::ZERO);
    }
}

#[test]
fn the_present_can_be_sought_while_the_run_goes_on() {
    let mut run = shop(300, 2);
    let mut whole = shop(300, 2);
    whole.run_to_end();
    while !run.advance(Budget::events(37)).done {
        assert_eq!(run.seek_event(run.event_count()).digest(), run.digest());
        run.seek_event(run.event_count() / 2);
    }
    assert_eq!(run.digest(), whole.digest());
}

#[test]
#[should_panic(expected = "event 1 sought among 0 to 0")]
fn the_future_cannot_be_sought() {
    shop(10, 1).seek_event(1);
}

#[test]
fn keyframes_thin_out() {
    let mut run = shop(30_000, 1);
    let mut strides = std::collections::BTreeSet::new();
    while !run.advance(Budget::events(64)).done {
        let (stride, count) = run.keyframes_stride_and_count();
        strides.insert(stride);
        assert!(count <= KEYFRAMES_MAX as usize, "{count} keyframes");
        assert_eq!(count as u64, run.event_count() / stride + 1);
    }
    assert!(run.event_count() > 50_000);
    assert_eq!(Vec::from_iter(strides), [64, 128, 256]);
    // The first keyframe outlives every thinning, and those that are left still lead anywhere.
    assert_eq!(run.seek_event(0).digest(), shop(30_000, 1).digest());
    let mut again = shop(30_000, 1);
    for n in [1, 63, 64, 65, 16_383, 16_384, 16_385, 49_999] {
        again.advance(Budget::events(n - again.event_count()));
        assert_eq!(
            run.seek_event(n).digest(),
            again.digest(),
            "after {n} events"
        );
    }
}

#[test]
fn going_on_from_a_snapshot_is_seeking_in_any_order() {
    let mut run = shop(400, 7);
    run.run_to_end();
    let mut fork = run.fork(SimTime::from_ms(100), Event::Alarm);
    fork.run_to_end();
    let twice = fork.fork(SimTime::from_ms(200), Event::Alarm);
    for run in [run, fork, twice] {
        let mut rng = Rng::new(1, Stream::new(9, 1));
        let mut shown = run.seek(SimTime::ZERO);
        let mut cursor = 0;
        for _ in 0..2_000 {
            // Mostly forward and by little, as when it plays.
            cursor = match rng.below(20) {
                0 => rng.below(900_000_000),
                1 => cursor,
                _ => cursor + rng.below(3_000_000),
            };
            let at = SimTime::from_ns(cursor);
            let sought = run.seek(at);
            shown = run.seek_from(shown, at);
            assert_eq!(shown.digest(), sought.digest(), "at {at}");
            assert_eq!(shown.event_count(), sought.event_count());
            assert_eq!(shown.pending_count(), sought.pending_count());
        }
    }
}

#[test]
fn a_snapshot_of_another_run_is_no_way_to_this_one() {
    let [at, later] = [90, 110].map(SimTime::from_ms);
    let mut run = shop(400, 7);
    run.run_to_end();
    let mut fork = run.fork(at, Event::Alarm);
    fork.run_to_end();
    assert_ne!(run.seek(later).digest(), fork.seek(later).digest());
    for at in [at, later] {
        let sought = fork.seek(later).digest();
        assert_eq!(fork.seek_from(run.seek(at), later).digest(), sought);
    }
}

#[test]
fn few_keyframes_show_the_same_past() {
    let mut many = shop(2_000, 1);
    many.run_to_end();
    for keyframes in [2, 4, 30] {
        let limits = Limits {
            keyframes,
            ..Limits::default()
        };
        let mut few = Simulation::new(Shop::new(2_000), 1, SERIES, limits);
        while !few.advance(Budget::events(64)).done {
            let (stride, count) = few.keyframes_stride_and_count();
            assert!(count <= keyframes as usize, "{count} keyframes");
            assert_eq!(count as u64, few.event_count() / stride + 1);
        }
        assert_eq!(few.digest(), many.digest());
        for n in (0..few.event_count()).step_by(113) {
            assert_eq!(few.seek_event(n).digest(), many.seek_event(n).digest());
        }
    }
}

#[test]
#[should_panic(expected = "a limit of 3 keyframes")]
fn an_odd_number_of_keyframes_is_a_mistake() {
    let limits = Limits {
        keyframes: 3,
        ..Limits::default()
    };
    Simulation::new(Shop::new(1), 1, SERIES, limits);
}

#[test]
fn a_run_from_a_past_state_goes_the_same_way_from_any_event() {
    let mut run = shop(300, 3);
    run.run_to_end();
    for n in [0, 1, 100, 500, run.event_count()] {
        let core = run.seek_event(n).into_core();
        let mut fork = Simulation::from_core(core, SERIES, Limits::default());
        let start = fork.digest();
        fork.run_to_end();
        assert_eq!(
            (fork.digest(), fork.outcome()),
            (run.digest(), run.outcome())
        );
        assert_eq!(fork.event_count(), run.event_count());
        let own_events = fork.trace().event_times().len() as u64;
        assert_eq!(own_events, run.event_count() - n);
        assert_eq!(fork.seek_event(n).digest(), start);
        let middle = n + own_events / 2;
        assert_eq!(
            fork.seek_event(middle).digest(),
            run.seek_event(middle).digest()
        );
        assert_eq!(fork.seek(SimTime::MAX).digest(), run.digest());
    }
}
