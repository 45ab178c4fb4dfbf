//! Discrete-event simulation: knows no database word.
//!
//! A [`Model`] is a state and what each event does to it. While it handles an event it may set
//! others, now or later, draw random numbers and write down what it sees, all through a [`Cx`]. A
//! [`Simulation`] lets the events happen in order, and keeps enough to show any past state again.
//!
//! What holds:
//! - The same model, seed and limits give the same run, natively and in a browser, however it is
//!   sliced or sought. [`Simulation::digest`] tells.
//! - Events of one instant happen in the order in which they were set.
//! - A run can be forked at any instant with one event more: see [`Simulation::fork`].
//! - Every run ends: see [`Limits`] and [`Outcome`].
//! - No floats, no wall clock, no container whose order depends on anything but its content.
//!
//! # Example
//!
//! Customers come about once a minute to a clerk who takes 40 seconds for each.
//!
//! ```
//! use dirty_pages::kernel::*;
//!
//! const SERIES: &[SeriesSpec] = &[SeriesSpec::gauge("waiting"), SeriesSpec::counter("served")];
//! const WAITING: Gauge = Gauge(0);
//! const SERVED: Counter = Counter(1);
//! const ARRIVALS: Stream = Stream::new(0, 0);
//!
//! #[derive(Clone, Debug)]
//! enum Event {
//!     Arrive,
//!     Serve,
//! }
//!
//! #[derive(Clone, Default)]
//! struct Office {
//!     waiting: u32,
//! }
//!
//! impl Model for Office {
//!     type Event = Event;
//!
//!     fn start(&mut self, cx: &mut Cx<'_, Event>) {
//!         cx.after(Span::ZERO, Event::Arrive);
//!     }
//!
//!     fn handle(&mut self, event: Event, cx: &mut Cx<'_, Event>) {
//!         let clerk_starts = match event {
//!             Event::Arrive => {
//!                 let gap = cx.rng(ARRIVALS).exponential(Span::from_secs(60));
//!                 cx.after(gap, Event::Arrive);
//!                 self.waiting += 1;
//!                 self.waiting == 1
//!             }
//!             Event::Serve => {
//!                 cx.count(SERVED, 1);
//!                 self.waiting -= 1;
//!                 self.waiting > 0
//!             }
//!         };
//!         if clerk_starts {
//!             cx.after(Span::from_secs(40), Event::Serve);
//!         }
//!         cx.gauge(WAITING, i64::from(self.waiting));
//!     }
//!
//!     fn digest_event(event: &Event, into: &mut Digest) {
//!         into.u8(match event {
//!             Event::Arrive => 0,
//!             Event::Serve => 1,
//!         });
//!     }
//!
//!     fn digest(&self, into: &mut Digest) {
//!         into.u32(self.waiting);
//!     }
//! }
//!
//! let day = Limits { horizon: SimTime::from_secs(8 * 3600), ..Limits::default() };
//! let mut office = Simulation::new(Office::default(), 1, SERIES, day);
//! assert_eq!(office.run_to_end(), Outcome::Horizon);
//!
//! // What was written down, and the state itself, at noon.
//! let noon = SimTime::from_secs(4 * 3600);
//! let waiting = office.trace().series(WAITING).value_at(noon);
//! assert_eq!(i64::from(office.seek(noon).model().waiting), waiting);
//! ```

mod agenda;
mod chunk_queue;
mod chunks;
mod digest;
#[cfg(test)]
mod fork_tests;
mod keyframes;
mod model;
mod product;
mod queue;
mod record;
mod rng;
#[cfg(test)]
mod seek_tests;
mod simulation;
#[cfg(test)]
mod simulation_tests;
mod soonest;
mod state;
mod time;
#[cfg(test)]
mod toy_shop;
mod trace;

pub use agenda::Agenda;
pub use chunk_queue::ChunkQueue;
pub use chunks::ChunkVec;
pub use digest::Digest;
pub use keyframes::KEYFRAMES_MAX;
pub use model::{Cx, Model};
pub use queue::{EventId, Queue};
pub use record::{Counter, Gauge, Note, SERIES_POINTS_MAX, Sample, SeriesKind, SeriesSpec};
pub use rng::{Rng, Stream};
pub use simulation::{Budget, EVENTS_MAX, Limits, Outcome, Progress, Simulation};
pub use soonest::Soonest;
pub use state::{Core, Snapshot};
pub use time::{SimTime, Span};
pub use trace::{Series, SeriesKey, Trace};
