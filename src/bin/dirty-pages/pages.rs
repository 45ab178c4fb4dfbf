//! `article`: the static pages, from each scene's story and native runs of its presets.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use dirty_pages::article::{Chapter, Setting, StaticFigure, article_page, embed_page, lab_page};
use dirty_pages::claims::{Claim, claims};
use dirty_pages::engine::device::DEVICES;
use dirty_pages::params::{DocRow, ParamInfo, Values, doc_rows, format};
use dirty_pages::scene::{Run, SCENES, Scene, Zoom, run_to_end};
use dirty_pages::view::{Report, digits, millis, plain_number};

use crate::args::{Answer, Failure};

/// The page around every page; part of the program, so that it works from any folder.
const SHELL: &str = include_str!("../../../index.html");
const SEED: u64 = 1;

/// Writes `index.html`, and `lab/` and `embed/` a scene.
pub fn write(out: &Path) -> Answer {
    let claims = claims();
    let chapters: Vec<Chapter> = SCENES.iter().map(|s| chapter(*s, &claims)).collect();
    let failed = |error: dirty_pages::article::ArticleError| Failure::Failed(error.to_string());
    let mut written = vec![put(
        out,
        "index.html",
        &article_page(SHELL, &chapters, "").map_err(failed)?,
    )?];
    for chapter in &chapters {
        let Some(first) = chapter.figures.first() else {
            continue;
        };
        let root = "../../";
        let lab = lab_page(SHELL, chapter, first, root).map_err(failed)?;
        written.push(put(out, &format!("lab/{}/index.html", first.scene), &lab)?);
        let embed = embed_page(SHELL, first, root).map_err(failed)?;
        written.push(put(
            out,
            &format!("embed/{}/index.html", first.scene),
            &embed,
        )?);
    }
    Ok(written.join("\n") + "\n")
}

fn put(out: &Path, name: &str, text: &str) -> Result<String, Failure> {
    let path = out.join(name);
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(&path, text)?;
    Ok(path.display().to_string())
}

/// A figure a preset: the first under the scene's name, the others with the preset's.
fn chapter(scene: &'static dyn Scene, claims: &[Claim]) -> Chapter {
    let mut holes = claim_holes(scene.name(), claims);
    holes.extend(device_holes());
    let mut figures = Vec::new();
    for (index, preset) in scene.presets().iter().enumerate() {
        let id = match index {
            0 => scene.name().to_string(),
            _ => format!("{}-{}", scene.name(), preset.name),
        };
        let values = scene
            .preset_values(preset.name)
            .unwrap_or(Values::defaults(scene.infos()));
        let mut run = scene.start(&values, SEED, &[]);
        run_to_end(run.as_mut());
        add_holes(&mut holes, preset.name, run.as_ref());
        // Presets that the story does not place are a button away in every figure of the scene.
        if index > 0 && !scene.story().contains(&format!("{{{{figure {id}}}}}")) {
            continue;
        }
        let rows = doc_rows(scene.infos())
            .into_iter()
            .zip(scene.infos())
            .zip(&values.0);
        let setting = |((row, info), value): ((DocRow, &ParamInfo), &i64)| Setting {
            key: row.key,
            label: row.label,
            value: format(info, *value),
            help: row.help,
            source_kind: row.source_kind,
            source: row.source,
            set_by: if *value == info.default {
                String::new()
            } else {
                let (name, value) = (preset.name, format(info, *value));
                format!("The preset {name} sets {value}: {}", preset.source)
            },
            default: row.default,
        };
        let mut settings: Vec<Setting> = rows.map(setting).collect();
        settings.push(Setting {
            label: "Seed".to_string(),
            value: SEED.to_string(),
            ..Setting::default()
        });
        figures.push(StaticFigure {
            id,
            scene: scene.name().to_string(),
            preset: preset.name.to_string(),
            title: preset.label.to_string(),
            question: preset.question.to_string(),
            view: run.view(run.opening(), Zoom::Whole),
            settings,
            seed: SEED,
            runs: run.progress(),
            leaves_out: scene.leaves_out().iter().map(ToString::to_string).collect(),
        });
    }
    Chapter {
        id: scene.name().to_string(),
        title: scene.title().to_string(),
        story_markdown: scene.story().to_string(),
        figures,
        holes,
    }
}

/// `{preset.variant.stat}` as figures; a duration also as `{preset.variant.duration}` in words.
fn add_holes(holes: &mut BTreeMap<String, String>, preset: &str, run: &dyn Run) {
    let report: Report = run.report();
    for variant in &report.variants {
        let at = format!("{preset}.{}", variant.key);
        holes.insert(format!("{at}.label"), variant.label.clone());
        for stat in &variant.stats {
            let name = stat.name;
            let value = if stat.value >= 1_000.0 {
                plain_number(stat.value, 0)
            } else {
                digits(stat.value, 3)
            };
            holes.insert(format!("{at}.{name}"), value);
            if let Some(what) = name.strip_suffix("_ms") {
                holes.insert(format!("{at}.{what}"), millis(stat.value));
            } else if let Some((what, percentile)) = name.split_once("_ms_") {
                holes.insert(format!("{at}.{what}_{percentile}"), millis(stat.value));
            }
        }
    }
    holes.insert(format!("{preset}.takeaway"), report.takeaway);
}

/// `{device.N.label}` and `{device.N.source}`: where each device's figures come from.
fn device_holes() -> BTreeMap<String, String> {
    let rows = DEVICES.iter().enumerate().flat_map(|(i, device)| {
        let label = (format!("device.{i}.label"), device.label.to_string());
        [
            label,
            (format!("device.{i}.source"), device.source.to_string()),
        ]
    });
    rows.collect()
}

/// `{claim.N.…}`: the `N`-th of the scene's own published figures, from 0, and the simulated one.
fn claim_holes(scene: &str, claims: &[Claim]) -> BTreeMap<String, String> {
    let mut holes = BTreeMap::new();
    for (i, claim) in claims.iter().filter(|c| c.scene == scene).enumerate() {
        holes.insert(
            format!("claim.{i}.figure"),
            format!("{}: {}", claim.preset, claim.figure),
        );
        holes.insert(format!("claim.{i}.published"), claim.published.to_string());
        holes.insert(format!("claim.{i}.simulated"), claim.simulated.clone());
        let holds = if claim.holds { "yes" } else { "no" };
        holes.insert(
            format!("claim.{i}.holds"),
            format!("{holds}: {}", claim.must_show),
        );
        holes.insert(format!("claim.{i}.note"), claim.note.to_string());
    }
    holes
}
