//! What is painted rather than written: the canvases of a figure, and when they are due.
//!
//! Everything is painted after the page has been written, and only what has changed: a chart when
//! its data, its size or its colours change, its cursor, the grids and the pictures whenever time
//! passes.

use gloo::events::EventListener;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{Element, HtmlElement, ResizeObserver};
use yew::{Callback, NodeRef};

use super::dom;
use super::live::Heard;
use super::shown::Shared;
use super::size::Size;
use super::widgets::{paint_chart, paint_grid, paint_picture, place_cursor};
use crate::plot::{Part, Theme};
use crate::view::{ChartSpec, PageGrid, Picture};

const DARK: &str = "(prefers-color-scheme: dark)";
const PRINT: &str = "print";
/// How much larger everything is on a projector, as in the stylesheet.
const PRESENT_SCALE: f64 = 1.5;

/// How charts and grids look here, before the pixel ratio.
pub fn look() -> Theme {
    let matches = |query: &str| dom::media(query).is_some_and(|m| m.matches());
    let is_light = matches(PRINT) || dom::page_has_class("theme-light");
    let is_dark = !is_light && (dom::page_has_class("theme-dark") || matches(DARK));
    let theme = if is_dark {
        Theme::dark()
    } else {
        Theme::light()
    };
    if dom::page_has_class("present") {
        theme.scaled(PRESENT_SCALE)
    } else {
        theme
    }
}

/// The nodes of one painted thing.
#[derive(Clone, Default, PartialEq)]
pub struct Board {
    /// What is painted on.
    pub canvas: NodeRef,
    /// The line of the cursor over it.
    pub line: NodeRef,
    /// The box that gives it its size.
    pub space: NodeRef,
}

/// What a chart was painted from.
type Painted = (Shared<ChartSpec>, Size, Theme, Part);

/// The canvases of a figure.
pub struct Stage {
    boards: Vec<Board>,
    painted: Vec<Option<Painted>>,
    observer: Option<ResizeObserver>,
    _resized: Closure<dyn FnMut()>,
    _looks: Vec<EventListener>,
}

/// Most painted things of a figure: charts first, grids behind, then pictures.
const BOARDS: usize = 28;
const FIRST_GRID: usize = 8;
const FIRST_PICTURE: usize = 16;

impl Stage {
    /// Watches the size of `host` and the look of the page.
    pub fn new(host: &Element, hear: &Callback<Heard>) -> Self {
        let tell = hear.clone();
        let resized = Closure::<dyn FnMut()>::new(move || tell.emit(Heard::Looks));
        let observer = ResizeObserver::new(resized.as_ref().unchecked_ref()).ok();
        if let Some(observer) = &observer {
            observer.observe(host);
        }
        let listen = |query: &str| {
            let tell = hear.clone();
            let media = dom::media(query)?;
            Some(EventListener::new(&media, "change", move |_| {
                tell.emit(Heard::Looks)
            }))
        };
        Self {
            boards: (0..BOARDS).map(|_| Board::default()).collect(),
            painted: vec![None; FIRST_GRID],
            observer,
            _resized: resized,
            _looks: [DARK, PRINT].into_iter().filter_map(listen).collect(),
        }
    }

    /// The nodes of chart `index`.
    pub fn chart(&self, index: usize) -> Board {
        self.boards.get(index).cloned().unwrap_or_default()
    }

    /// The nodes of grid `index`.
    pub fn grid(&self, index: usize) -> Board {
        self.chart(FIRST_GRID + index)
    }

    /// The nodes of picture `index`.
    pub fn picture(&self, index: usize) -> Board {
        self.chart(FIRST_PICTURE + index)
    }

    /// Paints what has changed.
    pub fn paint<'a>(
        &mut self,
        charts: impl Iterator<Item = &'a Shared<ChartSpec>>,
        (grids, pictures): (&[PageGrid], &[Picture]),
        is_revealed: bool,
        cursor_x: f64,
    ) {
        let part = if is_revealed { Part::All } else { Part::Base };
        let look = look();
        let places = self.boards.iter().zip(&mut self.painted);
        for (spec, (board, painted)) in charts.zip(places) {
            let Some(size) = board.space.cast::<Element>().map(|e| Size::of(&e)) else {
                continue;
            };
            let look = look.clone().scaled(size.ratio.max(0.5));
            let due: Painted = (spec.clone(), size, look, part);
            if painted.as_ref() != Some(&due) {
                paint_chart(&board.canvas, spec, size, &due.2, part);
                *painted = Some(due.clone());
            }
            if let Some(line) = board.line.cast::<HtmlElement>() {
                place_cursor(&line, spec, size, &due.2, cursor_x);
            }
        }
        let space = |board: &Board| {
            let size = Size::of(&board.space.cast::<Element>()?);
            Some((size, look.clone().scaled(size.ratio)))
        };
        for (grid, board) in grids.iter().zip(&self.boards[FIRST_GRID..FIRST_PICTURE]) {
            if let Some((size, look)) = space(board) {
                paint_grid(&board.canvas, grid, size, &look);
            }
        }
        for (picture, board) in pictures.iter().zip(&self.boards[FIRST_PICTURE..]) {
            if let Some((size, look)) = space(board) {
                paint_picture(&board.canvas, picture, size, &look, part);
            }
        }
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        if let Some(observer) = &self.observer {
            observer.disconnect();
        }
    }
}
