//! Style as a test: layers, bans, sizes.

use std::fs;
use std::path::{Path, PathBuf};

const FILE_LINES_MAX: usize = 400;
const FUNCTION_LINES_MAX: usize = 70;
const LINE_CHARS_MAX: usize = 100;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn sources(folder: &str) -> Vec<(String, String)> {
    let mut out = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder).expect("a folder of the project");
        for path in entries.map(|e| e.expect("an entry").path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "rs") {
                let name = path
                    .strip_prefix(root())
                    .expect("inside")
                    .display()
                    .to_string();
                out.push((name, fs::read_to_string(&path).expect("a source file")));
            }
        }
    }
    out.sort();
    assert!(!out.is_empty(), "{folder} has no sources");
    out
}

fn all_sources() -> Vec<(String, String)> {
    ["src", "tests", "xtask"]
        .iter()
        .flat_map(|f| sources(f))
        .collect()
}

/// Code without comments and strings that only explain.
fn code(text: &str) -> String {
    let lines = text.lines().map(|l| l.split("//").next().unwrap_or(""));
    lines.collect::<Vec<_>>().join("\n")
}

fn has_word(text: &str, word: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + word.len()..].chars().next();
        !before.is_some_and(is_part) && !after.is_some_and(is_part)
    })
}

/// Files of `folder` that hold one of the words in their code.
fn holders(folder: &str, words: &[&str]) -> Vec<String> {
    let mut out = Vec::new();
    for (name, text) in sources(folder) {
        let code = code(&text);
        out.extend(
            words
                .iter()
                .filter(|w| has_word(&code, w))
                .map(|w| format!("{name}: {w}")),
        );
    }
    out
}

const NONE: Vec<String> = Vec::new();

#[test]
fn the_kernel_knows_no_database_word() {
    let words = [
        "page",
        "Page",
        "checkpoint",
        "Checkpoint",
        "log",
        "Log",
        "disk",
        "Disk",
        "lsn",
    ];
    assert_eq!(holders("src/kernel", &words), NONE);
}

#[test]
fn layers_look_down_only() {
    for (folder, banned) in [
        (
            "src/kernel",
            &[
                "engine", "scene", "session", "view", "plot", "web", "params",
            ][..],
        ),
        (
            "src/engine",
            &["scene", "session", "view", "plot", "web", "params"][..],
        ),
        (
            "src/params",
            &["engine", "scene", "session", "view", "plot", "web"][..],
        ),
        (
            "src/view",
            &["engine", "scene", "session", "plot", "web", "kernel"][..],
        ),
        ("src/scene", &["session", "plot", "web"][..]),
        ("src/session", &["plot", "web", "engine"][..]),
        (
            "src/plot",
            &["engine", "scene", "session", "web", "kernel"][..],
        ),
    ] {
        let imports: Vec<String> = banned.iter().map(|b| format!("crate::{b}")).collect();
        let words: Vec<&str> = imports.iter().map(String::as_str).collect();
        assert_eq!(holders(folder, &words), NONE);
    }
}

#[test]
fn the_engine_has_no_clock_no_luck_and_no_queue_of_events() {
    let words = [
        "Cx",
        "Rng",
        "Stream",
        "Simulation",
        "Queue",
        "Instant",
        "SystemTime",
    ];
    assert_eq!(holders("src/engine", &words), NONE);
}

#[test]
fn no_floats_below_the_view() {
    for folder in ["src/kernel", "src/engine", "src/params"] {
        assert_eq!(holders(folder, &["f32", "f64"]), NONE);
    }
    let units = fs::read_to_string(root().join("src/units.rs")).expect("units");
    assert!(!has_word(&code(&units), "f64"));
}

#[test]
fn no_hash_maps_and_no_wall_clock_in_the_library() {
    let clocks = ["HashMap", "HashSet", "SystemTime"];
    assert_eq!(holders("src", &clocks), NONE);
    let holders = holders("src", &["Instant"]);
    assert!(
        holders
            .iter()
            .all(|h| h.starts_with("src/bin/dirty-pages/bench.rs")),
        "{holders:?}"
    );
}

#[test]
fn only_web_names_the_browser_and_only_plot_names_plotters() {
    let words = [
        "yew",
        "web_sys",
        "gloo",
        "wasm_bindgen",
        "plotters",
        "plotters_canvas",
    ];
    let allowed = |holder: &String| {
        holder.starts_with("src/web/")
            || (holder.starts_with("src/plot/") && holder.ends_with("plotters"))
    };
    let strays: Vec<String> = holders("src", &words)
        .into_iter()
        .filter(|h| !allowed(h))
        .collect();
    assert_eq!(strays, NONE);
    let canvas = holders("src/web", &["plotters", "plotters_canvas"]);
    assert!(
        canvas.iter().all(|h| h.contains("chart")),
        "only the chart widget: {canvas:?}"
    );
}

#[test]
fn files_functions_and_lines_fit_a_screen() {
    let mut long = Vec::new();
    for (name, text) in all_sources() {
        let lines: Vec<&str> = text.lines().collect();
        if lines.len() > FILE_LINES_MAX {
            long.push(format!("{name}: {} lines", lines.len()));
        }
        let mut began: Option<(usize, usize)> = None;
        for (i, line) in lines.iter().enumerate() {
            if line.chars().count() > LINE_CHARS_MAX {
                long.push(format!(
                    "{name}:{}: {} columns",
                    i + 1,
                    line.chars().count()
                ));
            }
            let indent = line.len() - line.trim_start().len();
            let head = line.trim_start();
            let is_fn =
                head.starts_with("fn ") || (head.starts_with("pub") && head.contains("fn "));
            if is_fn && !head.ends_with(';') && !head.ends_with('}') {
                began = Some((i, indent));
            } else if let (Some((from, at)), "}") = (began, head) {
                if at == indent {
                    if i - from > FUNCTION_LINES_MAX {
                        long.push(format!(
                            "{name}:{}: {} lines of function",
                            from + 1,
                            i - from
                        ));
                    }
                    began = None;
                }
            }
        }
    }
    assert_eq!(long, NONE);
}

#[test]
fn nothing_is_left_to_do() {
    let marks = [
        "TO".to_string() + "DO",
        "FIX".to_string() + "ME",
        "XX".to_string() + "X",
    ];
    let mut left = Vec::new();
    for (name, text) in all_sources() {
        left.extend(
            marks
                .iter()
                .filter(|m| has_word(&text, m))
                .map(|m| format!("{name}: {m}")),
        );
    }
    assert_eq!(left, NONE);
}

#[test]
fn no_address_is_loaded_from_another_host() {
    for name in [
        "index.html",
        "static/site.css",
        "static/boot.js",
        "static/early.js",
    ] {
        let path: PathBuf = root().join(name);
        let text = fs::read_to_string(&path).expect(name);
        for banned in [
            "http://",
            "https://",
            "url(//",
            "document.cookie",
            "localStorage",
        ] {
            assert!(!text.contains(banned), "{name} has {banned}");
        }
    }
}
