//! Random numbers without floats: the same on every machine, one stream a purpose.
//!
//! The generator is xoshiro256** by Blackman and Vigna, seeded by SplitMix64. It is written out
//! here, in forty lines, so that no new version of a dependency changes a published run. There are
//! no float draws: logarithms differ in the last bit between native and browser builds, and one
//! differing draw sends a whole run another way.

use super::product::{multiple, product};
use super::time::Span;

/// Names a stream of random numbers within a run: what it is for, and for whom.
///
/// Streams of one seed are independent, so that a draw added for one purpose moves nothing
/// elsewhere, and two variants of a run that use the same streams share their luck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stream {
    /// What the numbers decide, as each scene counts its purposes.
    pub purpose: u32,
    /// For whom they decide it, if there are several; else 0.
    pub index: u32,
}

impl Stream {
    /// The stream for `purpose`, of the `index`-th of its users.
    pub const fn new(purpose: u32, index: u32) -> Stream {
        Stream { purpose, index }
    }
}

/// Turns a seed into well-mixed words; used for seeding only.
#[derive(Clone, Debug)]
struct SplitMix64(u64);

impl SplitMix64 {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ (word >> 31)
    }
}

/// A generator of random numbers: xoshiro256**.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng {
    state: [u64; 4],
}

impl Rng {
    /// The generator of `stream` in the run with this `seed`.
    pub fn new(seed: u64, stream: Stream) -> Rng {
        // The seed is mixed before the stream is folded in, so that the streams of seed 1 are not
        // those of seed 0 under other numbers.
        let seed_mixed = SplitMix64(seed).next();
        let stream_word = u64::from(stream.purpose) << 32 | u64::from(stream.index);
        let mut words = SplitMix64(seed_mixed ^ stream_word);
        let state = std::array::from_fn(|_| words.next());
        // SplitMix64 gives each word once a period, so four zeroes in a row, from which the
        // generator would never move, cannot come.
        assert_ne!(state, [0; 4]);
        Rng { state }
    }

    /// 64 random bits.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        let [s0, s1, s2, s3] = &mut self.state;
        let result = s1.wrapping_mul(5).rotate_left(7).wrapping_mul(9);
        let shifted = *s1 << 17;
        *s2 ^= *s0;
        *s3 ^= *s1;
        *s1 ^= *s2;
        *s0 ^= *s3;
        *s2 ^= shifted;
        *s3 = s3.rotate_left(45);
        result
    }

    /// 32 random bits, the upper half of one 64-bit draw.
    #[inline]
    pub fn next_u32(&mut self) -> u32 {
        (self.next_u64() >> 32) as u32
    }

    /// A number from 0 to `n - 1`, each as likely as the other. Panics if `n` is zero.
    pub fn below(&mut self, n: u64) -> u64 {
        assert!(n > 0, "a draw below zero");
        // Lemire's method: the upper half of a 128-bit product is the number. A lower half under
        // 2^64 mod n belongs to a number that got one draw too many, and is drawn again.
        let (mut upper, mut lower) = product(self.next_u64(), n);
        if lower < n {
            let excess = n.wrapping_neg() % n;
            while lower < excess {
                (upper, lower) = product(self.next_u64(), n);
            }
        }
        upper
    }

    /// A number from `lo` to `hi`, both included. Panics unless `lo <= hi`.
    pub fn range_inclusive(&mut self, lo: u64, hi: u64) -> u64 {
        assert!(lo <= hi, "a draw from {lo} to {hi}");
        match (hi - lo).checked_add(1) {
            Some(count) => lo + self.below(count),
            None => self.next_u64(),
        }
    }

    /// True `num` times out of `den`. Panics unless `num <= den` and `den > 0`.
    ///
    /// Draws even if the answer is certain, and a greater `num` over the same `den` turns only
    /// false answers into true ones: variants with different odds stay comparable.
    pub fn chance(&mut self, num: u64, den: u64) -> bool {
        assert!(num <= den, "a chance of {num} in {den}");
        self.below(den) < num
    }

    /// A span from `lo` to `hi`, both included, each nanosecond as likely as the other.
    pub fn uniform_span(&mut self, lo: Span, hi: Span) -> Span {
        Span::from_ns(self.range_inclusive(lo.as_ns(), hi.as_ns()))
    }

    /// A span from the exponential distribution, to the nearest nanosecond: the time to the next
    /// of many independent arrivals that come one each `mean` on average.
    ///
    /// By von Neumann's comparison method, with no logarithm. Draw fractions for as long as each
    /// is no greater than the one before. The chance that a first fraction x stands at the head
    /// of an odd number of them is e^-x, so an odd count accepts x, and an even count starts over
    /// one mean later. It takes 4.3 draws on average.
    pub fn exponential(&mut self, mean: Span) -> Span {
        // On a copy, which lives in registers for the few draws.
        let mut rng = self.clone();
        let mut whole = 0_u64;
        loop {
            let first = rng.next_u32();
            let mut last = first;
            let mut is_odd = true;
            loop {
                let next = rng.next_u32();
                if next > last {
                    break;
                }
                last = next;
                is_odd = !is_odd;
            }
            if is_odd {
                *self = rng;
                return multiple(mean, whole, first);
            }
            whole += 1;
        }
    }

    /// Puts the items in a random order, each order as likely as the other.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u64 + 1) as usize);
        }
    }
}

/// The generators of one run, made when first asked for.
#[derive(Clone, Debug)]
pub(super) struct Rngs {
    seed: u64,
    /// Sorted by stream. Runs have few streams, so a list is found and copied fastest.
    by_stream: Vec<(Stream, Rng)>,
}

impl Rngs {
    pub(super) fn new(seed: u64) -> Rngs {
        Rngs {
            seed,
            by_stream: Vec::new(),
        }
    }

    pub(super) fn get(&mut self, stream: Stream) -> &mut Rng {
        let index = match self
            .by_stream
            .binary_search_by_key(&stream, |entry| entry.0)
        {
            Ok(index) => index,
            Err(index) => {
                self.by_stream
                    .insert(index, (stream, Rng::new(self.seed, stream)));
                index
            }
        };
        &mut self.by_stream[index].1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DRAWS: u64 = 1_000_000;

    fn rng(seed: u64) -> Rng {
        Rng::new(seed, Stream::new(0, 0))
    }

    #[test]
    fn xoshiro_known_answers() {
        let mut rng = Rng {
            state: [1, 2, 3, 4],
        };
        for expected in [11520, 0, 1_509_978_240, 1_215_971_899_390_074_240] {
            assert_eq!(rng.next_u64(), expected);
        }
    }

    #[test]
    fn splitmix_known_answers() {
        let mut words = SplitMix64(1_234_567);
        let expected = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
        ];
        for word in expected {
            assert_eq!(words.next(), word);
        }
    }

    /// Fixes the seeding as well: a change here changes every published run.
    #[test]
    fn seeded_known_answers() {
        let mut rng = Rng::new(1, Stream::new(2, 3));
        let drawn: [u64; 3] = std::array::from_fn(|_| rng.next_u64());
        assert_eq!(drawn, SEEDED);
    }

    const SEEDED: [u64; 3] = [
        13_411_780_627_897_276_967,
        15_787_160_958_917_222_045,
        7_098_590_484_794_184_847,
    ];

    #[test]
    fn streams_and_seeds_are_all_different() {
        let mut firsts = Vec::new();
        for seed in 0..10 {
            for purpose in 0..10 {
                for index in 0..10 {
                    firsts.push(Rng::new(seed, Stream::new(purpose, index)).next_u64());
                }
            }
        }
        let count = firsts.len();
        firsts.sort_unstable();
        firsts.dedup();
        assert_eq!(firsts.len(), count);
    }

    #[test]
    fn one_stream_does_not_move_another() {
        let (a, b) = (Stream::new(1, 0), Stream::new(0, 9));
        let mut alone = Rngs::new(7);
        let expected: Vec<u64> = (0..5).map(|_| alone.get(a).next_u64()).collect();
        let mut mixed = Rngs::new(7);
        for word in expected {
            mixed.get(b).next_u64();
            assert_eq!(mixed.get(a).next_u64(), word);
        }
    }

    #[test]
    fn below_is_even_and_in_range() {
        for seed in 0..5 {
            let mut rng = rng(seed);
            let mut counts = [0_u64; 7];
            for _ in 0..70_000 {
                counts[rng.below(7) as usize] += 1;
            }
            // 10 000 each; the standard deviation is 93.
            assert!(
                counts.iter().all(|count| count.abs_diff(10_000) < 450),
                "{counts:?}"
            );
        }
    }

    #[test]
    fn ranges_hold_their_ends() {
        let mut rng = rng(3);
        let mut seen = [false; 3];
        for _ in 0..200 {
            seen[(rng.range_inclusive(5, 7) - 5) as usize] = true;
            assert_eq!(rng.range_inclusive(9, 9), 9);
            let span = rng.uniform_span(Span::from_ns(2), Span::from_ns(4));
            assert!((2..=4).contains(&span.as_ns()));
            assert!(rng.range_inclusive(u64::MAX - 1, u64::MAX) >= u64::MAX - 1);
        }
        assert_eq!(seen, [true; 3]);
        let (mut full, mut plain) = (rng.clone(), rng.clone());
        assert_eq!(full.range_inclusive(0, u64::MAX), plain.next_u64());
        // Just above 2^63 nearly half of all draws are rejected, so rejection is exercised.
        assert!((0..1_000).all(|_| rng.below((1 << 63) + 1) <= 1 << 63));
    }

    #[test]
    fn better_odds_only_add_hits() {
        let (mut low, mut high) = (rng(4), rng(4));
        let mut hits = 0;
        for _ in 0..100_000 {
            let hit = low.chance(1, 4);
            assert!(high.chance(3, 4) || !hit);
            hits += u64::from(hit);
        }
        assert!(hits.abs_diff(25_000) < 700, "{hits}");
        assert!((0..100).all(|_| low.chance(1, 1) && !low.chance(0, 1)));
    }

    #[test]
    fn exponential_has_its_mean_and_second_moment() {
        let mean_ns = 1_000_000_u128;
        for seed in 0..3 {
            let mut rng = rng(seed);
            let (mut sum, mut sum_squares) = (0_u128, 0_u128);
            for _ in 0..DRAWS {
                let ns = u128::from(rng.exponential(Span::from_ns(mean_ns as u64)).as_ns());
                sum += ns;
                sum_squares += ns * ns;
            }
            // Standard deviations of the two averages: 0.1 % of 1 and 0.22 % of 2.
            let mean_ppm = sum * 1_000_000 / (u128::from(DRAWS) * mean_ns);
            assert!(mean_ppm.abs_diff(1_000_000) < 4_000, "mean {mean_ppm} ppm");
            let square_ppm = sum_squares * 1_000_000 / (u128::from(DRAWS) * mean_ns * mean_ns);
            assert!(
                square_ppm.abs_diff(2_000_000) < 18_000,
                "square {square_ppm} ppm"
            );
        }
    }

    /// The chance to outlast k means is e^-k: 36 788, 13 534 and 4 979 in 100 000.
    #[test]
    fn exponential_has_its_tail() {
        let mut rng = rng(11);
        let mut outlast = [0_u64; 3];
        for _ in 0..100_000 {
            let ns = rng.exponential(Span::from_ns(1_000)).as_ns();
            for (k, count) in outlast.iter_mut().enumerate() {
                *count += u64::from(ns >= 1_000 * (k as u64 + 1));
            }
        }
        for (count, expected) in outlast.into_iter().zip([36_788_u64, 13_534, 4_979]) {
            assert!(count.abs_diff(expected) < 700, "{count}, not {expected}");
        }
        assert_eq!(rng.exponential(Span::ZERO), Span::ZERO);
    }

    #[test]
    fn shuffle_keeps_the_items_and_reaches_every_order() {
        let mut rng = rng(5);
        let mut counts = std::collections::BTreeMap::new();
        for _ in 0..6_000 {
            let mut items = ['a', 'b', 'c'];
            rng.shuffle(&mut items);
            *counts.entry(items).or_insert(0_u64) += 1;
        }
        assert_eq!(counts.len(), 6);
        assert!(
            counts.values().all(|count| count.abs_diff(1_000) < 150),
            "{counts:?}"
        );
    }
}
