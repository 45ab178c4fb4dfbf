//! What the reader sees at the cursor: who does what, where time goes, and every page's state.

use super::model::TwoPass;
use super::model::crew::Work;
use super::model::driver::Phase;
use super::model::log::Log;
use super::model::machine::Machine;
use super::run::{Compare, TwoPassRun};
use crate::engine::page::PageId;
use crate::kernel::{SimTime, Span};
use crate::scene::Side;
use crate::scene::tables::Shown;
use crate::view::{
    Act, Axis, AxisKind, Bar, BarChart, BarPart, Cell, Drawing, Lane, LaneChart, LaneSpan,
    PageGrid, Picture, TreeChart, TreeNode, digits, millis, plain_number,
};

/// Trees up to this many pages are drawn page by page.
const DRAWN_PAGES: u32 = 160;
/// The stretch of time that lanes show; of shorter runs, all.
const WINDOW: Span = Span::from_ms(12);

/// The sides that are watched closely: few enough to fit a screen.
fn watched(run: &TwoPassRun) -> Vec<&Side<TwoPass>> {
    let keys: &[&str] = match run.compare {
        Compare::Ways => &["one_pass", "two_passes", "membership"],
        Compare::Workers => &["one_4", "one_16"],
        Compare::Depths => &["depth_fitted", "depth_unbounded"],
        Compare::Explanations => &["depth_two", "contention_two", "cpu_two", "few_two"],
        Compare::Lost => &["membership", "page_state"],
        Compare::Pins => &["pinned", "unpinned"],
        Compare::Collected => &["two_passes", "collected"],
    };
    let sides = run.sides.sides.iter();
    sides.filter(|side| keys.contains(&side.key)).collect()
}

fn whole(value: f64) -> String {
    plain_number(value, 0)
}

fn few(value: f64) -> String {
    digits(value, 3)
}

/// The columns of the results table.
#[must_use]
pub fn columns(compare: Compare) -> &'static [Shown] {
    match compare {
        Compare::Lost | Compare::Pins | Compare::Collected => &[
            ("Duration", "duration_ms", millis),
            ("Leaves written", "leaves_written", whole),
            ("Internal pages written", "internals_written", whole),
            ("Evicted", "evictions", whole),
            ("Changed leaves missing", "lost_pages", whole),
        ],
        Compare::Depths => &[
            ("Duration", "duration_ms", millis),
            ("Barriers", "barriers", whole),
            ("Waiting, %", "wait_share_pct", few),
            ("Walking, %", "walk_share_pct", few),
            ("Pushing, %", "push_share_pct", few),
            ("Most pinned", "pinned_max", whole),
        ],
        Compare::Ways | Compare::Workers | Compare::Explanations => &[
            ("Duration", "duration_ms", millis),
            ("Effective concurrency", "effective_concurrency", few),
            ("Waiting, %", "wait_share_pct", few),
            ("Drains", "drains", whole),
            ("Not empty", "barriers", whole),
            ("Leaves a drain", "pages_per_drain", few),
            ("Workers idle", "worker_idle_ms", millis),
        ],
    }
}

/// What a page looks like.
fn cell(machine: &Machine, page: PageId, is_queued: bool, is_at_work: bool) -> Cell {
    let blocks = machine.blocks();
    let is_root = page == machine.scenario().tree.root();
    if is_at_work {
        Cell::Reconciling
    } else if is_queued {
        Cell::Queued
    } else if blocks.is_written(page) {
        if blocks.is_stale(page) && !is_root {
            Cell::Stale
        } else {
            Cell::Written
        }
    } else if !machine.has(page) {
        Cell::Free
    } else if machine.is_dirty(page) {
        Cell::Dirty
    } else {
        Cell::Clean
    }
}

/// Pages that somebody reconciles.
fn at_work(machine: &Machine) -> Vec<u32> {
    let by_driver = match machine.driver().phase {
        Phase::Writing(page) => Some(page.0),
        _ => None,
    };
    let by_workers = machine.crew().works().filter_map(|work| match work {
        Work::Busy(taken) | Work::Linking(taken) => Some(taken.page.0),
        _ => None,
    });
    by_driver.into_iter().chain(by_workers).collect()
}

/// A packed map of each watched side, for trees too large to be drawn.
#[must_use]
pub fn grids(run: &TwoPassRun, cursor: SimTime) -> Vec<PageGrid> {
    let is_large = |side: &&Side<TwoPass>| pages(side) > DRAWN_PAGES;
    let sides = watched(run).into_iter().filter(is_large);
    sides.map(|side| grid(side, cursor)).collect()
}

fn pages(side: &Side<TwoPass>) -> u32 {
    side.simulation.model().machine().scenario().tree.pages()
}

/// One entry for the leaves of each page right above them, what is at work first; then one for each
/// internal page.
fn grid(side: &Side<TwoPass>, cursor: SimTime) -> PageGrid {
    let machine = TwoPassRun::machine_at(side, cursor);
    let tree = &machine.scenario().tree;
    let mut marks = vec![0_u8; tree.pages() as usize];
    for page in machine.queue().waiting() {
        marks[page.0 as usize] = 1;
    }
    for page in at_work(&machine) {
        marks[page as usize] = 2;
    }
    let of = |page: u32| {
        let mark = marks[page as usize];
        cell(&machine, PageId(page), mark == 1, mark == 2)
    };
    let group = |parent: u32| {
        let all = tree.children(PageId(parent)).map(of);
        all.min_by_key(|cell| STRENGTH.iter().position(|s| s == cell))
            .unwrap_or(Cell::Clean)
    };
    let mut cells: Vec<Cell> = tree.level(1).map(group).collect();
    cells.extend((tree.level(1).start..tree.pages()).map(of));
    let dirty = (0..tree.pages())
        .filter(|p| machine.is_dirty(PageId(*p)))
        .count();
    PageGrid {
        label: side.label.clone(),
        style: side.style,
        cells,
        kinds: &Cell::OF_TREE,
        pages_per_entry: tree.leaves().div_ceil(tree.level(1).len() as u32),
        dirty_count: dirty as u64,
        text: state_text(side, &machine),
        veiled: side.veiled,
    }
}

const STRENGTH: [Cell; 7] = [
    Cell::Reconciling,
    Cell::Queued,
    Cell::Dirty,
    Cell::Stale,
    Cell::Written,
    Cell::Clean,
    Cell::Free,
];

/// A side at the cursor, in words.
fn state_text(side: &Side<TwoPass>, machine: &Machine) -> String {
    let act = match machine.driver().phase {
        Phase::Done => "the checkpoint is complete".to_string(),
        phase => format!("the checkpoint thread is {}", phase.act().spoken()),
    };
    let totals = machine.totals();
    format!(
        "{}: {act}; {} of {} workers reconciling, {} pages queued, {} pinned; {} leaves and {} \
         internal pages written",
        side.label,
        machine.crew().busy(),
        machine.scenario().workers,
        machine.queue().queued(),
        machine.queue().pins(),
        whole(f64::from(totals.leaves)),
        whole(f64::from(totals.internals)),
    )
}

/// Bars first, then lanes and, of a small tree, the tree of each watched side.
#[must_use]
pub fn pictures(run: &TwoPassRun, cursor: SimTime) -> Vec<Picture> {
    let mut out = vec![bars(run)];
    let watched = watched(run);
    out.extend(watched.iter().map(|side| lanes(run, side, cursor)));
    let small = watched.iter().filter(|side| pages(side) <= DRAWN_PAGES);
    out.extend(small.map(|side| tree(side, cursor)));
    out
}

/// From when until when lanes show, around the cursor.
fn window(run: &TwoPassRun, cursor: SimTime) -> (SimTime, SimTime) {
    let end = run.end();
    if end - SimTime::ZERO <= WINDOW {
        return (SimTime::ZERO, end);
    }
    let half = WINDOW.scaled(1, 2);
    let latest = SimTime::ZERO + (end - SimTime::ZERO).saturating_sub(WINDOW);
    let from = SimTime::ZERO + cursor.saturating_since(SimTime::ZERO + half);
    let from = from.min(latest);
    (from, from + WINDOW)
}

fn ms(at: SimTime) -> f64 {
    at.as_ns() as f64 / 1e6
}

fn lanes(run: &TwoPassRun, side: &Side<TwoPass>, cursor: SimTime) -> Picture {
    let (from, to) = window(run, cursor);
    // Sought apart, so that the instant at the cursor stays at hand for the next frame.
    let mut machine = side.simulation.seek(from).model().machine().clone();
    machine.run_to(from);
    machine.watch(false);
    machine.run_to(cursor);
    let text = state_text(side, &machine);
    machine.run_to(to);
    let threads = 1 + machine.scenario().workers;
    let log = machine.unwatch();
    let label = |thread: u32| match thread {
        0 => "checkpoint".to_string(),
        n => format!("worker {n}"),
    };
    let lane = |thread| Lane {
        label: label(thread),
        spans: spans(&log, thread, (from, to)),
    };
    Picture {
        id: format!("lanes-{}", side.key),
        title: format!("{}: who does what", side.label),
        style: Some(side.style),
        text,
        veiled: side.veiled,
        drawing: Drawing::Lanes(LaneChart {
            x: Axis {
                label: "milliseconds since the checkpoint began".to_string(),
                min: ms(from),
                max: ms(to).max(ms(from) + 1e-6),
                kind: AxisKind::Plain,
            },
            lanes: (0..threads).map(lane).collect(),
            cursor: ms(cursor),
            acts: &Act::OF_CHECKPOINT,
        }),
    }
}

/// What one thread did, each stretch until the next begins.
fn spans(log: &Log, thread: u32, (from, to): (SimTime, SimTime)) -> Vec<LaneSpan> {
    let mut out: Vec<LaneSpan> = Vec::new();
    for begins in log.acts.iter().filter(|b| b.thread == thread && b.at <= to) {
        let at = ms(begins.at.max(from));
        if let Some(last) = out.last_mut() {
            if last.act == begins.act {
                continue;
            }
            last.to = at;
        }
        out.push(LaneSpan {
            from: at,
            to: at,
            act: begins.act,
        });
    }
    if let Some(last) = out.last_mut() {
        last.to = ms(to);
    }
    out.retain(|span| span.to > span.from);
    out
}

fn bars(run: &TwoPassRun) -> Picture {
    let unit = run.unit();
    let bar = |side: &Side<TwoPass>| {
        let in_unit = |span: Span| span.as_ns() as f64 / unit.ns;
        let machine = side.simulation.model().machine();
        let totals = machine.totals();
        let duration = in_unit(machine.now() - SimTime::ZERO);
        let [wait, own, walk, push] = [
            totals.wait,
            totals.driver_reconcile,
            totals.walk,
            totals.push,
        ]
        .map(in_unit);
        let rest = (duration - walk - push - wait - own).max(0.0);
        let parts = [
            (Act::Wait, wait, "waiting"),
            (Act::Reconcile, own, "reconciling"),
            (Act::Walk, walk, "walking"),
            (Act::Push, push, "pushing"),
            (Act::Rest, rest, "rest"),
        ];
        let part = |(act, value, word): (Act, f64, &str)| BarPart {
            act,
            value,
            label: format!("{word} {} %", digits(100.0 * value / duration.max(1e-9), 2)),
        };
        Bar {
            label: side.label.clone(),
            style: side.style,
            parts: parts.into_iter().filter(|p| p.1 > 0.0).map(part).collect(),
            total: millis(duration * unit.ns / 1e6),
            veiled: side.veiled,
        }
    };
    let bars: Vec<Bar> = run.sides.sides.iter().map(bar).collect();
    let told = |bar: &Bar| {
        let parts: Vec<&str> = bar.parts.iter().map(|p| p.label.as_str()).collect();
        format!("{}, {}: {}", bar.label, bar.total, parts.join(", "))
    };
    let text: Vec<String> = bars.iter().map(told).collect();
    Picture {
        id: "time".to_string(),
        title: "Where the checkpoint thread\u{2019}s time goes".to_string(),
        style: None,
        text: text.join(". "),
        veiled: false,
        drawing: Drawing::Bars(BarChart {
            x: Axis {
                label: unit.name.to_string(),
                min: 0.0,
                max: run.in_unit(run.end()).max(1e-9),
                kind: AxisKind::Plain,
            },
            bars,
        }),
    }
}

fn tree(side: &Side<TwoPass>, cursor: SimTime) -> Picture {
    let machine = TwoPassRun::machine_at(side, cursor);
    let tree = &machine.scenario().tree;
    let queued: Vec<u32> = machine.queue().waiting().map(|p| p.0).collect();
    let working = at_work(&machine);
    // Once the checkpoint is complete, only what its root leads to counts.
    let reached = machine.is_done().then(|| machine.blocks().reached(tree));
    let is_found = |page: u32| {
        reached
            .as_ref()
            .is_none_or(|reached| reached[page as usize])
    };
    let current = machine.driver().page();
    let node = |level: u32, page: u32| {
        let id = PageId(page);
        TreeNode {
            level,
            parent: (id != tree.root()).then(|| tree.parent(id).0),
            cell: match cell(
                &machine,
                id,
                queued.contains(&page),
                working.contains(&page),
            ) {
                Cell::Written if !is_found(page) => Cell::Stale,
                other => other,
            },
            is_linked: !machine.blocks().is_stale(id) && is_found(page),
            is_current: current == Some(id),
        }
    };
    let levels = 0..tree.levels().len() as u32;
    let nodes = levels.flat_map(|level| tree.level(level).map(move |page| (level, page)));
    Picture {
        id: format!("tree-{}", side.key),
        title: format!("{}: the tree", side.label),
        style: Some(side.style),
        text: state_text(side, &machine),
        veiled: side.veiled,
        drawing: Drawing::Tree(TreeChart {
            nodes: nodes.map(|(level, page)| node(level, page)).collect(),
            kinds: if machine.scenario().eviction.is_some() {
                &Cell::OF_EVICTED_TREE
            } else {
                &Cell::OF_TREE
            },
        }),
    }
}
