//! The pages of a made-up chapter. With `ARTICLE_OUT` set to a folder, the pages are left there to
//! be looked at in a browser.

use super::*;
use crate::plot::samples;
use crate::view::{
    Answer, Axis, AxisKind, BetView, BetWords, Cell, ChartSpec, Column, Line, Mark, MarkKind,
    PageGrid, Row, SceneView, Series, Table,
};

mod anatomy;

const SHELL: &str = include_str!("../../index.html");

fn ramp(label: &str, style: u8, seconds: f64, pages: f64, veiled: bool) -> Series {
    let steps = 400_u32;
    let point = |i: u32| {
        let share = f64::from(i) / f64::from(steps);
        (share * seconds, (pages * (1.0 - share)).round())
    };
    Series {
        label: label.into(),
        style,
        line: Line::Step,
        points: (0..=steps).map(point).collect(),
        repeat: false,
        ghost: false,
        veiled,
    }
}

fn rate(label: &str, style: u8, seconds: f64, rate: f64, veiled: bool) -> Series {
    let wobble = |i: u32| f64::from((i * 7_919) % 13) / 13.0;
    let steps = 240_u32;
    let point = |i: u32| {
        let x = seconds * f64::from(i) / f64::from(steps);
        (x, rate * (0.9 + 0.2 * wobble(i)))
    };
    Series {
        label: label.into(),
        style,
        line: Line::Straight,
        points: (0..=steps).map(point).collect(),
        repeat: false,
        ghost: false,
        veiled,
    }
}

fn axis(label: &str, max: f64) -> Axis {
    Axis {
        label: label.into(),
        min: 0.0,
        max,
        kind: AxisKind::Plain,
    }
}

fn chart(id: &'static str, y: (&str, f64), series: Vec<Series>) -> ChartSpec {
    ChartSpec {
        id,
        title: format!("Chart {id}"),
        summary: "A plain CHECKPOINT was done after 0.25 s, CHECKPOINT 30 after 29.8 s.".into(),
        x: axis("seconds since CHECKPOINT", 32.0),
        y: axis(y.0, y.1),
        series,
        marks: Vec::new(),
        cursor: Some(8.0),
    }
}

fn grid(label: &str, style: u8, done: usize, veiled: bool) -> PageGrid {
    let kind = |i: usize| match i {
        i if i % 501 == 0 => Cell::Untouched,
        i if i < done => Cell::Clean,
        i if i < done + 40 => Cell::Writing,
        _ => Cell::Dirty,
    };
    let cells: Vec<Cell> = (0..15_790).map(kind).collect();
    let text = format!("{label}: {done} of 15,790 pages written");
    PageGrid {
        label: label.into(),
        style,
        dirty_count: cells
            .iter()
            .filter(|c| matches!(c, Cell::Dirty | Cell::Writing))
            .count() as u64,
        cells,
        kinds: &Cell::OF_FILE,
        pages_per_entry: 1,
        text,
        veiled,
    }
}

fn results() -> Table {
    let row = |cells: [&str; 4], bet: Option<&str>, veiled: bool| Row {
        cells: cells.iter().map(ToString::to_string).collect(),
        veiled,
        bet: bet.map(ToString::to_string),
    };
    Table {
        caption: "One checkpoint of 15,790 dirty pages, two rounds".into(),
        columns: vec![
            Column::text("Request"),
            Column::number("Round 1"),
            Column::number("Round 2"),
            Column::number("Write rate, MB/s"),
        ],
        rows: vec![
            row(["CHECKPOINT", "0.25 s", "0.26 s", "512"], None, false),
            row(
                ["CHECKPOINT 1", "0.25 s", "0.25 s", "514"],
                Some("the bet"),
                true,
            ),
            row(["CHECKPOINT 30", "29.8 s", "29.1 s", "4.3"], None, true),
        ],
    }
}

fn view() -> SceneView {
    let mut dirty = chart(
        "dirty",
        ("dirty pages", 16_000.0),
        vec![
            ramp("CHECKPOINT", 0, 0.25, 15_790.0, false),
            ramp("CHECKPOINT 1", 1, 0.26, 15_790.0, true),
            ramp("CHECKPOINT 30", 2, 29.8, 15_790.0, true),
        ],
    );
    let mark = |label: &str, value, kind| Mark {
        label: label.into(),
        value,
        kind,
    };
    dirty.marks = vec![
        mark("the goal of CHECKPOINT 30", 30.0, MarkKind::At),
        mark("half of them", 8_000.0, MarkKind::Level),
    ];
    let busy = vec![
        rate("CHECKPOINT 30", 2, 29.8, 4.3, true),
        rate("CHECKPOINT", 0, 14.0, 8.0, false),
    ];
    SceneView {
        horizon_ms: 29_800.0,
        cursor_ms: 8_000.0,
        cursor_text: "8 s after CHECKPOINT".into(),
        charts: vec![
            dirty,
            chart("rate", ("MB written each second", 10.0), busy.clone()),
            chart("latency", ("milliseconds a commit waits", 12.0), busy),
        ],
        grids: vec![
            grid("CHECKPOINT", 0, 15_790, false),
            grid("CHECKPOINT 1", 1, 15_790, true),
            grid("CHECKPOINT 30", 2, 4_100, true),
        ],
        pictures: Vec::new(),
        results: results(),
        more_results: Vec::new(),
        takeaway: "CHECKPOINT 1 took as long as a plain CHECKPOINT: the disk was already the \
                   limit. CHECKPOINT 30 stretched the same work to 29.8 s."
            .into(),
        bet: Some(BetView {
            question: "Will CHECKPOINT 1 finish faster than a plain CHECKPOINT?".into(),
            subject: "CHECKPOINT 1".into(),
            words: &BetWords::TIME,
            answer: Answer::Same,
            outcome: "0.25 s against 0.25 s".into(),
        }),
        cautions: Vec::new(),
        commands: Vec::new(),
    }
}

fn shown(id: &str, view: SceneView) -> StaticFigure {
    let pair = |(label, value): (&str, &str)| Setting {
        key: "k".into(),
        label: label.into(),
        value: value.into(),
        source_kind: "assumption".into(),
        ..Setting::default()
    };
    StaticFigure {
        id: id.into(),
        scene: "pacing".into(),
        preset: "three-kinds".into(),
        title: "Three kinds of CHECKPOINT".into(),
        question: "Can a duration make a manual CHECKPOINT faster?".into(),
        view,
        settings: [
            ("Changed rows", "300,000"),
            ("Short goal", "1 second"),
            ("Long goal", "30 seconds"),
            ("Disk rate", "512 MB/s"),
            ("Rows a page", "19"),
        ]
        .map(pair)
        .to_vec(),
        seed: 1,
        runs: None,
        leaves_out: vec![
            "The lazy writer.".into(),
            "Other databases on the disk.".into(),
        ],
    }
}

fn small_view() -> SceneView {
    let mut view = view();
    view.bet = None;
    view.charts.truncate(1);
    view.cautions = vec!["The run stopped at its limit of events.".into()];
    let kind = |i: usize| Cell::ALL[(i * 4 / 20).min(3)];
    for grid in &mut view.grids {
        grid.cells = (0..20).map(kind).collect();
    }
    view.grids.truncate(2);
    view
}

const STORY: &str = "\
A manual `CHECKPOINT` accepts an optional number. With about {pacing.plain.pages} dirty pages \
the plain one took {pacing.plain.duration}, and *CHECKPOINT 30* took {pacing.long.duration}. The \
number is a goal; SQL Server paces its writes so that the checkpoint ends close to that time.\n\n\
{{figure pacing}}\n\n\
## What the duration does\n\n\
A long goal gives you a gentle checkpoint that takes its time. A short goal can ask for more speed \
than the disk offers. Once the disk is the limit, it does not help.\n\n\
```sql\nALTER DATABASE CheckpointTimingDemo SET TARGET_RECOVERY_TIME = 0 SECONDS;\nCHECKPOINT 30;\n\
```\n\n{{figure pacing-small}}\n\n\
| Kind | Goal |\n|---|---|\n| plain | none |\n| long | {pacing.long.duration} |\n";

fn chapter() -> Chapter {
    let holes = [
        ("pacing.plain.pages", "15,790"),
        ("pacing.plain.duration", "0.25 s"),
        ("pacing.long.duration", "29.8 s"),
    ];
    Chapter {
        id: "pacing".into(),
        title: "Can you speed up a CHECKPOINT?".into(),
        story_markdown: STORY.into(),
        figures: vec![shown("pacing", view()), shown("pacing-small", small_view())],
        holes: holes.map(|(k, v)| (k.to_string(), v.to_string())).into(),
    }
}

#[test]
fn an_article_is_complete_without_script() {
    let page = article_page(SHELL, &[chapter()], "").expect("the article");
    for words in [
        "<span class=\"computed\" data-hole=\"pacing.long.duration\">29.8 s</span>",
        "<section class=\"figure\" id=\"pacing\" data-scene=\"pacing\"",
        "CHECKPOINT 30",
        "<details class=\"data\">",
        "data-takeaway>CHECKPOINT 1 took as long",
        "<h2 id=\"ch-pacing\">",
        "<h3 id=\"pacing-what-the-duration-does\">",
        "<a class=\"skip\" href=\"#main\">",
    ] {
        assert!(page.contains(words), "no {words}");
    }
    assert!(
        !page.contains("{{") && !page.contains("slot:"),
        "an open slot"
    );
    assert!(
        !page.contains("style=\""),
        "an inline style, which the policy forbids"
    );
    let opened = page.matches("<section").count();
    assert_eq!(opened, page.matches("</section>").count());
    let bytes = page.len();
    assert!(bytes < 90_000, "two figures in {bytes} bytes");
}

#[test]
fn the_answer_is_marked_only_where_there_is_a_bet() {
    let page = article_page(SHELL, &[chapter()], "").expect("the article");
    let (bet, no_bet) = page.split_once("id=\"pacing-small\"").expect("two figures");
    assert!(bet.contains("<p class=\"takeaway after-bet\""));
    assert!(bet.contains("<td class=\"num after-bet\">29.8 s</td>"));
    assert!(!no_bet.contains("after-bet"));
}

#[test]
fn what_is_missing_is_named() {
    let mut lost = chapter();
    lost.holes.remove("pacing.plain.duration");
    let error = article_page(SHELL, &[lost], "").expect_err("no such number");
    assert_eq!(
        error.to_string(),
        "chapter pacing: nothing fills the hole {pacing.plain.duration}"
    );
    let mut lost = chapter();
    let unplaced = lost.figures.pop().expect("two figures");
    let error = article_page(SHELL, &[lost], "").expect_err("no such figure");
    assert_eq!(
        error.to_string(),
        "chapter pacing: there is no figure pacing-small"
    );
    let mut bare = chapter();
    bare.story_markdown = "{{figure pacing}}".into();
    bare.figures = vec![shown("pacing", view()), unplaced];
    let error = article_page(SHELL, &[bare], "").expect_err("a figure too many");
    assert!(
        error.to_string().contains("{{figure pacing-small}}"),
        "{error}"
    );
    let error = article_page("<html>", &[], "").expect_err("no slots");
    assert!(error.to_string().contains("slot:content"), "{error}");
}

#[test]
fn markup_in_words_and_braces_in_code_stay_words() {
    let mut odd = chapter();
    odd.figures.clear();
    odd.story_markdown =
        "a < b, `{pacing.plain.duration}` and {Not a hole}\n\n```\n{pacing.x}\n```\n".into();
    let page = article_page(SHELL, &[odd], "").expect("the article");
    assert!(page.contains("a &lt; b, <code>0.25 s</code> and {Not a hole}"));
    assert!(page.contains("<pre><code>{pacing.x}"));
}

#[test]
fn a_lab_page_has_one_figure_and_an_embed_no_prose() {
    let chapter = chapter();
    let lab = lab_page(SHELL, &chapter, &chapter.figures[0], "../../").expect("the page");
    assert_eq!(lab.matches("<section class=\"figure\"").count(), 1);
    assert!(lab.contains("href=\"../../site.css\"") && lab.contains("src=\"../../boot.js\""));
    assert!(lab.contains(&format!("<h1>{}</h1>", chapter.title)));
    let embed = embed_page(SHELL, &chapter.figures[0], "../../").expect("the page");
    assert!(embed.contains("class=\"embed\"") && !embed.contains("<footer"));
    assert!(!embed.contains("class=\"skip\""));
}

#[test]
fn pages_can_be_looked_at() {
    let Some(out) = std::env::var_os("ARTICLE_OUT").map(std::path::PathBuf::from) else {
        return;
    };
    let mut chapter = chapter();
    for shown in &mut chapter.figures {
        shown.view.pictures = vec![
            samples::lanes(60),
            samples::bars(),
            samples::tree(&[3, 5, 4]),
            samples::tree(&[2, 12]),
        ];
        shown.view.pictures[2].veiled = true;
    }
    let page = article_page(SHELL, std::slice::from_ref(&chapter), "").expect("the article");
    std::fs::write(out.join("index.html"), page).expect("a folder to write to");
    for (file, static_text) in [
        ("site.css", include_str!("../../static/site.css")),
        ("early.js", include_str!("../../static/early.js")),
        ("boot.js", include_str!("../../static/boot.js")),
        ("favicon.svg", include_str!("../../static/favicon.svg")),
    ] {
        std::fs::write(out.join(file), static_text).expect("a folder to write to");
    }
    let figure = chapter.figures.remove(0);
    let lab = lab_page(SHELL, &chapter, &figure, "").expect("the page");
    std::fs::write(out.join("lab.html"), lab).expect("a folder to write to");
    let embed = embed_page(SHELL, &figure, "").expect("the page");
    std::fs::write(out.join("embed.html"), embed).expect("a folder to write to");
}
