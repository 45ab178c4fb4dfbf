//! The order in which a checkpoint meets the buffers.
//!
//! An automatic or manual checkpoint sweeps the BUF array from start to end and writes the dirty
//! buffers of the database as it meets them; so file order is not guaranteed beyond each gather
//! write (facts: section 1.3, B4 and B6). Which page sits in which buffer is history. The order of
//! that history is an assumption here, and the reader can change it.

use std::rc::Rc;

use super::page::PageId;

/// Pages of an extent: the unit in which a file is allocated, and in which single-page reads are
/// widened until the pool first fills (facts: section 2, D11).
pub const EXTENT_PAGES: u32 = 8;

/// How pages lie in the buffer array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BufferOrder {
    /// As in the file: a pool that was filled once, in order.
    File,
    /// Extents in a random order: a pool that has been in use.
    Extents,
}

/// A sweep over the buffers of the file's pages.
#[derive(Clone, Debug)]
pub struct Sweep {
    /// Extents in the order of their buffers.
    extents: Rc<[u32]>,
    pages: u32,
    next: u32,
}

impl Sweep {
    /// A sweep over `pages` buffers; `shuffle` puts the extents in the order of their buffers.
    #[must_use]
    pub fn new(pages: u32, order: BufferOrder, shuffle: impl FnOnce(&mut [u32])) -> Self {
        let mut extents: Vec<u32> = (0..pages.div_ceil(EXTENT_PAGES)).collect();
        if order == BufferOrder::Extents {
            shuffle(&mut extents);
        }
        Self {
            extents: extents.into(),
            pages,
            next: 0,
        }
    }

    /// Back to the first buffer.
    pub fn restart(&mut self) {
        self.next = 0;
    }

    /// The page in the buffer under the hand; `None` past the last.
    #[must_use]
    pub fn current(&self) -> Option<PageId> {
        let extent = self.extents.get((self.next / EXTENT_PAGES) as usize)?;
        Some(PageId(extent * EXTENT_PAGES + self.next % EXTENT_PAGES))
    }

    /// On to the next buffer that holds a page: the file's last extent may be short, wherever its
    /// buffers are.
    pub fn advance(&mut self) {
        self.next += 1;
        while self.current().is_some_and(|page| page.0 >= self.pages) {
            self.next += 1;
        }
    }

    /// How many buffers have been passed.
    #[must_use]
    pub fn position(&self) -> u32 {
        self.next
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_buffer_is_met_once() {
        for pages in [1, 7, 8, 9, 1_000] {
            let mut sweep = Sweep::new(pages, BufferOrder::Extents, |e| e.reverse());
            let mut met = Vec::new();
            while let Some(page) = sweep.current() {
                met.push(page.0);
                sweep.advance();
            }
            met.sort_unstable();
            assert_eq!(met, (0..pages).collect::<Vec<_>>());
        }
    }
}
