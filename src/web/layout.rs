//! A figure from top to bottom, in the order of the static one.

use yew::{Context, Html, KeyboardEvent, TargetCast, html};

use super::island::Island;
use super::message::Msg;
use super::shown::{Shared, Shown};
use super::widgets::{
    ActionsProps, ChartProps, CommandsProps, ControlProps, TableProps, TransportProps, actions,
    bet_card, chart_figure, commands, control_row, grid_card, legend, more, notices, picture_card,
    picture_legend, progress, table_view, transport,
};
use crate::params::{Control, ParamInfo, query};
use crate::scene::Run;
use crate::session::Action;
use crate::view::{ChartSpec, PageGrid, Picture, Table};

impl Island {
    /// The whole figure; nothing before the first run is done.
    pub(super) fn layout(&self, ctx: &Context<Self>) -> Html {
        let (Some(shown), Some(run)) = (&self.shown, self.session.run()) else {
            return self.first_run();
        };
        let keys = ctx
            .link()
            .batch_callback(|event: KeyboardEvent| shortcut(&event));
        html! {
            <div class="figure-parts" onkeydown={keys}>
                { self.head(ctx) }
                { notices(self.session.notices(), &self.act) }
                { self.computing("Computing the new settings; what you see is the run before.") }
                { self.bet_card(shown) }
                { for shown.cautions.iter().map(|c| html! { <p class="caution">{ c }</p> }) }
                <div class="fig-controls">{ for self.controls(ctx, Control::Primary) }</div>
                { self.grids(shown) }
                { self.pictures(shown) }
                { self.transport(ctx, run, shown) }
                { self.progress(run) }
                { self.commands(ctx, shown) }
                <div class="fig-charts">{ for self.charts(ctx, run, shown) }</div>
                { self.results(shown) }
                { self.actions(ctx) }
                { self.folds(ctx) }
                <p class="unseen" aria-live="polite" data-live-region="">{ self.voice.text() }</p>
            </div>
        }
    }

    /// Does the link ask for another run than the static figure shows?
    pub(super) fn is_other(&self, section: &web_sys::Element) -> bool {
        let setup = self.session.setup();
        let is = |name: &str, value: &str| section.get_attribute(name).as_deref() == Some(value);
        let is_same = is("data-preset", setup.preset) && is("data-seed", &setup.seed.to_string());
        !is_same || self.is_changed()
    }

    /// Has the reader, or the link, changed what the preset gave?
    fn is_changed(&self) -> bool {
        let setup = self.session.setup();
        let came = self.session.scene().preset_values(setup.preset);
        came.is_some_and(|values| values != setup.values) || !setup.commands.is_empty()
    }

    /// What is said below the static figure until the first run is done.
    fn first_run(&self) -> Html {
        let Some(runs) = self.session.progress().filter(|_| self.is_slow) else {
            return self.computing("Computing the run that the link asks for …");
        };
        html! {
            <div class="fig-waiting">
                <p role="status">
                    { format!("The figure comes alive when its {} runs are done.", runs.1) }
                </p>
                { progress(runs, true, &self.act) }
            </div>
        }
    }

    /// How far many runs have come: those under way, else those shown.
    fn progress(&self, run: &dyn Run) -> Html {
        let under_way = self.session.progress();
        let is_under_way = under_way.is_some();
        let runs = under_way.or_else(|| run.progress());
        let bar = runs.map(|runs| progress(runs, is_under_way, &self.act));
        bar.unwrap_or_default()
    }

    /// Says that a run takes its time; nothing for one that is done in a moment, or that is told
    /// by its bar.
    fn computing(&self, words: &'static str) -> Html {
        if !self.is_slow || self.session.progress().is_some() {
            return Html::default();
        }
        html! { <p class="caution" role="status" data-computing="">{ words }</p> }
    }

    fn head(&self, ctx: &Context<Self>) -> Html {
        let place = &ctx.props().place;
        let id = format!("{}-title", place.names.id);
        // Another preset asks another question.
        let chosen = self.session.setup().preset;
        let presets = self.session.scene().presets().iter();
        let mut other = presets.filter(|p| p.name == chosen && chosen != place.preset);
        let (kicker, title) = match other.next() {
            Some(preset) => (preset.label, preset.question),
            None => (place.kicker.as_str(), place.title.as_str()),
        };
        html! {
            <header class="fig-head">
                <p class="fig-kicker">{ kicker.to_string() }</p>
                <@{place.heading.clone()} {id}>{ title.to_string() }</@>
            </header>
        }
    }

    fn bet_card(&self, shown: &Shown) -> Html {
        let bet = shown.bet.as_ref();
        let card = bet.map(|b| bet_card(b, self.session.bet_sentence(), &self.act));
        card.unwrap_or_default()
    }

    fn controls(&self, ctx: &Context<Self>, kind: Control) -> Vec<Html> {
        let place = &ctx.props().place;
        let infos: &'static [ParamInfo] = self.session.scene().infos();
        let values = &self.session.setup().values;
        let row = |(index, info): (usize, &'static ParamInfo)| {
            control_row(&ControlProps {
                figure: &place.names.id,
                index,
                info,
                value: values.legal(infos, index).unwrap_or(info.default),
                act: &self.act,
                hold: &self.hold,
            })
        };
        let rows = infos
            .iter()
            .enumerate()
            .filter(|(_, info)| info.control == kind);
        rows.map(row).collect()
    }

    fn grids(&self, shown: &Shown) -> Html {
        if self.grids.is_empty() {
            return Html::default();
        }
        let card = |(index, grid): (usize, &PageGrid)| {
            grid_card(
                grid,
                shown.bet.is_some() && grid.veiled,
                self.stage.grid(index),
            )
        };
        html! {
            <div class="fig-grids">
                { for self.grids.iter().enumerate().map(card) }
                { legend(&self.grids) }
            </div>
        }
    }

    fn pictures(&self, shown: &Shown) -> Html {
        if self.pictures.is_empty() {
            return Html::default();
        }
        let is_revealed = self.session.is_revealed();
        let card = |(index, picture): (usize, &Picture)| {
            let board = self.stage.picture(index);
            picture_card(picture, shown.bet.is_some(), is_revealed, board)
        };
        html! {
            <div class="fig-pictures">
                { for self.pictures.iter().enumerate().map(card) }
                { picture_legend(&self.pictures) }
            </div>
        }
    }

    fn transport(&self, ctx: &Context<Self>, run: &dyn Run, shown: &Shown) -> Html {
        transport(&TransportProps {
            figure: &ctx.props().place.names.id,
            cursor: self.session.cursor(),
            share: self.session.cursor_share(),
            horizon: run.horizon(),
            time: run.cursor_text(self.session.cursor()).into(),
            is_playing: self.session.is_playing(),
            may_play: self.session.is_revealed(),
            speed: self.session.speed(),
            zoom: shown.zoom,
            zoom_label: run.zoom_label(),
            act: &self.act,
            not_yet: ctx.link().callback(|()| Msg::NotYet),
        })
    }

    fn commands(&self, ctx: &Context<Self>, shown: &Shown) -> Html {
        commands(&CommandsProps {
            figure: &ctx.props().place.names.id,
            commands: &shown.commands,
            given: &self.session.setup().commands,
            may_act: self.session.is_revealed(),
            act: &self.act,
            not_yet: ctx.link().callback(|()| Msg::NotYet),
        })
    }

    fn charts(&self, ctx: &Context<Self>, run: &dyn Run, shown: &Shown) -> Vec<Html> {
        let cursor_x = run.chart_x(self.session.cursor());
        let time = run.cursor_text(self.session.cursor());
        let chart = |(index, (spec, table)): (usize, &(Shared<ChartSpec>, Shared<Table>))| {
            chart_figure(&ChartProps {
                figure: &ctx.props().place.names.id,
                scene: self.session.scene().name(),
                spec,
                table,
                board: self.stage.chart(index),
                is_wide: index == 0,
                is_asked: shown.bet.is_some(),
                is_revealed: self.session.is_revealed(),
                cursor_x,
                time: &time,
                act: &self.act,
            })
        };
        shown.charts.iter().enumerate().map(chart).collect()
    }

    fn results(&self, shown: &Shown) -> Html {
        let is_asked = shown.bet.is_some();
        let class = if is_asked {
            "takeaway after-bet"
        } else {
            "takeaway"
        };
        let table = table_view(&TableProps {
            table: &shown.results,
            is_results: true,
            is_asked,
            bet: self.bet_note(),
        });
        html! {
            <>
                <div class="fig-results table-scroll" tabindex="0" role="group"
                    aria-label="Results">
                    { table }
                </div>
                <p {class} data-takeaway="">{ &shown.takeaway }</p>
                { for shown.more_results.iter().map(|more| folded(more, is_asked)) }
            </>
        }
    }

    fn actions(&self, ctx: &Context<Self>) -> Html {
        actions(&ActionsProps {
            presets: self.session.scene().presets(),
            preset: self.session.setup().preset,
            can_undo: self.session.can_undo(),
            can_redo: self.session.can_redo(),
            copying: &self.copying,
            act: &self.act,
            copy: ctx.link().callback(|()| Msg::CopyLink),
        })
    }

    fn folds(&self, ctx: &Context<Self>) -> Html {
        html! {
            <>
                { more(self.session.scene().infos(), self.controls(ctx, Control::More)) }
                <div data-slot="leaves-out"></div>
                { self.foot(ctx) }
            </>
        }
    }

    fn foot(&self, ctx: &Context<Self>) -> Html {
        let setup = self.session.setup();
        let changed = if self.is_changed() { ", changed" } else { "" };
        let own_page = ctx.props().place.own_page.as_ref().map(|(page, target)| {
            let href = format!("{page}?{}", query::encode(&self.session.pairs("")));
            let target = (!target.is_empty()).then(|| target.clone());
            let rel = target.as_ref().map(|_| "noopener");
            html! { <a {href} {target} {rel}>{ "On its own page" }</a> }
        });
        html! {
            <p class="fig-foot">
                { format!("Preset {}{}, seed {}. ", setup.preset, changed, setup.seed) }
                { for own_page }
            </p>
        }
    }
}

/// Keys that work anywhere in the figure but in a text field or a list.
fn shortcut(event: &KeyboardEvent) -> Option<Msg> {
    if event.ctrl_key() || event.meta_key() || event.alt_key() || event.default_prevented() {
        return None;
    }
    let target = event.target_dyn_into::<web_sys::Element>()?;
    if target
        .matches("select, textarea, input:not([type=range])")
        .unwrap_or(true)
    {
        return None;
    }
    let action = match event.key().as_str() {
        "." => Action::StepForward,
        "," => Action::StepBack,
        "k" | "p" => Action::PlayPause,
        _ => return None,
    };
    event.prevent_default();
    Some(Msg::Do(action))
}

/// A table that folds away.
fn folded(table: &Table, is_asked: bool) -> Html {
    let shown = table_view(&TableProps {
        table,
        is_results: false,
        is_asked,
        bet: None,
    });
    html! {
        <details class="data">
            <summary>{ &table.caption }</summary>
            <div class="table-scroll" tabindex="0" role="group"
                aria-label={table.caption.clone()}>{ shown }</div>
        </details>
    }
}
