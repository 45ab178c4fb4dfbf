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
    /// The subject finishes first, by more than the tolerance.
    Faster,
    /// Within the tolerance.
    Same,
    /// The subject finishes last, by more than the tolerance.
    Slower,
}

impl Answer {
    /// All answers in button order.
    pub const ALL: [Self; 3] = [Self::Faster, Self::Same, Self::Slower];

    /// Name in links and attributes.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Self::Faster => "faster",
            Self::Same => "same",
            Self::Slower => "slower",
        }
    }

    /// Button text.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Faster => "Faster",
            Self::Same => "About the same",
            Self::Slower => "Slower",
        }
    }

    /// Reads a key.
    #[must_use]
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|a| a.key() == key)
    }
}

/// The question that a reader answers before the results are shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BetView {
    /// "Will CHECKPOINT 1 finish faster than a plain CHECKPOINT?"
    pub question: String,
    /// The variant it is about.
    pub subject: String,
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
