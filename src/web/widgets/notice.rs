//! What was put right in a link or a field.

use yew::{AttrValue, Callback, Html, Properties, component, html};

use crate::session::Action;

/// Properties of [`Notices`].
#[derive(Properties, PartialEq)]
pub struct Props {
    /// Sentences; none, no area.
    pub texts: Vec<AttrValue>,
    /// What the reader does.
    pub act: Callback<Action>,
}

/// One area with every notice.
#[component]
pub fn Notices(props: &Props) -> Html {
    if props.texts.is_empty() {
        return Html::default();
    }
    let dismiss = props.act.reform(|_| Action::Dismiss);
    html! {
        <div class="fig-notice caution" data-notice="">
            <ul>{ for props.texts.iter().map(|text| html! { <li>{ text }</li> }) }</ul>
            <button type="button" class="button small" data-action="dismiss" onclick={dismiss}>
                { "Dismiss" }
            </button>
        </div>
    }
}
