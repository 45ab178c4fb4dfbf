//! Golden files: `tests/golden/<scene>/<claim>.txt` holds a command line, `---`, and what it
//! prints; `digests.txt` holds the digests that Chrome has to agree with.
//! `BLESS=1 cargo test --test native golden` rewrites them: read the difference before committing.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use crate::finished;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/pacing")
}

fn is_blessing() -> bool {
    std::env::var_os("BLESS").is_some()
}

/// Compares with the file, or rewrites it.
fn compare(path: &Path, actual: &str) {
    if is_blessing() {
        fs::write(path, actual).expect("the golden file can be written");
        return;
    }
    let expected = fs::read_to_string(path).unwrap_or_default();
    assert!(
        expected == actual,
        "{} differs; BLESS=1 rewrites it.\n--- expected\n{expected}\n--- actual\n{actual}",
        path.display()
    );
}

#[test]
fn command_lines_print_what_they_printed() {
    let mut files: Vec<PathBuf> = fs::read_dir(folder())
        .expect("the golden folder")
        .map(|entry| entry.expect("a file").path())
        .filter(|path| !path.ends_with("digests.txt"))
        .collect();
    files.sort();
    assert!(files.len() >= 5);
    for path in files {
        let text = fs::read_to_string(&path).expect("a golden file");
        let command = text.lines().next().unwrap_or_default();
        let (status, printed) = crate::command_line::dirty_pages(command);
        compare(&path, &format!("{command}\n--- exit {status}\n{printed}"));
    }
}

#[test]
fn digests_are_what_they_were() {
    let mut out = String::new();
    for (preset, seeds) in [("three-kinds", 100), ("small", 100), ("busy-slow", 10)] {
        for seed in 1..=seeds {
            let digest = finished(preset, &["rounds=1"], seed).digest();
            let _ = writeln!(out, "{preset} {seed} {digest:016x}");
        }
    }
    compare(&folder().join("digests.txt"), &out);
}
