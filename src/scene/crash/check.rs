//! What must hold across the parts after every event of a run with debug assertions.

use super::model::Crash;

/// With more, looking at each dirty page after every event would take longer than the run.
const DIRTY_MAX: usize = 100;

/// Asserts the invariants that are cheap enough to hold after each event; that recovery and
/// restores give what they must is checked from outside by the tests.
pub fn check(model: &Crash) {
    let log = model.log();
    assert!(log.flushed() <= log.end(), "more is durable than there is");
    assert!(
        model.min_lsn() <= model.redo_lsn(),
        "undo would need log that is gone"
    );
    if model.scenario().rules.redo_from_begin && model.dirty_ranges() <= DIRTY_MAX {
        let oldest = model.oldest_dirty();
        assert!(
            oldest.is_none_or(|lsn| lsn >= model.redo_lsn()),
            "a page is dirty since before redo would start"
        );
    }
    assert_eq!(
        model.taken().len(),
        model.backups().sets().len(),
        "a backup without a size"
    );
}
