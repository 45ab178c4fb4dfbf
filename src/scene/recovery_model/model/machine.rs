//! The server: sessions, the log and its file, and what happens next.

use std::collections::VecDeque;
use std::rc::Rc;

use super::super::scenario::Scenario;
use super::checkpoint::Checkpointing;
use super::flush::Disk;
use super::log::Log;
use super::series::stream;
use super::sessions::Session;
use super::tasks::{DataBackup, Job, LogBackup, Open, Said, What};
use super::totals::Totals;
use crate::engine::backups::Backups;
use crate::engine::log_blocks::{BLOCK_BYTES_MAX, BlockNumber, LogBlocks};
use crate::engine::log_file::LogFile;
use crate::engine::log_reuse::{By, Holder, Holders, LogReuse};
use crate::kernel::{Agenda, Digest, Rng, SimTime, Soonest, Stream};
use crate::units::{Bytes, Lsn};

/// What the server itself waits for: places in [`Machine::clocks`].
pub(super) mod clock {
    /// The neighbour's next burst.
    pub const NEIGHBOUR: u32 = 0;
    /// A checkpoint's page writes are done.
    pub const PAGES: u32 = 1;
    /// With delayed durability, the open block is written now.
    pub const DELAY: u32 = 2;
    /// The next automatic checkpoint.
    pub const AUTOMATIC: u32 = 3;
    /// The next log backup of the schedule.
    pub const SCHEDULE: u32 = 4;
    /// The end of a log backup.
    pub const LOG_BACKUP: u32 = 5;
    /// The end of a backup of the data.
    pub const DATA_BACKUP: u32 = 6;
    /// The next line of the script.
    pub const SCRIPT: u32 = 7;
    /// The end of the run.
    pub const HORIZON: u32 = 8;
    /// How many.
    pub const COUNT: u32 = 9;
}

/// A session that waits for its commit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Waiter {
    pub(super) block: BlockNumber,
    pub(super) session: u32,
    pub(super) since: SimTime,
}

/// The server.
#[derive(Clone, Debug)]
pub struct Machine {
    pub(super) s: Rc<Scenario>,
    pub(super) now: SimTime,
    pub(super) sessions: Vec<Session>,
    /// When each session goes on by itself.
    pub(super) wakes: Agenda,
    pub(super) clocks: Soonest,
    pub(super) left: u32,
    pub(super) latch_free: SimTime,
    /// Sessions that insert, or stand for the latch, in its order: until when each has it.
    pub(super) latch_line: VecDeque<(u64, u32)>,
    /// The first of them; the end of time if there is none.
    pub(super) latch_ns: u64,
    pub(super) rows: u64,
    pub(super) blocks: LogBlocks,
    pub(super) file: LogFile,
    pub(super) reuse: LogReuse,
    /// In the order of their blocks.
    pub(super) waiters: VecDeque<Waiter>,
    /// Sessions that wait for a log buffer, in their order.
    pub(super) for_buffer: VecDeque<u32>,
    pub(super) disk: Disk,
    pub(super) client_luck: Rng,
    pub(super) checkpointing: Checkpointing,
    /// Another checkpoint was asked for while one ran.
    pub(super) is_checkpoint_due: bool,
    /// Rows whose pages the last checkpoint wrote.
    pub(super) rows_checkpointed: u64,
    /// Where redo would start: the begin of the last completed checkpoint.
    pub(super) checkpoint: Lsn,
    pub(super) backups: Backups,
    pub(super) data_backup: Option<DataBackup>,
    pub(super) log_backup: Option<LogBackup>,
    pub(super) open: Option<Open>,
    /// A reader of the log that stands still has received it up to here.
    pub(super) reader: Option<Lsn>,
    pub(super) script_next: u32,
    pub(super) closing_next: u32,
    /// The next closing task waits for this.
    pub(super) closes: Option<Job>,
    pub(super) history: Vec<Said>,
    pub(super) totals: Totals,
    pub(super) is_done: bool,
    pub(super) watched: Option<Box<Log>>,
}

impl Machine {
    /// Before the first statement, just after a checkpoint and, with a chain, a full backup.
    #[must_use]
    pub fn new(scenario: Rc<Scenario>, seed: u64) -> Self {
        let s = Rc::clone(&scenario);
        let rng = |purpose, index| Rng::new(seed, Stream::new(purpose, index));
        let file = new_file(&s);
        let start = file.end_lsn();
        let mut machine = Self {
            now: SimTime::ZERO,
            sessions: vec![Session::new(s.transactions, s.rows); s.sessions as usize],
            wakes: Agenda::default(),
            clocks: Soonest::new(clock::COUNT),
            left: s.sessions,
            latch_free: SimTime::ZERO,
            latch_line: VecDeque::new(),
            latch_ns: u64::MAX,
            rows: 0,
            blocks: LogBlocks::starting_at(start, s.log),
            file,
            reuse: LogReuse::default(),
            waiters: VecDeque::new(),
            disk: Disk::new(
                s.log.writes_max,
                rng(stream::LOG_WRITE, 0),
                [rng(stream::NEIGHBOUR, s.run), rng(stream::BEHIND, s.run)],
            ),
            client_luck: rng(stream::CLIENT, 0),
            for_buffer: VecDeque::new(),
            checkpointing: Checkpointing::Idle,
            is_checkpoint_due: false,
            rows_checkpointed: 0,
            checkpoint: start,
            backups: Backups::new(s.recovery_model),
            data_backup: None,
            log_backup: None,
            open: None,
            reader: None,
            script_next: 0,
            closing_next: 0,
            closes: None,
            history: Vec::new(),
            totals: Totals::default(),
            is_done: false,
            watched: None,
            s: scenario,
        };
        machine.set_clocks();
        for session in 0..s.sessions {
            machine.hand_to_client(session);
        }
        machine
    }

    fn set_clocks(&mut self) {
        let s = Rc::clone(&self.s);
        if s.has_chain {
            let start = self.checkpoint;
            self.backups.full(start, start, SimTime::ZERO, false);
        }
        if s.neighbour.is_some() {
            self.next_burst();
        }
        for (which, span) in [
            (clock::AUTOMATIC, s.checkpoint_every),
            (clock::SCHEDULE, s.log_backup_every),
            (clock::HORIZON, s.horizon),
        ] {
            if !span.is_zero() {
                self.clocks.set(which, self.now + span);
            }
        }
        self.set_script_clock();
    }

    /// Who needs log, and from where on.
    #[must_use]
    pub fn holders(&self) -> Holders {
        Holders::default()
            .with(Holder::Checkpoint, Some(self.checkpoint))
            .with(Holder::LogBackup, self.backups.holds_from())
            .with(Holder::Transaction, self.oldest_transaction())
            .with(Holder::Replica, self.reader)
            .with(Holder::DataBackup, self.data_backup.and_then(|b| b.needs))
    }

    /// Where the log of the oldest open transaction begins.
    #[must_use]
    pub fn oldest_transaction(&self) -> Option<Lsn> {
        let sessions = self.sessions.iter().filter_map(|s| s.began);
        sessions.chain(self.open.map(|open| open.from)).min()
    }

    pub(super) fn try_to_free(&mut self, by: By, what: What) {
        self.totals.used_max = self.totals.used_max.max(self.file.used());
        let holders = self.holders();
        let attempt = self.reuse.attempt(by, &mut self.file, holders);
        self.say(what, attempt.freed);
    }

    /// Writes down from now on what sessions and log writes do.
    pub fn watch(&mut self) {
        let mut log = Log::default();
        for (session, state) in (0..).zip(&self.sessions) {
            log.begins(self.now, session, state.doing);
        }
        self.watched = Some(Box::new(log));
    }

    /// What was written down.
    pub fn unwatch(&mut self) -> Log {
        self.watched.take().map_or(Log::default(), |log| *log)
    }

    /// What happened to the log, and what was said of it.
    #[must_use]
    pub fn history(&self) -> &[Said] {
        &self.history
    }

    /// Thousandths of the time that the neighbour keeps the device busy now.
    #[must_use]
    pub fn busy_milli(&self) -> u64 {
        self.disk.busy_milli()
    }

    /// The backups.
    #[must_use]
    pub fn backups(&self) -> &Backups {
        &self.backups
    }

    /// The instant of the last step.
    #[must_use]
    pub fn now(&self) -> SimTime {
        self.now
    }

    /// The settings.
    #[must_use]
    pub fn scenario(&self) -> &Scenario {
        &self.s
    }

    /// The log.
    #[must_use]
    pub fn blocks(&self) -> &LogBlocks {
        &self.blocks
    }

    /// Its file.
    #[must_use]
    pub fn file(&self) -> &LogFile {
        &self.file
    }

    /// What is said of it.
    #[must_use]
    pub fn reuse(&self) -> LogReuse {
        self.reuse
    }

    /// Sums.
    #[must_use]
    pub fn totals(&self) -> &Totals {
        &self.totals
    }

    /// Sessions in a WRITELOG wait.
    #[must_use]
    pub fn waiting(&self) -> u32 {
        self.waiters.len() as u32
    }

    /// Is the run complete?
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.is_done
    }

    /// Asserts what must hold between the parts.
    pub fn check(&self) {
        let totals = &self.totals;
        assert!(totals.durable <= totals.committed);
        assert!(self.s.is_delayed || totals.acknowledged <= totals.durable);
        assert_eq!(totals.log_written.0 % self.s.log.sector_bytes, 0);
        let (min_lsn, _) = self.holders().min_lsn(self.file.end_lsn());
        assert!(
            self.file.tail_lsn() <= min_lsn,
            "log that is needed was freed"
        );
    }

    /// Writes the state.
    pub fn digest(&self, into: &mut Digest) {
        self.wakes.digest(into);
        for (at, session) in &self.latch_line {
            into.u64(*at);
            into.u32(*session);
        }
        self.clocks.digest(into);
        self.blocks.digest(into);
        self.file.digest(into);
        self.reuse.digest(into);
        self.backups.digest(into);
        self.totals.digest(into);
        into.u64(self.now.as_ns());
    }
}

fn new_file(s: &Scenario) -> LogFile {
    let added = [s.log_added];
    let then = if s.log_added.is_zero() {
        &[][..]
    } else {
        &added[..]
    };
    let mut file = LogFile::new(s.rule, s.log_initial, then, s.growth);
    let block = Bytes(BLOCK_BYTES_MAX);
    while file.end_lsn().0 + block.0 <= s.log_before.0 && file.append(block).is_ok() {
        file.truncate_to(file.end_lsn());
    }
    file
}
