//! A chart as a small SVG.
//!
//! plotters writes one element a line, each with every attribute. [`compact`] merges the dashes of
//! a line into one path, writes moves instead of places, and states once what all words share. A
//! chart is drawn at twice its size, so that whole numbers are half pixels.

use std::fmt::Write as _;

use plotters::drawing::IntoDrawingArea;
use plotters::prelude::SVGBackend;

use super::draw::{Part, draw};
use super::theme::Theme;
use crate::view::ChartSpec;

/// Drawn units a CSS pixel.
const DETAIL: u32 = 2;

/// The drawing library refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SvgError(String);

impl std::fmt::Display for SvgError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the chart can't be drawn: {}", self.0)
    }
}

impl std::error::Error for SvgError {}

/// `part` of `spec` as an `<svg>` element whose natural size is `width` by `height` CSS pixels.
/// Colours are attributes, so that the file stands alone; the site's stylesheet replaces them.
///
/// # Errors
/// If the drawing library fails.
pub fn chart_svg(
    spec: &ChartSpec,
    width: u32,
    height: u32,
    theme: &Theme,
    part: Part,
) -> Result<String, SvgError> {
    let mut theme = theme.clone().scaled(f64::from(DETAIL));
    theme.simplify = theme.simplify.max(0.7);
    let size = (width * DETAIL, height * DETAIL);
    let mut raw = String::new();
    {
        let area = SVGBackend::with_string(&mut raw, size).into_drawing_area();
        draw(&area, spec, &theme, part).map_err(|e| SvgError(e.to_string()))?;
        area.present().map_err(|e| SvgError(e.to_string()))?;
    }
    let text = theme.text();
    let (family, body) = (theme.font, compact(&raw, text));
    Ok(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" \
         font-family=\"{family}\" font-size=\"{text}\">{body}</svg>",
        size.0, size.1
    ))
}

/// The strokes that share a look, waiting to become one path.
#[derive(Default)]
struct Strokes {
    look: String,
    path: String,
}

impl Strokes {
    fn flush(&mut self, out: &mut String) {
        if !self.path.is_empty() {
            // Writing to a string can't fail.
            let _ = write!(
                out,
                "<path fill=\"none\"{} d=\"{}\"/>",
                self.look, self.path
            );
        }
        self.path.clear();
    }
}

fn compact(raw: &str, text: f64) -> String {
    let mut out = String::new();
    let mut strokes = Strokes::default();
    let mut lines = raw.lines();
    while let Some(line) = lines.next() {
        if line.starts_with("<polyline") {
            let look = look_of(line, &["stroke", "stroke-width"]);
            if look != strokes.look {
                strokes.flush(&mut out);
                strokes.look = look;
            }
            strokes.path.push_str(&moves(&points(line)));
            continue;
        }
        strokes.flush(&mut out);
        if line.starts_with("<polygon") {
            let (fill, path) = (look_of(line, &["fill"]), moves(&points(line)));
            let _ = write!(out, "<path{fill} d=\"{path}z\"/>");
        } else if line.starts_with("<circle") {
            let _ = write!(
                out,
                "<circle{}/>",
                look_of(line, &["cx", "cy", "r", "fill"])
            );
        } else if line.starts_with("<rect") {
            let names = ["x", "y", "width", "height", "fill"];
            let _ = write!(out, "<rect{}/>", look_of(line, &names));
        } else if line.starts_with("<text") {
            out.push_str(&words(line, lines.next().unwrap_or_default(), text));
        }
    }
    strokes.flush(&mut out);
    out
}

// A text element; the size and family stand on the root, and the middle becomes a base line.
fn words(tag: &str, content: &str, text: f64) -> String {
    let y = number(attribute(tag, "y")) + (0.36 * text).round();
    let anchor = match attribute(tag, "text-anchor") {
        Some("start") | None => String::new(),
        Some(anchor) => format!(" text-anchor=\"{anchor}\""),
    };
    let look = look_of(tag, &["x", "fill", "font-weight"]);
    format!("<text y=\"{y}\"{anchor}{look}>{content}</text>")
}

// The named attributes that are there, and the opacity unless it is full.
fn look_of(tag: &str, names: &[&str]) -> String {
    let mut out = String::new();
    for name in names {
        if let Some(value) = attribute(tag, name) {
            let _ = write!(out, " {name}=\"{}\"", value.to_ascii_lowercase());
        }
    }
    match attribute(tag, "opacity") {
        Some("1") | None => out,
        Some(opacity) => format!("{out} opacity=\"{opacity}\""),
    }
}

fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let (_, after) = tag.split_once(&format!(" {name}=\""))?;
    after.split_once('"').map(|(value, _)| value)
}

fn number(text: Option<&str>) -> f64 {
    text.and_then(|t| t.parse().ok()).unwrap_or(0.0)
}

fn points(tag: &str) -> Vec<(i64, i64)> {
    let pair = |p: &str| {
        let (x, y) = p.split_once(',')?;
        Some((x.parse().ok()?, y.parse().ok()?))
    };
    let all = attribute(tag, "points").unwrap_or_default();
    all.split_whitespace().filter_map(pair).collect()
}

// A polyline as moves; equal directions in a row along an axis become one.
fn moves(points: &[(i64, i64)]) -> String {
    let mut out = String::new();
    let mut last: Option<(i64, i64)> = None;
    for (i, (x, y)) in points.iter().enumerate() {
        let Some((from_x, from_y)) = last else {
            let _ = write!(out, "M{x} {y}");
            last = Some((*x, *y));
            continue;
        };
        if let Some(next) = points.get(i + 1) {
            let on_column = from_x == *x && *x == next.0 && (*y - from_y) * (next.1 - *y) > 0;
            let on_row = from_y == *y && *y == next.1 && (*x - from_x) * (next.0 - *x) > 0;
            if on_column || on_row {
                continue;
            }
        }
        let (dx, dy) = (x - from_x, y - from_y);
        let _ = match (dx, dy) {
            (0, 0) => continue,
            (_, 0) => write!(out, "h{dx}"),
            (0, _) => write!(out, "v{dy}"),
            (_, ..=-1) => write!(out, "l{dx}{dy}"),
            _ => write!(out, "l{dx} {dy}"),
        };
        last = Some((*x, *y));
    }
    out
}
