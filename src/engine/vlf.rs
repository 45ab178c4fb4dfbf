//! Virtual log files: how a log file is cut into the pieces in which it is reused.

use crate::units::{Bytes, KIB, Lsn, MIB};

/// The first block of a VLF starts this far into it. Facts: section 3.1 (B22).
pub const VLF_HEADER_BYTES: u64 = 8 * KIB;
/// Sizes of VLFs are whole multiples of this; what is left goes to the last one. Assumption.
const VLF_GRAIN_BYTES: u64 = 8 * KIB;

/// By which rule a growth is cut into VLFs. Facts: section 3.5.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VlfRule {
    /// Up to SQL Server 2012: 4, 8 or 16 by the size of the growth.
    UpTo2012,
    /// From 2014: one, if the growth is less than an eighth of the file; else as before.
    From2014,
    /// From 2022: also one for a growth of up to 64 MB.
    From2022,
}

impl VlfRule {
    /// How many VLFs a growth gives to a log of `current` size; `current` is 0 for a new file.
    ///
    /// The sources differ about the limits themselves (facts: section 3.5). Chosen here: below
    /// 64 MB four, up to and with 1 GB eight, above that sixteen; an eighth of the file is not less
    /// than an eighth. Assumption: the rule of 2022 is for growth alone, since a new file of one
    /// VLF could never be reused.
    #[must_use]
    pub fn count(self, growth: Bytes, current: Bytes) -> u64 {
        let is_growth = !current.is_zero();
        let is_small_part = is_growth && growth.0 < current.0 / 8;
        match self {
            Self::From2014 | Self::From2022 if is_small_part => 1,
            Self::From2022 if is_growth && growth.0 <= 64 * MIB => 1,
            _ if growth.0 < 64 * MIB => 4,
            _ if growth.0 <= 1_024 * MIB => 8,
            _ => 16,
        }
    }

    /// The sizes of the VLFs of a growth, in file order.
    ///
    /// # Panics
    /// If the growth is too small to be cut: see [`GROWTH_MIN`].
    #[must_use]
    pub fn sizes(self, growth: Bytes, current: Bytes) -> Vec<Bytes> {
        assert!(growth >= GROWTH_MIN, "a growth of {} bytes", growth.0);
        let count = self.count(growth, current);
        let each = growth.0 / count / VLF_GRAIN_BYTES * VLF_GRAIN_BYTES;
        let last = growth.0 - each * (count - 1);
        let sizes = (1..=count).map(|n| Bytes(if n == count { last } else { each }));
        sizes.collect()
    }
}

/// The least growth: each of four VLFs has room for its header and a block of 60 KB.
pub const GROWTH_MIN: Bytes = Bytes(MIB);

/// What a VLF is good for. The numbers are those of `sys.dm_db_log_info` (facts: section 3.5, D17).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum VlfStatus {
    /// Was used and may be used again.
    Reusable = 0,
    /// Never used.
    Unused = 1,
    /// Holds log that somebody may still need.
    Active = 2,
}

/// One VLF.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vlf {
    /// Its size in the file, header included.
    pub bytes: Bytes,
    /// What it is good for.
    pub status: VlfStatus,
    /// Its number in the order of use, from 1; 0 if it was never used.
    pub sequence: u32,
    /// 64 or 128, the other way round at each use (recalled); 0 if it was never used.
    pub parity: u8,
    /// Where its log starts.
    pub first_lsn: Lsn,
    /// Where its log ends, once the head has left it.
    pub end_lsn: Lsn,
}

impl Vlf {
    /// A VLF that was never used.
    #[must_use]
    pub fn unused(bytes: Bytes) -> Self {
        Self {
            bytes,
            status: VlfStatus::Unused,
            sequence: 0,
            parity: 0,
            first_lsn: Lsn(0),
            end_lsn: Lsn(0),
        }
    }

    /// Bytes of log that it can hold.
    #[must_use]
    pub fn capacity(self) -> u64 {
        self.bytes.0 - VLF_HEADER_BYTES
    }

    /// May the head enter it?
    #[must_use]
    pub fn is_free(self) -> bool {
        self.status != VlfStatus::Active
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mib(mib: u64) -> Bytes {
        Bytes(mib * MIB)
    }

    #[test]
    fn each_version_cuts_by_its_own_rule() {
        use VlfRule::{From2014, From2022, UpTo2012};
        for (rule, growth, current, count) in [
            (UpTo2012, 8, 0, 4),
            (UpTo2012, 64, 512, 8),
            (UpTo2012, 1_024, 512, 8),
            (UpTo2012, 1_025, 512, 16),
            (From2014, 8, 512, 1),
            (From2014, 63, 512, 1),
            (From2014, 64, 512, 8),
            (From2014, 8, 64, 4),
            (From2022, 64, 64, 1),
            (From2022, 65, 64, 8),
            (From2022, 8, 0, 4),
        ] {
            assert_eq!(
                rule.count(mib(growth), mib(current)),
                count,
                "{rule:?} {growth} {current}"
            );
        }
    }

    #[test]
    fn the_file_of_the_write_up_has_four_small_and_eight_of_63_mb() {
        for rule in [VlfRule::UpTo2012, VlfRule::From2014, VlfRule::From2022] {
            let mut sizes = rule.sizes(mib(8), mib(0));
            sizes.extend(rule.sizes(mib(504), mib(8)));
            let sizes: Vec<u64> = sizes.iter().map(|b| b.0 / MIB).collect();
            assert_eq!(sizes, [2, 2, 2, 2, 63, 63, 63, 63, 63, 63, 63, 63]);
        }
    }

    #[test]
    fn nothing_of_a_growth_is_left_over() {
        for bytes in (GROWTH_MIN.0..3 * MIB).step_by(12_345) {
            let sizes = VlfRule::UpTo2012.sizes(Bytes(bytes), mib(64));
            assert_eq!(sizes.iter().map(|b| b.0).sum::<u64>(), bytes);
        }
    }
}
