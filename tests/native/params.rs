//! Table-wide checks of every scene's parameters and presets.

use dirty_pages::params::{check_table, is_legal};
use dirty_pages::scene::SCENES;

#[test]
fn every_table_is_sound() {
    for scene in SCENES {
        assert_eq!(
            check_table(scene.infos()),
            Vec::<String>::new(),
            "{}",
            scene.name()
        );
    }
}

#[test]
fn every_preset_sets_legal_values_of_known_keys_and_says_its_source() {
    for scene in SCENES {
        assert!(!scene.presets().is_empty());
        for preset in scene.presets() {
            assert!(
                !preset.source.is_empty() && !preset.help.is_empty(),
                "{}",
                preset.name
            );
            for (key, value) in preset.set {
                let info = scene.infos().iter().find(|i| i.key == *key);
                let info = info.unwrap_or_else(|| panic!("{}: no key {key}", preset.name));
                assert!(is_legal(info, *value), "{}: {key}={value}", preset.name);
            }
        }
    }
}

#[test]
fn each_setting_does_something() {
    // A control that changes nothing is a lie: each row, moved, changes the digest.
    let scene = crate::scene("pacing");
    let base = ["sessions=8", "rows=20000", "other_pages=5", "rounds=2"];
    let still = crate::finished("pacing", "three-kinds", &base, 1).digest();
    for info in scene.infos() {
        let base_values = crate::values("pacing", "three-kinds", &base);
        let index = scene
            .infos()
            .iter()
            .position(|i| i.key == info.key)
            .expect("a row");
        let mut values = base_values.clone();
        let moved = if base_values.0[index] == info.max {
            info.min
        } else {
            info.max
        };
        values.0[index] = match info.key {
            // The largest are slow and show no more.
            "rows" => 30_000,
            "sessions" => 3,
            "columns" => 1_000,
            _ => moved,
        };
        let mut run = scene.start(&values, 1, &[]);
        dirty_pages::scene::run_to_end(run.as_mut());
        assert_ne!(run.digest(), still, "{} changes nothing", info.key);
    }
}
