//! The checkpoint: automatic, manual, or at the start of a backup; one at a time.
//!
//! Begin record, log flush, a write for every page that is dirty now, end record, boot page. It
//! cleans pages and evicts none.

use super::series::note;
use super::writers::Writer;
use super::{BufferPool, Cx, Event, IO_TARGET_START};
use crate::engine::log::CHECKPOINT_RECORD_BYTES;
use crate::engine::pacing::Pacer;
use crate::engine::throttle::{STEP, TARGET_MAX, Throttle};
use crate::kernel::{Digest, Span};
use crate::units::Lsn;

/// Why a checkpoint comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trigger {
    /// Log records since the last, or a log that is 70 % used.
    Automatic,
    /// Typed.
    Manual,
    /// A backup begins.
    Backup,
}

/// A checkpoint that has been asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Request {
    trigger: Trigger,
    goal: Option<Span>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    BeginRecord(Lsn),
    Writing,
    EndRecord(Lsn),
    BootPage,
}

/// A checkpoint under way.
#[derive(Clone, Debug)]
pub(super) struct Checkpoint {
    trigger: Trigger,
    phase: Phase,
    /// Pages dirtied before this are to be written.
    begin_lsn: Lsn,
    pacer: Option<Pacer>,
    throttle: Throttle,
    /// Next frame of the sweep.
    hand: u32,
    /// Place in the dirty list, when the database has a target: then there is no sweep (facts:
    /// section 1.3).
    list_position: Option<u64>,
    outstanding_pages: u32,
    will_look: bool,
}

impl Checkpoint {
    pub(super) fn digest(&self, into: &mut Digest) {
        self.throttle.digest(into);
        into.u64(self.begin_lsn.0);
        into.u32(self.hand);
        into.u32(self.outstanding_pages);
        into.u8(u8::from(self.will_look));
    }

    fn writer(&self) -> Writer {
        if self.trigger == Trigger::Backup {
            Writer::Backup
        } else {
            Writer::Checkpoint
        }
    }

    /// Outstanding pages at which it waits: the throttle's target, or, with a goal, the largest
    /// that was ever seen (assumption: a goal does not look at latency).
    fn outstanding_max(&self) -> u32 {
        if self.pacer.is_some() {
            TARGET_MAX
        } else {
            self.throttle.target()
        }
    }
}

impl BufferPool {
    /// Is an automatic checkpoint under way or waiting?
    pub(super) fn is_checkpoint_queued(&self) -> bool {
        let running = self.checkpoint.as_ref().map(|c| c.trigger);
        let waiting = self.requests.iter().map(|r| r.trigger);
        running
            .into_iter()
            .chain(waiting)
            .any(|t| t == Trigger::Automatic)
    }

    pub(super) fn request_checkpoint(
        &mut self,
        trigger: Trigger,
        goal: Option<Span>,
        cx: &mut Cx<'_, Event>,
    ) {
        self.requests.push_back(Request { trigger, goal });
        self.begin_checkpoint(cx);
    }

    /// Begins the next checkpoint that was asked for, if none is under way.
    fn begin_checkpoint(&mut self, cx: &mut Cx<'_, Event>) {
        if self.checkpoint.is_some() {
            return;
        }
        let Some(Request { trigger, goal }) = self.requests.pop_front() else {
            return;
        };
        let owed = self.pool.owe_all_dirty();
        let begin_lsn = self.log.appended_lsn();
        let lsn = self.log.append(CHECKPOINT_RECORD_BYTES);
        self.log.want(lsn);
        self.checkpoint_number += 1;
        self.records_since = 0;
        self.checkpoint = Some(Checkpoint {
            trigger,
            phase: Phase::BeginRecord(lsn),
            begin_lsn,
            pacer: goal.map(|goal| Pacer::new(cx.now(), goal, u64::from(owed))),
            throttle: Throttle::new(self.scenario.threshold, IO_TARGET_START),
            hand: 0,
            list_position: (!self.target.is_zero()).then_some(0),
            outstanding_pages: 0,
            will_look: false,
        });
        cx.note(note::CHECKPOINT, trigger as i64);
        self.write_levels(cx);
        self.flush_log(cx);
    }

    pub(super) fn look_checkpoint(&mut self, number: u32, cx: &mut Cx<'_, Event>) {
        if number != self.checkpoint_number {
            return;
        }
        if let Some(checkpoint) = &mut self.checkpoint {
            checkpoint.will_look = false;
            checkpoint.throttle.adjust();
        }
        self.write_checkpoint(cx);
    }

    /// The next page that is owed: in the order of the buffers, or of the dirty list.
    fn next_owed(&mut self) -> Option<crate::engine::page::PageId> {
        let checkpoint = self.checkpoint.as_mut()?;
        let frame = match &mut checkpoint.list_position {
            None => {
                let frame = self.pool.next_owed(checkpoint.hand)?;
                checkpoint.hand = frame.0;
                frame
            }
            Some(position) => {
                let (at, frame) = self.pool.oldest_dirty(*position, true)?;
                *position = at;
                frame
            }
        };
        Some(self.pool.page_of(frame))
    }

    /// Hands over page writes until the schedule or the target says wait.
    pub(super) fn write_checkpoint(&mut self, cx: &mut Cx<'_, Event>) {
        loop {
            let Some(page) = self.next_owed() else { return };
            let Some(checkpoint) = &mut self.checkpoint else {
                return;
            };
            if checkpoint.phase != Phase::Writing || checkpoint.will_look {
                return;
            }
            let late = checkpoint.pacer.as_ref();
            let due = late.filter(|p| !p.is_on_schedule(cx.now()));
            let wait = match due {
                Some(pacer) => Some(pacer.next_due() - cx.now()),
                None if checkpoint.outstanding_pages >= checkpoint.outstanding_max() => Some(STEP),
                None => None,
            };
            if let Some(wait) = wait {
                checkpoint.will_look = true;
                cx.after(wait, Event::LookCheckpoint(self.checkpoint_number));
                return;
            }
            let writer = checkpoint.writer();
            let (pages, owed) = self.write_from(page, writer, cx);
            if let Some(checkpoint) = &mut self.checkpoint {
                checkpoint.outstanding_pages += pages;
                if let Some(pacer) = &mut checkpoint.pacer {
                    pacer.handed_over(u64::from(owed));
                }
            }
        }
    }

    pub(super) fn checkpoint_wrote(&mut self, pages: u32, latency: Span) {
        let checkpoint = self.checkpoint.as_mut().expect("a checkpoint under way");
        checkpoint.throttle.complete(latency);
        checkpoint.outstanding_pages -= pages;
    }

    /// Ends the checkpoint's writing once every page that was dirty at its begin is on disk,
    /// whoever wrote it.
    pub(super) fn end_checkpoint_if_due(&mut self, cx: &mut Cx<'_, Event>) {
        let Some(checkpoint) = &mut self.checkpoint else {
            return;
        };
        if checkpoint.phase != Phase::Writing
            || checkpoint.outstanding_pages > 0
            || self.pool.tally().owed > 0
        {
            return;
        }
        let oldest = self.pool.oldest_recovery_lsn();
        if oldest.is_some_and(|lsn| lsn < checkpoint.begin_lsn) {
            return;
        }
        let lsn = self.log.append(CHECKPOINT_RECORD_BYTES);
        self.log.want(lsn);
        checkpoint.phase = Phase::EndRecord(lsn);
        self.flush_log(cx);
    }

    /// The log is durable further than before.
    pub(super) fn checkpoint_log_flushed(&mut self, cx: &mut Cx<'_, Event>) {
        let Some(checkpoint) = &mut self.checkpoint else {
            return;
        };
        match checkpoint.phase {
            Phase::BeginRecord(lsn) if self.log.is_durable(lsn) => {
                checkpoint.phase = Phase::Writing;
                self.write_checkpoint(cx);
            }
            Phase::EndRecord(lsn) if self.log.is_durable(lsn) => {
                checkpoint.phase = Phase::BootPage;
                self.submit_boot_page(cx);
            }
            _ => {}
        }
    }

    /// The boot page points to it: it is done.
    pub(super) fn checkpoint_done(&mut self, cx: &mut Cx<'_, Event>) {
        let checkpoint = self.checkpoint.take().expect("a checkpoint under way");
        self.totals.checkpoints += 1;
        self.truncated = self.min_lsn();
        self.write_levels(cx);
        if checkpoint.trigger == Trigger::Backup {
            self.backup_checkpointed(cx);
        }
        self.begin_checkpoint(cx);
    }
}
