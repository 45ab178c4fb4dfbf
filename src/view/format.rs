//! Figures as people read them.

/// `value` rounded to `places` decimals.
#[must_use]
pub fn round_to(value: f64, places: u32) -> f64 {
    let factor = f64::from(10_u32.pow(places.min(9)));
    (value * factor).round() / factor
}

/// About `significant` digits, thousands grouped, no trailing zeros: 0.246, 29.8, 15,790.
#[must_use]
pub fn digits(value: f64, significant: u32) -> String {
    if !value.is_finite() {
        return "–".to_string();
    }
    let mut magnitude = 0_u32;
    let mut size = value.abs();
    while size >= 10.0 && magnitude < 18 {
        size /= 10.0;
        magnitude += 1;
    }
    let mut places = significant.saturating_sub(magnitude + 1);
    // Below one, leading zeros are not significant.
    let mut small = value.abs();
    while small > 0.0 && small < 1.0 && places < 9 && magnitude == 0 {
        small *= 10.0;
        places += 1;
    }
    plain_number(value, places.min(6))
}

/// `value` with at most `places` decimals, thousands grouped, trailing zeros dropped.
///
/// Works on whole numbers: the standard library's way from floats to exact decimals would weigh
/// 7 KB in the browser for nothing that is needed here.
#[must_use]
pub fn plain_number(value: f64, places: u32) -> String {
    if !value.is_finite() {
        return "–".to_string();
    }
    let scale = 10_u64.pow(places.min(9));
    let scaled = (value.abs() * scale as f64).round() as u64;
    let (whole, fraction) = (scaled / scale, scaled % scale);
    let mut out = String::new();
    if value < 0.0 && scaled > 0 {
        out.push('−');
    }
    out.push_str(&grouped(whole));
    if fraction > 0 {
        out.push('.');
        let mut unit = scale / 10;
        let mut rest = fraction;
        while rest > 0 {
            out.push(char::from(b'0' + (rest / unit) as u8));
            rest %= unit;
            unit = (unit / 10).max(1);
        }
    }
    out
}

/// A whole number with its thousands grouped.
fn grouped(whole: u64) -> String {
    let digits = whole.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i) % 3 == 0 {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// `value` with two decimals and no grouping, as style sheets and JSON want it.
#[must_use]
pub fn hundredths(value: f64) -> String {
    let scaled = (value * 100.0).round() as i64;
    let sign = if scaled < 0 { "-" } else { "" };
    let size = scaled.unsigned_abs();
    format!("{sign}{}.{:02}", size / 100, size % 100)
}

/// A duration given in milliseconds, in the unit a reader would choose: "4.2 ms", "0.25 s",
/// "29.8 s".
#[must_use]
pub fn millis(ms: f64) -> String {
    if ms < 100.0 {
        format!("{} ms", digits(ms, 2))
    } else if ms < 600_000.0 {
        format!(
            "{} s",
            digits(ms / 1_000.0, if ms < 10_000.0 { 2 } else { 3 })
        )
    } else {
        format!("{} min", digits(ms / 60_000.0, 3))
    }
}

/// Milliseconds as seconds with the digits that matter.
#[must_use]
pub fn seconds(ms: f64) -> String {
    format!("{} s", digits(ms / 1_000.0, 3))
}

/// Bytes as MiB (2^20), the unit that Windows and SQL Server call MB.
#[must_use]
pub fn mib(bytes: u64) -> f64 {
    bytes as f64 / 1_048_576.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_short_and_grouped() {
        assert_eq!(digits(15_790.0, 3), "15,790");
        assert_eq!(digits(0.2461, 3), "0.246");
        assert_eq!(digits(0.002_461, 3), "0.00246");
        assert_eq!(digits(29.76, 3), "29.8");
        assert_eq!(digits(30.0, 3), "30");
        assert_eq!(digits(0.0, 3), "0");
        assert_eq!(plain_number(-0.0, 2), "0");
        assert_eq!(plain_number(-1_234.5, 1), "−1,234.5");
        assert_eq!(plain_number(1.005_06, 4), "1.0051");
        assert_eq!(plain_number(0.000_4, 3), "0");
        assert_eq!(plain_number(1_000_000.0, 6), "1,000,000");
        assert_eq!(plain_number(f64::NAN, 2), "–");
        assert_eq!(
            (hundredths(-0.125), hundredths(12.0)),
            ("-0.13".into(), "12.00".into())
        );
    }

    #[test]
    fn durations_take_the_unit_a_reader_would() {
        assert_eq!(millis(4.2), "4.2 ms");
        assert_eq!(millis(246.0), "0.25 s");
        assert_eq!(millis(29_760.0), "29.8 s");
        assert_eq!(millis(900_000.0), "15 min");
    }
}
