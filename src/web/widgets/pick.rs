//! A list of which one is chosen.

use web_sys::HtmlSelectElement;
use yew::{AttrValue, Callback, Event, Html, TargetCast, html};

/// What [`pick`] shows.
pub struct PickProps {
    /// The list's id, for its label.
    pub id: Option<AttrValue>,
    /// The id of what describes it.
    pub described: Option<AttrValue>,
    /// The `data-action` of the list.
    pub action: Option<AttrValue>,
    /// Value and words of each.
    pub options: Vec<(AttrValue, AttrValue)>,
    /// The value of the one that is chosen.
    pub chosen: AttrValue,
    /// Another one was chosen.
    pub pick: Callback<String>,
}

/// A native list.
pub fn pick(props: PickProps) -> Html {
    let pick = props.pick;
    let onchange = Callback::from(move |event: Event| {
        if let Some(list) = event.target_dyn_into::<HtmlSelectElement>() {
            pick.emit(list.value());
        }
    });
    let chosen = &props.chosen;
    let option = |(value, words): &(AttrValue, AttrValue)| {
        // The attribute counts while the list is new, the list's value once it has been used.
        html! { <option value={value} selected={value == chosen}>{ words }</option> }
    };
    html! {
        <select id={props.id} ~value={chosen.as_str()} data-action={props.action}
            aria-describedby={props.described} {onchange}>
            { for props.options.iter().map(option) }
        </select>
    }
}
