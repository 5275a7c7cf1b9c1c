use std::path::PathBuf;

use clap::Args;
use serde::Serialize;
use tabiya::keys::schemes;
use tabiya::{AnyPosition, Chess, Position};
use tabiya_cli::args::PlaceArgs;
use tabiya_pgn::book::{ProbedMove, Share, shares};

use crate::commands::Common;

use crate::output::{self, Failure, Verdict, complain};

const EXAMPLES: &str = "\
Examples:
  tabiya book probe book.bin
  tabiya book probe book.bin --moves 'e2e4 e7e5'
  tabiya book probe book.bin 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1' --json";

/// Print a book's moves for a position
///
/// Illegal moves are left out, with a warning.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Probe {
    /// The book
    #[arg(value_name = "BOOK")]
    book: PathBuf,
    #[command(flatten)]
    place: PlaceArgs,
    #[command(flatten)]
    common: Common,
}

/// The JSON output.
#[derive(Serialize)]
struct Answer {
    fen: String,
    key: String,
    moves: Vec<BookMove>,
    skipped: Vec<Skipped>,
}

#[derive(Serialize)]
struct BookMove {
    #[serde(rename = "move")]
    uci: String,
    san: String,
    weight: u16,
    share: f64,
    learn: u32,
}

#[derive(Serialize)]
struct Skipped {
    #[serde(rename = "move")]
    uci: String,
    reason: String,
}

impl Probe {
    pub(super) fn run(&self) -> Result<Verdict, Failure> {
        let reached = self.place.reached(self.common.requested_variant)?;
        let (AnyPosition::Chess(board) | AnyPosition::Chess960(board)) = &reached else {
            return Err(Failure::conflict("Polyglot books support only chess and chess960"));
        };
        let mut book = super::open(&self.book)?;
        let found = book.probe(board).map_err(|error| super::broken(&self.book, &error))?;
        let answer = answer(&reached, board, &found);
        for skipped in &answer.skipped {
            complain(
                "warning",
                format!("{}: {} skipped: {}", self.book.display(), skipped.uci, skipped.reason),
            );
        }
        if self.common.json {
            return output::answer(output::json(&answer));
        }
        if answer.moves.is_empty() {
            complain("note", "the book has no move for this position");
            return Ok(Verdict::Good);
        }
        let rows: Vec<String> = answer.moves.iter().map(BookMove::row).collect();
        output::answer(rows.join("\n"))
    }
}

impl BookMove {
    fn row(&self) -> String {
        format!("{:<7} {:<6} {:>5}  {:>5.1}%", self.san, self.uci, self.weight, self.share * 100.0)
    }
}

fn answer(reached: &AnyPosition, board: &Position<Chess>, found: &[ProbedMove]) -> Answer {
    let moves = shares(found).into_iter().map(|Share { entry, mv, share }| BookMove {
        uci: reached.uci(mv),
        san: board.san(mv),
        weight: entry.weight,
        share,
        learn: entry.learn,
    });
    let skipped = found.iter().filter_map(|ProbedMove { entry, mv }| {
        let reason = mv.as_ref().err()?.to_string();
        Some(Skipped { uci: entry.mv.to_string(), reason })
    });
    let key = schemes::POLYGLOT.key(board).to_string();
    Answer { fen: reached.to_fen(), key, moves: moves.collect(), skipped: skipped.collect() }
}
