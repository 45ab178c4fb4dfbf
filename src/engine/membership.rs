//! Which internal pages may be written, told by explicit membership: a page is ready when the walk
//! has passed it and none of its children is queued or being processed.
//!
//! Source: facts/wiredtiger.md 2.3 (d). The state of a page in memory can't say this: a parent is
//! clean while all its children are still queued.

use super::page::PageId;
use super::tree::Tree;
use crate::kernel::{ChunkVec, Digest};

const CLOSED: u32 = 1 << 31;

/// Children under way, for each internal page.
#[derive(Clone, Debug)]
pub struct Membership {
    /// Pending children, and whether the walk has passed.
    nodes: ChunkVec<u32>,
    first: u32,
}

impl Membership {
    /// Nothing is pending.
    #[must_use]
    pub fn new(tree: &Tree) -> Self {
        Self {
            nodes: ChunkVec::new(tree.internals(), 0),
            first: tree.leaves(),
        }
    }

    /// A child of `parent` is under way.
    pub fn add(&mut self, parent: PageId) {
        *self.nodes.get_mut(parent.0 - self.first) += 1;
    }

    /// The walk has passed `page`: no child will be added. True if none is pending.
    pub fn close(&mut self, page: PageId) -> bool {
        let node = self.nodes.get_mut(page.0 - self.first);
        *node |= CLOSED;
        *node == CLOSED
    }

    /// A child of `parent` is done. True if that makes the parent ready.
    ///
    /// # Panics
    /// If none was under way.
    pub fn remove(&mut self, parent: PageId) -> bool {
        let node = self.nodes.get_mut(parent.0 - self.first);
        assert!(*node & !CLOSED > 0, "a child is done that was not added");
        *node -= 1;
        *node == CLOSED
    }

    /// Children under way.
    #[must_use]
    pub fn pending(&self, page: PageId) -> u32 {
        *self.nodes.get(page.0 - self.first) & !CLOSED
    }

    /// Writes the state.
    pub fn digest(&self, into: &mut Digest) {
        self.nodes.iter().for_each(|node| into.u32(*node));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::tree::Levels;

    #[test]
    fn ready_is_closed_with_nothing_pending_in_either_order() {
        let tree = Tree::new(Levels::new(4, 2, 2));
        let mut members = Membership::new(&tree);
        let (a, b) = (PageId(4), PageId(5));
        members.add(a);
        assert!(!members.close(a), "a child is under way");
        assert!(members.remove(a), "its last child makes it ready");
        members.add(b);
        assert!(!members.remove(b), "the walk may still add children");
        assert!(members.close(b));
    }
}
