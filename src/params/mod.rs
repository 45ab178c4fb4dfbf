//! Parameters, defined once.
//!
//! One [`Param`] row says everything about one knob of a scene: key, label, help, unit, range,
//! step, scale, default, what zero means, where the default comes from, and how to read and write
//! the field of the scene's settings. Sliders, number fields, links, the command line, the docs
//! and the tests that run over whole tables are all fed from the rows.
//!
//! ```text
//! row, unit ── what a parameter is         table ── rows <-> settings, through Values
//! number, value ── text <-> integer        slider ── integer <-> place on a slider
//! query ── link <-> pairs                  apply ── pairs -> Values, Values -> pairs
//! warning ── what was put right            doc, check ── the rows for people and for tests
//! ```
//!
//! Two rules hold throughout:
//!
//! * **A bad value never stops anything.** It gives the nearest legal value and a [`Warning`]
//!   that names the key, the value and the range.
//! * **Zero is a value**, never "unset"; a row for which zero is legal says what it means.
//!
//! # Example
//!
//! ```
//! use dirty_pages::params::{self, Control, Param, Scale, Source, SourceKind, Unit};
//!
//! #[derive(Default)]
//! struct Settings {
//!     goal_s: i64,
//! }
//!
//! static PARAMS: &[Param<Settings>] = &[Param {
//!     key: "goal_s",
//!     label: "Duration goal",
//!     help: "How long the checkpoint is asked to take.",
//!     unit: Unit::Seconds,
//!     min: 1,
//!     max: 3_600,
//!     step: 1,
//!     scale: Scale::Log,
//!     default: 30,
//!     zero: None,
//!     choices: &[],
//!     source: Source { kind: SourceKind::Assumption, text: "a round number" },
//!     control: Control::Primary,
//!     get: |s| s.goal_s,
//!     set: |s, v| s.goal_s = v,
//! }];
//!
//! let infos = params::infos(PARAMS);
//! let base = params::defaults(PARAMS);
//! let (pairs, _) = params::query::decode("?goal_s=9999");
//! let (values, warnings) = params::apply(&infos, &base, &pairs, &["seed"]);
//! assert_eq!(params::to_settings(PARAMS, &values).goal_s, 3_600);
//! assert_eq!(
//!     warnings[0].to_string(),
//!     "goal_s=9999 is outside 1 to 3,600 s: 3,600 s is used"
//! );
//! ```

mod apply;
pub mod check;
pub mod doc;
mod log2;
mod number;
pub mod query;
mod row;
pub mod slider;
mod table;
mod template;
mod unit;
pub mod value;
mod warning;

#[cfg(test)]
mod fuzz;
#[cfg(test)]
mod sample;

pub use apply::{apply, difference};
pub use check::check_table;
pub use doc::{DocRow, doc_rows, markdown};
pub use row::{Choice, Control, Param, ParamInfo, Scale, Source, SourceKind};
pub use slider::{Direction, SLIDER_POSITIONS, StepKind, position_of, step_value, value_at};
pub use table::{Values, defaults, from_settings, infos, to_settings};
pub use unit::{Unit, thousands};
pub use value::{
    ParseProblem, format, is_legal, key_text, nearest, parse, range_text, read, spoken,
};
pub use warning::{Warning, WarningKind, nearest_key, shorten};
