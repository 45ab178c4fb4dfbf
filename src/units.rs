//! Quantities as types: bytes, pages, rates, positions in the log, ratios.
//!
//! Each holds a `u64`, and only the conversions that make sense exist, so that pages added to
//! bytes, or a position to a position, do not compile. MB is 10^6 bytes and MiB is 2^20, in names
//! and labels alike.

use std::cmp::Ordering;
use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Sub, SubAssign};

/// Bytes in a page.
pub const PAGE_BYTES: u64 = 8192;
/// Bytes in a KiB.
pub const KIB: u64 = 1 << 10;
/// Bytes in a MiB.
pub const MIB: u64 = 1 << 20;
/// Bytes in a MB.
pub const MB: u64 = 1_000_000;

const NS_PER_SEC: u64 = 1_000_000_000;

/// The arithmetic that amounts have in common. All of it panics where plain integers would wrap
/// in a release build.
macro_rules! amount {
    ($name:ident, $unit:literal) => {
        impl $name {
            /// None at all.
            pub const ZERO: $name = $name(0);

            /// This many.
            pub const fn new(count: u64) -> $name {
                $name(count)
            }

            /// The number.
            pub const fn get(self) -> u64 {
                self.0
            }

            /// Whether this is none at all.
            pub const fn is_zero(self) -> bool {
                self.0 == 0
            }

            /// What is left after taking `other` away, or zero if `other` is more.
            pub const fn saturating_sub(self, other: $name) -> $name {
                $name(self.0.saturating_sub(other.0))
            }

            /// `count` times as many. Panics on overflow.
            pub fn times(self, count: u64) -> $name {
                $name(
                    self.0
                        .checked_mul(count)
                        .expect(concat!("too many ", $unit)),
                )
            }
        }

        impl Add for $name {
            type Output = $name;

            fn add(self, other: $name) -> $name {
                $name(
                    self.0
                        .checked_add(other.0)
                        .expect(concat!("too many ", $unit)),
                )
            }
        }

        impl AddAssign for $name {
            fn add_assign(&mut self, other: $name) {
                *self = *self + other;
            }
        }

        impl Sub for $name {
            type Output = $name;

            fn sub(self, other: $name) -> $name {
                assert!(other <= self, "{other} taken from {self}");
                $name(self.0 - other.0)
            }
        }

        impl SubAssign for $name {
            fn sub_assign(&mut self, other: $name) {
                *self = *self - other;
            }
        }

        impl Sum for $name {
            fn sum<I: Iterator<Item = $name>>(amounts: I) -> $name {
                amounts.fold($name::ZERO, Add::add)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(&format!("{} {}", self.0, $unit))
            }
        }
    };
}

/// A number of bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bytes(pub u64);

amount!(Bytes, "bytes");

impl Bytes {
    /// So many MiB (2^20 bytes). Panics on overflow.
    pub fn from_mib(mib: u64) -> Bytes {
        Bytes(MIB).times(mib)
    }

    /// The fewest pages that hold so many bytes.
    pub const fn pages_ceil(self) -> Pages {
        Pages(self.0.div_ceil(PAGE_BYTES))
    }
}

/// A number of pages, of [`PAGE_BYTES`] each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pages(pub u64);

amount!(Pages, "pages");

impl Pages {
    /// The bytes in so many pages. Panics on overflow.
    pub fn bytes(self) -> Bytes {
        Bytes(PAGE_BYTES).times(self.0)
    }
}

/// A rate of transfer, in bytes a second.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BytesPerSec(u64);

impl BytesPerSec {
    /// This many bytes a second.
    pub const fn new(bytes_per_sec: u64) -> BytesPerSec {
        BytesPerSec(bytes_per_sec)
    }

    /// This many MB (10^6 bytes) a second. Panics on overflow.
    pub const fn from_mb(mb_per_sec: u64) -> BytesPerSec {
        match mb_per_sec.checked_mul(MB) {
            Some(rate) => BytesPerSec(rate),
            None => panic!("a rate too high to write down"),
        }
    }

    /// Bytes a second.
    pub const fn get(self) -> u64 {
        self.0
    }

    /// Nanoseconds to move so many bytes, rounded up, at most `u64::MAX`. Panics if the rate is
    /// zero, at which they never arrive.
    pub const fn transfer_ns(self, bytes: Bytes) -> u64 {
        assert!(self.0 > 0, "a transfer at no speed");
        if bytes.0 < u64::MAX / NS_PER_SEC {
            // A browser divides words of 128 bits by hand.
            return (bytes.0 * NS_PER_SEC).div_ceil(self.0);
        }
        // The product of two u64 fits u128, so only the quotient can be too large.
        let ns = (bytes.0 as u128 * NS_PER_SEC as u128).div_ceil(self.0 as u128);
        if ns > u64::MAX as u128 {
            u64::MAX
        } else {
            ns as u64
        }
    }
}

impl fmt::Display for BytesPerSec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{} bytes/s", self.0))
    }
}

/// A log sequence number: a position in the log, as a byte offset from its very start. It only
/// grows, also where the log file is reused.
///
/// A record is known by the position of its first byte. Wherever a type says `flushed_lsn`, the
/// log is durable **strictly below** it: the record at `lsn` is durable once its end, the position
/// of the next record, is at or below `flushed_lsn`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lsn(pub u64);

impl Lsn {
    /// The very start of the log.
    pub const ZERO: Lsn = Lsn(0);

    /// The position `offset` bytes from the very start of the log.
    pub const fn new(offset: u64) -> Lsn {
        Lsn(offset)
    }

    /// Bytes from the very start of the log.
    pub const fn get(self) -> u64 {
        self.0
    }
}

impl Add<Bytes> for Lsn {
    type Output = Lsn;

    /// Panics on overflow.
    fn add(self, bytes: Bytes) -> Lsn {
        Lsn(self.0.checked_add(bytes.0).expect("the log overflowed"))
    }
}

impl AddAssign<Bytes> for Lsn {
    fn add_assign(&mut self, bytes: Bytes) {
        *self = *self + bytes;
    }
}

impl Sub for Lsn {
    type Output = Bytes;

    /// The bytes from `earlier` up to `self`. Panics unless `earlier <= self`.
    fn sub(self, earlier: Lsn) -> Bytes {
        assert!(earlier <= self, "LSN {self} is before {earlier}");
        Bytes(self.0 - earlier.0)
    }
}

impl fmt::Display for Lsn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A fraction, kept in lowest terms, so that equal fractions are equal values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ratio {
    num: u64,
    den: u64,
}

impl Ratio {
    /// Nothing of the whole.
    pub const ZERO: Ratio = Ratio { num: 0, den: 1 };
    /// The whole.
    pub const ONE: Ratio = Ratio { num: 1, den: 1 };

    /// `num / den`, in lowest terms. Panics if `den` is zero.
    pub const fn new(num: u64, den: u64) -> Ratio {
        assert!(den > 0, "a ratio over zero");
        let (mut divisor, mut rest) = (den, num % den);
        while rest > 0 {
            (divisor, rest) = (rest, divisor % rest);
        }
        Ratio {
            num: num / divisor,
            den: den / divisor,
        }
    }

    /// So many hundredths.
    pub const fn from_percent(percent: u64) -> Ratio {
        Ratio::new(percent, 100)
    }

    /// The upper number, in lowest terms.
    pub const fn num(self) -> u64 {
        self.num
    }

    /// The lower number, in lowest terms; never zero.
    pub const fn den(self) -> u64 {
        self.den
    }

    /// `whole * num / den`, rounded down, at most `u64::MAX`.
    pub const fn of(self, whole: u64) -> u64 {
        let part = whole as u128 * self.num as u128 / self.den as u128;
        if part > u64::MAX as u128 {
            u64::MAX
        } else {
            part as u64
        }
    }
}

impl Ord for Ratio {
    fn cmp(&self, other: &Ratio) -> Ordering {
        let left = u128::from(self.num) * u128::from(other.den);
        left.cmp(&(u128::from(other.num) * u128::from(self.den)))
    }
}

impl PartialOrd for Ratio {
    fn partial_cmp(&self, other: &Ratio) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}/{}", self.num, self.den))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_and_bytes() {
        assert_eq!(Pages::new(128).bytes(), Bytes::from_mib(1));
        for (bytes, pages) in [(0, 0), (1, 1), (8191, 1), (8192, 1), (8193, 2)] {
            assert_eq!(Bytes::new(bytes).pages_ceil(), Pages::new(pages));
        }
        let sum: Bytes = [Bytes::new(1), Bytes::new(2)].into_iter().sum();
        assert_eq!((sum - Bytes::new(1)).get(), 2);
        assert_eq!(sum.saturating_sub(Bytes::new(9)), Bytes::ZERO);
        assert_eq!(Pages::new(3).to_string(), "3 pages");
    }

    #[test]
    #[should_panic(expected = "2 bytes taken from 1 bytes")]
    fn no_negative_bytes() {
        let _ = Bytes::new(1) - Bytes::new(2);
    }

    #[test]
    fn transfers_round_up() {
        let disk = BytesPerSec::from_mb(500);
        assert_eq!(disk.transfer_ns(Pages::new(1).bytes()), 16_384);
        assert_eq!(disk.transfer_ns(Bytes::ZERO), 0);
        assert_eq!(disk.transfer_ns(Bytes::new(1)), 2);
        assert_eq!(BytesPerSec::new(3).transfer_ns(Bytes::new(1)), 333_333_334);
        assert_eq!(
            BytesPerSec::new(1).transfer_ns(Bytes::new(u64::MAX)),
            u64::MAX
        );
    }

    #[test]
    #[should_panic(expected = "no speed")]
    fn a_transfer_needs_a_speed() {
        BytesPerSec::new(0).transfer_ns(Bytes::ZERO);
    }

    #[test]
    fn positions_and_distances() {
        let start = Lsn::new(100);
        let end = start + Bytes::new(60);
        assert_eq!(end - start, Bytes::new(60));
        assert_eq!(end.to_string(), "160");
    }

    #[test]
    #[should_panic(expected = "LSN 1 is before 2")]
    fn no_negative_distance() {
        let _ = Lsn::new(1) - Lsn::new(2);
    }

    #[test]
    fn ratios_are_in_lowest_terms_and_in_order() {
        assert_eq!(Ratio::new(2, 4), Ratio::new(1, 2));
        assert_eq!(Ratio::from_percent(90).to_string(), "9/10");
        assert_eq!(Ratio::new(0, 7), Ratio::ZERO);
        assert!(Ratio::new(1, 3) < Ratio::new(2, 5) && Ratio::new(7, 2) > Ratio::ONE);
        assert_eq!(Ratio::new(2, 3).of(10), 6);
        assert_eq!(Ratio::new(2, 1).of(u64::MAX), u64::MAX);
        for num in 0..60 {
            for den in 1..60 {
                let ratio = Ratio::new(num, den);
                assert_eq!(num * ratio.den(), den * ratio.num());
                assert_eq!(ratio.of(1_000), 1_000 * num / den);
            }
        }
    }
}
