//! A run of many runs goes on while the one before is on screen, and can be stopped.

use super::toy::{MANY, Toy};
use super::*;

fn slices(session: &mut Session, count: u32) {
    for _ in 0..count {
        session.apply(Action::Slice);
    }
}

/// Shows the last run before the long one, which is 12 slices under way.
fn under_way() -> Session {
    let mut session = Session::new(&Toy, "calm", MANY - 1);
    slices(&mut session, 2);
    assert_eq!((session.generation(), session.progress()), (1, None));
    session.apply(Action::NextSeed);
    slices(&mut session, 12);
    session
}

#[test]
fn a_long_run_tells_how_far_it_is_while_the_one_before_stays() {
    let mut session = under_way();
    assert_eq!(session.progress(), Some((12, MANY)));
    let shown = |session: &Session| session.run().map(Run::digest);
    assert_eq!(shown(&session), Some(MANY - 1));
    // Time passes in what is shown.
    session.apply(Action::Seek(SimTime::from_secs(4)));
    assert_eq!(session.cursor(), SimTime::from_secs(4));
    slices(&mut session, 48);
    assert_eq!((shown(&session), session.progress()), (Some(MANY), None));
    assert_eq!(session.run().and_then(Run::progress), Some((MANY, MANY)));
}

#[test]
fn a_stopped_run_is_shown_with_what_it_has() {
    let mut session = under_way();
    session.apply(Action::Stop);
    slices(&mut session, 1);
    assert!(!session.is_running());
    let run = session.run().expect("the stopped run");
    assert_eq!((run.digest(), run.progress()), (MANY, Some((12, MANY))));
    // There is nothing more to stop, and the same settings can run again.
    session.apply(Action::Stop);
    assert_eq!(session.generation(), 2);
    session.apply(Action::Undo);
    slices(&mut session, 2);
    session.apply(Action::Redo);
    slices(&mut session, 60);
    let progress = session.run().and_then(Run::progress);
    assert_eq!(progress, Some((MANY, MANY)));
}

#[test]
fn the_first_run_can_be_stopped_and_newer_settings_take_its_place() {
    let mut session = Session::new(&Toy, "calm", MANY);
    slices(&mut session, 3);
    assert!(session.run().is_none() && session.progress() == Some((3, MANY)));
    session.apply(Action::NextSeed);
    assert_eq!(session.progress(), None, "only the newest settings run");
    session.apply(Action::Undo);
    assert_eq!(session.progress(), Some((0, MANY)));
    session.apply(Action::Stop);
    slices(&mut session, 1);
    assert!(session.view().is_some());
}
