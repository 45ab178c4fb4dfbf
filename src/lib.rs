//! Dirty Pages: what happens between COMMIT and the disk.

#[cfg(not(target_arch = "wasm32"))]
pub mod article;
pub mod kernel;
pub mod params;
pub mod plot;
pub mod units;
pub mod view;
