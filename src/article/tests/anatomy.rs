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

#[test]
fn pictures_say_in_words_what_they_show_and_keep_the_answer() {
    let article = |view: SceneView| {
        let figure = shown("pacing", view);
        lab_page(SHELL, &chapter(), &figure, "").expect("the page")
    };
    assert!(!article(view()).contains("fig-pictures"));
    let mut with = view();
    with.pictures = vec![samples::bars(), samples::lanes(30), samples::tree(&[3, 7])];
    with.pictures[2].veiled = true;
    let page = article(with.clone());
    for words in [
        "<figure class=\"picture\" data-picture=\"bars\"><figcaption>Where",
        "<figcaption><span class=\"swatch s0\"></span>Who does what",
        "<div class=\"picture-box bars rows-3\"><svg class=\"plot at-m\" role=\"img\"",
        "<div class=\"picture-box lanes rows-9\"><svg class=\"plot at-m\" role=\"img\"",
        "<div class=\"picture-box tree rows-1\"><svg class=\"plot at-m after-bet\"",
        "aria-label=\"The tree at this moment in words, &quot;computed&quot;\"",
        "<span class=\"act wait\"></span>waiting for workers",
        "<span class=\"cell stale\"></span>written, not",
    ] {
        assert!(page.contains(words), "no {words}");
    }
    // The words of what is veiled lie under the veil.
    for tag in page
        .split("<svg ")
        .skip(1)
        .filter_map(|t| t.split_once('>'))
    {
        let (tells, hides) = (tag.0.contains("in words"), tag.0.contains("after-bet"));
        assert_eq!(
            tells && !tag.0.contains("Who does"),
            hides && tells,
            "{}",
            tag.0
        );
    }
    assert!(!page.contains("style=\""), "the policy forbids it");
    with.bet = None;
    let (_, open) = article(with)
        .split_once("fig-pictures")
        .map(own)
        .expect("pictures");
    let open = open.split("fig-transport").next().unwrap_or_default();
    assert!(!open.contains("after-bet") && !open.contains("veil-note"));
    assert_eq!(open.matches("<svg").count(), 6);
}

fn own((before, after): (&str, &str)) -> (String, String) {
    (before.to_string(), after.to_string())
}
