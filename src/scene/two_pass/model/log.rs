//! What is written down of a stretch of a run when somebody looks at it closely: who did what, and
//! every image that was written. Never part of the state.

use crate::engine::block_file::Block;
use crate::engine::page::PageId;
use crate::kernel::SimTime;
use crate::view::Act;

/// From here on a thread does something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Begins {
    /// When.
    pub at: SimTime,
    /// 0 is the driver, then the workers.
    pub thread: u32,
    /// What.
    pub act: Act,
}

/// An image that was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    /// When the write was done.
    pub at: SimTime,
    /// Of which page.
    pub page: PageId,
    /// Where it lies.
    pub block: Block,
    /// The addresses in it; none in a leaf.
    pub children: Vec<Block>,
}

/// A log of a stretch.
#[derive(Clone, Debug, Default)]
pub struct Log {
    /// What threads did, in the order in which it was decided.
    pub acts: Vec<Begins>,
    /// What was written, in order.
    pub images: Vec<Image>,
    /// Keep images.
    pub keeps_images: bool,
}
