//! Texts as moves, in any position.

use std::fmt::Display;

use tabiya::{Move, Position, Reading, Rules};

/// Plays moves from the FEN in the first line until one is invalid; `check` is called with each.
pub fn play<R: Rules, E: Display>(
    text: &str,
    parse: impl Fn(&Position<R>, &str) -> Result<Move, E>,
    check: impl Fn(&Position<R>, Move),
) {
    let (fen, moves) = text.split_once('\n').unwrap_or(("", text));
    let parsed = Position::<R>::from_fen(fen, Reading::LENIENT.chess960());
    let mut position = parsed.map_or_else(|_| Position::start(), |parsed| parsed.position);
    for text in moves.split(' ').take(64) {
        match parse(&position, text) {
            Ok(mv) => {
                assert!(position.is_legal(mv), "{text} in {position:?}");
                check(&position, mv);
                position = position.play_legal(mv);
            }
            Err(error) => assert!(!error.to_string().contains(char::is_control), "{error}"),
        }
    }
}
