//! Openings from files: PGN, or a position a line.

use std::fmt;
use std::io::Read;
use std::path::Path;

use tabiya::{AnyPosition, Chess, Game, Makruk, Position, Rules, Variant};
use tabiya_pgn::{Input, Reader, Record, replay};

use super::{Opening, Openings};

/// More openings than this are not kept.
const MOST: usize = 1_000_000;
/// A longer file of positions is not read.
const MOST_BYTES: u64 = 1 << 28;

/// Why a file gives no openings.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct OpeningsError(String);

impl fmt::Display for OpeningsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for OpeningsError {}

impl Openings {
    /// Reads openings from a file, packed or not: games, if its name says PGN; otherwise a FEN or EPD a line.
    ///
    /// Of each game the first `plies` moves are taken, or all. A line without move numbers has them added; empty lines
    /// and lines that begin with `#` are skipped.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or a game or line in it is bad or of another variant, or it has none.
    pub fn from_file(path: &Path, variant: Variant, plies: Option<usize>) -> Result<Openings, OpeningsError> {
        let about = |why: String| OpeningsError(format!("{}: {why}", path.display()));
        let input = Input::open(path).map_err(|error| about(error.to_string()))?;
        let name = path.to_string_lossy().to_ascii_lowercase();
        let is_pgn = name.split('.').skip(1).any(|part| part == "pgn");
        let list = if is_pgn { games(input, variant, plies) } else { lines(input, variant) };
        let list = list.map_err(about)?;
        if list.is_empty() {
            return Err(about("there is no opening in it".into()));
        }
        Ok(Openings::Listed(list))
    }
}

fn games(input: Input<'_>, variant: Variant, plies: Option<usize>) -> Result<Vec<Opening>, String> {
    let (mut reader, mut record) = (Reader::new(input), Record::new());
    let mut openings = Vec::new();
    while openings.len() < MOST && reader.read_game(&mut record).map_err(|error| error.to_string())? {
        let game = reader.games();
        let about = |why: String| format!("game {game}: {why}");
        let (start, _) = replay::setup(&record, variant).map_err(|error| about(error.to_string()))?;
        if start.variant() != variant {
            return Err(about(format!("it is {}, not {variant}", start.variant())));
        }
        let most = plies.unwrap_or(usize::MAX);
        let opening = match start {
            AnyPosition::Chess(position) | AnyPosition::Chess960(position) => {
                played::<Chess>(start, position, &record, most)
            }
            AnyPosition::Makruk(position) => played::<Makruk>(start, position, &record, most),
        };
        openings.push(opening.map_err(about)?);
    }
    Ok(openings)
}

/// The first moves of a game, but not those after which it is over.
fn played<R: Rules>(
    any: AnyPosition,
    start: Position<R>,
    record: &Record,
    most: usize,
) -> Result<Opening, String> {
    let mut game = Game::from_position(start);
    for (index, (san, line)) in record.moves().take(most).enumerate() {
        let mv = game
            .position()
            .parse_san(san)
            .map_err(|error| format!("line {line}, ply {}: {error}", index + 1))?;
        game.play_legal(mv);
    }
    if game.outcome().is_some() || game.claim().is_some() {
        return Err("it is over after these moves: take fewer plies".into());
    }
    Ok(Opening { start: any, moves: game.moves().to_vec() })
}

fn lines(input: Input<'_>, variant: Variant) -> Result<Vec<Opening>, String> {
    let mut text = Vec::new();
    input.take(MOST_BYTES).read_to_end(&mut text).map_err(|error| error.to_string())?;
    let text = String::from_utf8(text).map_err(|_| "it is not UTF-8".to_string())?;
    let mut openings = Vec::new();
    for (number, line) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let start = position(line, variant).map_err(|error| format!("line {number}: {error}"))?;
        if start.outcome().is_some() {
            return Err(format!("line {number}: the game is over there"));
        }
        if openings.len() < MOST {
            openings.push(Opening { start, moves: Vec::new() });
        }
    }
    Ok(openings)
}

/// A FEN, or an EPD: four fields and operations after them.
fn position(line: &str, variant: Variant) -> Result<AnyPosition, tabiya::FenError> {
    let read = |text: &str| AnyPosition::from_fen(variant, text, false).map(|(position, _)| position);
    read(line).or_else(|error| {
        let fields: Vec<&str> = line.split_ascii_whitespace().take(4).collect();
        read(&fields.join(" ")).map_err(|_| error)
    })
}
