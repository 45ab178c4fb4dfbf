//! What the reader, a link or the clock can do to a figure.

use crate::kernel::SimTime;
use crate::params::{Direction, StepKind};
use crate::scene::Zoom;
use crate::view::Answer;

/// What the reader said before seeing the result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bet {
    /// Nothing yet: the answer stays behind the veil.
    #[default]
    Open,
    /// "Just show me."
    Skipped,
    /// One of the answers.
    Placed(Answer),
}

/// Something that the reader, a link or the clock does.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Slider of row `index` moved to `position` of 0 to 1,000.
    Slide {
        /// Row.
        index: usize,
        /// Position.
        position: i64,
    },
    /// Number field or choice of row `index` set to a text.
    Write {
        /// Row.
        index: usize,
        /// Text as typed.
        text: String,
    },
    /// A key on the slider of row `index`.
    Nudge {
        /// Row.
        index: usize,
        /// How far.
        kind: StepKind,
        /// Which way.
        direction: Direction,
    },
    /// A preset by its name.
    Preset(String),
    /// A command at the cursor, by its key.
    Command(&'static str),
    /// The next seed: the same settings with other luck.
    NextSeed,
    /// Back to the preset as it came.
    Reset,
    /// Back to the settings before.
    Undo,
    /// Forward again.
    Redo,
    /// A bet.
    Bet(Answer),
    /// No bet.
    JustShow,
    /// Play or pause.
    PlayPause,
    /// Pause.
    Pause,
    /// To the next event.
    StepForward,
    /// To the event before.
    StepBack,
    /// To an instant.
    Seek(SimTime),
    /// To a share of the run, in thousandths.
    SeekShare(u64),
    /// To the x of a chart.
    SeekX(f64),
    /// Playing speed, a place in [`super::SPEEDS`].
    Speed(usize),
    /// Time axis.
    Zoom(Zoom),
    /// Real time has passed, in microseconds.
    Tick(u64),
    /// A slice of the run that is under way.
    Slice,
    /// The run under way ends with what it has.
    Stop,
    /// The notices were read.
    Dismiss,
}
