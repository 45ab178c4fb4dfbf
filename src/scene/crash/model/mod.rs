//! A day of one database: transactions, checkpoints, backups; to be cut at any instant.

mod backup;
#[cfg_attr(target_arch = "wasm32", path = "no_contents.rs")]
pub mod contents;
mod load;
pub mod log;
mod pages;
pub mod series;

use std::collections::BTreeMap;
use std::rc::Rc;

use self::backup::Running;
use self::contents::Contents;
use self::load::Tables;
use self::log::{Log, Open};
use self::pages::{Checkpoint, Dirty};
use self::series::{ACKNOWLEDGED, BULK_EXTENTS, FLUSHED, REDO, UNDO, UNDONE};
use super::scenario::Scenario;
use crate::engine::backups::{BackupKind, Backups};
use crate::engine::page::PageId;
use crate::engine::restart::Work;
use crate::kernel::{Cx, Digest, Model, SimTime, Span};
use crate::units::{Bytes, Lsn};

/// What can happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A transaction begins.
    Arrive,
    /// It does the rest and commits.
    Commit(u32),
    /// A log write has ended.
    Flush,
    /// Delayed durability: what has gathered is written.
    Delay,
    /// The long transaction does something more.
    Long,
    /// The bulk load goes on.
    Bulk,
    /// A checkpoint is due.
    Checkpoint,
    /// It writes more of its pages.
    Write,
    /// A page is written outside of checkpoints.
    Lazy,
    /// A backup is due.
    Backup(BackupKind),
    /// The data backup under way has read more of its pages.
    Read,
    /// The log backup under way is complete.
    LogBackup,
    /// The day is over.
    End,
}

/// A finished backup, beside what [`Backups`] knows of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken {
    /// When it began.
    pub from: SimTime,
    /// Its size.
    pub bytes: Bytes,
}

/// One side.
#[derive(Clone, Debug)]
pub struct Crash {
    scenario: Rc<Scenario>,
    log: Log,
    /// By transaction, in the order in which they began.
    open: Vec<(u32, Open)>,
    next_transaction: u32,
    tables: Tables,
    bulk: Option<(u32, u32)>,
    long: Option<u32>,
    dirty: BTreeMap<PageId, Dirty>,
    checkpoint: Checkpoint,
    backups: Backups,
    taken: Vec<Taken>,
    running: Option<Running>,
    /// When the log backup under way began.
    log_backup: Option<SimTime>,
    refused: u32,
    changed: backup::Changed,
    contents: Option<Box<Contents>>,
}

impl Crash {
    /// A database at the start of the day.
    #[must_use]
    pub fn new(scenario: Rc<Scenario>) -> Self {
        let contents = scenario.keeps_contents.then(Box::default);
        Self {
            backups: Backups::new(scenario.recovery_model),
            tables: Tables::new(scenario.tables, scenario.rows_per_page),
            log: Log::default(),
            open: Vec::new(),
            next_transaction: 0,
            bulk: None,
            long: None,
            dirty: BTreeMap::new(),
            checkpoint: Checkpoint::default(),
            taken: Vec::new(),
            running: None,
            log_backup: None,
            refused: 0,
            changed: backup::Changed::default(),
            contents,
            scenario,
        }
    }

    /// Its settings.
    #[must_use]
    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// The log.
    #[must_use]
    pub fn log(&self) -> &Log {
        &self.log
    }

    /// The backups.
    #[must_use]
    pub fn backups(&self) -> &Backups {
        &self.backups
    }

    /// Sizes and begins of the complete backups, in their order.
    #[must_use]
    pub fn taken(&self) -> &[Taken] {
        &self.taken
    }

    /// Backups that were refused.
    #[must_use]
    pub fn refused(&self) -> u32 {
        self.refused
    }

    /// What pages hold, if that is kept.
    #[must_use]
    pub fn contents(&self) -> Option<&Contents> {
        self.contents.as_deref()
    }

    /// Where redo would start: the last completed checkpoint.
    #[must_use]
    pub fn redo_lsn(&self) -> Lsn {
        self.checkpoint.redo_lsn()
    }

    /// The oldest log that recovery may need: that is kept, whatever else goes.
    #[must_use]
    pub fn min_lsn(&self) -> Lsn {
        self.checkpoint.min_lsn()
    }

    /// Transactions without a durable commit.
    fn losers(&self) -> impl Iterator<Item = &Open> {
        let waiting = self.log.waiting().map(|w| &w.open);
        self.open.iter().map(|(_, open)| open).chain(waiting)
    }

    /// Transactions that undo would take back, as the log is now.
    #[must_use]
    pub fn undone(&self) -> u32 {
        let has_log = |open: &&Open| !open.durable().is_zero();
        self.losers().filter(has_log).count() as u32
    }

    /// What recovery would have to do.
    #[must_use]
    pub fn recovery(&self) -> Work {
        Work {
            redo: Bytes(self.log.flushed().0.saturating_sub(self.redo_lsn().0)),
            undo: self.losers().map(Open::durable).sum(),
        }
    }

    /// Where the oldest transaction without a durable commit begins; `end` if there is none.
    fn oldest_begin(&self, end: Lsn) -> Lsn {
        self.losers().map(|open| open.begin).fold(end, Lsn::min)
    }

    /// Makes the log durable up to `upto` and answers those who waited for it.
    fn harden(&mut self, upto: Lsn, cx: &mut Cx<'_, Event>) {
        for commit in self.log.harden(upto) {
            if !commit.is_acknowledged {
                self.acknowledge(commit.to, commit.transaction, cx);
            }
        }
        let flushed = self.log.flushed();
        self.open
            .iter_mut()
            .for_each(|(_, open)| open.settle(flushed));
        cx.gauge(FLUSHED, flushed.0 as i64);
    }

    fn acknowledge(&mut self, to: Lsn, transaction: u32, cx: &mut Cx<'_, Event>) {
        cx.sample(ACKNOWLEDGED, to.0 as i64);
        if let Some(contents) = &mut self.contents {
            contents.acknowledge(cx.now(), transaction);
        }
    }

    fn record(&self, cx: &mut Cx<'_, Event>) {
        cx.gauge(BULK_EXTENTS, self.backups.bulk_extents() as i64);
        let work = self.recovery();
        cx.gauge(REDO, work.redo.0 as i64);
        cx.gauge(UNDO, work.undo.0 as i64);
        cx.gauge(UNDONE, i64::from(self.undone()));
    }
}

impl Model for Crash {
    type Event = Event;

    fn start(&mut self, cx: &mut Cx<'_, Event>) {
        let s = Rc::clone(&self.scenario);
        cx.at(SimTime::ZERO + s.day, Event::End);
        cx.after(Span::ZERO, Event::Backup(BackupKind::Full));
        if let Some(every) = s.differential_every {
            cx.after(every, Event::Backup(BackupKind::Differential));
        }
        if let Some(every) = s.log_every {
            cx.after(every, Event::Backup(BackupKind::Log));
        }
        cx.after(s.checkpoint_every, Event::Checkpoint);
        if let Some(every) = s.delay {
            cx.after(every, Event::Delay);
        }
        if let Some(bulk) = s.bulk {
            cx.at(bulk.at, Event::Bulk);
        }
        if let Some(long) = s.long {
            cx.at(long.from, Event::Long);
        }
        self.wait_for_arrival(cx);
        self.wait_for_lazy(cx);
    }

    fn handle(&mut self, event: Event, cx: &mut Cx<'_, Event>) {
        match event {
            Event::Arrive => self.arrive(cx),
            Event::Commit(transaction) => self.finish_transaction(transaction, cx),
            Event::Flush => self.flushed(cx),
            Event::Delay => self.delayed(cx),
            Event::Long => self.go_on_long(cx),
            Event::Bulk => self.go_on_bulk(cx),
            Event::Checkpoint => self.due_checkpoint(cx),
            Event::Write => self.go_on_checkpoint(cx),
            Event::Lazy => self.write_lazily(cx),
            Event::Backup(BackupKind::Log) => self.begin_log_backup(cx),
            Event::Backup(kind) => self.begin_data_backup(kind, cx),
            Event::Read => self.go_on_reading(cx),
            Event::LogBackup => self.end_log_backup(cx),
            Event::End => cx.finish(),
        }
        self.record(cx);
    }

    fn digest_event(event: &Event, into: &mut Digest) {
        let code = match event {
            Event::Arrive => 0,
            Event::Commit(transaction) => {
                into.u32(*transaction);
                1
            }
            Event::Flush => 2,
            Event::Delay => 3,
            Event::Long => 4,
            Event::Bulk => 5,
            Event::Checkpoint => 6,
            Event::Write => 7,
            Event::Lazy => 8,
            Event::Backup(kind) => 10 + *kind as u8,
            Event::Read => 13,
            Event::LogBackup => 14,
            Event::End => 15,
        };
        into.u8(code);
    }

    fn digest(&self, into: &mut Digest) {
        self.log.digest(into);
        self.backups.digest(into);
        self.checkpoint.digest(into);
        into.u32(self.open.len() as u32);
        into.u32(self.next_transaction);
        into.u32(self.dirty.len() as u32);
        into.u32(self.refused);
        self.tables.digest(into);
        for taken in &self.taken {
            into.u64(taken.from.as_ns());
            into.u64(taken.bytes.0);
        }
    }

    fn check(&self) {
        super::check::check(self);
    }
}
