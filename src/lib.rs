//! Dirty Pages: what happens between COMMIT and the disk.

pub mod kernel;
pub mod params;
pub mod units;
pub mod view;
