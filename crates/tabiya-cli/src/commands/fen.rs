use std::ffi::OsString;

use clap::{Args, ValueEnum};
use serde::Serialize;
use tabiya::{AnyPosition, EnPassant, FenWarning, Variant};

use super::Common;
use crate::input::{answer_each_line, join, play_each, read_position, warn};
use crate::output::{self, Failure, Verdict, complain};

const EXAMPLES: &str = "\
Examples:
  tabiya fen 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3'
  tabiya fen --strict '4k3/8/8/8/8/8/8/4K2R w KQ - 0 1'
  tabiya fen --variant chess960 'nrkbbqrn/pppppppp/8/8/8/8/PPPPPPPP/NRKBBQRN w KQkq - 0 1'
  tabiya fen --variant makruk --makruk-js startpos
  tabiya fen startpos --moves '1. e4 c5 2. Nf3' --en-passant always
  tabiya fen --stdin < positions.txt";

/// Normalize a FEN, or list everything that is wrong with it
///
/// Blanks, missing last fields, impossible castling rights and en passant squares, clocks that are too large and the `~` of
/// crazyhouse after promoted pieces are repaired, with a warning; the pieces and the side to move never are.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Fen {
    /// The position, quoted or not
    #[arg(value_name = "FEN", required_unless_present = "stdin")]
    fen: Vec<OsString>,
    /// Moves to play first, in UCI notation or SAN
    #[arg(long, value_name = "MOVES", conflicts_with = "stdin")]
    moves: Option<OsString>,
    /// En passant squares to write: only those with a legal capture, or after every double step
    #[arg(long, value_name = "WHEN", default_value = "legal")]
    en_passant: EnPassantArg,
    /// Reject FENs that need repairs
    #[arg(long)]
    strict: bool,
    /// Write Makruk in makruk-js's notation: three fields, or eight while a count is running
    #[arg(long)]
    makruk_js: bool,
    /// Read one FEN or EPD per line, with an optional TAB and moves
    #[arg(long, conflicts_with = "fen")]
    stdin: bool,
    #[command(flatten)]
    common: Common,
}

/// `--en-passant`
#[derive(Clone, Copy, Debug, ValueEnum)]
enum EnPassantArg {
    Legal,
    Always,
}

impl From<EnPassantArg> for EnPassant {
    fn from(mentioned: EnPassantArg) -> EnPassant {
        match mentioned {
            EnPassantArg::Legal => EnPassant::Legal,
            EnPassantArg::Always => EnPassant::Always,
        }
    }
}

/// The JSON output.
#[derive(Serialize)]
struct Answer {
    variant: String,
    fen: String,
    notes: Vec<Note>,
}

#[derive(Serialize)]
struct Note {
    field: String,
    column: usize,
    repair: bool,
    text: String,
}

impl Fen {
    pub(super) fn run(&self) -> Result<Verdict, Failure> {
        if self.makruk_js && self.common.variant() != Variant::Makruk {
            return Err(Failure::conflict("--makruk-js needs --variant makruk"));
        }
        if self.stdin {
            return answer_each_line(self.common.json, |line, number| self.normalize(line, Some(number)));
        }
        output::answer(self.normalize(&join(&self.fen)?, None).map_err(Failure::BadInput)?)
    }

    fn normalize(&self, text: &str, line: Option<usize>) -> Result<String, String> {
        let (fen, moves) = text.split_once('\t').filter(|_| self.stdin).unwrap_or((text, ""));
        let (start, notes) = read_position(fen, self.common.requested_variant, self.strict)?;
        warn(&notes, line);
        let given = join(self.moves.as_slice()).map_err(|_| "the moves are not UTF-8")?;
        let position = play_each(start, if self.stdin { moves } else { &given }, |_| ())?;
        let fen = match position {
            AnyPosition::Makruk(position) if self.makruk_js => {
                let limit = position.count().limit;
                if !limit.is_multiple_of(2) {
                    let place = line.map(|line| format!("line {line}: ")).unwrap_or_default();
                    complain(
                        "warning",
                        format!("{place}the counting limit {limit} is odd: makruk-js counts full moves"),
                    );
                }
                position.to_makruk_js_fen()
            }
            position => position.to_fen_with(self.en_passant.into()),
        };
        if !self.common.json {
            return Ok(fen);
        }
        let variant = position.variant().to_string();
        Ok(output::json(&Answer { variant, fen, notes: notes.iter().map(Note::from).collect() }))
    }
}

impl From<&FenWarning> for Note {
    fn from(note: &FenWarning) -> Note {
        Note {
            field: note.field().to_string(),
            column: note.column(),
            repair: note.is_repair(),
            text: note.to_string(),
        }
    }
}
