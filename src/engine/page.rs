//! Pages: how many rows one holds, and the states it goes through.

use crate::units::Pages;

/// Bytes of an 8,192-byte page that rows and their slots may use: the header takes 96.
/// Source: Microsoft, "Estimate the size of a clustered index" (8,096 free bytes a page).
pub const PAGE_ROW_BYTES: u64 = 8_096;
/// Bytes of the slot array that one row takes. Same source.
pub const SLOT_BYTES: u64 = 2;

/// Longest row of fixed columns. Source: Microsoft, "Maximum capacity specifications".
pub const ROW_BYTES_MAX: u64 = 8_060;
/// Shortest record that SQL Server keeps. Recalled, no source found.
const ROW_BYTES_MIN: u64 = 9;

/// A page of the data file, counted from the first page that the scene shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PageId(pub u32);

/// The fixed-length row of a table: what decides how many pages a number of rows takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowLayout {
    /// Bytes of the fixed-length columns: char(400) and two ints are 408.
    pub fixed_bytes: u64,
    /// Number of columns: one bit each in the null bitmap.
    pub columns: u64,
}

impl RowLayout {
    /// Bytes of one row with its header: 4 bytes of status and length, the fixed columns, 2 bytes
    /// of column count and the null bitmap. Source: "Estimate the size of a clustered index".
    #[must_use]
    pub fn row_bytes(self) -> u64 {
        (4 + self.fixed_bytes + 2 + self.columns.div_ceil(8)).max(ROW_BYTES_MIN)
    }

    /// Rows that fit a page, at least one: a row longer than [`ROW_BYTES_MAX`] isn't possible.
    #[must_use]
    pub fn rows_per_page(self) -> u64 {
        (PAGE_ROW_BYTES / (self.row_bytes() + SLOT_BYTES)).max(1)
    }

    /// Leaf pages that `rows` rows fill when they were loaded in key order.
    #[must_use]
    pub fn leaf_pages(self, rows: u64) -> Pages {
        Pages(rows.div_ceil(self.rows_per_page()))
    }
}

/// Children that an internal page of a clustered index with an int key points to: an index row is
/// the key, a 6-byte child address and 1 byte of header, plus its slot. Source as above.
#[must_use]
pub fn internal_fanout(key_bytes: u64) -> u64 {
    (PAGE_ROW_BYTES / (key_bytes + 6 + 1 + SLOT_BYTES)).max(2)
}

/// What a page in memory is, seen from the disk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub enum PageState {
    /// Same as the copy on disk.
    #[default]
    Clean,
    /// Newer than the copy on disk.
    Dirty,
    /// Latched for the write that makes it clean; a change has to wait (facts: section 2, the UP
    /// latch during a write).
    Writing,
}

impl PageState {
    /// The one table of the life cycle. There is no way from clean to being written, and none from
    /// dirty to clean without a write.
    #[must_use]
    pub fn may_become(self, next: Self) -> bool {
        use PageState::{Clean, Dirty, Writing};
        matches!(
            (self, next),
            (Clean, Dirty) | (Dirty, Writing) | (Writing, Clean)
        )
    }

    /// Stable number for digests.
    #[must_use]
    pub fn code(self) -> u8 {
        self as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_table_fills_15_790_pages() {
        // Seed 000: char(400) and two ints, 300,000 rows.
        let layout = RowLayout {
            fixed_bytes: 408,
            columns: 3,
        };
        assert_eq!(layout.row_bytes(), 415);
        assert_eq!(layout.rows_per_page(), 19);
        assert_eq!(layout.leaf_pages(300_000), Pages(15_790));
        assert_eq!(layout.leaf_pages(200), Pages(11));
        assert_eq!(layout.leaf_pages(0), Pages(0));
    }

    #[test]
    fn an_int_key_gives_622_children() {
        assert_eq!(internal_fanout(4), 622);
    }

    #[test]
    fn a_page_is_never_clean_without_a_write() {
        use PageState::{Clean, Dirty, Writing};
        let all = [Clean, Dirty, Writing];
        let legal = all.iter().flat_map(|a| all.iter().map(move |b| (*a, *b)));
        let legal: Vec<_> = legal.filter(|(a, b)| a.may_become(*b)).collect();
        assert_eq!(
            legal,
            vec![(Clean, Dirty), (Dirty, Writing), (Writing, Clean)]
        );
    }
}
