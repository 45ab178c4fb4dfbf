//! The settings that fold away, with what each rests on.

use yew::{Html, classes, html};

use crate::params::{Control, ParamInfo, SourceKind};

/// Every other control, and the words about the ones above.
pub fn more(infos: &'static [ParamInfo], controls: Vec<Html>) -> Html {
    if controls.is_empty() {
        return Html::default();
    }
    let primary = infos.iter().filter(|info| info.control == Control::Primary);
    let item = |info: &ParamInfo| {
        html! { <div><dt>{ info.label }</dt><dd>{ about(info) }</dd></div> }
    };
    html! {
        <details class="fig-more">
            <summary>{ "More settings" }</summary>
            <div class="fig-controls">{ for controls }</div>
            <dl class="control-notes">{ for primary.map(item) }</dl>
        </details>
    }
}

/// What a parameter does, and where its default comes from.
pub(super) fn about(info: &ParamInfo) -> Html {
    let kind = info.source.kind;
    // What nobody measured must not look as if somebody had.
    let is_soft = matches!(kind, SourceKind::Assumption | SourceKind::Fitted);
    html! {
        <>
            <p class="control-help">{ info.help }</p>
            <p class="control-source">
                <span class={classes!("source-kind", is_soft.then_some("soft"))}>
                    { kind.word() }
                </span>
                { " " }{ info.source.text }
            </p>
        </>
    }
}
