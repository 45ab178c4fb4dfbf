//! Dirty Pages: what happens between COMMIT and the disk.

pub mod engine;
pub mod kernel;
pub mod params;
pub mod scene;
pub mod session;
pub mod units;
pub mod view;
