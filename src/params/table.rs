//! A scene's rows as a whole: to plain values and back to the scene's settings.

use super::row::{Param, ParamInfo};
use super::value::nearest;

/// The values of a scene's parameters, one a row, in row order: settings without their type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Values(pub Vec<i64>);

impl Values {
    /// The defaults of the rows.
    pub fn defaults(infos: &[ParamInfo]) -> Self {
        Self(infos.iter().map(|info| info.default).collect())
    }

    /// The value of row `index`, if there is such a row.
    pub fn get(&self, index: usize) -> Option<i64> {
        self.0.get(index).copied()
    }

    /// The value of row `index`, made legal; the row's default when these values are too few.
    pub fn legal(&self, infos: &[ParamInfo], index: usize) -> Option<i64> {
        let info = infos.get(index)?;
        Some(nearest(info, self.get(index).unwrap_or(info.default)))
    }

    /// Sets row `index` to the nearest legal value and gives that value; nothing happens when
    /// there is no such row.
    pub fn set(&mut self, infos: &[ParamInfo], index: usize, value: i64) -> Option<i64> {
        let legal = nearest(infos.get(index)?, value);
        *self.0.get_mut(index)? = legal;
        Some(legal)
    }

    /// The value of the row with this key.
    pub fn of_key(&self, infos: &[ParamInfo], key: &str) -> Option<i64> {
        self.get(infos.iter().position(|info| info.key == key)?)
    }

    /// One value a row, each legal, whatever these values are.
    pub fn legalized(&self, infos: &[ParamInfo]) -> Self {
        let indexes = 0..infos.len();
        Self(
            indexes
                .filter_map(|index| self.legal(infos, index))
                .collect(),
        )
    }
}

/// The rows without their getters and setters.
pub fn infos<S>(rows: &[Param<S>]) -> Vec<ParamInfo> {
    rows.iter().map(Param::info).collect()
}

/// The defaults of the rows.
pub fn defaults<S>(rows: &[Param<S>]) -> Values {
    Values(rows.iter().map(|row| row.default).collect())
}

/// The scene's settings. Each value is made legal on the way, so no scene ever sees another;
/// a value that is missing is the row's default.
pub fn to_settings<S: Default>(rows: &[Param<S>], values: &Values) -> S {
    let mut settings = S::default();
    for (index, row) in rows.iter().enumerate() {
        let value = values.get(index).unwrap_or(row.default);
        (row.set)(&mut settings, nearest(&row.info(), value));
    }
    settings
}

/// The values in a scene's settings, as they are: a test can tell that a preset is not legal.
pub fn from_settings<S>(rows: &[Param<S>], settings: &S) -> Values {
    Values(rows.iter().map(|row| (row.get)(settings)).collect())
}

#[cfg(test)]
mod tests {
    use super::super::sample::{PARAMS, Settings};
    use super::*;

    #[test]
    fn settings_and_values_round_trip() {
        let values = defaults(PARAMS);
        let settings = to_settings(PARAMS, &values);
        assert_eq!(settings.goal_s, 30);
        assert_eq!(settings.disk, 2);
        assert_eq!(from_settings(PARAMS, &settings), values);
        assert_eq!(Values::defaults(&infos(PARAMS)), values);
    }

    #[test]
    fn settings_are_always_legal() {
        let rows = PARAMS.len();
        for values in [
            vec![],
            vec![i64::MAX; rows],
            vec![i64::MIN; rows],
            vec![7; 2 * rows],
        ] {
            let values = Values(values);
            let settings: Settings = to_settings(PARAMS, &values);
            let back = from_settings(PARAMS, &settings);
            assert_eq!(back, values.legalized(&infos(PARAMS)));
            assert_eq!(back, back.legalized(&infos(PARAMS)));
        }
    }

    #[test]
    fn set_clamps_and_ignores_rows_that_are_not_there() {
        let infos = infos(PARAMS);
        let mut values = defaults(PARAMS);
        assert_eq!(values.set(&infos, 0, 99_999), Some(3_600));
        assert_eq!(values.of_key(&infos, "goal_s"), Some(3_600));
        assert_eq!(values.set(&infos, 99, 1), None);
        assert_eq!(values.of_key(&infos, "no_such_key"), None);
    }
}
