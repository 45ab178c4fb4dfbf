//! What must hold across the parts after every event; see the invariants in the crate's docs.

use super::model::{Pacing, Phase};

/// Files up to this many pages are counted page by page after each event; larger ones only by
/// their counters, or the check would cost more than the run.
const COUNTED_PAGES_MAX: u32 = 2_048;

/// Asserts the invariants.
pub fn check(model: &Pacing) {
    let pages = model.pages();
    assert!(
        pages.dirty_count() <= pages.len(),
        "more dirty pages than pages"
    );
    assert!(
        pages.owed_count() <= pages.dirty_count(),
        "a page is owed that is not dirty"
    );
    assert_eq!(
        pages.writing_count() > 0,
        model.outstanding_writes() > 0,
        "pages are being written exactly while a page write is outstanding"
    );
    if matches!(
        model.phase(),
        Phase::EndRecord(_) | Phase::BootPage | Phase::Done(_)
    ) {
        assert_eq!(
            pages.owed_count(),
            0,
            "a checkpoint ended and still owes pages"
        );
        assert_eq!(
            pages.writing_count(),
            0,
            "a checkpoint ended with a page write under way"
        );
    }
    if pages.len() <= COUNTED_PAGES_MAX {
        pages.check();
    }
}
