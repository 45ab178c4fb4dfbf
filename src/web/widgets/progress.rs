//! How far a run of many runs has come, and the button that ends it.

use yew::{Callback, Html, MouseEvent, html};

use crate::session::Action;

/// A bar, the same in words, and Stop. The button stays in the tab order while there is nothing to
/// stop, so that pressing it loses no focus.
pub fn progress(runs: (u64, u64), is_under_way: bool, act: &Callback<Action>) -> Html {
    let (done, all) = runs;
    let words = if is_under_way || done >= all {
        format!("{done} of {all} runs")
    } else {
        format!("stopped after {done} of {all} runs")
    };
    let onclick = {
        let act = act.clone();
        Callback::from(move |_: MouseEvent| {
            if is_under_way {
                act.emit(Action::Stop);
            }
        })
    };
    html! {
        <div class="fig-progress" role="group" aria-label="Runs" data-progress="">
            <progress aria-label="Runs done" max={all.max(1).to_string()}
                value={done.to_string()}></progress>
            <span class="progress-words">{ words }</span>
            <button type="button" class="button small" data-action="stop"
                title="End with the runs that are done"
                aria-disabled={(!is_under_way).then_some("true")} {onclick}>{ "Stop" }</button>
        </div>
    }
}
