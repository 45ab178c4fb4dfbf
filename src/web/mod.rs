//! The living figures: the only place that names Yew, web-sys and gloo.
//!
//! A figure is an island: [`mount`] gives one `section.figure` of the page a Yew root of its own,
//! in an instance of the program of its own. The static figure stays on screen until the first run
//! is done and the live one can take its place in the same frame. Components keep nothing: what
//! the reader does becomes a [`crate::session::Action`], and what they show comes from the session.
//!
//! ```text
//! mount ── section -> Place -> Yew root      url ── this island's share of the page's address
//! island ── Session + frames, timers         panic ── the card that a failed island leaves
//! shown ── a finished run, ready to show     widgets ── charts, grids, pictures, controls, ...
//! bench ── timing for `cargo xtask bench-web`  hooks ── size and colours of the surroundings
//! ```

mod bench;
mod dom;
mod island;
mod layout;
mod linking;
mod live;
mod message;
mod mount;
pub mod panic;
mod shown;
mod size;
mod stage;
mod takeover;
pub mod url;
mod widgets;

pub use bench::bench;
pub use mount::mount;
