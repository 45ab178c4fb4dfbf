//! Products that need more than a word, made of words wherever the factors are short enough: a
//! browser has no instruction for 128 bits.

use super::time::Span;

/// Upper and lower half of a product. A browser has no instruction for it: where one factor is
/// short, two products of halves are the same and cheaper.
#[inline]
pub fn product(word: u64, n: u64) -> (u64, u64) {
    if n >> 32 == 0 {
        let carried = ((word & 0xffff_ffff) * n) >> 32;
        return (((word >> 32) * n + carried) >> 32, word.wrapping_mul(n));
    }
    let product = u128::from(word) * u128::from(n);
    ((product >> 64) as u64, product as u64)
}

/// `whole` means and a fraction of one, to the nearest nanosecond. A fraction stands for the middle
/// of its 2^-32, else the mean would be short.
#[inline]
pub fn multiple(mean: Span, whole: u64, fraction: u32) -> Span {
    let mean_ns = mean.as_ns();
    if mean_ns >> 24 == 0 && whole < 64 {
        // 24 bits of the mean and 39 of the multiple: no more than a word.
        let means_33 = whole << 33 | u64::from(fraction) << 1 | 1;
        return Span::from_ns((mean_ns * means_33 + (1 << 32)) >> 33);
    }
    let means_33 = u128::from(whole) << 33 | u128::from(fraction) << 1 | 1;
    let ns = (u128::from(mean_ns) * means_33 + (1 << 32)) >> 33;
    Span::from_ns(u64::try_from(ns).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::{Rng, Stream};

    #[test]
    fn short_products_are_those_of_whole_words() {
        let mut rng = Rng::new(4, Stream::new(1, 0));
        for _ in 0..10_000 {
            let (word, n) = (rng.next_u64(), u64::from(rng.next_u32()));
            let whole = u128::from(word) * u128::from(n);
            assert_eq!(product(word, n), ((whole >> 64) as u64, whole as u64));
            let (mean, fraction) = (rng.below(1 << 24), rng.next_u32());
            let times = rng.below(64);
            let means_33 = u128::from(times) << 33 | u128::from(fraction) << 1 | 1;
            let ns = (u128::from(mean) * means_33 + (1 << 32)) >> 33;
            let span = multiple(Span::from_ns(mean), times, fraction);
            assert_eq!(u128::from(span.as_ns()), ns);
        }
    }
}
