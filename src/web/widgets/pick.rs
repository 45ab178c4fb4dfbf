//! A list of which one is chosen.

use web_sys::HtmlSelectElement;
use yew::{
    AttrValue, Callback, Event, Html, Properties, TargetCast, component, html, use_effect,
    use_node_ref,
};

/// Properties of [`Pick`].
#[derive(Properties, PartialEq)]
pub struct Props {
    /// The list's id, for its label.
    #[prop_or_default]
    pub id: Option<AttrValue>,
    /// The id of what describes it.
    #[prop_or_default]
    pub described: Option<AttrValue>,
    /// The `data-action` of the list.
    #[prop_or_default]
    pub action: Option<AttrValue>,
    /// Value and words of each.
    pub options: Vec<(AttrValue, AttrValue)>,
    /// The value of the one that is chosen.
    pub chosen: AttrValue,
    /// Another one was chosen.
    pub pick: Callback<String>,
}

/// A native list.
#[component]
pub fn Pick(props: &Props) -> Html {
    let node = use_node_ref();
    // The list's own idea of what is chosen wins over attributes once the reader has used it.
    use_effect({
        let (node, chosen) = (node.clone(), props.chosen.clone());
        move || {
            if let Some(list) = node.cast::<HtmlSelectElement>() {
                list.set_value(&chosen);
            }
        }
    });
    let pick = props.pick.clone();
    let onchange = Callback::from(move |event: Event| {
        if let Some(list) = event.target_dyn_into::<HtmlSelectElement>() {
            pick.emit(list.value());
        }
    });
    html! {
        <select id={props.id.clone()} ref={node} data-action={props.action.clone()}
            aria-describedby={props.described.clone()} {onchange}>
            { for props.options.iter().map(|(value, words)| html! {
                <option value={value.clone()}>{ words }</option>
            }) }
        </select>
    }
}
