//! How long log records are, from their parts.
//!
//! A published hex dump of an insert into a heap (facts: section 3.3, B31) shows 124 bytes for a
//! row of 32: 72 of header and offsets, the row itself, and 20 of lock information. The lengths of
//! the other records are recalled and no source was found for them, so each is an assumption and
//! says so. What rests on them is little: a small transaction takes one sector in any case.

use crate::units::{Bytes, PAGE_BYTES};

/// Records start at multiples of this. Facts: section 3.1.
const ALIGN_BYTES: u64 = 4;
/// Fixed header and offset table of a row's record. Facts: section 3.3, B31.
const ROW_HEADER_BYTES: u64 = 72;
/// Lock information behind the row image. Facts: section 3.3, B31.
const LOCK_BYTES: u64 = 20;
/// A transaction's begin record. Recalled (facts: section 3.3): an assumption.
const BEGIN_BYTES: u64 = 124;
/// A transaction's commit record. Recalled (facts: section 3.3): an assumption.
const COMMIT_BYTES: u64 = 84;
/// Header of a log block. Recalled (facts: section 3.3): an assumption.
pub const BLOCK_HEADER_BYTES: u64 = 72;
/// What a block's slot array takes for a record. Assumption: an offset and its alignment.
pub const SLOT_BYTES: u64 = 4;
/// Records of the system transaction that allocates a page to the table: its begin and commit, the
/// formatting of the page, a byte of a PFS page, and the links of its neighbours. Assumption: four
/// small records between a begin and a commit.
const PAGE_ALLOCATION_RECORDS: u64 = 6;
/// A small record of that kind. Assumption.
const SMALL_BYTES: u64 = 96;
/// A checkpoint's begin or end record. Assumption.
const CHECKPOINT_BYTES: u64 = 96;

/// Some records that go into the log together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Records {
    /// How many.
    pub count: u64,
    /// Their bytes, each aligned, without block header and slots.
    pub bytes: Bytes,
}

impl Records {
    /// Nothing.
    pub const NONE: Self = Self {
        count: 0,
        bytes: Bytes(0),
    };

    /// `count` records of `bytes` each.
    #[must_use]
    pub const fn of(count: u64, bytes: u64) -> Self {
        let aligned = bytes.div_ceil(ALIGN_BYTES) * ALIGN_BYTES;
        Self {
            count,
            bytes: Bytes(count * aligned),
        }
    }

    /// These and others.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self {
            count: self.count + other.count,
            bytes: Bytes(self.bytes.0 + other.bytes.0),
        }
    }

    /// `times` as many.
    #[must_use]
    pub const fn times(self, times: u64) -> Self {
        Self {
            count: self.count * times,
            bytes: Bytes(self.bytes.0 * times),
        }
    }

    /// What they take in a block: their bytes and a slot for each.
    #[must_use]
    pub const fn in_block(self) -> Bytes {
        Bytes(self.bytes.0 + self.count * SLOT_BYTES)
    }

    /// The begin of a transaction.
    #[must_use]
    pub const fn begin() -> Self {
        Self::of(1, BEGIN_BYTES)
    }

    /// The commit of a transaction.
    #[must_use]
    pub const fn commit() -> Self {
        Self::of(1, COMMIT_BYTES)
    }

    /// `rows` rows of `row_bytes` inserted.
    #[must_use]
    pub const fn inserts(rows: u64, row_bytes: u64) -> Self {
        Self::of(1, ROW_HEADER_BYTES + row_bytes + LOCK_BYTES).times(rows)
    }

    /// A page allocated to the table.
    #[must_use]
    pub const fn page_allocation() -> Self {
        Self::of(PAGE_ALLOCATION_RECORDS, SMALL_BYTES)
    }

    /// A page logged as a whole, as a fully logged bulk load writes it. Assumption: the page's
    /// bytes and a row's header.
    #[must_use]
    pub const fn page_image() -> Self {
        Self::of(1, ROW_HEADER_BYTES + PAGE_BYTES)
    }

    /// An extent allocated by a minimally logged bulk load, whose rows are not logged. Assumption:
    /// a small record for the extent, one for the map of changed extents, and one a page for PFS.
    #[must_use]
    pub const fn extent_allocation() -> Self {
        Self::of(10, SMALL_BYTES)
    }

    /// The rollback of `rows` rows: a compensation record each, without the row image, and the
    /// record that ends the transaction. Assumption: no source gives their lengths.
    #[must_use]
    pub const fn rollback(rows: u64) -> Self {
        Self::of(1, ROW_HEADER_BYTES + LOCK_BYTES)
            .times(rows)
            .and(Self::of(1, COMMIT_BYTES))
    }

    /// The begin or the end of a checkpoint.
    #[must_use]
    pub const fn checkpoint() -> Self {
        Self::of(1, CHECKPOINT_BYTES)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_record_has_its_published_length() {
        assert_eq!(Records::inserts(1, 32).bytes, Bytes(124));
    }

    #[test]
    fn an_insert_of_the_write_up_fits_one_sector() {
        let row = Records::inserts(1, 42);
        let all = Records::begin().and(row).and(Records::commit());
        assert_eq!(all.count, 3);
        assert_eq!(all.bytes, Bytes(124 + 136 + 84));
        let block = BLOCK_HEADER_BYTES + all.in_block().0;
        assert!(block <= 512, "{block}");
        // Two do not fit one, so that a pair takes two sectors: 512 bytes a commit again.
        let pair = BLOCK_HEADER_BYTES + all.times(2).in_block().0;
        assert!((513..=1_024).contains(&pair), "{pair}");
    }
}
