//! A figure as static HTML, with the same anatomy as the live one.

use super::html::{escape, table};
use super::picture::pictures;
use super::{ArticleError, Setting, StaticFigure};
use crate::plot::{Part, Theme, chart_svg, grid_svg};
use crate::view::{BetView, ChartSpec, PageGrid, legend_kinds, legend_note};

/// Rows of a chart's data table.
const TABLE_ROWS: u32 = 13;
/// Settings that stand in the figure; the others fold away.
const CONTROLS: usize = 3;
/// A wide chart is drawn for three widths, a half one for two; the stylesheet shows the fitting
/// one, so that words keep their size.
const WIDE: [(&str, u32, u32); 3] = [("at-l", 1040, 320), ("at-m", 600, 320), ("at-s", 310, 280)];
const HALF: [(&str, u32, u32); 2] = [("at-m", 500, 260), ("at-s", 310, 260)];

/// A drawing that is smaller than its box lies where the text starts.
pub(super) const AT_LEFT: &str = " preserveAspectRatio=\"xMinYMin\"";

/// Where a figure is put.
pub(super) struct Place<'a> {
    /// Leads to the site's root.
    pub root: &'a str,
    /// Level of the figure's heading.
    pub heading: u8,
    /// Alone in a frame.
    pub embed: bool,
}

/// The section of a figure.
pub(super) fn figure(shown: &StaticFigure, place: &Place<'_>) -> Result<String, ArticleError> {
    let (id, h) = (escape(&shown.id), place.heading);
    let veil = shown.view.bet.is_some();
    let mut out = format!(
        "<section class=\"figure\" id=\"{id}\" data-scene=\"{}\" data-preset=\"{}\" \
         data-seed=\"{}\" aria-labelledby=\"{id}-title\">\n<div class=\"figure-static\">\n",
        escape(&shown.scene),
        escape(&shown.preset),
        shown.seed,
    );
    out.push_str(&format!(
        "<header class=\"fig-head\"><p class=\"fig-kicker\">{}</p>\
         <h{h} id=\"{id}-title\">{}</h{h}></header>\n",
        escape(&shown.title),
        escape(&shown.question),
    ));
    if let Some(bet) = &shown.view.bet {
        out.push_str(&bet_card(bet));
    }
    for caution in &shown.view.cautions {
        out.push_str(&format!("<p class=\"caution\">{}</p>\n", escape(caution)));
    }
    out.push_str(&controls(&shown.settings));
    out.push_str(&grids(shown, veil));
    out.push_str(&pictures(&shown.view.pictures, veil));
    // Only its height matters here: the live figure puts its buttons in.
    out.push_str("<div class=\"fig-transport\" aria-hidden=\"true\"></div>\n");
    if let Some((done, all)) = shown.runs {
        // As high as the bar to come.
        let words = format!("{done} of {all} runs");
        out.push_str(&format!("<div class=\"fig-progress\">{words}</div>\n"));
    }
    out.push_str(&commands(&shown.view.commands));
    out.push_str("<div class=\"fig-charts\">\n");
    for (i, spec) in shown.view.charts.iter().enumerate() {
        out.push_str(&chart(spec, &shown.id, i == 0, veil)?);
    }
    out.push_str("</div>\n");
    out.push_str(&outcome(shown, veil));
    out.push_str(&folds(shown, place));
    out.push_str("</div>\n</section>\n");
    Ok(out)
}

// The bet as it will look; its buttons are only shapes until the figure is live.
fn bet_card(bet: &BetView) -> String {
    let mut out = format!(
        "<div class=\"fig-bet\"><p class=\"bet-question\">{}</p>\
         <div class=\"bet-choices\" aria-hidden=\"true\">",
        escape(&bet.question)
    );
    for label in bet.words.labels {
        out.push_str(&format!("<span class=\"button ghost\">{label}</span>"));
    }
    out.push_str("<span class=\"button quiet ghost\">Just show me</span></div></div>\n");
    out
}

// The row of buttons to come: the same words, so that it keeps the place that they will take.
fn commands(labels: &[String]) -> String {
    if labels.is_empty() {
        return String::new();
    }
    let mut out = "<div class=\"fig-commands\" aria-hidden=\"true\">".to_string();
    for label in ["At this moment:"]
        .into_iter()
        .chain(labels.iter().map(String::as_str))
    {
        out.push_str(&format!(
            "<span class=\"button small ghost\">{}</span>",
            escape(label)
        ));
    }
    out.push_str("</div>\n");
    out
}

fn controls(settings: &[Setting]) -> String {
    let mut out = "<div class=\"fig-controls\">".to_string();
    for Setting { label, value, .. } in settings.iter().take(CONTROLS) {
        out.push_str(&format!(
            "<div class=\"control\"><span class=\"control-label\">{}</span>\
             <span class=\"control-value\">{}</span></div>",
            escape(label),
            escape(value)
        ));
    }
    out.push_str("</div>\n");
    out
}

fn grids(shown: &StaticFigure, veil: bool) -> String {
    if shown.view.grids.is_empty() {
        return String::new();
    }
    let theme = Theme::light();
    let mut out = "<div class=\"fig-grids\">".to_string();
    for grid in &shown.view.grids {
        out.push_str(&grid_card(grid, &theme, veil));
    }
    out.push_str("<ul class=\"legend\" aria-label=\"Page states\">");
    for cell in legend_kinds(&shown.view.grids) {
        let (class, label) = (cell.class(), cell.label());
        out.push_str(&format!(
            "<li><span class=\"cell {class}\"></span>{label}</li>"
        ));
    }
    if let Some(note) = legend_note(&shown.view.grids) {
        out.push_str(&format!("<li>{note}</li>"));
    }
    out.push_str("</ul></div>\n");
    out
}

fn grid_card(grid: &PageGrid, theme: &Theme, veil: bool) -> String {
    let after = if veil && grid.veiled {
        " after-bet"
    } else {
        ""
    };
    let svg = grid_svg(grid, 340, 112, theme).replacen(
        "<svg",
        &format!(
            "<svg class=\"plot{after}\" role=\"img\" aria-label=\"{}\"",
            escape(&grid.text)
        ),
        1,
    );
    format!(
        "<figure class=\"grid-card\" data-variant=\"{}\"><figcaption>\
         <span class=\"swatch s{}\"></span>{} <span class=\"grid-count{after}\">{} dirty</span>\
         </figcaption><div class=\"grid-box\">{svg}</div></figure>",
        escape(&grid.label),
        grid.style % 6,
        escape(&grid.label),
        crate::view::plain_number(grid.dirty_count as f64, 0),
    )
}

fn chart(spec: &ChartSpec, figure: &str, first: bool, veil: bool) -> Result<String, ArticleError> {
    let veiled = veil && spec.series.iter().any(|s| s.veiled);
    let (class, sizes) = if first {
        (" wide", &WIDE[..])
    } else {
        (" half", &HALF[..])
    };
    let after = if veiled { " after-bet" } else { "" };
    let summary_id = format!("{}-{}-summary", escape(figure), spec.id);
    let mut out = format!(
        "<figure class=\"chart{class}\" data-chart=\"{}\"><figcaption><strong>{}</strong> \
         <span class=\"chart-summary{after}\" id=\"{summary_id}\">{}</span></figcaption>\
         <div class=\"chart-box\">",
        spec.id,
        escape(&spec.title),
        escape(&spec.summary),
    );
    for (size, width, height) in sizes {
        let part = if veiled { Part::Base } else { Part::All };
        let named = format!(
            "plot {size}\" role=\"img\" aria-label=\"{}\" aria-describedby=\"{summary_id}",
            escape(&spec.title)
        );
        out.push_str(&svg(spec, figure, (*width, *height), part, &named)?);
        if veiled {
            let hidden = format!("plot {size} after-bet\" aria-hidden=\"true");
            out.push_str(&svg(
                spec,
                figure,
                (*width, *height),
                Part::Veiled,
                &hidden,
            )?);
        }
    }
    if veiled {
        out.push_str("<p class=\"veil-note\">Place your bet to see the rest</p>");
    }
    out.push_str(&format!(
        "</div><details class=\"data\"><summary>Data table</summary>\
         <div class=\"table-scroll\" tabindex=\"0\" role=\"group\" aria-label=\"{} as a table\">\
         {}</div></details></figure>\n",
        escape(&spec.title),
        table(&spec.table(TABLE_ROWS), "", veil),
    ));
    Ok(out)
}

fn svg(
    spec: &ChartSpec,
    figure: &str,
    (width, height): (u32, u32),
    part: Part,
    class: &str,
) -> Result<String, ArticleError> {
    let drawn = chart_svg(spec, width, height, &Theme::light(), part);
    let drawn = drawn.map_err(|e| ArticleError::Chart {
        figure: figure.to_string(),
        reason: e.to_string(),
    })?;
    // Inside HTML the namespace goes without saying.
    let bare = drawn.replacen(" xmlns=\"http://www.w3.org/2000/svg\"", "", 1);
    Ok(bare.replacen("<svg", &format!("<svg class=\"{class}\"{AT_LEFT}"), 1))
}

fn outcome(shown: &StaticFigure, veil: bool) -> String {
    let after = if veil { " after-bet" } else { "" };
    let more = shown.view.more_results.iter().map(|more| {
        let caption = escape(&more.caption);
        format!(
            "<details class=\"data\"><summary>{caption}</summary><div class=\"table-scroll\" \
             tabindex=\"0\" role=\"group\" aria-label=\"{caption}\">{}</div></details>\n",
            table(more, "", veil)
        )
    });
    let more: String = more.collect();
    format!(
        "<div class=\"fig-results table-scroll\" tabindex=\"0\" role=\"group\" \
         aria-label=\"Results\">{}</div>\n\
         <p class=\"takeaway{after}\" data-takeaway>{}</p>\n{more}",
        table(&shown.view.results, " data-results", veil),
        escape(&shown.view.takeaway),
    )
}

// What a setting does and rests on; the living figure takes these very words to its controls.
fn about(figure: &str, setting: &Setting) -> String {
    if setting.key.is_empty() {
        return String::new();
    }
    // What nobody measured must not look as if somebody had.
    let is_soft = matches!(setting.source_kind.as_str(), "assumption" | "fitted");
    let soft = if is_soft { " soft" } else { "" };
    let key = escape(&setting.key);
    // The source speaks of the default alone, and a preset's value must not borrow it.
    let set = match setting.set_by.as_str() {
        "" => String::new(),
        by => format!(". {}", escape(by)),
    };
    format!(
        "<div class=\"control-about\" id=\"{}-{key}-about\" data-about=\"{key}\">\
         <p class=\"control-help\">{}</p><p class=\"control-source\">\
         <span class=\"source-kind{soft}\">{}</span> default {}: {}{set}</p></div>",
        escape(figure),
        escape(&setting.help),
        escape(&setting.source_kind),
        escape(&setting.default),
        escape(&setting.source)
    )
}

// What folds away, and what the run was made with.
fn folds(shown: &StaticFigure, place: &Place<'_>) -> String {
    let mut out = String::new();
    if !shown.settings.is_empty() {
        out.push_str("<details class=\"fig-more\"><summary>More settings</summary><dl>");
        for (i, setting) in shown.settings.iter().enumerate() {
            let value = if i < CONTROLS {
                String::new()
            } else {
                escape(&setting.value)
            };
            out.push_str(&format!(
                "<div><dt>{}</dt><dd><b>{value}</b>{}</dd></div>",
                escape(&setting.label),
                about(&shown.id, setting)
            ));
        }
        out.push_str("</dl></details>\n");
    }
    if !shown.leaves_out.is_empty() {
        out.push_str(
            "<details class=\"fig-leaves-out\" data-about=\"leaves-out\">\
             <summary>What this model leaves out</summary><ul>",
        );
        for item in &shown.leaves_out {
            out.push_str(&format!("<li>{}</li>", escape(item)));
        }
        out.push_str("</ul></details>\n");
    }
    let (scene, preset) = (escape(&shown.scene), escape(&shown.preset));
    let target = if place.embed {
        " target=\"_blank\" rel=\"noopener\""
    } else {
        ""
    };
    out.push_str(&format!(
        "<p class=\"fig-foot\">Preset {preset}, seed {}. \
         <a href=\"{}lab/{scene}/index.html?preset={preset}\"{target}>On its own page</a></p>\n",
        shown.seed, place.root
    ));
    out
}
