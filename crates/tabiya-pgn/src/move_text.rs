//! Lists of moves as a user types them.

use tabiya::AnyPosition;

/// The moves of a text in UCI or SAN, without move numbers.
///
/// ```
/// let moves: Vec<&str> = tabiya_pgn::moves_of("1. e4 e5 2.Nf3").collect();
/// assert_eq!(moves, ["e4", "e5", "Nf3"]);
/// ```
pub fn moves_of(text: &str) -> impl Iterator<Item = &str> {
    let without_number = |word| {
        let after: &str = str::trim_start_matches(word, |char: char| char.is_ascii_digit());
        if after.starts_with('.') { after.trim_start_matches('.') } else { word }
    };
    text.split_ascii_whitespace().map(without_number).filter(|word| !word.is_empty())
}

/// Plays moves separated by blanks and calls `each` with every position reached. The error names the ply of an illegal move.
///
/// ```
/// use tabiya::{AnyPosition, Variant};
///
/// let start = AnyPosition::start(Variant::Chess);
/// let reached = tabiya_pgn::play_each(start, "1. d4 d7d5 2. Nf3", |_| ())?;
/// assert_eq!(reached.to_fen(), "rnbqkbnr/ppp1pppp/8/3p4/3P4/5N2/PPP1PPPP/RNBQKB1R b KQkq - 1 2");
/// assert!(tabiya_pgn::play_each(start, "e4 e4", |_| ()).unwrap_err().starts_with("ply 2: "));
/// # Ok::<(), String>(())
/// ```
pub fn play_each(
    start: AnyPosition,
    moves: &str,
    mut each: impl FnMut(&AnyPosition),
) -> Result<AnyPosition, String> {
    let mut position = start;
    for (index, text) in moves_of(moves).enumerate() {
        let mv = position.parse_move(text).map_err(|error| format!("ply {}: {error}", index + 1))?;
        position = position.play_legal(mv);
        each(&position);
    }
    Ok(position)
}
