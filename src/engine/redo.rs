//! What recovery would have to do, and the bounds that are derived from it.
//!
//! Redo reads the log from min LSN on and, for each page that is dirty now, the page. How long that
//! takes here is reckoned on the disk at hand: the log in one stretch, the pages one by one.
//! **Assumption**: no read-ahead and one redo thread, so it is the slow end.
//!
//! **Assumptions about the engine's own reckoning**, which is not published (facts: sections 1.1
//! and 1.4): an indirect checkpoint keeps the dirty pages under `target / redo cost of a page`; an
//! automatic one comes when the log records since the last reach `interval x records a second`.

use super::device::{Device, Jitter};
use super::disk::IoKind;
use crate::kernel::Span;
use crate::units::{Bytes, PAGE_BYTES};

/// No bound is below this. Assumption: "floor at some minimum" (facts: section 1.4).
pub const BOUND_MIN: u32 = 100;
/// The background writer starts an eighth below the bound, so that what is dirtied while it writes
/// does not pass it. Assumption.
const HEADROOM_DIVISOR: u32 = 8;

/// The mean time to read one page from anywhere on the device.
#[must_use]
pub fn page_read(device: &Device) -> Span {
    let varying = match device.read.jitter {
        Jitter::Uniform(most) => most.scaled(1, 2),
        Jitter::Exponential(mean) => mean,
    };
    let bytes = Bytes(PAGE_BYTES);
    let moved = Span::from_ns(device.rate(IoKind::Read).transfer_ns(bytes));
    device.read.fixed + varying + moved
}

/// How long redo takes on `device`: `log` read in one stretch, `pages` one by one.
#[must_use]
pub fn redo_time(device: &Device, log: Bytes, pages: u32) -> Span {
    let log = Span::from_ns(device.rate(IoKind::Read).transfer_ns(log));
    log + page_read(device).saturating_mul(u64::from(pages))
}

/// The bound on dirty pages under a recovery target, and where the background writer starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DirtyBound {
    /// No more dirty pages than this.
    pub bound: u32,
    /// Above this the background writer writes.
    pub mark: u32,
}

impl DirtyBound {
    /// From a target and what redo of a page is reckoned to take.
    #[must_use]
    pub fn new(target: Span, page_cost: Span) -> Self {
        let pages = target.as_ns() / page_cost.as_ns().max(1);
        let bound = u32::try_from(pages).unwrap_or(u32::MAX).max(BOUND_MIN);
        Self {
            bound,
            mark: bound - bound / HEADROOM_DIVISOR,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::device::DEVICES;

    #[test]
    fn a_minute_at_ten_milliseconds_a_page_is_six_thousand_pages() {
        let bound = DirtyBound::new(Span::from_secs(60), Span::from_ms(10));
        assert_eq!((bound.bound, bound.mark), (6_000, 5_250));
        let least = DirtyBound::new(Span::from_ms(1), Span::from_ms(10));
        assert_eq!(least.bound, BOUND_MIN);
    }

    #[test]
    fn redo_reads_log_and_pages() {
        let disk = &DEVICES[0];
        assert_eq!(page_read(disk).as_ms(), 12);
        let both = redo_time(disk, Bytes(171_000_000), 10);
        assert_eq!(
            both,
            Span::from_secs(1) + page_read(disk).saturating_mul(10)
        );
    }
}
