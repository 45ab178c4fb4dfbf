//! What facts section 3.7 says of each recovery model, against many seeds of the model.

use crate::claims::Claim;

/// All claims of the scene.
#[must_use]
pub fn claims() -> Vec<Claim> {
    Vec::new()
}
