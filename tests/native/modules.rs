//! A module a scene: what the package, the site's script and the list of scenes say must agree.

use dirty_pages::scene::SCENES;

const MANIFEST: &str = include_str!("../../Cargo.toml");
const BOOT: &str = include_str!("../../static/boot.js");

#[test]
fn each_scene_has_a_feature_and_the_script_knows_its_files() {
    let default = MANIFEST.lines().find(|line| line.starts_with("default = "));
    let default = default.expect("the package has default features");
    for scene in SCENES {
        let name = scene.name();
        assert!(
            default.contains(&format!("\"{name}\"")),
            "{name}: no default feature"
        );
        for file in [format!("\"{name}.js\""), format!("\"{name}_bg.wasm\"")] {
            assert!(BOOT.contains(&file), "boot.js knows no {file}");
        }
    }
    let programs = BOOT.matches("_bg.wasm").count();
    assert_eq!(programs, SCENES.len(), "boot.js knows other scenes");
}
