//! The shapes of pages: they can be told apart without colour, in grids and in trees alike.

use super::dash::Px;
use super::pen::Pen;
use super::theme::Theme;
use crate::view::Cell;

/// Side in CSS pixels from which a cell is large enough to carry a shape of its own.
pub const SHAPED_PX: f64 = 8.0;

/// Draws a page of `side` drawn pixels with its upper left corner at `at`.
pub fn cell_shape(pen: &mut dyn Pen, theme: &Theme, cell: Cell, at: Px, side: f64) {
    let color = theme.cell(cell);
    let (gap, s) = (theme.scale, side);
    // A shape from corners in shares of the side.
    let cut = |pen: &mut dyn Pen, corners: &[Px]| {
        let place = |c: &Px| (at.0 + c.0 * s, at.1 + c.1 * s);
        let corners: Vec<Px> = corners.iter().map(place).collect();
        pen.shape(&corners, color);
    };
    let edge = gap / s.max(1.0);
    match cell {
        Cell::Dirty => pen.rect(at, (s, s), color),
        // Two halves.
        Cell::Writing => {
            let (near, far) = (2.0 * edge, 1.0 - 2.0 * edge);
            cut(pen, &[(0.0, 0.0), (far, 0.0), (0.0, far)]);
            cut(pen, &[(1.0, near), (1.0, 1.0), (near, 1.0)]);
        }
        Cell::Clean => pen.frame(at, (s, s), 1.5 * gap, color),
        Cell::Untouched => {
            let dot = (s / 3.0).max(2.0 * gap);
            let off = (s - dot) / 2.0;
            pen.rect((at.0 + off, at.1 + off), (dot, dot), color);
        }
        // Two corners of a frame.
        Cell::Free => {
            let arm = (s / 3.0).max(3.0 * gap);
            let (right, below) = (at.0 + s, at.1 + s);
            pen.rect(at, (arm, gap), color);
            pen.rect(at, (gap, arm), color);
            pen.rect((right - arm, below - gap), (arm, gap), color);
            pen.rect((right - gap, below - arm), (gap, arm), color);
        }
        // A diamond in an outline.
        Cell::Pinned => {
            pen.frame(at, (s, s), gap, color);
            let (near, far) = (2.0 * edge, 1.0 - 2.0 * edge);
            cut(pen, &[(0.5, near), (far, 0.5), (0.5, far), (near, 0.5)]);
        }
        // Three lines: a list.
        Cell::Queued => {
            let line = (s / 5.0).round().max(gap);
            for share in [0.0, 0.5, 1.0] {
                let y = at.1 + (share * (s - line)).round();
                pen.rect((at.0, y), (s, line), color);
            }
        }
        // An outline, filled up to its diagonal.
        Cell::Reconciling => {
            pen.frame(at, (s, s), 1.5 * gap, color);
            cut(pen, &[(0.0, 0.0), (1.0, 1.0), (0.0, 1.0)]);
        }
        // A sheet with its corner folded away.
        Cell::Written => {
            let fold = 0.4;
            let sheet = [(0.0, 0.0), (1.0 - fold, 0.0), (1.0, fold), (1.0, 1.0)];
            cut(pen, &[sheet[0], sheet[1], sheet[2], sheet[3], (0.0, 1.0)]);
        }
        // Crossed out: what is left between the two arms of an X.
        Cell::Stale => {
            let (a, z, m) = (1.2 * edge, 1.0 - 1.2 * edge, 0.5);
            let (up, down) = (m - 1.2 * edge, m + 1.2 * edge);
            cut(pen, &[(a, 0.0), (z, 0.0), (m, up)]);
            cut(pen, &[(a, 1.0), (z, 1.0), (m, down)]);
            cut(pen, &[(0.0, a), (0.0, z), (up, m)]);
            cut(pen, &[(1.0, a), (1.0, z), (down, m)]);
        }
    }
}
