//! A finished run in the shape that components want: made once a run, shared by pointer.

use std::ops::Deref;
use std::rc::Rc;

use yew::AttrValue;

use crate::kernel::SimTime;
use crate::scene::{Command, Run, Zoom};
use crate::view::{BetView, ChartSpec, Table};

/// Rows of a chart's data table, as in the static figure.
const TABLE_ROWS: u32 = 13;

/// A value that is the same only if it is the very same: comparing is free.
#[derive(Debug)]
pub struct Shared<T>(Rc<T>);

impl<T> Shared<T> {
    /// Shares a value.
    pub fn new(value: T) -> Self {
        Self(Rc::new(value))
    }
}

impl<T> Clone for Shared<T> {
    fn clone(&self) -> Self {
        Self(Rc::clone(&self.0))
    }
}

impl<T> PartialEq for Shared<T> {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl<T> Deref for Shared<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

/// What does not move with the cursor, and what may: the results and the sentence.
pub struct Shown {
    /// Of the session, when it was made.
    pub generation: u64,
    /// The time axis.
    pub zoom: Zoom,
    /// Charts with their twin tables.
    pub charts: Vec<(Shared<ChartSpec>, Shared<Table>)>,
    /// The results table, at the cursor if it follows it.
    pub results: Shared<Table>,
    /// Tables that fold away below it.
    pub more_results: Vec<Shared<Table>>,
    /// The sentence, likewise.
    pub takeaway: AttrValue,
    /// Where the cursor stood when these two were made.
    cursor: SimTime,
    /// The bet, if the scene asks for one.
    pub bet: Option<BetView>,
    /// What can be done to the server.
    pub commands: Vec<Command>,
    /// What must be known.
    pub cautions: Vec<AttrValue>,
}

impl Shown {
    /// From a finished run.
    pub fn new(run: &dyn Run, generation: u64, zoom: Zoom, cursor: SimTime) -> Self {
        let chart = |spec: ChartSpec| {
            let table = spec.table(TABLE_ROWS);
            (Shared::new(spec), Shared::new(table))
        };
        Self {
            generation,
            zoom,
            charts: run.charts(zoom).into_iter().map(chart).collect(),
            results: Shared::new(run.results_at(cursor)),
            more_results: run.more_results().into_iter().map(Shared::new).collect(),
            takeaway: run.takeaway_at(cursor).into(),
            cursor,
            bet: run.bet(),
            commands: run.commands(),
            cautions: run.cautions().into_iter().map(Into::into).collect(),
        }
    }

    /// Makes what follows the cursor anew if that has moved.
    pub fn follow(&mut self, run: &dyn Run, cursor: SimTime) {
        if run.follows_cursor() && self.cursor != cursor {
            self.results = Shared::new(run.results_at(cursor));
            self.takeaway = run.takeaway_at(cursor).into();
            self.cursor = cursor;
        }
    }
}
