//! Durations with a heavy tail: lognormal, from a table of quantiles, in integers only.
//!
//! Most pages are reconciled in less than the mean, and a few take many times as long. Source of
//! the shape: facts/wiredtiger.md 2.4 and 2.5. Between two quantiles the values lie on a straight
//! line; the mean of the whole is exactly the one asked for, to within rounding.

use super::normal_table::{HALVINGS, QUANTILES, STEPS};
use crate::kernel::Span;

/// The greatest spread, in hundredths of the standard deviation of the logarithm.
pub const SIGMA_PCT_MAX: u32 = 300;
/// Fraction bits of a value before it is scaled to its mean.
const VALUE_BITS: u32 = 24;
/// Fraction bits of a nanosecond in the table.
const NS_BITS: u32 = 4;

/// A distribution of durations.
#[derive(Clone, Debug)]
pub struct HeavyTail {
    /// In parts of a nanosecond, at the quantiles from the middle upwards.
    above: Vec<u64>,
    /// The same from the middle downwards.
    below: Vec<u64>,
}

impl HeavyTail {
    /// Lognormal durations with this mean; `sigma_pct` is a hundred times the standard deviation
    /// of their logarithm, at most [`SIGMA_PCT_MAX`]. With 0 all are the same.
    #[must_use]
    pub fn new(mean: Span, sigma_pct: u32) -> Self {
        let sigma = u64::from(sigma_pct.min(SIGMA_PCT_MAX));
        let exponent = |z: &u32| u64::from(*z) * sigma / 100;
        let above: Vec<u64> = QUANTILES.iter().map(|z| exp(exponent(z))).collect();
        let one = 1_u64 << (2 * VALUE_BITS);
        let below: Vec<u64> = above.iter().map(|v| one / v).collect();
        let whole = mean_of(&above) + mean_of(&below);
        let mean_parts = mean.as_ns().min(u64::from(u32::MAX)) << NS_BITS;
        let scaled = |v: &u64| (v / whole) * mean_parts + (v % whole) * mean_parts / whole;
        Self {
            above: above.iter().map(scaled).collect(),
            below: below.iter().map(scaled).collect(),
        }
    }

    /// The duration at a place of the distribution, all 2^32 places being equally likely.
    #[must_use]
    pub fn at(&self, place: u32) -> Span {
        let values = if place >> 31 == 0 {
            &self.below
        } else {
            &self.above
        };
        // The tail probability, in 2^32ths: below one half. How often it can be doubled says which
        // halving it is in.
        let tail = place << 1 >> 1;
        let halving = (tail.leading_zeros().max(1) - 1).min(HALVINGS - 1);
        let top = 1_u64 << (31 - halving);
        let width_bits = 30 - halving;
        let from_top = top.saturating_sub(u64::from(tail) + 1);
        let scaled = ((from_top * u64::from(STEPS)) << 16) >> width_bits;
        let step = ((scaled >> 16) as u32).min(STEPS - 1);
        let rest = (scaled - (u64::from(step) << 16)).min(1 << 16);
        let index = (halving * STEPS + step) as usize;
        let (a, b) = (values[index], values[index + 1]);
        let value = if b > a {
            a + (b - a) / (1 << 16) * rest + ((((b - a) % (1 << 16)) * rest) >> 16)
        } else {
            a - (((a - b) * rest) >> 16)
        };
        Span::from_ns((value + (1 << NS_BITS >> 1)) >> NS_BITS)
    }
}

/// The part of the mean that one half of the distribution gives.
fn mean_of(values: &[u64]) -> u64 {
    let pairs = values.windows(2).enumerate();
    let part = |(index, pair): (usize, &[u64])| {
        let halving = index as u32 / STEPS;
        // A step has 2^-(halving + 2) / STEPS of all.
        ((pair[0] + pair[1]) / 2 / u64::from(STEPS)) >> (halving + 2)
    };
    pairs.map(part).sum()
}

/// e to the power of `x` 65,536ths, with [`VALUE_BITS`] fraction bits.
fn exp(x: u64) -> u64 {
    const LN_2: u64 = 45_426; // ln 2 in 65,536ths
    let (doublings, rest) = (x / LN_2, x % LN_2);
    // The series of the exponential function; `rest` is below ln 2, so twelve terms do.
    let mut term = 1_u64 << 40;
    let mut sum = term;
    for n in 1..=14 {
        term = ((term * rest) >> 16) / n;
        sum += term;
    }
    sum >> (40 - VALUE_BITS) << doublings
}

#[cfg(test)]
mod tests {
    use super::*;

    const MEAN: Span = Span::from_ns(138_300);

    fn evenly(tail: &HeavyTail, steps: u32) -> Vec<u64> {
        let apart = u32::MAX / steps;
        (0..steps)
            .map(|i| tail.at(i * apart + apart / 2).as_ns())
            .collect()
    }

    #[test]
    fn the_mean_is_the_one_asked_for() {
        for sigma_pct in [0, 50, 100, 178, 205] {
            let tail = HeavyTail::new(MEAN, sigma_pct);
            let values = evenly(&tail, 1 << 22);
            let mean = values.iter().sum::<u64>() / values.len() as u64;
            let off = mean.abs_diff(MEAN.as_ns());
            assert!(
                off * 200 < MEAN.as_ns(),
                "sigma {sigma_pct}: mean {mean} ns"
            );
        }
    }

    #[test]
    fn durations_rise_with_their_place() {
        let tail = HeavyTail::new(MEAN, 178);
        let below: Vec<u64> = (0..=16).map(|i| tail.at(i << 26).as_ns()).collect();
        assert!(below.windows(2).all(|w| w[0] <= w[1]), "{below:?}");
        // The upper half counts from the far end down to the middle.
        let at_end = tail.at(1 << 31).as_ns();
        let in_middle = tail.at(u32::MAX).as_ns();
        assert!(at_end > 1_000 * in_middle, "{at_end} {in_middle}");
        // The median of a lognormal is mean / e^(sigma^2 / 2) = 138,300 / 4.876.
        assert!(in_middle.abs_diff(28_364) < 150, "{in_middle}");
        assert!(tail.at((1 << 31) - 1).as_ns().abs_diff(in_middle) < 100);
    }

    #[test]
    fn with_no_spread_all_are_the_same() {
        let tail = HeavyTail::new(MEAN, 0);
        for place in [0, 1, 1 << 30, 1 << 31, u32::MAX] {
            assert!(tail.at(place).as_ns().abs_diff(MEAN.as_ns()) <= 1);
        }
    }
}
