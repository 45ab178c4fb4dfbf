//! A chapter's Markdown into HTML: computed numbers filled in, figures put in their places.

use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd};
use pulldown_cmark::{TextMergeStream, html};

use super::figure::{Place, figure};
use super::html::{escape, slug};
use super::{ArticleError, Chapter};

/// The prose of `chapter`, with its figures.
pub(super) fn story(chapter: &Chapter, place: &Place<'_>) -> Result<String, ArticleError> {
    let options = Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES;
    let parser = Parser::new_ext(&chapter.story_markdown, options);
    let events: Vec<Event<'_>> = TextMergeStream::new(parser).collect();
    let mut out: Vec<Event<'_>> = Vec::new();
    let mut placed: Vec<String> = Vec::new();
    let mut in_code = false;
    let mut rest = events.as_slice();
    while let Some((event, after)) = rest.split_first() {
        if let Some(id) = figure_line(rest) {
            out.push(Event::Html(placed_figure(chapter, id, place)?.into()));
            placed.push(id.to_string());
            rest = &rest[3..];
            continue;
        }
        rest = after;
        match event {
            Event::Start(Tag::CodeBlock(_)) => in_code = true,
            Event::End(TagEnd::CodeBlock) => in_code = false,
            _ => {}
        }
        match event {
            Event::Text(text) if !in_code => {
                out.push(Event::InlineHtml(filled(chapter, text, true)?.into()));
            }
            Event::Code(code) => {
                out.push(Event::Code(filled(chapter, code, false)?.into()));
            }
            Event::Start(Tag::Heading { level, .. }) => {
                out.push(heading(chapter, *level, after));
            }
            Event::End(TagEnd::Heading(level)) => {
                out.push(Event::Html(
                    format!("</{}>\n", below_chapter(*level)).into(),
                ));
            }
            // A table scrolls inside itself on a narrow screen.
            Event::Start(Tag::Table(_)) => {
                let open = "<div class=\"table-scroll\" tabindex=\"0\" role=\"group\" \
                            aria-label=\"Table\">";
                out.push(Event::Html(open.into()));
                out.push(event.clone());
            }
            Event::End(TagEnd::Table) => {
                out.push(event.clone());
                out.push(Event::Html("</div>\n".into()));
            }
            other => out.push(other.clone()),
        }
    }
    let missing = |f: &&super::StaticFigure| !placed.contains(&f.id);
    if let Some(figure) = chapter.figures.iter().find(missing) {
        return Err(ArticleError::UnplacedFigure {
            chapter: chapter.id.clone(),
            figure: figure.id.clone(),
        });
    }
    let mut page = String::new();
    html::push_html(&mut page, out.into_iter());
    Ok(page)
}

// A paragraph that holds nothing but `{{figure id}}`.
fn figure_line<'a>(events: &'a [Event<'_>]) -> Option<&'a str> {
    let [
        Event::Start(Tag::Paragraph),
        Event::Text(text),
        Event::End(TagEnd::Paragraph),
        ..,
    ] = events
    else {
        return None;
    };
    let inner = text.trim().strip_prefix("{{figure ")?;
    inner.strip_suffix("}}").map(str::trim)
}

fn placed_figure(chapter: &Chapter, id: &str, place: &Place<'_>) -> Result<String, ArticleError> {
    let found = chapter.figures.iter().find(|f| f.id == id);
    let found = found.ok_or_else(|| ArticleError::UnknownFigure {
        chapter: chapter.id.clone(),
        figure: id.to_string(),
    })?;
    figure(found, place)
}

// Text with its holes filled; as HTML the numbers are marked as computed.
fn filled(chapter: &Chapter, text: &str, as_html: bool) -> Result<String, ArticleError> {
    let words = |t: &str| if as_html { escape(t) } else { t.to_string() };
    let mut out = String::new();
    let mut rest = text;
    while let Some(open) = rest.find('{') {
        let after = &rest[open + 1..];
        let inside = after.split_once('}').map(|(hole, _)| hole);
        let Some(hole) = inside.filter(|h| is_hole(h)) else {
            out.push_str(&words(&rest[..=open]));
            rest = after;
            continue;
        };
        let value = chapter.holes.get(hole);
        let value = value.ok_or_else(|| ArticleError::UnknownHole {
            chapter: chapter.id.clone(),
            hole: hole.to_string(),
        })?;
        out.push_str(&words(&rest[..open]));
        if as_html {
            let value = escape(value);
            out.push_str(&format!(
                "<span class=\"computed\" data-hole=\"{hole}\">{value}</span>"
            ));
        } else {
            out.push_str(value);
        }
        rest = &after[hole.len() + 1..];
    }
    out.push_str(&words(rest));
    Ok(out)
}

fn is_hole(text: &str) -> bool {
    let part = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "._-".contains(c);
    text.starts_with(|c: char| c.is_ascii_lowercase()) && text.chars().all(part)
}

// Headings of a story lie below the chapter's own, which is an h2.
fn below_chapter(level: HeadingLevel) -> &'static str {
    match level {
        HeadingLevel::H1 | HeadingLevel::H2 => "h3",
        HeadingLevel::H3 => "h4",
        _ => "h5",
    }
}

fn heading<'a>(chapter: &Chapter, level: HeadingLevel, after: &[Event<'_>]) -> Event<'a> {
    let words = after
        .iter()
        .take_while(|e| !matches!(e, Event::End(TagEnd::Heading(_))));
    let text: String = words
        .filter_map(|e| match e {
            Event::Text(t) | Event::Code(t) => Some(t.as_ref()),
            _ => None,
        })
        .collect();
    let id = format!("{}-{}", chapter.id, slug(&text));
    let open = format!("<{} id=\"{id}\">", below_chapter(level));
    Event::Html(CowStr::from(open))
}
