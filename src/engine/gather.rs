//! Gather writes: neighbouring dirty pages go to the disk in one I/O.

use super::page::PageId;

/// Most pages in one gather write. Facts: section 1.3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GatherCap(pub u32);

impl GatherCap {
    /// 256 KB: SQL Server 2005 to 2014 (D7, B5).
    pub const UP_TO_2014: Self = Self(32);
    /// 1 MB: from SQL Server 2016 (B1).
    pub const FROM_2016: Self = Self(128);
}

/// The pages that go with `met`: forwards, then backwards, while `is_writable` says yes and the cap
/// is not reached. Returns the first page and how many. `met` itself must be writable.
pub fn gather(
    met: PageId,
    pages: u32,
    cap: GatherCap,
    is_writable: impl Fn(PageId) -> bool,
) -> (PageId, u32) {
    assert!(
        is_writable(met),
        "page {} was met but can't be written",
        met.0
    );
    let mut end = met.0 + 1;
    while end < pages && end - met.0 < cap.0 && is_writable(PageId(end)) {
        end += 1;
    }
    let mut first = met.0;
    while first > 0 && end - first < cap.0 && is_writable(PageId(first - 1)) {
        first -= 1;
    }
    (PageId(first), end - first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_write_stops_at_a_clean_page_and_at_the_cap() {
        let dirty = |p: PageId| p.0 != 10 && p.0 != 200;
        assert_eq!(
            gather(PageId(5), 300, GatherCap(32), dirty),
            (PageId(0), 10)
        );
        assert_eq!(
            gather(PageId(50), 300, GatherCap(32), dirty),
            (PageId(50), 32)
        );
        assert_eq!(
            gather(PageId(195), 300, GatherCap(32), dirty),
            (PageId(168), 32)
        );
        assert_eq!(
            gather(PageId(199), 300, GatherCap(128), dirty),
            (PageId(72), 128)
        );
        assert_eq!(
            gather(PageId(299), 300, GatherCap(1), dirty),
            (PageId(299), 1)
        );
    }
}
