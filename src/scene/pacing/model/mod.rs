//! One checkpoint under one request: parts wired to events.

mod io;
pub mod series;
mod sessions;

use std::rc::Rc;

use self::series::{
    DIRTY_PAGES, IO_TARGET, OUTSTANDING_PAGES, WRITE_IOS, WRITE_LATENCY, WRITTEN_BYTES, stream,
};
use super::scenario::{SYSTEM_STRETCHES_MAX, Scenario};
use crate::engine::dirty::PageSet;
use crate::engine::disk::{Disk, IoKind, Place};
use crate::engine::file::system_stretches;
use crate::engine::gather::gather;
use crate::engine::log::{CHECKPOINT_RECORD_BYTES, Log};
use crate::engine::pacing::Pacer;
use crate::engine::page::PageId;
use crate::engine::sweep::Sweep;
use crate::engine::throttle::{STEP, TARGET_MAX, Throttle};
use crate::engine::workload::SessionState;
use crate::kernel::{Cx, Digest, Model, Rng, SimTime, Span, Stream};
use crate::units::{Bytes, Lsn, PAGE_BYTES};

/// Where the boot page lies: page 9 of the file, before everything that is shown.
const BOOT_ADDRESS: u64 = 9 * PAGE_BYTES;
/// Where the shown part of the data file starts.
const DATA_ADDRESS: u64 = 1 << 20;

/// Something that happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// CHECKPOINT is typed.
    Checkpoint,
    /// The access of a place in the device is done.
    Accessed(Place),
    /// The transfer of a place in the device is done.
    Moved(Place),
    /// The checkpoint, at its target, looks again.
    Step,
    /// The goal's schedule allows the next write.
    Due,
    /// A session has thought enough.
    Wake(u32),
    /// The run has shown what follows the checkpoint.
    End,
}

/// What an I/O is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    Log,
    Pages { first: PageId, pages: u32 },
    BootPage,
    SessionRead(u32),
}

/// Where the checkpoint stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Not typed yet.
    Before,
    /// Waiting for the flush of its begin record.
    BeginRecord(Lsn),
    /// Writing pages.
    Writing,
    /// Met a page whose log is not durable: waiting for the flush (WAL rule).
    Hardening(Lsn),
    /// Waiting for the flush of its end record.
    EndRecord(Lsn),
    /// Writing the boot page, which points to it.
    BootPage,
    /// Done.
    Done(SimTime),
}

/// One run: a server with dirty pages, its sessions, and one CHECKPOINT.
#[derive(Clone)]
pub struct Pacing {
    scenario: Rc<Scenario>,
    goal: Option<Span>,
    pages: PageSet,
    sweep: Sweep,
    disk: Disk<Purpose>,
    log: Log,
    throttle: Throttle,
    pacer: Option<Pacer>,
    phase: Phase,
    sessions: Vec<SessionState>,
    outstanding_writes: u32,
    outstanding_pages: u32,
    /// When each session began what it is at: its transaction.
    transaction_began: Vec<SimTime>,
    /// A wake-up of the checkpoint (step or due) is already scheduled.
    will_look: bool,
    owed_at_begin: u32,
}

impl Pacing {
    /// A server about to see one CHECKPOINT, with a duration goal or none.
    #[must_use]
    pub fn new(scenario: Rc<Scenario>, goal: Option<Span>, seed: u64) -> Self {
        let pages = scenario.file.pages();
        let mut rng = Rng::new(seed, Stream::new(stream::BUFFER_ORDER, 0));
        let sweep = Sweep::new(pages, scenario.order, |extents| rng.shuffle(extents));
        Self {
            goal,
            pages: PageSet::new(pages),
            sweep,
            disk: Disk::new(scenario.device),
            log: Log::default(),
            throttle: Throttle::new(scenario.threshold, scenario.io_target_start),
            pacer: None,
            phase: Phase::Before,
            sessions: vec![SessionState::Thinking; scenario.workload.sessions as usize],
            outstanding_writes: 0,
            outstanding_pages: 0,
            transaction_began: vec![SimTime::ZERO; scenario.workload.sessions as usize],
            will_look: false,
            owed_at_begin: 0,
            scenario,
        }
    }

    /// The pages.
    #[must_use]
    pub fn pages(&self) -> &PageSet {
        &self.pages
    }

    /// Where the checkpoint stands.
    #[must_use]
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Pages that were dirty when the checkpoint began.
    #[must_use]
    pub fn owed_at_begin(&self) -> u32 {
        self.owed_at_begin
    }

    /// Page writes handed over and not done.
    #[must_use]
    pub fn outstanding_writes(&self) -> u32 {
        self.outstanding_writes
    }

    /// From the start of the run to the CHECKPOINT.
    #[must_use]
    pub fn lead_in(&self) -> Span {
        self.scenario.lead_in
    }

    /// Sessions that share the device.
    #[must_use]
    pub fn sessions(&self) -> u32 {
        self.scenario.workload.sessions
    }

    /// The default throttle's threshold.
    #[must_use]
    pub fn threshold_ms(&self) -> f64 {
        self.scenario.threshold.as_ms() as f64
    }

    /// The UPDATE that came before: its pages are dirty and its log is durable.
    fn dirty_pages(&mut self, cx: &mut Cx<'_, Event>) {
        let scenario = Rc::clone(&self.scenario);
        let lsn = self.log.append(Bytes(512));
        self.log.want(lsn);
        if self.log.next_flush().is_some() {
            self.pages.harden(self.log.flush_done());
        }
        for (first, count) in scenario.file.leaf_stretches(scenario.leaves_changed) {
            self.pages.change_durably(first, count);
        }
        let rng = cx.rng(Stream::new(stream::PLACEMENT, 0));
        let stretches = 1 + small_below(rng, SYSTEM_STRETCHES_MAX);
        let among = scenario.file.system_pages();
        let placed = system_stretches(scenario.other_pages, stretches, among, |n| {
            small_below(rng, n)
        });
        for stretch in placed {
            self.pages.change_durably(stretch.first, stretch.len);
        }
    }

    fn begin(&mut self, cx: &mut Cx<'_, Event>) {
        self.owed_at_begin = self.pages.owe_all_dirty();
        self.pacer = self
            .goal
            .map(|g| Pacer::new(cx.now(), g, u64::from(self.owed_at_begin)));
        self.sweep.restart();
        let lsn = self.log.append(CHECKPOINT_RECORD_BYTES);
        self.log.want(lsn);
        self.phase = Phase::BeginRecord(lsn);
        self.flush_log(cx);
    }

    /// Hands over page writes until the schedule, the target or the log says wait.
    fn write_pages(&mut self, cx: &mut Cx<'_, Event>) {
        while self.phase == Phase::Writing && !self.will_look {
            while self.sweep.current().is_some_and(|p| !self.pages.is_owed(p)) {
                self.sweep.advance();
            }
            let Some(met) = self.sweep.current() else {
                if self.outstanding_writes == 0 {
                    self.end(cx);
                }
                return;
            };
            if let Some(pacer) = self.pacer.as_ref().filter(|p| !p.is_on_schedule(cx.now())) {
                return self.look_later(pacer.next_due() - cx.now(), Event::Due, cx);
            }
            if self.outstanding_pages >= self.outstanding_max() {
                return self.look_later(STEP, Event::Step, cx);
            }
            if !self.pages.is_hardened(met) {
                let lsn = self.log.appended_lsn();
                self.log.want(lsn);
                self.pages.latch(met);
                self.phase = Phase::Hardening(lsn);
                return self.flush_log(cx);
            }
            self.write_from(met, cx);
        }
    }

    /// Outstanding pages at which the checkpoint waits: the throttle's target, or, with a goal, the
    /// largest target that was ever seen (assumption: a goal does not look at latency).
    fn outstanding_max(&self) -> u32 {
        if self.goal.is_some() {
            TARGET_MAX
        } else {
            self.throttle.target()
        }
    }

    fn look_later(&mut self, wait: Span, event: Event, cx: &mut Cx<'_, Event>) {
        if !std::mem::replace(&mut self.will_look, true) {
            cx.after(wait, event);
        }
    }

    fn write_from(&mut self, met: PageId, cx: &mut Cx<'_, Event>) {
        let (first, len) = gather(met, self.pages.len(), self.scenario.cap, |p| {
            self.pages.is_writable(p)
        });
        let owed = u64::from(self.pages.begin_write(first, len));
        if let Some(pacer) = &mut self.pacer {
            pacer.handed_over(owed);
        }
        self.outstanding_writes += 1;
        self.outstanding_pages += len;
        cx.gauge(OUTSTANDING_PAGES, i64::from(self.outstanding_pages));
        self.submit(
            Purpose::Pages { first, pages: len },
            IoKind::Write,
            DATA_ADDRESS + u64::from(first.0) * PAGE_BYTES,
            u64::from(len) * PAGE_BYTES,
            cx,
        );
    }

    fn pages_written(&mut self, first: PageId, len: u32, latency: Span, cx: &mut Cx<'_, Event>) {
        self.pages.end_write(first, len);
        self.outstanding_writes -= 1;
        self.outstanding_pages -= len;
        self.throttle.complete(latency);
        cx.gauge(DIRTY_PAGES, i64::from(self.pages.dirty_count()));
        cx.gauge(OUTSTANDING_PAGES, i64::from(self.outstanding_pages));
        cx.count(WRITTEN_BYTES, u64::from(len) * PAGE_BYTES);
        cx.count(WRITE_IOS, 1);
        cx.sample(WRITE_LATENCY, latency.as_ns() as i64);
        self.unlatch(first, len, cx);
        self.write_pages(cx);
    }

    fn end(&mut self, cx: &mut Cx<'_, Event>) {
        let lsn = self.log.append(CHECKPOINT_RECORD_BYTES);
        self.log.want(lsn);
        self.phase = Phase::EndRecord(lsn);
        self.flush_log(cx);
    }

    fn done(&mut self, cx: &mut Cx<'_, Event>) {
        self.phase = Phase::Done(cx.now());
        if self.scenario.tail.is_zero() {
            cx.finish();
        } else {
            cx.after(self.scenario.tail, Event::End);
        }
    }

    fn log_flushed(&mut self, cx: &mut Cx<'_, Event>) {
        let flushed = self.log.flush_done();
        self.pages.harden(flushed);
        self.acknowledge(cx);
        match self.phase {
            Phase::BeginRecord(lsn) | Phase::Hardening(lsn) if self.log.is_durable(lsn) => {
                self.phase = Phase::Writing;
                self.write_pages(cx);
            }
            Phase::EndRecord(lsn) if self.log.is_durable(lsn) => {
                self.phase = Phase::BootPage;
                self.submit(
                    Purpose::BootPage,
                    IoKind::Write,
                    BOOT_ADDRESS,
                    PAGE_BYTES,
                    cx,
                );
            }
            _ => {}
        }
        self.flush_log(cx);
    }
}

fn small_below(rng: &mut Rng, n: u32) -> u32 {
    u32::try_from(rng.below(u64::from(n))).unwrap_or(0)
}

impl Model for Pacing {
    type Event = Event;

    fn start(&mut self, cx: &mut Cx<'_, Event>) {
        self.dirty_pages(cx);
        cx.gauge(DIRTY_PAGES, i64::from(self.pages.dirty_count()));
        cx.gauge(IO_TARGET, i64::from(self.outstanding_max()));
        for session in 0..self.scenario.workload.sessions {
            self.think(session, cx);
        }
        cx.after(self.scenario.lead_in, Event::Checkpoint);
    }

    fn handle(&mut self, event: Event, cx: &mut Cx<'_, Event>) {
        match event {
            Event::Checkpoint => self.begin(cx),
            Event::Accessed(place) => {
                if let Some((place, span)) = self.disk.accessed(place) {
                    cx.after(span, Event::Moved(place));
                }
            }
            Event::Moved(place) => self.io_done(place, cx),
            Event::Step | Event::Due => {
                self.will_look = false;
                if event == Event::Step && self.goal.is_none() {
                    self.throttle.adjust();
                    cx.gauge(IO_TARGET, i64::from(self.throttle.target()));
                }
                self.write_pages(cx);
            }
            Event::Wake(session) => self.wake(session, cx),
            Event::End => cx.finish(),
        }
    }

    fn digest_event(event: &Event, into: &mut Digest) {
        let (code, value) = match event {
            Event::Checkpoint => (0, 0),
            Event::Accessed(place) => (1, place.0),
            Event::Moved(place) => (2, place.0),
            Event::Step => (3, 0),
            Event::Due => (4, 0),
            Event::Wake(session) => (5, *session),
            Event::End => (6, 0),
        };
        into.u8(code);
        into.u32(value);
    }

    fn digest(&self, into: &mut Digest) {
        self.pages.digest(into);
        self.disk.digest(into);
        self.log.digest(into);
        self.throttle.digest(into);
        if let Some(pacer) = &self.pacer {
            pacer.digest(into);
        }
        self.sessions.iter().for_each(|s| s.digest(into));
        into.u32(self.sweep.position());
        into.u32(self.outstanding_writes);
        into.u32(self.outstanding_pages);
        into.u8(u8::from(self.will_look));
    }

    fn check(&self) {
        super::check::check(self);
    }
}
