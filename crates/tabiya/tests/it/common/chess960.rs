//! The 960 start positions, also with different arrangements for white and black.

use tabiya::{Chess, Position, Reading};

use super::random::Choices;

/// The lowercase letters of the first rank.
pub(crate) fn first_rank(number: usize) -> String {
    let start = Position::<Chess>::start_960(number as u16).expect("a number below 960");
    start.to_fen()[..8].to_owned()
}

/// A start position; black's number may differ from white's.
pub(crate) fn start(white: usize, black: usize) -> String {
    let (white, black) = (first_rank(white).to_uppercase(), first_rank(black));
    format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{white} w KQkq - 0 1")
}

/// An ending in which white, and perhaps black, may castle: kings and rooks on their first ranks or near the other
/// king, and a few other pieces. `None` if the position is illegal.
pub(crate) fn ending(choices: &mut impl Choices) -> Option<Position<Chess>> {
    let mut board = [['1'; 8]; 8];
    let mut rights = String::new();
    let white_rook = castler(&mut board[7], ['K', 'R'], choices)?;
    rights.push(white_rook.to_ascii_uppercase());
    if choices.below(2)? == 0 {
        rights.push(castler(&mut board[0], ['k', 'r'], choices)?);
    } else {
        let rank = choices.below(8)?.max(choices.below(8)?);
        *board[rank].iter_mut().filter(|square| **square == '1').nth(choices.below(6)?)? = 'k';
    }
    for _ in 0..choices.below(6)? {
        let piece = ['P', 'p', 'P', 'N', 'b', 'R', 'q'][choices.below(7)?];
        board[1 + choices.below(6)?][choices.below(8)?] = piece;
    }
    let ranks = board.map(|rank| rank.iter().collect::<String>()).join("/");
    let turn = if choices.below(2)? == 0 { 'w' } else { 'b' };
    let fen = format!("{ranks} {turn} {rights} - 0 1");
    Position::from_fen(&fen, Reading::LENIENT.chess960()).ok().map(|parsed| parsed.position)
}

/// Puts a king and a rook on a rank; returns the rook's file.
fn castler(rank: &mut [char; 8], [king, rook]: [char; 2], choices: &mut impl Choices) -> Option<char> {
    rank[1 + choices.below(6)?] = king;
    let file = choices.below(8)?;
    if rank[file] == king {
        return None;
    }
    rank[file] = rook;
    char::from_digit(file as u32 + 10, 18)
}
