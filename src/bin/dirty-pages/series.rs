//! `trace` and `sweep`: recorded series, and many runs.

use std::fmt::Write as _;
use std::io::Write as _;

use dirty_pages::kernel::SeriesKind;
use dirty_pages::params::{ParamInfo, Values, key_text, nearest, parse, range_text};
use dirty_pages::scene::{Scene, SeriesDump, run_to_end};
use serde_json::json;

use crate::args::{Answer, Failure, Format, What, json, scene_named, unwritten};
use crate::run::number;

/// Most runs of one sweep: variants and rounds come on top.
const RUNS_MAX: u64 = 10_000;

/// The recorded series of a run.
pub fn trace(what: &What, only: Option<&str>, format: Format) -> Answer {
    let (scene, _, values) = what.resolve()?;
    let mut run = scene.start(&values, what.seed, &[]);
    run_to_end(run.as_mut());
    let all = run.series();
    let mut names: Vec<&str> = all.iter().map(|s| s.name).collect();
    names.dedup();
    if let Some(name) = only.filter(|name| !names.contains(name)) {
        names.truncate(all.len() / all.iter().filter(|s| s.name == names[0]).count().max(1));
        return Err(Failure::Usage(format!(
            "series={name} is not one of: {}",
            names.join(", ")
        )));
    }
    let chosen: Vec<&SeriesDump> = all
        .iter()
        .filter(|s| only.is_none_or(|name| s.name == name))
        .collect();
    match format {
        Format::Csv => Ok(csv(&chosen)),
        Format::Json => {
            let rows: Vec<_> = chosen
                .iter()
                .map(|s| {
                    let points: Vec<_> = s.points.iter().map(|(at, v)| (at.as_ns(), v)).collect();
                    json!({"variant": s.variant, "round": s.round, "series": s.name,
                           "kind": kind(s.kind), "points": points})
                })
                .collect();
            json(&json!(rows))
        }
        Format::Text | Format::Md => Err(unwritten("trace", format, "csv, json")),
    }
}

fn kind(kind: SeriesKind) -> &'static str {
    match kind {
        SeriesKind::Gauge => "gauge",
        SeriesKind::Counter => "counter",
        SeriesKind::Sample => "sample",
    }
}

fn csv(chosen: &[&SeriesDump]) -> String {
    let mut out = "variant,round,series,time_ns,value\n".to_string();
    for s in chosen {
        for (at, value) in &s.points {
            let _ = writeln!(
                out,
                "{},{},{},{},{value}",
                s.variant,
                s.round,
                s.name,
                at.as_ns()
            );
        }
    }
    out
}

/// `key=from..to[:steps]` among the settings.
struct Range<'a> {
    info: &'a ParamInfo,
    index: usize,
    values: Vec<i64>,
}

fn range<'a>(infos: &'a [ParamInfo], text: &str) -> Result<Range<'a>, Failure> {
    let usage = |why: String| Failure::Usage(why);
    let (key, span) = text.split_once('=').unwrap_or((text, ""));
    let (ends, steps) = span
        .split_once(':')
        .map_or((span, None), |(e, s)| (e, Some(s)));
    let (from, to) = ends.split_once("..").unwrap_or((ends, ends));
    let Some(index) = infos.iter().position(|i| i.key == key) else {
        return Err(usage(format!("{key}={span}: there is no key {key}")));
    };
    let info = &infos[index];
    let value = |given: &str| {
        parse(info, given)
            .map_err(|_| usage(format!("{key}={given}: the range is {}", range_text(info))))
    };
    let (from, to) = (value(from)?, value(to)?);
    let (least, most) = (from.min(to), from.max(to));
    let steps = match steps {
        None if info.is_choice() => most - least + 1,
        None => ((most - least) / info.step.max(1) + 1).min(11),
        Some(given) => match given.parse::<i64>() {
            Ok(steps) if (1..=1_000).contains(&steps) => steps,
            _ => {
                return Err(usage(format!(
                    "{key}={span}: steps={given}: the range is 1 to 1,000"
                )));
            }
        },
    };
    let at = |i: i64| {
        let far = i128::from(to - from) * i128::from(i) / i128::from((steps - 1).max(1));
        nearest(info, from + i64::try_from(far).unwrap_or(0))
    };
    let mut values: Vec<i64> = (0..steps).map(at).collect();
    values.dedup();
    Ok(Range {
        info,
        index,
        values,
    })
}

/// A row a run.
pub fn sweep(what: &What, seeds: u64, format: Format) -> Answer {
    if format != Format::Csv {
        return Err(unwritten("sweep", format, "csv"));
    }
    let infos = scene_named(&what.scene)?.infos();
    let (swept, fixed): (Vec<&String>, Vec<&String>) =
        what.settings.iter().partition(|s| s.contains(".."));
    let fixed = What {
        scene: what.scene.clone(),
        settings: fixed.into_iter().cloned().collect(),
        preset: what.preset.clone(),
        seed: what.seed,
    };
    let (scene, _, base) = fixed.resolve()?;
    let ranges: Vec<Range<'_>> = swept
        .iter()
        .map(|s| range(infos, s))
        .collect::<Result<_, _>>()?;
    let runs = ranges
        .iter()
        .map(|r| r.values.len() as u64)
        .product::<u64>()
        * seeds;
    if ranges.is_empty() || runs > RUNS_MAX {
        return Err(Failure::Usage(format!(
            "a sweep needs key=from..to and makes at most {RUNS_MAX} runs; this one makes {runs}"
        )));
    }
    let all = combinations(&ranges, &base);
    let names = stat_names(scene, &all, what.seed);
    let keys: Vec<&str> = ranges.iter().map(|r| r.info.key).collect();
    let mut out = std::io::stdout().lock();
    let head = format!("{},seed,variant,{}\n", keys.join(","), names.join(","));
    // Written row by row: a long sweep shows how far it is, and can be cut short.
    out.write_all(head.as_bytes())?;
    for values in &all {
        for seed in what.seed..what.seed.saturating_add(seeds) {
            out.write_all(rows(scene, &ranges, values, seed, &names).as_bytes())?;
        }
    }
    Ok(String::new())
}

/// The figures' names; some settings give more than others, and the ends of the ranges tell.
fn stat_names(scene: &dyn Scene, all: &[Values], seed: u64) -> Vec<&'static str> {
    let names = |values: &Values| {
        let mut run = scene.start(values, seed, &[]);
        run_to_end(run.as_mut());
        let stats = run.report().variants.into_iter().next().map(|v| v.stats);
        stats
            .unwrap_or_default()
            .into_iter()
            .map(|s| s.name)
            .collect::<Vec<_>>()
    };
    let ends = [all.first(), all.last()].into_iter().flatten().map(names);
    ends.max_by_key(Vec::len).unwrap_or_default()
}

/// The rows of one run: a figure that its settings don't give stays empty.
fn rows(
    scene: &dyn Scene,
    ranges: &[Range<'_>],
    values: &Values,
    seed: u64,
    names: &[&'static str],
) -> String {
    let mut run = scene.start(values, seed, &[]);
    run_to_end(run.as_mut());
    let mut out = String::new();
    for variant in run.report().variants {
        for range in ranges {
            let value = values.0.get(range.index).copied().unwrap_or(0);
            let _ = write!(out, "{},", key_text(range.info, value));
        }
        let _ = write!(out, "{seed},{}", variant.label);
        for name in names {
            let value = variant.stat(name).filter(|v| v.is_finite());
            let value = value.map_or(String::new(), |v| number(v).to_string());
            let _ = write!(out, ",{value}");
        }
        out.push('\n');
    }
    out
}

fn combinations(ranges: &[Range<'_>], base: &Values) -> Vec<Values> {
    let mut out = vec![base.clone()];
    for range in ranges {
        let with = |values: &Values, value: i64| {
            let mut values = values.clone();
            if let Some(place) = values.0.get_mut(range.index) {
                *place = value;
            }
            values
        };
        out = out
            .iter()
            .flat_map(|values| range.values.iter().map(move |v| with(values, *v)))
            .collect();
    }
    out
}
