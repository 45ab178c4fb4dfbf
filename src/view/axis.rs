//! Axes: what they measure, and their ticks.

use super::format::digits;

/// What an axis measures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AxisKind {
    /// What its label says; along x, the time that the cursor moves on.
    #[default]
    Plain,
    /// A number that is no time: of a run, or what one measured. No cursor.
    Number,
    /// A setting, by doublings: x stands for a setting of 2 to the power of x. No cursor.
    Doublings,
}

/// One axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// Name with its unit in words: "seconds since CHECKPOINT".
    pub label: String,
    /// Least value shown.
    pub min: f64,
    /// Largest value shown; more than `min`.
    pub max: f64,
    /// What it measures.
    pub kind: AxisKind,
}

impl Axis {
    /// A value on the axis as what it stands for.
    #[must_use]
    pub fn meaning(&self, value: f64) -> f64 {
        match self.kind {
            AxisKind::Plain | AxisKind::Number => value,
            AxisKind::Doublings => {
                // Two to the power, by halves: exact enough to be read, and the same everywhere.
                let whole = value.clamp(0.0, 60.0).floor();
                let mut power = (1_u64 << whole as u32) as f64;
                let (mut rest, mut root) = (value - whole, std::f64::consts::SQRT_2);
                for _ in 0..24 {
                    rest *= 2.0;
                    if rest >= 1.0 {
                        rest -= 1.0;
                        power *= root;
                    }
                    root = root.sqrt();
                }
                power
            }
        }
    }

    /// Has the cursor a place on it?
    #[must_use]
    pub fn is_time(&self) -> bool {
        self.kind == AxisKind::Plain
    }

    /// Ticks with their words, about `count` of them.
    #[must_use]
    pub fn ticks(&self, count: u32) -> Vec<(f64, String)> {
        let values = axis_ticks(self.min, self.max, count).into_iter();
        let whole = |v: &f64| self.kind != AxisKind::Doublings || v.fract().abs() < 1e-9;
        values
            .filter(|v| v.is_finite())
            .filter(whole)
            .map(|v| (v, digits(self.meaning(v), 5)))
            .collect()
    }
}

/// The power of two that a setting is.
#[must_use]
pub fn doublings(setting: f64) -> f64 {
    let (mut whole, mut rest) = (0.0, setting.max(1.0));
    while rest >= 2.0 {
        rest /= 2.0;
        whole += 1.0;
    }
    let mut bit = 0.5;
    for _ in 0..20 {
        rest *= rest;
        if rest >= 2.0 {
            rest /= 2.0;
            whole += bit;
        }
        bit /= 2.0;
    }
    whole
}

/// Round, readable tick values covering `min..=max`, about `count` of them (1, 2 or 5 times a
/// power of ten apart).
#[must_use]
pub fn axis_ticks(min: f64, max: f64, count: u32) -> Vec<f64> {
    let span = max - min;
    if !span.is_finite() || span <= 0.0 {
        return vec![min];
    }
    let rough = span / f64::from(count.max(1));
    let mut power = 1.0_f64;
    while power * 10.0 <= rough {
        power *= 10.0;
    }
    while power > rough {
        power /= 10.0;
    }
    let step = [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|m| m * power)
        .find(|s| *s >= rough)
        .unwrap_or(10.0 * power);
    let first = (min / step).ceil();
    (0_u32..1_000)
        .map(|i| (first + f64::from(i)) * step)
        .take_while(|v| *v <= max + step * 1e-9)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_inside() {
        assert_eq!(
            axis_ticks(0.0, 30.0, 6),
            vec![0.0, 5.0, 10.0, 15.0, 20.0, 25.0, 30.0]
        );
        assert_eq!(
            axis_ticks(0.0, 15_790.0, 4),
            vec![0.0, 5_000.0, 10_000.0, 15_000.0]
        );
        assert_eq!(axis_ticks(1.0, 1.0, 4), vec![1.0]);
    }

    #[test]
    fn a_setting_is_told_by_its_doublings() {
        for setting in [1.0, 2.0, 3.0, 36.0, 108_043.0] {
            let axis = Axis {
                label: String::new(),
                min: 0.0,
                max: 20.0,
                kind: AxisKind::Doublings,
            };
            let back = axis.meaning(doublings(setting));
            assert!((back / setting - 1.0).abs() < 1e-4, "{setting} {back}");
            assert!(axis.ticks(6).iter().all(|(at, _)| at.fract() == 0.0));
        }
    }
}
