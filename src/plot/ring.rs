//! A log file as a ring: a piece a VLF, as thick as its state demands, from the top clockwise.

use super::dash::Px;
use super::frame::{label_width, text_width};
use super::pen::{Anchor, Ink};
use super::picture::{Sheet, fitted};
use super::ring_labels;
use super::theme::Rgb;
use crate::view::{RingChart, RingVlf, VlfState};

/// Room at the side for a word, and above for a line of words, in text heights.
const SIDE_EMS: f64 = 6.8;
const ABOVE_EMS: f64 = 1.9;
/// Most lines in the middle.
const CENTER_LINES: usize = 4;
// In CSS pixels: the least piece that is drawn on its own, the least that is set apart from the
// next, how far apart, and how far from the ring things beside it are.
const PIECE_MIN: f64 = 1.5;
const PIECE_APART: f64 = 3.5;
const GAP: f64 = 1.2;
const LATE_FROM: f64 = 1.5;
const LATE_TO: f64 = 3.0;

/// Draws the ring with what is written around and in it.
pub(super) fn draw(chart: &RingChart, sheet: &mut Sheet<'_>) {
    let dial = Dial::new(sheet);
    let pieces = pieces(&chart.vlfs, &dial);
    for state in VlfState::ALL {
        let color = sheet.theme.vlf(state);
        for piece in pieces.iter().filter(|p| p.state == state) {
            for (from, to) in dial.bands(state) {
                let band = dial.band(piece.from, dial.shortened(piece), (from, to));
                sheet.pen.shape(&band, color);
            }
        }
    }
    let near = dial.outer + LATE_FROM * dial.px;
    let far = dial.outer + LATE_TO * dial.px;
    for piece in pieces.iter().filter(|p| p.is_grown_late) {
        let band = dial.band(piece.from, dial.shortened(piece), (near, far));
        sheet.pen.shape(&band, sheet.theme.muted);
    }
    tail(chart.tail, &dial, sheet);
    head(chart.head, &dial, sheet);
    ring_labels::draw(&chart.marks, &dial, sheet);
    center(&chart.center, &dial, sheet);
}

/// Where the active log begins: a bar across the ring.
fn tail(at: f64, dial: &Dial, sheet: &mut Sheet<'_>) {
    if at.is_finite() {
        let ends = (dial.inner - 4.0 * dial.px, dial.outer + 3.0 * dial.px);
        let line = [dial.at(at, ends.0.max(0.0)), dial.at(at, ends.1)];
        stroke(sheet, &line, 2.0 * dial.px, sheet.theme.ink);
    }
}

/// Where the next record goes: an arrow head across the ring, along the file.
fn head(at: f64, dial: &Dial, sheet: &mut Sheet<'_>) {
    if !at.is_finite() {
        return;
    }
    let (low, high) = (dial.inner - 3.0 * dial.px, dial.outer + 3.0 * dial.px);
    let middle = (dial.inner + dial.outer) / 2.0;
    let mut arrow = |back: f64, more: f64, long: f64, color: Rgb| {
        let from = at - dial.share_of(back);
        let corners = [
            dial.at(from, (low - more).max(0.0)),
            dial.at(at + dial.share_of(long), middle),
            dial.at(from, high + more),
        ];
        sheet.pen.shape(&corners, color);
    };
    // On a rim of the ground, so that it stands out from the piece that it lies on.
    let long = 0.55 * (high - low);
    arrow(1.5 * dial.px, 2.0 * dial.px, long + 3.0 * dial.px, {
        sheet.theme.surface
    });
    arrow(0.0, 0.0, long, sheet.theme.ink);
}

/// The lines in the middle, as far as they fit.
fn center(lines: &[String], dial: &Dial, sheet: &mut Sheet<'_>) {
    let text = sheet.theme.text();
    let lines = &lines[..lines.len().min(CENTER_LINES)];
    let (pitch, room) = (1.3 * text, dial.inner - 0.3 * text);
    let first = dial.middle.1 - pitch * (lines.len().saturating_sub(1) as f64) / 2.0;
    for (row, words) in lines.iter().enumerate() {
        let y = first + pitch * row as f64;
        let off = (y - dial.middle.1).abs() + 0.4 * text;
        let wide = 2.0 * (room * room - off * off).max(0.0).sqrt();
        let is_bold = row == 0;
        let ink = if is_bold {
            Ink::plain(sheet.theme.ink).bold()
        } else {
            Ink::plain(sheet.theme.muted)
        };
        let needs = label_width(words, sheet.theme) / text_width(words, text).max(1.0);
        let wide = if is_bold { wide / needs.max(1.0) } else { wide };
        let words = fitted(words, wide, text);
        let at = (dial.middle.0, y);
        sheet.pen.words(&words, at, ink.at(Anchor::Middle));
    }
}

/// Where the ring lies; lengths are in drawn pixels.
pub(super) struct Dial {
    /// Its middle.
    pub middle: Px,
    /// Its outer radius.
    pub outer: f64,
    /// Its inner radius.
    pub inner: f64,
    /// Drawn pixels a CSS pixel.
    pub px: f64,
}

impl Dial {
    /// Depends on the box alone: the ring stays where it is while its words change.
    pub fn new(sheet: &Sheet<'_>) -> Self {
        let (text, px) = (sheet.theme.text(), sheet.theme.scale);
        let half = (sheet.size.0 / 2.0, sheet.size.1 / 2.0);
        let roomy = (half.0 - SIDE_EMS * text).min(half.1 - ABOVE_EMS * text);
        // In a box without room for words, at least the ring.
        let least = half.0.min(half.1) * 0.5;
        let outer = roomy.max(least).max(1.0);
        let thick = (0.2 * outer).clamp(6.0 * px, 24.0 * px).min(0.6 * outer);
        Self {
            middle: half,
            outer,
            inner: outer - thick,
            px,
        }
    }

    /// The place at a share of the file and a distance from the middle.
    pub fn at(&self, share: f64, radius: f64) -> Px {
        let (x, y) = direction(share);
        (self.middle.0 + x * radius, self.middle.1 + y * radius)
    }

    /// The share of the file that is so long on the outside.
    fn share_of(&self, length: f64) -> f64 {
        length / (std::f64::consts::TAU * self.outer)
    }

    /// The distances from the middle between which a VLF is filled.
    fn bands(&self, state: VlfState) -> Vec<(f64, f64)> {
        let (middle, half) = (
            (self.inner + self.outer) / 2.0,
            (self.outer - self.inner) / 2.0,
        );
        let around = |by: f64| vec![(middle - by, middle + by)];
        match state {
            VlfState::Unused => around(self.px.max(0.08 * half)),
            VlfState::Reusable => around(0.5 * half),
            VlfState::Active => around(half),
            // With a groove.
            VlfState::Head => {
                let groove = self.px.max(0.14 * half);
                vec![
                    (middle - half, middle - groove),
                    (middle + groove, middle + half),
                ]
            }
        }
    }

    /// The corners of a stretch of the ring between two distances from the middle.
    fn band(&self, from: f64, to: f64, (near, far): (f64, f64)) -> Vec<Px> {
        // An edge strays from the arc by less than a seventh of a pixel.
        let step = self.share_of((1.2 * self.outer).sqrt());
        // At most a few hundred, so the cast is exact.
        let count = ((to - from) / step).ceil().clamp(1.0, 1_000.0) as u32;
        let share = |i: u32| from + (to - from) * f64::from(i) / f64::from(count);
        let there = (0..=count).map(|i| self.at(share(i), far));
        let back = (0..=count).rev().map(|i| self.at(share(i), near));
        there.chain(back).collect()
    }

    /// Where a piece ends if it is set apart from the next.
    fn shortened(&self, piece: &RingVlf) -> f64 {
        let is_apart = piece.to - piece.from >= self.share_of(PIECE_APART * self.px);
        let gap = if is_apart { GAP * self.px } else { 0.0 };
        piece.to - self.share_of(gap)
    }
}

/// The direction of a share of the file: 0 is up, a quarter is right. From a few terms of the
/// series over an eighth of the circle: exact to a millionth, and the same everywhere.
fn direction(share: f64) -> Px {
    let eighths = (share - share.floor()) * 8.0;
    // 0 to 8, so the cast is exact; 8 is rounding and stands for 7.
    let octant = (eighths.floor() as u32).min(7);
    let rest = eighths - f64::from(octant);
    let rest = if octant % 2 == 0 { rest } else { 1.0 - rest };
    let angle = rest * std::f64::consts::FRAC_PI_4;
    let square = angle * angle;
    let sin = angle * (1.0 - square / 6.0 * (1.0 - square / 20.0 * (1.0 - square / 42.0)));
    let last = 1.0 - square / 30.0 * (1.0 - square / 56.0);
    let cos = 1.0 - square / 2.0 * (1.0 - square / 12.0 * last);
    match octant {
        0 => (sin, -cos),
        1 => (cos, -sin),
        2 => (cos, sin),
        3 => (sin, cos),
        4 => (-sin, cos),
        5 => (-cos, sin),
        6 => (-cos, -sin),
        _ => (-sin, -cos),
    }
}

/// The VLFs as they are drawn: of those too narrow for a piece of their own, one, in the state of
/// the strongest; and equal ones too narrow to be set apart, joined.
fn pieces(vlfs: &[RingVlf], dial: &Dial) -> Vec<RingVlf> {
    let least = dial.share_of(PIECE_MIN * dial.px);
    let apart = dial.share_of(PIECE_APART * dial.px);
    let mut wide: Vec<RingVlf> = Vec::new();
    for vlf in vlfs {
        let (from, to) = (vlf.from.clamp(0.0, 1.0), vlf.to.clamp(0.0, 1.0));
        if from.is_nan() || to.is_nan() || from >= to {
            continue;
        }
        match wide.last_mut() {
            Some(last) if last.to - last.from < least && from - last.to < least => {
                last.to = last.to.max(to);
                last.state = last.state.max(vlf.state);
                last.is_grown_late |= vlf.is_grown_late;
            }
            _ => wide.push(RingVlf { from, to, ..*vlf }),
        }
    }
    let mut out: Vec<RingVlf> = Vec::new();
    for piece in wide {
        let is_narrow = piece.to - piece.from < apart;
        match out.last_mut() {
            Some(last)
                if is_narrow
                    && last.state == piece.state
                    && last.is_grown_late == piece.is_grown_late
                    && piece.from - last.to < least =>
            {
                last.to = last.to.max(piece.to);
            }
            _ => out.push(piece),
        }
    }
    out
}

/// A line of this thickness along points.
pub(super) fn stroke(sheet: &mut Sheet<'_>, line: &[Px], thick: f64, color: Rgb) {
    for pair in line.windows(2) {
        let (dx, dy) = (pair[1].0 - pair[0].0, pair[1].1 - pair[0].1);
        let long = (dx * dx + dy * dy).sqrt();
        if long < 1e-6 {
            continue;
        }
        let (x, y) = (-dy / long * thick / 2.0, dx / long * thick / 2.0);
        let corner = |at: Px, side: f64| (at.0 + side * x, at.1 + side * y);
        let corners = [
            corner(pair[0], 1.0),
            corner(pair[1], 1.0),
            corner(pair[1], -1.0),
            corner(pair[0], -1.0),
        ];
        sheet.pen.shape(&corners, color);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dial() -> Dial {
        Dial {
            middle: (150.0, 120.0),
            outer: 70.0,
            inner: 53.0,
            px: 1.0,
        }
    }

    fn even(count: u32, state: impl Fn(u32) -> VlfState) -> Vec<RingVlf> {
        let at = |i: u32| f64::from(i) / f64::from(count);
        let vlf = |i: u32| RingVlf {
            from: at(i),
            to: at(i + 1),
            state: state(i),
            is_grown_late: false,
        };
        (0..count).map(vlf).collect()
    }

    #[test]
    fn directions_go_around_and_are_of_length_one() {
        let near = |a: Px, b: Px| (a.0 - b.0).abs() < 2e-6 && (a.1 - b.1).abs() < 2e-6;
        let root = std::f64::consts::FRAC_1_SQRT_2;
        for (share, to) in [
            (0.0, (0.0, -1.0)),
            (0.125, (root, -root)),
            (0.25, (1.0, 0.0)),
            (0.5, (0.0, 1.0)),
            (0.75, (-1.0, 0.0)),
            (0.875, (-root, -root)),
            (3.25, (1.0, 0.0)),
            (-0.25, (-1.0, 0.0)),
        ] {
            assert!(
                near(direction(share), to),
                "{share}: {:?}",
                direction(share)
            );
        }
        for i in 0..1_000 {
            let (x, y) = direction(f64::from(i) / 1_000.0);
            assert!((x * x + y * y - 1.0).abs() < 2e-6, "{i}");
        }
    }

    #[test]
    fn wide_pieces_stay_apart_and_narrow_ones_are_joined() {
        let active = |_| VlfState::Active;
        assert_eq!(pieces(&even(16, active), &dial()).len(), 16);
        assert_eq!(pieces(&even(2_000, active), &dial()).len(), 1);
        let one = |i| match i {
            777 => VlfState::Head,
            i if i < 1_000 => VlfState::Active,
            _ => VlfState::Unused,
        };
        let pieces = pieces(&even(2_000, one), &dial());
        let states: Vec<VlfState> = pieces.iter().map(|p| p.state).collect();
        use VlfState::{Active, Head, Unused};
        assert_eq!(
            states,
            [Active, Head, Active, Unused],
            "one of 2,000 is seen"
        );
        let whole: f64 = pieces.iter().map(|p| p.to - p.from).sum();
        assert!((whole - 1.0).abs() < 1e-9, "{whole}");
    }

    #[test]
    fn what_is_no_place_is_left_out() {
        let mut vlfs = even(4, |_| VlfState::Active);
        (vlfs[0].from, vlfs[1].to) = (f64::NAN, f64::INFINITY);
        vlfs[2].to = vlfs[2].from - 0.1;
        let pieces = pieces(&vlfs, &dial());
        assert!(pieces.iter().all(|p| p.from < p.to && p.to <= 1.0));
        assert_eq!(pieces.len(), 2);
    }
}
