//! What most rows have in common, so that a scene writes down only what is its own.

use super::row::{Control, Param, Scale, Source, SourceKind};
use super::unit::Unit;
use crate::page_words as words;

/// Reads and writes one field of the settings.
pub type Access<S> = (fn(&S) -> i64, fn(&mut S, i64));

impl<S: 'static> Param<S> {
    /// A row under "more controls", from 0 to 1, without words: for `..` in a scene's table.
    pub const fn template(
        key: &'static str,
        label: &'static str,
        unit: Unit,
        access: Access<S>,
    ) -> Self {
        Self {
            key,
            label,
            help: "",
            unit,
            min: 0,
            max: 1,
            step: 1,
            scale: Scale::Linear,
            default: 0,
            zero: None,
            choices: &[],
            source: Source {
                kind: SourceKind::Assumption,
                text: "",
            },
            control: Control::More,
            get: access.0,
            set: access.1,
        }
    }
}

impl SourceKind {
    /// A source of this kind; its words stay in the page.
    pub const fn says(self, text: &'static str) -> Source {
        Source {
            kind: self,
            text: words(text),
        }
    }
}
