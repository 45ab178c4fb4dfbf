//! Simulated time: instants and spans, in whole nanoseconds.
//!
//! Nanoseconds, because a short transfer takes a few microseconds and rounding to whole ones would
//! lose a percent or two of each. Integers, because a float clock loses ticks as it grows. A `u64`
//! of nanoseconds lasts 584 years. Instants and spans are two types, so that adding two instants,
//! or comparing an instant with a span, does not compile.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Sub};

const NS_PER_US: u64 = 1_000;
const NS_PER_MS: u64 = 1_000_000;
const NS_PER_SEC: u64 = 1_000_000_000;

/// Multiplies where an overflow is a mistake in the caller, also in release builds.
const fn product(count: u64, ns_each: u64) -> u64 {
    match count.checked_mul(ns_each) {
        Some(ns) => ns,
        None => panic!("a time of more than 584 years"),
    }
}

/// An instant of simulated time, in nanoseconds since the start of the run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SimTime(u64);

impl SimTime {
    /// The start of the run.
    pub const ZERO: SimTime = SimTime(0);
    /// The last instant there is; as a horizon it means "no horizon".
    pub const MAX: SimTime = SimTime(u64::MAX);

    /// The instant `ns` nanoseconds after the start.
    pub const fn from_ns(ns: u64) -> SimTime {
        SimTime(ns)
    }

    /// The instant `us` microseconds after the start. Panics beyond 584 years.
    pub const fn from_us(us: u64) -> SimTime {
        SimTime(product(us, NS_PER_US))
    }

    /// The instant `ms` milliseconds after the start. Panics beyond 584 years.
    pub const fn from_ms(ms: u64) -> SimTime {
        SimTime(product(ms, NS_PER_MS))
    }

    /// The instant `secs` seconds after the start. Panics beyond 584 years.
    pub const fn from_secs(secs: u64) -> SimTime {
        SimTime(product(secs, NS_PER_SEC))
    }

    /// Nanoseconds since the start.
    pub const fn as_ns(self) -> u64 {
        self.0
    }

    /// Whole milliseconds since the start, rounded down.
    pub const fn as_ms(self) -> u64 {
        self.0 / NS_PER_MS
    }

    /// The span from `earlier` to `self`, or zero if `earlier` is in fact later.
    pub const fn saturating_since(self, earlier: SimTime) -> Span {
        Span(self.0.saturating_sub(earlier.0))
    }

    /// The instant `span` later, or [`SimTime::MAX`] if there is none.
    pub const fn saturating_add(self, span: Span) -> SimTime {
        SimTime(self.0.saturating_add(span.0))
    }
}

impl Add<Span> for SimTime {
    type Output = SimTime;

    /// Panics beyond [`SimTime::MAX`]: a wrapped clock would run events in the past.
    #[inline]
    fn add(self, span: Span) -> SimTime {
        SimTime(
            self.0
                .checked_add(span.0)
                .expect("simulated time overflowed"),
        )
    }
}

impl AddAssign<Span> for SimTime {
    #[inline]
    fn add_assign(&mut self, span: Span) {
        *self = *self + span;
    }
}

impl Sub for SimTime {
    type Output = Span;

    /// Panics unless `earlier <= self`; use [`SimTime::saturating_since`] if that may not hold.
    #[inline]
    fn sub(self, earlier: SimTime) -> Span {
        assert!(earlier <= self, "{self} is before {earlier}");
        Span(self.0 - earlier.0)
    }
}

impl fmt::Display for SimTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_ns(self.0, f)
    }
}

/// A length of simulated time, in nanoseconds; never negative.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span(u64);

impl Span {
    /// No time at all.
    pub const ZERO: Span = Span(0);
    /// The longest span there is, 584 years.
    pub const MAX: Span = Span(u64::MAX);

    /// A span of `ns` nanoseconds.
    pub const fn from_ns(ns: u64) -> Span {
        Span(ns)
    }

    /// A span of `us` microseconds. Panics beyond 584 years.
    pub const fn from_us(us: u64) -> Span {
        Span(product(us, NS_PER_US))
    }

    /// A span of `ms` milliseconds. Panics beyond 584 years.
    pub const fn from_ms(ms: u64) -> Span {
        Span(product(ms, NS_PER_MS))
    }

    /// A span of `secs` seconds. Panics beyond 584 years.
    pub const fn from_secs(secs: u64) -> Span {
        Span(product(secs, NS_PER_SEC))
    }

    /// Nanoseconds.
    pub const fn as_ns(self) -> u64 {
        self.0
    }

    /// Whole microseconds, rounded down.
    pub const fn as_us(self) -> u64 {
        self.0 / NS_PER_US
    }

    /// Whole milliseconds, rounded down.
    pub const fn as_ms(self) -> u64 {
        self.0 / NS_PER_MS
    }

    /// Whether this is no time at all.
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// `count` such spans end to end, at most [`Span::MAX`].
    pub const fn saturating_mul(self, count: u64) -> Span {
        Span(self.0.saturating_mul(count))
    }

    /// What is left after taking `other` away, or zero if `other` is longer.
    pub const fn saturating_sub(self, other: Span) -> Span {
        Span(self.0.saturating_sub(other.0))
    }

    /// `self * num / den`, rounded down, at most [`Span::MAX`]. Panics if `den` is zero.
    pub const fn scaled(self, num: u64, den: u64) -> Span {
        assert!(den > 0, "a span scaled by something over zero");
        if let Some(product) = self.0.checked_mul(num) {
            // A browser divides words of 128 bits by hand.
            return Span(product / den);
        }
        // The product of two u64 fits u128, so only the quotient can be too large.
        let ns = self.0 as u128 * num as u128 / den as u128;
        Span(if ns > u64::MAX as u128 {
            u64::MAX
        } else {
            ns as u64
        })
    }
}

impl Add for Span {
    type Output = Span;

    /// Panics beyond [`Span::MAX`].
    #[inline]
    fn add(self, other: Span) -> Span {
        Span(self.0.checked_add(other.0).expect("a span overflowed"))
    }
}

impl AddAssign for Span {
    #[inline]
    fn add_assign(&mut self, other: Span) {
        *self = *self + other;
    }
}

impl Sum for Span {
    fn sum<I: Iterator<Item = Span>>(spans: I) -> Span {
        spans.fold(Span::ZERO, Add::add)
    }
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_ns(self.0, f)
    }
}

/// Three decimals, cut and not rounded, in the largest unit that leaves a whole part.
fn write_ns(ns: u64, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let (unit_ns, unit) = match ns {
        0..NS_PER_US => return f.pad(&format!("{ns} ns")),
        NS_PER_US..NS_PER_MS => (NS_PER_US, "µs"),
        NS_PER_MS..NS_PER_SEC => (NS_PER_MS, "ms"),
        NS_PER_SEC.. => (NS_PER_SEC, "s"),
    };
    let thousandths = ns % unit_ns / (unit_ns / 1_000);
    f.pad(&format!("{}.{thousandths:03} {unit}", ns / unit_ns))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instants_and_spans_add_up() {
        let start = SimTime::from_ms(3);
        let end = start + Span::from_us(250);
        assert_eq!(end.as_ns(), 3_250_000);
        assert_eq!(end - start, Span::from_ns(250_000));
        assert_eq!(start.saturating_since(end), Span::ZERO);
        assert_eq!(SimTime::MAX.saturating_add(Span::from_ns(1)), SimTime::MAX);
        let total: Span = [Span::from_secs(1), Span::from_ms(1)].into_iter().sum();
        assert_eq!(total.as_us(), 1_001_000);
        assert_eq!(Span::from_ns(1_999_999).as_ms(), 1);
    }

    #[test]
    #[should_panic(expected = "is before")]
    fn a_span_is_never_negative() {
        let _ = SimTime::ZERO - SimTime::from_ns(1);
    }

    #[test]
    #[should_panic(expected = "overflowed")]
    fn time_does_not_wrap() {
        let _ = SimTime::MAX + Span::from_ns(1);
    }

    #[test]
    fn scaling_rounds_down_and_does_not_overflow_on_the_way() {
        assert_eq!(Span::from_ns(10).scaled(2, 3), Span::from_ns(6));
        assert_eq!(Span::MAX.scaled(7, 7), Span::MAX);
        assert_eq!(Span::MAX.scaled(2, 1), Span::MAX);
        assert_eq!(Span::from_ns(10).scaled(0, 3), Span::ZERO);
        assert_eq!(Span::MAX.saturating_mul(2), Span::MAX);
    }

    #[test]
    fn display_picks_the_unit() {
        let shown = [0, 999, 16_384, 12_345_678, 1_500_000_000, 3_600_000_000_000]
            .map(|ns| Span::from_ns(ns).to_string());
        let expected = [
            "0 ns",
            "999 ns",
            "16.384 µs",
            "12.345 ms",
            "1.500 s",
            "3600.000 s",
        ];
        assert_eq!(shown, expected);
        assert_eq!(SimTime::from_ns(12_345_000).to_string(), "12.345 ms");
    }
}
