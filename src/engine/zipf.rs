//! Choosing a place by popularity, in integers only.
//!
//! Few rows of a table are asked for often, and most of them seldom. The usual model is Zipf's:
//! the `r`-th most popular place is asked for in proportion to `1 / r^s`, where the skew `s` is 0
//! if all are alike and about 1 in many traces.
//!
//! This one is Zipf's in steps, so that a million places need a table of a hundred and fifty rows.
//! The first 16 ranks have a step each; then there are 8 steps an octave, all ranks of a step are
//! equally popular, and a step has the popularity of its middle. A rank's popularity is off by at
//! most 6 % if the skew is 1, and by 13 % if it is 2, upwards in one half of each step and
//! downwards in the other: the share of the first so many ranks is off by much less.

use std::rc::Rc;

/// Ranks that have a step of their own.
const SINGLE: u32 = 16;
/// Steps from a rank to its double, further on.
const STEPS_PER_OCTAVE: u32 = 8;
/// The greatest skew, in percent: `1 / r^2`.
pub const SKEW_PCT_MAX: u32 = 200;

/// Fraction bits of a logarithm.
const LOG_BITS: u32 = 32;
/// Fraction bits of a power of two.
const EXP_BITS: u32 = 62;
/// Binary digits of the weight of all ranks together, so that it can be drawn below.
const TOTAL_BITS: u32 = 63;

/// Ranks next to each other that are equally popular.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Step {
    /// Its first rank.
    first: u32,
    /// The weight of each of its ranks; never 0.
    weight: u64,
    /// The weight of all ranks before it together.
    before: u64,
}

/// Places of different popularity.
#[derive(Clone, Debug)]
pub struct Zipf {
    steps: Rc<[Step]>,
    /// The weight of all ranks together.
    total: u64,
    places: u32,
    /// Leads from one rank's place to the next one's. Has no divisor in common with `places`.
    stride: u32,
}

impl Zipf {
    /// `places` places, of which the `r`-th most popular, counted from 1, is asked for in
    /// proportion to `r^(-skew_pct / 100)`.
    ///
    /// # Panics
    /// Unless there is a place, and if the skew is above [`SKEW_PCT_MAX`].
    #[must_use]
    pub fn new(places: u32, skew_pct: u32) -> Self {
        assert!(places > 0, "no places");
        assert!(skew_pct <= SKEW_PCT_MAX, "a skew of {skew_pct} %");
        let firsts = step_firsts(places);
        let ends = firsts.iter().skip(1).copied().chain([places]);
        let spans: Vec<(u32, u32)> = firsts.iter().copied().zip(ends).collect();
        let roots = roots_of_half();
        let raw: Vec<u128> = spans
            .iter()
            .map(|(first, end)| {
                popularity(u64::from(*first) + u64::from(*end) + 1, skew_pct, &roots)
            })
            .collect();
        let count = |(first, end): &(u32, u32)| end - first;
        let sum = spans.iter().zip(&raw);
        let sum: u128 = sum.map(|(span, raw)| u128::from(count(span)) * raw).sum();
        let shift = (u128::BITS - sum.leading_zeros()).saturating_sub(TOTAL_BITS);
        let mut total = 0;
        let mut step = |(span, raw): (&(u32, u32), u128)| {
            let weight = u64::try_from(raw >> shift)
                .expect("part of a sum that fits")
                .max(1);
            let before = total;
            total += u64::from(count(span)) * weight;
            Step {
                first: span.0,
                weight,
                before,
            }
        };
        let steps = spans.iter().zip(raw).map(&mut step).collect();
        Self {
            steps,
            total,
            places,
            stride: stride(places),
        }
    }

    /// How many places there are.
    #[must_use]
    pub fn places(&self) -> u32 {
        self.places
    }

    /// Draws a rank, the most popular being rank 0. `below(n)` draws a number from 0 to `n - 1`,
    /// each as likely as the other; it is called once.
    pub fn rank(&self, mut below: impl FnMut(u64) -> u64) -> u32 {
        let drawn = below(self.total);
        assert!(drawn < self.total, "{drawn} drawn below {}", self.total);
        let index = self.steps.partition_point(|step| step.before <= drawn) - 1;
        let step = self.steps[index];
        let inside = (drawn - step.before) / step.weight;
        step.first + u32::try_from(inside).expect("one of the places")
    }

    /// The place of a rank: each rank has its own, and ranks next to each other lie far apart, so
    /// that popular places are not neighbours.
    ///
    /// # Panics
    /// If there is no such rank.
    #[must_use]
    pub fn place(&self, rank: u32) -> u32 {
        assert!(rank < self.places, "rank {rank} of {}", self.places);
        let place = u64::from(rank) * u64::from(self.stride) % u64::from(self.places);
        place as u32
    }
}

/// The first rank of each step.
fn step_firsts(places: u32) -> Vec<u32> {
    let mut firsts: Vec<u32> = (0..places.min(SINGLE)).collect();
    let (mut first, mut octave) = (u64::from(SINGLE), u64::from(SINGLE));
    while first < u64::from(places) {
        firsts.push(first as u32);
        first += octave / u64::from(STEPS_PER_OCTAVE);
        if first == octave * 2 {
            octave = first;
        }
    }
    firsts
}

/// `(doubled / 2)^(-skew_pct / 100)`, times 2^90.
fn popularity(doubled: u64, skew_pct: u32, roots: &[u64]) -> u128 {
    let log = log2(doubled) - (1 << LOG_BITS);
    let power = u64::from(skew_pct) * log / 100;
    let mut value = 1_u128 << EXP_BITS;
    for (i, root) in (1..).zip(roots) {
        if power >> (LOG_BITS - i) & 1 == 1 {
            value = (value * u128::from(*root)) >> EXP_BITS;
        }
    }
    value << (90 - EXP_BITS) >> (power >> LOG_BITS)
}

/// 2^(-1/2), 2^(-1/4), 2^(-1/8) and so on, a fraction bit of a logarithm each, times 2^62.
fn roots_of_half() -> Vec<u64> {
    let mut root = 1_u64 << (EXP_BITS - 1);
    let mut next = || {
        root = (u128::from(root) << EXP_BITS).isqrt() as u64;
        root
    };
    (0..LOG_BITS).map(|_| next()).collect()
}

/// The binary logarithm of a positive number, times 2^32, cut: by squaring, a bit a square.
fn log2(value: u64) -> u64 {
    let zeros = value.leading_zeros();
    let mut log = u64::from(63 - zeros);
    // The number as 1.xxx with 63 bits after the point.
    let mut mantissa = value << zeros;
    for _ in 0..LOG_BITS {
        let square = u128::from(mantissa) * u128::from(mantissa);
        let is_two_or_more = square >> 127 == 1;
        mantissa = (square >> if is_two_or_more { 64 } else { 63 }) as u64;
        log = log << 1 | u64::from(is_two_or_more);
    }
    log
}

/// The number next to the golden section of `places` that has no divisor in common with it.
fn stride(places: u32) -> u32 {
    // The golden section, times 2^32.
    let golden = (u64::from(places) * 0x9e37_79b9) >> 32;
    let mut stride = (golden as u32).max(1);
    while gcd(stride, places) > 1 {
        stride += 1;
    }
    stride
}

fn gcd(mut a: u32, mut b: u32) -> u32 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Zipf {
        fn weight(&self, rank: u32) -> u64 {
            let index = self.steps.partition_point(|step| step.first <= rank) - 1;
            self.steps[index].weight
        }

        /// The weight of the ranks below `count` together.
        fn head(&self, count: u32) -> u64 {
            (0..count).map(|rank| self.weight(rank)).sum()
        }
    }

    /// Numbers that look random (SplitMix64).
    fn words(mut state: u64) -> impl FnMut(u64) -> u64 {
        move |n| {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut word = state;
            word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            let product = u128::from(word ^ (word >> 31)) * u128::from(n);
            (product >> 64) as u64
        }
    }

    /// The sum of 1 / r for `r` from 1 to `n`, times 2^48.
    fn harmonic(n: u64) -> u128 {
        (1..=n).map(|r| u128::from((1_u64 << 48) / r)).sum()
    }

    #[test]
    fn logarithms_and_powers_are_right() {
        assert_eq!((log2(1), log2(1 << 33)), (0, 33 << 32));
        // log2(10) = 3.321928094887362…, times 2^32.
        assert_eq!(log2(10), 14_267_572_527);
        let roots = roots_of_half();
        // 2^(-1/2) = 0.70710678118654752440…
        let root = (u128::from(roots[0]) * 1_000_000_000_000) >> EXP_BITS;
        assert_eq!(root, 707_106_781_186);
        for (r, skew, parts) in [
            (7, 0, 1),
            (4, 100, 4),
            (9, 50, 3),
            (1_000, 100, 1_000),
            (6, 200, 36),
        ] {
            let product = popularity(2 * r, skew, &roots) * parts;
            let error = product.abs_diff(1 << 90);
            assert!(error < 1 << 62, "{r} to the {skew} %: off by {error}");
        }
    }

    #[test]
    fn every_rank_has_its_place() {
        for places in (1..5_000).chain([131_072, 1_000_000]) {
            let zipf = Zipf {
                steps: Rc::new([]),
                total: 0,
                places,
                stride: stride(places),
            };
            let mut seen = vec![false; places as usize];
            for rank in 0..places {
                let place = zipf.place(rank) as usize;
                assert!(!seen[place], "{place} of {places} twice");
                seen[place] = true;
            }
        }
    }

    #[test]
    fn popular_places_are_no_neighbours() {
        for places in [1_000, 4_096, 131_072] {
            let zipf = Zipf::new(places, 100);
            let mut popular: Vec<u32> = (0..20).map(|rank| zipf.place(rank)).collect();
            popular.sort_unstable();
            let gap = popular.windows(2).map(|pair| pair[1] - pair[0]).min();
            assert!(gap.unwrap() > places / 60, "{gap:?} of {places}");
        }
    }

    #[test]
    fn without_skew_all_are_alike() {
        let zipf = Zipf::new(100, 0);
        assert!((0..100).all(|rank| zipf.weight(rank) == zipf.weight(0)));
        let mut below = words(1);
        let mut counts = [0_i64; 100];
        for _ in 0..100_000 {
            counts[zipf.rank(&mut below) as usize] += 1;
        }
        // 99 degrees of freedom: the sum of (count - 1,000)^2 / 1,000 is 149 once in a thousand.
        let squares: i64 = counts.iter().map(|count| (count - 1_000).pow(2)).sum();
        assert!((50_000..149_000).contains(&squares), "{squares}");
    }

    #[test]
    fn the_head_has_its_share() {
        let zipf = Zipf::new(10_000, 100);
        assert_eq!(zipf.head(10_000), zipf.total);
        let total = u128::from(zipf.total >> 16);
        let mut below = words(2);
        let ranks: Vec<u32> = (0..200_000).map(|_| zipf.rank(&mut below)).collect();
        for count in [1, 10, 100] {
            let exact = harmonic(u64::from(count)) * total;
            let is = u128::from(zipf.head(count) >> 16) * harmonic(10_000);
            assert!(
                is.abs_diff(exact) * 1_000 <= exact,
                "{count}: {is} for {exact}"
            );
            let drawn = ranks.iter().filter(|rank| **rank < count).count() as u128;
            let exact = harmonic(u64::from(count)) * 200_000;
            let is = drawn * harmonic(10_000);
            assert!(
                is.abs_diff(exact) * 100 <= 3 * exact,
                "{count}: {drawn} drawn"
            );
        }
    }

    #[test]
    fn no_rank_is_off_by_more_than_its_step() {
        for (skew, percent) in [(50, 3), (100, 6), (200, 13)] {
            let zipf = Zipf::new(50_000, skew);
            let first = u128::from(zipf.weight(0));
            for rank in 0..50_000 {
                let r = u128::from(rank) + 1;
                let weight = u128::from(zipf.weight(rank));
                let is = match skew {
                    50 => (weight * (r << 40).isqrt()) >> 20,
                    100 => weight * r,
                    _ => weight * r * r,
                };
                let off = is.abs_diff(first);
                assert!(
                    off * 100 <= first * percent,
                    "rank {rank}, {skew} %: {is} for {first}"
                );
            }
        }
    }

    #[test]
    fn a_lower_rank_is_never_less_popular() {
        for skew in [0, 1, 30, 99, 100, 137, 200] {
            for places in [1, 2, 15, 16, 17, 33, 1_000, 1_048_576, u32::MAX] {
                let zipf = Zipf::new(places, skew);
                assert!(zipf.steps.len() <= 250);
                assert!(zipf.steps.is_sorted_by(|a, b| a.weight >= b.weight));
                assert!(zipf.steps.iter().all(|step| step.weight > 0));
                let at = |drawn: u64| zipf.rank(|_| drawn);
                assert_eq!((at(0), at(zipf.total - 1)), (0, places - 1));
                for step in &zipf.steps[1..] {
                    assert_eq!(
                        (at(step.before - 1), at(step.before)),
                        (step.first - 1, step.first)
                    );
                }
            }
        }
    }

    #[test]
    fn a_million_places_take_few_steps() {
        assert_eq!(Zipf::new(1_048_576, 100).steps.len(), 144);
        assert_eq!(Zipf::new(1_048_576, 100).places(), 1_048_576);
        assert_eq!(step_firsts(20), (0..17).chain([18]).collect::<Vec<u32>>());
    }

    #[test]
    #[should_panic(expected = "a skew of 201 %")]
    fn a_skew_has_its_limit() {
        let _ = Zipf::new(1, 201);
    }
}
