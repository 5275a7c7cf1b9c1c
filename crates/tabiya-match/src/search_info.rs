use std::fmt;
use std::time::Duration;

use tabiya::Score;

/// An engine's last search information before its move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct SearchInfo {
    /// The time in seconds, measured here.
    pub taken: Duration,
    /// The last score, from the engine's point of view.
    pub score: Option<Score>,
    /// The last depth.
    pub depth: Option<u32>,
    /// The last number of nodes.
    pub nodes: Option<u64>,
}

/// Writes `+0.35/12 0.10s`, as in the comments of a PGN.
impl fmt::Display for SearchInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(score) = self.score {
            write!(f, "{score:#}/{} ", self.depth.unwrap_or(0))?;
        }
        write!(f, "{:.2}s", self.taken.as_secs_f64())
    }
}

impl SearchInfo {
    /// Reads an `info` line about the best move. Other lines are ignored.
    pub(crate) fn update(&mut self, line: &str) {
        let mut words = line.split_ascii_whitespace();
        if words.next() != Some("info") {
            return;
        }
        let mut info = self.clone();
        while let Some(word) = words.next() {
            let mut number = || words.next().and_then(|word| word.parse::<i64>().ok());
            match word {
                // Moves and free text follow.
                "string" | "pv" | "refutation" | "currline" => break,
                "multipv" if number() != Some(1) => return,
                "depth" => info.depth = number().and_then(|depth| u32::try_from(depth).ok()).or(info.depth),
                "nodes" => info.nodes = number().and_then(|nodes| u64::try_from(nodes).ok()).or(info.nodes),
                "cp" => info.score = number().map(|score| Score::Centipawns(clamp(score))).or(info.score),
                "mate" => info.score = number().map(|moves| Score::Mate(clamp(moves))).or(info.score),
                _ => {}
            }
        }
        *self = info;
    }
}

fn clamp(number: i64) -> i32 {
    number.clamp(-1_000_000, 1_000_000) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(lines: &[&str]) -> SearchInfo {
        let mut search_info = SearchInfo::default();
        lines.iter().for_each(|line| search_info.update(line));
        search_info
    }

    #[test]
    fn the_last_info_line_counts_and_pvs_are_ignored() {
        let search_info = parsed(&[
            "info depth 11 seldepth 15 multipv 1 score cp 20 nodes 900 pv e2e4",
            "info depth 12 score cp 35 lowerbound nodes 1000 nps 5 time 3 pv depth 99",
            "info depth 12 multipv 2 score cp -500 nodes 1100",
            "info string score cp 7",
            "info currmove e2e4 currmovenumber 1",
        ]);
        assert_eq!((search_info.depth, search_info.nodes), (Some(12), Some(1000)));
        assert_eq!(search_info.score, Some(Score::Centipawns(35)));
        assert_eq!(search_info.to_string(), "+0.35/12 0.00s");
    }

    #[test]
    fn garbage_is_ignored() {
        let lines =
            ["", "info", "info depth", "info depth x score cp", "bestmove e2e4", "info score mate", "\0"];
        assert_eq!(parsed(&lines), SearchInfo::default());
    }

    #[test]
    fn a_mate_is_written_in_moves() {
        let mated = parsed(&["info depth 7 score mate -3"]);
        assert_eq!((mated.score, mated.to_string().as_str()), (Some(Score::Mate(-3)), "-M3/7 0.00s"));
    }
}
