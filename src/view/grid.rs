//! The page grid: one cell a page of the file, in page order.

/// What a page looks like at the cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Cell {
    /// Same as the copy on disk.
    Clean,
    /// Newer than the copy on disk.
    Dirty,
    /// Its write has been handed to the disk and is not done.
    Writing,
    /// A page of the file that the statement never changed (an internal page, a gap).
    Untouched,
    /// A place in memory that holds no page.
    Free,
    /// In use by a statement, so that it can't be put out of memory.
    Pinned,
    /// In the work queue.
    Queued,
    /// Being turned into its disk form and written.
    Reconciling,
    /// Written by this checkpoint, and whoever reads from its root finds the new image.
    Written,
    /// Written by this checkpoint, but the image of its parent has the address of the old one.
    Stale,
}

impl Cell {
    /// All kinds.
    pub const ALL: [Self; 10] = [
        Self::Dirty,
        Self::Writing,
        Self::Clean,
        Self::Untouched,
        Self::Free,
        Self::Pinned,
        Self::Queued,
        Self::Reconciling,
        Self::Written,
        Self::Stale,
    ];
    /// The kinds of a file's pages, in legend order.
    pub const OF_FILE: [Self; 4] = [Self::Dirty, Self::Writing, Self::Clean, Self::Untouched];

    /// The kinds of a tree's pages during a checkpoint, in legend order.
    pub const OF_TREE: [Self; 6] = [
        Self::Clean,
        Self::Dirty,
        Self::Queued,
        Self::Reconciling,
        Self::Written,
        Self::Stale,
    ];

    /// The same where eviction takes pages out of memory.
    pub const OF_EVICTED_TREE: [Self; 7] = [
        Self::Clean,
        Self::Dirty,
        Self::Queued,
        Self::Reconciling,
        Self::Written,
        Self::Stale,
        Self::Free,
    ];

    /// Place in [`Self::ALL`].
    #[must_use]
    pub fn place(self) -> usize {
        Self::ALL.iter().position(|c| *c == self).unwrap_or(0)
    }

    /// Name in the stylesheet.
    #[must_use]
    pub fn class(self) -> &'static str {
        match self {
            Self::Clean => "clean",
            Self::Dirty => "dirty",
            Self::Writing => "writing",
            Self::Untouched => "untouched",
            Self::Free => "free",
            Self::Pinned => "pinned",
            Self::Queued => "queued",
            Self::Reconciling => "reconciling",
            Self::Written => "written",
            Self::Stale => "stale",
        }
    }

    /// The word in legends and screen-reader text.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Clean => "clean",
            Self::Dirty => "dirty",
            Self::Writing => "being written",
            Self::Untouched => "not changed",
            Self::Free => "free, no page in memory",
            Self::Pinned => "pinned",
            Self::Queued => "queued",
            Self::Reconciling => "being reconciled",
            Self::Written => "written",
            Self::Stale => "written, not found from above",
        }
    }
}

/// One variant's pages at the cursor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageGrid {
    /// The variant: "CHECKPOINT 30".
    pub label: String,
    /// Palette place of the variant.
    pub style: u8,
    /// One cell a page, or a group of neighbours, in file order.
    pub cells: Vec<Cell>,
    /// The kinds that the legend explains, in its order.
    pub kinds: &'static [Cell],
    /// Pages that one of the cells stands for.
    pub pages_per_entry: u32,
    /// Dirty pages, those being written included: the count on the card.
    pub dirty_count: u64,
    /// The grid in words: "CHECKPOINT 30: 15,100 of 15,790 pages still dirty, 2 being written".
    pub text: String,
    /// Part of the answer to the bet.
    pub veiled: bool,
}

/// A horizontal run of equal cells when the grid is laid out in rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowRun {
    /// Row, from 0.
    pub row: u32,
    /// First column.
    pub column: u32,
    /// Cells in the run.
    pub len: u32,
    /// What they are.
    pub cell: Cell,
}

impl PageGrid {
    /// How many pages one drawn cell stands for, and how many columns and rows are drawn, so that
    /// the grid fills a box of `width` by `height` with cells of at least `cell_min` units a side.
    /// The shape does not depend on the cells, so that nothing jumps as they change.
    #[must_use]
    pub fn layout(&self, width: u32, height: u32, cell_min: u32) -> (u32, u32, u32) {
        let pages = (self.cells.len() as u64).max(1);
        let cells_max = u64::from((width / cell_min.max(1)).max(1))
            * u64::from((height / cell_min.max(1)).max(1));
        let pages_per_cell = pages.div_ceil(cells_max);
        let drawn = pages.div_ceil(pages_per_cell);
        // Largest cell side that still fits every drawn cell.
        let mut side = width.max(1);
        while side > 1 && u64::from(width / side) * u64::from(height / side) < drawn {
            side -= 1;
        }
        let columns = (width / side).max(1);
        let rows = u32::try_from(drawn.div_ceil(u64::from(columns))).unwrap_or(u32::MAX);
        (
            u32::try_from(pages_per_cell).unwrap_or(u32::MAX),
            columns,
            rows,
        )
    }

    /// Equal neighbours merged, row by row; when a drawn cell stands for several pages, it shows
    /// the one that matters most (at work first, then dirty or stale, then the others).
    #[must_use]
    pub fn runs(&self, pages_per_cell: u32, columns: u32) -> Vec<RowRun> {
        let mut out: Vec<RowRun> = Vec::new();
        let group = pages_per_cell.max(1) as usize;
        for (index, pages) in self.cells.chunks(group).enumerate() {
            let index = u32::try_from(index).unwrap_or(u32::MAX);
            let (row, column) = (index / columns.max(1), index % columns.max(1));
            let cell = strongest(pages);
            match out.last_mut() {
                Some(run) if run.row == row && run.cell == cell => run.len += 1,
                _ => out.push(RowRun {
                    row,
                    column,
                    len: 1,
                    cell,
                }),
            }
        }
        out
    }

    /// Pages of a kind.
    #[must_use]
    pub fn count(&self, cell: Cell) -> u64 {
        self.cells.iter().filter(|c| **c == cell).count() as u64
    }
}

/// The kinds of all grids of a figure, each once: what its legend explains.
#[must_use]
pub fn legend_kinds(grids: &[PageGrid]) -> Vec<Cell> {
    let mut out: Vec<Cell> = Vec::new();
    for kind in grids.iter().flat_map(|grid| grid.kinds) {
        if !out.contains(kind) {
            out.push(*kind);
        }
    }
    out
}

/// What one drawn cell stands for at least, when it is more than a page.
#[must_use]
pub fn legend_note(grids: &[PageGrid]) -> Option<String> {
    let pages = grids.iter().map(|grid| grid.pages_per_entry).max()?;
    if pages <= 1 {
        return None;
    }
    let is_tree = grids.iter().any(|grid| grid.kinds == Cell::OF_TREE);
    Some(if is_tree {
        format!("each cell: {pages} leaves or more; then, below, the internal pages")
    } else {
        format!("each cell: {pages} pages or more")
    })
}

fn strongest(pages: &[Cell]) -> Cell {
    use Cell::{
        Clean, Dirty, Free, Pinned, Queued, Reconciling, Stale, Untouched, Writing, Written,
    };
    let strength = [
        Writing,
        Reconciling,
        Queued,
        Dirty,
        Stale,
        Pinned,
        Written,
        Clean,
        Free,
        Untouched,
    ];
    strength
        .into_iter()
        .find(|cell| pages.contains(cell))
        .unwrap_or(Cell::Untouched)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(cells: Vec<Cell>) -> PageGrid {
        PageGrid {
            label: "a".into(),
            style: 0,
            cells,
            kinds: &Cell::ALL,
            pages_per_entry: 1,
            dirty_count: 0,
            text: String::new(),
            veiled: false,
        }
    }

    #[test]
    fn every_page_has_a_place() {
        for pages in [1_usize, 2, 20, 999, 15_790, 157_900, 1_048_576] {
            let grid = grid(vec![Cell::Dirty; pages]);
            for (width, height) in [(100, 50), (320, 120), (380, 160), (1, 1)] {
                let (per_cell, columns, rows) = grid.layout(width, height, 2);
                let places = u64::from(per_cell) * u64::from(columns) * u64::from(rows);
                assert!(places >= pages as u64, "{pages} pages, {places} places");
                assert!(columns <= width && rows <= height.max(1) || width == 1);
            }
        }
    }

    #[test]
    fn runs_merge_neighbours_but_not_rows() {
        use Cell::{Clean, Dirty};
        let runs = grid(vec![Dirty, Dirty, Dirty, Clean, Clean, Dirty]).runs(1, 3);
        let lens: Vec<(u32, u32, u32)> = runs.iter().map(|r| (r.row, r.column, r.len)).collect();
        assert_eq!(lens, vec![(0, 0, 3), (1, 0, 2), (1, 2, 1)]);
    }

    #[test]
    fn a_shared_cell_shows_what_matters_most() {
        use Cell::{Clean, Dirty, Free, Pinned, Untouched, Writing};
        let runs = grid(vec![Clean, Dirty, Clean, Clean, Writing, Dirty]).runs(2, 3);
        let cells: Vec<Cell> = runs.iter().map(|r| r.cell).collect();
        assert_eq!(cells, vec![Dirty, Clean, Writing]);
        let runs = grid(vec![
            Pinned, Dirty, Clean, Pinned, Free, Clean, Untouched, Free,
        ])
        .runs(2, 4);
        let cells: Vec<Cell> = runs.iter().map(|r| r.cell).collect();
        assert_eq!(cells, vec![Dirty, Pinned, Clean, Free]);
    }
}
