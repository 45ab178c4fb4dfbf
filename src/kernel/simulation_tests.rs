//! Runs of a toy model: a shop with one clerk, whose customers give up if they wait too long.

use std::collections::VecDeque;

use super::*;

const SERIES: &[SeriesSpec] = &[
    SeriesSpec::gauge("waiting"),
    SeriesSpec::counter("served"),
    SeriesSpec::sample("wait_ns"),
];
const WAITING: Gauge = Gauge(0);
const SERVED: Counter = Counter(1);
const WAIT: Sample = Sample(2);
const GAVE_UP: u16 = 1;
const ARRIVALS: Stream = Stream::new(0, 0);
const SERVICE: Stream = Stream::new(1, 0);

#[derive(Clone, Debug)]
enum Event {
    Arrive,
    Leave { customer: u32 },
    GiveUp { customer: u32 },
}

#[derive(Clone, Debug)]
struct Customer {
    id: u32,
    since: SimTime,
    patience: EventId,
}

/// Customers `0..customers` come, and then nobody.
#[derive(Clone, Debug)]
struct Shop {
    customers: u32,
    closes_after: u32,
    arrived: u32,
    is_busy: bool,
    line: VecDeque<Customer>,
    /// How each customer fared: 0 not yet, 1 served, 2 gave up.
    fates: ChunkVec<u8>,
    done: u32,
}

impl Shop {
    fn new(customers: u32) -> Shop {
        Shop {
            customers,
            closes_after: u32::MAX,
            arrived: 0,
            is_busy: false,
            line: VecDeque::new(),
            fates: ChunkVec::new(customers, 0),
            done: 0,
        }
    }

    fn serve_next(&mut self, cx: &mut Cx<'_, Event>) {
        if let Some(next) = self.line.pop_front() {
            assert!(cx.cancel(next.patience));
            self.is_busy = true;
            let span = cx
                .rng(SERVICE)
                .uniform_span(Span::from_ms(1), Span::from_ms(3));
            cx.sample(WAIT, cx.now().saturating_since(next.since).as_ns() as i64);
            cx.after(span, Event::Leave { customer: next.id });
        }
    }

    fn settle(&mut self, customer: u32, fate: u8) {
        assert_eq!(
            *self.fates.get(customer),
            0,
            "customer {customer} settled twice"
        );
        self.fates.set(customer, fate);
        self.done += 1;
    }
}

impl Model for Shop {
    type Event = Event;

    fn start(&mut self, cx: &mut Cx<'_, Event>) {
        cx.gauge(WAITING, 0);
        if self.customers > 0 {
            cx.at(SimTime::ZERO, Event::Arrive);
        }
    }

    fn handle(&mut self, event: Event, cx: &mut Cx<'_, Event>) {
        match event {
            Event::Arrive => {
                let id = self.arrived;
                self.arrived += 1;
                if self.arrived < self.customers {
                    // Whole milliseconds, so that many events fall on one instant.
                    let gap = cx.rng(ARRIVALS).exponential(Span::from_ms(2)).as_ms();
                    cx.after(Span::from_ms(gap), Event::Arrive);
                }
                let patience = cx.after(Span::from_ms(6), Event::GiveUp { customer: id });
                self.line.push_back(Customer {
                    id,
                    since: cx.now(),
                    patience,
                });
                if !self.is_busy {
                    self.serve_next(cx);
                }
            }
            Event::Leave { customer } => {
                self.settle(customer, 1);
                cx.count(SERVED, 1);
                self.is_busy = false;
                self.serve_next(cx);
            }
            Event::GiveUp { customer } => {
                let index = self.line.iter().position(|waiting| waiting.id == customer);
                self.line.remove(index.expect("who gives up is in line"));
                self.settle(customer, 2);
                cx.note(GAVE_UP, i64::from(customer));
            }
        }
        cx.gauge(WAITING, self.line.len() as i64);
        if self.done >= self.closes_after {
            cx.finish();
            cx.after(Span::ZERO, Event::Arrive);
        }
    }

    fn digest_event(event: &Event, into: &mut Digest) {
        let (kind, customer) = match event {
            Event::Arrive => (0, 0),
            Event::Leave { customer } => (1, *customer),
            Event::GiveUp { customer } => (2, *customer),
        };
        into.u8(kind);
        into.u32(customer);
    }

    fn digest(&self, into: &mut Digest) {
        into.u32(self.arrived);
        into.bool(self.is_busy);
        self.line.iter().for_each(|waiting| into.u32(waiting.id));
        self.fates.iter().for_each(|fate| into.u8(*fate));
    }

    fn check(&self) {
        let in_shop = self.line.len() as u32 + u32::from(self.is_busy);
        assert_eq!(self.arrived, self.done + in_shop, "a customer was lost");
    }
}

fn shop(customers: u32, seed: u64) -> Simulation<Shop> {
    Simulation::new(Shop::new(customers), seed, SERIES, Limits::default())
}

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
        assert!(count <= KEYFRAMES_MAX, "{count} keyframes");
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
fn a_fork_goes_the_same_way_from_any_event() {
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

#[test]
fn a_finished_run_drops_what_was_still_to_come() {
    let model = Shop {
        closes_after: 20,
        ..Shop::new(300)
    };
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
