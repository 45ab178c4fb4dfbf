//! Who does what: a row a thread, a block a stretch of one act, as high as the act demands.

use super::frame::{share, text_width};
use super::pen::Ink;
use super::picture::{Sheet, fitted};
use crate::view::{Act, Axis, Lane, LaneChart};

/// Most blocks of a still picture; with more, it is drawn in coarser columns.
const BLOCKS_MAX: usize = 1_400;
/// Coarsest columns, in drawn pixels.
const GRAIN_MAX: f64 = 16.0;
/// Nothing is one act more.
const KINDS: usize = Act::ALL.len() + 1;
const NOTHING: usize = Act::ALL.len();
/// What must be seen however short it is.
const STRONG: [usize; 6] = [
    Act::Wait as usize,
    Act::Reconcile as usize,
    Act::Full as usize,
    Act::Zeros as usize,
    Act::Refused as usize,
    Act::Lost as usize,
];

/// Draws the lanes with their time axis and the cursor.
pub(super) fn draw(chart: &LaneChart, sheet: &mut Sheet<'_>) {
    let (theme, text, hair) = (sheet.theme, sheet.theme.text(), sheet.hair());
    let widths = chart.lanes.iter().map(|l| text_width(&l.label, text));
    let names = widths.fold(0.0, f64::max) + 0.9 * text;
    let right = sheet.size.0 - 0.7 * text;
    let frame = sheet.frame(names, right, 0.5 * text);
    sheet.axis(&chart.x, &frame);

    let pitch = (frame.bottom - frame.top) / (chart.lanes.len() as f64).max(1.0);
    let base = |row: usize| (frame.top + pitch * (row + 1) as f64).round();
    let high = (pitch - 0.35 * text).max(1.0);
    for row in 0..chart.lanes.len().saturating_sub(1) {
        let size = (frame.right - frame.left, hair);
        // Under the blocks, not below them: idling is not drawn twice.
        let at = (frame.left, base(row) - hair);
        sheet.pen.rect(at, size, theme.grid);
    }
    let (blocks, grain) = all_blocks(chart, frame.right - frame.left, theme.simplify > 0.0);
    // Act by act, so that a colour is dipped into once.
    for act in Act::ALL {
        let tall = (high * f64::from(act.tenths()) / 10.0).round().max(hair);
        for (row, blocks) in blocks.iter().enumerate() {
            for block in blocks.iter().filter(|b| b.act == act) {
                let at = (frame.left + block.from as f64 * grain, base(row) - tall);
                let wide = (block.to - block.from) as f64 * grain;
                let size = (wide.min(frame.right - at.0), tall);
                sheet.pen.rect(at, size, theme.act(act));
            }
        }
    }
    for (row, lane) in chart.lanes.iter().enumerate() {
        let at = (0.0, base(row) - 0.5 * high);
        let name = fitted(&lane.label, frame.left - 0.3 * text, text);
        sheet.pen.words(&name, at, Ink::plain(theme.ink));
    }
    if chart.cursor >= chart.x.min && chart.cursor <= chart.x.max {
        let x = frame.px_x(&chart.x, chart.cursor).round();
        let size = (hair, frame.bottom);
        sheet.pen.rect((x, 0.0), size, theme.ink);
        let (r, middle) = (0.35 * text, x + 0.5 * hair);
        let tip = [(middle - r, 0.0), (middle + r, 0.0), (middle, 1.2 * r)];
        sheet.pen.shape(&tip, theme.ink);
    }
}

/// A run of pixel columns that show one act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Block {
    from: usize,
    to: usize,
    act: Act,
}

// The blocks of every lane, and how many pixels a column takes.
fn all_blocks(chart: &LaneChart, width: f64, is_still: bool) -> (Vec<Vec<Block>>, f64) {
    let mut grain = 1.0;
    loop {
        // A screen's width at most, so the cast is exact.
        let columns = (width / grain).ceil().clamp(1.0, 16_384.0) as usize;
        let lanes = chart.lanes.iter();
        let all: Vec<_> = lanes.map(|l| blocks(l, &chart.x, columns)).collect();
        let count: usize = all.iter().map(Vec::len).sum();
        if !is_still || count <= BLOCKS_MAX || grain >= GRAIN_MAX {
            return (all, grain);
        }
        grain += 1.0;
    }
}

/// What happens in one column.
#[derive(Clone, Copy, Default)]
struct Column {
    /// Shares of it.
    shares: [f64; KINDS],
    /// The acts whose spans have their middle here.
    is_held: [bool; KINDS],
}

/// The act that each column shows, equal neighbours joined.
///
/// The act with the largest share of a column wins it, and what the others had there counts on in
/// the next one: of many short spans, each act gets the columns that are due to it. A span that is
/// too short for a column wins against nothing; a strong one wins against all.
fn blocks(lane: &Lane, axis: &Axis, count: usize) -> Vec<Block> {
    let columns = columns(lane, axis, count);
    let mut out: Vec<Block> = Vec::new();
    let mut due = [0.0_f64; KINDS];
    for (at, column) in columns.iter().enumerate() {
        let is_whole = column.shares.iter().any(|share| *share > 0.999);
        let is_held = column.is_held.contains(&true);
        let mut best = (NOTHING, f64::NEG_INFINITY);
        for (kind, due) in due.iter_mut().enumerate() {
            let (share, holds) = (column.shares[kind], column.is_held[kind]);
            *due = share + if is_whole { 0.0 } else { *due };
            let weight = match kind {
                NOTHING if is_held => *due - 1.0,
                _ if holds && STRONG.contains(&kind) => *due + 1.0,
                _ => *due,
            };
            if (share > 0.0 || holds) && weight > best.1 {
                best = (kind, weight);
            }
        }
        due[best.0] -= 1.0;
        let Some(act) = Act::ALL.get(best.0).copied() else {
            continue;
        };
        match out.last_mut() {
            Some(last) if last.act == act && last.to == at => last.to = at + 1,
            _ => out.push(Block {
                from: at,
                to: at + 1,
                act,
            }),
        }
    }
    out
}

fn columns(lane: &Lane, axis: &Axis, count: usize) -> Vec<Column> {
    let mut columns = vec![Column::default(); count];
    for span in &lane.spans {
        let is_seen = span.from <= span.to && span.to >= axis.min && span.from <= axis.max;
        if !is_seen || !span.from.is_finite() || !span.to.is_finite() {
            continue;
        }
        let place = |x: f64| share(axis, x) * count as f64;
        let (from, to) = (place(span.from), place(span.to));
        // Between 0 and the count.
        let index = |place: f64| (place as usize).min(count - 1);
        let kind = span.act.place();
        columns[index((from + to) / 2.0)].is_held[kind] = true;
        for (at, column) in columns
            .iter_mut()
            .enumerate()
            .take(index(to) + 1)
            .skip(index(from))
        {
            let (left, right) = (at as f64, (at + 1) as f64);
            column.shares[kind] += (to.min(right) - from.max(left)).max(0.0);
        }
    }
    for column in &mut columns {
        let covered: f64 = column.shares.iter().sum();
        column.shares[NOTHING] = (1.0 - covered).max(0.0);
    }
    columns
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::LaneSpan;

    fn lane(spans: &[(f64, f64, Act)]) -> Lane {
        let span = |&(from, to, act)| LaneSpan { from, to, act };
        Lane {
            label: "worker 1".into(),
            spans: spans.iter().map(span).collect(),
        }
    }

    fn shown(spans: &[(f64, f64, Act)], count: usize) -> Vec<(usize, usize, Act)> {
        let axis = Axis {
            label: String::new(),
            min: 0.0,
            max: count as f64,
            kind: Default::default(),
        };
        let blocks = blocks(&lane(spans), &axis, count);
        blocks.iter().map(|b| (b.from, b.to, b.act)).collect()
    }

    #[test]
    fn long_spans_keep_their_ends() {
        use Act::{Idle, Walk};
        let spans = [(0.0, 3.2, Walk), (3.2, 7.9, Idle), (-5.0, -1.0, Walk)];
        assert_eq!(shown(&spans, 10), vec![(0, 3, Walk), (3, 8, Idle)]);
        assert_eq!(shown(&[], 10), vec![]);
    }

    #[test]
    fn a_short_span_is_neither_lost_nor_wider_than_a_pixel() {
        use Act::{Push, Reconcile, Wait, Walk};
        // Alone, every act is seen.
        assert_eq!(shown(&[(4.3, 4.4, Push)], 10), vec![(4, 5, Push)]);
        assert_eq!(shown(&[(4.3, 4.3, Push)], 10), vec![(4, 5, Push)]);
        // Among others, the longest wins ...
        let among = |act| shown(&[(0.0, 4.3, Walk), (4.3, 4.4, act), (4.4, 10.0, Walk)], 10);
        assert_eq!(among(Push), vec![(0, 10, Walk)]);
        // ... but one that waits or reconciles keeps a pixel.
        for act in [Wait, Reconcile] {
            assert_eq!(among(act), vec![(0, 4, Walk), (4, 5, act), (5, 10, Walk)]);
        }
    }

    #[test]
    fn of_many_short_spans_each_act_gets_its_share() {
        use Act::{Reconcile, Wait, Walk};
        for (act, other) in [(Wait, Walk), (Reconcile, Wait), (Act::Push, Walk)] {
            let mut spans = Vec::new();
            for i in 0..400 {
                let start = f64::from(i) * 0.25;
                spans.push((start, start + 0.05, act));
                spans.push((start + 0.05, start + 0.25, other));
            }
            let blocks = shown(&spans, 100);
            let columns: usize = blocks
                .iter()
                .filter(|b| b.2 == act)
                .map(|b| b.1 - b.0)
                .sum();
            assert!((17..=23).contains(&columns), "{columns} of 100, 20 are due");
        }
    }
}
