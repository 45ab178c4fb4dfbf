//! Parts that a figure has only if its scene has something to put there.

use super::*;

#[test]
fn a_figure_shows_what_its_view_has_and_no_more() {
    let article = |view: SceneView| {
        let mut chapter = chapter();
        chapter.figures = vec![shown("pacing", view), shown("pacing-small", small_view())];
        article_page(SHELL, &[chapter], "").expect("the article")
    };
    let plain = article(view());
    let shows = |page: &str, words: &str| {
        page.split("id=\"pacing-small\"")
            .next()
            .map(|f| f.contains(words))
    };
    for absent in [
        "fig-commands",
        "cell free",
        "cell pinned",
        "pages or more",
        "Fewer",
    ] {
        assert_eq!(shows(&plain, absent), Some(false), "{absent}");
    }
    assert_eq!(shows(&plain, ">Faster</span>"), Some(true));
    let mut other = view();
    other.commands = vec!["CHECKPOINT".into(), "BACKUP".into()];
    for grid in &mut other.grids {
        grid.kinds = &[Cell::Dirty, Cell::Pinned, Cell::Free];
        grid.pages_per_entry = 16;
        grid.dirty_count = 4_321;
    }
    if let Some(bet) = &mut other.bet {
        bet.words = &BetWords::COUNT;
    }
    let page = article(other);
    for words in [
        "<div class=\"fig-commands\" aria-hidden=\"true\">",
        ">BACKUP</span>",
        "<span class=\"cell pinned\"></span>pinned",
        "<span class=\"cell free\"></span>free",
        "each cell: 16 pages or more",
        "4,321 dirty",
        ">Fewer</span>",
        ">More</span>",
    ] {
        assert_eq!(shows(&page, words), Some(true), "{words}");
    }
    for absent in ["cell untouched", ">Faster</span>"] {
        assert_eq!(shows(&page, absent), Some(false), "{absent}");
    }
}
