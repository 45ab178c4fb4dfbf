//! What must hold of any table of rows, for the tests of every scene.

use super::row::{Control, ParamInfo, Scale};
use super::slider::{SLIDER_POSITIONS, position_of, value_at};
use super::value::{format, is_legal, key_text, parse};

/// Most rows that are shown at first.
pub const PRIMARY_MAX: usize = 3;

/// What is wrong with a table, a sentence a problem; empty when all is well.
///
/// A scene's test is `assert_eq!(check_table(&infos(PARAMS)), Vec::<String>::new())`.
pub fn check_table(infos: &[ParamInfo]) -> Vec<String> {
    let mut problems = Vec::new();
    for (index, info) in infos.iter().enumerate() {
        if infos[..index].iter().any(|earlier| earlier.key == info.key) {
            problems.push(format!("{}: the key is there twice", info.key));
        }
        let mut row = Row {
            info,
            problems: Vec::new(),
        };
        row.check_words();
        if info.is_choice() {
            row.check_choices();
        } else {
            row.check_range();
        }
        row.check_round_trips();
        row.check_slider();
        problems.append(&mut row.problems);
    }
    let primary = infos
        .iter()
        .filter(|info| info.control == Control::Primary)
        .count();
    if primary > PRIMARY_MAX {
        problems.push(format!(
            "{primary} rows are primary: at most {PRIMARY_MAX} are"
        ));
    }
    problems
}

/// One row and what was found wrong with it.
struct Row<'a> {
    info: &'a ParamInfo,
    problems: Vec<String>,
}

impl Row<'_> {
    /// Adds a problem when `is_fine` is false.
    fn expect(&mut self, is_fine: bool, problem: &str) {
        if !is_fine {
            self.problems.push(format!("{}: {problem}", self.info.key));
        }
    }

    fn check_words(&mut self) {
        let info = self.info;
        self.expect(
            is_snake_case(info.key),
            "the key is not snake_case in ASCII",
        );
        if let Some(suffix) = info.unit.key_suffix() {
            let asked = format!("the key does not end with its unit, {suffix}");
            self.expect(info.unit.suits_key(info.key), &asked);
        }
        self.expect(!info.label.trim().is_empty(), "there is no label");
        self.expect(!info.help.trim().is_empty(), "there is no help");
        self.expect(!info.source.text.trim().is_empty(), "there is no source");
        let zero_is_blank = info.zero.is_some_and(|zero| zero.trim().is_empty());
        self.expect(!zero_is_blank, "what zero means is blank");
    }

    fn check_range(&mut self) {
        let info = self.info;
        let (min, max, step, default) = (info.min, info.max, info.step, info.default);
        self.expect(min <= max, "the minimum is above the maximum");
        self.expect(step >= 1, "the step is below 1");
        self.expect(
            (min..=max).contains(&default),
            "the default is out of range",
        );
        self.expect(is_legal(info, default), "the default is not on a step");
        self.expect(
            is_legal(info, max),
            "the maximum is not on a step, counted from the minimum",
        );
        self.expect(
            info.choices.is_empty(),
            "there are choices, but the unit is not Choice",
        );
        let is_log = info.scale == Scale::Log;
        self.expect(
            !is_log || min >= 0,
            "a log scale cannot have a negative minimum",
        );
        if is_legal(info, 0) {
            self.expect(
                info.zero.is_some(),
                "zero is legal, but nothing says what it means",
            );
        } else {
            self.expect(
                info.zero.is_none(),
                "zero has a meaning, but it is not legal",
            );
        }
    }

    fn check_choices(&mut self) {
        let info = self.info;
        let values: Vec<i64> = info.choices.iter().map(|choice| choice.value).collect();
        self.expect(!values.is_empty(), "there are no choices");
        let ascends = values.windows(2).all(|pair| pair[0] < pair[1]);
        self.expect(ascends, "the values of the choices do not ascend");
        self.expect(
            values.contains(&info.default),
            "the default is not among the choices",
        );
        let ends = (values.first().copied(), values.last().copied());
        let is_same = values.is_empty() || ends == (Some(info.min), Some(info.max));
        self.expect(
            is_same,
            "minimum and maximum are not the first and the last choice",
        );
        for choice in info.choices {
            let is_key = is_kebab_case(choice.key);
            self.expect(
                is_key,
                &format!("choice key \"{}\" is not kebab-case", choice.key),
            );
            let has_label = !choice.label.trim().is_empty();
            self.expect(
                has_label,
                &format!("choice \"{}\" has no label", choice.key),
            );
        }
    }

    /// Legal values are read back from what is shown and from what links say.
    fn check_round_trips(&mut self) {
        let info = self.info;
        let places = (0..=SLIDER_POSITIONS).step_by(50);
        let mut values: Vec<i64> = places.map(|place| value_at(info, place)).collect();
        values.push(info.default);
        values.extend(info.choices.iter().map(|choice| choice.value));
        for value in values {
            for text in [format(info, value), key_text(info, value)] {
                let is_back = parse(info, &text) == Ok(value);
                self.expect(is_back, &format!("\"{text}\" is not read back as {value}"));
            }
        }
    }

    fn check_slider(&mut self) {
        let info = self.info;
        let ends = (value_at(info, 0), value_at(info, SLIDER_POSITIONS));
        self.expect(
            ends == (info.min, info.max),
            "the ends of the slider are not the range",
        );
        let values: Vec<i64> = (0..=SLIDER_POSITIONS)
            .map(|place| value_at(info, place))
            .collect();
        self.expect(values.is_sorted(), "the slider is not monotone");
        let all_legal = values.iter().all(|&value| is_legal(info, value));
        self.expect(all_legal, "the slider gives values that are not legal");
        let places: Vec<i64> = values
            .iter()
            .map(|&value| position_of(info, value))
            .collect();
        self.expect(
            places.is_sorted(),
            "the places on the slider are not monotone",
        );
    }
}

fn is_snake_case(key: &str) -> bool {
    is_words(key, '_')
}

fn is_kebab_case(key: &str) -> bool {
    is_words(key, '-')
}

/// Lower-case ASCII words with one `joint` between them, of which the first starts with a
/// letter.
fn is_words(key: &str, joint: char) -> bool {
    let is_word = |word: &str| {
        !word.is_empty()
            && word
                .bytes()
                .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
    };
    key.starts_with(|c: char| c.is_ascii_lowercase()) && key.split(joint).all(is_word)
}

#[cfg(test)]
mod tests {
    use super::super::row::Choice;
    use super::super::sample::{info, sample_infos};
    use super::super::unit::Unit;
    use super::*;

    #[test]
    fn the_sample_table_is_fine() {
        assert_eq!(check_table(&sample_infos()), Vec::<String>::new());
    }

    /// Spoils a sample row and looks for the problem.
    fn finds(key: &str, problem: &str, spoil: fn(&mut ParamInfo)) {
        let mut row = info(key);
        spoil(&mut row);
        let problems = check_table(&[row]);
        let is_found = problems.iter().any(|found| found.contains(problem));
        assert!(is_found, "{problem}: {problems:?}");
    }

    const FALLING: &[Choice] = &[choice(5, "a", "A"), choice(0, "B b", "")];
    const CROSSED: &[Choice] = &[choice(0, "a", "B"), choice(5, "b", "C")];

    const fn choice(value: i64, key: &'static str, label: &'static str) -> Choice {
        Choice { value, key, label }
    }

    #[test]
    fn problems_with_words_are_found() {
        let key = "goal_s";
        finds(key, "not snake_case", |row| row.key = "Goal_s");
        finds(key, "end with its unit, s", |row| row.key = "goal");
        finds(key, "end with its unit, ms", |row| row.unit = Unit::Ms);
        finds(key, "no label", |row| row.label = "");
        finds(key, "no help", |row| row.help = " ");
        finds(key, "no source", |row| row.source.text = "");
        finds(key, "it is not legal", |row| row.zero = Some("x"));
        finds(key, "zero means is blank", |row| row.zero = Some(""));
    }

    #[test]
    fn problems_with_ranges_are_found() {
        let key = "goal_s";
        finds(key, "the minimum is above", |row| row.min = 5_000);
        finds(key, "the step is below 1", |row| row.step = 0);
        finds(key, "default is out of range", |row| row.default = 0);
        finds(key, "default is not on a step", |row| row.step = 7);
        finds(key, "maximum is not on a step", |row| row.step = 2);
        finds(key, "nothing says what it means", |row| row.min = 0);
        finds(key, "negative minimum", |row| row.min = -5);
        finds(key, "unit is not Choice", |row| row.choices = FALLING);
    }

    #[test]
    fn problems_with_choices_are_found() {
        let key = "disk";
        finds(key, "no choices", |row| row.choices = &[]);
        finds(key, "not among the choices", |row| row.default = 1);
        finds(key, "the first and the last", |row| row.max = 6);
        finds(key, "do not ascend", |row| row.choices = FALLING);
        finds(key, "not kebab-case", |row| row.choices = FALLING);
        finds(key, "has no label", |row| row.choices = FALLING);
        // A label that is another choice's key is read as that choice.
        finds(key, "not read back", |row| row.choices = CROSSED);
    }

    #[test]
    fn problems_between_rows_are_found() {
        let goal = info("goal_s");
        assert_eq!(
            check_table(&[goal, goal]),
            ["goal_s: the key is there twice"]
        );
        let keys = ["a_s", "b_s", "c_s", "d_s"];
        let four = keys.map(|key| ParamInfo { key, ..goal });
        assert_eq!(check_table(&four), ["4 rows are primary: at most 3 are"]);
    }
}
