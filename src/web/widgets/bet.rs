//! The bet: asked before the result is shown, answered in its place.

use yew::{Callback, Html, html};

use crate::session::Action;
use crate::view::{Answer, BetView};

/// Question and buttons; once there is an outcome, question and outcome.
pub fn bet_card(bet: &BetView, outcome: Option<String>, act: &Callback<Action>) -> Html {
    let question = &bet.question;
    if let Some(outcome) = outcome {
        return html! {
            <div class="fig-bet">
                <p class="bet-asked">{ question }</p>
                <p class="bet-outcome" tabindex="-1">{ outcome }</p>
            </div>
        };
    }
    let button = |class: &'static str, key: &'static str, label: &'static str, action: Action| {
        let onclick = act.reform(move |_| action.clone());
        html! {
            <button type="button" {class} data-bet={key} {onclick}>{ label }</button>
        }
    };
    let answers = Answer::ALL.map(|a| {
        let (key, label) = (bet.words.key(a), bet.words.label(a));
        button("button", key, label, Action::Bet(a))
    });
    html! {
        <div class="fig-bet">
            <p class="bet-question">{ question }</p>
            <div class="bet-choices" role="group" aria-label="Your bet">
                { for answers }
                { button("button quiet", "skip", "Just show me", Action::JustShow) }
            </div>
        </div>
    }
}
