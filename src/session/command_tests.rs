//! What commands do to a session, with a toy that takes some.

use super::toy::Toy;
use super::*;
use crate::view::Answer;

fn settle(session: &mut Session) {
    while session.is_running() {
        session.apply(Action::Slice);
    }
}

/// A toy whose answer may be seen.
fn fresh() -> Session {
    let mut session = Session::new(&Toy, "calm", 1);
    settle(&mut session);
    session.apply(Action::JustShow);
    session
}

fn give(session: &mut Session, key: &'static str, second: u64) {
    session.apply(Action::Seek(SimTime::from_secs(second)));
    session.apply(Action::Command(key));
}

fn said(session: &Session) -> String {
    session.run().expect("settled").takeaway()
}

fn linked(pairs: &[(&str, &str)]) -> Session {
    let pairs: Vec<(String, String)> = pairs
        .iter()
        .map(|(k, v)| (k.to_string(), v.to_string()))
        .collect();
    let mut session = Session::from_pairs(&Toy, "calm", &pairs, Vec::new());
    settle(&mut session);
    session
}

#[test]
fn the_last_command_forks_the_run_and_the_cursor_stays() {
    let mut session = fresh();
    assert_eq!(session.cursor(), SimTime::from_secs(1), "the opening");
    give(&mut session, "poke", 4);
    assert_eq!(said(&session), "0 forks:", "the run before stays on screen");
    settle(&mut session);
    assert_eq!(said(&session), "1 forks: poke@4");
    assert_eq!(session.cursor(), SimTime::from_secs(4));
    give(&mut session, "shake", 6);
    settle(&mut session);
    assert_eq!(said(&session), "2 forks: poke@4 shake@6");
    // Earlier than the last: the past changes, so the server starts again.
    give(&mut session, "shake", 2);
    settle(&mut session);
    assert_eq!(said(&session), "0 forks: shake@2 poke@4 shake@6");
    assert_eq!(session.cursor(), SimTime::from_secs(2));
}

#[test]
fn a_command_to_a_run_that_is_not_on_screen_yet_starts_again() {
    let mut session = fresh();
    give(&mut session, "poke", 4);
    session.apply(Action::Command("poke"));
    session.apply(Action::Seek(SimTime::from_secs(5)));
    settle(&mut session);
    assert_eq!(said(&session), "0 forks: poke@4 poke@4");
    assert_eq!(session.cursor(), SimTime::from_secs(5), "moved meanwhile");
}

#[test]
fn commands_are_undone_and_done_again() {
    let mut session = fresh();
    give(&mut session, "poke", 4);
    settle(&mut session);
    give(&mut session, "shake", 6);
    settle(&mut session);
    session.apply(Action::Undo);
    settle(&mut session);
    assert_eq!(said(&session), "0 forks: poke@4");
    assert_eq!(session.cursor(), SimTime::from_secs(6), "the cursor stays");
    session.apply(Action::Redo);
    settle(&mut session);
    assert_eq!(said(&session), "1 forks: poke@4 shake@6");
}

#[test]
fn settings_keep_the_commands_and_a_preset_or_reset_clears_them() {
    for (action, kept) in [
        (Action::NextSeed, 1),
        (
            Action::Slide {
                index: 0,
                position: 1_000,
            },
            1,
        ),
        (Action::Preset("busy".into()), 0),
        (Action::Preset("calm".into()), 0),
        (Action::Reset, 0),
    ] {
        let mut session = fresh();
        give(&mut session, "poke", 4);
        settle(&mut session);
        session.apply(action.clone());
        settle(&mut session);
        assert_eq!(session.setup().commands.len(), kept, "{action:?}");
        assert_eq!(said(&session).contains("poke"), kept == 1, "{action:?}");
        assert_eq!(session.cursor(), SimTime::from_secs(1), "{action:?}");
    }
}

#[test]
fn commands_wait_for_the_bet_and_have_a_limit() {
    let mut session = Session::new(&Toy, "calm", 1);
    settle(&mut session);
    session.apply(Action::Command("poke"));
    assert!(session.setup().commands.is_empty());
    session.apply(Action::JustShow);
    session.apply(Action::Command("break"));
    assert!(session.setup().commands.is_empty(), "not of this scene");
    for second in 0..9 {
        give(&mut session, "poke", second);
        settle(&mut session);
    }
    assert_eq!(session.setup().commands.len(), 8);
    let notice = session.notices().first().expect("a notice").to_string();
    assert!(notice.contains("longer than 8 commands"), "{notice}");
}

#[test]
fn a_link_brings_the_commands_back() {
    let mut session = fresh();
    give(&mut session, "shake", 6);
    give(&mut session, "poke", 4);
    settle(&mut session);
    session.apply(Action::Bet(Answer::Less));
    session.apply(Action::Zoom(Zoom::First));
    let pairs = session.pairs("calm");
    let find = |key: &str| pairs.iter().find(|p| p.0 == key).map(|p| p.1.as_str());
    assert_eq!(find("do"), Some("poke@4000000000,shake@6000000000"));
    assert_eq!(find("bet"), Some("fewer"), "in the scene's words");
    assert_eq!(find("speed"), None, "the preset's");
    let borrowed: Vec<(&str, &str)> = pairs.iter().map(|(k, v)| (&**k, &**v)).collect();
    let back = linked(&borrowed);
    assert_eq!(back.setup(), session.setup());
    assert_eq!(back.cursor(), session.cursor());
    assert_eq!(back.bet(), session.bet());
    assert_eq!(said(&back), "0 forks: poke@4 shake@6");
    assert_eq!(back.zoom(), Zoom::Whole, "there is no other here");
    assert!(back.notices().is_empty());
    assert!(!back.can_undo());
}

#[test]
fn nonsense_among_the_commands_is_named_and_dropped() {
    for (given, notices) in [
        ("", 1),
        ("poke", 1),
        ("poke@", 1),
        ("poke@-1", 1),
        ("poke@1e9", 1),
        ("poke@18446744073709551616", 1),
        ("poke@18446744073709551615", 1),
        ("@5", 1),
        ("break@5", 1),
        ("poke@5@5", 1),
        (",,@,", 4),
    ] {
        let session = linked(&[("do", given)]);
        assert!(session.setup().commands.is_empty(), "{given}");
        assert_eq!(session.notices().len(), notices, "{given}");
        assert!(session.notices().iter().all(|n| n.key == "do"), "{given}");
    }
    let session = linked(&[("do", "shake@9000000000,x@1, poke@0 ,poke")]);
    assert_eq!(said(&session), "0 forks: poke@0 shake@9");
    assert_eq!(session.notices().len(), 2);
    let session = linked(&[("do", &["poke@1"; 40].join(","))]);
    assert_eq!(session.setup().commands.len(), 8);
    assert_eq!(session.notices().len(), 1);
    let scene = crate::scene::scene("pacing").expect("the scene");
    let pairs = [("do".to_string(), "checkpoint@5".to_string())];
    let session = Session::from_pairs(scene, "small", &pairs, Vec::new());
    assert_eq!(session.notices().len(), 1, "a scene without commands");
}

#[test]
fn a_preset_brings_its_speed() {
    let mut session = fresh();
    assert_eq!(session.speed(), 6);
    session.apply(Action::Speed(3));
    let pairs = session.pairs("calm");
    assert!(pairs.contains(&("speed".to_string(), "3".to_string())));
    assert_eq!(linked(&[("speed", "3")]).speed(), 3);
    assert_eq!(linked(&[("preset", "busy")]).speed(), 5);
    session.apply(Action::Preset("busy".into()));
    assert_eq!(session.speed(), 5);
    session.apply(Action::Undo);
    assert_eq!(session.speed(), 6);
}
