//! What a run writes down while it goes: series of points, and notes.
//!
//! A scene lists its series once, as a slice of [`SeriesSpec`], and names each by a constant
//! [`Gauge`], [`Counter`] or [`Sample`]: its place in that slice. Writing is by place and never by
//! name, so that it costs an index and not a look-up.

use super::time::SimTime;

/// The most points a series holds, and the most notes a run holds. A run that needs more ends
/// with [`Outcome::PointsLimit`](super::Outcome::PointsLimit).
pub const SERIES_POINTS_MAX: usize = 1 << 18;

/// How a series is written and read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeriesKind {
    /// A level that holds until it is set again, such as the length of a queue.
    Gauge,
    /// A total that only grows, such as the customers served so far.
    Counter,
    /// Observations that stand alone, such as how long each customer waited.
    Sample,
}

/// Declares one series of a scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeriesSpec {
    /// A name that ends with its unit, if it has one.
    pub name: &'static str,
    /// How it is written and read.
    pub kind: SeriesKind,
}

impl SeriesSpec {
    /// Declares a gauge.
    pub const fn gauge(name: &'static str) -> SeriesSpec {
        SeriesSpec {
            name,
            kind: SeriesKind::Gauge,
        }
    }

    /// Declares a counter.
    pub const fn counter(name: &'static str) -> SeriesSpec {
        SeriesSpec {
            name,
            kind: SeriesKind::Counter,
        }
    }

    /// Declares a series of samples.
    pub const fn sample(name: &'static str) -> SeriesSpec {
        SeriesSpec {
            name,
            kind: SeriesKind::Sample,
        }
    }
}

/// A gauge, by its place in the scene's slice of [`SeriesSpec`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Gauge(pub u16);

/// A counter, by its place in the scene's slice of [`SeriesSpec`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Counter(pub u16);

/// A series of samples, by its place in the scene's slice of [`SeriesSpec`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Sample(pub u16);

/// Something worth a mark on the time line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Note {
    /// When it happened.
    pub at: SimTime,
    /// What happened, as each scene counts its notes.
    pub code: u16,
    /// A number that goes with it, with a meaning that depends on the code.
    pub value: i64,
}

/// The writing side of a run's record; [`Trace`](super::Trace) is the reading side.
#[derive(Clone, Debug)]
pub(super) struct Recorder {
    pub(super) specs: &'static [SeriesSpec],
    /// The points of each series, in the order of `specs`, with times that never fall.
    pub(super) points: Vec<Vec<(SimTime, i64)>>,
    pub(super) notes: Vec<Note>,
    /// When each event ran.
    pub(super) event_times: Vec<SimTime>,
    /// Whether a point or note found no room and was dropped.
    pub(super) is_full: bool,
}

impl Recorder {
    pub(super) fn new(specs: &'static [SeriesSpec]) -> Recorder {
        for (index, spec) in specs.iter().enumerate() {
            let is_new = specs[..index].iter().all(|other| other.name != spec.name);
            assert!(is_new, "two series named {}", spec.name);
        }
        Recorder {
            specs,
            points: vec![Vec::new(); specs.len()],
            notes: Vec::new(),
            event_times: Vec::new(),
            is_full: false,
        }
    }

    /// What was written down by the end of the instant `at`. Exact, because no writing changes a
    /// point of an earlier instant.
    pub(super) fn cut(&self, at: SimTime) -> Recorder {
        let cut = |points: &Vec<(SimTime, i64)>| {
            points[..points.partition_point(|point| point.0 <= at)].to_vec()
        };
        let notes = self.notes.partition_point(|note| note.at <= at);
        let events = self.event_times.partition_point(|time| *time <= at);
        Recorder {
            specs: self.specs,
            points: self.points.iter().map(cut).collect(),
            notes: self.notes[..notes].to_vec(),
            event_times: self.event_times[..events].to_vec(),
            // Only the last event can have found no room, since a full record ends the run.
            is_full: self.is_full && events == self.event_times.len(),
        }
    }

    pub(super) fn event(&mut self, at: SimTime) {
        self.event_times.push(at);
    }

    /// The first value is always kept, then changes only. Of several values at one instant the
    /// last stays, since a level has one value at a time.
    pub(super) fn gauge(&mut self, at: SimTime, gauge: Gauge, value: i64) {
        let points = self.series(gauge.0, SeriesKind::Gauge);
        match points.as_mut_slice() {
            [.., last] if last.1 == value => {}
            [.., before, last] if last.0 == at && before.1 == value => {
                points.pop();
            }
            [.., last] if last.0 == at => last.1 = value,
            _ => self.push(gauge.0, at, value),
        }
    }

    /// Adds to the total; additions at one instant make one point.
    pub(super) fn count(&mut self, at: SimTime, counter: Counter, more: u64) {
        let points = self.series(counter.0, SeriesKind::Counter);
        if more == 0 {
            return;
        }
        let before = points.last().map_or(0, |last| last.1);
        let total = before
            .checked_add_unsigned(more)
            .expect("a counter overflowed");
        match points.last_mut() {
            Some(last) if last.0 == at => last.1 = total,
            _ => self.push(counter.0, at, total),
        }
    }

    pub(super) fn sample(&mut self, at: SimTime, sample: Sample, value: i64) {
        self.series(sample.0, SeriesKind::Sample);
        self.push(sample.0, at, value);
    }

    pub(super) fn note(&mut self, note: Note) {
        if self.notes.len() < SERIES_POINTS_MAX {
            self.notes.push(note);
        } else {
            self.is_full = true;
        }
    }

    fn series(&mut self, index: u16, kind: SeriesKind) -> &mut Vec<(SimTime, i64)> {
        let Some(spec) = self.specs.get(usize::from(index)) else {
            panic!("series {index} is not declared");
        };
        assert_eq!(spec.kind, kind, "series {} is of another kind", spec.name);
        &mut self.points[usize::from(index)]
    }

    fn push(&mut self, index: u16, at: SimTime, value: i64) {
        let points = &mut self.points[usize::from(index)];
        if points.len() < SERIES_POINTS_MAX {
            points.push((at, value));
        } else {
            self.is_full = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPECS: &[SeriesSpec] = &[
        SeriesSpec::gauge("g"),
        SeriesSpec::counter("c"),
        SeriesSpec::sample("s"),
    ];
    const GAUGE: Gauge = Gauge(0);
    const COUNTER: Counter = Counter(1);
    const SAMPLE: Sample = Sample(2);

    fn at(ns: u64) -> SimTime {
        SimTime::from_ns(ns)
    }

    #[test]
    fn a_gauge_keeps_changes_and_the_last_of_an_instant() {
        let mut recorder = Recorder::new(SPECS);
        for (ns, value) in [
            (0, 0),
            (1, 0),
            (2, 5),
            (3, 6),
            (3, 7),
            (4, 9),
            (4, 7),
            (5, 7),
        ] {
            recorder.gauge(at(ns), GAUGE, value);
        }
        assert_eq!(recorder.points[0], [(at(0), 0), (at(2), 5), (at(3), 7)]);
    }

    #[test]
    fn a_counter_adds_up_and_merges_an_instant() {
        let mut recorder = Recorder::new(SPECS);
        for (ns, more) in [(0, 0), (1, 2), (1, 3), (2, 0), (4, 1)] {
            recorder.count(at(ns), COUNTER, more);
        }
        assert_eq!(recorder.points[1], [(at(1), 5), (at(4), 6)]);
    }

    #[test]
    fn samples_are_all_kept() {
        let mut recorder = Recorder::new(SPECS);
        for (ns, value) in [(1, 4), (1, 4), (2, -4)] {
            recorder.sample(at(ns), SAMPLE, value);
        }
        assert_eq!(recorder.points[2], [(at(1), 4), (at(1), 4), (at(2), -4)]);
    }

    #[test]
    fn a_full_series_says_so_and_stays_within_its_limit() {
        let mut recorder = Recorder::new(SPECS);
        for ns in 0..SERIES_POINTS_MAX as u64 {
            recorder.sample(at(ns), SAMPLE, 0);
            recorder.note(Note {
                at: at(ns),
                code: 0,
                value: 0,
            });
        }
        assert!(!recorder.is_full);
        let mut noted = recorder.clone();
        recorder.sample(at(u64::MAX), SAMPLE, 0);
        noted.note(Note {
            at: at(u64::MAX),
            code: 0,
            value: 0,
        });
        assert!(recorder.is_full && noted.is_full);
        assert_eq!(recorder.points[2].len(), SERIES_POINTS_MAX);
        assert_eq!(noted.notes.len(), SERIES_POINTS_MAX);
    }

    #[test]
    #[should_panic(expected = "of another kind")]
    fn a_counter_is_not_written_as_a_gauge() {
        Recorder::new(SPECS).gauge(SimTime::ZERO, Gauge(1), 1);
    }

    #[test]
    #[should_panic(expected = "not declared")]
    fn a_series_must_be_declared() {
        Recorder::new(SPECS).count(SimTime::ZERO, Counter(3), 1);
    }

    #[test]
    #[should_panic(expected = "two series named g")]
    fn names_are_unique() {
        const TWICE: &[SeriesSpec] = &[SeriesSpec::gauge("g"), SeriesSpec::sample("g")];
        Recorder::new(TWICE);
    }
}
