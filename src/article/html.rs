//! Text into HTML, and tables.

use crate::view::Table;

/// Escapes text for an element or a quoted attribute.
pub(super) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            c => out.push(c),
        }
    }
    out
}

/// `text` as a fragment name: lower case, words joined by hyphens.
pub(super) fn slug(text: &str) -> String {
    let lower = text.to_lowercase();
    let words = lower.split(|c: char| !c.is_alphanumeric());
    let words: Vec<&str> = words.filter(|w| !w.is_empty()).collect();
    words.join("-")
}

/// A table with scoped headers. The first column names the row. With `veil`, what belongs to the
/// answer of the bet is marked.
pub(super) fn table(table: &Table, attributes: &str, veil: bool) -> String {
    let class = |numeric: bool, veiled: bool| match (numeric, veiled && veil) {
        (true, true) => " class=\"num after-bet\"",
        (true, false) => " class=\"num\"",
        (false, true) => " class=\"after-bet\"",
        (false, false) => "",
    };
    let mut out = format!(
        "<table{attributes}><caption>{}</caption><thead><tr>",
        escape(&table.caption)
    );
    for column in &table.columns {
        // A header never gives the answer away, and a hidden one would leave a hole.
        let class = class(column.numeric, false);
        out.push_str(&format!(
            "<th scope=\"col\"{class}>{}</th>",
            escape(&column.label)
        ));
    }
    out.push_str("</tr></thead><tbody>\n");
    for row in &table.rows {
        out.push_str("<tr>");
        for (i, cell) in row.cells.iter().enumerate() {
            let column = table.columns.get(i);
            let numeric = column.is_some_and(|c| c.numeric);
            let veiled = i > 0 && (row.veiled || column.is_some_and(|c| c.veiled));
            let class = class(numeric, veiled);
            let (tag, scope) = if i == 0 {
                ("th", " scope=\"row\"")
            } else {
                ("td", "")
            };
            out.push_str(&format!("<{tag}{scope}{class}>{}</{tag}>", escape(cell)));
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody></table>");
    out
}
