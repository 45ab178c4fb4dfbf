//! What lanes, bars and trees must say, hide and survive.

use super::pen::{Ink, Pen};
use super::samples::{self, Dice};
use super::*;
use crate::view::{
    Act, Bar, BarPart, Cell, Drawing, Lane, LaneSpan, Picture, RingMark, TreeChart, TreeNode,
    VlfState,
};

fn svg(picture: &Picture, width: u32, part: Part) -> String {
    picture_svg(picture, width, 220, &Theme::light(), part)
}

fn has_fill(svg: &str, color: Rgb) -> bool {
    svg.contains(&format!("<path fill=\"{}\"", color.css()))
}

/// Remembers what it is told to draw.
#[derive(Default)]
struct Spy {
    rects: Vec<[f64; 4]>,
    words: Vec<String>,
}

impl Pen for Spy {
    fn rect(&mut self, at: (f64, f64), size: (f64, f64), _color: Rgb) {
        self.rects.push([at.0, at.1, size.0, size.1]);
    }

    fn shape(&mut self, corners: &[(f64, f64)], color: Rgb) {
        for corner in corners {
            self.rect(*corner, (0.0, 0.0), color);
        }
    }

    fn words(&mut self, words: &str, at: (f64, f64), ink: Ink) {
        self.rect(at, (0.0, 0.0), ink.color);
        self.words.push(words.to_string());
    }
}

fn spied(picture: &Picture, size: (u32, u32), theme: &Theme, part: Part) -> Spy {
    let mut spy = Spy::default();
    draw_picture(picture, size, theme, part, &mut spy);
    spy
}

#[test]
fn lanes_name_their_threads_and_show_what_they_do() {
    let drawn = svg(&samples::lanes(40), 1000, Part::All);
    for words in [
        ">driver<",
        ">worker 8<",
        ">430<",
        "since the checkpoint began<",
    ] {
        assert!(drawn.contains(words), "no {words}");
    }
    let theme = Theme::light();
    for act in Act::OF_CHECKPOINT {
        assert!(has_fill(&drawn, theme.act(act)), "no {}", act.label());
    }
    assert!(has_fill(&drawn, theme.ink), "no cursor");
}

#[test]
fn twenty_thousand_spans_are_a_small_drawing() {
    for width in [310, 1000] {
        let drawn = svg(&samples::lanes(2_300), width, Part::All);
        assert!(drawn.len() < 30_000, "{width}: {} bytes", drawn.len());
        assert!(drawn.len() > 8_000, "{width}: {} bytes", drawn.len());
    }
}

#[test]
fn bars_say_what_fits_and_hide_what_is_veiled() {
    let bars = samples::bars();
    for width in [310, 1000] {
        let all = svg(&bars, width, Part::All);
        let (base, veiled) = (
            svg(&bars, width, Part::Base),
            svg(&bars, width, Part::Veiled),
        );
        for words in [
            ">no workers<",
            ">13.4 s<",
            ">reconciling 11.9 s<",
            ">seconds of the driver<",
        ] {
            assert!(base.contains(words) && !veiled.contains(words), "{words}");
        }
        assert!(
            base.contains(">one pass, 8 workers<"),
            "a name is no answer"
        );
        let theme = Theme::light();
        for part in [&all, &veiled] {
            assert!(part.contains(">9.4 s<") && part.contains(">2.4 s<"));
            assert!(has_fill(part, theme.act(Act::Wait)));
        }
        assert!(!base.contains("9.4 s") && !has_fill(&base, theme.act(Act::Wait)));
        assert!(
            !all.contains("pushing"),
            "words on a part that is too narrow"
        );
    }
}

#[test]
fn a_veiled_picture_shows_nothing_before_the_bet() {
    for mut picture in [
        samples::lanes(40),
        samples::bars(),
        samples::tree(&[3, 7]),
        samples::ring(16, &[(0.2, "checkpoint")]),
    ] {
        let open = svg(&picture, 310, Part::All);
        picture.veiled = true;
        let empty = spied(&picture, (310, 220), &Theme::light(), Part::Base);
        assert_eq!(empty.rects, Vec::<[f64; 4]>::new());
        assert_eq!(svg(&picture, 310, Part::Veiled), open);
    }
}

#[test]
fn a_tree_shows_every_page_apart_and_inside() {
    let theme = Theme::light();
    for fans in [
        &[20][..],
        &[60],
        &[3, 20],
        &[12, 5],
        &[2, 3, 4],
        &[3, 5, 4],
        &[],
    ] {
        let picture = samples::tree(fans);
        let Drawing::Tree(tree) = &picture.drawing else {
            panic!("no tree");
        };
        let drawn = svg(&picture, 1000, Part::All);
        for node in &tree.nodes {
            assert!(has_fill(&drawn, theme.cell(node.cell)), "{fans:?}");
        }
        assert!(drawn.len() < 12_000, "{fans:?}: {} bytes", drawn.len());
        for width in [290, 1000] {
            let spy = spied(&picture, (width, 208), &theme, Part::All);
            for [x, y, w, h] in &spy.rects {
                let inside = *x >= 0.0 && *y >= 0.0 && x + w <= f64::from(width) && y + h <= 208.0;
                assert!(inside, "{fans:?} at {width}: {x} {y} {w} {h}");
            }
        }
        // As plain squares, no two pages lie over each other.
        let mut plain = tree.clone();
        for node in &mut plain.nodes {
            (node.cell, node.is_current) = (Cell::Dirty, false);
        }
        let squares = |width| {
            let picture = Picture {
                drawing: Drawing::Tree(plain.clone()),
                ..picture.clone()
            };
            let spy = spied(&picture, (width, 208), &theme, Part::All);
            spy.rects[spy.rects.len() - plain.nodes.len()..].to_vec()
        };
        for squares in [squares(290), squares(1000)] {
            for (i, a) in squares.iter().enumerate() {
                for b in &squares[i + 1..] {
                    let apart = |k: usize| a[k] + a[k + 2] <= b[k] || b[k] + b[k + 2] <= a[k];
                    assert!(apart(0) || apart(1), "{fans:?}: {a:?} over {b:?}");
                }
            }
        }
    }
}

#[test]
fn a_ring_shows_every_state_apart_and_inside() {
    let theme = Theme::light();
    let marks = [
        (0.2, "checkpoint"),
        (0.2, "log backup"),
        (0.7, "open transaction"),
    ];
    for count in [4, 16, 300, 2_000] {
        let picture = samples::ring(count, &marks);
        for (width, height) in [(310, 208), (440, 240)] {
            let drawn = picture_svg(&picture, width, height, &theme, Part::All);
            for state in VlfState::ALL {
                assert!(
                    has_fill(&drawn, theme.vlf(state)),
                    "{count} {}",
                    state.label()
                );
            }
            assert!(drawn.len() < 20_000, "{count}: {} bytes", drawn.len());
            for words in [
                ">checkpoint<",
                ">log backup<",
                ">1.2 GB active<",
                ">16 VLFs<",
            ] {
                assert!(drawn.contains(words), "{count} at {width}: no {words}");
            }
            let spy = spied(&picture, (width, height), &theme, Part::All);
            for [x, y, ..] in &spy.rects {
                let inside =
                    (0.0..=f64::from(width)).contains(x) && (0.0..=f64::from(height)).contains(y);
                assert!(inside, "{count} at {width}: {x} {y}");
            }
        }
    }
}

/// A number that a drawing should never be given, now and then.
fn odd(dice: &mut Dice) -> f64 {
    match dice.roll(12) {
        0 => f64::NAN,
        1 => f64::INFINITY,
        2 => -1e300,
        3 => 0.0,
        _ => f64::from(dice.roll(9_000)) / 100.0 - 10.0,
    }
}

fn odd_pictures(dice: &mut Dice) -> [Picture; 4] {
    let mut all = [
        samples::lanes(5),
        samples::bars(),
        samples::tree(&[2, 2]),
        samples::ring(9, &[]),
    ];
    for picture in &mut all {
        match &mut picture.drawing {
            Drawing::Lanes(chart) => {
                (chart.x.min, chart.x.max, chart.cursor) = (odd(dice), odd(dice), odd(dice));
                let mut span = || LaneSpan {
                    from: odd(dice),
                    to: odd(dice),
                    act: Act::Wait,
                };
                let spans: Vec<_> = (0..30).map(|_| span()).collect();
                let lanes = dice.roll(40);
                let label = "a thread with a name as long as a sentence <&>".to_string();
                chart.lanes = vec![Lane { label, spans }; lanes as usize];
            }
            Drawing::Bars(chart) => {
                chart.x.max = odd(dice);
                let part = |_| BarPart {
                    act: Act::ALL[dice.roll(20) as usize],
                    value: odd(dice),
                    label: "x".into(),
                };
                let bar = Bar {
                    parts: (0..9).map(part).collect(),
                    ..chart.bars[0].clone()
                };
                chart.bars = vec![bar; dice.roll(9) as usize];
            }
            Drawing::Tree(chart) => {
                let count = dice.roll(80);
                let node = |_| TreeNode {
                    level: [0, 0, 0, 1, 2, u32::MAX][dice.roll(6) as usize],
                    parent: (dice.roll(3) > 0).then(|| dice.roll(40)),
                    cell: Cell::ALL[dice.roll(10) as usize],
                    is_linked: dice.roll(2) > 0,
                    is_current: dice.roll(9) == 0,
                };
                chart.nodes = (0..count).map(node).collect();
            }
            Drawing::Ring(chart) => {
                (chart.head, chart.tail) = (odd(dice), odd(dice));
                for vlf in &mut chart.vlfs {
                    (vlf.from, vlf.to) = (odd(dice), odd(dice));
                }
                let mark = |_| RingMark {
                    at: odd(dice),
                    label: "a name as long as a sentence <&>".into(),
                };
                chart.marks = (0..9).map(mark).collect();
                chart.center = vec!["ü<&> a very long line".into(); 6];
            }
        }
    }
    all
}

#[test]
fn odd_data_in_any_box_draws_no_nan() {
    let mut dice = Dice(1);
    for _ in 0..60 {
        for picture in odd_pictures(&mut dice) {
            for size in [(0, 0), (1, 1), (9, 300), (300, 9), (290, 208), (4_000, 900)] {
                for theme in [Theme::light(), Theme::dark().scaled(3.0)] {
                    let spy = spied(&picture, size, &theme, Part::All);
                    let drawn = spy.rects.iter().flatten();
                    assert!(drawn.copied().all(f64::is_finite), "{picture:?}");
                }
            }
            assert!(!svg(&picture, 310, Part::All).contains("<&"));
        }
    }
    let empty = TreeChart {
        nodes: Vec::new(),
        kinds: &[],
    };
    let mut picture = samples::tree(&[]);
    picture.drawing = Drawing::Tree(empty);
    assert!(
        spied(&picture, (300, 200), &Theme::light(), Part::All)
            .words
            .is_empty()
    );
}
