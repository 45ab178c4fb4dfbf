//! Programs that the build needs and fetches when they are missing.

use crate::shell::{cargo, output, root, run, say, target_dir, which};
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use std::process::Command;

pub const WASM_TARGET: &str = "wasm32-unknown-unknown";
const WASM_PACK_VERSION: &str = "0.15.1";
const NODE_MAJOR_MIN: u32 = 20;

/// Where tools of this repository are kept: they go when `target` goes.
pub fn dir() -> PathBuf {
    target_dir().join("tools")
}

/// The standard library for WebAssembly.
pub fn wasm_target() -> Result<()> {
    let sysroot = output(Command::new("rustc").args(["--print", "sysroot"]))?;
    let std_lib = Path::new(sysroot.trim())
        .join("lib/rustlib")
        .join(WASM_TARGET)
        .join("lib");
    if std_lib.is_dir() {
        return Ok(());
    }
    say("fetching the wasm target …");
    run(Command::new("rustup").args(["target", "add", WASM_TARGET]))
        .context("the site is WebAssembly: rustc needs its wasm32-unknown-unknown target")
}

/// A browser, and the driver that wasm-bindgen's test runner talks to.
#[derive(Clone, Debug)]
pub struct Chromium {
    pub browser: PathBuf,
    pub driver: PathBuf,
}

/// Chromium and chromedriver, installed from the distribution when missing. `CHROME` and
/// `CHROMEDRIVER` name others.
pub fn chromium() -> Result<Chromium> {
    if let Some(found) = find_chromium() {
        return Ok(found);
    }
    install_chromium()?;
    find_chromium()
        .context("chromium is installed, yet `chromium` or `chromedriver` is not on PATH")
}

fn find_chromium() -> Option<Chromium> {
    let named = |var: &str| {
        std::env::var_os(var)
            .map(PathBuf::from)
            .filter(|file| file.is_file())
    };
    let browser = named("CHROME").or_else(|| {
        [
            "chromium",
            "chromium-browser",
            "google-chrome",
            "google-chrome-stable",
        ]
        .into_iter()
        .find_map(which)
    })?;
    let driver = named("CHROMEDRIVER").or_else(|| which("chromedriver"))?;
    Some(Chromium { browser, driver })
}

fn install_chromium() -> Result<()> {
    const BY_HAND: &str = "install Chromium and its chromedriver, put both on PATH (or name them \
                           in \
                           CHROME and CHROMEDRIVER), and try again";
    if which("apt-get").is_none() {
        bail!("no Chromium with chromedriver here, and no apt-get to install it with: {BY_HAND}");
    }
    let user = output(Command::new("id").arg("-u")).unwrap_or_default();
    if user.trim() != "0" {
        bail!(
            "no Chromium with chromedriver here, and only root may install it: run \
             `sudo apt-get install chromium chromium-driver`, or {BY_HAND}"
        );
    }
    say("installing chromium and chromium-driver with apt-get …");
    let apt = |args: &[&str]| {
        run(Command::new("apt-get")
            .args(args)
            .env("DEBIAN_FRONTEND", "noninteractive"))
    };
    apt(&["-qq", "update"])?;
    apt(&[
        "-qq",
        "install",
        "-y",
        "--no-install-recommends",
        "chromium",
        "chromium-driver",
    ])
    .with_context(|| format!("chromium could not be installed: {BY_HAND}"))
}

/// The npm packages of the end-to-end checks.
pub fn e2e_packages() -> Result<()> {
    packages("tests/e2e", "playwright-core and axe-core")
}

/// The npm packages that make the site's scripts lighter.
pub fn site_packages() -> Result<()> {
    packages("xtask/npm", "binaryen and terser")
}

/// Installs the npm packages of a folder, exactly those of its lock file.
fn packages(folder: &str, names: &str) -> Result<()> {
    check_node()?;
    let dir = root().join(folder);
    let lock = dir.join("package-lock.json");
    // npm notes here what it installed; a newer lock file means that something changed since.
    let installed = dir.join("node_modules/.package-lock.json");
    let changed = |file: &Path| file.metadata().and_then(|data| data.modified()).ok();
    if changed(&installed).is_some() && changed(&installed) >= changed(&lock) {
        return Ok(());
    }
    say(&format!("installing {names} from npm …"));
    let npm = which("npm").context("npm is missing: it is needed beside Node")?;
    run(Command::new(npm)
        .args(["ci", "--no-audit", "--no-fund", "--loglevel=error"])
        .current_dir(dir))
}

fn check_node() -> Result<()> {
    let version = output(Command::new("node").arg("--version"))
        .context("Node is missing: the site's build and its checks need it")?;
    let major = version
        .trim()
        .trim_start_matches('v')
        .split('.')
        .next()
        .unwrap_or_default();
    match major.parse::<u32>() {
        Ok(major) if major >= NODE_MAJOR_MIN => Ok(()),
        _ => bail!(
            "Node {} is too old: {NODE_MAJOR_MIN} or newer is needed",
            version.trim()
        ),
    }
}

/// wasm-pack, kept in `target/tools` so that nothing on the machine changes.
pub fn wasm_pack() -> Result<PathBuf> {
    let wasm_pack = dir()
        .join("bin")
        .join(format!("wasm-pack{}", std::env::consts::EXE_SUFFIX));
    let wanted = format!("wasm-pack {WASM_PACK_VERSION}");
    let is_wanted = |file: &Path| {
        output(Command::new(file).arg("--version")).is_ok_and(|version| version.trim() == wanted)
    };
    if wasm_pack.is_file() && is_wanted(&wasm_pack) {
        return Ok(wasm_pack);
    }
    say(&format!(
        "installing {wanted} into target/tools (about two minutes) …"
    ));
    // Its own target directory: the packages of the site would only be rebuilt with other features.
    let scratch = dir().join("build");
    let args = [
        "install",
        "wasm-pack",
        "--version",
        WASM_PACK_VERSION,
        "--locked",
        "--quiet",
    ];
    run(cargo(&args)
        .arg("--root")
        .arg(dir())
        .env("CARGO_TARGET_DIR", &scratch))?;
    let _ = std::fs::remove_dir_all(scratch);
    Ok(wasm_pack)
}
