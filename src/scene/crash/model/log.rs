//! The log: its end, its durable end, and the commits between the two.

use std::collections::VecDeque;

use crate::kernel::Digest;
use crate::units::{Bytes, Lsn};

/// A transaction with changes in the log.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Open {
    /// Where its first record starts.
    pub begin: Lsn,
    /// Rows that it inserts before its commit.
    pub rows_left: u32,
    durable: Bytes,
    /// The end of each record that is not durable, and its bytes.
    pending: VecDeque<(Lsn, Bytes)>,
}

impl Open {
    /// A transaction that has logged nothing yet.
    #[must_use]
    pub fn new(begin: Lsn) -> Self {
        Self {
            begin,
            ..Self::default()
        }
    }

    /// Has it logged nothing?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.durable.is_zero() && self.pending.is_empty()
    }

    /// It has logged a record.
    pub fn log(&mut self, from: Lsn, to: Lsn) {
        if self.is_empty() {
            self.begin = from;
        }
        self.pending.push_back((to, to - from));
    }

    /// The log is durable up to `flushed`.
    pub fn settle(&mut self, flushed: Lsn) {
        while let Some((_, bytes)) = self.pending.front().filter(|(to, _)| *to <= flushed) {
            self.durable += *bytes;
            self.pending.pop_front();
        }
    }

    /// Its durable log: what undo would take back.
    #[must_use]
    pub fn durable(&self) -> Bytes {
        self.durable
    }
}

/// A commit whose record is not durable yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// The end of its record.
    pub to: Lsn,
    /// The transaction.
    pub transaction: u32,
    /// What it did.
    pub open: Open,
    /// The client was told all the same: delayed durability.
    pub is_acknowledged: bool,
}

/// The log. One write at a time: at the scale of a day it bounds nothing.
#[derive(Clone, Debug, Default)]
pub struct Log {
    end: Lsn,
    flushed: Lsn,
    /// Where the write under way ends.
    writing: Option<Lsn>,
    waiting: VecDeque<Waiting>,
}

impl Log {
    /// Appends; returns where the record starts and ends.
    pub fn append(&mut self, bytes: Bytes) -> (Lsn, Lsn) {
        let from = self.end;
        self.end += bytes;
        (from, self.end)
    }

    /// Its end, durable or not.
    #[must_use]
    pub fn end(&self) -> Lsn {
        self.end
    }

    /// Its durable end.
    #[must_use]
    pub fn flushed(&self) -> Lsn {
        self.flushed
    }

    /// A commit waits from now on.
    pub fn wait(&mut self, commit: Waiting) {
        self.waiting.push_back(commit);
    }

    /// Commits that are not durable.
    pub fn waiting(&self) -> impl Iterator<Item = &Waiting> {
        self.waiting.iter()
    }

    /// Starts a write of all there is, if none is under way and a commit waits for one.
    pub fn start_write(&mut self) -> bool {
        let starts = self.writing.is_none() && !self.waiting.is_empty();
        if starts {
            self.writing = Some(self.end);
        }
        starts
    }

    /// The write under way has ended; where.
    pub fn end_write(&mut self) -> Lsn {
        self.writing.take().unwrap_or(self.flushed)
    }

    /// Everything below `upto` is durable. Returns the commits that have become so.
    pub fn harden(&mut self, upto: Lsn) -> Vec<Waiting> {
        self.flushed = self.flushed.max(upto.min(self.end));
        let mut out = Vec::new();
        while self.waiting.front().is_some_and(|w| w.to <= self.flushed) {
            out.extend(self.waiting.pop_front());
        }
        let flushed = self.flushed;
        self.waiting.iter_mut().for_each(|w| w.open.settle(flushed));
        out
    }

    /// Writes the state.
    pub fn digest(&self, into: &mut Digest) {
        into.u64(self.end.0);
        into.u64(self.flushed.0);
        into.u32(self.waiting.len() as u32);
    }
}
