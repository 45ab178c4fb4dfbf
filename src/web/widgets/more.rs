//! The settings that fold away, with what each rests on.

use yew::{Html, html};

use crate::params::{Control, ParamInfo};

/// Every other control, and the words about the ones above. The words are the static page's own:
/// they are put into the slots when the living figure takes over.
pub fn more(infos: &'static [ParamInfo], controls: Vec<Html>) -> Html {
    if controls.is_empty() {
        return Html::default();
    }
    let primary = infos.iter().filter(|info| info.control == Control::Primary);
    let item = |info: &ParamInfo| {
        html! { <div><dt>{ info.label }</dt><dd data-slot={info.key}></dd></div> }
    };
    html! {
        <details class="fig-more">
            <summary>{ "More settings" }</summary>
            <div class="fig-controls">{ for controls }</div>
            <dl class="control-notes">{ for primary.map(item) }</dl>
        </details>
    }
}
