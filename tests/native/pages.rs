//! The static pages are complete without script.

use std::fs;

use dirty_pages::scene::SCENES;

fn assert_the_scenes_come_in_order_and_ids_once(article: &str) {
    let values = |name: &str| -> Vec<String> {
        let parts = article.split(name).skip(1);
        parts
            .filter_map(|part| Some(part.split_once('"')?.0.to_string()))
            .collect()
    };
    let chapters: Vec<String> = values("<h2 id=\"");
    let scenes: Vec<String> = SCENES.iter().map(|s| format!("ch-{}", s.name())).collect();
    assert_eq!(chapters, scenes);
    let mut ids = values(" id=\"");
    ids.sort();
    let count = ids.len();
    ids.dedup();
    assert!(count > 10 && ids.len() == count, "an id is there twice");
}

#[test]
fn the_pages_are_written_and_complete() {
    let out = std::env::temp_dir().join(format!("dirty-pages-test-{}", std::process::id()));
    let (status, printed) =
        crate::command_line::dirty_pages(&format!("article --out {}", out.display()));
    assert_eq!(status, 0, "{printed}");
    let article = fs::read_to_string(out.join("index.html")).expect("the article");
    assert_the_scenes_come_in_order_and_ids_once(&article);
    for page in [
        "index.html",
        "lab/pacing/index.html",
        "embed/pacing/index.html",
    ] {
        let html = fs::read_to_string(out.join(page)).expect(page);
        for part in [
            "<svg",
            "data-takeaway",
            "data-results",
            "<table",
            "15,790",
            "lang=\"en\"",
        ] {
            assert!(html.contains(part), "{page} has no {part}");
        }
        assert!(!html.contains("{three-kinds"), "{page} has a hole");
        for banned in [" style=", "<script>", "onclick", "http://", "https://"] {
            // An SVG's namespace is a name, not an address that anything loads.
            let html = html.replace("http://www.w3.org/2000/svg", "");
            assert!(!html.contains(banned), "{page} has {banned}");
        }
    }
    fs::remove_dir_all(&out).expect("the test's own folder");
}
