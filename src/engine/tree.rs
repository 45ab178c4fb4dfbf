//! The shape of a B-tree: pages a level, who is whose parent, and what a row change writes.
//!
//! Source: facts/wiredtiger.md 1.2 and 2.2. Pages are numbered level by level, leaves first, each
//! level in key order, so that the children of a page stand side by side and the root comes last.

use std::ops::Range;
use std::rc::Rc;

use super::page::PageId;

/// Most pages of a tree: what a reader's browser runs in a moment.
pub const TREE_PAGES_MAX: u32 = 250_000;
/// Fewest children of an internal page, or no tree would ever end in one root.
pub const FANOUT_MIN: u32 = 2;
/// Bytes of an internal page's entry beside the key: the cell headers and the address of the
/// child. Assumption, from the size of an address cookie with file offset, size and checksum.
const ENTRY_EXTRA_BYTES: u64 = 16;
/// Bytes of a page that no row or entry may use: page and block header. WiredTiger's are 28 and 12.
const PAGE_HEADER_BYTES: u64 = 40;
const NO_PARENT: u32 = u32::MAX;

/// How many pages each level has: leaves first, the root last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Levels(Vec<u32>);

impl Levels {
    /// `leaves` under `parents` internal pages, and above these as many levels as it takes for
    /// `fanout` children a page. Too few or too many give the nearest tree that can be.
    #[must_use]
    pub fn new(leaves: u32, parents: u32, fanout: u32) -> Self {
        let leaves = leaves.clamp(1, TREE_PAGES_MAX / 2);
        let mut counts = vec![leaves, parents.clamp(1, leaves)];
        let fanout = fanout.max(FANOUT_MIN);
        while let Some(last) = counts.last().copied().filter(|last| *last > 1) {
            counts.push(last.div_ceil(fanout));
        }
        Self(counts)
    }

    /// A tree of `rows` rows on full pages.
    #[must_use]
    pub fn of_rows(rows: u64, layout: &TreeLayout) -> Self {
        let leaves = rows.div_ceil(u64::from(layout.rows_per_leaf())).max(1);
        let leaves = u32::try_from(leaves).unwrap_or(u32::MAX);
        let fanout = layout.fanout();
        Self::new(leaves, leaves.div_ceil(fanout), fanout)
    }

    /// Pages a level, leaves first.
    #[must_use]
    pub fn counts(&self) -> &[u32] {
        &self.0
    }
}

/// What a row, a key and a page take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeLayout {
    /// Bytes of a key.
    pub key_bytes: u64,
    /// Bytes of a value.
    pub value_bytes: u64,
    /// Bytes of a leaf page.
    pub leaf_bytes: u64,
    /// Bytes of an internal page.
    pub internal_bytes: u64,
}

impl TreeLayout {
    /// Rows on a full leaf, at least one.
    #[must_use]
    pub fn rows_per_leaf(&self) -> u32 {
        let room = self.leaf_bytes.saturating_sub(PAGE_HEADER_BYTES);
        let rows = room / (self.key_bytes + self.value_bytes).max(1);
        u32::try_from(rows.max(1)).unwrap_or(u32::MAX)
    }

    /// Children of a full internal page, at least [`FANOUT_MIN`].
    #[must_use]
    pub fn fanout(&self) -> u32 {
        let room = self.internal_bytes.saturating_sub(PAGE_HEADER_BYTES);
        let children = room / (self.key_bytes + ENTRY_EXTRA_BYTES);
        u32::try_from(children).unwrap_or(u32::MAX).max(FANOUT_MIN)
    }
}

/// A tree: who is whose parent. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Tree {
    levels: Levels,
    /// The first page of each level, and the number of pages.
    starts: Rc<[u32]>,
    /// Of each page; the root has [`NO_PARENT`], so that its last child can be told.
    parents: Rc<[u32]>,
    /// Of each internal page, counted from the first of them; one more at the end.
    first_children: Rc<[u32]>,
}

impl Tree {
    /// The tree with these levels, the children spread evenly over the pages above them.
    #[must_use]
    pub fn new(levels: Levels) -> Self {
        let counts = levels.counts();
        let mut starts = vec![0];
        for count in counts {
            starts.push(starts.last().copied().unwrap_or(0) + count);
        }
        let pages = starts.last().copied().unwrap_or(0);
        let mut parents = Vec::with_capacity(pages as usize);
        let mut first_children = Vec::new();
        for (level, pair) in counts.windows(2).enumerate() {
            let (below, above) = (u64::from(pair[0]), u64::from(pair[1]));
            for parent in 0..above {
                let first = |place: u64| (place * below / above) as u32;
                let (from, to) = (first(parent), first(parent + 1));
                first_children.push(starts[level] + from);
                let own = starts[level + 1] + parent as u32;
                parents.extend((from..to).map(|_| own));
            }
        }
        first_children.push(pages - 1);
        parents.push(NO_PARENT);
        Self {
            starts: starts.into(),
            parents: parents.into(),
            first_children: first_children.into(),
            levels,
        }
    }

    /// How many pages there are.
    #[must_use]
    pub fn pages(&self) -> u32 {
        self.root().0 + 1
    }

    /// How many of them are leaves.
    #[must_use]
    pub fn leaves(&self) -> u32 {
        self.starts[1]
    }

    /// How many are internal pages.
    #[must_use]
    pub fn internals(&self) -> u32 {
        self.pages() - self.leaves()
    }

    /// The root.
    #[must_use]
    pub fn root(&self) -> PageId {
        PageId(self.parents.len() as u32 - 1)
    }

    /// Pages a level, leaves first.
    #[must_use]
    pub fn levels(&self) -> &[u32] {
        self.levels.counts()
    }

    /// The pages of a level, leaves being level 0.
    #[must_use]
    pub fn level(&self, level: u32) -> Range<u32> {
        self.starts[level as usize]..self.starts[level as usize + 1]
    }

    /// Is it a leaf?
    #[must_use]
    #[inline]
    pub fn is_leaf(&self, page: PageId) -> bool {
        page.0 < self.starts[1]
    }

    /// The parent of a page; the root is its own.
    #[must_use]
    #[inline]
    pub fn parent(&self, page: PageId) -> PageId {
        PageId(self.parents[page.0 as usize].min(self.root().0))
    }

    /// The children of an internal page.
    ///
    /// # Panics
    /// For a leaf.
    #[must_use]
    pub fn children(&self, page: PageId) -> Range<u32> {
        let place = (page.0 - self.leaves()) as usize;
        self.first_children[place]..self.first_children[place + 1]
    }

    /// Is it the last child of its parent? The root is.
    #[must_use]
    #[inline]
    pub fn is_last_child(&self, page: PageId) -> bool {
        let next = self.parents.get(page.0 as usize + 1);
        next.is_none_or(|parent| *parent != self.parents[page.0 as usize])
    }

    /// The pages that a checkpoint has to write when these leaves have changed, level by level: a
    /// page is written if a child of it is.
    #[must_use]
    pub fn written_by_level(&self, changed: &[bool]) -> Vec<u32> {
        let mut is_written: Vec<bool> = changed.to_vec();
        is_written.resize(self.pages() as usize, false);
        for page in 0..self.root().0 {
            if is_written[page as usize] {
                is_written[self.parents[page as usize] as usize] = true;
            }
        }
        let written = |range: Range<u32>| range.filter(|p| is_written[*p as usize]).count() as u32;
        (0..self.levels().len() as u32)
            .map(|level| written(self.level(level)))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_tree_has_its_pages() {
        let tree = Tree::new(Levels::new(108_043, 9_169, 12));
        assert_eq!(tree.levels(), [108_043, 9_169, 765, 64, 6, 1]);
        assert_eq!(tree.internals(), 10_005);
    }

    #[test]
    fn parents_and_children_agree() {
        for (leaves, parents, fanout) in [(1, 1, 2), (7, 3, 2), (40, 11, 3), (1_000, 1_000, 9)] {
            let tree = Tree::new(Levels::new(leaves, parents, fanout));
            for page in tree.leaves()..tree.pages() {
                let children = tree.children(PageId(page));
                assert!(!children.is_empty(), "page {page}");
                for child in children.clone() {
                    assert_eq!(tree.parent(PageId(child)), PageId(page));
                    let is_last = child + 1 == children.end;
                    assert_eq!(tree.is_last_child(PageId(child)), is_last, "{child}");
                }
            }
            assert_eq!(tree.parent(tree.root()), tree.root());
            assert!(tree.is_last_child(tree.root()));
        }
    }

    #[test]
    fn one_changed_row_writes_one_page_a_level() {
        let tree = Tree::new(Levels::new(5_000, 400, 7));
        for leaf in [0, 1_234, 4_999] {
            let mut changed = vec![false; 5_000];
            changed[leaf] = true;
            assert!(
                tree.written_by_level(&changed)
                    .iter()
                    .all(|pages| *pages == 1)
            );
        }
        assert_eq!(
            tree.written_by_level(&vec![true; 5_000]),
            tree.levels(),
            "all rows: all pages"
        );
    }

    #[test]
    fn an_ordinary_internal_page_holds_over_a_hundred_children() {
        let layout = TreeLayout {
            key_bytes: 16,
            value_bytes: 200,
            leaf_bytes: 32 << 10,
            internal_bytes: 4 << 10,
        };
        assert_eq!((layout.fanout(), layout.rows_per_leaf()), (126, 151));
        let levels = Levels::of_rows(1_000_000, &layout);
        assert_eq!(levels.counts(), [6_623, 53, 1]);
    }
}
