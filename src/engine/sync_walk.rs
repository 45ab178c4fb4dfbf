//! The walk of a checkpoint over a tree: a page comes after its children.
//!
//! Source: facts/wiredtiger.md 1.2 (depth first, an internal page is returned after its last slot)
//! and 1.8 (the second pass skips leaves).

use super::page::PageId;
use super::tree::Tree;

/// A position in a tree, in post-order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SyncWalk {
    /// The lowest pages that it returns: leaves, or their parents.
    next_low: u32,
    low_end: u32,
    at: Option<PageId>,
}

impl SyncWalk {
    /// Before the first page, of all pages or of internal pages only.
    #[must_use]
    pub fn new(tree: &Tree, skips_leaves: bool) -> Self {
        let low = tree.level(u32::from(skips_leaves));
        Self {
            next_low: low.start,
            low_end: low.end,
            at: None,
        }
    }

    /// Where it stands; nothing before the first page and after the root.
    #[must_use]
    pub fn page(&self) -> Option<PageId> {
        self.at
    }

    /// Goes to the next page.
    pub fn advance(&mut self, tree: &Tree) -> Option<PageId> {
        let up = self.at.filter(|page| tree.is_last_child(*page));
        self.at = match up {
            Some(page) if page == tree.root() => None,
            Some(page) => Some(tree.parent(page)),
            None if self.next_low < self.low_end => {
                self.next_low += 1;
                Some(PageId(self.next_low - 1))
            }
            None => None,
        };
        self.at
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::tree::Levels;

    #[test]
    fn every_page_comes_once_and_after_its_children() {
        for (leaves, parents, fanout) in [(1, 1, 2), (9, 4, 2), (500, 60, 5)] {
            let tree = Tree::new(Levels::new(leaves, parents, fanout));
            for skips_leaves in [false, true] {
                let first = if skips_leaves { tree.leaves() } else { 0 };
                let mut seen = vec![false; tree.pages() as usize];
                let mut walk = SyncWalk::new(&tree, skips_leaves);
                while let Some(page) = walk.advance(&tree) {
                    assert!(!seen[page.0 as usize], "{page:?} twice");
                    seen[page.0 as usize] = true;
                    if !tree.is_leaf(page) {
                        let mut children = tree.children(page).filter(|c| *c >= first);
                        assert!(children.all(|c| seen[c as usize]), "{page:?} too early");
                    }
                }
                assert!(seen[first as usize..].iter().all(|s| *s));
                assert!(!seen[..first as usize].iter().any(|s| *s));
            }
        }
    }
}
