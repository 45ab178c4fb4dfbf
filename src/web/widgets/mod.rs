//! The parts of a figure. Each is fed plain data and sends [`crate::session::Action`]s.

mod actions;
mod bet;
mod canvas;
mod chart;
mod control;
mod grid;
mod more;
mod notice;
mod pick;
mod table;
mod transport;

pub use actions::{Actions, copy};
pub use bet::BetCard;
pub use chart::ChartFigure;
pub use control::ControlRow;
pub use grid::{GridCard, Legend};
pub use more::More;
pub use notice::Notices;
pub use table::TableView;
pub use transport::Transport;
