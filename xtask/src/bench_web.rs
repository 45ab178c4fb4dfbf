//! `bench-web`: one default run of each scene in headless Chrome, beside the same run natively.

use crate::shell::{cargo, output, run, say, target_dir};
use crate::{Flags, e2e, site};
use anyhow::{Context, Result, anyhow, bail};
use serde_json::Value;
use std::path::PathBuf;

/// A run has to fit a frame: settings change while a slider is dragged.
const MS_MAX: f64 = 16.0;
/// Scenes whose default run is too much for one frame, so that it goes on in slices.
const MS_MAX_OF: [(&str, f64); 2] = [("two_pass", 60.0), ("recovery_model", 100.0)];
/// How much slower than native the browser may be.
const RATIO_MAX: f64 = 1.6;
/// How much memory the module may take for the runs of all scenes so far.
const MEMORY_MIB_MAX: f64 = 64.0;
/// Native and browser take turns, so that a busy moment hits both; the medians are compared.
const ROUNDS: &str = "5";

/// `bench-web [SCENE …] [--no-limits] [--no-build] [--rounds N]`
pub fn command(flags: Flags) -> Result<()> {
    let dist = e2e::built(&flags)?;
    let scenes = if flags.words.is_empty() {
        site::scenes(&dist)?
    } else {
        flags.words.clone()
    };
    let native = native()?;
    let rounds = flags.option("--rounds").unwrap_or(ROUNDS);
    say("running in headless Chrome and natively, by turns …");
    let mut script = e2e::script("bench.mjs", &dist)?;
    let report = output(script.arg(native).arg(rounds).args(&scenes))?;
    println!(
        "  {:<16} {:>9} {:>10} {:>10} {:>9} {:>7} {:>7}",
        "scene", "events", "native ms", "web ms", "ns/event", "ratio", "MiB"
    );
    let mut over = Vec::new();
    for line in report.lines() {
        let figures = Figures::parse(line).with_context(|| format!("no figures: {line}"))?;
        println!("{}", figures.row());
        over.extend(figures.over());
    }
    if over.is_empty() {
        return Ok(());
    }
    if flags.has("--no-limits") {
        say(&format!("not held to its limits: {}", over.join("; ")));
        return Ok(());
    }
    bail!("{}", over.join("; "))
}

fn native() -> Result<PathBuf> {
    say("compiling the native side …");
    run(&mut cargo(&[
        "build",
        "--quiet",
        "--release",
        "--bin",
        "dirty-pages",
    ]))?;
    let name = format!("dirty-pages{}", std::env::consts::EXE_SUFFIX);
    Ok(target_dir().join("release").join(name))
}

/// Medians over all rounds.
struct Figures {
    scene: String,
    events: u64,
    native_ms: f64,
    web_ms: f64,
    memory_mib: f64,
}

impl Figures {
    fn parse(line: &str) -> Result<Self> {
        let json: Value = serde_json::from_str(line)?;
        let number = |key: &str| {
            json[key]
                .as_f64()
                .ok_or_else(|| anyhow!("`{key}` is missing"))
        };
        Ok(Figures {
            scene: json["scene"]
                .as_str()
                .context("`scene` is missing")?
                .to_owned(),
            events: json["events"].as_u64().context("`events` is missing")?,
            native_ms: number("native_ms")?,
            web_ms: number("web_ms")?,
            memory_mib: number("memory_mib")?,
        })
    }

    fn ratio(&self) -> f64 {
        self.web_ms / self.native_ms
    }

    fn row(&self) -> String {
        let ns_per_event = self.web_ms * 1e6 / self.events as f64;
        format!(
            "  {:<16} {:>9} {:>10.2} {:>10.2} {ns_per_event:>9.0} {:>7.2} {:>7.1}",
            self.scene,
            self.events,
            self.native_ms,
            self.web_ms,
            self.ratio(),
            self.memory_mib
        )
    }

    fn over(&self) -> Vec<String> {
        let mut over = Vec::new();
        let own = MS_MAX_OF.iter().find(|(scene, _)| *scene == self.scene);
        let ms_max = own.map_or(MS_MAX, |(_, ms)| *ms);
        if self.web_ms > ms_max {
            over.push(format!(
                "{} takes {:.1} ms, at most {ms_max} fit",
                self.scene, self.web_ms
            ));
        }
        if self.memory_mib > MEMORY_MIB_MAX {
            over.push(format!(
                "{} takes {:.1} MiB, at most {MEMORY_MIB_MAX} are allowed",
                self.scene, self.memory_mib
            ));
        }
        if self.ratio() > RATIO_MAX {
            let ratio = self.ratio();
            over.push(format!(
                "{} is {ratio:.2} times native, limit {RATIO_MAX}",
                self.scene
            ));
        }
        over
    }
}
