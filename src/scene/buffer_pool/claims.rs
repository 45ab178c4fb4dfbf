//! The figures of seed 000's second half.

use crate::claims::Claim;

/// The table of figures.
#[must_use]
pub fn claims() -> Vec<Claim> {
    Vec::new()
}
