//! The static pages: prose, charts, tables and numbers of a native run, complete without script.
//!
//! Nothing here knows a scene: a figure arrives as a [`StaticFigure`], the prose as Markdown with
//! holes for computed numbers (`{pacing.plain.duration_ms}`) and lines that place a figure
//! (`{{figure pacing}}`). The markup is the one that the live figure writes too; its anatomy is
//! described at the head of `static/site.css`.

mod figure;
mod html;
mod page;
mod picture;
mod story;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::fmt;

pub use page::{article_page, embed_page, lab_page};

use crate::view::SceneView;

/// A setting of a run, with what it rests on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Setting {
    /// Name in links: "goal_s"; empty if it is not a parameter.
    pub key: String,
    /// Name on screen.
    pub label: String,
    /// Value with its unit.
    pub value: String,
    /// What it does.
    pub help: String,
    /// "assumption", "fitted", …
    pub source_kind: String,
    /// The document or the reason.
    pub source: String,
    /// The value that the source speaks of, with its unit.
    pub default: String,
    /// What stands behind another value, where the preset sets one.
    pub set_by: String,
}

/// A figure with the run that it shows.
#[derive(Clone, Debug, PartialEq)]
pub struct StaticFigure {
    /// Unique on the page: "pacing-small".
    pub id: String,
    /// The scene that makes it live: "pacing".
    pub scene: String,
    /// The preset it starts from: "small".
    pub preset: String,
    /// Short name: "A small checkpoint".
    pub title: String,
    /// The one question it answers.
    pub question: String,
    /// What it shows.
    pub view: SceneView,
    /// Each setting, most telling first; the first three stand in the figure.
    pub settings: Vec<Setting>,
    /// Seed of the run.
    pub seed: u64,
    /// Of a run of many runs: those done, and all.
    pub runs: Option<(u64, u64)>,
    /// What the model leaves out.
    pub leaves_out: Vec<String>,
}

/// One chapter of the article.
#[derive(Clone, Debug, PartialEq)]
pub struct Chapter {
    /// Name in links: "pacing" (the page's anchor is "ch-pacing").
    pub id: String,
    /// Heading.
    pub title: String,
    /// The prose; its own headings start at `##`.
    pub story_markdown: String,
    /// The figures that the prose places.
    pub figures: Vec<StaticFigure>,
    /// What fills the holes.
    pub holes: BTreeMap<String, String>,
}

/// Why a page can't be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArticleError {
    /// The prose asks for a number that the run doesn't give.
    UnknownHole {
        /// The chapter.
        chapter: String,
        /// The hole, without braces.
        hole: String,
    },
    /// The prose places a figure that isn't there.
    UnknownFigure {
        /// The chapter.
        chapter: String,
        /// The figure.
        figure: String,
    },
    /// A figure that no line of the prose places.
    UnplacedFigure {
        /// The chapter.
        chapter: String,
        /// The figure.
        figure: String,
    },
    /// The page shell lacks a slot.
    MissingSlot(&'static str),
    /// A chart can't be drawn.
    Chart {
        /// The figure.
        figure: String,
        /// The reason.
        reason: String,
    },
}

impl fmt::Display for ArticleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownHole { chapter, hole } => {
                write!(f, "chapter {chapter}: nothing fills the hole {{{hole}}}")
            }
            Self::UnknownFigure { chapter, figure } => {
                write!(f, "chapter {chapter}: there is no figure {figure}")
            }
            Self::UnplacedFigure { chapter, figure } => {
                write!(
                    f,
                    "chapter {chapter}: no line {{{{figure {figure}}}}} places that figure"
                )
            }
            Self::MissingSlot(slot) => write!(f, "the page shell has no {slot}"),
            Self::Chart { figure, reason } => write!(f, "figure {figure}: {reason}"),
        }
    }
}

impl std::error::Error for ArticleError {}
