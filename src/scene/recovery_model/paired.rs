//! Many pairs of rounds: what they say together, and how a result is made of one of them.

use super::model::Inserts;
use super::run::{Compare, LogRun};
use super::stats::{elapsed, is_timed, per, stat};
use crate::scene::Side;
use crate::view::{Stat, digits, plain_number};

/// What the two of a pair are compared by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// How long the load took.
    Seconds,
    /// Commits until the end of the shown time.
    Commits,
}

impl Measure {
    /// By commits where the run ends at a time.
    #[must_use]
    pub fn of(run: &LogRun) -> Self {
        let mut sides = run.sides.sides.iter();
        if sides.any(|side| is_timed(side.simulation.model().machine())) {
            Self::Commits
        } else {
            Self::Seconds
        }
    }

    /// What is counted.
    #[must_use]
    pub fn unit(self) -> &'static str {
        match self {
            Self::Seconds => "seconds",
            Self::Commits => "commits",
        }
    }

    /// "12.9 s", "143,000 commits".
    #[must_use]
    pub fn told(self, value: f64) -> String {
        match self {
            Self::Seconds => format!("{} s", digits(value, 3)),
            Self::Commits => format!("{} commits", plain_number(value, 0)),
        }
    }

    /// By how much SIMPLE is ahead, as a ratio.
    fn ahead(self, pair: &[(f64, f64); 2]) -> f64 {
        match self {
            Self::Seconds => pair[0].0 / pair[1].0,
            Self::Commits => pair[1].0 / pair[0].0,
        }
    }
}

/// (seconds or commits, WRITELOG seconds) of each pair that is complete, FULL first.
#[must_use]
pub fn pairs(run: &LogRun) -> Vec<[(f64, f64); 2]> {
    let measure = Measure::of(run);
    let of = |side: &Side<Inserts>| {
        let machine = side.simulation.model().machine();
        let totals = machine.totals();
        let value = match measure {
            Measure::Seconds => elapsed(machine).as_ns() as f64 / 1e9,
            Measure::Commits => totals.acknowledged as f64,
        };
        (value, totals.writelog.as_ns() as f64 / 1e9)
    };
    let done = run.sides.sides.chunks(2).filter_map(|pair| match pair {
        [full, simple] => {
            let are_done = [full, simple]
                .iter()
                .all(|s| s.simulation.outcome().is_some());
            are_done.then(|| [of(full), of(simple)])
        }
        _ => None,
    });
    done.collect()
}

/// The pair that is told about, if it is one only: that in which SIMPLE is ahead by most.
#[must_use]
pub fn told(run: &LogRun) -> Option<usize> {
    if run.compare != Compare::Pairs || !run.is_picked {
        return None;
    }
    let (all, measure) = (pairs(run), Measure::of(run));
    let by =
        |a: &[(f64, f64); 2], b: &[(f64, f64); 2]| measure.ahead(a).total_cmp(&measure.ahead(b));
    let best = (0..).zip(&all).max_by(|a, b| by(a.1, b.1));
    best.map(|(place, _)| place)
}

/// What many pairs of rounds say.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Paired {
    /// By what they are compared.
    pub measure: Measure,
    /// Pairs.
    pub count: u32,
    /// Mean of SIMPLE's value less FULL's.
    pub mean: f64,
    /// 95 % of such intervals hold the true mean: half of its width.
    pub half: f64,
    /// FULL's mean value.
    pub full: f64,
    /// Pairs that would tell a difference of 5 % of it from chance, four times out of five; not a
    /// number where there is no chance in it.
    pub to_tell: f64,
    /// Correlation of WRITELOG seconds and the values over all runs.
    pub correlation: f64,
    /// Pairs in which SIMPLE was ahead.
    pub simple_first: u32,
}

/// The share of the mean that repeats should be able to tell.
pub const TOLD_SHARE: f64 = 0.05;

impl Paired {
    /// Of a run's pairs that are complete.
    #[must_use]
    pub fn of_run(run: &LogRun) -> Option<Self> {
        Self::of(Measure::of(run), &pairs(run))
    }

    /// From (FULL, SIMPLE) pairs of (value, WRITELOG seconds); `None` with fewer than two.
    #[must_use]
    pub fn of(measure: Measure, pairs: &[[(f64, f64); 2]]) -> Option<Self> {
        if pairs.len() < 2 {
            return None;
        }
        let n = pairs.len() as f64;
        let differences: Vec<f64> = pairs.iter().map(|p| p[1].0 - p[0].0).collect();
        let mean = differences.iter().sum::<f64>() / n;
        let squares: f64 = differences.iter().map(|d| (d - mean) * (d - mean)).sum();
        let deviation = (squares / (n - 1.0)).sqrt();
        let full = pairs.iter().map(|p| p[0].0).sum::<f64>() / n;
        let told = TOLD_SHARE * full;
        // 1.96 for the interval and 0.84 for four times out of five.
        let needed = 2.8 * deviation / told;
        let half = student(n - 1.0) * deviation / n.sqrt();
        let to_tell = (needed * needed).ceil().max(2.0);
        Some(Self {
            measure,
            count: pairs.len() as u32,
            mean,
            half,
            full,
            to_tell: if half < 1e-9 { f64::NAN } else { to_tell },
            correlation: correlation(pairs),
            simple_first: pairs.iter().filter(|p| measure.ahead(p) > 1.0).count() as u32,
        })
    }

    /// Does the interval include no difference?
    #[must_use]
    pub fn holds_zero(&self) -> bool {
        self.mean.abs() <= self.half + 1e-9
    }

    /// Do all pairs differ by the same, so that there is nothing to average over?
    #[must_use]
    pub fn is_alike(&self) -> bool {
        self.half < 1e-9
    }

    /// Mean, lower and upper end of the interval, each to the same decimal.
    #[must_use]
    pub fn words(&self) -> [String; 3] {
        let places = match self.half {
            half if half >= 100.0 => 0,
            half if half >= 10.0 => 1,
            half if half >= 1.0 => 2,
            _ => 3,
        };
        let ends = [self.mean, self.mean - self.half, self.mean + self.half];
        ends.map(|value| plain_number(value, places))
    }

    /// As figures.
    #[must_use]
    pub fn stats(&self) -> Vec<Stat> {
        let names = match self.measure {
            Measure::Seconds => [
                "difference_s_mean",
                "difference_s_low",
                "difference_s_high",
                "elapsed_s_mean",
            ],
            Measure::Commits => [
                "difference_commits_mean",
                "difference_commits_low",
                "difference_commits_high",
                "commits_mean",
            ],
        };
        vec![
            stat("pairs", f64::from(self.count), 0),
            stat(names[0], self.mean, 2),
            stat(names[1], self.mean - self.half, 2),
            stat(names[2], self.mean + self.half, 2),
            stat(names[3], self.full, 2),
            stat("pairs_to_tell", self.to_tell, 0),
            stat("writelog_correlation", self.correlation, 4),
            stat("pairs_simple_first", f64::from(self.simple_first), 0),
        ]
    }
}

fn correlation(pairs: &[[(f64, f64); 2]]) -> f64 {
    let all: Vec<(f64, f64)> = pairs.iter().flatten().copied().collect();
    let n = all.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| all.iter().map(of).sum::<f64>() / n;
    let (x, y) = (mean(|p| p.0), mean(|p| p.1));
    let sum = |of: &dyn Fn(&(f64, f64)) -> f64| all.iter().map(of).sum::<f64>();
    let xy = sum(&|p| (p.0 - x) * (p.1 - y));
    let (xx, yy) = (
        sum(&|p| (p.0 - x) * (p.0 - x)),
        sum(&|p| (p.1 - y) * (p.1 - y)),
    );
    // Values that are all the same correlate with nothing.
    if xx < 1e-9 || yy < 1e-9 {
        return f64::NAN;
    }
    per(xy, (xx * yy).sqrt())
}

/// The 97.5 % point of Student's distribution: a table for few degrees of freedom, then the normal
/// point with its first corrections (Cornish and Fisher).
fn student(freedom: f64) -> f64 {
    const FEW: [f64; 10] = [
        12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228,
    ];
    let place = (freedom.max(1.0) - 1.0) as usize;
    if let Some(few) = FEW.get(place) {
        return *few;
    }
    const Z: f64 = 1.959_964;
    let (z3, z5) = (Z * Z * Z, Z * Z * Z * Z * Z);
    let first = (z3 + Z) / (4.0 * freedom);
    let second = (5.0 * z5 + 16.0 * z3 + 3.0 * Z) / (96.0 * freedom * freedom);
    Z + first + second
}

/// "0.93", "above 0.999".
pub(super) fn correlation_words(value: f64) -> String {
    match plain_number(value, 3).as_str() {
        "1" => "above 0.999".to_string(),
        other => other.to_string(),
    }
}

/// "11 to 35.2", or one number if they are alike.
pub(super) fn range(values: &[f64]) -> String {
    let least = values.iter().copied().fold(f64::MAX, f64::min);
    let most = values.iter().copied().fold(f64::MIN, f64::max);
    let words = [least, most].map(|v| digits(v, 3));
    if words[0] == words[1] {
        words[0].clone()
    } else {
        words.join(" to ")
    }
}

/// What many pairs say, or the one that is told about.
pub(super) fn many_pairs(run: &LogRun) -> Option<String> {
    let (all, measure) = (pairs(run), Measure::of(run));
    let paired = Paired::of(measure, &all)?;
    if let Some(place) = told(run) {
        let [full, simple] = all.get(place)?;
        let verb = match measure {
            Measure::Seconds => "took",
            Measure::Commits => "made",
        };
        return Some(format!(
            "In pair {} SIMPLE {verb} {} and FULL {}. {} left out.",
            place + 1,
            measure.told(simple.0),
            measure.told(full.0),
            match all.len() {
                2 => "The other pair is".to_string(),
                more => format!("The other {} pairs are", more - 1),
            }
        ));
    }
    if paired.is_alike() {
        return Some(outcome(&paired));
    }
    Some(format!(
        "{} SIMPLE was ahead in {} of {} pairs. To tell a difference of {} % from such noise four \
         times out of five, it takes about {} pairs.",
        outcome(&paired),
        paired.simple_first,
        paired.count,
        digits(100.0 * TOLD_SHARE, 2),
        plain_number(paired.to_tell, 0)
    ))
}

/// The mean difference and its interval; without noise, what each pair says.
pub(super) fn outcome(paired: &Paired) -> String {
    let (count, unit) = (paired.count, paired.measure.unit());
    let size = plain_number(paired.mean.abs(), 3);
    let (verb, than) = match (paired.measure, paired.mean < 0.0) {
        (Measure::Seconds, true) => ("took", "less"),
        (Measure::Seconds, false) => ("took", "more"),
        (Measure::Commits, true) => ("made", "fewer"),
        (Measure::Commits, false) => ("made", "more"),
    };
    if paired.is_alike() && paired.mean.abs() < 1e-9 {
        let alike = match paired.measure {
            Measure::Seconds => "took as long as",
            Measure::Commits => "made as many commits as",
        };
        return format!(
            "In all {count} pairs SIMPLE {alike} FULL. There is no noise here to average over."
        );
    }
    if paired.is_alike() {
        return format!(
            "In all {count} pairs SIMPLE {verb} {size} {unit} {than} than FULL. There is no noise \
             here to average over."
        );
    }
    let [mean, low, high] = paired.words();
    let mean = mean.trim_start_matches('\u{2212}');
    let end = if paired.holds_zero() {
        "which includes 0, no difference"
    } else {
        "which does not include 0, no difference"
    };
    format!(
        "SIMPLE {verb} {mean} {unit} {than} on average; the 95 % interval goes from {low} to \
         {high}, {end}."
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn students_points_are_those_of_the_tables() {
        for (freedom, point) in [(1.0, 12.706), (7.0, 2.365), (12.0, 2.179), (29.0, 2.045)] {
            let found = student(freedom);
            assert!((found - point).abs() < 0.006, "{freedom}: {found}");
        }
    }

    #[test]
    fn pairs_that_differ_by_chance_hold_zero_and_a_real_difference_does_not() {
        let pair = |i: u32, less: f64| {
            let noise = f64::from(i * 37 % 23);
            let other = f64::from(i * 53 % 29);
            [
                (20.0 + noise, 10.0 + noise),
                (22.0 + other - less, 12.0 + other - less),
            ]
        };
        let chance: Vec<_> = (0..30).map(|i| pair(i, 5.0)).collect();
        let paired = Paired::of(Measure::Seconds, &chance).expect("thirty pairs");
        assert!(paired.holds_zero(), "{paired:?}");
        assert!(paired.correlation > 0.99);
        let real: Vec<_> = (0..30).map(|i| pair(i, 18.0)).collect();
        assert!(
            !Paired::of(Measure::Seconds, &real)
                .expect("thirty pairs")
                .holds_zero()
        );
        assert_eq!(Paired::of(Measure::Seconds, &chance[..1]), None);
    }
}
