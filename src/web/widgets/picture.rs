//! Lanes, bars, trees and rings, painted by the function that draws them for the article.

use yew::{Html, NodeRef, classes, html};

use super::canvas::CanvasPen;
use super::grid::cell_item;
use crate::plot::{Part, Theme, draw_picture};
use crate::view::{Act, Picture, legend_acts, ring_legend, tree_kinds};
use crate::web::size::Size;
use crate::web::stage::Board;

/// A picture with its name; `is_veiled` while some of it must not be seen.
pub fn picture_card(picture: &Picture, is_asked: bool, is_revealed: bool, board: Board) -> Html {
    let has_veil = is_asked && picture.has_veil();
    let after = (has_veil && picture.veiled).then_some("after-bet");
    let words = if has_veil && !is_revealed {
        &picture.title
    } else {
        &picture.text
    };
    let space = classes!(
        "picture-box",
        picture.class(),
        format!("rows-{}", picture.rows())
    );
    let swatch = picture.style.map(|style| {
        html! { <span class={classes!("swatch", format!("s{}", style % 6))}></span> }
    });
    html! {
        <figure class="picture" data-picture={picture.id.clone()}>
            <figcaption>{ for swatch }{ &picture.title }</figcaption>
            <div class={space} ref={board.space}>
                <canvas class={classes!(after)} role="img" ref={board.canvas}
                    aria-label={words.clone()}></canvas>
                if has_veil {
                    <p class="veil-note">{ "Place your bet to see the rest" }</p>
                }
            </div>
        </figure>
    }
}

/// Paints the picture anew.
pub fn paint_picture(canvas: &NodeRef, picture: &Picture, size: Size, look: &Theme, part: Part) {
    if let Some(mut pen) = CanvasPen::fresh(canvas, size, look) {
        draw_picture(picture, size.drawn(), look, part, &mut pen);
    }
}

/// What colours and heights mean.
pub fn picture_legend(pictures: &[Picture]) -> Html {
    let item = |act: Act| {
        html! { <li><span class={classes!("act", act.class())}></span>{ act.label() }</li> }
    };
    let vlf_item = |(class, label): (&'static str, &'static str)| {
        html! { <li><span class={classes!("vlf", class)}></span>{ label }</li> }
    };
    html! {
        <ul class="legend" aria-label="What the pictures show">
            { for legend_acts(pictures).into_iter().map(item) }
            { for tree_kinds(pictures).iter().map(|cell| cell_item(*cell)) }
            { for ring_legend(pictures).into_iter().map(vlf_item) }
        </ul>
    }
}
