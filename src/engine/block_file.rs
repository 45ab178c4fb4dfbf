//! Where the images of a tree's pages lie on disk, and which image a reader from the root finds.
//!
//! A page is never written in place: its new image gets a new block, the old one is freed, and the
//! parent's next image has the new address. Freed blocks belong to the checkpoint before until the
//! new one is complete. Source: facts/wiredtiger.md 1.4 and 2.3 (F1 to F3).

use super::page::PageId;
use super::tree::Tree;
use crate::kernel::{ChunkVec, Digest};

/// The address of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Block(pub u32);

/// The addresses of a tree's pages. At first page n lies in block n, as the checkpoint before
/// left it.
#[derive(Clone, Debug)]
pub struct BlockFile {
    /// The newest image of each page.
    newest: ChunkVec<u32>,
    /// The address of each page in the newest image of its parent.
    known: ChunkVec<u32>,
    next: u32,
    /// Blocks that may be used again; only a broken file has some before a checkpoint is complete.
    reusable: Option<Vec<u32>>,
}

impl BlockFile {
    /// The file as the checkpoint before left it. A file that `reuses_at_once` breaks the rule that
    /// freed blocks wait for the new checkpoint: for tests that must catch it.
    #[must_use]
    pub fn new(pages: u32, reuses_at_once: bool) -> Self {
        let same = ChunkVec::from_fn(pages, |page| page);
        Self {
            newest: same.clone(),
            known: same,
            next: pages,
            reusable: reuses_at_once.then(Vec::new),
        }
    }

    /// Writes a page: a new block holds its image, and the old one is freed.
    pub fn write(&mut self, page: PageId) -> Block {
        let block = match self.reusable.as_mut().and_then(Vec::pop) {
            Some(block) => block,
            None => {
                self.next += 1;
                self.next - 1
            }
        };
        let old = std::mem::replace(self.newest.get_mut(page.0), block);
        if let Some(reusable) = &mut self.reusable {
            reusable.push(old);
        }
        Block(block)
    }

    /// Builds the image of an internal page: it has the addresses that its children have now.
    pub fn link_children(&mut self, tree: &Tree, page: PageId) {
        let children = tree.children(page);
        let count = children.end - children.start;
        let mut newest = self.newest.range(children.start, count);
        self.known.update(children.start, count, |known| {
            if let Some(block) = newest.next() {
                *known = *block;
            }
        });
    }

    /// The address of a page's newest image.
    #[must_use]
    pub fn newest(&self, page: PageId) -> Block {
        Block(*self.newest.get(page.0))
    }

    /// The address of a page in the newest image of its parent.
    #[must_use]
    pub fn known(&self, page: PageId) -> Block {
        Block(*self.known.get(page.0))
    }

    /// Has this checkpoint written the page?
    #[must_use]
    pub fn is_written(&self, page: PageId) -> bool {
        self.newest(page) != Block(page.0)
    }

    /// Would the newest image of its parent lead to an old image of the page?
    #[must_use]
    pub fn is_stale(&self, page: PageId) -> bool {
        self.newest(page) != self.known(page)
    }

    /// For each page, whether a reader who starts at the root of the new checkpoint finds its
    /// newest image.
    #[must_use]
    pub fn reached(&self, tree: &Tree) -> Vec<bool> {
        let mut reached: Vec<bool> = vec![true; tree.pages() as usize];
        let pairs = self.newest.iter().zip(self.known.iter());
        let linked: Vec<bool> = pairs.map(|(newest, known)| newest == known).collect();
        for page in (0..tree.root().0).rev() {
            let parent = tree.parent(PageId(page)).0 as usize;
            reached[page as usize] = linked[page as usize] && reached[parent];
        }
        reached
    }

    /// Writes the state.
    pub fn digest(&self, into: &mut Digest) {
        for (newest, known) in self.newest.iter().zip(self.known.iter()) {
            into.u32(*newest);
            into.u32(*known);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::tree::Levels;

    #[test]
    fn a_reader_from_the_root_needs_every_link() {
        // Leaves 0 to 3, parents 4 and 5, root 6.
        let tree = Tree::new(Levels::new(4, 2, 2));
        let mut file = BlockFile::new(tree.pages(), false);
        assert!(file.reached(&tree).iter().all(|r| *r));
        file.write(PageId(1));
        assert!(file.is_stale(PageId(1)) && !file.reached(&tree)[1]);
        file.link_children(&tree, PageId(4));
        file.write(PageId(4));
        assert!(
            !file.is_stale(PageId(1)),
            "its parent's image has the address"
        );
        assert!(
            !file.reached(&tree)[1],
            "but the root leads to the old parent"
        );
        file.link_children(&tree, PageId(6));
        file.write(PageId(6));
        assert!(file.reached(&tree).iter().all(|r| *r));
    }

    #[test]
    fn a_page_written_after_its_parent_is_not_found() {
        let tree = Tree::new(Levels::new(4, 2, 2));
        let mut file = BlockFile::new(tree.pages(), false);
        for page in [PageId(4), PageId(6)] {
            file.link_children(&tree, page);
            file.write(page);
        }
        file.link_children(&tree, PageId(6));
        file.write(PageId(0));
        let lost: Vec<bool> = file.reached(&tree).iter().map(|r| !r).collect();
        assert_eq!(lost, [true, false, false, false, false, false, false]);
    }
}
