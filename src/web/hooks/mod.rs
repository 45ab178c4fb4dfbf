//! What components learn from their surroundings.

mod look;
mod size;

pub use look::use_look;
pub use size::{Size, use_size};
