//! The part of the data file that the scene shows: a few pages of system tables, then the table's
//! leaves with the internal pages that point to them, in allocation order.

use super::page::PageId;

/// One stretch of neighbouring pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// First page.
    pub first: PageId,
    /// Pages.
    pub len: u32,
}

/// Which pages of the file are what.
///
/// Assumption: the table was loaded in key order into a new file, so that leaves lie in key order
/// and each internal page lies directly before the leaves that it points to. Allocation pages (PFS,
/// GAM, one in thousands) are left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileLayout {
    system_pages: u32,
    leaves: u32,
    fanout: u32,
}

impl FileLayout {
    /// A file of `system_pages` pages of system tables and a table of `leaves` leaf pages whose
    /// internal pages hold `fanout` children each.
    #[must_use]
    pub fn new(system_pages: u32, leaves: u32, fanout: u32) -> Self {
        assert!(fanout >= 2, "an internal page has at least two children");
        Self {
            system_pages,
            leaves,
            fanout,
        }
    }

    /// Pages of system tables at the start.
    #[must_use]
    pub fn system_pages(&self) -> u32 {
        self.system_pages
    }

    /// Leaf pages of the table.
    #[must_use]
    pub fn leaves(&self) -> u32 {
        self.leaves
    }

    /// Internal pages, of the level above the leaves (the levels above that are a page or two).
    #[must_use]
    pub fn internal_pages(&self) -> u32 {
        self.leaves.div_ceil(self.fanout)
    }

    /// All pages shown.
    #[must_use]
    pub fn pages(&self) -> u32 {
        self.system_pages + self.leaves + self.internal_pages()
    }

    /// Where leaf number `leaf` lies.
    #[must_use]
    pub fn leaf(&self, leaf: u32) -> PageId {
        assert!(leaf < self.leaves, "leaf {leaf} of {}", self.leaves);
        PageId(self.system_pages + leaf + leaf / self.fanout + 1)
    }

    /// The first `leaves` leaves as stretches of neighbouring pages: an internal page lies between
    /// one stretch and the next.
    pub fn leaf_stretches(&self, leaves: u32) -> impl Iterator<Item = (PageId, u32)> + '_ {
        let starts = (0..leaves.min(self.leaves)).step_by(self.fanout as usize);
        starts.map(move |leaf| (self.leaf(leaf), (leaves - leaf).min(self.fanout)))
    }

    /// Is this an internal page? Those are clean: changing a row of fixed length in place changes
    /// no address and no key.
    #[must_use]
    pub fn is_internal(&self, page: PageId) -> bool {
        page.0 >= self.system_pages && (page.0 - self.system_pages) % (self.fanout + 1) == 0
    }

    /// Is this a page of a system table?
    #[must_use]
    pub fn is_system(&self, page: PageId) -> bool {
        page.0 < self.system_pages
    }
}

/// Where `pages` changed pages of system tables lie among the first `among`: split into `clusters`
/// stretches of at least one page, at cuts and gaps drawn by `below` (a uniform draw below its
/// argument). Stretches never touch, so each takes a write of its own.
#[must_use]
pub fn system_stretches(
    pages: u32,
    clusters: u32,
    among: u32,
    mut below: impl FnMut(u32) -> u32,
) -> Vec<Stretch> {
    let clusters = clusters.min(pages);
    if clusters == 0 {
        return Vec::new();
    }
    assert!(
        among >= pages + clusters,
        "room for the stretches and a gap after each"
    );
    let lens = split(pages, clusters, &mut below);
    // The free pages are shared out as gaps: one after each stretch, the rest at random places.
    let mut gaps = vec![0_u32; clusters as usize];
    for _ in 0..among - pages - clusters {
        if let Some(gap) = gaps.get_mut(below(clusters) as usize) {
            *gap += 1;
        }
    }
    let mut at = 0;
    let mut out = Vec::new();
    for (len, gap) in lens.into_iter().zip(gaps) {
        at += gap;
        out.push(Stretch {
            first: PageId(at),
            len,
        });
        at += len + 1;
    }
    out
}

/// `total` split into `parts` parts of at least one, each way of cutting equally likely.
fn split(total: u32, parts: u32, below: &mut impl FnMut(u32) -> u32) -> Vec<u32> {
    let mut cuts: Vec<u32> = Vec::new();
    while (cuts.len() as u32) < parts - 1 {
        let cut = 1 + below(total - 1);
        if let Err(place) = cuts.binary_search(&cut) {
            cuts.insert(place, cut);
        }
    }
    cuts.push(total);
    let mut previous = 0;
    cuts.into_iter()
        .map(|cut| cut - std::mem::replace(&mut previous, cut))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leaves_and_internal_pages_fill_the_file() {
        let file = FileLayout::new(16, 15_790, 622);
        assert_eq!(file.internal_pages(), 26);
        assert_eq!(file.pages(), 16 + 15_790 + 26);
        let internal = (0..file.pages())
            .filter(|p| file.is_internal(PageId(*p)))
            .count();
        assert_eq!(internal, 26);
        let in_stretches: Vec<u32> = file
            .leaf_stretches(15_790)
            .flat_map(|(first, count)| first.0..first.0 + count)
            .collect();
        let one_by_one: Vec<u32> = (0..15_790).map(|leaf| file.leaf(leaf).0).collect();
        assert_eq!(in_stretches, one_by_one);
        let mut seen = vec![false; file.pages() as usize];
        for leaf in 0..file.leaves() {
            let page = file.leaf(leaf);
            assert!(!file.is_internal(page) && !file.is_system(page));
            assert!(!std::mem::replace(&mut seen[page.0 as usize], true));
        }
    }

    #[test]
    fn stretches_never_touch_and_keep_every_page() {
        let mut state = 7_u32;
        for round in 0..500 {
            let mut below = |n: u32| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (state >> 8) % n
            };
            let (pages, clusters) = (1 + round % 12, 1 + round % 4);
            let stretches = system_stretches(pages, clusters, 32, &mut below);
            assert_eq!(stretches.iter().map(|s| s.len).sum::<u32>(), pages);
            for pair in stretches.windows(2) {
                assert!(pair[0].first.0 + pair[0].len < pair[1].first.0);
            }
            let last = stretches.last().expect("one stretch at least");
            assert!(last.first.0 + last.len <= 32);
        }
    }
}
