//! A chart: a canvas with a cursor over it, the values at the cursor, and the twin table.

use plotters::prelude::IntoDrawingArea;
use plotters_canvas::CanvasBackend;
use web_sys::HtmlElement;
use yew::{
    Callback, Html, KeyboardEvent, MouseEvent, NodeRef, PointerEvent, TargetCast, classes, html,
};

use super::canvas::fresh;
use super::control::step_of;
use super::table::{TableProps, table_view};
use crate::params::{Direction, StepKind};
use crate::plot::{Part, Theme, draw, frame};
use crate::session::Action;
use crate::view::{ChartSpec, Series, Table, digits, hundredths};
use crate::web::dom;
use crate::web::shown::Shared;
use crate::web::size::Size;
use crate::web::stage::{Board, look};

/// What [`chart_figure`] shows.
pub struct ChartProps<'a> {
    /// The figure's id.
    pub figure: &'a str,
    /// The scene's name.
    pub scene: &'static str,
    /// The chart.
    pub spec: &'a Shared<ChartSpec>,
    /// Its twin.
    pub table: &'a Table,
    /// Its nodes.
    pub board: Board,
    /// It has the whole width.
    pub is_wide: bool,
    /// The figure asks for a bet.
    pub is_asked: bool,
    /// Nothing is veiled any more.
    pub is_revealed: bool,
    /// The cursor.
    pub cursor_x: f64,
    /// The cursor in words.
    pub time: &'a str,
    /// What the reader does.
    pub act: &'a Callback<Action>,
}

impl ChartProps<'_> {
    fn is_veiled(&self) -> bool {
        self.is_asked && self.spec.series.iter().any(|s| s.veiled)
    }

    /// Series that may be seen, and the value of each at the cursor.
    fn values(&self) -> impl Iterator<Item = (&Series, String)> {
        let told = |s: &&Series| s.is_named() && (self.is_revealed || !s.veiled);
        self.spec.series.iter().filter(told).map(|series| {
            let value = series.value_at(self.cursor_x);
            (series, value.map_or("–".to_string(), |v| digits(v, 3)))
        })
    }

    /// Is there a line of what would have been without the last command?
    fn has_ghosts(&self) -> bool {
        let shows = |s: &Series| s.ghost && (self.is_revealed || !s.veiled);
        self.spec.series.iter().any(shows)
    }

    /// The cursor's place on the axis, in thousandths.
    fn share(&self) -> u32 {
        let axis = &self.spec.x;
        let span = axis.max - axis.min;
        let share = if span > 0.0 {
            (self.cursor_x - axis.min) / span
        } else {
            0.0
        };
        // Between 0 and 1,000.
        (share.clamp(0.0, 1.0) * 1_000.0).round() as u32
    }

    fn spoken(&self) -> String {
        let mut out = self.time.to_string();
        for (series, value) in self.values() {
            out.push_str(&format!("; {}: {value}", series.label));
        }
        out
    }
}

/// A chart with everything around it.
pub fn chart_figure(props: &ChartProps<'_>) -> Html {
    let class = if props.is_wide { "wide" } else { "half" };
    let summary = format!("{}-{}-summary", props.figure, props.spec.id);
    let after = props.is_veiled().then_some("after-bet");
    html! {
        <figure class={classes!("chart", class)} key={props.spec.id} data-chart={props.spec.id}>
            <figcaption>
                <strong>{ &props.spec.title }</strong>{ " " }
                <span class={classes!("chart-summary", after)} id={summary.clone()}>
                    { &props.spec.summary }
                </span>
            </figcaption>
            <div class="chart-box" ref={props.board.space.clone()}>
                { canvas(props, summary) }
                <div class="chart-cursor" ref={props.board.line.clone()} aria-hidden="true"></div>
                if props.is_veiled() {
                    <p class="veil-note">{ "Place your bet to see the rest" }</p>
                }
            </div>
            { readout(props) }
            { data(props) }
        </figure>
    }
}

/// What the chart is painted on; along a time axis it moves the cursor.
fn canvas(props: &ChartProps<'_>, summary: String) -> Html {
    let canvas = props.board.canvas.clone();
    let label = props.spec.title.clone();
    if !props.spec.x.is_time() {
        return html! {
            <canvas ref={canvas} key="still" class="still" role="img" aria-label={label}
                aria-describedby={summary}></canvas>
        };
    }
    let seek = Seek {
        spec: props.spec.clone(),
        act: props.act.clone(),
    };
    html! {
        <canvas ref={canvas} key="live" tabindex="0" role="slider" aria-label={label}
            aria-describedby={summary} aria-valuemin="0" aria-valuemax="1000"
            aria-valuenow={props.share().to_string()} aria-valuetext={props.spoken()}
            onpointerdown={seek.pointer(|e| e.pointer_type() != "touch")}
            onpointermove={seek.pointer(|e| e.buttons() & 1 == 1)}
            onclick={seek.click()}
            onkeydown={seek.keys(props.cursor_x)}></canvas>
    }
}

/// The values at the cursor.
fn readout(props: &ChartProps<'_>) -> Html {
    let item = |(series, value): (&Series, String)| {
        html! {
            <span class="readout-item">
                <span class={classes!("swatch", format!("s{}", series.style % 6))}></span>
                { &series.label }{ " " }
                if props.spec.x.is_time() {
                    <b>{ value }{ " " }{ &props.spec.y.label }</b>
                }
            </span>
        }
    };
    html! {
        <p class="chart-readout" data-readout="">
            { for props.values().map(item) }
            if props.has_ghosts() {
                <span class="readout-item" data-ghosts="">
                    <span class="swatch ghost"></span>{ "before" }
                </span>
            }
        </p>
    }
}

fn data(props: &ChartProps<'_>) -> Html {
    let name = format!("{}-{}.csv", props.scene, props.spec.id);
    let spec = props.spec.clone();
    let save = Callback::from(move |_: MouseEvent| {
        let _ = dom::download(&name, &spec.csv());
    });
    let table = table_view(&TableProps {
        table: props.table,
        is_results: false,
        is_asked: props.is_asked,
        bet: None,
    });
    html! {
        <details class="data">
            <summary>{ "Data table" }</summary>
            <div class="table-scroll" tabindex="0" role="group"
                aria-label={format!("{} as a table", props.spec.title)}>
                { table }
            </div>
            if props.is_revealed || !props.is_veiled() {
                <button type="button" class="button small" data-action="csv" onclick={save}>
                    { "Download CSV" }
                </button>
            }
        </details>
    }
}

/// Paints the chart anew.
pub fn paint_chart(canvas: &NodeRef, spec: &ChartSpec, size: Size, look: &Theme, part: Part) {
    let backend = fresh(canvas, size).and_then(CanvasBackend::with_canvas_object);
    let Some(backend) = backend else {
        return;
    };
    let area = backend.into_drawing_area();
    // A canvas has nothing to fail with that the reader could mend.
    let _ = draw(&area, spec, look, part);
    let _ = area.present();
}

/// Moves the line of the cursor; only this happens while time passes.
pub fn place_cursor(line: &HtmlElement, spec: &ChartSpec, size: Size, look: &Theme, x: f64) {
    let (width, height) = size.drawn();
    let frame = frame(spec, look, width, height);
    let css = |drawn: f64| drawn / size.ratio.max(0.5);
    let is_outside = x < spec.x.min || x > spec.x.max || !spec.x.is_time();
    line.set_hidden(size.is_empty() || is_outside);
    let style = line.style();
    let left = css(frame.px_x(&spec.x, x));
    let _ = style.set_property("transform", &format!("translateX({}px)", hundredths(left)));
    let _ = style.set_property("top", &format!("{}px", hundredths(css(frame.top))));
    let _ = style.set_property(
        "height",
        &format!("{}px", hundredths(css(frame.bottom - frame.top))),
    );
}

/// From a place on the canvas, or a key, to an instant.
struct Seek {
    spec: Shared<ChartSpec>,
    act: Callback<Action>,
}

impl Seek {
    fn to(&self) -> impl Fn(&HtmlElement, i32) + use<> {
        let (spec, act) = (self.spec.clone(), self.act.clone());
        move |canvas, offset_x| {
            let size = Size::of(canvas);
            let (width, height) = size.drawn();
            let look = look().scaled(size.ratio.max(0.5));
            let frame = frame(&spec, &look, width, height);
            let x = frame.data_x(&spec.x, f64::from(offset_x) * size.ratio);
            act.emit(Action::SeekX(x));
        }
    }

    fn pointer(&self, counts: fn(&PointerEvent) -> bool) -> Callback<PointerEvent> {
        let to = self.to();
        Callback::from(move |event: PointerEvent| {
            if !counts(&event) || event.button() > 0 {
                return;
            }
            if let Some(canvas) = event.target_dyn_into::<HtmlElement>() {
                // A drag goes on beyond the edges; a pointer that is gone can't be held.
                let _ = canvas.set_pointer_capture(event.pointer_id());
                to(&canvas, event.offset_x());
            }
        })
    }

    /// A tap: a finger that scrolls the page never gets here.
    fn click(&self) -> Callback<MouseEvent> {
        let to = self.to();
        Callback::from(move |event: MouseEvent| {
            if let Some(canvas) = event.target_dyn_into::<HtmlElement>() {
                to(&canvas, event.offset_x());
            }
        })
    }

    fn keys(&self, cursor_x: f64) -> Callback<KeyboardEvent> {
        let (spec, act) = (self.spec.clone(), self.act.clone());
        Callback::from(move |event: KeyboardEvent| {
            if event.key() == "Escape" {
                if let Some(canvas) = event.target_dyn_into::<HtmlElement>() {
                    let _ = canvas.blur();
                }
                return;
            }
            let Some((kind, direction)) = step_of(&event) else {
                return;
            };
            event.prevent_default();
            let span = spec.x.max - spec.x.min;
            let sign = if direction == Direction::Up {
                1.0
            } else {
                -1.0
            };
            act.emit(match (kind, direction) {
                (StepKind::Home, _) => Action::SeekX(spec.x.min),
                (StepKind::End, _) => Action::SeekX(spec.x.max),
                (StepKind::Fine, Direction::Up) => Action::StepForward,
                (StepKind::Fine, Direction::Down) => Action::StepBack,
                (StepKind::Normal, _) => Action::SeekX(cursor_x + sign * span / 100.0),
                (StepKind::Page, _) => Action::SeekX(cursor_x + sign * span / 10.0),
            });
        })
    }
}
