//! The binary logarithm and its inverse, in integers: the same on every machine.

/// Fraction bits of [`log2`].
const LOG_BITS: u32 = 32;

/// The binary logarithm of a positive number, times 2^32, cut: by squaring, a bit a square.
///
/// Monotone, because each square is cut the same way: at the first bit that differs, the greater
/// number has the one.
pub(crate) fn log2(value: i64) -> i64 {
    let value = value.max(1) as u64;
    let zeros = value.leading_zeros();
    let mut log = i64::from(63 - zeros);
    // The number as 1.xxx with 63 bits after the point.
    let mut mantissa = value << zeros;
    for _ in 0..LOG_BITS {
        let square = u128::from(mantissa) * u128::from(mantissa);
        let is_two_or_more = square >> 127 == 1;
        mantissa = (square >> if is_two_or_more { 64 } else { 63 }) as u64;
        log = log << 1 | i64::from(is_two_or_more);
    }
    log
}

/// The number from `least` to `most` whose logarithm is nearest to `target`, by halving.
pub(crate) fn exp2_within(target: i64, least: i64, most: i64) -> i64 {
    let (mut low, mut high) = (least, most);
    while low < high {
        let middle = low + (high - low) / 2;
        if log2(middle) < target {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    let below = (low - 1).max(least);
    if target - log2(below) < log2(low) - target {
        below
    } else {
        low
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_logarithm_is_right_and_monotone() {
        assert_eq!(log2(1), 0);
        assert_eq!(log2(1 << 40), 40 << 32);
        // log2(10) = 3.321928094887362…, times 2^32.
        assert_eq!(log2(10), 14_267_572_527);
        assert!((1..10_000).all(|value| log2(value) < log2(value + 1)));
        assert!(log2(i64::MAX - 1) <= log2(i64::MAX));
        for value in [1, 2, 3, 10, 999, 1_000_000, 123_456_789] {
            assert_eq!(exp2_within(log2(value), 1, 1 << 40), value);
        }
    }
}
