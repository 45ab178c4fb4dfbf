//! Lanes, bars, trees and rings as static HTML.

use super::figure::AT_LEFT;
use super::html::escape;
use crate::plot::{Part, Theme, picture_svg};
use crate::view::{Drawing, Picture, legend_acts, ring_legend, tree_kinds};

/// A picture is drawn for two widths, in CSS pixels; the stylesheet shows the fitting one. Of rings
/// there are two in a row.
const SIZES: [(&str, u32); 2] = [("at-m", 1000), ("at-s", 310)];
const RING_SIZES: [(&str, u32); 2] = [("at-m", 440), ("at-s", 310)];
/// A ring is round wherever its box ends.
const AT_MIDDLE: &str = " preserveAspectRatio=\"xMidYMin\"";

/// All pictures with their legend; nothing if there are none.
pub(super) fn pictures(pictures: &[Picture], veil: bool) -> String {
    if pictures.is_empty() {
        return String::new();
    }
    let mut out = "<div class=\"fig-pictures\">".to_string();
    for picture in pictures {
        out.push_str(&card(picture, veil && picture.has_veil()));
    }
    out.push_str("<ul class=\"legend\" aria-label=\"What the pictures show\">");
    let mut item = |kind: &str, class: &str, label: &str| {
        let sign = format!("<span class=\"{kind} {class}\"></span>");
        out.push_str(&format!("<li>{sign}{label}</li>"));
    };
    for act in legend_acts(pictures) {
        item("act", act.class(), act.label());
    }
    for cell in tree_kinds(pictures) {
        item("cell", cell.class(), cell.label());
    }
    for (class, label) in ring_legend(pictures) {
        item("vlf", class, label);
    }
    out.push_str("</ul></div>\n");
    out
}

fn card(picture: &Picture, veil: bool) -> String {
    let swatch = picture.style.map_or(String::new(), |style| {
        format!("<span class=\"swatch s{}\"></span>", style % 6)
    });
    let is_ring = matches!(picture.drawing, Drawing::Ring(_));
    let sizes = if is_ring { RING_SIZES } else { SIZES };
    let mut out = format!(
        "<figure class=\"picture\" data-picture=\"{}\"><figcaption>{swatch}{}</figcaption>\
         <div class=\"picture-box {} rows-{}\">",
        escape(&picture.id),
        escape(&picture.title),
        picture.class(),
        picture.rows(),
    );
    for (size, width) in sizes {
        // The words tell all: what is veiled takes them along.
        if veil && !picture.veiled {
            out.push_str(&svg(picture, (size, width), Part::Base, "", &picture.title));
        }
        let part = if veil { Part::Veiled } else { Part::All };
        let after = if veil { " after-bet" } else { "" };
        out.push_str(&svg(picture, (size, width), part, after, &picture.text));
    }
    if veil {
        out.push_str("<p class=\"veil-note\">Place your bet to see the rest</p>");
    }
    out.push_str("</div></figure>");
    out
}

fn svg(
    picture: &Picture,
    (size, width): (&str, u32),
    part: Part,
    after: &str,
    words: &str,
) -> String {
    let drawn = picture_svg(picture, width, height(picture, size), &Theme::light(), part);
    // Inside HTML the namespace goes without saying.
    let bare = drawn.replacen(" xmlns=\"http://www.w3.org/2000/svg\"", "", 1);
    let place = match picture.drawing {
        Drawing::Ring(_) => AT_MIDDLE,
        _ => AT_LEFT,
    };
    let named = format!(
        "<svg class=\"plot {size}{after}\" role=\"img\" aria-label=\"{}\"{place}",
        escape(words)
    );
    bare.replacen("<svg", &named, 1)
}

/// The height that the stylesheet gives to the picture's box.
fn height(picture: &Picture, size: &str) -> u32 {
    let rows = picture.rows() as u32;
    match (picture.class(), size) {
        ("lanes", _) => 24 * rows + 48,
        ("bars", "at-s") => 64 * rows + 40,
        ("bars", _) => 44 * rows + 40,
        ("ring", "at-m") => 240,
        _ => 208,
    }
}
