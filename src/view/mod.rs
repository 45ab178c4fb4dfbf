//! Plain data for a screen: what a scene wants shown, with no drawing and no Yew.
//!
//! Floats start here and in [`crate::plot`]; everything below is integers.

mod act;
mod axis;
mod chart;
mod format;
mod grid;
mod picture;
mod report;
mod ring;
mod table;

pub use act::Act;
pub use axis::{Axis, AxisKind, axis_ticks, doublings};
pub use chart::{ChartSpec, Line, Mark, MarkKind, Series, clip, decimate};
pub use format::{digits, hundredths, mib, millis, plain_number, round_to, seconds};
pub use grid::{Cell, PageGrid, RowRun, legend_kinds, legend_note};
pub use picture::{
    Bar, BarChart, BarPart, Drawing, Lane, LaneChart, LaneSpan, Picture, TreeChart, TreeNode,
    legend_acts, ring_legend, tree_kinds,
};
pub use report::{Answer, BetView, BetWords, Report, RoundReport, Stat, VariantReport};
pub use ring::{RingChart, RingMark, RingVlf, VlfState};
pub use table::{Column, Row, Table};

/// Everything that one figure shows at one cursor.
#[derive(Clone, Debug, PartialEq)]
pub struct SceneView {
    /// End of the longest side of the comparison, in milliseconds of simulated time.
    pub horizon_ms: f64,
    /// The instant shown, in milliseconds of simulated time.
    pub cursor_ms: f64,
    /// The cursor in words: "0.15 s after CHECKPOINT".
    pub cursor_text: String,
    /// Charts in reading order; the first is the one that makes the point.
    pub charts: Vec<ChartSpec>,
    /// One page grid a variant, at the cursor.
    pub grids: Vec<PageGrid>,
    /// Lanes, bars, trees and rings, those that the reader should see first in front.
    pub pictures: Vec<Picture>,
    /// The results table, whole run.
    pub results: Table,
    /// Tables that fold away below it.
    pub more_results: Vec<Table>,
    /// One sentence computed from the run.
    pub takeaway: String,
    /// What the reader is asked before the results are shown.
    pub bet: Option<BetView>,
    /// Things the reader must know about this run (a limit was hit, a variant was left out).
    pub cautions: Vec<String>,
    /// Words of the buttons that do something to the server at the cursor.
    pub commands: Vec<String>,
}
