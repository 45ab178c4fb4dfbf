//! The command line as a script sees it.

use std::process::Command;

/// Runs a command line; its exit status, and what it printed (errors after the output).
pub fn dirty_pages(arguments: &str) -> (i32, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_dirty-pages"))
        .args(arguments.split_whitespace())
        .output()
        .expect("the program starts");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let printed = text(&output.stdout) + &text(&output.stderr);
    (output.status.code().unwrap_or(-1), printed)
}

#[test]
fn json_has_the_documented_shape() {
    let (status, printed) = dirty_pages("run pacing --preset busy-slow --seed 3 --format json");
    assert_eq!(status, 0);
    let value: serde_json::Value = serde_json::from_str(&printed).expect("JSON");
    assert_eq!(value["scene"], "pacing");
    assert_eq!(value["seed"], 3);
    assert_eq!(value["settings"]["device"], "hdd-7200");
    assert_eq!(value["settings"]["rows"], 300_000);
    for key in ["model_version", "outcome", "digest", "takeaway"] {
        assert!(value[key].is_string(), "{key}");
    }
    let labels: Vec<_> = (0..3)
        .map(|i| value["variants"][i]["label"].clone())
        .collect();
    assert_eq!(labels, ["CHECKPOINT", "CHECKPOINT 5", "CHECKPOINT 30"]);
    for name in [
        "dirty_pages",
        "duration_ms",
        "write_ios",
        "pages_per_write",
        "written_mib",
        "write_mib_per_s_max",
        "write_latency_ms_avg",
        "io_target_min",
        "commit_latency_ms_p50",
        "commit_latency_ms_p99",
    ] {
        assert!(value["variants"][0]["stats"][name].is_number(), "{name}");
    }
}

#[test]
fn a_bad_value_is_exit_2_and_names_key_value_and_range() {
    for (arguments, words) in [
        ("run pacing goal_s=0", vec!["goal_s", "0", "1 to 3,600"]),
        ("run pacing rows=abc", vec!["rows", "abc", "1 to 3,000,000"]),
        (
            "run pacing rows=99999999999999999999",
            vec!["rows", "1 to 3,000,000"],
        ),
        (
            "run pacing device=floppy",
            vec!["device", "floppy", "sata-ssd"],
        ),
        ("run pacing gaol_s=3", vec!["gaol_s", "goal_s"]),
        ("run pacing goal_s", vec!["goal_s", "key=value"]),
        (
            "run pacing --preset none",
            vec!["preset", "none", "three-kinds"],
        ),
        ("run nowhere", vec!["nowhere", "pacing"]),
        ("run pacing --seed -1", vec!["seed"]),
        ("run pacing --format md", vec!["format", "md", "json"]),
        (
            "sweep pacing goal_s=1..99999",
            vec!["goal_s", "99999", "1 to 3,600"],
        ),
        ("sweep pacing", vec!["key=from..to"]),
        (
            "trace pacing --series nothing",
            vec!["nothing", "dirty_pages"],
        ),
        ("dance", vec!["dance"]),
    ] {
        let (status, printed) = dirty_pages(arguments);
        assert_eq!(status, 2, "{arguments}: {printed}");
        for word in words {
            assert!(
                printed.contains(word),
                "{arguments}: no {word} in: {printed}"
            );
        }
    }
}

#[test]
fn zero_is_a_value() {
    let (status, printed) = dirty_pages("run pacing goal_short_s=0 sessions=0 --format csv");
    assert_eq!(status, 0, "{printed}");
    assert!(!printed.contains("CHECKPOINT 1,") && printed.contains("CHECKPOINT 30,"));
}

#[test]
fn a_sweep_prints_a_row_a_run() {
    let (status, printed) = dirty_pages("sweep pacing goal_s=10..30:3 rounds=1 --seeds 2");
    assert_eq!(status, 0, "{printed}");
    assert_eq!(printed.lines().count(), 1 + 3 * 2 * 3, "{printed}");
    assert!(printed.starts_with("goal_s,seed,variant,dirty_pages,duration_ms,"));
}

#[test]
fn a_trace_gives_the_series() {
    let (status, printed) = dirty_pages("trace pacing --preset small --series dirty_pages");
    assert_eq!(status, 0);
    assert!(
        printed.starts_with("variant,round,series,time_ns,value\nCHECKPOINT,1,dirty_pages,0,20")
    );
    assert!(!printed.contains("write_ios"));
}
