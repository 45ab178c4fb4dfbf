//! A parameter row, with and without the type of the settings that it belongs to.

use super::unit::Unit;

/// How a slider spreads a range over its length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scale {
    /// Equal distances are equal differences.
    Linear,
    /// Equal distances are equal ratios; a minimum of zero has the first position to itself.
    Log,
}

impl Scale {
    /// The word for the docs.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Linear => "linear",
            Self::Log => "log",
        }
    }
}

/// One of the values of a [`Unit::Choice`] row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Choice {
    /// The value in the settings.
    pub value: i64,
    /// The word in links and on the command line, such as `sata-ssd`.
    pub key: &'static str,
    /// The words on screen, such as "SATA SSD".
    pub label: &'static str,
}

/// What kind of ground a default stands on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SourceKind {
    /// A document that started the project gives it.
    Seed,
    /// A manual, a source tree or a measurement gives it.
    Fact,
    /// Chosen here, for a stated reason.
    Assumption,
    /// Adjusted until a published figure came out; the text says which.
    Fitted,
}

impl SourceKind {
    /// The word for the docs.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Seed => "write-up",
            Self::Fact => "documented",
            Self::Assumption => "assumption",
            Self::Fitted => "fitted",
        }
    }
}

/// Where a default comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Source {
    /// What kind of ground it stands on.
    pub kind: SourceKind,
    /// The document, or the reason.
    pub text: &'static str,
}

/// Where the reader meets the parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Control {
    /// Shown at first; at most three a scene.
    Primary,
    /// Under "more controls".
    More,
    /// No widget: links and the command line only.
    Hidden,
}

impl Control {
    /// The word for the docs.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Primary => "primary",
            Self::More => "more",
            Self::Hidden => "hidden",
        }
    }
}

/// One parameter of a scene whose settings are the struct `S`.
pub struct Param<S: 'static> {
    /// The name in links, on the command line and in the settings; ends with its unit.
    pub key: &'static str,
    /// The name on screen.
    pub label: &'static str,
    /// One or two sentences on what it does.
    pub help: &'static str,
    /// What the integer counts.
    pub unit: Unit,
    /// The least legal value.
    pub min: i64,
    /// The greatest legal value.
    pub max: i64,
    /// The distance between legal values, counted from `min`.
    pub step: i64,
    /// How a slider spreads the range.
    pub scale: Scale,
    /// The value when nothing is said.
    pub default: i64,
    /// What zero means; there if and only if zero is legal.
    pub zero: Option<&'static str>,
    /// The values of a [`Unit::Choice`] row, in ascending order; empty for the others.
    pub choices: &'static [Choice],
    /// Where the default comes from.
    pub source: Source,
    /// Where the reader meets it.
    pub control: Control,
    /// Reads the field of the settings.
    pub get: fn(&S) -> i64,
    /// Writes the field of the settings.
    pub set: fn(&mut S, i64),
}

impl<S> Param<S> {
    /// The row without its getter and setter, and so without the type of the settings.
    pub const fn info(&self) -> ParamInfo {
        ParamInfo {
            key: self.key,
            label: self.label,
            help: self.help,
            unit: self.unit,
            min: self.min,
            max: self.max,
            step: self.step,
            scale: self.scale,
            default: self.default,
            zero: self.zero,
            choices: self.choices,
            source: self.source,
            control: self.control,
        }
    }
}

/// A [`Param`] without its getter and setter: what widgets, links, the command line and the docs
/// need, the same type for every scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ParamInfo {
    /// See [`Param::key`].
    pub key: &'static str,
    /// See [`Param::label`].
    pub label: &'static str,
    /// See [`Param::help`].
    pub help: &'static str,
    /// See [`Param::unit`].
    pub unit: Unit,
    /// See [`Param::min`].
    pub min: i64,
    /// See [`Param::max`].
    pub max: i64,
    /// See [`Param::step`].
    pub step: i64,
    /// See [`Param::scale`].
    pub scale: Scale,
    /// See [`Param::default`].
    pub default: i64,
    /// See [`Param::zero`].
    pub zero: Option<&'static str>,
    /// See [`Param::choices`].
    pub choices: &'static [Choice],
    /// See [`Param::source`].
    pub source: Source,
    /// See [`Param::control`].
    pub control: Control,
}

impl ParamInfo {
    /// Whether the values are a list of choices rather than a range.
    pub const fn is_choice(&self) -> bool {
        matches!(self.unit, Unit::Choice)
    }

    /// The choice that stands for `value`, if this row has one.
    pub fn choice(&self, value: i64) -> Option<&'static Choice> {
        self.choices.iter().find(|choice| choice.value == value)
    }
}
