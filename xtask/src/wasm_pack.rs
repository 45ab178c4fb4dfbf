//! The browser tests through wasm-pack, with the wasm-bindgen of Cargo.lock.

use crate::shell::{root, say, target_dir};
use crate::tools;
use anyhow::{Context, Result, bail};
use std::env;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// The programs wasm-pack looks for on PATH; this binary is both.
const SHIMS: [&str; 2] = ["wasm-bindgen", "wasm-bindgen-test-runner"];

/// `wasm-pack`: ends with a count of the tests that really ran.
pub fn command() -> Result<()> {
    tools::wasm_target()?;
    let chromium = tools::chromium()?;
    let wasm_pack = tools::wasm_pack()?;
    let shims = link_shims()?;
    let path = env::var_os("PATH").unwrap_or_default();
    let path = env::join_paths(std::iter::once(shims).chain(env::split_paths(&path)))?;
    say("wasm-pack test --headless --chrome --mode no-install");
    let mut child = Command::new(wasm_pack)
        .args([
            "test",
            "--headless",
            "--chrome",
            "--mode",
            "no-install",
            "--chromedriver",
        ])
        .arg(&chromium.driver)
        .current_dir(root())
        .env("PATH", path)
        .env("CARGO_TARGET_DIR", target_dir())
        .stdout(Stdio::piped())
        .spawn()
        .context("cannot start wasm-pack")?;
    let stdout = child.stdout.take().context("wasm-pack has no output")?;
    let (mut passed, mut failed) = (0, 0);
    for line in BufReader::new(stdout).lines() {
        let line = line?;
        println!("{line}");
        if let Some(counts) = Counts::parse(&line) {
            passed += counts.passed;
            failed += counts.failed;
        }
    }
    let status = child.wait()?;
    if !status.success() {
        bail!("wasm-pack failed ({status})");
    }
    if passed == 0 {
        bail!("wasm-pack ran no browser test: is tests/web configured with run_in_browser?");
    }
    println!("{passed} passed, {failed} failed");
    Ok(())
}

fn link_shims() -> Result<PathBuf> {
    let dir = tools::dir().join("shims");
    fs::create_dir_all(&dir)?;
    let this = env::current_exe()?;
    for name in SHIMS {
        let shim = dir.join(format!("{name}{}", env::consts::EXE_SUFFIX));
        let _ = fs::remove_file(&shim);
        fs::hard_link(&this, &shim)
            .or_else(|_| fs::copy(&this, &shim).map(drop))
            .with_context(|| format!("cannot make {}", shim.display()))?;
    }
    Ok(dir)
}

/// `test result: ok. 7 passed; 0 failed; …`
#[derive(Debug, PartialEq)]
struct Counts {
    passed: u32,
    failed: u32,
}

impl Counts {
    fn parse(line: &str) -> Option<Self> {
        let (_, counts) = line.split_once("test result: ")?.1.split_once(". ")?;
        let count = |word: &str| {
            let part = counts
                .split(';')
                .find(|part| part.trim_end().ends_with(word))?;
            part.trim().strip_suffix(word)?.trim().parse().ok()
        };
        Some(Counts {
            passed: count("passed")?,
            failed: count("failed")?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_counted() {
        let line =
            "test result: ok. 7 passed; 0 failed; 1 ignored; 0 filtered out; finished in 0.1s";
        assert_eq!(
            Counts::parse(line),
            Some(Counts {
                passed: 7,
                failed: 0
            })
        );
        assert_eq!(Counts::parse("running 7 tests"), None);
    }
}
