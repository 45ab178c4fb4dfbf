//! The bet: asked before the result is shown, answered in its place.

use yew::{AttrValue, Callback, Html, Properties, component, html};

use crate::session::Action;
use crate::view::Answer;

/// Properties of [`BetCard`].
#[derive(Properties, PartialEq)]
pub struct Props {
    /// What is asked.
    pub question: AttrValue,
    /// How it came out; nothing before the bet.
    pub outcome: Option<AttrValue>,
    /// What the reader does.
    pub act: Callback<Action>,
}

/// Question and buttons, or the outcome.
#[component]
pub fn BetCard(props: &Props) -> Html {
    if let Some(outcome) = &props.outcome {
        return html! {
            <div class="fig-bet">
                <p class="bet-asked">{ &props.question }</p>
                <p class="bet-outcome" tabindex="-1">{ outcome }</p>
            </div>
        };
    }
    let answer = |answer: Answer| {
        let onclick = props.act.reform(move |_| Action::Bet(answer));
        html! {
            <button type="button" class="button" data-bet={answer.key()} {onclick}>
                { answer.label() }
            </button>
        }
    };
    let skip = props.act.reform(|_| Action::JustShow);
    html! {
        <div class="fig-bet">
            <p class="bet-question">{ &props.question }</p>
            <div class="bet-choices" role="group" aria-label="Your bet">
                { for Answer::ALL.into_iter().map(answer) }
                <button type="button" class="button quiet" data-bet="skip" onclick={skip}>
                    { "Just show me" }
                </button>
            </div>
        </div>
    }
}
