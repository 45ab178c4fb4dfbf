//! Tables as data: results and the twins of charts.

/// A column header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Header text.
    pub label: String,
    /// Right-aligned figures.
    pub numeric: bool,
    /// Part of the answer to the bet.
    pub veiled: bool,
}

/// A row of cells, already formatted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// One text a column.
    pub cells: Vec<String>,
    /// Part of the answer to the bet.
    pub veiled: bool,
    /// The bet is marked beside this row: this is the row it was about.
    pub bet: Option<String>,
}

/// A table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// Visible caption.
    pub caption: String,
    /// Headers.
    pub columns: Vec<Column>,
    /// Body.
    pub rows: Vec<Row>,
}

impl Column {
    /// A column of words.
    #[must_use]
    pub fn text(label: &str) -> Self {
        Self {
            label: label.to_string(),
            numeric: false,
            veiled: false,
        }
    }

    /// A column of figures.
    #[must_use]
    pub fn number(label: &str) -> Self {
        Self {
            label: label.to_string(),
            numeric: true,
            veiled: false,
        }
    }
}
