//! A page grid as a small SVG: one path a cell kind.

use std::fmt::Write as _;

use super::theme::Theme;
use crate::view::{Cell, PageGrid};

/// Least side of a cell: a still picture of thousands of pages need not weigh more than its charts.
const CELL_MIN: u32 = 4;
/// Side from which a cell is large enough to carry a shape of its own.
const SHAPED: u32 = 8;

/// `grid` as an `<svg>` that fills a box of about `width` by `height` CSS pixels. Small cells are
/// plain and stretch with the box; large ones keep their shape.
#[must_use]
pub fn grid_svg(grid: &PageGrid, width: u32, height: u32, theme: &Theme) -> String {
    let (per_cell, columns, rows) = grid.layout(width, height, CELL_MIN);
    let side = (width / columns.max(1))
        .min(height / rows.max(1))
        .clamp(1, 22);
    let mut paths = [const { String::new() }; Cell::ALL.len()];
    for run in grid.runs(per_cell, columns) {
        let kind = run.cell.place();
        let (x, y) = (run.column * side, run.row * side);
        if side < SHAPED {
            let (len, high) = (run.len * side, side);
            let _ = write!(paths[kind], "M{x} {y}h{len}v{high}h-{len}z");
        } else {
            for i in 0..run.len {
                paths[kind].push_str(&shape(run.cell, x + i * side, y, side));
            }
        }
    }
    let fit = if side < SHAPED {
        " preserveAspectRatio=\"none\" shape-rendering=\"crispEdges\""
    } else {
        " preserveAspectRatio=\"xMinYMin\""
    };
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\"{fit}>",
        columns * side,
        rows * side,
    );
    for (cell, path) in Cell::ALL.into_iter().zip(&paths) {
        if !path.is_empty() {
            let fill = theme.cell(cell).css();
            let _ = write!(
                out,
                "<path fill=\"{fill}\" fill-rule=\"evenodd\" d=\"{path}\"/>"
            );
        }
    }
    if (4..SHAPED).contains(&side) {
        out.push_str(&gaps(columns, rows, side, theme));
    }
    out.push_str("</svg>");
    out
}

// Dirty is a full square, being written a square cut by a diagonal, clean an outline, untouched a
// dot, free two corners of a frame, pinned a diamond in an outline.
fn shape(cell: Cell, x: u32, y: u32, side: u32) -> String {
    let (x, y, s) = (x + 1, y + 1, side - 2);
    let square = format!("M{x} {y}h{s}v{s}h-{s}z");
    match cell {
        Cell::Dirty => square,
        Cell::Writing => {
            let cut = 2;
            let (right, run) = (x + s, s - cut);
            format!(
                "M{x} {y}h{run}l-{run} {run}zM{right} {}v{run}h-{run}z",
                y + cut
            )
        }
        Cell::Clean => {
            let inner = s - 3;
            format!(
                "{square}M{} {}h{inner}v{inner}h-{inner}z",
                x as f64 + 1.5,
                y as f64 + 1.5
            )
        }
        Cell::Free => {
            let (arm, right, below) = ((s / 3).max(3), x + s, y + s);
            let back = arm - 1;
            format!(
                "M{x} {y}h{arm}v1h-{back}v{back}h-1z\
                 M{right} {below}h-{arm}v-1h{back}v-{back}h1z"
            )
        }
        Cell::Pinned => {
            let (inner, half) = (s - 2, s as f64 / 2.0);
            let reach = half - 2.0;
            let (top, middle) = (y as f64 + 2.0, x as f64 + half);
            format!(
                "{square}M{} {}h{inner}v{inner}h-{inner}z\
                 M{middle} {top}l{reach} {reach}l-{reach} {reach}l-{reach} -{reach}z",
                x + 1,
                y + 1
            )
        }
        Cell::Untouched => {
            let dot = (s / 3).max(2);
            let (x, y) = (x + (s - dot) / 2, y + (s - dot) / 2);
            format!("M{x} {y}h{dot}v{dot}h-{dot}z")
        }
    }
}

// Lines of the ground between cells of a middling size.
fn gaps(columns: u32, rows: u32, side: u32, theme: &Theme) -> String {
    let (width, height) = (columns * side, rows * side);
    let mut path = String::new();
    for column in 1..columns {
        let _ = write!(path, "M{} 0v{height}", column * side);
    }
    for row in 1..rows {
        let _ = write!(path, "M0 {}h{width}", row * side);
    }
    let ground = theme.surface.css();
    format!("<path fill=\"none\" stroke=\"{ground}\" d=\"{path}\"/>")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(pages: usize) -> PageGrid {
        let kind = |i: usize| Cell::ALL[i * Cell::ALL.len() / pages.max(1)];
        PageGrid {
            label: "a".into(),
            style: 0,
            cells: (0..pages).map(kind).collect(),
            kinds: &Cell::ALL,
            pages_per_entry: 1,
            dirty_count: 0,
            text: String::new(),
            veiled: false,
        }
    }

    #[test]
    fn a_grid_is_one_path_a_kind_and_small() {
        for pages in [0, 6, 20, 999, 15_790, 157_900] {
            let svg = grid_svg(&grid(pages), 340, 112, &Theme::light());
            let kinds = if pages == 0 { 0 } else { 6 };
            assert_eq!(svg.matches("fill-rule").count(), kinds, "{pages}");
            assert!(svg.len() < 16_000, "{pages} pages, {} bytes", svg.len());
        }
    }
}
