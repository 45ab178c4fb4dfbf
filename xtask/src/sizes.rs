//! What a reader downloads, and the most it may weigh.

use anyhow::{Context, Result, bail};
use std::fs;
use std::io::Write;
use std::path::Path;

/// A set of files with a ceiling, in bytes after brotli at its highest level. A KB is 1000 bytes.
struct Budget {
    what: String,
    files: Vec<String>,
    brotli_bytes_max: usize,
}

/// 60 KB was the aim for one chapter with three figures. Each chapter has its own, with pictures,
/// tables and settings complete without script, which is what a reader without it has: some 40 KB
/// a chapter.
const CHAPTER_BYTES_MAX: usize = 42_000;
/// What brings a figure to life. All scenes in one module came to 230 KB with the third, near the
/// wall of 250; a module a scene makes the whole article heavier and each figure lighter, and what
/// a reader waits for is the figure that comes into view. Rings, dots and the row of a long run
/// came to all modules with the fourth.
const SCENE_BYTES_MAX: usize = 225_000;

fn budgets(scenes: &[String]) -> Vec<Budget> {
    let article = Budget {
        what: "article without script".to_owned(),
        files: ["index.html", "site.css", "favicon.svg"]
            .map(str::to_owned)
            .to_vec(),
        brotli_bytes_max: CHAPTER_BYTES_MAX * scenes.len(),
    };
    let figure = |scene: &String| Budget {
        what: format!("{scene} live"),
        files: vec![
            format!("{scene}_bg.wasm"),
            format!("{scene}.js"),
            "boot.js".to_owned(),
        ],
        brotli_bytes_max: SCENE_BYTES_MAX,
    };
    let figures = scenes.iter().map(figure);
    std::iter::once(article).chain(figures).collect()
}

/// Prints the weights; fails when a budget is passed.
pub fn check(dist: &Path, scenes: &[String]) -> Result<()> {
    println!(
        "  {:<26} {:>10} {:>10} {:>10}",
        "KB", "raw", "brotli", "budget"
    );
    let mut over = Vec::new();
    for budget in budgets(scenes) {
        let (mut raw_total, mut brotli_total) = (0, 0);
        for name in &budget.files {
            let content =
                fs::read(dist.join(name)).with_context(|| format!("no {name} was built"))?;
            let packed = brotli_bytes(&content)?;
            println!("  {name:<26} {:>10} {:>10}", kb(content.len()), kb(packed));
            raw_total += content.len();
            brotli_total += packed;
        }
        let max = budget.brotli_bytes_max;
        let (raw, packed) = (kb(raw_total), kb(brotli_total));
        println!(
            "  {:<26} {raw:>10} {packed:>10} {:>10}",
            budget.what,
            kb(max)
        );
        if brotli_total > max {
            over.push(format!(
                "{} weighs {packed} KB, its budget is {} KB",
                budget.what,
                kb(max)
            ));
        }
    }
    if !over.is_empty() {
        bail!("the site is too heavy: {}", over.join("; "));
    }
    Ok(())
}

fn brotli_bytes(content: &[u8]) -> Result<usize> {
    const BUFFER_BYTES: usize = 1 << 16;
    const QUALITY: u32 = 11;
    const WINDOW_BITS: u32 = 22;
    let mut packed = Vec::new();
    let mut writer = brotli::CompressorWriter::new(&mut packed, BUFFER_BYTES, QUALITY, WINDOW_BITS);
    writer.write_all(content)?;
    drop(writer);
    Ok(packed.len())
}

fn kb(bytes: usize) -> String {
    format!("{}.{}", bytes / 1000, bytes % 1000 / 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kb_is_a_thousand_bytes() {
        assert_eq!(kb(60_000), "60.0");
        assert_eq!(kb(1_999), "1.9");
    }

    #[test]
    fn repetition_weighs_little() {
        assert!(brotli_bytes(&[b'a'; 10_000]).unwrap() < 100);
    }
}
