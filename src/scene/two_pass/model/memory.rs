//! Which pages of the tree are in memory while eviction runs, and which it may take.
//!
//! Source: facts/wiredtiger.md 1.5 and 1.6. Eviction takes clean pages throughout a checkpoint. It
//! may not take a page with a hazard pointer, a dirty one, or one with a child in memory.

use super::super::scenario::Eviction;
use crate::engine::page::PageId;
use crate::engine::tree::Tree;
use crate::kernel::{ChunkVec, Digest, SimTime};

/// Pages that eviction looks at in one attempt.
const LOOKS: u32 = 64;

/// The pages in memory.
#[derive(Clone, Debug)]
pub struct Memory {
    eviction: Eviction,
    is_in: ChunkVec<bool>,
    pins: ChunkVec<u8>,
    children_in: ChunkVec<u32>,
    hand: u32,
    /// The next attempt.
    pub at: SimTime,
    /// What the driver has pushed since it drained.
    held: Vec<u32>,
}

impl Memory {
    /// All pages are in memory.
    #[must_use]
    pub fn new(tree: &Tree, eviction: Eviction) -> Self {
        let children = |i| tree.children(PageId(tree.leaves() + i)).len() as u32;
        Self {
            is_in: ChunkVec::new(tree.pages(), true),
            pins: ChunkVec::new(tree.pages(), 0),
            children_in: ChunkVec::from_fn(tree.internals(), children),
            hand: 0,
            at: SimTime::ZERO + eviction.apart,
            held: Vec::new(),
            eviction,
        }
    }

    /// Is it in memory?
    #[must_use]
    pub fn has(&self, page: PageId) -> bool {
        *self.is_in.get(page.0)
    }

    /// A page is queued: it gets a hazard pointer, if queued pages have them. The driver keeps
    /// those of the pages that it pushed until it drains.
    pub fn pin(&mut self, page: PageId, by_worker: bool) {
        if self.eviction.has_pins {
            *self.pins.get_mut(page.0) += 1;
            if !by_worker {
                self.held.push(page.0);
            }
        }
    }

    /// One page's hazard pointer is let go of.
    pub fn unpin(&mut self, page: PageId) {
        if self.eviction.has_pins {
            *self.pins.get_mut(page.0) -= 1;
            self.held.retain(|held| *held != page.0);
        }
    }

    /// The driver lets go of everything.
    pub fn unpin_all(&mut self) {
        for page in std::mem::take(&mut self.held) {
            *self.pins.get_mut(page) -= 1;
        }
    }

    /// One attempt of eviction: it looks at some pages from where it stopped and takes the first
    /// that it may. `is_dirty` tells pages that are dirty or in use.
    pub fn evict(&mut self, tree: &Tree, is_dirty: impl Fn(PageId) -> bool) -> Option<PageId> {
        self.at += self.eviction.apart;
        for _ in 0..LOOKS.min(tree.pages()) {
            let page = PageId(self.hand);
            self.hand = (self.hand + 1) % tree.pages();
            if self.may_go(tree, page) && !is_dirty(page) {
                self.is_in.set(page.0, false);
                let parent = tree.parent(page).0 - tree.leaves();
                *self.children_in.get_mut(parent) -= 1;
                return Some(page);
            }
        }
        None
    }

    fn may_go(&self, tree: &Tree, page: PageId) -> bool {
        let is_bare = tree.is_leaf(page) || *self.children_in.get(page.0 - tree.leaves()) == 0;
        page != tree.root() && self.has(page) && *self.pins.get(page.0) == 0 && is_bare
    }

    /// Writes the state.
    pub fn digest(&self, into: &mut Digest) {
        self.is_in.iter().for_each(|is_in| into.bool(*is_in));
        self.pins.iter().for_each(|pins| into.u8(*pins));
        into.u32(self.hand);
    }
}
