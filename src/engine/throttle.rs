//! The default throttle: a target of outstanding page writes that backs off while writes are slow.
//!
//! Published (facts: section 1.3, B4 and B1): writes are asynchronous; the number outstanding is
//! compared with a target; at the target the checkpoint waits in steps of about 5 ms; the target is
//! lowered while write latency is above 20 ms (up to 2014) or 50 ms (from 2016); error logs have
//! shown targets from 1560 at 15 ms down to 2 at 86 to 111 ms.
//!
//! **Assumptions.** The target counts pages: the source says "pages/IO", and 1560 pages in 15 ms
//! are 850 MB/s, while 1560 writes of 1 MB would be a hundred times that. The gains are not
//! published: an eighth a step, down and up.

use crate::kernel::{Digest, Span};

/// How long the checkpoint waits at the target before it looks again. Facts: section 1.3, B4.
pub const STEP: Span = Span::from_ms(5);
/// Lowest target seen in published error-log lines.
pub const TARGET_MIN: u32 = 2;
/// Highest target seen in published error-log lines.
pub const TARGET_MAX: u32 = 1_560;
/// The target moves by an eighth of itself, at least by one. Assumption.
const GAIN_DIVISOR: u32 = 8;

/// The target and what it has seen since the last step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Throttle {
    threshold: Span,
    target: u32,
    latency_sum: Span,
    completions: u32,
}

impl Throttle {
    /// A throttle that backs off above `threshold`, starting at `target` outstanding pages.
    #[must_use]
    pub fn new(threshold: Span, target: u32) -> Self {
        let target = target.clamp(TARGET_MIN, TARGET_MAX);
        Self {
            threshold,
            target,
            latency_sum: Span::ZERO,
            completions: 0,
        }
    }

    /// Pages outstanding at which the checkpoint waits.
    #[must_use]
    pub fn target(&self) -> u32 {
        self.target
    }

    /// A write took `latency`, from its hand-over to its completion.
    pub fn complete(&mut self, latency: Span) {
        self.latency_sum += latency;
        self.completions += 1;
    }

    /// A step of the checkpoint: moves the target by what completed since the last step.
    pub fn adjust(&mut self) {
        if self.completions == 0 {
            return;
        }
        let average = self.latency_sum.as_ns() / u64::from(self.completions);
        let change = (self.target / GAIN_DIVISOR).max(1);
        self.target = if average > self.threshold.as_ns() {
            self.target.saturating_sub(change).max(TARGET_MIN)
        } else {
            (self.target + change).min(TARGET_MAX)
        };
        self.latency_sum = Span::ZERO;
        self.completions = 0;
    }

    /// Folds the state into a digest.
    pub fn digest(&self, into: &mut Digest) {
        into.u32(self.target);
        into.u32(self.completions);
        into.u64(self.latency_sum.as_ns());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slow_writes_lower_the_target_to_two_and_fast_ones_raise_it() {
        let mut throttle = Throttle::new(Span::from_ms(50), 100);
        for _ in 0..200 {
            throttle.complete(Span::from_ms(51));
            throttle.adjust();
        }
        assert_eq!(throttle.target(), TARGET_MIN);
        for _ in 0..200 {
            throttle.complete(Span::from_ms(50));
            throttle.adjust();
        }
        assert_eq!(throttle.target(), TARGET_MAX);
    }

    #[test]
    fn nothing_completed_moves_nothing() {
        let mut throttle = Throttle::new(Span::from_ms(50), 100);
        throttle.adjust();
        assert_eq!(throttle.target(), 100);
    }
}
