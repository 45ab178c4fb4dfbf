//! One server under load: pool, log, device and the writers, wired to events.

mod backup;
mod checkpoint;
mod io;
pub mod series;
mod totals;
mod transactions;
mod writers;

use std::collections::VecDeque;
use std::rc::Rc;

use self::backup::Backup;
pub use self::checkpoint::Trigger;
use self::checkpoint::{Checkpoint, Request};
use self::series::note;
pub use self::totals::Totals;
use self::transactions::Transaction;
pub use self::writers::Writer;
use self::writers::{Background, Group};
use super::command::Command;
use super::scenario::Scenario;
use crate::engine::disk::{Disk, Place};
use crate::engine::frame::{FrameId, Tick};
use crate::engine::log::{Log, ROW_RECORD_BYTES};
use crate::engine::page::PageId;
use crate::engine::pool::Pool;
use crate::engine::recovery::Record;
use crate::engine::redo::{DirtyBound, redo_time};
use crate::engine::throttle::Throttle;
use crate::kernel::{Cx, Digest, Model, SimTime, Span};
use crate::units::{Bytes, Lsn};

/// Something that happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A transaction comes.
    Arrive,
    /// The access of a place in the device is done.
    Accessed(Place),
    /// The transfer of a place in the device is done.
    Moved(Place),
    /// The checkpoint of this number looks again.
    LookCheckpoint(u32),
    /// The background writer looks at its list.
    LookBackground,
    /// The lazy writer looks at the free list.
    LookLazy,
    /// Something is typed.
    Typed(Command),
    /// The end of the run.
    End,
}

/// What an I/O is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    Log,
    Pages(Group),
    BootPage,
    PageRead(FrameId),
    BackupRead,
}

/// One side's server.
#[derive(Clone)]
pub struct BufferPool {
    scenario: Rc<Scenario>,
    pool: Pool,
    log: Log,
    disk: Disk<Purpose>,
    target: Span,
    transactions: Vec<Option<Transaction>>,
    /// Transactions that came when all workers were busy.
    backlog: VecDeque<transactions::Plan>,
    /// Commits in the order of their LSN.
    committing: VecDeque<u32>,
    /// Transactions that wait for a free frame.
    starving: VecDeque<u32>,
    /// How many transactions wait for a page that is being written.
    latched: u32,
    /// Latched for a write whose log is not durable yet.
    hardening: Vec<Group>,
    checkpoint: Option<Checkpoint>,
    requests: VecDeque<Request>,
    checkpoint_number: u32,
    records_since: u64,
    truncated: Lsn,
    /// A log that is 70 % used asks for no checkpoint before this.
    log_quiet_until: Lsn,
    background: Background,
    /// Frames that are freed when their write is done.
    freeing: u32,
    backup: Option<Backup>,
    backups_waiting: u32,
    began_transactions: u32,
    totals: Totals,
    journal: Vec<Record>,
}

impl BufferPool {
    /// A server at time zero.
    #[must_use]
    pub fn new(scenario: Rc<Scenario>) -> Self {
        let pool = Pool::new(scenario.frames, scenario.file_pages, scenario.resident);
        let mut log = Log::default();
        // LSN 0 is left out: it stands for "never".
        log.append_durably(Bytes(1));
        Self {
            pool,
            disk: Disk::new(scenario.device),
            target: scenario.target,
            transactions: Vec::new(),
            backlog: VecDeque::new(),
            committing: VecDeque::new(),
            starving: VecDeque::new(),
            latched: 0,
            hardening: Vec::new(),
            checkpoint: None,
            requests: VecDeque::new(),
            checkpoint_number: 0,
            records_since: 0,
            truncated: log.flushed_lsn(),
            log_quiet_until: Lsn::ZERO,
            background: Background::new(Throttle::new(scenario.threshold, IO_TARGET_START)),
            freeing: 0,
            backup: None,
            backups_waiting: 0,
            began_transactions: 0,
            totals: Totals::default(),
            journal: Vec::new(),
            log,
            scenario,
        }
    }

    /// The pool.
    #[must_use]
    pub fn pool(&self) -> &Pool {
        &self.pool
    }

    /// The log.
    #[must_use]
    pub fn log(&self) -> &Log {
        &self.log
    }

    /// The settings of this side.
    #[must_use]
    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// Counts of the run so far.
    #[must_use]
    pub fn totals(&self) -> &Totals {
        &self.totals
    }

    /// What was logged, if the scenario keeps it.
    #[must_use]
    pub fn journal(&self) -> &[Record] {
        &self.journal
    }

    /// TARGET_RECOVERY_TIME now.
    #[must_use]
    pub fn target(&self) -> Span {
        self.target
    }

    /// Is a backup under way or waiting?
    #[must_use]
    pub fn is_backing_up(&self) -> bool {
        self.backup.is_some() || self.backups_waiting > 0
    }

    /// The bound on dirty pages; none without a target.
    #[must_use]
    pub fn bound(&self) -> Option<DirtyBound> {
        let page_cost = self.scenario.page_cost;
        (!self.target.is_zero()).then(|| DirtyBound::new(self.target, page_cost))
    }

    /// The oldest record that a full recovery needs: the least recovery LSN of the dirty pages, or
    /// the begin of the oldest open transaction, whichever is less (the ARIES form; facts:
    /// section 1.5).
    #[must_use]
    pub fn min_lsn(&self) -> Lsn {
        let oldest = self.pool.oldest_recovery_lsn();
        let began = self
            .transactions
            .iter()
            .flatten()
            .filter_map(|t| t.began_lsn);
        let least = began.chain(oldest).min();
        least.unwrap_or(self.log.appended_lsn())
    }

    /// Log that redo would read.
    #[must_use]
    pub fn log_since_min(&self) -> Bytes {
        self.log.appended_lsn() - self.min_lsn()
    }

    /// How long redo would take here and now.
    #[must_use]
    pub fn redo_estimate(&self) -> Span {
        let pages = self.pool.dirty_count();
        redo_time(self.scenario.device, self.log_since_min(), pages)
    }

    fn tick(cx: &Cx<'_, Event>) -> Tick {
        Tick::at(cx.now())
    }

    /// The UPDATE that came before: its pages are dirty and its log is durable.
    fn update_before(&mut self) {
        if self.scenario.update_pages == 0 {
            return;
        }
        let bytes = ROW_RECORD_BYTES.times(u64::from(self.scenario.load.rows_per_page));
        let log = &mut self.log;
        let pages = self.scenario.update_pages;
        let changed = self.pool.change(PageId(0), pages, Tick(1), || {
            let from = log.appended_lsn();
            log.append_durably(bytes);
            (from, log.appended_lsn())
        });
        assert_eq!(changed, pages, "the pages of the UPDATE are in memory");
    }

    fn typed(&mut self, command: Command, cx: &mut Cx<'_, Event>) {
        match command {
            Command::Checkpoint => self.request_checkpoint(Trigger::Manual, None, cx),
            Command::CheckpointGoal => {
                let goal = Some(self.scenario.goal);
                self.request_checkpoint(Trigger::Manual, goal, cx);
            }
            Command::Backup => self.request_backup(cx),
            Command::Target(on) => {
                self.target = if on {
                    self.scenario.target_set
                } else {
                    Span::ZERO
                };
                cx.note(note::TARGET, (self.target.as_ms() / 1_000) as i64);
                // Redo is counted anew by the kind that is responsible from here on.
                self.records_since = 0;
                self.look_background_later(cx);
            }
        }
    }

    /// What every event may leave to be done: frames for those who starve, levels written down.
    fn settle(&mut self, cx: &mut Cx<'_, Event>) {
        self.serve_starving(cx);
        self.end_checkpoint_if_due(cx);
        self.note_levels(cx);
    }
}

/// Where the throttle's target starts, in outstanding pages. Assumption, as in the scene `pacing`.
const IO_TARGET_START: u32 = 100;

impl Model for BufferPool {
    type Event = Event;

    fn start(&mut self, cx: &mut Cx<'_, Event>) {
        self.update_before();
        self.records_since = 0;
        self.totals.begin(self.pool.dirty_count());
        self.arrive_later(cx);
        if self.scenario.frames < self.scenario.file_pages {
            cx.after(writers::LAZY_PERIOD, Event::LookLazy);
        }
        for (at, command) in &self.scenario.script {
            cx.at(*at, Event::Typed(*command));
        }
        cx.at(SimTime::ZERO + self.scenario.horizon, Event::End);
        self.look_background_later(cx);
        self.settle(cx);
    }

    fn handle(&mut self, event: Event, cx: &mut Cx<'_, Event>) {
        self.totals.pass(cx.now(), self.pool.dirty_count());
        match event {
            Event::Arrive => self.arrive(cx),
            Event::Accessed(place) => {
                if let Some((place, span)) = self.disk.accessed(place) {
                    cx.after(span, Event::Moved(place));
                }
            }
            Event::Moved(place) => self.io_done(place, cx),
            Event::LookCheckpoint(number) => self.look_checkpoint(number, cx),
            Event::LookBackground => self.look_background(cx),
            Event::LookLazy => self.look_lazy(cx),
            Event::Typed(command) => self.typed(command, cx),
            Event::End => cx.finish(),
        }
        self.settle(cx);
    }

    fn digest_event(event: &Event, into: &mut Digest) {
        let (code, value) = match event {
            Event::Arrive => (0, 0),
            Event::Accessed(place) => (1, place.0),
            Event::Moved(place) => (2, place.0),
            Event::LookCheckpoint(number) => (3, *number),
            Event::LookBackground => (4, 0),
            Event::LookLazy => (5, 0),
            Event::Typed(command) => (6, u32::from(command.code())),
            Event::End => (7, 0),
        };
        into.u8(code);
        into.u32(value);
    }

    fn digest(&self, into: &mut Digest) {
        self.pool.digest(into);
        self.log.digest(into);
        self.disk.digest(into);
        self.background.digest(into);
        into.u64(self.target.as_ns());
        into.u64(self.records_since);
        into.u64(self.truncated.0);
        into.u32(self.checkpoint_number);
        into.u32(self.began_transactions);
        into.u32(self.starving.len() as u32);
        into.u32(self.latched);
        if let Some(checkpoint) = &self.checkpoint {
            checkpoint.digest(into);
        }
        self.totals.digest(into);
    }

    fn check(&self) {
        super::check::check(self);
    }
}
