//! A finished run as figures: what the command line prints and the article's prose quotes.

/// One figure of a variant; the name ends with its unit (`duration_ms`).
#[derive(Clone, Debug, PartialEq)]
pub struct Stat {
    /// Name with its unit last.
    pub name: &'static str,
    /// Value, rounded to the decimals that are meant to be read.
    pub value: f64,
}

/// One repetition of a variant.
#[derive(Clone, Debug, PartialEq)]
pub struct RoundReport {
    /// From 1.
    pub round: u32,
    /// The stats of this round, same names as the variant's.
    pub stats: Vec<Stat>,
}

/// One side of the comparison.
#[derive(Clone, Debug, PartialEq)]
pub struct VariantReport {
    /// Stable name for prose and links: "plain", "short", "long".
    pub key: &'static str,
    /// As the reader would type it: "CHECKPOINT 30".
    pub label: String,
    /// Figures of the first round.
    pub stats: Vec<Stat>,
    /// Every round, the first included.
    pub rounds: Vec<RoundReport>,
}

impl VariantReport {
    /// The value of a stat of the first round.
    #[must_use]
    pub fn stat(&self, name: &str) -> Option<f64> {
        self.stats.iter().find(|s| s.name == name).map(|s| s.value)
    }
}

/// What the bet can be, and what came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The subject takes less (time, writes, work), by more than the tolerance.
    Less,
    /// Within the tolerance.
    Same,
    /// The subject takes more, by more than the tolerance.
    More,
}

impl Answer {
    /// All answers in button order.
    pub const ALL: [Self; 3] = [Self::Less, Self::Same, Self::More];

    /// Reads a key of any of the sets of words.
    #[must_use]
    pub fn from_key(key: &str) -> Option<Self> {
        let of = |words: &BetWords| Self::ALL.into_iter().find(|a| words.key(*a) == key);
        BetWords::ALL.iter().find_map(of)
    }
}

/// How the answers to a bet are called: one word an answer, in the order of [`Answer::ALL`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BetWords {
    /// Names in links and attributes.
    pub keys: [&'static str; 3],
    /// Button texts.
    pub labels: [&'static str; 3],
}

impl BetWords {
    /// How long something takes.
    pub const TIME: Self = Self {
        keys: ["faster", "same", "slower"],
        labels: ["Faster", "About the same", "Slower"],
    };
    /// How many there are.
    pub const COUNT: Self = Self {
        keys: ["fewer", "same", "more"],
        labels: ["Fewer", "About the same", "More"],
    };
    /// How much there is to do.
    pub const WORK: Self = Self {
        keys: ["less", "same", "more"],
        labels: ["Less", "About the same", "More"],
    };
    /// By how much something gets shorter.
    pub const GAIN: Self = Self {
        keys: ["under-10", "10-to-40", "over-40"],
        labels: ["Under 10 %", "10 to 40 %", "Over 40 %"],
    };
    /// How much of a whole.
    pub const SHARE: Self = Self {
        keys: ["under-third", "middle", "over-two-thirds"],
        labels: ["Under a third", "In between", "Over two thirds"],
    };
    /// How many are missing.
    pub const LOST: Self = Self {
        keys: ["none", "up-to-half", "over-half"],
        labels: ["None", "Up to half", "More than half"],
    };
    const ALL: [Self; 6] = [
        Self::TIME,
        Self::COUNT,
        Self::WORK,
        Self::GAIN,
        Self::SHARE,
        Self::LOST,
    ];

    /// Name of an answer in links and attributes.
    #[must_use]
    pub fn key(&self, answer: Answer) -> &'static str {
        self.keys[answer as usize]
    }

    /// Button text of an answer.
    #[must_use]
    pub fn label(&self, answer: Answer) -> &'static str {
        self.labels[answer as usize]
    }
}

/// The question that a reader answers before the results are shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BetView {
    /// "Will CHECKPOINT 1 finish faster than a plain CHECKPOINT?"
    pub question: String,
    /// The variant it is about.
    pub subject: String,
    /// How the answers are called.
    pub words: &'static BetWords,
    /// What the run gave.
    pub answer: Answer,
    /// The gap in words, computed.
    pub outcome: String,
}

/// A finished run.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Why the run ended, in words ("finished").
    pub outcome: String,
    /// Digest over every event of every side.
    pub digest: u64,
    /// The sides, in the order of the comparison.
    pub variants: Vec<VariantReport>,
    /// One sentence computed from the run.
    pub takeaway: String,
}

impl Report {
    /// A variant by its stable name.
    #[must_use]
    pub fn variant(&self, key: &str) -> Option<&VariantReport> {
        self.variants.iter().find(|v| v.key == key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_read_in_the_words_of_every_set() {
        for words in BetWords::ALL {
            for answer in Answer::ALL {
                assert_eq!(Answer::from_key(words.key(answer)), Some(answer));
            }
        }
        assert_eq!(BetWords::COUNT.label(Answer::Less), "Fewer");
        assert_eq!(Answer::from_key("Faster"), None);
    }
}
