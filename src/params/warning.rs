//! What was put right, in a sentence for the reader.

use super::row::ParamInfo;
use super::unit::thousands;
use super::value::{format, range_text};
use std::fmt;

/// Characters of a given value that a warning keeps.
const GIVEN_MAX: usize = 40;
/// Keys longer than this get no suggestion: they are not slips of the finger.
const KEY_MAX: usize = 64;

/// What sort of thing was put right.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum WarningKind {
    /// No parameter has this key.
    UnknownKey {
        /// The known key that is most like it, if one is.
        suggestion: Option<String>,
    },
    /// A number below the minimum or above the maximum.
    OutOfRange,
    /// Not a number, or a number with a unit that does not fit.
    NotANumber,
    /// Within the range, between two steps.
    NotAStep,
    /// Not a whole number of the row's unit.
    Rounded,
    /// Not one of the choices.
    UnknownChoice,
    /// A broken percent sign or bytes that are not UTF-8.
    BadEncoding,
    /// More than is read.
    TooLong,
    /// The same key came before.
    Repeated,
}

/// A value that was not used as it was given, and what was used in its place.
///
/// Its [`Display`](fmt::Display) is one sentence without a full stop.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Warning {
    /// The key, shortened.
    pub key: String,
    /// The value as it was given, shortened to 40 characters.
    pub given: String,
    /// What is used in its place, for the screen; empty when it is left out.
    pub used: String,
    /// What sort of thing was put right.
    pub kind: WarningKind,
    /// The legal values in words; empty when there are none to name.
    pub range: String,
}

impl Warning {
    /// A warning with its texts shortened and cleaned.
    pub fn new(key: &str, given: &str, used: &str, kind: WarningKind, range: &str) -> Self {
        Self {
            key: shorten(key),
            given: shorten(given),
            used: shorten(used),
            kind,
            range: range.to_string(),
        }
    }

    /// A warning about the value of a row.
    pub fn of_value(info: &ParamInfo, given: &str, used: i64, kind: WarningKind) -> Self {
        let mut range = range_text(info);
        if kind == WarningKind::NotAStep {
            range = format!("{range} in steps of {}", thousands(info.step));
        }
        Self::new(info.key, given.trim(), &format(info, used), kind, &range)
    }

    /// A warning about a key that no row has.
    pub fn unknown_key<'a>(
        key: &str,
        given: &str,
        known: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        let suggestion = nearest_key(key, known).map(str::to_string);
        Self::new(key, given, "", WarningKind::UnknownKey { suggestion }, "")
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            key,
            given,
            used,
            kind,
            range,
        } = self;
        match kind {
            WarningKind::UnknownKey {
                suggestion: Some(known),
            } => {
                write!(
                    f,
                    "{key}={given} is left out: there is no {key}; did you mean {known}?"
                )
            }
            WarningKind::UnknownKey { suggestion: None } => {
                write!(f, "{key}={given} is left out: there is no {key}")
            }
            WarningKind::NotANumber | WarningKind::UnknownChoice if given.is_empty() => {
                write!(f, "{key} has no value ({range}): {used} is used")
            }
            WarningKind::OutOfRange => {
                write!(f, "{key}={given} is outside {range}: {used} is used")
            }
            WarningKind::NotANumber => {
                write!(
                    f,
                    "{key}={given} is not a number from {range}: {used} is used"
                )
            }
            WarningKind::NotAStep => {
                write!(f, "{key}={given} is not among {range}: {used} is used")
            }
            WarningKind::Rounded => {
                write!(f, "{key}={given} is not whole ({range}): {used} is used")
            }
            WarningKind::UnknownChoice => {
                write!(f, "{key}={given} is not one of {range}: {used} is used")
            }
            WarningKind::BadEncoding => {
                write!(
                    f,
                    "{key}={given} is not well encoded: it is read as \"{used}\""
                )
            }
            WarningKind::TooLong => {
                write!(
                    f,
                    "the {key} is longer than {range}: the rest, from \"{given}\", is left out"
                )
            }
            WarningKind::Repeated => {
                write!(f, "{key}={given} comes again later: \"{used}\" is used")
            }
        }
    }
}

/// A text of at most 40 characters, the last of them … when some were cut, with a replacement
/// character for those that would disturb a terminal or turn the line around.
pub fn shorten(text: &str) -> String {
    let mut kept: String = text.chars().take(GIVEN_MAX).map(harmless).collect();
    if text.chars().nth(GIVEN_MAX).is_some() {
        kept.pop();
        kept.push('…');
    }
    kept
}

fn harmless(c: char) -> char {
    let turns_the_line = matches!(
        c,
        '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    );
    if c.is_control() || turns_the_line {
        char::REPLACEMENT_CHARACTER
    } else {
        c
    }
}

/// The known key most like `key`, by edit distance, when it is like enough to be meant: at most
/// two edits or a third of its length. The first of several that are equally like.
pub fn nearest_key<'a>(key: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let typed: Vec<char> = key
        .to_ascii_lowercase()
        .replace('-', "_")
        .chars()
        .take(KEY_MAX + 1)
        .collect();
    if typed.is_empty() || typed.len() > KEY_MAX {
        return None;
    }
    let near = known.into_iter().filter_map(|name| {
        let chars: Vec<char> = name.chars().collect();
        let distance = edit_distance(&typed, &chars);
        // With two edits of a two-letter key, anything would do.
        let enough = (chars.len() / 3).max(2).min(chars.len().saturating_sub(1));
        (distance <= enough).then_some((distance, name))
    });
    near.min_by_key(|&(distance, _)| distance)
        .map(|(_, name)| name)
}

/// Levenshtein's distance: insertions, deletions and replacements.
fn edit_distance(a: &[char], b: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, to) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(from != to);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::super::sample::info;
    use super::super::value::read;
    use super::*;

    #[test]
    fn each_kind_is_a_sentence_with_key_value_and_range() {
        let say = |key: &str, text: &str| {
            let info = info(key);
            read(&info, text, info.default)
                .1
                .map(|warning| warning.to_string())
                .unwrap_or_default()
        };
        for (key, text, sentence) in [
            (
                "goal_s",
                "9999",
                "goal_s=9999 is outside 1 to 3,600 s: 3,600 s is used",
            ),
            (
                "goal_s",
                "abc",
                "goal_s=abc is not a number from 1 to 3,600 s: 30 s is used",
            ),
            (
                "goal_s",
                "1.5",
                "goal_s=1.5 is not whole (1 to 3,600 s): 2 s is used",
            ),
            (
                "goal_s",
                "",
                "goal_s has no value (1 to 3,600 s): 30 s is used",
            ),
            (
                "dirty_pct",
                "7",
                "dirty_pct=7 is not among 0 to 100 % in steps of 5: 5 % is used",
            ),
            (
                "disk",
                "tape",
                "disk=tape is not one of hdd, sata-ssd, nvme: SATA SSD is used",
            ),
            ("goal_s", "30", ""),
        ] {
            assert_eq!(say(key, text), sentence);
        }
    }

    #[test]
    fn unknown_keys_get_a_suggestion_when_one_is_near() {
        let known = ["goal_s", "rest_ms", "rows", "seed"];
        for (key, suggestion) in [
            ("gaol_s", Some("goal_s")),
            ("goal", Some("goal_s")),
            ("GOAL-S", Some("goal_s")),
            ("row", Some("rows")),
            ("sede", Some("seed")),
            ("utm_source", None),
            ("", None),
        ] {
            assert_eq!(nearest_key(key, known), suggestion, "{key}");
        }
        assert_eq!(nearest_key(&"g".repeat(100_000), known), None);
        assert_eq!(
            Warning::unknown_key("gaol_s", "5", known).to_string(),
            "gaol_s=5 is left out: there is no gaol_s; did you mean goal_s?"
        );
    }

    #[test]
    fn long_and_hostile_texts_are_cut_and_cleaned() {
        assert_eq!(shorten(&"ä".repeat(40)), "ä".repeat(40));
        assert_eq!(shorten(&"ä".repeat(41)), format!("{}…", "ä".repeat(39)));
        assert_eq!(
            shorten("a\u{1b}[31m\u{202e}b\n"),
            "a\u{fffd}[31m\u{fffd}b\u{fffd}"
        );
    }

    #[test]
    fn distances() {
        let distance = |a: &str, b: &str| {
            edit_distance(
                &a.chars().collect::<Vec<_>>(),
                &b.chars().collect::<Vec<_>>(),
            )
        };
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("abc", "abc"), 0);
    }
}
