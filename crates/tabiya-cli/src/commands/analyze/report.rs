//! Search reports as text or JSON.

use serde::Serialize;
use tabiya::{AnyPosition, Color, Move, Score};
use tabiya_engine::{Report, SearchResult};

use crate::output;

/// Formats reports as they come.
pub(super) struct AnalysisReport {
    position: AnyPosition,
    json: bool,
    shows_rank: bool,
    has_begun: bool,
    lines: Vec<Line>,
}

/// The JSON output.
#[derive(Serialize)]
struct Answer<'a> {
    variant: String,
    fen: String,
    best: Option<String>,
    san: Option<String>,
    depth: u32,
    nodes: u64,
    lines: &'a [Line],
}

/// The best line of its rank at the greatest depth, with White's scores.
#[derive(Serialize)]
struct Line {
    rank: usize,
    depth: u32,
    centipawns: Option<i32>,
    mate: Option<i32>,
    nodes: u64,
    seconds: f64,
    pv: Vec<String>,
    san: Vec<String>,
}

impl Line {
    /// Whether another line of its rank is equal.
    fn is_same(&self, other: &Line) -> bool {
        (self.rank, self.mate, &self.pv) == (other.rank, other.mate, &other.pv)
    }
}

impl AnalysisReport {
    pub(super) fn new(position: AnyPosition, json: bool, lines: u16) -> AnalysisReport {
        AnalysisReport { position, json, shows_rank: lines > 1, has_begun: false, lines: Vec::new() }
    }

    /// A row of the table, with the header before the first; `None` for JSON, or if the same mate
    /// was already reported at a lower depth.
    pub(super) fn line(&mut self, report: &Report) -> Option<String> {
        let line = self.read(report);
        let is_known = line.mate.is_some() && self.lines.iter().any(|earlier| earlier.is_same(&line));
        let row = (!self.json && !is_known).then(|| self.row(&line, report));
        self.lines.retain(|earlier| earlier.rank != line.rank);
        self.lines.push(line);
        self.lines.sort_by_key(|line| line.rank);
        row
    }

    /// The final output: the best move, or everything as JSON.
    pub(super) fn end(&self, found: &SearchResult) -> String {
        let best = found.best.map(|mv| (self.position.san(mv), self.position.uci(mv)));
        if self.json {
            let (san, best) = best.unzip();
            let (variant, fen) = (self.position.variant().to_string(), self.position.to_fen());
            let (depth, nodes) = (found.depth, found.nodes);
            return output::json(&Answer { variant, fen, best, san, depth, nodes, lines: &self.lines });
        }
        let (centipawns, mate) = self.for_white(found.score);
        let (san, uci) = best.unwrap_or_default();
        let number = numbered(&self.position, [&san]);
        format!("best move: {number} ({uci}), {}", score(centipawns, mate))
    }

    fn read(&self, report: &Report) -> Line {
        let (centipawns, mate) = self.for_white(report.score);
        let (pv, san) = self.write(&report.line);
        let (rank, depth, nodes) = (report.rank, report.depth, report.nodes);
        Line { rank, depth, centipawns, mate, nodes, seconds: report.time.as_secs_f64(), pv, san }
    }

    fn row(&mut self, line: &Line, report: &Report) -> String {
        let rank = if self.shows_rank { format!("{:>4}  ", line.rank) } else { String::new() };
        let text = format!(
            "{:>5}  {rank}{:>7}  {:>11}  {:>7.2}  {}",
            format!("{}/{}", line.depth, report.selective_depth),
            score(line.centipawns, line.mate),
            line.nodes,
            line.seconds,
            numbered(&self.position, line.san.iter()),
        );
        let text = output::fitted(&text);
        if std::mem::replace(&mut self.has_begun, true) {
            return text;
        }
        let rank = if self.shows_rank { "rank  " } else { "" };
        format!("depth  {rank}  score        nodes  seconds  line\n{text}")
    }

    /// Centipawns or moves to mate, from White's point of view.
    fn for_white(&self, score: Score) -> (Option<i32>, Option<i32>) {
        match if self.position.turn() == Color::White { score } else { score.reversed() } {
            Score::Centipawns(value) => (Some(value), None),
            Score::Mate(moves) => (None, Some(moves)),
        }
    }

    /// A line in UCI notation and SAN; ends at an illegal move.
    fn write(&self, line: &[Move]) -> (Vec<String>, Vec<String>) {
        let mut position = self.position;
        let (mut uci, mut san) = (Vec::new(), Vec::new());
        for &mv in line {
            let Ok(next) = position.play(mv) else { break };
            uci.push(position.uci(mv));
            san.push(position.san(mv));
            position = next;
        }
        (uci, san)
    }
}

/// `+0.35`, `#3`
fn score(centipawns: Option<i32>, mate: Option<i32>) -> String {
    match (centipawns, mate) {
        (_, Some(moves)) => format!("#{moves}"),
        (centipawns, None) => format!("{:+.2}", f64::from(centipawns.unwrap_or_default()) / 100.0),
    }
}

/// Moves with numbers: `12... Nf6 13. e5`.
fn numbered<'a>(start: &AnyPosition, san: impl IntoIterator<Item = &'a String>) -> String {
    let (mut number, mut turn) = (start.fullmove_number(), start.turn());
    let mut words = Vec::new();
    for (index, san) in san.into_iter().enumerate() {
        match turn {
            Color::White => words.push(format!("{number}.")),
            Color::Black if index == 0 => words.push(format!("{number}...")),
            Color::Black => {}
        }
        words.push(san.clone());
        number += u32::from(turn == Color::Black);
        turn = !turn;
    }
    words.join(" ")
}
