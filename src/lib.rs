//! Dirty Pages: what happens between COMMIT and the disk.

#[cfg(not(target_arch = "wasm32"))]
pub mod article;
#[cfg(not(target_arch = "wasm32"))]
pub mod claims;
pub mod engine;
pub mod kernel;
pub mod params;
pub mod plot;
pub mod scene;
pub mod session;
pub mod units;
pub mod view;
#[cfg(target_arch = "wasm32")]
pub mod web;
