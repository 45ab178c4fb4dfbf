//! What was put right in a link or a field.

use yew::{Callback, Html, html};

use crate::params::Warning;
use crate::session::Action;

/// One area with every notice; none without.
pub fn notices(warnings: &[Warning], act: &Callback<Action>) -> Html {
    if warnings.is_empty() {
        return Html::default();
    }
    let dismiss = act.reform(|_| Action::Dismiss);
    let item = |warning: &Warning| html! { <li>{ format!("{warning}.") }</li> };
    html! {
        <div class="fig-notice caution" data-notice="">
            <ul>{ for warnings.iter().map(item) }</ul>
            <button type="button" class="button small" data-action="dismiss" onclick={dismiss}>
                { "Dismiss" }
            </button>
        </div>
    }
}
