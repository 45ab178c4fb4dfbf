//! Who needs the log from where: a pointer at the ring and words beside it, none over another.
//!
//! Words stand where the ring leaves room, as near to their pointer as they can, in the order of
//! the pointers, in one line or in two; a line leads to those that had to step aside.

use super::dash::Px;
use super::frame::text_width;
use super::pen::{Anchor, Ink};
use super::picture::{Sheet, fitted};
use super::ring::{Dial, stroke};
use crate::view::RingMark;

// In CSS pixels, from the ring: the tip and the base of a pointer, and the words.
const TIP: f64 = 3.0;
const BASE: f64 = 8.5;
const CLEAR: f64 = 10.0;
// In text heights: from line to line, between places that are tried, and what a second line costs.
const LINE_EMS: f64 = 1.15;
const STEP_EMS: f64 = 0.25;
const SECOND_LINE_EMS: f64 = 0.8;
/// Most places that are tried.
const PLACES_MAX: f64 = 400.0;

/// Draws the pointers with their words.
pub(super) fn draw(marks: &[RingMark], dial: &Dial, sheet: &mut Sheet<'_>) {
    let marks: Vec<&RingMark> = marks.iter().filter(|m| m.at.is_finite()).collect();
    let edge = |radius: f64| dial.outer + radius * dial.px;
    let middle = |mark: &RingMark| dial.at(mark.at, edge(BASE));
    for mark in &marks {
        let (tip, base) = (dial.at(mark.at, edge(TIP)), middle(mark));
        // Aside by three fifths of its length.
        let (dx, dy) = ((base.1 - tip.1) * 0.6, (tip.0 - base.0) * 0.6);
        let corners = [tip, (base.0 + dx, base.1 + dy), (base.0 - dx, base.1 - dy)];
        sheet.pen.shape(&corners, sheet.theme.ink);
    }
    let room = Room {
        middle: dial.middle,
        radius: edge(CLEAR),
        size: sheet.size,
        text: sheet.theme.text(),
    };
    for is_right in [true, false] {
        let is_here = |m: &&&RingMark| (middle(m).0 >= dial.middle.0) == is_right;
        let mut here: Vec<&RingMark> = marks.iter().filter(is_here).copied().collect();
        here.sort_by(|a, b| middle(a).1.total_cmp(&middle(b).1));
        let wanted: Vec<(f64, &str)> = here
            .iter()
            .map(|m| (dial.at(m.at, edge(CLEAR)).1, m.label.as_str()))
            .collect();
        for (mark, block) in here.iter().zip(room.blocks(&wanted)) {
            block_at(&block, is_right, &room, sheet);
            lead(middle(mark), &block, is_right, &room, sheet);
        }
    }
}

fn block_at(block: &Block, is_right: bool, room: &Room, sheet: &mut Sheet<'_>) {
    let (side, anchor) = if is_right {
        (1.0, Anchor::Left)
    } else {
        (-1.0, Anchor::Right)
    };
    let x = room.middle.0 + side * block.edge;
    let ink = Ink::plain(sheet.theme.ink).at(anchor);
    for (row, words) in block.lines.iter().enumerate() {
        let y = block.top + LINE_EMS * room.text * (row as f64 + 0.5);
        sheet.pen.words(words, (x, y), ink);
    }
}

/// A thin line from the pointer around the ring to the words.
fn lead(from: Px, block: &Block, is_right: bool, room: &Room, sheet: &mut Sheet<'_>) {
    let side = if is_right { 1.0 } else { -1.0 };
    let (cx, cy) = room.middle;
    let x = cx + side * (block.edge - 0.15 * room.text).max(0.0);
    let end = (x, block.middle(room.text));
    let off = |at: Px| (at.0 - cx, at.1 - cy);
    let long = |at: Px| (at.0 * at.0 + at.1 * at.1).sqrt();
    let (start, toward) = (off(from), off(end));
    let radius = long(start);
    // Halves of halves of the way around: no angle is needed.
    let half = |a: Px, b: Px| {
        let sum = (a.0 / long(a) + b.0 / long(b), a.1 / long(a) + b.1 / long(b));
        let scale = radius / long(sum).max(1e-6);
        (sum.0 * scale, sum.1 * scale)
    };
    if radius < 1e-6 || long(toward) < 1e-6 {
        return;
    }
    let scale = radius / long(toward);
    let mut line = vec![start, (toward.0 * scale, toward.1 * scale)];
    for _ in 0..3 {
        let mut finer = Vec::new();
        for pair in line.windows(2) {
            finer.extend([pair[0], half(pair[0], pair[1])]);
        }
        finer.extend(line.last());
        line = finer;
    }
    let mut line: Vec<Px> = line.iter().map(|p| (p.0 + cx, p.1 + cy)).collect();
    line.push(end);
    stroke(sheet, &line, sheet.theme.scale, sheet.theme.rule);
}

/// Words at their place.
#[derive(Clone, Debug, PartialEq)]
struct Block {
    lines: Vec<String>,
    /// Upper edge.
    top: f64,
    /// From the middle of the ring to where they begin.
    edge: f64,
}

impl Block {
    fn middle(&self, text: f64) -> f64 {
        self.top + LINE_EMS * text * self.lines.len() as f64 / 2.0
    }
}

/// The cheapest way to a place: its cost, the block's place, and how many lines it has.
type Way = Option<(f64, usize, usize)>;

/// The room around a ring.
struct Room {
    middle: Px,
    /// Words keep this far away.
    radius: f64,
    size: (f64, f64),
    text: f64,
}

impl Room {
    /// Places for words, from the top down; each comes with the height that it wants. Words that
    /// fit nowhere are cut, and those for which there is no place at all are left out.
    fn blocks(&self, wanted: &[(f64, &str)]) -> Vec<Block> {
        for count in (1..=wanted.len()).rev() {
            let wanted = &wanted[..count];
            for is_cut in [false, true] {
                if let Some(blocks) = self.fit(wanted, is_cut) {
                    return blocks;
                }
            }
        }
        Vec::new()
    }

    /// How far from the middle a block of so many lines must begin.
    fn edge(&self, top: f64, lines: usize) -> f64 {
        let pad = 0.1 * self.text;
        let below = top + LINE_EMS * self.text * lines as f64;
        let away = (self.middle.1 - below + pad).max(top + pad - self.middle.1);
        let away = away.max(0.0);
        let chord = (self.radius * self.radius - away * away).max(0.0).sqrt();
        chord + 0.2 * self.text
    }

    /// The way to place all at the least cost, found block by block.
    fn fit(&self, wanted: &[(f64, &str)], is_cut: bool) -> Option<Vec<Block>> {
        // A few hundred at most, so the cast is exact.
        let places = (self.size.1 / self.step()).floor();
        let places = places.clamp(0.0, PLACES_MAX) as usize;
        let mut before: Vec<Way> = vec![Some((0.0, 0, 0)); places + 1];
        let mut ways: Vec<Vec<Way>> = Vec::new();
        for (want, words) in wanted {
            before = self.below(&before, (*want, words), is_cut);
            ways.push(before.clone());
        }
        let mut out = Vec::new();
        let mut at = places;
        for (way, (_, words)) in ways.iter().zip(wanted).rev() {
            let (_, top, lines) = way[at]?;
            let y = top as f64 * self.step();
            let edge = self.edge(y, lines);
            let room = (self.size.0 / 2.0 - edge).max(0.0);
            let cut = |line: &String| fitted(line, room, self.text);
            out.push(Block {
                lines: lines_of(words, lines).iter().map(cut).collect(),
                top: y,
                edge,
            });
            at = top;
        }
        out.reverse();
        Some(out)
    }

    /// Pixels between places that are tried.
    fn step(&self) -> f64 {
        STEP_EMS * self.text
    }

    /// The ways to end one more block at or above each place, given those for the blocks before.
    fn below(&self, before: &[Way], (want, words): (f64, &str), is_cut: bool) -> Vec<Way> {
        let mut now: Vec<Way> = vec![None; before.len()];
        for lines in 1..=2_usize {
            let needs = widest(&lines_of(words, lines), self.text);
            let tall = (lines as f64 * LINE_EMS / STEP_EMS).ceil() as usize;
            let second = SECOND_LINE_EMS * self.text * (lines - 1) as f64;
            for (top, way) in before.iter().enumerate() {
                let y = top as f64 * self.step();
                let has_room = needs <= self.size.0 / 2.0 - self.edge(y, lines);
                let (Some(way), Some(end)) = (way, now.get_mut(top + tall)) else {
                    continue;
                };
                let middle = y + LINE_EMS * self.text * lines as f64 / 2.0;
                let cost = way.0 + (middle - want).abs() + second;
                if (has_room || is_cut) && end.is_none_or(|old| cost < old.0) {
                    *end = Some((cost, top, lines));
                }
            }
        }
        // What ends earlier is good for every later place.
        let mut best: Way = None;
        for way in &mut now {
            let is_better = |new: &(f64, usize, usize)| best.is_none_or(|old| new.0 < old.0);
            if way.as_ref().is_some_and(is_better) {
                best = *way;
            }
            *way = best;
        }
        now
    }
}

/// Words in one line or, cut where the lines come out most even, in two.
fn lines_of(words: &str, count: usize) -> Vec<String> {
    let gaps = words.match_indices(' ').map(|(at, _)| at);
    let uneven = |at: &usize| (2 * at + 1).abs_diff(words.len());
    match gaps.min_by_key(uneven) {
        Some(at) if count > 1 => vec![words[..at].into(), words[at + 1..].into()],
        _ => vec![words.into()],
    }
}

fn widest(lines: &[String], text: f64) -> f64 {
    let widths = lines.iter().map(|line| text_width(line, text));
    widths.fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [&str; 3] = ["checkpoint", "log backup", "open transaction"];

    fn room(wide: f64, high: f64) -> Room {
        let text = 13.0;
        Room {
            middle: (wide / 2.0, high / 2.0),
            radius: (wide / 2.0 - 6.8 * text).min(high / 2.0 - 1.9 * text) + CLEAR,
            size: (wide, high),
            text,
        }
    }

    #[test]
    fn words_are_split_where_it_is_most_even() {
        assert_eq!(lines_of("open transaction", 1), ["open transaction"]);
        assert_eq!(lines_of("open transaction", 2), ["open", "transaction"]);
        assert_eq!(lines_of("a log backup", 2), ["a log", "backup"]);
        assert_eq!(lines_of("checkpoint", 2), ["checkpoint"]);
    }

    #[test]
    fn up_to_six_words_at_any_place_are_whole_and_apart() {
        for (wide, high) in [(310.0, 208.0), (300.0, 260.0), (440.0, 240.0)] {
            let room = room(wide, high);
            for at in 0..=12 {
                let y = high * f64::from(at) / 12.0;
                for count in 1..=6 {
                    let wanted: Vec<_> = (0..count).map(|i| (y, NAMES[i % 3])).collect();
                    let blocks = room.blocks(&wanted);
                    assert_eq!(blocks.len(), count, "{wide} {y} {count}");
                    let mut last = 0.0;
                    for (block, (_, words)) in blocks.iter().zip(&wanted) {
                        assert_eq!(block.lines.join(" "), *words);
                        assert!(block.top >= last - 1e-9, "{wide} {y} {count}");
                        let tall = LINE_EMS * room.text * block.lines.len() as f64;
                        last = block.top + tall;
                        let right = block.edge + widest(&block.lines, room.text);
                        assert!(right <= wide / 2.0, "{wide} {y} {count}");
                    }
                    assert!(last <= high, "{wide} {y} {count}");
                }
            }
        }
    }

    #[test]
    fn words_without_room_are_cut_and_too_many_are_left_out() {
        let room = room(120.0, 90.0);
        let wanted = [(45.0, "a name as long as a sentence"); 20];
        let blocks = room.blocks(&wanted);
        assert!((1..20).contains(&blocks.len()), "{}", blocks.len());
        assert!(blocks.iter().all(|b| b.lines[0].len() < 20));
        assert_eq!(
            super::Room {
                size: (1.0, 1.0),
                ..room
            }
            .blocks(&wanted),
            []
        );
    }
}
