//! `bench`: how long the default run takes. The only place with a wall clock.
#![allow(
    clippy::disallowed_types,
    reason = "timing is what this command is for"
)]

use std::fmt::Write as _;
use std::time::Instant;

use dirty_pages::params::Values;
use dirty_pages::scene::{SCENES, Scene, run_to_end};
use serde_json::json;

use crate::args::{Answer, Format, json, scene_named, unwritten};

/// Runs a scene; the median is printed.
const RUNS: usize = 51;

/// Times one scene or all.
pub fn bench(name: Option<&str>, format: Format) -> Answer {
    let scenes = match name {
        Some(name) => vec![scene_named(name)?],
        None => SCENES.to_vec(),
    };
    let rows: Vec<(&str, u64, f64)> = scenes.into_iter().map(time).collect();
    match format {
        Format::Text => Ok(rows
            .iter()
            .fold(String::new(), |mut out, (name, events, ms)| {
                let ns = ms * 1e6 / *events as f64;
                let _ = writeln!(
                    out,
                    "{name}: {events} events, {ms:.3} ms, {ns:.1} ns an event"
                );
                out
            })),
        Format::Json => {
            let row = |(name, events, ms): &(&str, u64, f64)| {
                let ns_per_event = ms * 1e6 / *events as f64;
                json!({"scene": name, "events": events, "ms": ms, "ns_per_event": ns_per_event})
            };
            match (&rows[..], name) {
                ([one], Some(_)) => json(&row(one)),
                (all, _) => json(&json!(all.iter().map(row).collect::<Vec<_>>())),
            }
        }
        Format::Csv | Format::Md => Err(unwritten("bench", format, "text, json")),
    }
}

fn time(scene: &'static dyn Scene) -> (&'static str, u64, f64) {
    let preset = scene.presets().first().map_or("", |p| p.name);
    let values = scene
        .preset_values(preset)
        .unwrap_or(Values::defaults(scene.infos()));
    let mut events = 0;
    let mut times: Vec<f64> = (0..RUNS)
        .map(|_| {
            let began = Instant::now();
            let mut run = scene.start(&values, 1, &[]);
            run_to_end(run.as_mut());
            events = run.event_count();
            began.elapsed().as_secs_f64() * 1e3
        })
        .collect();
    times.sort_by(f64::total_cmp);
    (scene.name(), events.max(1), times[RUNS / 2])
}
