//! What must hold across the parts after every event of a run with debug assertions.

use super::model::machine::Machine;
use super::scenario::Method;
use crate::engine::work_queue::Window;

/// Asserts the invariants that are cheap enough to hold after each event; that a parent is written
/// after its children, and each page once, is checked from outside by the tests.
pub fn check(machine: &Machine) {
    let (queue, scenario) = (machine.queue(), machine.scenario());
    assert!(
        queue.outstanding() - queue.queued() <= scenario.workers,
        "more pages are being processed than there are workers"
    );
    if scenario.method != Method::OnePass {
        assert!(
            queue.held() <= scenario.depth,
            "the driver holds more pages than the bound"
        );
    }
    if queue.window() == Window::Barrier {
        assert!(
            queue.outstanding() <= queue.pins(),
            "a page is outstanding without a pin"
        );
    }
    let totals = machine.totals();
    assert!(
        totals.internals <= scenario.tree.internals() && totals.leaves <= scenario.tree.leaves(),
        "a page was written twice"
    );
}
