//! What a drawn chart must say and must not give away.

use super::*;
use crate::view::{Axis, AxisKind, ChartSpec, Line, Mark, MarkKind, Series};

fn series(label: &str, style: u8, points: Vec<(f64, f64)>) -> Series {
    Series {
        label: label.into(),
        style,
        line: Line::Straight,
        points,
        repeat: false,
        ghost: false,
        veiled: false,
    }
}

fn spec(series: Vec<Series>) -> ChartSpec {
    let axis = |label: &str, max| Axis {
        label: label.into(),
        min: 0.0,
        max,
        kind: AxisKind::Plain,
    };
    ChartSpec {
        id: "t",
        title: "T".into(),
        summary: String::new(),
        x: axis("seconds", 100.0),
        y: axis("dirty pages", 1_000.0),
        series,
        marks: Vec::new(),
        cursor: None,
    }
}

fn svg(spec: &ChartSpec, part: Part) -> String {
    chart_svg(spec, 640, 320, &Theme::light(), part).expect("a string takes everything")
}

fn two() -> ChartSpec {
    let mut answer = series("ANSWER", 1, vec![(0.0, 900.0), (90.0, 0.0)]);
    answer.veiled = true;
    spec(vec![
        series("PLAIN", 0, vec![(0.0, 900.0), (50.0, 0.0)]),
        answer,
    ])
}

// The y of every text element, with its words.
fn words(svg: &str) -> Vec<(f64, String)> {
    let place = |text: &str| {
        let (tag, rest) = text.split_once('>')?;
        let y = tag.split_once("y=\"")?.1.split_once('"')?.0.parse().ok()?;
        Some((y, rest.split_once('<')?.0.to_string()))
    };
    svg.split("<text ").skip(1).filter_map(place).collect()
}

#[test]
fn the_parts_laid_over_each_other_are_the_whole() {
    let spec = two();
    let (all, base, veiled) = (
        words(&svg(&spec, Part::All)),
        words(&svg(&spec, Part::Base)),
        words(&svg(&spec, Part::Veiled)),
    );
    let has = |words: &[(f64, String)], word: &str| words.iter().any(|w| w.1 == word);
    assert!(has(&base, "PLAIN") && has(&base, "seconds") && has(&base, "dirty pages"));
    assert!(!has(&base, "ANSWER"), "the answer is given away");
    let labels: Vec<&str> = veiled.iter().map(|w| w.1.as_str()).collect();
    assert_eq!(labels, ["ANSWER"]);
    let mut both = [base, veiled].concat();
    let mut whole = all;
    both.sort_by(|a, b| a.1.cmp(&b.1));
    whole.sort_by(|a, b| a.1.cmp(&b.1));
    assert_eq!(both, whole);
}

#[test]
fn labels_of_lines_that_end_together_stay_apart_and_inside() {
    let ends = |i: u32| {
        let label = format!("CHECKPOINT {i}");
        series(&label, i as u8, vec![(0.0, 900.0), (100.0, f64::from(i))])
    };
    let mut spec = spec((0..6).map(ends).collect());
    let mark = |value, kind| Mark {
        label: "goal".into(),
        value,
        kind,
    };
    spec.marks = vec![mark(100.0, MarkKind::At), mark(0.0, MarkKind::Level)];
    for (width, height) in [(640, 320), (290, 260)] {
        let theme = Theme::light();
        let drawn = chart_svg(&spec, width, height, &theme, Part::All).expect("a drawing");
        let mut ys: Vec<f64> = words(&drawn)
            .into_iter()
            .filter(|w| w.1.starts_with("CHECK"))
            .map(|w| w.0)
            .collect();
        ys.sort_by(f64::total_cmp);
        assert_eq!(ys.len(), 6);
        let close = ys.windows(2).any(|w| w[1] - w[0] < 2.0 * theme.text_px);
        assert!(!close, "{ys:?}");
        assert!(ys.iter().all(|y| *y > 0.0 && *y < f64::from(height * 2)));
    }
}

#[test]
fn a_peak_of_one_point_is_drawn() {
    let flat = |i: u32| (f64::from(i) / 100.0, if i == 4_321 { 990.0 } else { 10.0 });
    let spec = spec(vec![series("A", 0, (0..10_000).map(flat).collect())]);
    let drawn = svg(&spec, Part::All);
    let frame = frame(&spec, &Theme::light().scaled(2.0), 1_280, 640);
    let row = |y: f64| frame.px_y(&spec.y, y).round();
    let up = format!("-{:.0}", row(10.0) - row(990.0));
    assert!(drawn.contains(&up), "no {up} in {drawn}");
    assert!(drawn.len() < 4_000, "{} bytes", drawn.len());
}

#[test]
fn odd_data_draws_something_and_no_nan() {
    let mut odd = two();
    odd.series.push(series("EMPTY", 2, Vec::new()));
    odd.series.push(series(
        "BAD",
        3,
        vec![(f64::NAN, 1.0), (1.0, f64::INFINITY)],
    ));
    odd.series
        .push(series("OUTSIDE", 4, vec![(-5.0, -10.0), (500.0, 9e9)]));
    odd.cursor = Some(f64::NAN);
    let mut flat = odd.clone();
    flat.x.max = flat.x.min;
    flat.y.max = flat.y.min;
    let mut lost = odd.clone();
    lost.x.max = f64::NAN;
    for spec in [odd, flat, lost, spec(Vec::new())] {
        for (width, height) in [(640, 320), (120, 80), (10, 10), (1, 1)] {
            for theme in [Theme::light(), Theme::dark().scaled(3.0)] {
                let drawn = chart_svg(&spec, width, height, &theme, Part::All);
                let drawn = drawn.expect("a drawing");
                assert!(!drawn.contains("NaN") && !drawn.contains("inf"));
                let frame = frame(&spec, &theme, width, height);
                assert!(frame.left < frame.right && frame.top < frame.bottom);
            }
        }
    }
}

#[test]
fn a_pointer_finds_the_data_it_points_at() {
    let spec = two();
    let frame = frame(&spec, &Theme::light(), 640, 320);
    for x in [0.0, 12.5, 50.0, 100.0] {
        let back = frame.data_x(&spec.x, frame.px_x(&spec.x, x));
        assert!((back - x).abs() < 1e-9, "{x} {back}");
    }
    assert!((frame.data_x(&spec.x, -50.0) - 0.0).abs() < 1e-9);
    assert!((frame.data_x(&spec.x, 9_999.0) - 100.0).abs() < 1e-9);
}

#[test]
fn dots_are_all_drawn_and_not_joined() {
    let points: Vec<(f64, f64)> = (0..60)
        .map(|i| (f64::from(i % 3) * 40.0 + 5.0, 12.0 * f64::from(i)))
        .collect();
    for (style, sign) in [(0, "<circle"), (1, "z\"/>")] {
        let mut dots = series("RUNS", style, points.clone());
        dots.points.sort_by(|a, b| a.0.total_cmp(&b.0));
        dots.line = Line::Dots;
        let drawn = svg(&spec(vec![dots.clone()]), Part::All);
        assert_eq!(drawn.matches(sign).count(), 60, "style {style}");
        assert!(drawn.contains(">RUNS<"));
        let color = Theme::light().color(style).css();
        assert!(!drawn.contains(&format!("stroke=\"{color}\"")), "joined");
        dots.points.extend(vec![(95.0, 500.0); 9]);
        let more = svg(&spec(vec![dots.clone()]), Part::All);
        assert_eq!(
            more.matches(sign).count(),
            61,
            "one of nine over each other"
        );
        dots.veiled = true;
        assert!(!svg(&spec(vec![dots]), Part::Base).contains(sign));
    }
}

#[test]
fn repeats_are_thin_and_unlabelled() {
    let mut again = series("AGAIN", 0, vec![(0.0, 1.0), (100.0, 500.0)]);
    again.repeat = true;
    let drawn = svg(&spec(vec![again]), Part::All);
    assert!(!drawn.contains("AGAIN"));
    assert!(
        drawn.contains("stroke=\"#1b6ca8\" stroke-width=\"2\""),
        "half of a line's 4"
    );
}

#[test]
fn ghosts_are_faded_unlabelled_and_in_no_table() {
    let mut gone = series("GONE", 0, vec![(0.0, 1.0), (100.0, 500.0)]);
    gone.ghost = true;
    let spec = spec(vec![
        gone,
        series("HERE", 0, vec![(0.0, 1.0), (100.0, 900.0)]),
    ]);
    let drawn = svg(&spec, Part::All);
    assert!(!drawn.contains("GONE") && drawn.contains("HERE"));
    let faded = "stroke=\"#1b6ca8\" stroke-width=\"2\" opacity=\"0.6\" d=\"";
    let (_, path) = drawn.split_once(faded).expect("a faded line");
    let path = path.split_once('"').expect("its end").0;
    assert!(
        path.matches('M').count() + path.matches('m').count() > 10,
        "dotted: {path}"
    );
    assert_eq!(spec.table(3).columns.len(), 2);
    assert!(!spec.csv().contains("GONE"));
}
