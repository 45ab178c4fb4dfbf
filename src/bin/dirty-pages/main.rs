//! The command line: the same engine as the site's, for people who would rather script, for tests
//! and for checks. See `dirty-pages --help`.
//!
//! Exit status: 0 fine, 1 the program failed, 2 bad usage or a value out of range.

#[cfg(not(target_arch = "wasm32"))]
mod args;
#[cfg(not(target_arch = "wasm32"))]
mod bench;
#[cfg(not(target_arch = "wasm32"))]
mod list;
#[cfg(not(target_arch = "wasm32"))]
mod pages;
#[cfg(not(target_arch = "wasm32"))]
mod run;
#[cfg(not(target_arch = "wasm32"))]
mod series;

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    args::main()
}

/// Browser tests build every target; there is no command line in a browser.
#[cfg(target_arch = "wasm32")]
fn main() {}
