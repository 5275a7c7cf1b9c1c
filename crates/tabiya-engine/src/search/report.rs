//! Search reports and results.

use std::time::Duration;

use tabiya::{Move, Position, Score};

use crate::eval::Evaluate;

/// A principal variation reported during the search.
#[derive(Clone, Debug)]
pub struct Report {
    /// Depth in plies.
    pub depth: u32,
    /// Selective depth in plies.
    pub selective_depth: u32,
    /// The number of the line (MultiPV), from 1.
    pub rank: usize,
    /// The score for the side to move.
    pub score: Score,
    /// Whether the score is exact or a bound.
    pub bound: ReportBound,
    /// Nodes searched by all threads.
    pub nodes: u64,
    /// Time since the start of the search.
    pub time: Duration,
    /// The fill of the table in permille (`hashfull`).
    pub table_fill: u32,
    /// The moves, best first move.
    pub line: Vec<Move>,
    /// The first thread's table statistics.
    pub table: TableCounts,
}

/// Whether a score is exact or a bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReportBound {
    /// Exact.
    Exact,
    /// A lower bound.
    Lower,
    /// An upper bound.
    Upper,
}

impl Report {
    /// Nodes per second.
    #[must_use]
    pub fn speed(&self) -> u64 {
        nodes_per_second(self.nodes, self.time)
    }
}

pub(crate) fn nodes_per_second(nodes: u64, time: Duration) -> u64 {
    (nodes as f64 / time.as_secs_f64().max(1e-6)) as u64
}

/// The lines of the last completed iteration, collected from reports.
#[derive(Clone, Debug, Default)]
pub struct PvLines {
    reports: Vec<Report>,
    is_superseded: bool,
}

impl PvLines {
    /// Processes a report. Bounds do not replace lines.
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

    /// Whether a bound was reported after these lines.
    #[must_use]
    pub fn is_superseded(&self) -> bool {
        self.is_superseded
    }
}

/// Statistics of table probes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TableCounts {
    /// Probes.
    pub probes: u64,
    /// Hits.
    pub hits: u64,
    /// Cutoffs.
    pub cutoffs: u64,
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct SearchResult {
    /// The best move; `None` without legal moves.
    pub best: Option<Move>,
    /// The expected reply, for pondering.
    pub ponder: Option<Move>,
    /// The score for the side to move.
    pub score: Score,
    /// Depth in plies.
    pub depth: u32,
    /// Nodes searched by all threads.
    pub nodes: u64,
    /// The principal variation.
    pub line: Vec<Move>,
    /// The first thread's table statistics.
    pub table: TableCounts,
    pub(crate) value: i32,
}

impl SearchResult {
    /// The result of a position without legal moves.
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

    /// Chooses between two threads' results: the other one only if it is deeper and better, or as deep and clearly better.
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
