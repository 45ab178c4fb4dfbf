//! Commands that list: scenes, parameters, presets, claims.

use std::fmt::Write as _;

use dirty_pages::claims::claims as all_claims;
use dirty_pages::params::{doc_rows, markdown};
use dirty_pages::scene::SCENES;
use serde_json::json;

use crate::args::{Answer, Format, json, scene_named, unwritten};

/// Names and a line each.
pub fn scenes() -> String {
    let line = |scene: &&dyn dirty_pages::scene::Scene| {
        format!("{:<16} {}\n", scene.name(), scene.question())
    };
    SCENES.iter().map(line).collect()
}

/// The parameter rows.
pub fn params(name: &str, format: Format) -> Answer {
    let infos = scene_named(name)?.infos();
    match format {
        Format::Md | Format::Text => Ok(markdown(infos)),
        Format::Json => {
            let rows: Vec<_> = doc_rows(infos)
                .into_iter()
                .zip(infos)
                .map(|(row, info)| {
                    json!({
                        "key": row.key, "label": row.label, "help": row.help, "unit": row.unit,
                        "min": info.min, "max": info.max, "step": info.step, "range": row.range,
                        "scale": row.scale, "default": row.default_key, "zero": row.zero,
                        "choices": row.choices, "source_kind": row.source_kind,
                        "source": row.source,
                    })
                })
                .collect();
            json(&json!(rows))
        }
        Format::Csv => Err(unwritten("params", format, "md, json")),
    }
}

/// The presets.
pub fn presets(name: &str) -> Answer {
    let scene = scene_named(name)?;
    let mut out = String::new();
    for preset in scene.presets() {
        let set: Vec<String> = preset
            .set
            .iter()
            .filter_map(|(key, value)| {
                let info = scene.infos().iter().find(|i| i.key == *key)?;
                Some(format!(
                    "{key}={}",
                    dirty_pages::params::key_text(info, *value)
                ))
            })
            .collect();
        let _ = writeln!(
            out,
            "{:<14} {}\n{:15}{}",
            preset.name, preset.help, "", preset.source
        );
        if !set.is_empty() {
            let _ = writeln!(out, "{:15}{}", "", set.join(" "));
        }
    }
    Ok(out)
}

/// Published beside simulated; false when one doesn't hold.
pub fn claims(format: Format) -> (Answer, bool) {
    let claims = all_claims();
    let all_hold = claims.iter().all(|c| c.holds);
    let answer = match format {
        Format::Text | Format::Md => {
            let mut out = String::new();
            for c in &claims {
                let mark = if c.holds { "holds" } else { "MISSES" };
                let _ = writeln!(out, "{mark:<7}{} {}: {}", c.scene, c.preset, c.figure);
                let _ = writeln!(out, "       published  {}", c.published);
                let _ = writeln!(out, "       must show  {}", c.must_show);
                let _ = writeln!(out, "       simulated  {}", c.simulated);
                if !c.note.is_empty() {
                    let _ = writeln!(out, "       note       {}", c.note);
                }
            }
            let held = claims.iter().filter(|c| c.holds).count();
            let _ = writeln!(out, "{held} of {} hold", claims.len());
            Ok(out)
        }
        Format::Json => {
            let rows: Vec<_> = claims
                .iter()
                .map(|c| {
                    json!({
                        "scene": c.scene, "preset": c.preset, "figure": c.figure,
                        "published": c.published, "must_show": c.must_show,
                        "simulated": c.simulated, "holds": c.holds, "note": c.note,
                    })
                })
                .collect();
            json(&json!(rows))
        }
        Format::Csv => Err(unwritten("claims", format, "text, json")),
    };
    (answer, all_hold)
}
