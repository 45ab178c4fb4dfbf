//! Counts of a run, kept exactly, and when levels are written down.

use super::backup::BackupDone;
use super::series::{
    DIRTY_PAGES, EVICTIONS, FREE_FRAMES, LOG_SINCE_MIN, PAGE_READS, REDO_ESTIMATE,
};
use super::writers::Writer;
use super::{BufferPool, Cx, Event};
use crate::kernel::{Digest, SimTime};
use crate::units::{Bytes, Lsn};

/// Levels are written down this often in a run, after events.
const LEVELS: u64 = 1_024;

/// Sum and count, for a mean.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mean {
    sum: u64,
    count: u64,
}

impl Mean {
    pub(super) fn push(&mut self, value: u64) {
        self.sum += value;
        self.count += 1;
    }

    /// The mean; nothing of nothing.
    #[must_use]
    pub fn value(self) -> Option<u64> {
        self.sum.checked_div(self.count)
    }
}

/// Counts of a run so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Acknowledged commits.
    pub commits: u64,
    /// Rows that they changed.
    pub rows: u64,
    /// Bytes of log blocks handed to the disk.
    pub log_written: Bytes,
    /// Pages written, by [`Writer`].
    pub page_writes: [u64; 4],
    /// Writes that contained the hot page.
    pub hot_page_writes: u64,
    /// Pages read for transactions.
    pub page_reads: u64,
    /// Pages read or changed by transactions, in memory or not.
    pub page_accesses: u64,
    /// Pages that left memory.
    pub evictions: u64,
    /// Checkpoints that are done.
    pub checkpoints: u64,
    /// Age of evicted pages: since they were last referenced.
    pub page_life_ms: Mean,
    /// Most dirty pages.
    pub dirty_max: u32,
    /// Longest redo estimate.
    pub redo_ns_max: u64,
    /// The background writer has written since the target was set.
    pub(super) has_background_written: bool,
    /// And there was a moment when the dirty pages were within the bound: it holds from then on.
    pub is_settled: bool,
    /// Most dirty pages since.
    pub dirty_settled_max: u32,
    /// Longest redo estimate since.
    pub redo_settled_ns_max: u64,
    /// Backups that are done.
    pub backups: Vec<BackupDone>,
    /// Pages x nanoseconds.
    dirty_integral: u128,
    last: SimTime,
    log_end: Lsn,
    next_levels: SimTime,
}

impl Totals {
    pub(super) fn begin(&mut self, dirty: u32) {
        self.dirty_max = dirty;
    }

    /// Time has passed since the event before, with `dirty` pages all the while.
    pub(super) fn pass(&mut self, now: SimTime, dirty: u32) {
        self.dirty_integral += u128::from(dirty) * u128::from((now - self.last).as_ns());
        self.last = now;
    }

    pub(super) fn written(&mut self, writer: Writer, pages: u32) {
        if let Some(total) = self.page_writes.get_mut(writer as usize) {
            *total += u64::from(pages);
        }
    }

    /// Pages written by all.
    #[must_use]
    pub fn page_writes_all(&self) -> u64 {
        self.page_writes.iter().sum()
    }

    /// Dirty pages on average over time, in thousandths.
    #[must_use]
    pub fn dirty_avg_milli(&self) -> u64 {
        let passed = u128::from(self.last.as_ns()).max(1);
        u64::try_from(self.dirty_integral * 1_000 / passed).unwrap_or(u64::MAX)
    }

    pub(super) fn digest(&self, into: &mut Digest) {
        let counts = [self.commits, self.rows, self.log_written.0, self.page_reads];
        let more = [self.evictions, self.checkpoints, self.redo_ns_max];
        for count in counts.iter().chain(&more).chain(&self.page_writes) {
            into.u64(*count);
        }
        for backup in &self.backups {
            into.u64(backup.duration_ns);
        }
    }
}

impl BufferPool {
    /// Keeps the greatest levels, and writes levels down when it is time.
    pub(super) fn note_levels(&mut self, cx: &mut Cx<'_, Event>) {
        let dirty = self.pool.dirty_count();
        self.totals.dirty_max = self.totals.dirty_max.max(dirty);
        let is_within = self.bound().is_some_and(|bound| dirty <= bound.bound);
        self.totals.has_background_written &= !self.target.is_zero();
        self.totals.is_settled &= self.totals.has_background_written;
        self.totals.is_settled |= self.totals.has_background_written && is_within;
        if self.totals.is_settled {
            self.totals.dirty_settled_max = self.totals.dirty_settled_max.max(dirty);
        }
        let end = self.log.appended_lsn();
        if end != self.totals.log_end {
            self.totals.log_end = end;
            let redo = self.redo_estimate().as_ns();
            self.totals.redo_ns_max = self.totals.redo_ns_max.max(redo);
            if self.totals.is_settled {
                self.totals.redo_settled_ns_max = self.totals.redo_settled_ns_max.max(redo);
            }
        }
        if cx.now() >= self.totals.next_levels {
            self.write_levels(cx);
        }
    }

    /// Writes levels down.
    pub(super) fn write_levels(&mut self, cx: &mut Cx<'_, Event>) {
        let apart = self.scenario.horizon.scaled(1, LEVELS);
        self.totals.next_levels = cx.now() + apart;
        cx.gauge(DIRTY_PAGES, i64::from(self.pool.dirty_count()));
        cx.gauge(LOG_SINCE_MIN, self.log_since_min().0 as i64);
        cx.gauge(REDO_ESTIMATE, self.redo_estimate().as_ns() as i64);
        cx.gauge(FREE_FRAMES, i64::from(self.pool.tally().free));
        cx.gauge(PAGE_READS, self.totals.page_reads as i64);
        cx.gauge(EVICTIONS, self.totals.evictions as i64);
    }
}
