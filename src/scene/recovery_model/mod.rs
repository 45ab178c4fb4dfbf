//! Scene `recovery_model`: does SIMPLE write less log than FULL, and what does each promise?
//!
//! Source: seed 004 and `facts/sqlserver.md`, section 3. So far the model of the insert load: its
//! sessions, log writes and log file. It is no entry of [`super::SCENES`] before a reader can play.

pub mod model;
pub mod scenario;
pub mod task;
