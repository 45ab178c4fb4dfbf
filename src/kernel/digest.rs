//! A 64-bit fingerprint (FNV-1a) by which two runs are compared.
//!
//! Not against malice: it only has to tell apart two runs that went different ways, on any
//! machine, now and in later versions. Hence a written-out algorithm, little-endian integers and
//! no `usize`, which is 32 bits wide in a browser.

/// The standard start value of FNV-1a with 64 bits.
const OFFSET_BASIS: u64 = 0xcbf2_9ce4_8422_2325;
/// The standard multiplier of FNV-1a with 64 bits.
const PRIME: u64 = 0x0000_0100_0000_01b3;

/// A running fingerprint: write values into it, then read [`Digest::value`].
///
/// Values are written without their length or type. Two fields of varying length need a length
/// (as `u64`) written before each, or `"ab", "c"` and `"a", "bc"` look the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digest(u64);

impl Default for Digest {
    fn default() -> Digest {
        Digest::new()
    }
}

impl Digest {
    /// The fingerprint of nothing.
    pub const fn new() -> Digest {
        Digest(OFFSET_BASIS)
    }

    /// Writes one byte.
    pub const fn u8(&mut self, value: u8) {
        self.0 = (self.0 ^ value as u64).wrapping_mul(PRIME);
    }

    /// Writes four bytes, the lowest first.
    pub fn u32(&mut self, value: u32) {
        self.bytes(&value.to_le_bytes());
    }

    /// Writes eight bytes, the lowest first.
    pub fn u64(&mut self, value: u64) {
        self.bytes(&value.to_le_bytes());
    }

    /// Writes eight bytes of two's complement, the lowest first.
    pub fn i64(&mut self, value: i64) {
        self.bytes(&value.to_le_bytes());
    }

    /// Writes a byte: 0 for false, 1 for true.
    pub const fn bool(&mut self, value: bool) {
        self.u8(value as u8);
    }

    /// Writes the bytes, without their count.
    pub fn bytes(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.u8(*byte);
        }
    }

    /// Writes the UTF-8 bytes, without their count.
    pub fn str(&mut self, text: &str) {
        self.bytes(text.as_bytes());
    }

    /// The fingerprint of all that was written so far; writing may go on.
    pub const fn value(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From the test vectors that the authors of FNV published.
    #[test]
    fn known_answers() {
        let known = [
            ("", 0xcbf2_9ce4_8422_2325),
            ("a", 0xaf63_dc4c_8601_ec8c),
            ("foobar", 0x8594_4171_f739_67e8),
        ];
        for (text, value) in known {
            let mut digest = Digest::default();
            digest.str(text);
            assert_eq!(digest.value(), value, "{text:?}");
        }
    }

    #[test]
    fn integers_are_their_little_endian_bytes() {
        let mut numbers = Digest::new();
        numbers.u8(1);
        numbers.u32(0x0504_0302);
        numbers.u64(0x0d0c_0b0a_0908_0706);
        numbers.i64(-1);
        numbers.bool(true);
        let mut bytes = Digest::new();
        bytes.bytes(&[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
        bytes.bytes(&[0xff; 8]);
        bytes.bytes(&[1]);
        assert_eq!(numbers, bytes);
    }

    #[test]
    fn reading_changes_nothing_and_order_counts() {
        let mut digest = Digest::new();
        digest.u64(1);
        assert_eq!(digest.value(), digest.value());
        let mut swapped = digest;
        digest.u32(2);
        digest.u32(3);
        swapped.u32(3);
        swapped.u32(2);
        assert_ne!(digest.value(), swapped.value());
    }
}
