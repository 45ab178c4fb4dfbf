//! Golden files: `tests/golden/<scene>/<claim>.txt` holds a command line, `---`, and what it
//! prints; `digests.txt` holds the digests that Chrome has to agree with.
//! `BLESS=1 cargo test --test native golden` rewrites them: read the difference before committing.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use dirty_pages::scene::SCENES;

use crate::finished;
use crate::shared::DIGESTED;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

/// The paths in a folder of golden files, sorted.
fn paths(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join(folder)).expect("a golden folder");
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort();
    paths
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
fn every_scene_has_its_folder_and_every_folder_its_scene() {
    let mut scenes: Vec<&str> = SCENES.iter().map(|scene| scene.name()).collect();
    scenes.sort_unstable();
    let folders = paths("");
    let folders = folders.iter().filter_map(|path| path.file_name()?.to_str());
    assert_eq!(folders.collect::<Vec<_>>(), scenes);
    for row in DIGESTED {
        assert!(scenes.contains(&row.scene), "{}", row.scene);
    }
}

#[test]
fn command_lines_print_what_they_printed() {
    for scene in SCENES {
        let mut files = paths(scene.name());
        files.retain(|path| !path.ends_with("digests.txt"));
        assert!(
            files.len() >= 3,
            "{} has {} command lines",
            scene.name(),
            files.len()
        );
        for path in files {
            let text = fs::read_to_string(&path).expect("a golden file");
            let command = text.lines().next().unwrap_or_default();
            let (status, printed) = crate::command_line::dirty_pages(command);
            compare(&path, &format!("{command}\n--- exit {status}\n{printed}"));
        }
    }
}

#[test]
fn digests_are_what_they_were() {
    for scene in SCENES {
        let mut out = String::new();
        for row in DIGESTED.iter().filter(|row| row.scene == scene.name()) {
            for seed in 1..=row.seeds {
                let digest = finished(row.scene, row.preset, row.changes, seed).digest();
                let _ = writeln!(out, "{} {seed} {digest:016x}", row.preset);
            }
        }
        assert!(!out.is_empty(), "no digests of {}", scene.name());
        compare(&root().join(scene.name()).join("digests.txt"), &out);
    }
}
