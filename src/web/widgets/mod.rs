//! The parts of a figure. Each is fed plain data and sends [`crate::session::Action`]s.

mod actions;
mod bet;
mod canvas;
mod chart;
mod commands;
mod control;
mod grid;
mod more;
mod notice;
mod pick;
mod picture;
mod progress;
mod table;
mod transport;

pub use actions::{Props as ActionsProps, actions, copy};
pub use bet::bet_card;
pub use chart::{ChartProps, chart_figure, paint_chart, place_cursor};
pub use commands::{Props as CommandsProps, commands};
pub use control::{ControlProps, control_row};
pub use grid::{grid_card, legend, paint_grid};
pub use more::more;
pub use notice::notices;
pub use picture::{paint_picture, picture_card, picture_legend};
pub use progress::progress;
pub use table::{TableProps, table_view};
pub use transport::{NOT_YET, Props as TransportProps, transport};
