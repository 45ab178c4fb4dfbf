//! What the reader can do to the server at the cursor.

use yew::{AttrValue, Callback, Html, MouseEvent, html};

use super::transport::NOT_YET;
use crate::scene::{Command, CommandAt};
use crate::session::Action;
use crate::view::digits;

/// What [`commands`] shows and tells.
pub struct Props<'a> {
    /// The figure's id.
    pub figure: &'a str,
    /// What can be done.
    pub commands: &'a [Command],
    /// What has been done, in order of time.
    pub given: &'a [CommandAt],
    /// The bet is out of the way.
    pub may_act: bool,
    /// What the reader does.
    pub act: &'a Callback<Action>,
    /// A button was pressed too early.
    pub not_yet: Callback<()>,
}

/// A button each, and what has been done so far; nothing for a scene without commands.
pub fn commands(props: &Props<'_>) -> Html {
    if props.commands.is_empty() {
        return Html::default();
    }
    let why = AttrValue::from(format!("{}-commands-why", props.figure));
    let words = props.given.iter().map(|given| done(props, given));
    html! {
        <div class="fig-commands" role="group" aria-label="At this moment">
            <span class="commands-name" aria-hidden="true">{ "At this moment:" }</span>
            { for props.commands.iter().map(|command| button(props, command, &why)) }
            if !props.may_act {
                <span class="unseen" id={why.clone()}>{ NOT_YET }</span>
            }
            if !props.given.is_empty() {
                <ul class="commands-given" aria-label="Done so far">
                    { for words.map(|words| html! { <li>{ words }</li> }) }
                </ul>
            }
        </div>
    }
}

/// A button that stays in the tab order, and says why, while it can do nothing.
fn button(props: &Props<'_>, command: &Command, why: &AttrValue) -> Html {
    let (key, may_act) = (command.key, props.may_act);
    let onclick = {
        let (act, not_yet) = (props.act.clone(), props.not_yet.clone());
        Callback::from(move |_: MouseEvent| {
            if may_act {
                act.emit(Action::Command(key));
            } else {
                not_yet.emit(());
            }
        })
    };
    html! {
        <button type="button" class="button small" data-command={key}
            title={(!may_act).then_some(NOT_YET)}
            aria-disabled={(!may_act).then_some("true")}
            aria-describedby={(!may_act).then(|| why.clone())}
            {onclick}>{ &command.label }</button>
    }
}

/// "CHECKPOINT at 60.5 s".
fn done(props: &Props<'_>, given: &CommandAt) -> String {
    let command = props.commands.iter().find(|c| c.key == given.key);
    let label = command.map_or(given.key, |c| &c.label);
    format!("{label} at {} s", digits(given.at.as_ns() as f64 / 1e9, 4))
}
