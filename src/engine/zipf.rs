//! Choosing a place by popularity, with integers only.
//!
//! The place of rank `r` (from 1) is chosen in proportion to `r` to the power of `-skew`: Zipf. A
//! float power differs between native and browser builds, so the weights come from an integer
//! logarithm. They are kept for buckets of ranks: the first 16 one by one, then eight to an octave,
//! all ranks of a bucket alike. So this is a Zipf in steps, within a few percent of a smooth one.

/// Ranks with a bucket of their own.
const SINGLE: u64 = 16;
/// Buckets between a power of two and the next.
const PER_OCTAVE: u64 = 8;
/// Fraction bits of logarithms.
const LOG_BITS: u32 = 16;
/// Weight of the first rank: 2 to the power of this.
const WEIGHT_BITS: u64 = 40;

/// A stretch of ranks with one weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Bucket {
    first: u64,
    count: u64,
    /// Weight of this bucket and all before it.
    upto: u64,
}

/// Popularity of places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Zipf {
    places: u32,
    buckets: Vec<Bucket>,
    /// Rank to place: a step that is coprime to the number of places.
    step: u64,
}

/// The logarithm to base 2 of `n`, at least 1, with [`LOG_BITS`] fraction bits, rounded down.
fn log2(n: u64) -> u64 {
    let whole = n.ilog2();
    // n / 2^whole in [1, 2), with 31 fraction bits.
    let mut x = if whole <= 31 {
        n << (31 - whole)
    } else {
        n >> (whole - 31)
    };
    let mut fraction = 0;
    for _ in 0..LOG_BITS {
        x = (x * x) >> 31;
        fraction <<= 1;
        if x >= 1 << 32 {
            x >>= 1;
            fraction |= 1;
        }
    }
    u64::from(whole) << LOG_BITS | fraction
}

/// 2 to the power of `WEIGHT_BITS - exponent`, `exponent` with [`LOG_BITS`] fraction bits.
fn weight(exponent: u64) -> u64 {
    let whole = exponent >> LOG_BITS;
    // 2^-f for the fraction f by repeated square roots: bit i of f divides by 2^(2^-i).
    let mut value: u128 = 1 << WEIGHT_BITS;
    for (i, root) in ROOTS.iter().enumerate() {
        if exponent >> (LOG_BITS - 1 - i as u32) & 1 == 1 {
            value = (value << 32) / u128::from(*root);
        }
    }
    u64::try_from(value >> whole.min(WEIGHT_BITS))
        .unwrap_or(u64::MAX)
        .max(1)
}

/// 2 to the power of 1/2, 1/4, 1/8, … with 32 fraction bits.
const ROOTS: [u64; LOG_BITS as usize] = roots();

const fn roots() -> [u64; LOG_BITS as usize] {
    let mut out = [0; LOG_BITS as usize];
    let mut square: u128 = 2 << 32;
    let mut i = 0;
    while i < out.len() {
        // The square root of x with 32 fraction bits is that of x * 2^32.
        let root = (square << 32).isqrt();
        out[i] = root as u64;
        square = root;
        i += 1;
    }
    out
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

impl Zipf {
    /// `places` places, at least one, with a skew in hundredths: 0 is uniform, 100 the classic law.
    #[must_use]
    pub fn new(places: u32, skew_pct: u32) -> Self {
        let places = places.max(1);
        let mut buckets: Vec<Bucket> = Vec::new();
        let (mut first, mut upto) = (1, 0_u64);
        while first <= u64::from(places) {
            let wanted = if first <= SINGLE {
                1
            } else {
                (1 << first.ilog2()) / PER_OCTAVE
            };
            let count = wanted.min(u64::from(places) - first + 1);
            let middle = first + (count - 1) / 2;
            let exponent = log2(middle) * u64::from(skew_pct) / 100;
            upto += weight(exponent) * count;
            buckets.push(Bucket { first, count, upto });
            first += count;
        }
        let golden = u64::from(places) * 618 / 1_000;
        let step = (golden.max(1)..)
            .find(|step| gcd(*step, u64::from(places)) == 1)
            .unwrap_or(1);
        Self {
            places,
            buckets,
            step,
        }
    }

    /// How many places there are.
    #[must_use]
    pub fn places(&self) -> u32 {
        self.places
    }

    /// A rank, from 1, by popularity; `below(n)` draws a number from 0 up to but not including n.
    pub fn rank(&self, mut below: impl FnMut(u64) -> u64) -> u64 {
        let all = self.buckets.last().map_or(1, |b| b.upto);
        let drawn = below(all);
        let index = self.buckets.partition_point(|b| b.upto <= drawn);
        let bucket = self.buckets[index.min(self.buckets.len() - 1)];
        if bucket.count == 1 {
            bucket.first
        } else {
            bucket.first + below(bucket.count)
        }
    }

    /// The place of a rank: ranks next to each other lie far apart.
    #[must_use]
    pub fn place(&self, rank: u64) -> u32 {
        let place = (rank - 1) * self.step % u64::from(self.places);
        u32::try_from(place).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::{Rng, Stream};

    /// The share of the first `top` ranks in millionths.
    fn share(zipf: &Zipf, top: u64) -> u64 {
        let at = zipf.buckets.iter().find(|b| b.first + b.count > top);
        let bucket = at.expect("a bucket");
        let before = zipf
            .buckets
            .iter()
            .rfind(|b| b.first + b.count <= bucket.first);
        let before = before.map_or(0, |b| b.upto);
        let part = (bucket.upto - before) / bucket.count * (top + 1 - bucket.first);
        let all = zipf.buckets.last().expect("a bucket").upto;
        u64::try_from(u128::from(before + part) * 1_000_000 / u128::from(all)).expect("a share")
    }

    #[test]
    fn every_rank_has_a_place_of_its_own() {
        for places in (1..600).chain([4_999, 10_000, 131_072]) {
            let zipf = Zipf::new(places, 100);
            let mut seen: Vec<u32> = (1..=u64::from(places)).map(|r| zipf.place(r)).collect();
            seen.sort_unstable();
            assert!(seen.into_iter().eq(0..places), "{places} places");
            assert_eq!(
                zipf.buckets.iter().map(|b| b.count).sum::<u64>(),
                u64::from(places)
            );
        }
        assert!(Zipf::new(1 << 20, 100).buckets.len() <= 250);
    }

    #[test]
    fn no_skew_is_uniform_and_a_lower_rank_is_never_less_popular() {
        let flat = Zipf::new(1_000, 0);
        assert!((1..=1_000).all(|top| share(&flat, top).abs_diff(top * 1_000) <= 1));
        for skew in [10, 50, 100, 200] {
            let zipf = Zipf::new(100_000, skew);
            let mut before = (0, u64::MAX);
            for bucket in &zipf.buckets {
                let each = (bucket.upto - before.0) / bucket.count;
                assert!(each <= before.1, "skew {skew}");
                before = (bucket.upto, each);
            }
        }
    }

    #[test]
    fn the_classic_law_has_the_shares_of_harmonic_numbers() {
        let harmonic = |n: u64| (1..=n).map(|r| 1_000_000_000_000 / r).sum::<u64>();
        let zipf = Zipf::new(10_000, 100);
        for top in [1, 10, 100, 1_000] {
            let exact = harmonic(top) * 1_000 / (harmonic(10_000) / 1_000);
            let stepped = share(&zipf, top);
            assert!(
                stepped.abs_diff(exact) * 100 <= exact * 3,
                "{top}: {stepped}, {exact}"
            );
        }
    }

    #[test]
    fn draws_follow_the_shares() {
        let zipf = Zipf::new(1_000, 80);
        let mut rng = Rng::new(7, Stream::new(0, 0));
        let top = 50;
        let hits = (0..100_000)
            .filter(|_| zipf.rank(|n| rng.below(n)) <= top)
            .count() as u64;
        let wanted = share(&zipf, top) / 10;
        assert!(
            hits.abs_diff(wanted) < 800,
            "{hits} of 100000, {wanted} wanted"
        );
    }
}
