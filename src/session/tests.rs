use super::*;
use crate::scene::scene;
use crate::view::Answer;

fn fresh(preset: &str) -> Session {
    let mut session = Session::new(scene("pacing").expect("the scene"), preset, 1);
    settle(&mut session);
    session
}

fn settle(session: &mut Session) {
    while session.is_running() {
        session.apply(Action::Slice);
    }
}

fn round_trip(session: &Session) -> Session {
    let pairs = session.pairs("three-kinds");
    let mut back = Session::from_pairs(session.scene(), "three-kinds", &pairs, Vec::new());
    settle(&mut back);
    back
}

#[test]
fn a_figure_as_it_came_needs_no_pairs() {
    assert_eq!(fresh("three-kinds").pairs("three-kinds"), Vec::new());
}

#[test]
fn a_link_brings_back_everything() {
    let mut session = fresh("small");
    session.apply(Action::Write {
        index: 0,
        text: "1,234".into(),
    });
    session.apply(Action::NextSeed);
    session.apply(Action::Bet(Answer::Less));
    settle(&mut session);
    session.apply(Action::Zoom(Zoom::First));
    session.apply(Action::Speed(1));
    session.apply(Action::SeekShare(500));
    session.apply(Action::StepForward);
    let back = round_trip(&session);
    assert_eq!(back.setup(), session.setup());
    assert_eq!(back.bet(), session.bet());
    assert_eq!(
        (back.zoom(), back.speed()),
        (session.zoom(), session.speed())
    );
    assert_eq!(back.cursor(), session.cursor());
    assert_eq!(back.pairs("three-kinds"), session.pairs("three-kinds"));
    let digests = [&back, &session].map(|s| s.run().expect("settled").digest());
    assert_eq!(digests[0], digests[1]);
}

#[test]
fn nonsense_in_a_link_is_named_and_the_scene_still_runs() {
    let pairs: Vec<(String, String)> = [
        ("rows", "-5"),
        ("goal_s", "99999999999999999999"),
        ("device", "floppy"),
        ("nonsense", "1"),
        ("seed", "x"),
        ("bet", "maybe"),
        ("zoom", "in"),
        ("speed", "99"),
        ("t_ns", "18446744073709551615"),
        ("preset", "none"),
        ("do", "checkpoint@now"),
    ]
    .map(|(k, v)| (k.to_string(), v.to_string()))
    .to_vec();
    let scene = scene("pacing").expect("the scene");
    let mut session = Session::from_pairs(scene, "three-kinds", &pairs, Vec::new());
    settle(&mut session);
    assert!(session.run().is_some());
    for (key, _) in &pairs {
        assert!(
            session.notices().iter().any(|n| &n.key == key),
            "{key} is not named"
        );
    }
    assert_eq!(session.cursor(), session.run().expect("settled").horizon());
}

#[test]
fn the_answer_waits_for_the_bet_and_play_waits_too() {
    let mut session = fresh("three-kinds");
    assert!(!session.is_revealed());
    session.apply(Action::PlayPause);
    assert!(!session.is_playing());
    session.apply(Action::Bet(Answer::Less));
    assert!(session.is_revealed());
    let sentence = session.bet_sentence().expect("a bet was placed");
    assert!(
        sentence.contains("You said “faster”; it came out “slower”"),
        "{sentence}"
    );
    session.apply(Action::PlayPause);
    assert!(session.is_playing());
}

#[test]
fn stepping_back_undoes_stepping_forward() {
    let mut session = fresh("small");
    session.apply(Action::Seek(SimTime::ZERO));
    let mut views = Vec::new();
    loop {
        let before = session.cursor();
        views.push(session.view());
        session.apply(Action::StepForward);
        if session.cursor() == before {
            break;
        }
    }
    assert!(views.len() > 10);
    while let Some(expected) = views.pop() {
        // Not assert_eq: a view is too long to print.
        assert!(session.view() == expected, "at {}", session.cursor());
        session.apply(Action::StepBack);
    }
}

#[test]
fn a_drag_is_one_undo_and_only_the_newest_settings_run() {
    let mut session = fresh("three-kinds");
    let before = session.setup().clone();
    for position in (0..=1_000).step_by(10) {
        session.apply(Action::Slide { index: 0, position });
    }
    settle(&mut session);
    assert_eq!(session.generation(), 2, "one run for the whole drag");
    assert_eq!(session.setup().values.0[0], session.scene().infos()[0].max);
    session.apply(Action::Undo);
    settle(&mut session);
    assert_eq!(session.setup(), &before);
    session.apply(Action::Redo);
    assert_eq!(session.setup().values.0[0], session.scene().infos()[0].max);
}

#[test]
fn playing_ends_at_the_end_and_starts_over() {
    let mut session = fresh("three-kinds");
    session.apply(Action::JustShow);
    session.apply(Action::SeekShare(1_000));
    session.apply(Action::PlayPause);
    assert_eq!(session.cursor(), SimTime::ZERO);
    session.apply(Action::Tick(1_000_000));
    assert_eq!(session.cursor(), SimTime::from_secs(1));
    session.apply(Action::Tick(60_000_000));
    assert!(!session.is_playing());
    assert_eq!(session.cursor(), session.run().expect("settled").horizon());
}
