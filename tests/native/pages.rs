//! The static pages are complete without script.

use std::fs;

#[test]
fn the_pages_are_written_and_complete() {
    let out = std::env::temp_dir().join(format!("dirty-pages-test-{}", std::process::id()));
    let (status, printed) =
        crate::command_line::dirty_pages(&format!("article --out {}", out.display()));
    assert_eq!(status, 0, "{printed}");
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
