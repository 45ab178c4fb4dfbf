//! The built site in headless Chromium: checks and screenshots. What is checked is in `tests/e2e`.

use crate::serve::Serving;
use crate::shell::{dist_dir, root, run, say};
use crate::{Flags, site, tools};
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The site is checked from below a path of its own: no link may assume the root of a host.
const PREFIX: &str = "/some/sub/path/";

/// `e2e [--no-build] [--dist DIR] [FILTER]`
pub fn command(flags: Flags) -> Result<()> {
    let dist = built(&flags)?;
    let mut script = script("run.mjs", &dist)?;
    run(script.args(&flags.words))
}

/// `shots [--no-build] [--dist DIR]`
pub fn shots(flags: Flags) -> Result<()> {
    flags.no_words()?;
    let dist = built(&flags)?;
    run(&mut script("shots.mjs", &dist)?)?;
    say("screenshots are in tests/e2e/shots");
    Ok(())
}

/// Every check over a site that is built already.
pub fn check(dist: &Path) -> Result<()> {
    run(&mut script("run.mjs", dist)?)
}

/// A script of `tests/e2e` with a server of the site beside it; addresses and scenes go by
/// environment.
pub fn script(name: &str, dist: &Path) -> Result<Command> {
    tools::e2e_packages()?;
    let chromium = tools::chromium()?;
    let serving = Serving::start(dist, PREFIX, 0)?;
    let scenes = site::scenes(dist).context("the site has no lab pages")?;
    let mut command = Command::new("node");
    command
        .arg(root().join("tests/e2e").join(name))
        .env("SITE_URL", &serving.url)
        .env("SITE_SCENES", scenes.join(" "))
        .env("CHROMIUM", chromium.browser);
    Ok(command)
}

/// The site that is meant: another directory's, the one that was built last, or a new one.
pub fn built(flags: &Flags) -> Result<PathBuf> {
    if let Some(dir) = flags.option("--dist") {
        return Ok(dir.into());
    }
    if !flags.has("--no-build") {
        site::build(&[])?;
    }
    Ok(dist_dir())
}
