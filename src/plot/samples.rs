//! Made-up pictures for tests.

use crate::view::{
    Act, Axis, Bar, BarChart, BarPart, Cell, Drawing, Lane, LaneChart, LaneSpan, Picture,
    RingChart, RingMark, RingVlf, TreeChart, TreeNode, VlfState,
};

/// A row of numbers that look random: the upper bits of a linear generator.
pub(crate) struct Dice(pub u64);

impl Dice {
    /// From 0 to below `sides`.
    pub fn roll(&mut self, sides: u32) -> u32 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % u64::from(sides.max(1))) as u32
    }
}

fn axis(label: &str, min: f64, max: f64) -> Axis {
    Axis {
        label: label.into(),
        min,
        max,
        kind: Default::default(),
    }
}

fn picture(id: &str, title: &str, style: Option<u8>, drawing: Drawing) -> Picture {
    Picture {
        id: id.into(),
        title: title.into(),
        style,
        text: format!("{title} in words, \"computed\""),
        veiled: false,
        drawing,
    }
}

/// A driver and eight workers; about `spans` spans on every lane.
pub(crate) fn lanes(spans: u32) -> Picture {
    let mut dice = Dice(7);
    let mut lane = |row: u32| {
        let acts = if row == 0 {
            [Act::Walk, Act::Push, Act::Wait, Act::Reconcile, Act::Rest]
        } else {
            [
                Act::Reconcile,
                Act::Wake,
                Act::Idle,
                Act::Reconcile,
                Act::Idle,
            ]
        };
        let mut at = 412.0;
        let mut out = Vec::new();
        while at < 432.0 {
            let long = f64::from(20 + dice.roll(380)) / 200.0 * 20.0 / f64::from(spans);
            let act = acts[dice.roll(5) as usize];
            out.push(LaneSpan {
                from: at,
                to: at + long,
                act,
            });
            at += long;
        }
        Lane {
            label: if row == 0 {
                "driver".into()
            } else {
                format!("worker {row}")
            },
            spans: out,
        }
    };
    let chart = LaneChart {
        x: axis("milliseconds since the checkpoint began", 412.0, 432.0),
        lanes: (0..9).map(&mut lane).collect(),
        cursor: 422.0,
        acts: &Act::OF_CHECKPOINT,
    };
    let title = "Who does what, one pass, eight workers";
    picture("lanes-one", title, Some(0), Drawing::Lanes(chart))
}

/// Three variants, the last two veiled.
pub(crate) fn bars() -> Picture {
    let bar = |label: &str, style, parts: &[(Act, f64)], total: &str| Bar {
        label: label.into(),
        style,
        parts: parts
            .iter()
            .map(|(act, value)| BarPart {
                act: *act,
                value: *value,
                label: format!("{} {value} s", act.label()),
            })
            .collect(),
        total: total.into(),
        veiled: style > 0,
    };
    use Act::{Push, Reconcile, Rest, Wait, Wake, Walk};
    let bars = vec![
        bar(
            "no workers",
            0,
            &[(Walk, 1.2), (Reconcile, 11.9), (Rest, 0.3)],
            "13.4 s",
        ),
        bar(
            "one pass, 8 workers",
            1,
            &[
                (Walk, 1.2),
                (Push, 0.4),
                (Wait, 7.3),
                (Wake, 0.2),
                (Rest, 0.3),
            ],
            "9.4 s",
        ),
        bar(
            "two passes, 8 workers",
            2,
            &[(Walk, 1.6), (Push, 0.4), (Wait, 0.1), (Rest, 0.3)],
            "2.4 s",
        ),
    ];
    let chart = BarChart {
        x: axis("seconds of the driver", 0.0, 13.4),
        bars,
    };
    picture(
        "bars",
        "Where the driver's time goes",
        None,
        Drawing::Bars(chart),
    )
}

/// A tree of `fans` children a page, level by level from the root down.
pub(crate) fn tree(fans: &[u32]) -> Picture {
    let levels = fans.len() as u32;
    let root = TreeNode {
        level: levels,
        parent: None,
        cell: Cell::Dirty,
        is_linked: true,
        is_current: false,
    };
    let mut nodes = vec![root];
    let mut above = 0..1_u32;
    for (depth, fan) in (1..).zip(fans) {
        let from = nodes.len() as u32;
        for parent in above {
            for _ in 0..*fan {
                let at = nodes.len() * 6 / 70;
                let cell = Cell::OF_TREE[[4, 5, 3, 2, 1, 0][at.min(5)]];
                nodes.push(TreeNode {
                    level: levels - depth,
                    parent: Some(parent),
                    cell,
                    is_linked: cell != Cell::Stale,
                    is_current: nodes.len() == 30,
                });
            }
        }
        above = from..nodes.len() as u32;
    }
    let chart = TreeChart {
        nodes,
        kinds: &Cell::OF_TREE,
    };
    picture(
        "tree",
        "The tree at this moment",
        Some(2),
        Drawing::Tree(chart),
    )
}

/// A log of `count` VLFs: a third active, the later half added by growth, with these marks.
pub(crate) fn ring(count: u32, marks: &[(f64, &str)]) -> Picture {
    let at = |i: u32| f64::from(i) / f64::from(count.max(1));
    let vlf = |i: u32| RingVlf {
        from: at(i),
        to: at(i + 1),
        state: match 12 * i / count.max(1) {
            0..2 => VlfState::Reusable,
            2..6 => VlfState::Active,
            6..8 => VlfState::Reusable,
            _ => VlfState::Unused,
        },
        is_grown_late: 2 * i >= count,
    };
    let mut vlfs: Vec<RingVlf> = (0..count).map(vlf).collect();
    let head = count / 2;
    if let Some(vlf) = vlfs.get_mut(head as usize) {
        vlf.state = VlfState::Head;
    }
    let mark = |(at, label): &(f64, &str)| RingMark {
        at: *at,
        label: (*label).into(),
    };
    let chart = RingChart {
        vlfs,
        head: at(head) + 0.4 * at(1),
        tail: 0.18,
        marks: marks.iter().map(mark).collect(),
        center: ["4 GB", "1.2 GB active", "16 VLFs", "grows"]
            .map(String::from)
            .into(),
    };
    picture(
        "ring-full",
        "FULL: the log file",
        Some(1),
        Drawing::Ring(chart),
    )
}
