//! `test`: every step in order; the first that fails ends it.

use crate::shell::{cargo, dist_dir, run};
use crate::tools::WASM_TARGET;
use crate::{e2e, site, tools};
use anyhow::{Result, bail};
use std::process::Command;
use std::time::Instant;

struct Step {
    name: &'static str,
    run: fn() -> Result<()>,
}

const STEPS: [Step; 8] = [
    Step {
        name: "format",
        run: format,
    },
    Step {
        name: "lints, native",
        run: lint_native,
    },
    Step {
        name: "lints, wasm",
        run: lint_wasm,
    },
    Step {
        name: "native tests",
        run: test_native,
    },
    Step {
        name: "browser tests",
        run: test_web,
    },
    Step {
        name: "published figures",
        run: claims,
    },
    Step {
        name: "site",
        run: || site::build(&[]),
    },
    Step {
        name: "end to end",
        run: end_to_end,
    },
];

pub fn command() -> Result<()> {
    for (done, step) in STEPS.iter().enumerate() {
        println!("── {}/{} {}", done + 1, STEPS.len(), step.name);
        let start = Instant::now();
        let result = (step.run)();
        let seconds = start.elapsed().as_secs_f32();
        if let Err(error) = result {
            println!("── {} failed after {seconds:.1} s: {error:#}", step.name);
            println!("{done} passed, 1 failed");
            bail!("{} failed", step.name);
        }
        println!("── {} ok, {seconds:.1} s", step.name);
    }
    println!("{} passed, 0 failed", STEPS.len());
    Ok(())
}

fn format() -> Result<()> {
    run(&mut cargo(&["fmt", "--all", "--check"]))
}

fn lint_native() -> Result<()> {
    run(&mut cargo(&[
        "clippy",
        "--quiet",
        "--workspace",
        "--all-targets",
        "--",
        "-D",
        "warnings",
    ]))
}

fn lint_wasm() -> Result<()> {
    tools::wasm_target()?;
    let args = [
        "clippy",
        "--quiet",
        "--lib",
        "--tests",
        "--target",
        WASM_TARGET,
    ];
    run(cargo(&args).args(["--", "-D", "warnings"]))
}

fn test_native() -> Result<()> {
    run(&mut cargo(&["test", "--quiet", "--workspace"]))
}

fn test_web() -> Result<()> {
    tools::wasm_target()?;
    // Installed here already, so that its output is not lost among the tests'.
    tools::chromium()?;
    run(&mut web_tests())
}

/// The runner comes from .cargo/config.toml; one left in the environment would win over it.
fn web_tests() -> Command {
    let mut command = cargo(&["test", "--quiet", "--target", WASM_TARGET, "--test", "web"]);
    command.env_remove("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER");
    command
}

fn claims() -> Result<()> {
    run(&mut cargo(&[
        "run",
        "--quiet",
        "--release",
        "--bin",
        "dirty-pages",
        "--",
        "claims",
    ]))
}

fn end_to_end() -> Result<()> {
    e2e::check(&dist_dir())
}
