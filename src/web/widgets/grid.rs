//! A page grid, painted on a canvas: one cell a page, in the order of the file.

use web_sys::CanvasRenderingContext2d;
use yew::{Html, NodeRef, classes, html};

use super::canvas::{fresh, pen};
use crate::plot::Theme;
use crate::view::{Cell, PageGrid, legend_kinds, legend_note, plain_number};
use crate::web::size::Size;
use crate::web::stage::Board;

/// Least and largest side of a cell, and the side from which it carries a shape, in CSS pixels.
const SIDE_MIN: u32 = 2;
const SIDE_MAX: f64 = 22.0;
const SIDE_SHAPED: f64 = 8.0;
/// From this side on, cells are kept apart by a line.
const SIDE_APART: f64 = 4.0;

/// A grid with its name and its count; `veiled` if it answers a bet.
pub fn grid_card(grid: &PageGrid, veiled: bool, board: Board) -> Html {
    let after = veiled.then_some("after-bet");
    html! {
        <figure class="grid-card" data-variant={grid.label.clone()}>
            <figcaption>
                <span class={classes!("swatch", format!("s{}", grid.style % 6))}></span>
                { &grid.label }
                <span class={classes!("grid-count", after)}>
                    { format!("{} dirty", plain_number(grid.dirty_count as f64, 0)) }
                </span>
            </figcaption>
            <div class="grid-box" ref={board.space}>
                <canvas class={classes!("grid", after)} role="img" ref={board.canvas}
                    aria-label={grid.text.clone()}></canvas>
            </div>
        </figure>
    }
}

/// Paints the grid anew.
pub fn paint_grid(canvas: &NodeRef, grid: &PageGrid, size: Size, look: &Theme) {
    if let Some(pen) = fresh(canvas, size).and_then(|canvas| pen(&canvas)) {
        Brush::new(grid, size, &pen, look).paint();
    }
}

/// What the colours mean.
pub fn legend(grids: &[PageGrid]) -> Html {
    let item = |cell: Cell| {
        html! { <li><span class={classes!("cell", cell.class())}></span>{ cell.label() }</li> }
    };
    html! {
        <ul class="legend" aria-label="Page states">
            { for legend_kinds(grids).into_iter().map(item) }
            { for legend_note(grids).map(|note| html! { <li>{ note }</li> }) }
        </ul>
    }
}

struct Brush<'a> {
    grid: &'a PageGrid,
    pen: &'a CanvasRenderingContext2d,
    look: &'a Theme,
    per_cell: u32,
    columns: u32,
    rows: u32,
    /// Drawn pixels a cell.
    cell: (f64, f64),
    /// Drawn pixels a CSS pixel.
    ratio: f64,
    is_shaped: bool,
    is_apart: bool,
}

impl<'a> Brush<'a> {
    fn new(
        grid: &'a PageGrid,
        size: Size,
        pen: &'a CanvasRenderingContext2d,
        look: &'a Theme,
    ) -> Self {
        let (per_cell, columns, rows) = grid.layout(size.width, size.height, SIDE_MIN);
        let (wide, high) = (
            f64::from(size.width) / f64::from(columns.max(1)),
            f64::from(size.height) / f64::from(rows.max(1)),
        );
        let side = wide.min(high).min(SIDE_MAX);
        let is_shaped = side >= SIDE_SHAPED;
        // Small cells fill the box, large ones stay square.
        let (wide, high) = if is_shaped {
            (side.floor(), side.floor())
        } else {
            (wide, high)
        };
        Self {
            grid,
            pen,
            look,
            per_cell,
            columns,
            rows,
            cell: (wide * size.ratio, high * size.ratio),
            ratio: size.ratio,
            is_shaped,
            is_apart: side >= SIDE_APART && !is_shaped,
        }
    }

    fn paint(&self) {
        let runs = self.grid.runs(self.per_cell, self.columns);
        for kind in Cell::ALL {
            self.pen.set_fill_style_str(&self.look.cell(kind).css());
            for run in runs.iter().filter(|run| run.cell == kind) {
                if self.is_shaped {
                    for i in 0..run.len {
                        self.shape(kind, run.column + i, run.row);
                    }
                } else {
                    self.stretch(run.column, run.column + run.len, run.row);
                }
            }
        }
        if self.is_apart {
            self.part();
        }
    }

    /// Whole pixels, so that neighbours neither overlap nor leave a seam.
    fn edge(&self, column: u32, row: u32) -> (f64, f64) {
        (
            (f64::from(column) * self.cell.0).round(),
            (f64::from(row) * self.cell.1).round(),
        )
    }

    fn stretch(&self, from: u32, to: u32, row: u32) {
        let (left, top) = self.edge(from, row);
        let (right, bottom) = self.edge(to, row + 1);
        self.pen.fill_rect(left, top, right - left, bottom - top);
    }

    /// Dirty is a full square, being written a square cut by a diagonal, clean an outline,
    /// untouched a dot, free two corners of a frame, pinned a diamond in an outline.
    fn shape(&self, kind: Cell, column: u32, row: u32) {
        let (left, top) = self.edge(column, row);
        let gap = self.ratio;
        let (x, y, s) = (left + gap, top + gap, self.cell.0 - 2.0 * gap);
        let pen = self.pen;
        match kind {
            Cell::Dirty => pen.fill_rect(x, y, s, s),
            Cell::Writing => {
                let run = s - 2.0 * gap;
                self.triangle([(x, y), (x + run, y), (x, y + run)]);
                self.triangle([(x + s, y + s), (x + s - run, y + s), (x + s, y + s - run)]);
            }
            Cell::Clean => {
                self.outline((x, y), s, 1.5 * gap);
            }
            Cell::Free => {
                let arm = (s / 3.0).max(3.0 * gap);
                pen.fill_rect(x, y, arm, gap);
                pen.fill_rect(x, y, gap, arm);
                pen.fill_rect(x + s - arm, y + s - gap, arm, gap);
                pen.fill_rect(x + s - gap, y + s - arm, gap, arm);
            }
            Cell::Pinned => {
                self.outline((x, y), s, gap);
                let (middle, half) = (x + s / 2.0, y + s / 2.0);
                let reach = s / 2.0 - 2.0 * gap;
                for tip in [half - reach, half + reach] {
                    self.triangle([
                        (middle - reach, half),
                        (middle, tip),
                        (middle + reach, half),
                    ]);
                }
            }
            Cell::Untouched => {
                let dot = (s / 3.0).max(2.0 * gap);
                pen.fill_rect(x + (s - dot) / 2.0, y + (s - dot) / 2.0, dot, dot);
            }
        }
    }

    fn outline(&self, (x, y): (f64, f64), s: f64, line: f64) {
        let pen = self.pen;
        pen.fill_rect(x, y, s, line);
        pen.fill_rect(x, y + s - line, s, line);
        pen.fill_rect(x, y, line, s);
        pen.fill_rect(x + s - line, y, line, s);
    }

    fn triangle(&self, corners: [(f64, f64); 3]) {
        let pen = self.pen;
        pen.begin_path();
        pen.move_to(corners[0].0, corners[0].1);
        pen.line_to(corners[1].0, corners[1].1);
        pen.line_to(corners[2].0, corners[2].1);
        pen.fill();
    }

    fn part(&self) {
        self.pen.set_fill_style_str(&self.look.surface.css());
        let (right, bottom) = self.edge(self.columns, self.rows);
        for column in 1..self.columns {
            self.pen
                .fill_rect(self.edge(column, 0).0, 0.0, self.ratio, bottom);
        }
        for row in 1..self.rows {
            self.pen
                .fill_rect(0.0, self.edge(0, row).1, right, self.ratio);
        }
    }
}
