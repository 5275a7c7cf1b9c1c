use std::io;

use tabiya::{AnyPosition, Color, Variant};

use crate::replay::{Fault, FaultKind, setup};
use crate::{GameResult, Record};

use super::BookBuilder;

/// Adds a game to a book. A game with a fault is added up to the fault, which is returned.
///
/// Returns an error if a temporary file cannot be written.
///
/// ```
/// use std::io::Cursor;
/// use tabiya::{Chess, Position};
/// use tabiya_pgn::book::{Book, BookBuilder, Options, add_to_book};
/// use tabiya_pgn::{Reader, Record};
///
/// let mut builder = BookBuilder::new(Options { min_games: 1, ..Options::default() }, &std::env::temp_dir());
/// let mut reader = Reader::new(&b"1. e4 e5 1-0\n\n1. e4 c5 1/2-1/2\n\n1. d4 d5 1-0"[..]);
/// let mut record = Record::new();
/// while reader.read_game(&mut record)? {
///     add_to_book(&mut builder, &record)?;
/// }
/// let mut file = Vec::new();
/// assert_eq!(builder.finish(&mut file)?.entries, 3); // moves that never scored are left out
/// assert_eq!(Book::new(Cursor::new(file))?.probe(&Position::<Chess>::start())?.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn add_to_book(builder: &mut BookBuilder, record: &Record) -> io::Result<Option<Fault>> {
    let fault = |kind| Some(Fault { line: record.line(), ply: None, kind });
    let mut position = match setup(record, Variant::Chess) {
        Ok((AnyPosition::Chess(position) | AnyPosition::Chess960(position), _)) => position,
        Ok((AnyPosition::Makruk(_), _)) => return Ok(fault(FaultKind::NotChess)),
        Err(error) => return Ok(fault(FaultKind::Setup(error))),
    };
    let winner = match record.result() {
        GameResult::WhiteWins => Some(Color::White),
        GameResult::BlackWins => Some(Color::Black),
        GameResult::Draw | GameResult::Unknown => None,
    };
    for (index, (san, line)) in record.moves().take(builder.options().max_ply).enumerate() {
        let mv = match position.parse_san(san) {
            Ok(mv) => mv,
            Err(error) => {
                let kind = FaultKind::Move { san: san.to_owned(), error };
                return Ok(Some(Fault { line, ply: Some(index + 1), kind }));
            }
        };
        builder.add_move(&position, mv, winner)?;
        position.advance(mv);
    }
    Ok(record.problem().map(Fault::from))
}
