//! Presets, other luck, undo, redo, reset and the link.

use wasm_bindgen::JsCast;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::Closure;
use web_sys::{Clipboard, HtmlInputElement};
use yew::{AttrValue, Callback, Html, MouseEvent, TargetCast, html};

use crate::scene::Preset;
use crate::session::Action;
use crate::web::dom;
use crate::web::message::Copying;

/// What [`actions`] shows and tells.
pub struct Props<'a> {
    /// The scene's presets.
    pub presets: &'static [Preset],
    /// The one that the reader started from.
    pub preset: &'static str,
    /// Is there something to undo?
    pub can_undo: bool,
    /// Is there something to redo?
    pub can_redo: bool,
    /// How far copying the link has come.
    pub copying: &'a Copying,
    /// What the reader does.
    pub act: &'a Callback<Action>,
    /// The reader wants the link.
    pub copy: Callback<()>,
}

/// What can be done with the figure as a whole.
pub fn actions(props: &Props<'_>) -> Html {
    let copied = if *props.copying == Copying::Done {
        "Link copied"
    } else {
        "Copy link"
    };
    html! {
        <>
            if props.presets.len() > 1 {
                { presets(props) }
            }
            <div class="fig-actions" role="group" aria-label="Figure">
                { button(props, "undo", "Undo", props.can_undo, Action::Undo) }
                { button(props, "redo", "Redo", props.can_redo, Action::Redo) }
                { button(props, "reset", "Reset", true, Action::Reset) }
                { button(props, "luck", "Other luck", true, Action::NextSeed) }
                <button type="button" class="button small" data-action="link"
                    onclick={props.copy.reform(|_| ())}>{ copied }</button>
            </div>
            if let Copying::ByHand(link) = props.copying {
                { link_field(link) }
            }
        </>
    }
}

fn presets(props: &Props<'_>) -> Html {
    let one = |preset: &Preset| {
        let name = preset.name;
        let onclick = props.act.reform(move |_| Action::Preset(name.to_string()));
        html! {
            <button type="button" class="button small" data-preset-button={name}
                aria-pressed={(name == props.preset).to_string()} {onclick}>
                { preset.label }
            </button>
        }
    };
    html! {
        <div class="fig-presets" role="group" aria-label="Presets">
            { for props.presets.iter().map(one) }
        </div>
    }
}

/// A button that stays in the tab order while it can do nothing.
fn button(props: &Props<'_>, name: &'static str, label: &str, can: bool, action: Action) -> Html {
    let act = props.act.clone();
    let onclick = Callback::from(move |_: MouseEvent| {
        if can {
            act.emit(action.clone());
        }
    });
    html! {
        <button type="button" class="button small" data-action={name}
            aria-disabled={(!can).then_some("true")} {onclick}>{ label }</button>
    }
}

/// The link, for a browser without a clipboard; selected by a click.
fn link_field(link: &AttrValue) -> Html {
    let onclick = Callback::from(|event: MouseEvent| {
        if let Some(field) = event.target_dyn_into::<HtmlInputElement>() {
            field.select();
        }
    });
    html! {
        <label class="link-field">
            { "Copy this link: " }
            <input type="text" readonly=true value={link} {onclick} />
        </label>
    }
}

/// Puts `text` on the clipboard; `done` hears whether that worked.
pub fn copy(text: &str, done: Callback<bool>) {
    let Some(clipboard) = clipboard() else {
        done.emit(false);
        return;
    };
    let failed = done.clone();
    let on_done = Closure::once_into_js(move |_: JsValue| done.emit(true));
    let on_failed = Closure::once_into_js(move |_: JsValue| failed.emit(false));
    let promise = clipboard.write_text(text);
    let then = js_sys::Reflect::get(&promise, &"then".into());
    if let Some(then) = then
        .ok()
        .and_then(|t| t.dyn_into::<js_sys::Function>().ok())
    {
        let _ = then.call2(&promise, &on_done, &on_failed);
    }
}

/// Missing outside secure contexts, so it is looked up rather than taken for granted.
fn clipboard() -> Option<Clipboard> {
    let navigator = dom::window()?.navigator();
    let found = js_sys::Reflect::get(&navigator, &"clipboard".into()).ok()?;
    found.dyn_into().ok()
}
