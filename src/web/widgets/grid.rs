//! A page grid, painted on a canvas: one cell a page, in the order of the file.

use yew::{Html, NodeRef, classes, html};

use super::canvas::CanvasPen;
use crate::plot::{Pen, SHAPED_PX, Theme, cell_shape};
use crate::view::{Cell, PageGrid, legend_kinds, legend_note, plain_number};
use crate::web::size::Size;
use crate::web::stage::Board;

/// Least and largest side of a cell in CSS pixels.
const SIDE_MIN: u32 = 2;
const SIDE_MAX: f64 = 22.0;
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
    if let Some(mut pen) = CanvasPen::fresh(canvas, size, look) {
        Brush::new(grid, size, look).paint(&mut pen);
    }
}

/// What the colours mean.
pub fn legend(grids: &[PageGrid]) -> Html {
    html! {
        <ul class="legend" aria-label="Page states">
            { for legend_kinds(grids).into_iter().map(cell_item) }
            { for legend_note(grids).map(|note| html! { <li>{ note }</li> }) }
        </ul>
    }
}

/// A page's state in a legend.
pub fn cell_item(cell: Cell) -> Html {
    html! { <li><span class={classes!("cell", cell.class())}></span>{ cell.label() }</li> }
}

struct Brush<'a> {
    grid: &'a PageGrid,
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
    fn new(grid: &'a PageGrid, size: Size, look: &'a Theme) -> Self {
        let (per_cell, columns, rows) = grid.layout(size.width, size.height, SIDE_MIN);
        let (wide, high) = (
            f64::from(size.width) / f64::from(columns.max(1)),
            f64::from(size.height) / f64::from(rows.max(1)),
        );
        let side = wide.min(high).min(SIDE_MAX);
        let is_shaped = side >= SHAPED_PX;
        // Small cells fill the box, large ones stay square.
        let (wide, high) = if is_shaped {
            (side.floor(), side.floor())
        } else {
            (wide, high)
        };
        Self {
            grid,
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

    fn paint(&self, pen: &mut dyn Pen) {
        let runs = self.grid.runs(self.per_cell, self.columns);
        for kind in Cell::ALL {
            for run in runs.iter().filter(|run| run.cell == kind) {
                if self.is_shaped {
                    let side = self.cell.0 - 2.0 * self.ratio;
                    for i in 0..run.len {
                        let (x, y) = self.edge(run.column + i, run.row);
                        let at = (x + self.ratio, y + self.ratio);
                        cell_shape(pen, self.look, kind, at, side);
                    }
                } else {
                    let from = self.edge(run.column, run.row);
                    let to = self.edge(run.column + run.len, run.row + 1);
                    pen.rect(from, (to.0 - from.0, to.1 - from.1), self.look.cell(kind));
                }
            }
        }
        if self.is_apart {
            self.part(pen);
        }
    }

    /// Whole pixels, so that neighbours neither overlap nor leave a seam.
    fn edge(&self, column: u32, row: u32) -> (f64, f64) {
        (
            (f64::from(column) * self.cell.0).round(),
            (f64::from(row) * self.cell.1).round(),
        )
    }

    fn part(&self, pen: &mut dyn Pen) {
        let (right, bottom) = self.edge(self.columns, self.rows);
        let ground = self.look.surface;
        for column in 1..self.columns {
            let left = self.edge(column, 0).0;
            pen.rect((left, 0.0), (self.ratio, bottom), ground);
        }
        for row in 1..self.rows {
            let top = self.edge(0, row).1;
            pen.rect((0.0, top), (right, self.ratio), ground);
        }
    }
}
