//! The WebAssembly side: the module with its glue, and its tests.

use crate::shell::{cargo, root, run, say, target_dir};
use crate::tools::{self, WASM_TARGET};
use anyhow::{Context, Result};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

const LIBRARY: &str = "dirty_pages.wasm";

/// Flags that take this machine's folders out of the module: panics name their files, and a long
/// path would count against the site's weight.
fn remapped_paths() -> OsString {
    let home = std::env::var_os("CARGO_HOME")
        .map(PathBuf::from)
        .or_else(|| {
            let user = std::env::var_os("HOME").map(PathBuf::from);
            user.map(|user| user.join(".cargo"))
        });
    let mut flags = OsString::new();
    let mut add = |from: &Path, to: &str| {
        if !flags.is_empty() {
            flags.push("\u{1f}");
        }
        flags.push("--remap-path-prefix=");
        flags.push(from);
        flags.push(format!("={to}"));
    };
    // The registry's folder carries a digest of its address; the packages lie below it.
    let sources = home.map(|home| home.join("registry/src"));
    for folder in sources
        .and_then(|s| s.read_dir().ok())
        .into_iter()
        .flatten()
        .flatten()
    {
        add(&folder.path(), "dep");
    }
    add(&root(), "site");
    flags
}

/// Compiles the library with one scene and writes `<scene>.js` and `<scene>_bg.wasm`.
pub fn build_into(out: &Path, scene: &str) -> Result<()> {
    tools::wasm_target()?;
    say(&format!("compiling {scene} to WebAssembly …"));
    // As a cdylib alone: beside an rlib, cargo leaves link-time optimisation out, and the site
    // weighs a seventh more.
    let mut compile = cargo(&[
        "rustc",
        "--quiet",
        "--release",
        "--lib",
        "--crate-type",
        "cdylib",
        "--target",
        WASM_TARGET,
        "--no-default-features",
        "--features",
        scene,
    ]);
    run(compile.env("CARGO_ENCODED_RUSTFLAGS", remapped_paths()))?;
    let module = target_dir().join(WASM_TARGET).join("release").join(LIBRARY);
    let mut args: Vec<OsString> = Vec::new();
    args.extend(["wasm-bindgen", "--target", "web", "--no-typescript"].map(OsString::from));
    // Names go here and not by `strip`, which would take target_features along.
    args.extend(["--remove-name-section", "--remove-producers-section"].map(OsString::from));
    args.extend(["--out-name", scene, "--out-dir"].map(OsString::from));
    args.push(out.into());
    args.push(module.into());
    wasm_bindgen_cli::wasm_bindgen::run_cli_with_args(args).context("wasm-bindgen failed")
}

/// wasm-bindgen's test runner over one test binary, in headless Chromium.
pub fn run_tests(mut args: Vec<OsString>) -> Result<()> {
    // `cargo test --quiet` hands its flag on, and the runner knows none of that name.
    args.retain(|arg| arg != "--quiet");
    let chromium = tools::chromium()?;
    if std::env::var_os("CHROMEDRIVER").is_none() {
        // Left to itself the runner takes the first driver on PATH, which may be another browser's.
        let this = std::env::current_exe()?;
        let again = Command::new(this)
            .arg("test-runner")
            .args(args)
            .env("CHROMEDRIVER", chromium.driver)
            .status()?;
        std::process::exit(again.code().unwrap_or(1));
    }
    let name = OsString::from("wasm-bindgen-test-runner");
    let args = std::iter::once(name).chain(args);
    wasm_bindgen_cli::wasm_bindgen_test_runner::run_cli_with_args(args)
}
