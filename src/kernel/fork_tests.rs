//! Forks: runs that share their past with another and then go their own way.

use super::toy_shop::*;
use super::*;

fn ended(customers: u32, seed: u64) -> Simulation<Shop> {
    let mut run = shop(customers, seed);
    run.run_to_end();
    run
}

fn model_digest(model: &Shop) -> u64 {
    let mut digest = Digest::new();
    model.digest(&mut digest);
    digest.value()
}

/// Every past state of the run, as far as it has come.
fn past(run: &Simulation<Shop>) -> Vec<(SimTime, u64, u64)> {
    let all = 0..=run.event_count();
    all.map(|n| {
        let then = run.seek_event(n);
        (then.now(), then.digest(), then.pending_count())
    })
    .collect()
}

/// Takes the run along one event at a time, and finds the same states when it is sought.
fn assert_seeks_itself(mut run: Simulation<Shop>) {
    let mut seen = vec![(run.event_count(), run.digest())];
    while run.outcome().is_none() {
        run.advance(Budget::events(1));
        seen.push((run.event_count(), run.digest()));
    }
    for (event_count, digest) in seen.iter().rev() {
        assert_eq!(run.seek_event(*event_count).digest(), *digest);
    }
}

#[test]
fn an_event_that_changes_nothing_changes_nothing() {
    let run = ended(300, 3);
    for at in [0, 17, 60, 200].map(SimTime::from_ms) {
        let mut fork = run.fork(at, Event::Look);
        assert_eq!(fork.run_to_end(), Outcome::Drained);
        assert_eq!(fork.event_count(), run.event_count() + 1);
        assert_ne!(fork.digest(), run.digest(), "the event itself counts");
        assert_eq!(model_digest(fork.model()), model_digest(run.model()));
        let series = |run: &Simulation<Shop>| -> Vec<_> {
            let all = run
                .trace()
                .all_series()
                .map(|series| series.points().to_vec());
            all.collect()
        };
        assert_eq!(series(&fork), series(&run));
        assert_eq!(fork.trace().notes(), run.trace().notes());
        let mut times = run.trace().event_times().to_vec();
        times.insert(times.partition_point(|time| *time <= at), at);
        assert_eq!(fork.trace().event_times(), times);
    }
}

#[test]
fn a_fork_is_the_run_in_which_the_event_was_set_at_that_moment() {
    let run = ended(150, 5);
    let mut times = run.trace().event_times().to_vec();
    times.dedup();
    for at in times {
        let mut fork = run.fork(at, Event::Alarm);
        fork.run_to_end();

        let mut fresh = shop(150, 5);
        let is_due = |run: &Simulation<Shop>| {
            let next = run
                .seek_event(run.event_count())
                .next_event()
                .map(|next| next.0);
            next.is_some_and(|next| next <= at)
        };
        while is_due(&fresh) {
            fresh.advance(Budget::events(1));
        }
        let before = fresh.event_count();
        let mut core = fresh.seek_event(before).into_core();
        core.queue.push(at, Event::Alarm);
        let mut stepped = Simulation::from_core(core, SERIES, Limits::default());
        stepped.run_to_end();
        assert_eq!(fork.digest(), stepped.digest(), "at {at}");
        assert_eq!(fork.event_count(), stepped.event_count());
        assert_eq!(fork.outcome(), stepped.outcome());
        for event_count in before..=fork.event_count() {
            let (a, b) = (
                fork.seek_event(event_count),
                stepped.seek_event(event_count),
            );
            assert_eq!(
                (a.digest(), a.pending_count()),
                (b.digest(), b.pending_count())
            );
        }
        let own = |series: Series<'_>| series.between(at + Span::from_ns(1), SimTime::MAX).len();
        let (a, b) = (fork.trace().series(WAIT), stepped.trace().series(WAIT));
        assert_eq!(own(a), own(b));
        assert_eq!(
            fork.trace().series(SERVED).last().map_or(0, |last| last.1),
            {
                let served = fork.model().fates.iter().filter(|fate| **fate == 1);
                served.count() as i64
            }
        );
    }
}

#[test]
fn the_past_comes_along_and_the_original_stays() {
    let run = ended(400, 2);
    let (digest, trace) = (run.digest(), format!("{:?}", run.trace()));
    let states = past(&run);
    for at in [0, 90, 300, 10_000].map(SimTime::from_ms) {
        let mut fork = run.fork(at, Event::Alarm);
        let shared = fork.event_count();
        let cut = run
            .trace()
            .event_times()
            .partition_point(|time| *time <= at);
        assert_eq!((shared, fork.outcome()), (cut as u64, None));
        assert_eq!(fork.trace().series(WAITING).last().map(|last| last.1), {
            Some(fork.model().line.len() as i64)
        });
        fork.run_to_end();
        // All states up to the fork, in an order that mixes the two sides of it.
        let mut order: Vec<u64> = (0..shared).collect();
        Rng::new(1, Stream::new(0, 0)).shuffle(&mut order);
        for n in order {
            let then = fork.seek_event(n);
            let is = (then.now(), then.digest(), then.pending_count());
            assert_eq!(is, states[n as usize], "after {n} events");
            let later = fork.seek_event(fork.event_count() - n.min(fork.event_count() - shared));
            assert!(later.event_count() >= shared);
        }
        let next = fork.seek_event(shared);
        assert!(matches!(next.next_event(), Some((_, _))));
        assert_eq!(next.digest(), states[shared as usize].1);
        for series in [0, 1, 2] {
            let to = at + Span::from_ns(0);
            let early = run
                .trace()
                .series(series)
                .between(SimTime::ZERO, to)
                .to_vec();
            assert_eq!(
                fork.trace().series(series).between(SimTime::ZERO, to),
                early
            );
        }
        assert_seeks_itself(run.fork(at, Event::Alarm));
    }
    assert_eq!(
        (run.digest(), format!("{:?}", run.trace())),
        (digest, trace)
    );
    assert_eq!(past(&run), states);
}

#[test]
fn it_makes_no_difference_how_far_the_original_is_and_how_the_fork_is_sliced() {
    let whole = ended(200, 8);
    for at in [0, 40, 150].map(SimTime::from_ms) {
        let mut fork = whole.fork(at, Event::Alarm);
        fork.run_to_end();
        for events in [0, 1, 64, 65, 200] {
            let mut run = shop(200, 8);
            run.advance(Budget::events(events));
            let mut other = run.fork(at, Event::Alarm);
            while !other.advance(Budget::events(7)).done {}
            assert_eq!(run.event_count(), events, "the original went on");
            assert_eq!(other.digest(), fork.digest());
            assert_eq!(other.outcome(), fork.outcome());
            let traces = [other.trace(), fork.trace()].map(|trace| format!("{trace:?}"));
            assert_eq!(traces[0], traces[1]);
            assert_eq!(past(&other), past(&fork));
        }
    }
}

#[test]
fn forks_of_forks_keep_the_events_of_both() {
    let run = ended(300, 4);
    let [first, second, before] = [100, 250, 50].map(SimTime::from_ms);
    let mut fork = run.fork(first, Event::Alarm);
    fork.run_to_end();
    let mut twice = fork.fork(second, Event::Alarm);
    let shared = twice.event_count() as usize;
    assert_eq!(past(&twice)[..shared], past(&fork)[..shared]);
    twice.run_to_end();
    assert_ne!(twice.digest(), fork.digest());
    assert_seeks_itself(fork.fork(second, Event::Alarm));
    for at in (0..400)
        .step_by(7)
        .map(SimTime::from_ms)
        .filter(|at| *at < second)
    {
        assert_eq!(twice.seek(at).digest(), fork.seek(at).digest());
    }
    // Before the first fork the two runs are one, so the alarm of the first is forgotten.
    let mut early = fork.fork(before, Event::Alarm);
    let mut same = run.fork(before, Event::Alarm);
    assert_eq!(early.run_to_end(), same.run_to_end());
    assert_eq!(early.digest(), same.digest());
    // The same if nothing at all happens between the two instants.
    let last = run.trace().previous_event_time(first).unwrap();
    let late = run.fork(last + Span::from_ns(2), Event::Alarm);
    let mut between = late.fork(last + Span::from_ns(1), Event::Look);
    let mut same = run.fork(last + Span::from_ns(1), Event::Look);
    between.run_to_end();
    same.run_to_end();
    assert_eq!(between.digest(), same.digest());
    assert_eq!(past(&between), past(&same));
    // Two at one instant happen in the order in which they were set, also before the first has.
    let mut both = run.fork(first, Event::Look).fork(first, Event::Alarm);
    assert_eq!(both.event_count(), run.seek(first).event_count() + 1);
    both.run_to_end();
    let count = both
        .trace()
        .event_times()
        .iter()
        .filter(|at| **at == first)
        .count();
    let of_run = run
        .trace()
        .event_times()
        .iter()
        .filter(|at| **at == first)
        .count();
    assert_eq!(count, of_run + 2);
    assert_eq!(model_digest(both.model()), model_digest(fork.model()));
}

#[test]
fn a_finished_run_goes_on_with_the_event_alone_and_limits_stand() {
    let mut model = Shop::new(300);
    model.closes_after = 20;
    let mut run = Simulation::new(model, 1, SERIES, Limits::default());
    run.run_to_end();
    let mut fork = run.fork(SimTime::from_secs(9), Event::Look);
    assert_eq!(fork.seek_event(fork.event_count()).pending_count(), 1);
    assert_eq!(fork.outcome(), None);
    fork.run_to_end();
    assert_eq!(fork.event_count(), run.event_count() + 1);
    assert_eq!(fork.now(), SimTime::from_secs(9));
    assert_eq!(fork.outcome(), Some(Outcome::Finished));
    assert_eq!(fork.seek(SimTime::MAX).digest(), fork.digest());

    let limits = Limits {
        events: 50,
        ..Limits::default()
    };
    let mut run = Simulation::new(Shop::new(300), 1, SERIES, limits);
    run.run_to_end();
    let late = run.fork(SimTime::MAX, Event::Alarm);
    assert_eq!(late.outcome(), Some(Outcome::EventLimit));
    let mut early = run.fork(SimTime::from_ms(20), Event::Alarm);
    assert_eq!(early.outcome(), None);
    assert_eq!(early.run_to_end(), Outcome::EventLimit);
    assert_eq!(early.event_count(), 50);
}
