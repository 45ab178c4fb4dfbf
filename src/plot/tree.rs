//! A tree of pages: the root on top, the leaves below, each page drawn as in a grid.
//!
//! Where the leaves do not fit one row, those of a parent hang below each other in columns.

use super::cell::{SHAPED_PX, cell_shape};
use super::dash::Px;
use super::picture::Sheet;
use super::theme::Theme;
use crate::view::{Cell, TreeChart, TreeNode};

// In CSS pixels: the largest page, the page that more rows are made for, columns, room for the
// ring, between leaves below each other, and least between levels.
const SIDE_MAX: f64 = 18.0;
const SIDE_WANTED: f64 = SHAPED_PX;
const PITCH_MAX: f64 = 40.0;
const MARGIN: f64 = 6.0;
const ROW_GAP: f64 = 5.0;
const LEVEL_GAP: f64 = 14.0;
const LEVEL_GAP_MAX: f64 = 60.0;
/// Most leaves below each other.
const ROWS_MAX: u32 = 8;

/// Draws the tree.
pub(super) fn draw(chart: &TreeChart, sheet: &mut Sheet<'_>) {
    let nodes = &chart.nodes;
    if nodes.is_empty() {
        return;
    }
    let plan = Plan::new(nodes, sheet.size, sheet.theme);
    plan.edges(nodes, sheet);
    for cell in Cell::ALL {
        for (spot, _) in plan.spots.iter().zip(nodes).filter(|(_, n)| n.cell == cell) {
            if spot.side < SHAPED_PX * sheet.theme.scale {
                let color = sheet.theme.cell(cell);
                sheet.pen.rect(spot.at, (spot.side, spot.side), color);
            } else {
                cell_shape(sheet.pen, sheet.theme, cell, spot.at, spot.side);
            }
        }
    }
    let line = 2.0 * sheet.hair();
    for (spot, _) in plan.spots.iter().zip(nodes).filter(|(_, n)| n.is_current) {
        // Between the page and its neighbours.
        let off = ((plan.pitch - plan.side) / 2.0 + 1.0).clamp(line, 1.75 * line);
        let (at, size) = ((spot.at.0 - off, spot.at.1 - off), spot.side + 2.0 * off);
        sheet.pen.frame(at, (size, size), line, sheet.theme.ink);
    }
}

fn parent_of(nodes: &[TreeNode], node: &TreeNode) -> Option<usize> {
    let parent = node.parent? as usize;
    let is_above = nodes.get(parent)?.level > node.level;
    is_above.then_some(parent)
}

/// Where a page lies.
#[derive(Clone, Copy)]
struct Spot {
    /// Upper left corner.
    at: Px,
    side: f64,
    /// It hangs in a column, so many pages below its first; `None`: it stands in a row.
    hangs: Option<u32>,
}

/// Where every page lies.
struct Plan {
    spots: Vec<Spot>,
    /// Of a leaf.
    side: f64,
    /// From column to column.
    pitch: f64,
    /// Between the levels.
    gap: f64,
}

impl Plan {
    fn new(nodes: &[TreeNode], size: (f64, f64), theme: &Theme) -> Self {
        let px = theme.scale;
        // From the leaves up; a handful need no sorting machinery.
        let mut levels: Vec<u32> = Vec::new();
        for node in nodes {
            let place = levels.partition_point(|l| *l < node.level);
            if levels.get(place) != Some(&node.level) {
                levels.insert(place, node.level);
            }
        }
        let above = (levels.len() - 1) as f64;
        let room = (size.0 - 2.0 * MARGIN * px, size.1 - 2.0 * MARGIN * px);
        let leaves = |rows: u32, side: f64| f64::from(rows) * (side + ROW_GAP * px) - ROW_GAP * px;
        let fit = |rows: u32| {
            let (slots, columns) = slots(nodes, &levels, rows);
            let pitch = (room.0 / columns).min(PITCH_MAX * px);
            let across = (pitch - if rows > 1 { 6.0 } else { 3.0 } * px).max(0.7 * pitch);
            let down = room.1 - above * LEVEL_GAP * px - leaves(rows, 0.0);
            let down = down / (above + f64::from(rows));
            let side = across.min(down).min(SIDE_MAX * px).floor().max(1.0);
            (side, rows, slots, pitch, columns)
        };
        let mut best = fit(1);
        for rows in 2..=ROWS_MAX {
            if best.0 >= SIDE_WANTED * px {
                break;
            }
            let next = fit(rows);
            if next.0 > best.0 {
                best = next;
            }
        }
        let (side, rows, slots, pitch, columns) = best;
        // Pages above the leaves are larger where there is room.
        let free = room.1 - leaves(rows, side) - above * LEVEL_GAP * px;
        let inner = (free / above.max(1.0)).min(narrowest(nodes, &slots, levels[0]) * 0.8 * pitch);
        let inner = (inner - 3.0 * px).min(SIDE_MAX * px).floor().max(side);
        let spare = (room.1 - leaves(rows, side) - above * inner).max(0.0);
        let gap = (spare / above.max(1.0)).min(LEVEL_GAP_MAX * px);
        let top = (MARGIN * px).min(size.1 / 3.0) + (spare - above * gap) / 2.0;
        // What hangs lies to the right of its line, and the line in the middle of the column.
        let aside = if rows > 1 { side / 2.0 + 3.0 * px } else { 0.0 };
        let left = (size.0 - pitch * (columns - 1.0) - aside) / 2.0;
        let spot = |(slot, node): (&(f64, u32), &TreeNode)| {
            let rank = levels.partition_point(|l| *l < node.level) as f64;
            let (middle, y) = (left + slot.0 * pitch, top + (above - rank) * (inner + gap));
            let is_leaf = node.level == levels[0];
            let side = if is_leaf { side } else { inner };
            let (x, row) = (
                middle - side / 2.0,
                f64::from(slot.1) * (side + ROW_GAP * px),
            );
            let x = if is_leaf { x + aside } else { x };
            Spot {
                at: (x.round(), (y + row).round()),
                side,
                hangs: (is_leaf && rows > 1).then_some(slot.1),
            }
        };
        Self {
            spots: slots.iter().zip(nodes).map(spot).collect(),
            side,
            pitch,
            gap,
        }
    }

    /// From a parent down, along over all its children, and down to each. What leads to an image
    /// that the parent does not know is dashed.
    fn edges(&self, nodes: &[TreeNode], sheet: &mut Sheet<'_>) {
        let (px, hair, rule) = (sheet.theme.scale, sheet.hair(), sheet.theme.rule);
        let middle = |spot: &Spot| (spot.at.0 + (spot.side - hair) / 2.0).round();
        let drop = |spot: &Spot| match spot.hangs {
            Some(_) => (spot.at.0 - 3.0 * px).round(),
            None => middle(spot),
        };
        let bus = |spot: &Spot| (spot.at.1 + spot.side + self.gap / 2.0).round();
        let mut spans: Vec<Option<Px>> = vec![None; nodes.len()];
        let mut cut = Vec::new();
        for (spot, node) in self.spots.iter().zip(nodes) {
            let Some(parent) = parent_of(nodes, node) else {
                continue;
            };
            let (x, from, stem) = (
                drop(spot),
                bus(&self.spots[parent]) + hair,
                middle(&self.spots[parent]),
            );
            // What is all but straight is straight.
            let x = if (x - stem).abs() < 2.0 * px { stem } else { x };
            let (left, right) = spans[parent].unwrap_or((stem, stem));
            spans[parent] = Some((left.min(x), right.max(x)));
            let is_cut = node.cell == Cell::Stale && !node.is_linked;
            let center = (spot.at.1 + spot.side / 2.0).round();
            match spot.hangs {
                Some(row) => {
                    let step = spot.side + ROW_GAP * px;
                    let from = if row == 0 {
                        from
                    } else {
                        (center - step).round() + hair
                    };
                    sheet
                        .pen
                        .rect((x, from), (hair, center + hair - from), rule);
                    if !is_cut {
                        let stub = (spot.at.0 - x - hair, hair);
                        sheet.pen.rect((x + hair, center), stub, rule);
                    }
                }
                None if is_cut => cut.push((x, from, spot.at.1)),
                None => sheet.pen.rect((x, from), (hair, spot.at.1 - from), rule),
            }
        }
        for (spot, span) in self.spots.iter().zip(spans) {
            if let Some((left, right)) = span {
                let (start, bus) = (spot.at.1 + spot.side, bus(spot));
                sheet
                    .pen
                    .rect((middle(spot), start), (hair, bus - start), rule);
                sheet
                    .pen
                    .rect((left, bus), (right - left + hair, hair), rule);
            }
        }
        for (x, from, to) in cut {
            let mut y = from + 2.0 * px;
            while y < to {
                let size = (hair, (3.0 * px).min(to - y));
                sheet.pen.rect((x, y), size, sheet.theme.cell(Cell::Stale));
                y += 5.0 * px;
            }
        }
    }
}

/// The least distance between neighbours above the leaves, in columns.
fn narrowest(nodes: &[TreeNode], slots: &[(f64, u32)], leaf: u32) -> f64 {
    let mut least = f64::INFINITY;
    for (i, node) in nodes.iter().enumerate().filter(|(_, n)| n.level != leaf) {
        let next = (i + 1..nodes.len()).find(|j| nodes[*j].level == node.level);
        if let Some(j) = next {
            least = least.min((slots[j].0 - slots[i].0).abs());
        }
    }
    least
}

/// A column, counted from the left, and a row below it, for every page; and how many columns there
/// are. Leaves stand in key order, a parent over the middle of its children.
fn slots(nodes: &[TreeNode], levels: &[u32], rows: u32) -> (Vec<(f64, u32)>, f64) {
    let mut slots = vec![(0.0_f64, 0_u32); nodes.len()];
    let mut spans: Vec<Option<(f64, f64)>> = vec![None; nodes.len()];
    let mut width = 0.0_f64;
    for (rank, level) in levels.iter().enumerate() {
        let mut last: Option<(f64, u32, Option<u32>)> = None;
        for (i, node) in nodes.iter().enumerate().filter(|(_, n)| n.level == *level) {
            let beside = match last {
                None => (0.0, 0),
                Some((column, row, family)) if family == node.parent => {
                    if rank == 0 && row + 1 < rows {
                        (column, row + 1)
                    } else {
                        (column + 1.0, 0)
                    }
                }
                // Columns are far enough apart as they are.
                Some((column, ..)) => (column + if rows > 1 { 1.3 } else { 1.6 }, 0),
            };
            let slot = spans[i].map_or(beside, |(from, to)| ((from + to) / 2.0, 0));
            slots[i] = slot;
            last = Some((slot.0, slot.1, node.parent));
            width = width.max(slot.0);
            if let Some(parent) = parent_of(nodes, node) {
                let (from, to) = spans[parent].unwrap_or((slot.0, slot.0));
                spans[parent] = Some((from.min(slot.0), to.max(slot.0)));
            }
        }
    }
    (slots, width + 1.0)
}
