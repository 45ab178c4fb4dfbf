//! A reader of a tree's pages on disk, from the root: the tests' own small code, which knows
//! nothing of how the checkpoint keeps its addresses.

use std::collections::BTreeMap;

use dirty_pages::engine::page::PageId;
use dirty_pages::engine::tree::Tree;
use dirty_pages::scene::two_pass::model::log::Image;

/// What lies in a block.
struct Stored {
    page: u32,
    is_new: bool,
    children: Vec<u32>,
}

/// All blocks that were ever written.
pub struct Disk<'a> {
    tree: &'a Tree,
    blocks: BTreeMap<u32, Stored>,
}

impl<'a> Disk<'a> {
    /// The disk as the checkpoint before left it: page n in block n.
    pub fn new(tree: &'a Tree) -> Self {
        let stored = |page: u32| Stored {
            page,
            is_new: false,
            children: if tree.is_leaf(PageId(page)) {
                Vec::new()
            } else {
                tree.children(PageId(page)).collect()
            },
        };
        Self {
            blocks: (0..tree.pages()).map(|page| (page, stored(page))).collect(),
            tree,
        }
    }

    /// An image is written; what was in its block before is gone.
    pub fn write(&mut self, image: &Image) {
        let stored = Stored {
            page: image.page.0,
            is_new: true,
            children: image.children.iter().map(|block| block.0).collect(),
        };
        self.blocks.insert(image.block.0, stored);
    }

    /// Reads every leaf from the root in `block`: is its image of this checkpoint? An error names
    /// a page whose address leads to something else.
    pub fn read(&self, block: u32) -> Result<Vec<bool>, u32> {
        let mut leaves = vec![false; self.tree.leaves() as usize];
        let mut to_read = vec![(self.tree.root().0, block)];
        while let Some((page, block)) = to_read.pop() {
            let stored = self.blocks.get(&block).filter(|s| s.page == page);
            let stored = stored.ok_or(page)?;
            if self.tree.is_leaf(PageId(page)) {
                leaves[page as usize] = stored.is_new;
                continue;
            }
            let children = self.tree.children(PageId(page));
            assert_eq!(children.len(), stored.children.len());
            to_read.extend(children.zip(stored.children.iter().copied()));
        }
        Ok(leaves)
    }
}
