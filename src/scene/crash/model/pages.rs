//! Dirty pages, and who writes them: checkpoints, and the lazy writer in between.

use std::collections::VecDeque;

use super::series::{note, stream};
use super::{Crash, Event};
use crate::engine::log_record::Records;
use crate::engine::page::PageId;
use crate::kernel::{Cx, Digest, SimTime, Stream};
use crate::scene::crash::scenario::CHECKPOINT_PARTS;
use crate::units::Lsn;

/// Neighbouring pages that are newer in memory than on disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dirty {
    /// How many.
    pub pages: u32,
    /// The record that first dirtied them.
    pub recovery_lsn: Lsn,
    /// The newest record applied to them.
    pub page_lsn: Lsn,
}

/// The checkpoint under way, and the last completed one.
#[derive(Clone, Debug, Default)]
pub struct Checkpoint {
    redo: Lsn,
    min: Lsn,
    running: Option<Begun>,
}

#[derive(Clone, Debug)]
struct Begun {
    at: SimTime,
    lsn: Lsn,
    min: Lsn,
    to_write: VecDeque<PageId>,
    parts_left: u32,
}

impl Checkpoint {
    /// Where redo starts: the begin of the last completed one.
    #[must_use]
    pub fn redo_lsn(&self) -> Lsn {
        self.redo
    }

    /// The oldest log that recovery needs: that, or the begin of the oldest transaction that was
    /// open then.
    #[must_use]
    pub fn min_lsn(&self) -> Lsn {
        self.min
    }

    /// Is one under way?
    #[must_use]
    pub fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// Writes the state.
    pub fn digest(&self, into: &mut Digest) {
        into.u64(self.redo.0);
        into.u64(self.min.0);
        into.bool(self.running.is_some());
    }
}

impl Crash {
    /// Ranges of pages that are dirty.
    #[must_use]
    pub fn dirty_ranges(&self) -> usize {
        self.dirty.len()
    }

    pub(super) fn dirty(&mut self, page: PageId, pages: u32, from: Lsn, to: Lsn) {
        let new = Dirty {
            pages,
            recovery_lsn: from,
            page_lsn: to,
        };
        self.dirty.entry(page).or_insert(new).page_lsn = to;
    }

    /// No page is dirty since before this.
    #[must_use]
    pub fn oldest_dirty(&self) -> Option<Lsn> {
        self.dirty.values().map(|d| d.recovery_lsn).min()
    }

    fn write_page(&mut self, page: PageId, cx: &mut Cx<'_, Event>) {
        let Some(dirty) = self.dirty.remove(&page) else {
            return;
        };
        if self.scenario.rules.wal && dirty.page_lsn > self.log.flushed() {
            self.harden(self.log.end(), cx);
        }
        if let Some(contents) = &mut self.contents {
            contents.write(page, dirty.pages);
        }
    }

    pub(super) fn due_checkpoint(&mut self, cx: &mut Cx<'_, Event>) {
        cx.after(self.scenario.checkpoint_every, Event::Checkpoint);
        self.begin_checkpoint(cx);
    }

    /// By the clock, or for a data backup; one at a time.
    pub(super) fn begin_checkpoint(&mut self, cx: &mut Cx<'_, Event>) {
        if self.checkpoint.is_running() {
            return;
        }
        let (lsn, _) = self.log.append(Records::checkpoint().in_block());
        self.checkpoint.running = Some(Begun {
            at: cx.now(),
            lsn,
            min: self.oldest_begin(lsn),
            to_write: self.dirty.keys().copied().collect(),
            parts_left: CHECKPOINT_PARTS,
        });
        cx.after(self.scenario.checkpoint_part, Event::Write);
    }

    pub(super) fn go_on_checkpoint(&mut self, cx: &mut Cx<'_, Event>) {
        let Some(mut begun) = self.checkpoint.running.take() else {
            return;
        };
        let part = begun.to_write.len().div_ceil(begun.parts_left as usize);
        for page in begun.to_write.drain(..part) {
            self.write_page(page, cx);
        }
        begun.parts_left -= 1;
        if begun.parts_left > 0 {
            self.checkpoint.running = Some(begun);
            cx.after(self.scenario.checkpoint_part, Event::Write);
            return;
        }
        let (end, to) = self.log.append(Records::checkpoint().in_block());
        self.harden(to, cx);
        let from_begin = self.scenario.rules.redo_from_begin;
        self.checkpoint.redo = if from_begin { begun.lsn } else { end };
        self.checkpoint.min = begun.min;
        cx.note(note::CHECKPOINT, begun.at.as_ns() as i64);
        self.start_reading(cx);
    }

    pub(super) fn wait_for_lazy(&mut self, cx: &mut Cx<'_, Event>) {
        let mean = self.scenario.lazy;
        let gap = cx.rng(Stream::new(stream::LAZY, 0)).exponential(mean);
        cx.after(gap, Event::Lazy);
    }

    /// A dirty page is written, whoever changed it: undo may have to take it out again.
    pub(super) fn write_lazily(&mut self, cx: &mut Cx<'_, Event>) {
        self.wait_for_lazy(cx);
        if self.dirty.is_empty() {
            return;
        }
        let count = self.dirty.len() as u64;
        let place = cx.rng(Stream::new(stream::LAZY, 1)).below(count) as usize;
        if let Some(page) = self.dirty.keys().nth(place).copied() {
            self.write_page(page, cx);
        }
    }
}
