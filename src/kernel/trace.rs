//! Reading what a run wrote down: series, notes and the times of its events.

use super::record::{Counter, Gauge, Note, Recorder, Sample, SeriesKind, SeriesSpec};
use super::time::SimTime;

/// The record of a run up to now. Grows as the run goes on; seeking never changes it.
#[derive(Clone, Debug)]
pub struct Trace {
    pub(super) recorder: Recorder,
}

impl Trace {
    pub(super) fn new(specs: &'static [SeriesSpec]) -> Trace {
        Trace {
            recorder: Recorder::new(specs),
        }
    }

    /// What it said by the end of the instant `at`.
    pub(super) fn cut(&self, at: SimTime) -> Trace {
        Trace {
            recorder: self.recorder.cut(at),
        }
    }

    /// The series that `key` names: a [`Gauge`], [`Counter`] or [`Sample`], a place in the slice
    /// of [`SeriesSpec`], or a name. Panics if there is none; [`Trace::find`] does not.
    pub fn series(&self, key: impl SeriesKey) -> Series<'_> {
        let Some(index) = key.index(self.recorder.specs) else {
            panic!("no such series")
        };
        self.at_index(index)
    }

    /// The series of this name, which may come from a reader.
    pub fn find(&self, name: &str) -> Option<Series<'_>> {
        name.index(self.recorder.specs)
            .map(|index| self.at_index(index))
    }

    /// All series, in the order in which they were declared.
    pub fn all_series(&self) -> impl ExactSizeIterator<Item = Series<'_>> {
        (0..self.recorder.specs.len()).map(|index| self.at_index(index))
    }

    /// All notes, in the order of time.
    pub fn notes(&self) -> &[Note] {
        &self.recorder.notes
    }

    /// When each event ran, one entry an event, in an order that never falls.
    pub fn event_times(&self) -> &[SimTime] {
        &self.recorder.event_times
    }

    /// The first instant later than `after` at which an event ran.
    pub fn next_event_time(&self, after: SimTime) -> Option<SimTime> {
        let times = self.event_times();
        times
            .get(times.partition_point(|time| *time <= after))
            .copied()
    }

    /// The last instant earlier than `before` at which an event ran.
    pub fn previous_event_time(&self, before: SimTime) -> Option<SimTime> {
        let times = self.event_times();
        times[..times.partition_point(|time| *time < before)]
            .last()
            .copied()
    }

    fn at_index(&self, index: usize) -> Series<'_> {
        Series {
            spec: &self.recorder.specs[index],
            points: &self.recorder.points[index],
        }
    }
}

/// What names a series in a trace: see [`Trace::series`].
pub trait SeriesKey {
    /// The place of the series in the slice of its scene, if it is there.
    fn index(&self, specs: &[SeriesSpec]) -> Option<usize>;
}

impl SeriesKey for u16 {
    fn index(&self, specs: &[SeriesSpec]) -> Option<usize> {
        Some(usize::from(*self)).filter(|index| *index < specs.len())
    }
}

impl SeriesKey for Gauge {
    fn index(&self, specs: &[SeriesSpec]) -> Option<usize> {
        self.0.index(specs)
    }
}

impl SeriesKey for Counter {
    fn index(&self, specs: &[SeriesSpec]) -> Option<usize> {
        self.0.index(specs)
    }
}

impl SeriesKey for Sample {
    fn index(&self, specs: &[SeriesSpec]) -> Option<usize> {
        self.0.index(specs)
    }
}

impl SeriesKey for str {
    fn index(&self, specs: &[SeriesSpec]) -> Option<usize> {
        specs.iter().position(|spec| spec.name == self)
    }
}

impl SeriesKey for &str {
    fn index(&self, specs: &[SeriesSpec]) -> Option<usize> {
        (**self).index(specs)
    }
}

/// The points of one series, in the order of time.
#[derive(Clone, Copy, Debug)]
pub struct Series<'a> {
    spec: &'a SeriesSpec,
    points: &'a [(SimTime, i64)],
}

impl<'a> Series<'a> {
    /// The name it was declared with.
    pub fn name(&self) -> &'static str {
        self.spec.name
    }

    /// How it is written and read.
    pub fn kind(&self) -> SeriesKind {
        self.spec.kind
    }

    /// All points. Times of gauges and counters rise; times of samples may repeat.
    pub fn points(&self) -> &'a [(SimTime, i64)] {
        self.points
    }

    /// The value that holds at `at`: that of the last point not later, or 0 before the first. For
    /// samples it is the latest observation, which is seldom what one wants.
    pub fn value_at(&self, at: SimTime) -> i64 {
        let count = self.points.partition_point(|point| point.0 <= at);
        self.points[..count].last().map_or(0, |point| point.1)
    }

    /// The points from `from` up to but not including `to`, so that windows side by side hold
    /// each point once. Empty if `to` is not later than `from`.
    pub fn between(&self, from: SimTime, to: SimTime) -> &'a [(SimTime, i64)] {
        let start = self.points.partition_point(|point| point.0 < from);
        let end = self.points.partition_point(|point| point.0 < to);
        &self.points[start..end.max(start)]
    }

    /// The last point.
    pub fn last(&self) -> Option<(SimTime, i64)> {
        self.points.last().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::super::rng::{Rng, Stream};
    use super::*;

    const SPECS: &[SeriesSpec] = &[
        SeriesSpec::gauge("level"),
        SeriesSpec::counter("total"),
        SeriesSpec::sample("wait_ns"),
    ];

    fn at(ns: u64) -> SimTime {
        SimTime::from_ns(ns)
    }

    #[test]
    fn series_are_found_by_place_and_by_name() {
        let trace = Trace::new(SPECS);
        assert_eq!(trace.series(Gauge(0)).name(), "level");
        assert_eq!(trace.series(Counter(1)).kind(), SeriesKind::Counter);
        assert_eq!(trace.series(Sample(2)).name(), "wait_ns");
        assert_eq!(trace.series(2).name(), trace.series("wait_ns").name());
        assert!(trace.find("level").is_some() && trace.find("levels").is_none());
        assert_eq!(trace.all_series().len(), 3);
        assert_eq!(trace.series(0).last(), None);
        assert_eq!(trace.series(0).value_at(SimTime::MAX), 0);
    }

    #[test]
    #[should_panic(expected = "no such series")]
    fn an_unknown_series_is_a_mistake() {
        Trace::new(SPECS).series(3);
    }

    #[test]
    fn values_hold_until_the_next_point() {
        let mut trace = Trace::new(SPECS);
        for (ns, value) in [(2, 5), (4, 1)] {
            trace.recorder.gauge(at(ns), Gauge(0), value);
        }
        let values = [0, 1, 2, 3, 4, 5].map(|ns| trace.series(0).value_at(at(ns)));
        assert_eq!(values, [0, 0, 5, 5, 1, 1]);
        assert_eq!(trace.series(0).last(), Some((at(4), 1)));
    }

    #[test]
    fn windows_side_by_side_hold_each_sample_once() {
        let mut trace = Trace::new(SPECS);
        for ns in [1, 2, 2, 2, 3, 7] {
            trace.recorder.sample(at(ns), Sample(2), ns as i64);
        }
        let waits = trace.series(Sample(2));
        let counts = [0, 2, 4, 6].map(|ns| waits.between(at(ns), at(ns + 2)).len());
        assert_eq!(counts, [1, 4, 0, 1]);
        assert!(waits.between(at(3), at(1)).is_empty());
        assert_eq!(waits.between(SimTime::ZERO, SimTime::MAX), waits.points());
    }

    #[test]
    fn event_times_step_over_ties() {
        for seed in 0..20 {
            let mut rng = Rng::new(seed, Stream::new(0, 0));
            let mut times: Vec<SimTime> = (0..100).map(|_| at(rng.below(60))).collect();
            times.sort_unstable();
            let mut trace = Trace::new(SPECS);
            times.iter().for_each(|time| trace.recorder.event(*time));
            for cursor in (0..62).map(at) {
                let next = times.iter().filter(|time| **time > cursor).min();
                assert_eq!(trace.next_event_time(cursor), next.copied());
                let previous = times.iter().filter(|time| **time < cursor).max();
                assert_eq!(trace.previous_event_time(cursor), previous.copied());
            }
        }
    }
}
