//! Units: their symbols, their spoken words, and the words that are understood when typed.

/// What the integer of a parameter counts.
///
/// MB is 10^6 bytes and MiB is 2^20, in what is shown and in what is read. To add a unit, add a
/// variant, a row in `words` and a row in `factors`; the tests below go over [`Unit::ALL`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Unit {
    /// A bare number.
    Count,
    /// Rows of a table.
    Rows,
    /// Pages of a file or a pool.
    Pages,
    /// Bytes; shown as KiB, MiB or GiB when that is exact.
    Bytes,
    /// Mebibytes.
    Mib,
    /// Nanoseconds.
    Ns,
    /// Microseconds.
    Us,
    /// Milliseconds.
    Ms,
    /// Seconds.
    Seconds,
    /// Hundredths.
    Percent,
    /// Mebibytes per second.
    MibPerS,
    /// Things per second.
    PerS,
    /// One of a list.
    Choice,
}

/// The words of one unit.
struct Words {
    symbol_one: &'static str,
    symbol: &'static str,
    one: &'static str,
    many: &'static str,
    suffix: Option<&'static str>,
}

const fn words(
    symbols: [&'static str; 2],
    spoken: [&'static str; 2],
    suffix: Option<&'static str>,
) -> Words {
    let [symbol_one, symbol] = symbols;
    let [one, many] = spoken;
    Words {
        symbol_one,
        symbol,
        one,
        many,
        suffix,
    }
}

const KIB: i128 = 1 << 10;
const MIB: i128 = 1 << 20;
const GIB: i128 = 1 << 30;
const KB: i128 = 1_000;
const MB: i128 = 1_000_000;
const GB: i128 = 1_000_000_000;

/// A word that may follow a number: the number times `num` over `den` is in the unit of the row.
pub(crate) type Factor = (&'static str, i128, i128);

impl Unit {
    /// Every unit.
    pub const ALL: [Self; 13] = [
        Self::Count,
        Self::Rows,
        Self::Pages,
        Self::Bytes,
        Self::Mib,
        Self::Ns,
        Self::Us,
        Self::Ms,
        Self::Seconds,
        Self::Percent,
        Self::MibPerS,
        Self::PerS,
        Self::Choice,
    ];

    const fn words(self) -> Words {
        match self {
            Self::Count | Self::Choice => words([""; 2], [""; 2], None),
            Self::Rows => words(["row", "rows"], ["row", "rows"], None),
            Self::Pages => words(["page", "pages"], ["page", "pages"], Some("pages")),
            Self::Bytes => words(["B"; 2], ["byte", "bytes"], Some("bytes")),
            Self::Mib => words(["MiB"; 2], ["mebibyte", "mebibytes"], Some("mib")),
            Self::Ns => words(["ns"; 2], ["nanosecond", "nanoseconds"], Some("ns")),
            Self::Us => words(["µs"; 2], ["microsecond", "microseconds"], Some("us")),
            Self::Ms => words(["ms"; 2], ["millisecond", "milliseconds"], Some("ms")),
            Self::Seconds => words(["s"; 2], ["second", "seconds"], Some("s")),
            Self::Percent => words(["%"; 2], ["percent"; 2], Some("pct")),
            Self::MibPerS => {
                let spoken = ["mebibyte per second", "mebibytes per second"];
                words(["MiB/s"; 2], spoken, Some("mib_per_s"))
            }
            Self::PerS => words(["/s"; 2], ["per second"; 2], Some("per_s")),
        }
    }

    /// The symbol that follows a number on screen; empty for [`Unit::Count`] and
    /// [`Unit::Choice`].
    pub const fn symbol(self) -> &'static str {
        self.words().symbol
    }

    /// The symbol that follows `value`: "1 row", "2 rows".
    pub const fn symbol_for(self, value: i64) -> &'static str {
        if value == 1 {
            self.words().symbol_one
        } else {
            self.words().symbol
        }
    }

    /// The words that a screen reader says after `value`: "1 second", "2 seconds".
    pub const fn spoken_for(self, value: i64) -> &'static str {
        if value == 1 {
            self.words().one
        } else {
            self.words().many
        }
    }

    /// How a key with this unit must end; `None` where the key is free.
    pub const fn key_suffix(self) -> Option<&'static str> {
        self.words().suffix
    }

    /// Whether a key ends as this unit asks.
    pub fn suits_key(self, key: &str) -> bool {
        let Some(suffix) = self.key_suffix() else {
            return true;
        };
        let Some(stem) = key.strip_suffix(suffix) else {
            return false;
        };
        // "rate_per_s" is a rate, whatever follows the last underscore.
        let is_rate = suffix == "s" && key.ends_with("per_s");
        (stem.is_empty() || stem.ends_with('_')) && !is_rate
    }

    /// The words that are understood after a number, in lower case and without spaces.
    pub(crate) const fn factors(self) -> &'static [Factor] {
        match self {
            Self::Count => &[("k", KB, 1), ("million", MB, 1)],
            Self::Rows => &[
                ("row", 1, 1),
                ("rows", 1, 1),
                ("k", KB, 1),
                ("million", MB, 1),
            ],
            Self::Pages => &[
                ("page", 1, 1),
                ("pages", 1, 1),
                ("k", KB, 1),
                ("million", MB, 1),
            ],
            Self::Bytes => BYTES,
            Self::Mib => MIBS,
            Self::Ns => NANOSECONDS,
            Self::Us => MICROSECONDS,
            Self::Ms => MILLISECONDS,
            Self::Seconds => SECONDS,
            Self::Percent => &[("%", 1, 1), ("percent", 1, 1), ("pct", 1, 1)],
            Self::MibPerS => MIBS_PER_SECOND,
            Self::PerS => &[
                ("/s", 1, 1),
                ("persecond", 1, 1),
                ("pers", 1, 1),
                ("k/s", KB, 1),
            ],
            Self::Choice => &[],
        }
    }

    /// The number and the symbol for the screen.
    pub(crate) fn parts(self, value: i64) -> (String, &'static str) {
        if matches!(self, Self::Bytes) && value != 0 {
            for (size, symbol) in [(GIB, "GiB"), (MIB, "MiB"), (KIB, "KiB")] {
                let size = size as i64;
                if value % size == 0 {
                    return (thousands(value / size), symbol);
                }
            }
        }
        (thousands(value), self.symbol_for(value))
    }
}

const BYTES: &[Factor] = &[
    ("b", 1, 1),
    ("byte", 1, 1),
    ("bytes", 1, 1),
    ("kib", KIB, 1),
    ("mib", MIB, 1),
    ("gib", GIB, 1),
    ("kb", KB, 1),
    ("mb", MB, 1),
    ("gb", GB, 1),
];

const MIBS: &[Factor] = &[
    ("mib", 1, 1),
    ("mebibyte", 1, 1),
    ("mebibytes", 1, 1),
    ("gib", 1024, 1),
    ("kib", KIB, MIB),
    ("kb", KB, MIB),
    ("mb", MB, MIB),
    ("gb", GB, MIB),
];

const MIBS_PER_SECOND: &[Factor] = &[
    ("mib/s", 1, 1),
    ("mibpers", 1, 1),
    ("mib_per_s", 1, 1),
    ("mebibytepersecond", 1, 1),
    ("mebibytespersecond", 1, 1),
    ("gib/s", 1024, 1),
    ("kib/s", KIB, MIB),
    ("kb/s", KB, MIB),
    ("mb/s", MB, MIB),
    ("gb/s", GB, MIB),
];

const NANOSECONDS: &[Factor] = &[
    ("ns", 1, 1),
    ("nanosecond", 1, 1),
    ("nanoseconds", 1, 1),
    ("us", 1_000, 1),
    ("µs", 1_000, 1),
    ("μs", 1_000, 1),
    ("ms", 1_000_000, 1),
];

const MICROSECONDS: &[Factor] = &[
    ("us", 1, 1),
    ("µs", 1, 1),
    ("μs", 1, 1),
    ("microsecond", 1, 1),
    ("microseconds", 1, 1),
    ("ms", 1_000, 1),
    ("s", 1_000_000, 1),
    ("ns", 1, 1_000),
];

const MILLISECONDS: &[Factor] = &[
    ("ms", 1, 1),
    ("millisecond", 1, 1),
    ("milliseconds", 1, 1),
    ("s", 1_000, 1),
    ("sec", 1_000, 1),
    ("second", 1_000, 1),
    ("seconds", 1_000, 1),
    ("min", 60_000, 1),
    ("us", 1, 1_000),
    ("µs", 1, 1_000),
    ("μs", 1, 1_000),
];

const SECONDS: &[Factor] = &[
    ("s", 1, 1),
    ("sec", 1, 1),
    ("second", 1, 1),
    ("seconds", 1, 1),
    ("min", 60, 1),
    ("minute", 60, 1),
    ("minutes", 60, 1),
    ("h", 3_600, 1),
    ("hour", 3_600, 1),
    ("hours", 3_600, 1),
    ("ms", 1, 1_000),
];

/// A number with a comma between thousands: `300,000`.
pub fn thousands(value: i64) -> String {
    let digits = value.unsigned_abs().to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3 + 1);
    if value < 0 {
        text.push('-');
    }
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_grouped() {
        for (value, text) in [
            (0, "0"),
            (999, "999"),
            (1_000, "1,000"),
            (-1_234_567, "-1,234,567"),
            (i64::MIN, "-9,223,372,036,854,775,808"),
        ] {
            assert_eq!(thousands(value), text);
        }
    }

    #[test]
    fn bytes_are_shown_in_the_largest_exact_unit() {
        for (value, text) in [
            (0, ("0", "B")),
            (1, ("1", "B")),
            (8_192, ("8", "KiB")),
            (8_000, ("8,000", "B")),
            (1 << 30, ("1", "GiB")),
            (1_025 << 20, ("1,025", "MiB")),
        ] {
            let (number, symbol) = Unit::Bytes.parts(value);
            assert_eq!((number.as_str(), symbol), text);
        }
    }

    #[test]
    fn each_symbol_and_each_spoken_word_is_understood() {
        for unit in Unit::ALL {
            for value in [0, 1, 2, 8_192, 1 << 20, 1 << 30] {
                for word in [unit.parts(value).1, unit.spoken_for(value)] {
                    let typed = word.to_ascii_lowercase().replace(' ', "");
                    let known = unit.factors().iter().any(|&(known, ..)| known == typed);
                    assert!(typed.is_empty() || known, "{unit:?}: {word}");
                }
            }
        }
    }

    #[test]
    fn a_key_ends_with_its_unit() {
        assert!(Unit::Seconds.suits_key("goal_s"));
        assert!(!Unit::Seconds.suits_key("goal_ms"));
        assert!(!Unit::Seconds.suits_key("rows"));
        assert!(!Unit::Seconds.suits_key("disk_mib_per_s"));
        assert!(Unit::MibPerS.suits_key("disk_mib_per_s"));
        assert!(Unit::PerS.suits_key("commits_per_s"));
        assert!(Unit::Pages.suits_key("pages"));
        assert!(Unit::Count.suits_key("workers"));
    }
}
