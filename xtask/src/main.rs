//! `cargo xtask <command>`: builds, serves and tests the site.
//!
//! One noun a file: [`tools`] are the programs that are fetched when missing, [`site`] is what is
//! published, [`e2e`] drives a browser over it. Nothing here knows what the site explains.

mod bench_web;
mod e2e;
mod serve;
mod shell;
mod site;
mod sizes;
mod test;
mod tools;
mod wasm;
mod wasm_pack;

use anyhow::{Result, bail};
use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

const USAGE: &str = "\
cargo xtask <command>

  build [SCENE …]             the site, into dist/, held to its size budgets; or the modules of
                              these scenes and all pages, in the dist/ of a build before
  serve [--port N] [--no-build]
                              build, then serve dist/ on this machine only
  test                        everything: format, lints, native, browser, claims, build, end to end
  e2e [--no-build] [--dist DIR] [FILTER]
                              end-to-end checks only, those whose name contains FILTER
  shots [--no-build] [--dist DIR]
                              screenshots into tests/e2e/shots
  bench-web [SCENE …] [--no-limits] [--no-build] [--rounds N]
                              the bench figures in headless Chrome, beside native
  wasm-pack                   the browser tests once more, through wasm-pack
  test-runner FILE …          what cargo runs a wasm test binary with";

fn main() -> ExitCode {
    let args: Vec<OsString> = std::env::args_os().collect();
    match dispatch(args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// wasm-pack looks for two programs by name; this binary is linked under both names.
fn dispatch(args: Vec<OsString>) -> Result<()> {
    let called_as = args.first().and_then(|name| Path::new(name).file_stem());
    match called_as.and_then(|name| name.to_str()) {
        Some("wasm-bindgen") => wasm_bindgen_cli::wasm_bindgen::run_cli_with_args(args),
        Some("wasm-bindgen-test-runner") => {
            wasm_bindgen_cli::wasm_bindgen_test_runner::run_cli_with_args(args)
        }
        _ => command(args.into_iter().skip(1).collect()),
    }
}

fn command(args: Vec<OsString>) -> Result<()> {
    let mut args = args.into_iter();
    let name = args.next().unwrap_or_default();
    let rest: Vec<OsString> = args.collect();
    match name.to_str().unwrap_or_default() {
        "build" => site::build(&Flags::parse(rest, &[], &[])?.words),
        "serve" => serve::command(Flags::parse(rest, &["--no-build"], &["--port"])?),
        "test" => {
            Flags::parse(rest, &[], &[])?.no_words()?;
            test::command()
        }
        "e2e" => e2e::command(Flags::parse(rest, &["--no-build"], &["--dist"])?),
        "shots" => e2e::shots(Flags::parse(rest, &["--no-build"], &["--dist"])?),
        "bench-web" => bench_web::command(Flags::parse(
            rest,
            &["--no-limits", "--no-build"],
            &["--rounds"],
        )?),
        "wasm-pack" => {
            Flags::parse(rest, &[], &[])?.no_words()?;
            wasm_pack::command()
        }
        "test-runner" => wasm::run_tests(rest),
        "help" | "--help" | "-h" => {
            println!("{USAGE}");
            Ok(())
        }
        "" => bail!("a command is missing\n\n{USAGE}"),
        other => bail!("no command `{other}`\n\n{USAGE}"),
    }
}

/// Parsed arguments: `--switch`, `--option VALUE` and plain words.
struct Flags {
    switches: Vec<String>,
    options: Vec<(String, String)>,
    words: Vec<String>,
}

impl Flags {
    fn parse(args: Vec<OsString>, switches: &[&str], options: &[&str]) -> Result<Self> {
        let mut flags = Flags {
            switches: Vec::new(),
            options: Vec::new(),
            words: Vec::new(),
        };
        let mut args = args
            .into_iter()
            .map(|arg| arg.to_string_lossy().into_owned());
        while let Some(arg) = args.next() {
            if switches.contains(&arg.as_str()) {
                flags.switches.push(arg);
            } else if options.contains(&arg.as_str()) {
                let Some(value) = args.next() else {
                    bail!("`{arg}` wants a value")
                };
                flags.options.push((arg, value));
            } else if arg.starts_with('-') {
                bail!("no option `{arg}` here\n\n{USAGE}");
            } else {
                flags.words.push(arg);
            }
        }
        Ok(flags)
    }

    fn has(&self, switch: &str) -> bool {
        self.switches.iter().any(|given| given == switch)
    }

    fn option(&self, name: &str) -> Option<&str> {
        self.options
            .iter()
            .rev()
            .find(|(given, _)| given == name)
            .map(|(_, value)| value.as_str())
    }

    fn no_words(&self) -> Result<()> {
        match self.words.first() {
            Some(word) => bail!("`{word}` means nothing here\n\n{USAGE}"),
            None => Ok(()),
        }
    }
}
