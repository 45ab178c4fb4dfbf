//! `run`: the figures of one run.

use std::fmt::Write as _;

use dirty_pages::params::{Values, key_text};
use dirty_pages::scene::{Scene, run_to_end};
use dirty_pages::view::{Report, RoundReport, Stat, plain_number};
use serde_json::{Map, Value, json};

use crate::args::{Answer, Format, What, json, unwritten};

/// Runs and prints.
pub fn run(what: &What, format: Format) -> Answer {
    let (scene, preset, values) = what.resolve()?;
    let mut run = scene.start(&values, what.seed, &[]);
    run_to_end(run.as_mut());
    let (report, cautions) = (run.report(), run.cautions());
    match format {
        Format::Text => Ok(text(&report, &cautions, preset, what.seed)),
        Format::Json => {
            let mut object = json!({
                "scene": scene.name(),
                "model_version": env!("CARGO_PKG_VERSION"),
                "preset": preset,
                "seed": what.seed,
                "settings": settings(scene, &values),
                "outcome": report.outcome,
                "digest": format!("{:016x}", report.digest),
                "variants": variants(&report),
                "takeaway": report.takeaway,
            });
            if let (Value::Object(map), false) = (&mut object, cautions.is_empty()) {
                map.insert("cautions".to_string(), json!(cautions));
            }
            json(&object)
        }
        Format::Csv => Ok(csv(&report)),
        Format::Md => Err(unwritten("run", format, "text, json, csv")),
    }
}

fn settings(scene: &dyn Scene, values: &Values) -> Map<String, Value> {
    let value = |info: &dirty_pages::params::ParamInfo, v: i64| {
        if info.is_choice() {
            json!(key_text(info, v))
        } else {
            json!(v)
        }
    };
    let pairs = scene.infos().iter().zip(&values.0);
    pairs
        .map(|(info, v)| (info.key.to_string(), value(info, *v)))
        .collect()
}

/// Whole numbers without a fraction, as they are counted.
pub fn number(value: f64) -> Value {
    #[allow(
        clippy::cast_possible_truncation,
        reason = "checked to be whole and small"
    )]
    if value.fract().abs() < f64::EPSILON && value.abs() < 9e15 {
        json!(value as i64)
    } else {
        json!(value)
    }
}

fn stats(stats: &[Stat]) -> Map<String, Value> {
    stats
        .iter()
        .map(|s| (s.name.to_string(), number(s.value)))
        .collect()
}

fn variants(report: &Report) -> Vec<Value> {
    let round = |r: &RoundReport| json!({"round": r.round, "stats": stats(&r.stats)});
    report
        .variants
        .iter()
        .map(|v| {
            let rounds: Vec<Value> = v.rounds.iter().map(round).collect();
            json!({"label": v.label, "key": v.key, "stats": stats(&v.stats), "rounds": rounds})
        })
        .collect()
}

/// Columns are as wide as their heading, and two apart.
fn width(label: &str) -> usize {
    (label.chars().count() + 2).max(18)
}

fn text(report: &Report, cautions: &[String], preset: &str, seed: u64) -> String {
    let mut out = format!("preset {preset}, seed {seed}: {}\n\n", report.outcome);
    let _ = write!(out, "{:<30}", "");
    for variant in &report.variants {
        let _ = write!(out, "{:>1$}", variant.label, width(&variant.label));
    }
    out.push('\n');
    let names = report
        .variants
        .first()
        .map(|v| v.stats.as_slice())
        .unwrap_or_default();
    for name in names.iter().map(|s| s.name) {
        let _ = write!(out, "{name:<30}");
        for variant in &report.variants {
            let value = variant
                .stat(name)
                .map_or("–".to_string(), |v| plain_number(v, 3));
            let _ = write!(out, "{value:>0$}", width(&variant.label));
        }
        out.push('\n');
    }
    for caution in cautions {
        let _ = write!(out, "\nNote: {caution}");
    }
    let _ = writeln!(out, "\n{}\ndigest {:016x}", report.takeaway, report.digest);
    out
}

fn csv(report: &Report) -> String {
    let names: Vec<&str> = report
        .variants
        .first()
        .map(|v| v.stats.iter().map(|s| s.name).collect())
        .unwrap_or_default();
    let mut out = format!("variant,round,{}\n", names.join(","));
    for variant in &report.variants {
        for round in &variant.rounds {
            let _ = write!(out, "{},{}", variant.label, round.round);
            for stat in &round.stats {
                let _ = write!(out, ",{}", number(stat.value));
            }
            out.push('\n');
        }
    }
    out
}
