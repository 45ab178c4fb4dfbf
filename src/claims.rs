//! Published figures beside the simulated ones: what the site may claim to reproduce.
//!
//! Native only. A claim that doesn't hold is shown as such, here and on the site; nothing is bent
//! to make it hold.

use crate::scene::{Scene, run_to_end};
use crate::view::Report;

/// One published figure and what the model gives for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Scene.
    pub scene: &'static str,
    /// Preset.
    pub preset: &'static str,
    /// What is compared.
    pub figure: &'static str,
    /// As published.
    pub published: &'static str,
    /// The tolerance.
    pub must_show: &'static str,
    /// What the runs gave.
    pub simulated: String,
    /// Is it within the tolerance?
    pub holds: bool,
    /// What the reader should know beside it.
    pub note: &'static str,
}

/// Where the claims of each scene come from, in page order.
static SOURCES: &[fn() -> Vec<Claim>] = &[
    crate::scene::pacing::claims::claims,
    crate::scene::buffer_pool::claims::claims,
    crate::scene::two_pass::claims::claims,
    crate::scene::recovery_model::claims::claims,
    crate::scene::crash::claims::claims,
];

/// All claims of all scenes, which takes many runs.
#[must_use]
pub fn claims() -> Vec<Claim> {
    SOURCES.iter().flat_map(|source| source()).collect()
}

/// The finished report of a preset under a seed.
///
/// # Panics
/// When the scene has no such preset: a slip in the claim itself.
#[must_use]
pub fn report_of(scene: &dyn Scene, preset: &str, seed: u64) -> Report {
    report_with(scene, preset, &[], seed)
}

/// The same with some settings changed.
///
/// # Panics
/// When the scene has no such preset or setting: a slip in the claim itself.
#[must_use]
pub fn report_with(scene: &dyn Scene, preset: &str, set: &[(&str, i64)], seed: u64) -> Report {
    let mut values = scene.preset_values(preset).expect("a preset of this scene");
    for (key, value) in set {
        let index = scene.infos().iter().position(|info| info.key == *key);
        let index = index.expect("a setting of this scene");
        values
            .set(scene.infos(), index, *value)
            .expect("a legal value");
    }
    let mut run = scene.start(&values, seed, &[]);
    run_to_end(run.as_mut());
    run.report()
}

/// Least, middle and largest of some values.
///
/// # Panics
/// When there are none.
#[must_use]
pub fn spread(mut values: Vec<f64>) -> (f64, f64, f64) {
    values.sort_by(f64::total_cmp);
    let middle = (values[(values.len() - 1) / 2] + values[values.len() / 2]) / 2.0;
    (values[0], middle, values[values.len() - 1])
}
