//! An island's share of the page's address.
//!
//! On a page of one figure its keys stand bare (`rows=200`); on the article each island has a
//! prefix (`pacing.rows=200`), and nobody touches the keys of another.

use crate::params::query::{decode, encode};
use crate::params::{ParamInfo, Warning, WarningKind};
use crate::session::RESERVED;

/// Keys that belong to the page as a whole.
const PAGE_KEYS: &[&str] = &["theme", "present"];

/// Who an island is among the others of its page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Names {
    /// Its id.
    pub id: String,
    /// Every island's id, in page order.
    pub all: Vec<String>,
    /// It has the page to itself: keys need no prefix.
    pub alone: bool,
}

enum Owner<'a> {
    Mine(&'a str),
    Page,
    Other,
    /// Nobody's: a slip, or somebody's tracking.
    Stray,
}

impl Names {
    fn owner<'a>(&self, key: &'a str) -> Owner<'a> {
        if let Some((prefix, rest)) = key.split_once('.') {
            if prefix == self.id {
                return Owner::Mine(rest);
            }
            if self.all.iter().any(|id| id == prefix) {
                return Owner::Other;
            }
        }
        if PAGE_KEYS.contains(&key) {
            Owner::Page
        } else if self.alone {
            Owner::Mine(key)
        } else {
            Owner::Stray
        }
    }

    /// Strays are told about once a page.
    fn is_first(&self) -> bool {
        self.all.first().is_none_or(|id| *id == self.id)
    }

    /// Does this island speak about what went wrong with `key`?
    fn speaks_of(&self, key: &str) -> bool {
        match self.owner(key) {
            Owner::Mine(_) => true,
            Owner::Stray => self.is_first(),
            Owner::Page | Owner::Other => false,
        }
    }

    /// This island's pairs of a query, without prefix, and what the reader must be told.
    #[must_use]
    pub fn read(&self, query: &str, infos: &[ParamInfo]) -> (Vec<(String, String)>, Vec<Warning>) {
        let (pairs, warnings) = decode(query);
        let mut warnings: Vec<Warning> = warnings
            .into_iter()
            .filter(|w| self.speaks_of(&w.key))
            .collect();
        let mut mine: Vec<(String, String)> = Vec::new();
        for (key, value) in pairs {
            match self.owner(&key) {
                Owner::Mine(bare) => mine.push((bare.to_string(), value)),
                Owner::Stray if self.is_first() => warnings.push(self.stray(&key, &value, infos)),
                Owner::Page | Owner::Other | Owner::Stray => {}
            }
        }
        (mine, warnings)
    }

    fn stray(&self, key: &str, value: &str, infos: &[ParamInfo]) -> Warning {
        let known = || infos.iter().map(|i| i.key).chain(RESERVED.iter().copied());
        let bare = known().find(|k| *k == key);
        let mut warning = Warning::unknown_key(key, value, []);
        let suggestion = bare.map(|k| format!("{}.{k}", self.id));
        warning.kind = WarningKind::UnknownKey { suggestion };
        warning
    }

    /// `query` with this island's keys replaced by `pairs`; the others' stay.
    #[must_use]
    pub fn merge(&self, query: &str, pairs: &[(String, String)]) -> String {
        let (mut all, _) = decode(query);
        all.retain(|(key, _)| !matches!(self.owner(key), Owner::Mine(_)));
        all.extend(pairs.iter().map(|(key, value)| {
            let key = if self.alone {
                key.clone()
            } else {
                format!("{}.{key}", self.id)
            };
            (key, value.clone())
        }));
        encode(&all)
    }
}

/// The query of the page's address.
#[must_use]
pub fn query_now() -> String {
    let location = web_sys::window().map(|w| w.location());
    location.and_then(|l| l.search().ok()).unwrap_or_default()
}

/// The page's address with another query; `whole` with scheme and host.
#[must_use]
pub fn address(query: &str, whole: bool) -> String {
    let Some(location) = web_sys::window().map(|w| w.location()) else {
        return String::new();
    };
    let part = |text: Result<String, _>| text.unwrap_or_default();
    let origin = match part(location.origin()) {
        origin if whole && origin != "null" => origin,
        _ => String::new(),
    };
    let mark = if query.is_empty() { "" } else { "?" };
    format!(
        "{origin}{}{mark}{query}{}",
        part(location.pathname()),
        part(location.hash())
    )
}

/// Puts a query into the address bar without a new entry in the history. A page that may not
/// (a sandboxed frame) keeps its address.
pub fn replace_query(query: &str) {
    let Some(history) = web_sys::window().and_then(|w| w.history().ok()) else {
        return;
    };
    let state = history.state().unwrap_or_default();
    let _ = history.replace_state_with_url(&state, "", Some(&address(query, false)));
}
