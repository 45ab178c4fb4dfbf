//! Whole pages: the shell with its slots filled.

use super::figure::{Place, figure};
use super::html::escape;
use super::story::story;
use super::{ArticleError, Chapter, StaticFigure};
use crate::plot::{Theme, grid_svg};
use crate::view::{Cell, PageGrid};

const TITLE: &str = "Dirty Pages";
const SUBTITLE: &str = "what happens between COMMIT and the disk";
const STANDFIRST: &str = "A running model of SQL Server’s write path, in figures you can turn. \
    Place a bet, watch the disk, then change one thing and look again.";

/// The article. `root` leads from the page to the site's root: "", "../../".
///
/// # Errors
/// If the prose asks for what isn't there, or the shell lacks a slot.
pub fn article_page(shell: &str, chapters: &[Chapter], root: &str) -> Result<String, ArticleError> {
    let place = Place {
        root,
        heading: 3,
        embed: false,
    };
    let mut body = format!(
        "<header class=\"hero\">{}<h1>{TITLE}</h1><p class=\"subtitle\">{SUBTITLE}</p>\
         <p class=\"standfirst\">{STANDFIRST}</p></header>\n",
        ornament()
    );
    body.push_str("<nav class=\"contents\" aria-label=\"Chapters\"><ol>");
    for chapter in chapters {
        let (id, title) = (escape(&chapter.id), escape(&chapter.title));
        body.push_str(&format!("<li><a href=\"#ch-{id}\">{title}</a></li>"));
    }
    body.push_str("</ol></nav>\n");
    for chapter in chapters {
        let (id, title) = (escape(&chapter.id), escape(&chapter.title));
        body.push_str(&format!(
            "<section class=\"chapter\" aria-labelledby=\"ch-{id}\">\n<h2 id=\"ch-{id}\">\
             <a class=\"anchor\" href=\"#ch-{id}\">{title}</a></h2>\n{}</section>\n",
            story(chapter, &place)?
        ));
    }
    Page {
        kind: "article",
        title: &format!("{TITLE}: {SUBTITLE}"),
        description: STANDFIRST,
        root,
    }
    .fill(shell, &body)
}

/// A figure on a page of its own.
///
/// # Errors
/// If a chart can't be drawn, or the shell lacks a slot.
pub fn lab_page(
    shell: &str,
    chapter: &Chapter,
    shown: &StaticFigure,
    root: &str,
) -> Result<String, ArticleError> {
    let place = Place {
        root,
        heading: 2,
        embed: false,
    };
    // The figure below has the name of its preset, and other presets are a button away.
    let title = escape(&chapter.title);
    let body = format!(
        "<header class=\"hero lab\"><p class=\"crumb\"><a href=\"{root}index.html#ch-{}\">\
         {TITLE}</a></p><h1>{title}</h1></header>\n{}",
        escape(&chapter.id),
        figure(shown, &place)?
    );
    Page {
        kind: "lab",
        title: &format!("{} – {TITLE}", chapter.title),
        description: &shown.question,
        root,
    }
    .fill(shell, &body)
}

/// A figure alone, for a frame on somebody else's page.
///
/// # Errors
/// If a chart can't be drawn, or the shell lacks a slot.
pub fn embed_page(shell: &str, shown: &StaticFigure, root: &str) -> Result<String, ArticleError> {
    let place = Place {
        root,
        heading: 1,
        embed: true,
    };
    let bare = without(shell, "<!-- page only -->", "<!-- /page only -->");
    Page {
        kind: "embed",
        title: &format!("{} – {TITLE}", shown.title),
        description: &shown.question,
        root,
    }
    .fill(&bare, &figure(shown, &place)?)
}

// Pages on their way to the disk, dirty at the left and clean at the right: the page's subject as
// a picture that says nothing more.
fn ornament() -> String {
    let (columns, rows) = (48_u32, 3_u32);
    let cell = |i: u32| {
        let (column, scatter) = (i % columns, (i * 2_654_435) % 97 % columns);
        match (column < scatter, scatter.abs_diff(column)) {
            (_, 0..=2) => Cell::Writing,
            (true, _) => Cell::Dirty,
            (false, _) if scatter == 7 => Cell::Untouched,
            (false, _) => Cell::Clean,
        }
    };
    let pages = PageGrid {
        label: String::new(),
        style: 0,
        cells: (0..columns * rows).map(cell).collect(),
        kinds: &Cell::OF_FILE,
        pages_per_entry: 1,
        dirty_count: 0,
        text: String::new(),
        veiled: false,
    };
    let svg = grid_svg(&pages, columns * 14, rows * 14, &Theme::light());
    svg.replacen(
        "<svg",
        "<svg class=\"plot hero-pages\" aria-hidden=\"true\"",
        1,
    )
}

struct Page<'a> {
    kind: &'static str,
    title: &'a str,
    description: &'a str,
    root: &'a str,
}

impl Page<'_> {
    fn fill(&self, shell: &str, body: &str) -> Result<String, ArticleError> {
        // What the slots hold is filled last, so that a story can't be taken for the shell.
        let (before, after) = shell
            .split_once("<!-- slot:content -->")
            .ok_or(ArticleError::MissingSlot("<!-- slot:content -->"))?;
        for slot in [
            "<!-- slot:title -->",
            "{{description}}",
            "{{kind}}",
            "{{root}}",
        ] {
            if !before.contains(slot) {
                return Err(ArticleError::MissingSlot(slot));
            }
        }
        let around = |part: &str| {
            part.replace("<!-- slot:title -->", &escape(self.title))
                .replace("{{description}}", &escape(self.description))
                .replace("{{kind}}", self.kind)
                .replace("{{root}}", self.root)
        };
        Ok(format!("{}{body}{}", around(before), around(after)))
    }
}

// The shell without the parts between two comments.
fn without(shell: &str, open: &str, close: &str) -> String {
    let mut out = String::new();
    let mut rest = shell;
    while let Some((before, after)) = rest.split_once(open) {
        out.push_str(before);
        rest = after.split_once(close).map_or("", |(_, tail)| tail);
    }
    out.push_str(rest);
    out
}
