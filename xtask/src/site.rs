//! The site: static pages, the module that brings them to life, and hand-written files.

use crate::shell::{cargo, dist_dir, output, root, run, say};
use crate::{sizes, tools, wasm};
use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Files that pages name, each before the ones that name it: an asset's address carries a digest of
/// its content, so a new build is never mixed with what a browser kept of an old one.
fn assets(scenes: &[String]) -> Vec<String> {
    let modules = scenes.iter().map(|scene| format!("{scene}_bg.wasm"));
    let glues = scenes.iter().map(|scene| format!("{scene}.js"));
    let shared = ["boot.js", "site.css"].map(str::to_owned);
    modules.chain(glues).chain(shared).collect()
}

/// Builds everything into `dist/` and holds it to the budgets. With `only` some scenes, their
/// modules and all pages; the other modules stay as they were built last.
pub fn build(only: &[String]) -> Result<()> {
    let dist = dist_dir();
    if dist.exists() && only.is_empty() {
        fs::remove_dir_all(&dist).with_context(|| format!("cannot clear {}", dist.display()))?;
    }
    fs::create_dir_all(&dist)?;
    let scenes = features()?;
    if let Some(other) = only.iter().find(|word| !scenes.contains(word)) {
        bail!("no scene `{other}`; there are {}", scenes.join(", "));
    }
    tools::site_packages()?;
    let is_built = |scene: &&String| only.is_empty() || only.contains(scene);
    for scene in scenes.iter().filter(is_built) {
        wasm::build_into(&dist, scene)?;
        lighten(&dist.join(format!("{scene}_bg.wasm")))?;
        minify(&dist.join(format!("{scene}.js")))?;
    }
    say("writing the static pages from a native run …");
    let args = [
        "run",
        "--quiet",
        "--release",
        "--bin",
        "dirty-pages",
        "--",
        "article",
        "--out",
    ];
    run(cargo(&args).arg(&dist))?;
    copy_all(&root().join("static"), &dist)?;
    minify(&dist.join("boot.js"))?;
    let pages = self::scenes(&dist)?;
    let mut built = scenes.clone();
    built.sort();
    if pages != built {
        bail!("pages for {pages:?}, and modules for {built:?}");
    }
    stamp(&dist, &scenes)?;
    sizes::check(&dist, &scenes)
}

/// The scenes that a module can be built with: the package's default features.
fn features() -> Result<Vec<String>> {
    let args = ["metadata", "--no-deps", "--format-version", "1"];
    let metadata: Value = serde_json::from_str(&output(&mut cargo(&args))?)?;
    let packages = metadata["packages"].as_array().context("no packages")?;
    let site = packages.iter().find(|p| p["name"] == "dirty-pages");
    let names = site.and_then(|p| p["features"]["default"].as_array());
    let names = names.context("the package has no default features")?;
    let name = |name: &Value| name.as_str().map(str::to_owned);
    names
        .iter()
        .map(|n| name(n).context("a feature without a name"))
        .collect()
}

/// A module once more through wasm-opt, a tenth smaller.
fn lighten(module: &Path) -> Result<()> {
    // What Rust's own target features turn on; wasm-opt has to be told.
    const FEATURES: [&str; 8] = [
        "bulk-memory",
        "bulk-memory-opt",
        "call-indirect-overlong",
        "multivalue",
        "mutable-globals",
        "nontrapping-float-to-int",
        "reference-types",
        "sign-ext",
    ];
    run(Command::new("node")
        .arg(root().join("xtask/npm/node_modules/binaryen/bin/wasm-opt"))
        .args(["-O2", "--converge"])
        .args(FEATURES.map(|feature| format!("--enable-{feature}")))
        .arg(module)
        .arg("-o")
        .arg(module))
}

/// A script without what only its readers need.
fn minify(script: &Path) -> Result<()> {
    run(Command::new("node")
        .arg(root().join("xtask/npm/node_modules/terser/bin/terser"))
        .args(["--module", "--compress", "--mangle", "--output"])
        .arg(script)
        .arg("--")
        .arg(script))
}

/// Every file under a directory, in the order of their paths.
pub fn files(dir: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut pending = vec![dir.to_path_buf()];
    while let Some(dir) = pending.pop() {
        for entry in fs::read_dir(&dir).with_context(|| format!("cannot list {}", dir.display()))? {
            let path = entry?.path();
            if path.is_dir() {
                pending.push(path)
            } else {
                found.push(path)
            }
        }
    }
    found.sort();
    Ok(found)
}

/// The scenes that have a page under `lab/`.
pub fn scenes(dist: &Path) -> Result<Vec<String>> {
    let mut scenes = Vec::new();
    for file in files(&dist.join("lab"))? {
        let scene = file.parent().and_then(Path::file_name);
        if let (true, Some(scene)) = (file.ends_with("index.html"), scene) {
            scenes.push(scene.to_string_lossy().into_owned());
        }
    }
    Ok(scenes)
}

fn copy_all(from: &Path, to: &Path) -> Result<()> {
    say("copying the hand-written files …");
    for file in files(from)? {
        let to = to.join(file.strip_prefix(from)?);
        fs::create_dir_all(to.parent().unwrap_or(Path::new("")))?;
        fs::copy(&file, &to).with_context(|| format!("cannot copy {}", file.display()))?;
    }
    Ok(())
}

/// Appends `?v=<digest>` to every quoted mention of an asset.
fn stamp(dist: &Path, scenes: &[String]) -> Result<()> {
    let mentions: Vec<PathBuf> = files(dist)?
        .into_iter()
        .filter(|file| {
            let extension = file.extension().unwrap_or_default();
            extension == "html" || extension == "js"
        })
        .collect();
    for asset in assets(scenes) {
        let content =
            fs::read(dist.join(&asset)).with_context(|| format!("no {asset} was built"))?;
        let stamped = format!("{asset}?v={}", digest(&content));
        for file in &mentions {
            let text = fs::read_to_string(file)?;
            let new = stamp_text(&text, &asset, &stamped);
            if new != text {
                fs::write(file, new)?;
            }
        }
    }
    Ok(())
}

/// Mentions end with a quote and start after a quote or a slash, so `my-app.js` is left alone.
fn stamp_text(text: &str, asset: &str, stamped: &str) -> String {
    let mut text = text.to_owned();
    for open in ['"', '\'', '/'] {
        for close in ['"', '\''] {
            let mention = format!("{open}{asset}{close}");
            text = text.replace(&mention, &format!("{open}{stamped}{close}"));
        }
    }
    text
}

/// FNV-1a, shortened: it tells builds apart, it guards nothing.
fn digest(content: &[u8]) -> String {
    const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0100_0000_01b3;
    let hash = content.iter().fold(OFFSET, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(PRIME)
    });
    format!("{:08x}", hash >> 32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_names_are_stamped() {
        let text = r#"<link href="../../app.js"><script src='boot.js'> "my-app.js" app.js"#;
        let stamped = stamp_text(text, "app.js", "app.js?v=1");
        assert_eq!(
            stamped,
            r#"<link href="../../app.js?v=1"><script src='boot.js'> "my-app.js" app.js"#
        );
    }

    #[test]
    fn digests_follow_the_content() {
        assert_ne!(digest(b"a"), digest(b"b"));
        assert_eq!(digest(b"a").len(), 8);
    }
}
