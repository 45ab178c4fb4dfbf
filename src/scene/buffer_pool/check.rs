//! What must hold across the parts after every event; see the invariants in the crate's docs.

use super::model::BufferPool;
use crate::engine::frame::FrameState;

/// Pools up to this many frames are counted frame by frame after each event.
const COUNTED_FRAMES_MAX: u32 = 2_048;

/// Asserts the invariants.
pub fn check(model: &BufferPool) {
    let pool = model.pool();
    let tally = pool.tally();
    let states = [
        tally.free,
        tally.reading,
        tally.clean,
        tally.dirty,
        tally.writing,
    ];
    assert_eq!(
        states.iter().sum::<u32>(),
        pool.frame_count(),
        "every frame is in one state"
    );
    assert!(
        tally.owed <= tally.dirty,
        "the checkpoint owes a page that is not dirty"
    );
    assert!(
        model.min_lsn() <= model.log().appended_lsn(),
        "min LSN lies in the log"
    );
    if pool.frame_count() <= COUNTED_FRAMES_MAX {
        let count = |state| pool.states().filter(|(s, _)| *s == state).count() as u32;
        use FrameState::{Clean, Dirty, Free, Reading, Writing};
        let counted = [Free, Reading, Clean, Dirty, Writing].map(count);
        assert_eq!(counted, states, "the counts equal the grid");
        let pinned = pool.states().filter(|(_, pins)| *pins > 0).count() as u32;
        assert_eq!(tally.pinned, pinned, "the pinned count equals the grid");
    }
}
