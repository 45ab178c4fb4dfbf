//! A page grid as a small SVG: one path a cell kind.

use std::fmt::Write as _;

use super::cell::{SHAPED_PX, cell_shape};
use super::pen::Pen as _;
use super::svg_pen::SvgPen;
use super::theme::Theme;
use crate::view::{Cell, PageGrid};

/// Least side of a cell: a still picture of thousands of pages need not weigh more than its charts.
const CELL_MIN: u32 = 4;
// A small whole number.
const SHAPED: u32 = SHAPED_PX as u32;

/// `grid` as an `<svg>` that fills a box of about `width` by `height` CSS pixels. Small cells are
/// plain and stretch with the box; large ones keep their shape.
#[must_use]
pub fn grid_svg(grid: &PageGrid, width: u32, height: u32, theme: &Theme) -> String {
    let (per_cell, columns, rows) = grid.layout(width, height, CELL_MIN);
    let side = (width / columns.max(1))
        .min(height / rows.max(1))
        .clamp(1, 22);
    let mut pen = SvgPen::new(theme.text());
    let runs = grid.runs(per_cell, columns);
    for kind in Cell::ALL {
        for run in runs.iter().filter(|run| run.cell == kind) {
            let (x, y, s) = (run.column * side, run.row * side, f64::from(side));
            let at = |i: u32| (f64::from(x + i * side), f64::from(y));
            if side < SHAPED {
                pen.rect(at(0), (f64::from(run.len) * s, s), theme.cell(kind));
            } else {
                for at in (0..run.len).map(at) {
                    cell_shape(&mut pen, theme, kind, (at.0 + 1.0, at.1 + 1.0), s - 2.0);
                }
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
    out.push_str(&pen.finish());
    if (4..SHAPED).contains(&side) {
        out.push_str(&gaps(columns, rows, side, theme));
    }
    out.push_str("</svg>");
    out
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
            let kinds = Cell::ALL.len().min(pages);
            assert_eq!(svg.matches("<path fill=\"#").count(), kinds, "{pages}");
            assert!(svg.len() < 16_000, "{pages} pages, {} bytes", svg.len());
        }
    }
}
