//! What a search tells.

use std::time::Duration;

use tabiya::{Move, Position, Score};

use crate::eval::Evaluate;

/// One line of thought, as far as an iteration has come.
#[derive(Clone, Debug)]
pub struct Report {
    /// Plies searched.
    pub depth: u32,
    /// Plies of the longest line looked at.
    pub selective_depth: u32,
    /// Which of the best lines this is, from 1.
    pub rank: usize,
    /// What it is worth to the side to move.
    pub score: Score,
    /// Whether the score is exact, or only a bound that a next try will settle.
    pub bound: ReportBound,
    /// Positions visited by all threads.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// How full the table is, of 1000.
    pub table_fill: u32,
    /// The line, best move first.
    pub line: Vec<Move>,
    /// What the table did for this thread.
    pub table: TableCounts,
}

/// Whether a reported score is exact.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReportBound {
    /// It is.
    Exact,
    /// It is at least so good.
    Lower,
    /// It is at most so good.
    Upper,
}

impl Report {
    /// Positions a second.
    #[must_use]
    pub fn speed(&self) -> u64 {
        nodes_per_second(self.nodes, self.time)
    }
}

pub(crate) fn nodes_per_second(nodes: u64, time: Duration) -> u64 {
    (nodes as f64 / time.as_secs_f64().max(1e-6)) as u64
}

/// The best lines of the last whole iteration, as a search has told them.
#[derive(Clone, Debug, Default)]
pub struct PvLines {
    reports: Vec<Report>,
    is_superseded: bool,
}

impl PvLines {
    /// Takes what a search tells. Bounds are no results.
    pub fn update(&mut self, report: &Report) {
        self.is_superseded = report.bound != ReportBound::Exact;
        if self.is_superseded {
            return;
        }
        if report.rank == 1 {
            self.reports.clear();
        }
        self.reports.push(report.clone());
    }

    /// The lines, best first.
    #[must_use]
    pub fn reports(&self) -> &[Report] {
        &self.reports
    }

    /// Whether a bound was told after them.
    #[must_use]
    pub fn is_superseded(&self) -> bool {
        self.is_superseded
    }
}

/// How often the table was asked, knew the position, and settled the matter.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TableCounts {
    /// Questions.
    pub probes: u64,
    /// Answers.
    pub hits: u64,
    /// Lines cut off by an answer.
    pub cutoffs: u64,
}

/// What a search came to.
#[derive(Clone, Debug)]
pub struct SearchResult {
    /// The best move; none when there is no legal one.
    pub best: Option<Move>,
    /// The reply expected to it, to think about meanwhile.
    pub ponder: Option<Move>,
    /// What the best move is worth.
    pub score: Score,
    /// Plies searched.
    pub depth: u32,
    /// Positions visited by all threads.
    pub nodes: u64,
    /// The line, best move first.
    pub line: Vec<Move>,
    /// What the table did for the first thread.
    pub table: TableCounts,
    pub(crate) value: i32,
}

impl SearchResult {
    /// Mated or stalemated: nothing to search.
    pub(super) fn nothing<R: Evaluate>(position: &Position<R>) -> SearchResult {
        let value = if position.is_check() { crate::score::mated(0) } else { 0 };
        SearchResult {
            best: None,
            ponder: None,
            score: crate::score::to_uci(value),
            depth: 0,
            nodes: 0,
            line: Vec::new(),
            table: TableCounts::default(),
            value,
        }
    }

    /// Of two threads' findings the other only if it is better: a little, and deeper, or clearly, and as deep.
    pub(super) fn merge(self, other: SearchResult) -> SearchResult {
        let nodes = self.nodes.max(other.nodes);
        let deeper = other.depth > self.depth && other.value > self.value;
        let same_but_better = other.depth == self.depth && other.value > self.value + 20;
        let chosen = if (deeper || same_but_better) && other.best.is_some() {
            SearchResult { table: self.table, ..other }
        } else {
            self
        };
        SearchResult { nodes, ..chosen }
    }
}
