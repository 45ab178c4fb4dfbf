//! Draws that several scenes make alike.

use crate::engine::device::{Access, Jitter};
use crate::kernel::{Rng, Span};

/// The part of an access that varies.
pub(super) fn jitter(access: &Access, rng: &mut Rng) -> Span {
    match access.jitter {
        Jitter::Uniform(most) => rng.uniform_span(Span::ZERO, most),
        Jitter::Exponential(mean) => rng.exponential(mean),
    }
}
