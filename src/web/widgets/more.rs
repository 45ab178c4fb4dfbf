//! The settings that fold away, with what each rests on.

use yew::{Children, Html, Properties, classes, component, html};

use crate::params::{Control, ParamInfo, SourceKind};

/// Properties of [`More`].
#[derive(Properties, PartialEq)]
pub struct Props {
    /// The rows of the scene.
    pub infos: &'static [ParamInfo],
    /// The controls.
    pub children: Children,
}

/// Every other control, and the words about the ones above.
#[component]
pub fn More(props: &Props) -> Html {
    if props.children.is_empty() {
        return Html::default();
    }
    let primary = props
        .infos
        .iter()
        .filter(|info| info.control == Control::Primary);
    let item = |info: &ParamInfo| {
        html! { <div><dt>{ info.label }</dt><dd>{ about(info) }</dd></div> }
    };
    html! {
        <details class="fig-more">
            <summary>{ "More settings" }</summary>
            <div class="fig-controls">{ props.children.clone() }</div>
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
