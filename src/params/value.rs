//! One value: text to integer and back, and the nearest legal one.

use super::number::read_decimal;
use super::row::ParamInfo;
use super::unit::{Unit, thousands};
use super::warning::{Warning, WarningKind};

/// Why a text is not simply a legal value, and what to use in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseProblem {
    /// What is wrong.
    pub kind: WarningKind,
    /// The nearest legal value; `None` when the text says nothing about a value, and then the
    /// value from before stays.
    pub nearest: Option<i64>,
}

/// Reads a value. `Ok` is always legal.
///
/// Understood are integers (`300000`, `300,000`, `300_000`, `300 000`), decimals (rounded), a
/// unit that fits (`30 s`, `1 min`, `8 KiB`), what zero means, and for choices their key, label
/// or number. Case does not matter.
///
/// # Errors
///
/// When the text is no value, or none that is legal as it stands.
pub fn parse(info: &ParamInfo, text: &str) -> Result<i64, ParseProblem> {
    let text = text.trim();
    if info.is_choice() {
        return parse_choice(info, text);
    }
    let says_zero = info.zero.is_some_and(|zero| folded(zero) == folded(text));
    if says_zero && is_legal(info, 0) {
        return Ok(0);
    }
    let problem = |kind, nearest| Err(ParseProblem { kind, nearest });
    let Some((value, is_exact)) = parse_number(info.unit, text) else {
        return problem(WarningKind::NotANumber, None);
    };
    let clamped = saturated(value);
    let used = nearest(info, clamped);
    if value < i128::from(info.min) || value > i128::from(info.max) {
        problem(WarningKind::OutOfRange, Some(used))
    } else if !is_exact {
        problem(WarningKind::Rounded, Some(used))
    } else if used != clamped {
        problem(WarningKind::NotAStep, Some(used))
    } else {
        Ok(clamped)
    }
}

/// Reads a value, and never fails: the value to use (`fallback`, made legal, when the text says
/// nothing) and what the reader should be told.
pub fn read(info: &ParamInfo, text: &str, fallback: i64) -> (i64, Option<Warning>) {
    match parse(info, text) {
        Ok(value) => (value, None),
        Err(problem) => {
            let used = problem.nearest.unwrap_or_else(|| nearest(info, fallback));
            (
                used,
                Some(Warning::of_value(info, text, used, problem.kind)),
            )
        }
    }
}

fn parse_choice(info: &ParamInfo, text: &str) -> Result<i64, ParseProblem> {
    let wanted = folded(text);
    let by_name = info
        .choices
        .iter()
        .find(|choice| folded(choice.key) == wanted || folded(choice.label) == wanted);
    if let Some(choice) = by_name {
        return Ok(choice.value);
    }
    let number = parse_number(info.unit, text);
    let nearest = number.map(|(value, _)| nearest(info, saturated(value)));
    match (number, nearest) {
        (Some((value, true)), Some(legal)) if value == i128::from(legal) => Ok(legal),
        _ => Err(ParseProblem {
            kind: WarningKind::UnknownChoice,
            nearest,
        }),
    }
}

/// A number and a unit that fits, as an integer in the unit of the row, and whether it is exact.
fn parse_number(unit: Unit, text: &str) -> Option<(i128, bool)> {
    let (decimal, rest) = read_decimal(text)?;
    let word: String = rest.to_ascii_lowercase().split_whitespace().collect();
    if word.is_empty() {
        return Some(decimal.scaled(1, 1));
    }
    let &(_, num, den) = unit.factors().iter().find(|&&(known, ..)| known == word)?;
    Some(decimal.scaled(num, den))
}

/// Lower case, with one hyphen for any run of spaces, underscores and hyphens.
fn folded(text: &str) -> String {
    let lower = text.to_ascii_lowercase();
    let words = lower.split(|c: char| c.is_whitespace() || c == '_' || c == '-');
    words
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join("-")
}

fn saturated(value: i128) -> i64 {
    value.clamp(i128::from(i64::MIN), i128::from(i64::MAX)) as i64
}

/// The legal value nearest to `value`: within the range, then on the grid of steps counted from
/// the minimum (halves go up, never above the maximum); for choices the nearest listed value.
pub fn nearest(info: &ParamInfo, value: i64) -> i64 {
    if info.is_choice() && !info.choices.is_empty() {
        let values = info.choices.iter().map(|choice| choice.value);
        return values
            .min_by_key(|listed| listed.abs_diff(value))
            .unwrap_or(info.default);
    }
    let (min, max) = (i128::from(info.min), i128::from(info.max.max(info.min)));
    let step = i128::from(info.step.max(1));
    let offset = i128::from(value).clamp(min, max) - min;
    let steps = ((offset + step / 2) / step).min((max - min) / step);
    saturated(min + steps * step)
}

/// Whether a value may be used as it is.
pub fn is_legal(info: &ParamInfo, value: i64) -> bool {
    nearest(info, value) == value
}

/// The value for the screen: "30 s", "300,000 rows", "SATA SSD".
pub fn format(info: &ParamInfo, value: i64) -> String {
    if let Some(choice) = info.choice(value) {
        return choice.label.to_string();
    }
    let (number, symbol) = info.unit.parts(value);
    joined(number, symbol)
}

/// The value for a screen reader: "30 seconds", or what zero means.
pub fn spoken(info: &ParamInfo, value: i64) -> String {
    if let Some(choice) = info.choice(value) {
        return choice.label.to_string();
    }
    match info.zero {
        Some(zero) if value == 0 => zero.to_string(),
        _ => joined(thousands(value), info.unit.spoken_for(value)),
    }
}

/// The value for links and the command line: "30", "sata-ssd".
pub fn key_text(info: &ParamInfo, value: i64) -> String {
    match info.choice(value) {
        Some(choice) => choice.key.to_string(),
        None => value.to_string(),
    }
}

/// The legal values in words: "1 to 3,600 s", "512 B to 64 KiB", "hdd, sata-ssd, nvme".
pub fn range_text(info: &ParamInfo) -> String {
    if info.is_choice() {
        let keys: Vec<&str> = info.choices.iter().map(|choice| choice.key).collect();
        return keys.join(", ");
    }
    let (least, least_symbol) = info.unit.parts(info.min);
    let (_, most_symbol) = info.unit.parts(info.max);
    let most = format(info, info.max);
    if info.unit == Unit::Bytes && least_symbol != most_symbol {
        return format!("{} to {most}", joined(least, least_symbol));
    }
    format!("{least} to {most}")
}

fn joined(number: String, word: &str) -> String {
    if word.is_empty() {
        number
    } else {
        format!("{number} {word}")
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample::{info, sample_infos};
    use super::*;

    fn problem(key: &str, text: &str) -> (WarningKind, Option<i64>) {
        let problem = parse(&info(key), text).unwrap_err();
        (problem.kind, problem.nearest)
    }

    #[test]
    fn plain_and_grouped_numbers() {
        for text in [
            "300000",
            "300,000",
            "300_000",
            "300 000",
            " 300,000 rows ",
            "300k",
        ] {
            assert_eq!(parse(&info("rows"), text), Ok(300_000), "{text}");
        }
    }

    #[test]
    fn units_that_fit() {
        for (key, text, value) in [
            ("goal_s", "30 s", 30),
            ("goal_s", "30s", 30),
            ("goal_s", "1 min", 60),
            ("goal_s", "1.5 min", 90),
            ("goal_s", "1 H", 3_600),
            ("goal_s", "2000 ms", 2),
            ("rest_ms", "250ms", 250),
            ("rest_ms", "0.25 s", 250),
            ("page_bytes", "8 KiB", 8_192),
            ("page_bytes", "8KiB", 8_192),
            ("page_bytes", "512 bytes", 512),
            ("dirty_pct", "50%", 50),
            ("disk_mib_per_s", "2 GiB/s", 2_048),
        ] {
            assert_eq!(parse(&info(key), text), Ok(value), "{key}={text}");
        }
    }

    #[test]
    fn megabytes_are_not_mebibytes() {
        assert_eq!(
            problem("disk_mib_per_s", "500 MB/s"),
            (WarningKind::Rounded, Some(477))
        );
        assert_eq!(
            problem("page_bytes", "8KB"),
            (WarningKind::NotAStep, Some(8_192))
        );
        assert_eq!(
            problem("page_bytes", "8MB"),
            (WarningKind::OutOfRange, Some(1 << 20))
        );
    }

    #[test]
    fn zero_is_a_value() {
        let rest = info("rest_ms");
        assert_eq!(parse(&rest, "0"), Ok(0));
        assert_eq!(parse(&rest, "No Rest"), Ok(0));
        assert_eq!(spoken(&rest, 0), "no rest");
        assert_eq!(format(&rest, 0), "0 ms");
        assert_eq!(problem("goal_s", "0"), (WarningKind::OutOfRange, Some(1)));
    }

    #[test]
    fn choices_by_key_label_or_number() {
        let disk = info("disk");
        for text in ["sata-ssd", "SATA SSD", "Sata_SSD", "2", "2.0"] {
            assert_eq!(parse(&disk, text), Ok(2), "{text}");
        }
        assert_eq!(problem("disk", "tape"), (WarningKind::UnknownChoice, None));
        assert_eq!(problem("disk", "4"), (WarningKind::UnknownChoice, Some(5)));
        assert_eq!(
            problem("disk", "1.6"),
            (WarningKind::UnknownChoice, Some(2))
        );
        assert_eq!(format(&disk, 2), "SATA SSD");
        assert_eq!(spoken(&disk, 2), "SATA SSD");
        assert_eq!(key_text(&disk, 2), "sata-ssd");
        assert_eq!(key_text(&disk, 77), "77");
    }

    #[test]
    fn what_is_wrong_is_named() {
        let huge = "99999999999999999999";
        assert_eq!(
            problem("goal_s", huge),
            (WarningKind::OutOfRange, Some(3_600))
        );
        assert_eq!(
            problem("goal_s", "-99999999999999999999"),
            (WarningKind::OutOfRange, Some(1))
        );
        assert_eq!(problem("goal_s", "1.5"), (WarningKind::Rounded, Some(2)));
        assert_eq!(problem("goal_s", "0.4"), (WarningKind::OutOfRange, Some(1)));
        assert_eq!(problem("dirty_pct", "7"), (WarningKind::NotAStep, Some(5)));
        for text in ["", "abc", "30 kg", "1,5", "NaN", "0x10", "1e3"] {
            assert_eq!(
                problem("goal_s", text),
                (WarningKind::NotANumber, None),
                "{text}"
            );
        }
    }

    #[test]
    fn a_fallback_is_made_legal_too() {
        let (used, warning) = read(&info("goal_s"), "soon", 100_000);
        assert_eq!(used, 3_600);
        assert_eq!(
            warning.unwrap().to_string(),
            "goal_s=soon is not a number from 1 to 3,600 s: 3,600 s is used"
        );
        assert_eq!(read(&info("goal_s"), "45", 30), (45, None));
    }

    #[test]
    fn the_grid_is_counted_from_the_minimum_and_stops_below_the_maximum() {
        let mut info = info("goal_s");
        (info.min, info.max, info.step) = (1, 12, 5);
        let legal: Vec<i64> = (0..15).map(|value| nearest(&info, value)).collect();
        assert_eq!(legal, [1, 1, 1, 1, 6, 6, 6, 6, 6, 11, 11, 11, 11, 11, 11]);
    }

    #[test]
    fn rows_that_make_no_sense_do_not_panic() {
        for base in sample_infos() {
            for (min, max) in [(5, 1), (i64::MIN, i64::MAX), (i64::MAX, i64::MIN)] {
                for step in [i64::MIN, 0, 1, i64::MAX] {
                    let info = ParamInfo {
                        min,
                        max,
                        step,
                        choices: &[],
                        ..base
                    };
                    for value in [i64::MIN, -1, 0, 1, i64::MAX] {
                        let legal = nearest(&info, value);
                        assert_eq!(nearest(&info, legal), legal);
                        assert!(!range_text(&info).is_empty() || info.is_choice());
                    }
                }
            }
        }
    }

    #[test]
    fn words_for_screen_and_ear() {
        for (key, value, shown, said) in [
            ("goal_s", 30, "30 s", "30 seconds"),
            ("goal_s", 1, "1 s", "1 second"),
            ("rows", 300_000, "300,000 rows", "300,000 rows"),
            ("rows", 1, "1 row", "1 row"),
            ("dirty_pct", 50, "50 %", "50 percent"),
            ("drift", -9, "-9", "-9"),
            ("page_bytes", 8_192, "8 KiB", "8,192 bytes"),
        ] {
            let info = info(key);
            assert_eq!(
                (format(&info, value).as_str(), spoken(&info, value).as_str()),
                (shown, said)
            );
            for text in [
                format(&info, value),
                spoken(&info, value),
                key_text(&info, value),
            ] {
                assert_eq!(parse(&info, &text), Ok(value), "{key}={text}");
            }
        }
    }

    #[test]
    fn ranges_in_words() {
        for (key, text) in [
            ("goal_s", "1 to 3,600 s"),
            ("rows", "1 to 1,000,000 rows"),
            ("page_bytes", "512 B to 1 MiB"),
            ("dirty_pct", "0 to 100 %"),
            ("disk", "hdd, sata-ssd, nvme"),
            ("drift", "-9 to 9"),
        ] {
            assert_eq!(range_text(&info(key)), text);
        }
    }
}
