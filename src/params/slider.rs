//! Sliders: between a value and a place on the slider, in integers only.
//!
//! A slider has places 0 to [`SLIDER_POSITIONS`]. The ends are exact, the places between are
//! monotone, and on a log scale they give friendly numbers: 300,000 rather than 299,873.

use super::log2::{exp2_within, log2};
use super::row::{ParamInfo, Scale};
use super::unit::Unit;
use super::value::nearest;

/// The last place on a slider; the first is 0.
pub const SLIDER_POSITIONS: i64 = 1_000;

/// How far a key moves a slider.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StepKind {
    /// To the next legal value.
    Fine,
    /// About a hundredth of the slider.
    Normal,
    /// About a tenth of the slider.
    Page,
    /// To the least value.
    Home,
    /// To the greatest value.
    End,
}

/// Which way a key moves a slider; [`StepKind::Home`] and [`StepKind::End`] need none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// To smaller values.
    Down,
    /// To greater values.
    Up,
}

impl Direction {
    const fn sign(self) -> i64 {
        match self {
            Self::Down => -1,
            Self::Up => 1,
        }
    }
}

/// The place of a value on the slider; of the nearest legal value, if it is not one.
pub fn position_of(info: &ParamInfo, value: i64) -> i64 {
    let value = nearest(info, value);
    let (first, last) = ends(info);
    if let Some(index) = choice_index(info, value) {
        let index_last = info.choices.len().saturating_sub(1);
        return ratio(index as i64, SLIDER_POSITIONS, index_last as i64);
    }
    if value <= first {
        return 0;
    }
    if value >= last {
        return SLIDER_POSITIONS;
    }
    match log_span(info) {
        Some(span) => {
            let part = log2(value.max(span.least)) - log2(span.least);
            let places = SLIDER_POSITIONS - span.first_place;
            span.first_place + ratio(part, places, log2(last) - log2(span.least))
        }
        None => {
            let part = i128::from(value) - i128::from(first);
            let whole = i128::from(last) - i128::from(first);
            rounded(part * i128::from(SLIDER_POSITIONS), whole) as i64
        }
    }
}

/// The value at a place on the slider. Always legal; places past an end are that end.
pub fn value_at(info: &ParamInfo, position: i64) -> i64 {
    let (first, last) = ends(info);
    let position = position.clamp(0, SLIDER_POSITIONS);
    if info.is_choice() && !info.choices.is_empty() {
        let index_last = info.choices.len() as i64 - 1;
        let index = ratio(position, index_last, SLIDER_POSITIONS);
        return info.choices[index as usize].value;
    }
    if position == 0 {
        return first;
    }
    if position == SLIDER_POSITIONS {
        return last;
    }
    match log_span(info) {
        Some(span) => {
            let places = SLIDER_POSITIONS - span.first_place;
            let part = position - span.first_place;
            let target = log2(span.least) + ratio(part, log2(last) - log2(span.least), places);
            nearest(
                info,
                friendly(info, span.least, exp2_within(target, span.least, last)),
            )
        }
        None => {
            let whole = i128::from(last) - i128::from(first);
            let part = rounded(whole * i128::from(position), i128::from(SLIDER_POSITIONS));
            nearest(info, (i128::from(first) + part) as i64)
        }
    }
}

/// The value after a key press: at least one legal value further, unless it is at the end.
pub fn step_value(info: &ParamInfo, value: i64, kind: StepKind, direction: Direction) -> i64 {
    let value = nearest(info, value);
    let (first, last) = ends(info);
    let places = match kind {
        StepKind::Home => return first,
        StepKind::End => return last,
        StepKind::Fine => return next(info, value, direction),
        StepKind::Normal => SLIDER_POSITIONS / 100,
        StepKind::Page => SLIDER_POSITIONS / 10,
    };
    if info.is_choice() {
        return next(info, value, direction);
    }
    let moved = if log_span(info).is_some() {
        value_at(info, position_of(info, value) + direction.sign() * places)
    } else {
        let whole = i128::from(last) - i128::from(first);
        let part = one_two_five(whole * i128::from(places) / i128::from(SLIDER_POSITIONS));
        let moved = i128::from(value) + i128::from(direction.sign()) * part;
        nearest(
            info,
            moved.clamp(i128::from(first), i128::from(last)) as i64,
        )
    };
    let is_further = match direction {
        Direction::Down => moved < value,
        Direction::Up => moved > value,
    };
    if is_further {
        moved
    } else {
        next(info, value, direction)
    }
}

/// The next legal value, or the same one at the end.
fn next(info: &ParamInfo, value: i64, direction: Direction) -> i64 {
    match choice_index(info, value) {
        Some(index) => {
            let index = index as i64 + direction.sign();
            let index = index.clamp(0, info.choices.len() as i64 - 1);
            info.choices[index as usize].value
        }
        None => {
            let step = info.step.max(1).saturating_mul(direction.sign());
            nearest(info, value.saturating_add(step))
        }
    }
}

/// The least and the greatest legal value; the first and the last choice.
fn ends(info: &ParamInfo) -> (i64, i64) {
    match (info.is_choice(), info.choices) {
        (true, [only]) => (only.value, only.value),
        (true, [first, .., last]) => (first.value, last.value),
        _ => (nearest(info, i64::MIN), nearest(info, i64::MAX)),
    }
}

fn choice_index(info: &ParamInfo, value: i64) -> Option<usize> {
    info.choices
        .iter()
        .position(|choice| choice.value == value)
        .filter(|_| info.is_choice())
}

/// The part of a slider that is spread by ratio.
struct LogSpan {
    /// The value where it starts: the minimum, or the first step when the minimum is zero.
    least: i64,
    /// The place where it starts: 1 when zero has place 0 to itself.
    first_place: i64,
}

/// `None` for linear rows, and for those that have no logarithm.
fn log_span(info: &ParamInfo) -> Option<LogSpan> {
    let (first, last) = ends(info);
    let span = match (info.scale, first) {
        (Scale::Log, 0) => LogSpan {
            least: info.step.max(1),
            first_place: 1,
        },
        (Scale::Log, 1..) => LogSpan {
            least: first,
            first_place: 0,
        },
        _ => return None,
    };
    (last > span.least).then_some(span)
}

/// A positive number with few digits: two when the range spans a factor of a thousand or more,
/// else three; for bytes four binary digits, so that 8 KiB and 12 KiB are among them.
fn friendly(info: &ParamInfo, least: i64, value: i64) -> i64 {
    let unit = if info.unit == Unit::Bytes {
        1_i64 << (63 - value.max(8).leading_zeros() - 3)
    } else {
        let digits = if info.max / least.max(1) >= 1_000 {
            2
        } else {
            3
        };
        10_i64.pow(value.max(1).ilog10().saturating_sub(digits - 1))
    };
    (rounded(i128::from(value), i128::from(unit)) * i128::from(unit)).min(i64::MAX.into()) as i64
}

/// The greatest of 1, 2, 5, 10, 20, 50, … that is not above `bound`; 1 at least.
fn one_two_five(bound: i128) -> i128 {
    let bound = bound.max(1);
    let power = 10_i128.pow(bound.ilog10());
    match bound / power {
        5.. => 5 * power,
        2.. => 2 * power,
        _ => power,
    }
}

/// `part * places / whole`, rounded; 0 when there is no whole.
fn ratio(part: i64, places: i64, whole: i64) -> i64 {
    rounded(i128::from(part) * i128::from(places), i128::from(whole)) as i64
}

/// A quotient of numbers that are not negative, halves up; 0 when there is no divisor.
const fn rounded(dividend: i128, divisor: i128) -> i128 {
    if divisor <= 0 {
        0
    } else {
        (dividend + divisor / 2) / divisor
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample::{info, sample_infos};
    use super::super::value::is_legal;
    use super::*;

    #[test]
    fn ends_are_exact_and_places_are_monotone_and_legal() {
        for info in sample_infos() {
            assert_eq!(value_at(&info, 0), info.min, "{}", info.key);
            assert_eq!(value_at(&info, SLIDER_POSITIONS), info.max, "{}", info.key);
            assert_eq!(position_of(&info, info.min), 0, "{}", info.key);
            let values: Vec<i64> = (-5..=1_005).map(|place| value_at(&info, place)).collect();
            assert!(values.is_sorted(), "{}", info.key);
            assert!(
                values.iter().all(|&value| is_legal(&info, value)),
                "{}",
                info.key
            );
            let places: Vec<i64> = values.iter().map(|&v| position_of(&info, v)).collect();
            assert!(places.is_sorted(), "{}", info.key);
            if info.min < info.max {
                assert_eq!(
                    position_of(&info, info.max),
                    SLIDER_POSITIONS,
                    "{}",
                    info.key
                );
            }
        }
    }

    #[test]
    fn a_value_comes_back_close() {
        for info in sample_infos() {
            let span = info.max - info.min;
            for part in 0..=2_000 {
                let value = nearest(&info, info.min + span * part / 2_000);
                let back = value_at(&info, position_of(&info, value));
                let off = match (info.is_choice(), info.scale) {
                    (true, _) => 0,
                    (_, Scale::Linear) => span / SLIDER_POSITIONS + info.step,
                    // 4 binary or 2 decimal digits, and half a place.
                    (_, Scale::Log) => value * 7 / 100 + info.step,
                };
                assert!((back - value).abs() <= off, "{} {value} {back}", info.key);
            }
        }
    }

    #[test]
    fn a_log_slider_gives_friendly_numbers() {
        let rows = info("rows");
        assert_eq!(value_at(&rows, position_of(&rows, 300_000)), 300_000);
        assert_eq!(value_at(&rows, position_of(&rows, 299_873)), 300_000);
        assert_eq!(value_at(&rows, 500), 1_000);
        let page = info("page_bytes");
        for kib in [1, 2, 4, 8, 12, 16, 64, 512] {
            assert_eq!(
                value_at(&page, position_of(&page, kib * 1_024)),
                kib * 1_024
            );
        }
    }

    #[test]
    fn zero_has_the_first_place_of_a_log_slider() {
        let rest = info("rest_ms");
        assert_eq!((position_of(&rest, 0), value_at(&rest, 0)), (0, 0));
        assert_eq!((position_of(&rest, 10), value_at(&rest, 1)), (1, 10));
        assert!(value_at(&rest, 999) < 60_000);
    }

    #[test]
    fn keys_move_by_friendly_amounts_and_always_move() {
        use Direction::{Down, Up};
        use StepKind::{End, Fine, Home, Normal, Page};
        for (key, value, kind, direction, moved) in [
            ("goal_s", 30, Fine, Up, 31),
            ("goal_s", 1, Normal, Up, 2),
            ("goal_s", 1, Page, Down, 1),
            ("goal_s", 3_600, Page, Up, 3_600),
            ("rest_ms", 0, Normal, Up, 10),
            ("rest_ms", 10, Page, Down, 0),
            ("dirty_pct", 50, Fine, Down, 45),
            ("dirty_pct", 50, Page, Up, 60),
            ("disk_mib_per_s", 500, Normal, Up, 550),
            ("disk_mib_per_s", 500, Page, Up, 1_000),
            ("disk", 2, Page, Up, 5),
            ("disk", 5, Fine, Up, 5),
            ("disk", 2, Home, Up, 0),
            ("drift", 0, End, Down, 9),
            ("pool_pages", 3, Page, Up, 3),
        ] {
            assert_eq!(
                step_value(&info(key), value, kind, direction),
                moved,
                "{key} {value} {kind:?} {direction:?}"
            );
        }
    }

    #[test]
    fn every_key_reaches_both_ends() {
        for info in sample_infos() {
            for kind in [StepKind::Normal, StepKind::Page] {
                let mut value = info.min;
                for _ in 0..SLIDER_POSITIONS {
                    value = step_value(&info, value, kind, Direction::Up);
                }
                assert_eq!(value, info.max, "{}", info.key);
                for _ in 0..SLIDER_POSITIONS {
                    value = step_value(&info, value, kind, Direction::Down);
                }
                assert_eq!(value, info.min, "{}", info.key);
            }
        }
    }

    #[test]
    fn rows_that_make_no_sense_do_not_panic() {
        let values = [i64::MIN, -1, 0, 1, 7, i64::MAX];
        for base in sample_infos() {
            for scale in [Scale::Linear, Scale::Log] {
                for min in values {
                    for max in values {
                        for step in values {
                            let row = ParamInfo {
                                min,
                                max,
                                step,
                                scale,
                                ..base
                            };
                            for value in values {
                                let place = position_of(&row, value);
                                assert!((0..=SLIDER_POSITIONS).contains(&place));
                                assert!(is_legal(&row, value_at(&row, value)));
                                assert!(is_legal(&row, value_at(&row, 499)));
                                step_value(&row, value, StepKind::Page, Direction::Up);
                                step_value(&row, value, StepKind::Normal, Direction::Down);
                            }
                        }
                    }
                }
            }
        }
    }
}
