//! Pictures of one instant or of a whole run that are neither charts nor page grids: who does what
//! (lanes), where time went (bars), a tree of pages, and a log file as a ring.

use super::act::Act;
use super::axis::Axis;
use super::grid::Cell;
use super::ring::{RING_SIGNS, RingChart, VlfState};

/// One thread's stretch of doing one thing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LaneSpan {
    /// Start, in axis units.
    pub from: f64,
    /// End, not before the start.
    pub to: f64,
    /// What.
    pub act: Act,
}

/// One thread.
#[derive(Clone, Debug, PartialEq)]
pub struct Lane {
    /// "driver", "worker 1".
    pub label: String,
    /// In order of time, without overlap; each at least partly inside the axis.
    pub spans: Vec<LaneSpan>,
}

/// Threads side by side on one stretch of time around the cursor.
#[derive(Clone, Debug, PartialEq)]
pub struct LaneChart {
    /// The time shown.
    pub x: Axis,
    /// First lane on top.
    pub lanes: Vec<Lane>,
    /// The cursor, in axis units.
    pub cursor: f64,
    /// The acts that its legend explains: all that it can show at any cursor.
    pub acts: &'static [Act],
}

/// A part of a bar.
#[derive(Clone, Debug, PartialEq)]
pub struct BarPart {
    /// What the time went to.
    pub act: Act,
    /// How much, in axis units.
    pub value: f64,
    /// Words to put on it if they fit: "waiting 73 %".
    pub label: String,
}

/// One stacked bar.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// The variant.
    pub label: String,
    /// Palette place of the variant.
    pub style: u8,
    /// From the left.
    pub parts: Vec<BarPart>,
    /// Words behind its end: "13.3 s".
    pub total: String,
    /// Part of the answer to the bet.
    pub veiled: bool,
}

/// Stacked bars, one a variant.
#[derive(Clone, Debug, PartialEq)]
pub struct BarChart {
    /// The scale; starts at 0.
    pub x: Axis,
    /// First bar on top.
    pub bars: Vec<Bar>,
}

/// A page in a drawn tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeNode {
    /// Rows from the leaves: leaves are 0.
    pub level: u32,
    /// Place of its parent in [`TreeChart::nodes`]; `None` for the root.
    pub parent: Option<u32>,
    /// Its state.
    pub cell: Cell,
    /// The parent's image on disk has the address of its newest image.
    pub is_linked: bool,
    /// The walk stands on it.
    pub is_current: bool,
}

/// A tree of pages, small enough that each is drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct TreeChart {
    /// The pages; those of one level in key order.
    pub nodes: Vec<TreeNode>,
    /// The states that the legend explains.
    pub kinds: &'static [Cell],
}

/// What is drawn.
#[derive(Clone, Debug, PartialEq)]
pub enum Drawing {
    /// Who does what.
    Lanes(LaneChart),
    /// Where time went.
    Bars(BarChart),
    /// The tree.
    Tree(TreeChart),
    /// The log file.
    Ring(RingChart),
}

/// A picture with its name and its twin in words.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// Short name, unique in the figure: "lanes-drain".
    pub id: String,
    /// Visible title.
    pub title: String,
    /// Palette place of the variant that it shows; `None` if it shows all.
    pub style: Option<u8>,
    /// The picture in words, computed: the accessible description.
    pub text: String,
    /// Part of the answer to the bet.
    pub veiled: bool,
    /// What is drawn.
    pub drawing: Drawing,
}

/// Most rows that a picture's box grows with.
const ROWS_MAX: usize = 12;

impl Picture {
    /// Its kind in the stylesheet.
    #[must_use]
    pub fn class(&self) -> &'static str {
        match &self.drawing {
            Drawing::Lanes(_) => "lanes",
            Drawing::Bars(_) => "bars",
            Drawing::Tree(_) => "tree",
            Drawing::Ring(_) => "ring",
        }
    }

    /// Rows that its box has room for: what the height hangs on, and nothing else.
    #[must_use]
    pub fn rows(&self) -> usize {
        let rows = match &self.drawing {
            Drawing::Lanes(chart) => chart.lanes.len(),
            Drawing::Bars(chart) => chart.bars.len(),
            Drawing::Tree(_) | Drawing::Ring(_) => 1,
        };
        rows.clamp(1, ROWS_MAX)
    }

    /// Is any of it part of the answer to the bet?
    #[must_use]
    pub fn has_veil(&self) -> bool {
        let bars = match &self.drawing {
            Drawing::Bars(chart) => &chart.bars[..],
            _ => &[],
        };
        self.veiled || bars.iter().any(|bar| bar.veiled)
    }
}

/// The acts that a legend of some pictures explains, each once, in its order. Lanes may show any of
/// theirs at another cursor: the legend stays as it is while time passes.
#[must_use]
pub fn legend_acts(pictures: &[Picture]) -> Vec<Act> {
    let is_shown = |act: &Act| {
        pictures.iter().any(|picture| match &picture.drawing {
            Drawing::Lanes(chart) => chart.acts.contains(act),
            Drawing::Bars(chart) => {
                let mut parts = chart.bars.iter().flat_map(|bar| &bar.parts);
                parts.any(|part| part.act == *act)
            }
            Drawing::Tree(_) | Drawing::Ring(_) => false,
        })
    };
    Act::ALL.into_iter().filter(is_shown).collect()
}

/// The page states in some pictures' trees.
#[must_use]
pub fn tree_kinds(pictures: &[Picture]) -> &'static [Cell] {
    let kinds = pictures.iter().find_map(|picture| match &picture.drawing {
        Drawing::Tree(tree) => Some(tree.kinds),
        _ => None,
    });
    kinds.unwrap_or(&[])
}

/// What a legend of some pictures explains if one of them is a ring: class and words of each VLF
/// state and of the signs at a ring.
#[must_use]
pub fn ring_legend(pictures: &[Picture]) -> Vec<(&'static str, &'static str)> {
    let is_ring = |picture: &Picture| matches!(picture.drawing, Drawing::Ring(_));
    if !pictures.iter().any(is_ring) {
        return Vec::new();
    }
    let states = VlfState::ALL.map(|state| (state.class(), state.label()));
    states.into_iter().chain(RING_SIGNS).collect()
}
