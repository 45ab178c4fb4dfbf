//! A table, with what answers the bet marked.

use yew::{AttrValue, Html, classes, html};

use crate::view::{Row, Table};

/// What [`table_view`] shows.
pub struct TableProps<'a> {
    /// What is in it.
    pub table: &'a Table,
    /// The results of the figure, not the twin of a chart.
    pub is_results: bool,
    /// The figure asks for a bet: what answers it is marked.
    pub is_asked: bool,
    /// The bet, to stand beside the row that it was about.
    pub bet: Option<AttrValue>,
}

/// Caption, scoped headers, body.
pub fn table_view(props: &TableProps<'_>) -> Html {
    let table = props.table;
    let header = |column: &crate::view::Column| {
        html! { <th scope="col" class={classes!(column.numeric.then_some("num"))}>
            { &column.label }
        </th> }
    };
    html! {
        <table data-results={props.is_results.then_some("")}>
            <caption>{ &table.caption }</caption>
            <thead><tr>{ for table.columns.iter().map(header) }</tr></thead>
            <tbody>{ for table.rows.iter().map(|row| self::row(props, row)) }</tbody>
        </table>
    }
}

fn row(props: &TableProps<'_>, row: &Row) -> Html {
    // The bet stands beside the words that name the row.
    let named = props
        .table
        .columns
        .iter()
        .position(|c| !c.numeric)
        .unwrap_or(0);
    let cell = |(i, text): (usize, &String)| {
        let column = props.table.columns.get(i);
        let is_veiled = i > 0 && (row.veiled || column.is_some_and(|c| c.veiled));
        let class = classes!(
            column.is_some_and(|c| c.numeric).then_some("num"),
            (props.is_asked && is_veiled).then_some("after-bet"),
        );
        let note = props
            .bet
            .as_ref()
            .filter(|_| i == named && row.bet.is_some());
        let note = note.map(|bet| html! { <span class="bet-note">{ bet }</span> });
        let note = note.map(|note| html! { <>{ " " }{ note }</> });
        if i == 0 {
            html! { <th scope="row" {class}>{ text }{ for note }</th> }
        } else {
            html! { <td {class}>{ text }{ for note }</td> }
        }
    };
    html! { <tr>{ for row.cells.iter().enumerate().map(cell) }</tr> }
}
