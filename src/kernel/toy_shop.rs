//! A toy model to test the kernel with: a shop with one clerk, whose customers give up if they
//! wait too long.

use std::collections::VecDeque;

use super::*;

pub const SERIES: &[SeriesSpec] = &[
    SeriesSpec::gauge("waiting"),
    SeriesSpec::counter("served"),
    SeriesSpec::sample("wait_ns"),
];
pub const WAITING: Gauge = Gauge(0);
pub const SERVED: Counter = Counter(1);
pub const WAIT: Sample = Sample(2);
pub const GAVE_UP: u16 = 1;
const ARRIVALS: Stream = Stream::new(0, 0);
const SERVICE: Stream = Stream::new(1, 0);

#[derive(Clone, Debug)]
pub enum Event {
    Arrive,
    Leave {
        customer: u32,
    },
    GiveUp {
        customer: u32,
    },
    /// Changes nothing. Set from outside only, as the next.
    Look,
    /// Sends all that wait home.
    Alarm,
}

#[derive(Clone, Debug)]
pub struct Customer {
    id: u32,
    since: SimTime,
    patience: EventId,
}

/// Customers `0..customers` come, and then nobody.
#[derive(Clone, Debug)]
pub struct Shop {
    customers: u32,
    pub closes_after: u32,
    arrived: u32,
    is_busy: bool,
    pub line: VecDeque<Customer>,
    /// How each customer fared: 0 not yet, 1 served, 2 gave up.
    pub fates: ChunkVec<u8>,
    pub done: u32,
}

impl Shop {
    pub fn new(customers: u32) -> Shop {
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
            Event::Look => {}
            Event::Alarm => {
                for waiting in std::mem::take(&mut self.line) {
                    assert!(cx.cancel(waiting.patience));
                    self.settle(waiting.id, 2);
                    cx.note(GAVE_UP, i64::from(waiting.id));
                }
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
            Event::Look => (3, 0),
            Event::Alarm => (4, 0),
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

pub fn shop(customers: u32, seed: u64) -> Simulation<Shop> {
    Simulation::new(Shop::new(customers), seed, SERIES, Limits::default())
}
