//! The rows for people: a Markdown table, and the same texts for whoever writes another format.

use super::row::ParamInfo;
use super::unit::thousands;
use super::value::{format, key_text, range_text};

/// One row in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocRow {
    /// The name in links and on the command line.
    pub key: String,
    /// The name on screen.
    pub label: String,
    /// What it does.
    pub help: String,
    /// The legal values: "1 to 3,600 s", or the keys of the choices.
    pub range: String,
    /// The distance between legal values; empty for choices.
    pub step: String,
    /// The slider's scale; empty for choices.
    pub scale: String,
    /// The default for the screen: "30 s".
    pub default: String,
    /// The default as it is typed in a link: "30".
    pub default_key: String,
    /// The symbol of the unit; empty when there is none.
    pub unit: String,
    /// What zero means; empty when zero is not legal.
    pub zero: String,
    /// The choices, key and label; empty for a range.
    pub choices: Vec<(String, String)>,
    /// What kind of ground the default stands on.
    pub source_kind: String,
    /// The document or the reason.
    pub source: String,
    /// Where the reader meets it.
    pub control: String,
}

/// The rows in words, in row order.
pub fn doc_rows(infos: &[ParamInfo]) -> Vec<DocRow> {
    infos.iter().map(doc_row).collect()
}

fn doc_row(info: &ParamInfo) -> DocRow {
    let of_range = |text: String| {
        if info.is_choice() {
            String::new()
        } else {
            text
        }
    };
    let choices = info.choices.iter();
    DocRow {
        key: info.key.to_string(),
        label: info.label.to_string(),
        help: info.help.to_string(),
        range: range_text(info),
        step: of_range(thousands(info.step)),
        scale: of_range(info.scale.word().to_string()),
        default: format(info, info.default),
        default_key: key_text(info, info.default),
        unit: info.unit.symbol().to_string(),
        zero: info.zero.unwrap_or_default().to_string(),
        choices: choices
            .map(|choice| (choice.key.into(), choice.label.into()))
            .collect(),
        source_kind: info.source.kind.word().to_string(),
        source: info.source.text.to_string(),
        control: info.control.word().to_string(),
    }
}

/// The rows as a Markdown table.
pub fn markdown(infos: &[ParamInfo]) -> String {
    let mut text = String::from(
        "| key | label | range | default | unit | zero means | source |\n\
         |---|---|---|---|---|---|---|\n",
    );
    for row in doc_rows(infos) {
        let source = format!("{}: {}", row.source_kind, row.source);
        text.push_str(&format!("| `{}` ", cell(&row.key)));
        for part in [
            &row.label,
            &row.range,
            &row.default,
            &row.unit,
            &row.zero,
            &source,
        ] {
            text.push_str("| ");
            text.push_str(&cell(part));
            if !part.is_empty() {
                text.push(' ');
            }
        }
        text.push_str("|\n");
    }
    text
}

/// A text that stays within its cell and is not read as HTML.
fn cell(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    line.replace('\\', "\\\\")
        .replace('|', "\\|")
        .replace('<', "&lt;")
}

#[cfg(test)]
mod tests {
    use super::super::sample::{info, sample_infos};
    use super::*;

    #[test]
    fn a_table_with_a_line_a_row() {
        let table = markdown(&sample_infos());
        let lines: Vec<&str> = table.lines().collect();
        assert_eq!(lines.len(), 2 + sample_infos().len());
        assert_eq!(
            lines[2],
            "| `goal_s` | goal_s | 1 to 3,600 s | 30 s | s | | assumption: made up for tests |"
        );
        assert_eq!(
            lines[3],
            "| `rest_ms` | rest_ms | 0 to 60,000 ms | 0 ms | ms | no rest \
             | assumption: made up for tests |"
        );
        assert!(lines.iter().all(|line| line.matches('|').count() == 8));
    }

    #[test]
    fn hostile_texts_stay_in_their_cell() {
        assert_eq!(cell("a | b\n<i>\\"), "a \\| b &lt;i>\\\\");
    }

    #[test]
    fn rows_in_words() {
        let rows = doc_rows(&[info("disk"), info("dirty_pct")]);
        assert_eq!(rows[0].range, "hdd, sata-ssd, nvme");
        assert_eq!(
            rows[0].choices[1],
            ("sata-ssd".to_string(), "SATA SSD".to_string())
        );
        assert_eq!(
            (rows[0].default.as_str(), rows[0].default_key.as_str()),
            ("SATA SSD", "sata-ssd")
        );
        assert_eq!((rows[0].step.as_str(), rows[0].scale.as_str()), ("", ""));
        assert_eq!(
            (rows[1].step.as_str(), rows[1].scale.as_str()),
            ("5", "linear")
        );
        assert_eq!(
            (rows[1].zero.as_str(), rows[1].unit.as_str()),
            ("none", "%")
        );
        assert_eq!(
            (rows[0].control.as_str(), rows[1].control.as_str()),
            ("primary", "more")
        );
    }
}
