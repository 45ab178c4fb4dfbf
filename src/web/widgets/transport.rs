//! Play, step, scrub: moving through simulated time.

use web_sys::HtmlInputElement;
use yew::{AttrValue, Callback, Html, InputEvent, KeyboardEvent, MouseEvent, TargetCast, html};

use super::control::step_of;
use super::pick::{PickProps, pick};
use crate::kernel::SimTime;
use crate::params::{Direction, StepKind};
use crate::scene::Zoom;
use crate::session::{Action, SPEEDS};

const PLAY: &str = "M4 2.5v11l9-5.5z";
const PAUSE: &str = "M3.5 2.5h3v11h-3zM9.5 2.5h3v11h-3z";
const FORWARD: &str = "M3 2.5v11l7-5.5zM11 2.5h2.5v11h-2.5z";
const BACK: &str = "M13 2.5v11l-7-5.5zM2.5 2.5h2.5v11h-2.5z";

/// What keeps the server still before the bet.
pub const NOT_YET: &str = "Place your bet first, or choose Just show me.";

/// What [`transport`] shows and tells.
pub struct Props<'a> {
    /// The figure's id.
    pub figure: &'a str,
    /// The instant shown.
    pub cursor: SimTime,
    /// The same in thousandths of the run.
    pub share: u64,
    /// The end of the run.
    pub horizon: SimTime,
    /// The cursor in words.
    pub time: AttrValue,
    /// Is time passing?
    pub is_playing: bool,
    /// The bet is out of the way.
    pub may_play: bool,
    /// Place in [`SPEEDS`].
    pub speed: usize,
    /// Time axis.
    pub zoom: Zoom,
    /// Words of the button that changes it; none without.
    pub zoom_label: Option<&'static str>,
    /// What the reader does.
    pub act: &'a Callback<Action>,
    /// Play was pressed too early.
    pub not_yet: Callback<()>,
}

/// Buttons, the slider of time, speed, zoom and the time.
pub fn transport(props: &Props<'_>) -> Html {
    let time_id = format!("{}-time", props.figure);
    html! {
        <div class="fig-transport" role="group" aria-label="Time">
            <div class="transport-buttons">
                { step(props, "step-back", "Step back", BACK, Action::StepBack) }
                { play(props) }
                { step(props, "step-forward", "Step forward", FORWARD, Action::StepForward) }
            </div>
            { scrub(props) }
            { speed(props) }
            { for props.zoom_label.map(|label| zoom(props, label)) }
            <output class="transport-time" id={time_id} aria-live="off">{ &props.time }</output>
        </div>
    }
}

fn icon(path: &'static str) -> Html {
    html! {
        <svg viewBox="0 0 16 16" width="16" height="16" fill="currentColor" aria-hidden="true"
            focusable="false"><path d={path} /></svg>
    }
}

fn step(
    props: &Props<'_>,
    name: &'static str,
    label: &'static str,
    path: &'static str,
    action: Action,
) -> Html {
    let onclick = props.act.reform(move |_| action.clone());
    html! {
        <button type="button" class="button icon" data-action={name} aria-label={label}
            title={label} {onclick}>{ icon(path) }</button>
    }
}

fn play(props: &Props<'_>) -> Html {
    let (label, path) = if props.is_playing {
        ("Pause", PAUSE)
    } else {
        ("Play", PLAY)
    };
    let why = format!("{}-why", props.figure);
    let onclick = {
        let (act, not_yet, may_play) = (props.act.clone(), props.not_yet.clone(), props.may_play);
        Callback::from(move |_: MouseEvent| {
            if may_play {
                act.emit(Action::PlayPause);
            } else {
                not_yet.emit(());
            }
        })
    };
    html! {
        <>
            <button type="button" class="button icon" data-action="play" aria-label={label}
                title={if props.may_play { label } else { NOT_YET }}
                aria-disabled={(!props.may_play).then_some("true")}
                aria-describedby={(!props.may_play).then(|| why.clone())}
                {onclick}>{ icon(path) }</button>
            if !props.may_play {
                <span class="unseen" id={why.clone()}>{ NOT_YET }</span>
            }
        </>
    }
}

fn scrub(props: &Props<'_>) -> Html {
    let oninput = {
        let act = props.act.clone();
        Callback::from(move |event: InputEvent| {
            let input = event.target_dyn_into::<HtmlInputElement>();
            if let Some(ns) = input.and_then(|i| i.value().parse().ok()) {
                act.emit(Action::Seek(SimTime::from_ns(ns)));
            }
        })
    };
    let onkeydown = {
        let (act, share) = (props.act.clone(), props.share);
        Callback::from(move |event: KeyboardEvent| {
            if let Some((kind, direction)) = step_of(&event) {
                event.prevent_default();
                act.emit(moved(share, kind, direction));
            }
        })
    };
    html! {
        <input type="range" class="transport-scrub" data-action="scrub" aria-label="Time"
            min="0" max={props.horizon.as_ns().to_string()} step="1"
            value={props.cursor.as_ns().to_string()} aria-valuetext={props.time.clone()}
            {oninput} {onkeydown} />
    }
}

/// Where a key leads: shift moves event by event.
fn moved(share: u64, kind: StepKind, direction: Direction) -> Action {
    let by = match kind {
        StepKind::Home => return Action::SeekShare(0),
        StepKind::End => return Action::SeekShare(1_000),
        StepKind::Fine => {
            return match direction {
                Direction::Down => Action::StepBack,
                Direction::Up => Action::StepForward,
            };
        }
        StepKind::Normal => 10,
        StepKind::Page => 100,
    };
    Action::SeekShare(match direction {
        Direction::Down => share.saturating_sub(by),
        Direction::Up => share + by,
    })
}

fn speed(props: &Props<'_>) -> Html {
    let option = |(place, (label, _)): (usize, &(&str, u64))| {
        (place.to_string().into(), format!("{label} ×").into())
    };
    let options: Vec<(AttrValue, AttrValue)> = SPEEDS.iter().enumerate().map(option).collect();
    let slowest_on_doubt = |text: String| Action::Speed(text.parse().unwrap_or_default());
    let list = pick(PickProps {
        id: None,
        described: None,
        action: Some("speed".into()),
        options,
        chosen: props.speed.to_string().into(),
        pick: props.act.reform(slowest_on_doubt),
    });
    html! {
        <label class="transport-speed">
            <span>{ "Speed" }</span>
            { list }
        </label>
    }
}

fn zoom(props: &Props<'_>, label: &'static str) -> Html {
    let is_near = props.zoom == Zoom::First;
    let next = if is_near { Zoom::Whole } else { Zoom::First };
    let onclick = props.act.reform(move |_| Action::Zoom(next));
    html! {
        <button type="button" class="button small transport-zoom" data-action="zoom"
            aria-pressed={is_near.to_string()} title="Show the time axis until the first is done"
            {onclick}>{ label }</button>
    }
}
