//! One parameter: slider, field and words, or a list of choices.

use web_sys::HtmlInputElement;
use yew::{AttrValue, Callback, Event, Html, InputEvent, KeyboardEvent, TargetCast, html};

use super::pick::{PickProps, pick};
use crate::params::{
    Choice, Control, Direction, ParamInfo, SLIDER_POSITIONS, StepKind, format, key_text,
    position_of, spoken, thousands,
};
use crate::session::Action;

/// What [`control_row`] shows.
pub struct ControlProps<'a> {
    /// The figure's id.
    pub figure: &'a str,
    /// The row's place.
    pub index: usize,
    /// The row.
    pub info: &'static ParamInfo,
    /// Its value.
    pub value: i64,
    /// What the reader does.
    pub act: &'a Callback<Action>,
    /// The slider is held, or let go.
    pub hold: &'a Callback<bool>,
}

/// A parameter with everything that moves it.
pub fn control_row(props: &ControlProps<'_>) -> Html {
    let info = props.info;
    let id = format!("{}-{}", props.figure, info.key);
    let more = info.control == Control::More;
    let about = format!("{id}-about");
    let described = more.then(|| about.clone());
    html! {
        <div class="control" key={info.key} data-param={info.key}>
            <label for={id.clone()}>{ info.label }</label>
            if info.is_choice() {
                { choices(props, &id, described) }
            } else {
                { slider(props, &id, described.clone()) }
                { field(props) }
                <output for={id.clone()} aria-live="off">{ words(info, props.value) }</output>
            }
            if more {
                <div data-slot={info.key}></div>
            }
        </div>
    }
}

/// The value with its unit, and what zero means.
fn words(info: &ParamInfo, value: i64) -> String {
    match info.zero {
        Some(zero) if value == 0 => zero.to_string(),
        _ => format(info, value),
    }
}

fn slider(props: &ControlProps<'_>, id: &str, described: Option<String>) -> Html {
    let (index, info) = (props.index, props.info);
    let oninput = {
        let (act, hold) = (props.act.clone(), props.hold.clone());
        Callback::from(move |event: InputEvent| {
            let input = event.target_dyn_into::<HtmlInputElement>();
            if let Some(position) = input.and_then(|i| i.value().parse().ok()) {
                hold.emit(true);
                act.emit(Action::Slide { index, position });
            }
        })
    };
    let onkeydown = {
        let act = props.act.clone();
        Callback::from(move |event: KeyboardEvent| {
            if let Some((kind, direction)) = step_of(&event) {
                event.prevent_default();
                act.emit(Action::Nudge {
                    index,
                    kind,
                    direction,
                });
            }
        })
    };
    html! {
        <input type="range" id={id.to_string()} min="0" max={SLIDER_POSITIONS.to_string()}
            step="1" value={position_of(info, props.value).to_string()}
            aria-valuetext={spoken(info, props.value)} aria-describedby={described}
            {oninput} {onkeydown}
            onchange={props.hold.reform(|_: Event| false)}
            onpointerup={props.hold.reform(|_| false)} />
    }
}

/// What a key on a slider asks for.
pub fn step_of(event: &KeyboardEvent) -> Option<(StepKind, Direction)> {
    if event.ctrl_key() || event.meta_key() || event.alt_key() {
        return None;
    }
    let arrow = if event.shift_key() {
        StepKind::Fine
    } else {
        StepKind::Normal
    };
    Some(match event.key().as_str() {
        "ArrowRight" | "ArrowUp" => (arrow, Direction::Up),
        "ArrowLeft" | "ArrowDown" => (arrow, Direction::Down),
        "PageUp" => (StepKind::Page, Direction::Up),
        "PageDown" => (StepKind::Page, Direction::Down),
        "Home" => (StepKind::Home, Direction::Down),
        "End" => (StepKind::End, Direction::Up),
        _ => return None,
    })
}

/// The field beside the slider: what is typed counts when it is left or Enter is pressed.
fn field(props: &ControlProps<'_>) -> Html {
    let (index, act) = (props.index, props.act.clone());
    let before = thousands(props.value);
    let shown = before.clone();
    let onchange = Callback::from(move |event: Event| {
        if let Some(input) = event.target_dyn_into::<HtmlInputElement>() {
            let text = input.value();
            // What says nothing leaves the value, and then nothing would be rendered anew.
            input.set_value(&before);
            act.emit(Action::Write { index, text });
        }
    });
    html! {
        <input type="text" inputmode="decimal" class="control-field" autocomplete="off"
            spellcheck="false" aria-label={format!("{}, exact value", props.info.label)}
            value={shown} {onchange} />
    }
}

/// The list of choices.
fn choices(props: &ControlProps<'_>, id: &str, described: Option<String>) -> Html {
    let (index, info) = (props.index, props.info);
    let option = |choice: &Choice| (choice.key.into(), choice.label.into());
    let options: Vec<(AttrValue, AttrValue)> = info.choices.iter().map(option).collect();
    pick(PickProps {
        id: Some(id.to_string().into()),
        described: described.map(Into::into),
        action: None,
        options,
        chosen: key_text(info, props.value).into(),
        pick: props
            .act
            .reform(move |text: String| Action::Write { index, text }),
    })
}
