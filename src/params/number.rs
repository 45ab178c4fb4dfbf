//! Reading a number from text, in integers only.

/// Decimals kept after the point; further ones only make a number inexact.
const DECIMALS: u32 = 9;
const NANO: i128 = 10_i128.pow(DECIMALS);
/// Whole parts stop growing here, far past the range of any parameter.
const WHOLE_MAX: i128 = 10_i128.pow(28);

/// A decimal number that was read: billionths, and whether nothing was lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Decimal {
    nanos: i128,
    is_exact: bool,
}

impl Decimal {
    /// The nearest integer to this number times `num` over `den`, halves away from zero, and
    /// whether that is exact. Far too large numbers stay far too large.
    pub(crate) fn scaled(self, num: i128, den: i128) -> (i128, bool) {
        let product = self.nanos.saturating_mul(num);
        let divisor = NANO * den.max(1);
        let (whole, rest) = (product / divisor, product % divisor);
        let away = if rest.abs() * 2 >= divisor {
            product.signum()
        } else {
            0
        };
        (whole + away, self.is_exact && rest == 0)
    }
}

/// Whether a character may stand between groups of three digits.
const fn is_separator(c: char) -> bool {
    matches!(
        c,
        ',' | '_' | '\'' | ' ' | '\u{a0}' | '\u{2009}' | '\u{202f}'
    )
}

/// Reads a number at the start of `text`; gives it and what follows it.
///
/// A separator counts only between groups of three digits, so that `1,5` (a decimal comma) is no
/// number rather than fifteen.
pub(crate) fn read_decimal(text: &str) -> Option<(Decimal, &str)> {
    let text = text.trim_start();
    let (is_negative, text) = match text.strip_prefix(['-', '\u{2212}']) {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let (whole, rest) = read_whole(text)?;
    let (fraction, rest) = read_fraction(rest);
    if whole.is_none() && fraction.is_none() {
        return None;
    }
    let (billionths, is_exact) = fraction.unwrap_or((0, true));
    let nanos = whole.unwrap_or(0) * NANO + billionths;
    let nanos = if is_negative { -nanos } else { nanos };
    Some((Decimal { nanos, is_exact }, rest))
}

/// The digits before the point: `Some((None, …))` when there are none, `None` when they are
/// grouped in a way that means something else.
fn read_whole(text: &str) -> Option<(Option<i128>, &str)> {
    let (first, mut rest) = split_digits(text);
    let mut whole = push_digits(0, first);
    let mut is_grouped = false;
    while let Some((group, after)) = next_group(rest) {
        whole = push_digits(whole, group);
        rest = after;
        is_grouped = true;
    }
    if is_grouped && !(1..=3).contains(&first.len()) {
        return None;
    }
    Some(((!first.is_empty()).then_some(whole), rest))
}

/// A separator and exactly three digits.
fn next_group(text: &str) -> Option<(&str, &str)> {
    let digits = text.strip_prefix(is_separator)?;
    let (group, rest) = split_digits(digits);
    (group.len() == 3).then_some((group, rest))
}

/// The point and the digits after it, in billionths, and whether they all fitted.
fn read_fraction(text: &str) -> (Option<(i128, bool)>, &str) {
    let Some(after_point) = text.strip_prefix('.') else {
        return (None, text);
    };
    let (digits, rest) = split_digits(after_point);
    if digits.is_empty() {
        return (None, rest);
    }
    let kept = digits.len().min(DECIMALS as usize);
    let mut billionths = push_digits(0, &digits[..kept]);
    for _ in kept..DECIMALS as usize {
        billionths *= 10;
    }
    let is_exact = digits[kept..].bytes().all(|digit| digit == b'0');
    (Some((billionths, is_exact)), rest)
}

fn split_digits(text: &str) -> (&str, &str) {
    let end = text
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(text.len());
    text.split_at(end)
}

fn push_digits(number: i128, digits: &str) -> i128 {
    digits.bytes().fold(number, |number, digit| {
        (number * 10 + i128::from(digit - b'0')).min(WHOLE_MAX)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<(i128, bool, &str)> {
        let (decimal, rest) = read_decimal(text)?;
        let (value, is_exact) = decimal.scaled(1, 1);
        Some((value, is_exact, rest))
    }

    #[test]
    fn integers_with_any_separator() {
        for text in [
            "300000",
            "300,000",
            "300_000",
            "300 000",
            "300\u{202f}000",
            "+300'000",
        ] {
            assert_eq!(read(text), Some((300_000, true, "")), "{text}");
        }
        assert_eq!(read("-1,000,000"), Some((-1_000_000, true, "")));
        assert_eq!(read("\u{2212}5"), Some((-5, true, "")));
    }

    #[test]
    fn what_follows_is_left() {
        assert_eq!(read("30 s"), Some((30, true, " s")));
        assert_eq!(read("300 000 rows"), Some((300_000, true, " rows")));
        assert_eq!(read("1 5"), Some((1, true, " 5")));
        assert_eq!(read("1,5"), Some((1, true, ",5")));
        assert_eq!(read("1,5000"), Some((1, true, ",5000")));
    }

    #[test]
    fn fractions_round_and_say_so() {
        assert_eq!(read("1.5"), Some((2, false, "")));
        assert_eq!(read("-1.5"), Some((-2, false, "")));
        assert_eq!(read("1.49"), Some((1, false, "")));
        assert_eq!(read("30.000"), Some((30, true, "")));
        assert_eq!(read("30."), Some((30, true, "")));
        assert_eq!(read(".5"), Some((1, false, "")));
        assert_eq!(read("0.00000000001"), Some((0, false, "")));
    }

    #[test]
    fn what_is_no_number() {
        for text in [
            "", " ", "abc", "-", "+", ".", ",000", "--5", "1234,000", "\u{0663}",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn huge_numbers_stay_huge() {
        let huge = "9".repeat(500);
        let (decimal, rest) = read_decimal(&huge).unwrap();
        assert_eq!(rest, "");
        for (num, den) in [(1, 1), (1 << 30, 1), (1_000, 1 << 20)] {
            assert!(decimal.scaled(num, den).0 > i128::from(i64::MAX));
        }
    }
}
