//! Browser tests: figures mounted in a real page, used as a reader uses them.

#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used, reason = "a test that finds nothing has failed")]

mod agreement;
mod bet;
mod buttons;
mod controls;
mod failure;
mod links;
mod page;
mod pictures;
#[path = "../shared/mod.rs"]
mod shared;
mod stop;
mod time;

wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);
