//! What an island is told, by the reader, the page and its own timers.

use yew::AttrValue;

use super::live::Heard;
use crate::session::Action;

/// What an island is told.
pub enum Msg {
    /// The reader does something.
    Do(Action),
    /// The reader holds a slider, or lets go.
    Hold(bool),
    /// A frame, at a time in milliseconds.
    Frame(f64),
    /// A step of playing with little motion.
    CalmStep,
    /// The first frame with the live figure in it has come.
    Live,
    /// The page says something.
    Heard(Heard),
    /// Things are quiet: the link is due.
    WriteLink,
    /// Things are quiet: the result is to be said.
    Speak,
    /// The reader wants the link.
    CopyLink,
    /// It is on the clipboard, or it can't be.
    Copied(bool),
    /// Playing was asked for before the bet.
    NotYet,
}

/// How far copying the link has come.
#[derive(Clone, PartialEq)]
pub enum Copying {
    /// Not asked for.
    Idle,
    /// On the clipboard.
    Done,
    /// In a field, to be copied by hand.
    ByHand(AttrValue),
}
