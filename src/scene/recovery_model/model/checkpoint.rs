//! Checkpoints: a begin record, all dirty pages, an end record; then the log is looked at.

use super::machine::{Machine, clock};
use super::tasks::{Job, What};
use crate::engine::log_blocks::BlockNumber;
use crate::engine::log_record::Records;
use crate::engine::log_reuse::By;
use crate::units::{Bytes, Lsn, PAGE_BYTES};

/// How far a checkpoint is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Checkpointing {
    /// None runs.
    Idle,
    /// Its begin record is on its way; the LSN from which redo would start once it is complete.
    Begin(BlockNumber, Lsn),
    /// Pages are written.
    Pages(Lsn),
    /// Its end record is on its way.
    End(BlockNumber, Lsn),
}

impl Machine {
    /// Starts a checkpoint, or one more after the one that runs: that one may have passed what has
    /// changed since. Assumption: one that finds no room for its records writes nothing, and the
    /// log is looked at all the same, so that a full log can be freed once nobody needs it.
    pub(super) fn want_checkpoint(&mut self) {
        if self.checkpointing != Checkpointing::Idle {
            self.is_checkpoint_due = true;
            return;
        }
        if !self.fits_checkpoint() {
            self.try_to_free(By::Checkpoint, What::Checkpoint);
            return self.job_done(Job::Checkpoint);
        }
        let from = self.blocks.end_lsn();
        let block = self.blocks.append(Records::checkpoint(), 0);
        self.blocks.want();
        self.checkpointing = Checkpointing::Begin(block, from);
        self.start_writes();
    }

    pub(super) fn checkpoint_goes_on(&mut self) {
        match self.checkpointing {
            Checkpointing::Begin(block, from) if self.blocks.is_durable(block) => {
                let rows = self.rows - self.rows_checkpointed;
                self.rows_checkpointed = self.rows;
                let pages = rows.div_ceil(u64::from(self.s.rows_per_page));
                let span = self.s.device.bulk(Bytes(pages * PAGE_BYTES));
                self.checkpointing = Checkpointing::Pages(from);
                self.clocks.set(clock::PAGES, self.now + span);
            }
            Checkpointing::End(block, from) if self.blocks.is_durable(block) => {
                self.checkpointing = Checkpointing::Idle;
                self.checkpoint = from;
                self.totals.checkpoints += 1;
                self.try_to_free(By::Checkpoint, What::Checkpoint);
                if std::mem::take(&mut self.is_checkpoint_due) {
                    self.want_checkpoint();
                }
                self.job_done(Job::Checkpoint);
            }
            _ => {}
        }
    }

    pub(super) fn pages_written(&mut self) {
        if let Checkpointing::Pages(from) = self.checkpointing {
            let block = self.blocks.append(Records::checkpoint(), 0);
            self.blocks.want();
            self.checkpointing = Checkpointing::End(block, from);
            self.start_writes();
        }
    }
}
