//! Colours, dashes and sizes. The same tokens stand in `static/site.css`; a test compares them.

use crate::view::{Act, Cell, VlfState};

/// How many places the palette has; a series style wraps around.
pub const SERIES_STYLES: usize = 6;

/// An opaque colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    /// From `0xRRGGBB`.
    #[must_use]
    pub const fn hex(value: u32) -> Self {
        let [_, r, g, b] = value.to_be_bytes();
        Self(r, g, b)
    }

    /// As CSS writes it: `#1b6ca8`.
    #[must_use]
    pub fn css(self) -> String {
        format!("#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

/// The shape at the end of a line; with the dash, what tells series apart without colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marker {
    /// A disc.
    Circle,
    /// A square on its side.
    Square,
    /// A triangle, point up.
    Triangle,
    /// A square on its corner.
    Diamond,
    /// A diagonal cross.
    Cross,
    /// A triangle, point down.
    Wedge,
}

impl Marker {
    /// Its outline around the middle, in shares of its radius; a disc's is about round.
    pub(super) fn corners(self) -> &'static [(f64, f64)] {
        match self {
            Self::Circle => &[
                (1.0, 0.0),
                (0.87, 0.5),
                (0.5, 0.87),
                (0.0, 1.0),
                (-0.5, 0.87),
                (-0.87, 0.5),
                (-1.0, 0.0),
                (-0.87, -0.5),
                (-0.5, -0.87),
                (0.0, -1.0),
                (0.5, -0.87),
                (0.87, -0.5),
            ],
            Self::Square => &[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)],
            Self::Triangle => &[(0.0, -1.2), (1.1, 0.9), (-1.1, 0.9)],
            Self::Diamond => &[(0.0, -1.3), (1.3, 0.0), (0.0, 1.3), (-1.3, 0.0)],
            Self::Cross => &[
                (-1.0, -0.7),
                (-0.7, -1.0),
                (0.0, -0.3),
                (0.7, -1.0),
                (1.0, -0.7),
                (0.3, 0.0),
                (1.0, 0.7),
                (0.7, 1.0),
                (0.0, 0.3),
                (-0.7, 1.0),
                (-1.0, 0.7),
                (-0.3, 0.0),
            ],
            Self::Wedge => &[(0.0, 1.2), (1.1, -0.9), (-1.1, -0.9)],
        }
    }
}

const MARKERS: [Marker; SERIES_STYLES] = [
    Marker::Circle,
    Marker::Square,
    Marker::Triangle,
    Marker::Diamond,
    Marker::Cross,
    Marker::Wedge,
];

// Lengths of line and gap in CSS pixels; empty is solid.
const DASHES: [&[f64]; SERIES_STYLES] = [
    &[],
    &[9.0, 4.0],
    &[2.5, 3.5],
    &[11.0, 4.0, 2.5, 4.0],
    &[5.0, 3.0],
    &[14.0, 4.0, 2.5, 4.0, 2.5, 4.0],
];

/// How a chart looks.
#[derive(Clone, Debug, PartialEq)]
pub struct Theme {
    /// What the chart lies on; also the halo behind labels.
    pub surface: Rgb,
    /// Words that matter and the cursor.
    pub ink: Rgb,
    /// Tick labels, axis names.
    pub muted: Rgb,
    /// Light lines behind the data.
    pub grid: Rgb,
    /// The base line and reference marks.
    pub rule: Rgb,
    /// One colour a series style.
    pub series: [Rgb; SERIES_STYLES],
    /// One colour a cell kind, in the order of [`Cell::ALL`].
    pub cells: [Rgb; Cell::ALL.len()],
    /// One colour an act, in the order of [`Act::ALL`].
    pub acts: [Rgb; Act::ALL.len()],
    /// One colour a VLF state, in the order of [`VlfState::ALL`].
    pub vlfs: [Rgb; VlfState::ALL.len()],
    /// Font family of every word.
    pub font: &'static str,
    /// Text height in CSS pixels, before `scale`.
    pub text_px: f64,
    /// Drawn pixels a CSS pixel (device pixel ratio, projector mode).
    pub scale: f64,
    /// How far, in CSS pixels, a line may stray to save points; 0 keeps every pixel column.
    pub simplify: f64,
}

impl Theme {
    /// Dark words on a light ground.
    #[must_use]
    pub fn light() -> Self {
        Self {
            surface: Rgb::hex(0xff_ffff),
            ink: Rgb::hex(0x1b_1d21),
            muted: Rgb::hex(0x5a_6069),
            grid: Rgb::hex(0xe3_e4e1),
            rule: Rgb::hex(0x7b_8189),
            series: [
                0x1b_6ca8, 0xa8_256f, 0x7a_6200, 0x0b_6b5e, 0x5b_3fb5, 0x44_4e5a,
            ]
            .map(Rgb::hex),
            cells: [
                0x9a_3a06, 0x10_151c, 0x84_96a8, 0xe6_e8e6, 0xcf_d6dd, 0x14_608c, 0x7a_4fa3,
                0x1f_5590, 0x2e_7d5b, 0xb3_154f,
            ]
            .map(Rgb::hex),
            acts: [
                0x1f_5590, 0x5a_7690, 0x7a_4fa3, 0xd1_3f0c, 0x8f_6600, 0xd3_d8dc, 0x7c_6d5c,
                0xbc_d2c6, 0x8f_6600, 0xd1_3f0c, 0x7a_4fa3, 0xb3_154f, 0x1f_5590, 0x5a_7690,
                0x2e_7d5b, 0x7c_6d5c, 0x5b_3fb5, 0x2e_7d5b, 0x8f_6600, 0xb3_154f,
            ]
            .map(Rgb::hex),
            vlfs: [0xcf_d6dd, 0x84_96a8, 0x14_608c, 0x9a_3a06].map(Rgb::hex),
            font: "system-ui, sans-serif",
            text_px: 13.0,
            scale: 1.0,
            simplify: 0.0,
        }
    }

    /// Light words on a dark ground.
    #[must_use]
    pub fn dark() -> Self {
        Self {
            surface: Rgb::hex(0x1b_1e22),
            ink: Rgb::hex(0xec_ebe6),
            muted: Rgb::hex(0xa6_adb5),
            grid: Rgb::hex(0x33_383e),
            rule: Rgb::hex(0x84_8c95),
            series: [
                0x6c_b4ee, 0xf0_8cc0, 0xd9_bd4a, 0x5c_c9b5, 0xb5_a3ff, 0xb6_c2cf,
            ]
            .map(Rgb::hex),
            cells: [
                0xf0_954a, 0xff_ffff, 0x64_7688, 0x2e_3338, 0x3a_4148, 0x62_b6ea, 0xb4_8ae0,
                0x5e_9fe6, 0x58_b98a, 0xff_6d98,
            ]
            .map(Rgb::hex),
            acts: [
                0x5e_9fe6, 0x8e_a3b8, 0xb4_8ae0, 0xff_7a3d, 0xc4_a45a, 0x3d_444b, 0xb3_a38f,
                0x35_4a40, 0xc4_a45a, 0xff_7a3d, 0xb4_8ae0, 0xff_6d98, 0x5e_9fe6, 0x8e_a3b8,
                0x58_b98a, 0xb3_a38f, 0xb5_a3ff, 0x58_b98a, 0xc4_a45a, 0xff_6d98,
            ]
            .map(Rgb::hex),
            vlfs: [0x3a_4148, 0x64_7688, 0x62_b6ea, 0xf0_954a].map(Rgb::hex),
            ..Self::light()
        }
    }

    /// The same look, `times` as large.
    #[must_use]
    pub fn scaled(mut self, times: f64) -> Self {
        self.scale *= times;
        self
    }

    /// Text height in drawn pixels.
    #[must_use]
    pub fn text(&self) -> f64 {
        self.text_px * self.scale
    }

    /// The colour of a series style.
    #[must_use]
    pub fn color(&self, style: u8) -> Rgb {
        self.series[place(style)]
    }

    /// The line and gap lengths of a series style, in drawn pixels; empty is solid.
    #[must_use]
    pub fn dash(&self, style: u8) -> Vec<f64> {
        DASHES[place(style)]
            .iter()
            .map(|l| l * self.scale)
            .collect()
    }

    /// The end marker of a series style.
    #[must_use]
    pub fn marker(&self, style: u8) -> Marker {
        MARKERS[place(style)]
    }

    /// The colour of a cell kind.
    #[must_use]
    pub fn cell(&self, cell: Cell) -> Rgb {
        self.cells[cell.place()]
    }

    /// The colour of an act.
    #[must_use]
    pub fn act(&self, act: Act) -> Rgb {
        self.acts[act.place()]
    }

    /// The colour of a VLF state.
    #[must_use]
    pub fn vlf(&self, state: VlfState) -> Rgb {
        self.vlfs[state.place()]
    }

    /// The colour of words that lie on an act: a quiet one needs dark words on a light page.
    #[must_use]
    pub fn on_act(&self, act: Act) -> Rgb {
        if act.is_quiet() {
            self.ink
        } else {
            self.surface
        }
    }
}

fn place(style: u8) -> usize {
    usize::from(style) % SERIES_STYLES
}

#[cfg(test)]
mod tests {
    use super::*;

    // x^2.4 by Newton's method: the standard library's power differs between targets.
    fn linear(channel: u8) -> f64 {
        let c = f64::from(channel) / 255.0;
        if c <= 0.040_45 {
            return c / 12.92;
        }
        let base = (c + 0.055) / 1.055;
        let square = base * base;
        let mut root = 1.0_f64; // fifth root of base^2
        for _ in 0..60 {
            let fourth = root * root * root * root;
            root -= (root * fourth - square) / (5.0 * fourth);
        }
        square * root
    }

    fn contrast(a: Rgb, b: Rgb) -> f64 {
        let light =
            |c: Rgb| 0.2126 * linear(c.0) + 0.7152 * linear(c.1) + 0.0722 * linear(c.2) + 0.05;
        let (a, b) = (light(a), light(b));
        if a > b { a / b } else { b / a }
    }

    #[test]
    fn words_and_marks_stand_out_in_both_themes() {
        for theme in [Theme::light(), Theme::dark()] {
            for word in [theme.ink, theme.muted].into_iter().chain(theme.series) {
                let ratio = contrast(word, theme.surface);
                assert!(ratio >= 4.5, "{} {ratio}", word.css());
            }
            let [dirty, writing, clean, untouched, free, pinned, ..] = theme.cells;
            let quiet = [clean, untouched, free];
            let cells = theme.cells.into_iter().filter(|c| !quiet.contains(c));
            for mark in cells.chain([theme.rule]) {
                let ratio = contrast(mark, theme.surface);
                assert!(ratio >= 3.0, "{} {ratio}", mark.css());
            }
            // A ladder of lightness, readable in grey.
            let ladder = [(writing, dirty), (dirty, clean), (clean, untouched)];
            let beside = [(writing, pinned), (pinned, clean), (clean, free)];
            for (a, b) in ladder.into_iter().chain(beside) {
                let ratio = contrast(a, b);
                assert!(ratio >= 2.0, "{} {} {ratio}", a.css(), b.css());
            }
            let ratio = contrast(clean, theme.surface);
            assert!(ratio >= 3.0, "clean {ratio}");
        }
    }

    #[test]
    fn words_can_be_read_on_every_act_and_the_quiet_are_faint() {
        for theme in [Theme::light(), Theme::dark()] {
            for act in Act::ALL {
                let ratio = contrast(theme.act(act), theme.on_act(act));
                assert!(ratio >= 4.5, "{} {ratio}", act.label());
                let ratio = contrast(theme.act(act), theme.surface);
                assert_eq!(ratio < 2.0, act.is_quiet(), "{} {ratio}", act.label());
            }
        }
    }

    #[test]
    fn the_stylesheet_holds_the_same_tokens() {
        let css = include_str!("../../static/site.css");
        let (light, dark) = (Theme::light(), Theme::dark());
        let mut tokens = vec![
            ("--surface".to_string(), light.surface, dark.surface),
            ("--ink".to_string(), light.ink, dark.ink),
            ("--muted".to_string(), light.muted, dark.muted),
            ("--grid".to_string(), light.grid, dark.grid),
            ("--rule".to_string(), light.rule, dark.rule),
        ];
        for i in 0..SERIES_STYLES {
            tokens.push((format!("--series-{i}"), light.series[i], dark.series[i]));
        }
        for cell in Cell::ALL {
            let name = format!("--cell-{}", cell.class());
            tokens.push((name, light.cell(cell), dark.cell(cell)));
        }
        for act in Act::ALL {
            let name = format!("--act-{}", act.class());
            tokens.push((name, light.act(act), dark.act(act)));
        }
        for state in VlfState::ALL {
            let name = format!("--vlf-{}", state.class());
            tokens.push((name, light.vlf(state), dark.vlf(state)));
        }
        for (name, in_light, in_dark) in &tokens {
            // A selector knows a colour only by its light form.
            let twin = |t: &&(String, Rgb, Rgb)| t.1 == *in_light && t.2 != *in_dark;
            assert_eq!(tokens.iter().find(twin), None, "{name}");
            let count = |c: Rgb| css.matches(&format!("{name}: {};", c.css())).count();
            assert_eq!(count(*in_light), 1, "{name} light");
            assert_eq!(
                count(*in_dark),
                2,
                "{name} dark: by preference and by class"
            );
        }
        for color in light
            .series
            .into_iter()
            .chain([
                light.ink,
                light.muted,
                light.grid,
                light.rule,
                light.surface,
            ])
            .chain(light.cells)
            .chain(light.acts)
            .chain(light.vlfs)
        {
            let used = css.contains(&format!("fill=\"{}\"]", color.css()));
            assert!(used, "no selector recolours {}", color.css());
        }
    }
}
