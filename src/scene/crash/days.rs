//! From the log to the clock and back: what a day's record says up to a cut.

use super::model::series::{ACKNOWLEDGED, COMMITTED};
use crate::engine::backups::BackupSet;
use crate::kernel::{SimTime, Trace};
use crate::units::Lsn;

const INSTANT: u64 = 1;

/// Commits and backups up to a cut, as far as they tell states apart: two instants with no commit
/// between them have the same state.
#[derive(Clone, Copy)]
pub struct Days<'a> {
    /// (append time, end of the record).
    commits: &'a [(SimTime, i64)],
    /// (time of acknowledgement, end of the record).
    acknowledged: &'a [(SimTime, i64)],
    sets: &'a [BackupSet],
    cut: SimTime,
}

fn upto(points: &[(SimTime, i64)], at: SimTime) -> &[(SimTime, i64)] {
    &points[..points.partition_point(|point| point.0 <= at)]
}

fn lsn(point: &(SimTime, i64)) -> Lsn {
    Lsn(u64::try_from(point.1).unwrap_or(0))
}

impl<'a> Days<'a> {
    /// The record of a run, up to `cut`; `sets` are the backups complete by then.
    #[must_use]
    pub fn new(trace: &'a Trace, sets: &'a [BackupSet], cut: SimTime) -> Self {
        Self {
            commits: upto(trace.series(COMMITTED).points(), cut),
            acknowledged: upto(trace.series(ACKNOWLEDGED).points(), cut),
            sets,
            cut,
        }
    }

    /// Commits whose record ends at or before `upto`.
    #[must_use]
    pub fn commits_upto(&self, upto: Lsn) -> u64 {
        self.commits.partition_point(|point| lsn(point) <= upto) as u64
    }

    /// The same of those that were acknowledged.
    #[must_use]
    pub fn acknowledged_upto(&self, upto: Lsn) -> u64 {
        self.acknowledged
            .partition_point(|point| lsn(point) <= upto) as u64
    }

    /// What STOPAT means: the end of the last commit at that time, or of a backup complete by then.
    #[must_use]
    pub fn lsn_at(&self, at: SimTime) -> Lsn {
        let commit = upto(self.commits, at).last().map(lsn);
        let sets = &self.sets[..self.sets.partition_point(|set| set.ended_at <= at)];
        let backup = sets.last().map(|set| set.last_lsn);
        commit.max(backup).unwrap_or(Lsn::ZERO)
    }

    /// The first instant whose state is that of `lsn` or later; the cut if there is none.
    #[must_use]
    pub fn earliest(&self, from: Lsn) -> SimTime {
        let commit = self.commits.partition_point(|point| lsn(point) < from);
        let commit = self.commits.get(commit).map(|point| point.0);
        let set = self.sets.partition_point(|set| set.last_lsn < from);
        let set = self.sets.get(set).map(|set| set.ended_at);
        [commit, set]
            .into_iter()
            .flatten()
            .min()
            .unwrap_or(self.cut)
    }

    /// The last instant whose state is that of `upto` or earlier, the cut at the latest.
    #[must_use]
    pub fn latest(&self, upto: Lsn) -> SimTime {
        let later = self.commits.partition_point(|point| lsn(point) <= upto);
        self.commits.get(later).map_or(self.cut, |(at, _)| {
            SimTime::from_ns(at.as_ns().saturating_sub(INSTANT))
        })
    }
}
