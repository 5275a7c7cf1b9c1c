//! Encoding of moves in one or two bytes: the index of the piece, and the index of the move among those of the piece.
//!
//! ```text
//! bits 5-8  the piece: the number of pieces of its color on lower squares (a1 is the lowest, h8 the highest)
//! bits 0-4  its move:
//!             pawn     0 step, 1 capture toward the a-file, 2 toward the h-file, 3 double step; promotion: 4 + 3 × (index of the
//!                      role: queen, rook, bishop, knight) + (0, 1, 2 as above)
//!             king     8 + (7 − file of the rook) for castling
//!             others   the number of squares below the target that it attacks on an empty board
//! ```
//! In a file, a move index below 15 takes one byte, `piece × 16 + index`; others two, `piece × 16 + 15` and `index − 15`. Neither
//! encoding nor decoding generates legal moves, which takes longer than playing one.

use tabiya::{Bitboard, Color, File, Move, MoveKind, Position, Role, Rules, Square};

use super::numbers::Bytes;

/// Marks a move index in the second byte.
const ESCAPE: u16 = 15;
const MOVE_INDEX_BITS: u32 = 5;

/// The code of a legal move.
#[inline]
pub(crate) fn code<R: Rules>(position: &Position<R>, mv: Move) -> u16 {
    let pieces = position.identity().color(position.turn());
    let piece = below(pieces, mv.from);
    piece << MOVE_INDEX_BITS | move_index::<R>(position, mv)
}

fn below(squares: Bitboard, square: Square) -> u16 {
    (squares.0 & ((1 << square as u8) - 1)).count_ones() as u16
}

#[inline]
fn move_index<R: Rules>(position: &Position<R>, mv: Move) -> u16 {
    if mv.kind == MoveKind::Castle {
        return 8 + (7 - mv.to.file() as u16);
    }
    if mv.role != Role::Pawn {
        return below(empty_board_attacks::<R>(position, mv.role, mv.from), mv.to);
    }
    let side = match mv.to.file().cmp(&mv.from.file()) {
        std::cmp::Ordering::Equal => 0,
        std::cmp::Ordering::Less => 1,
        std::cmp::Ordering::Greater => 2,
    };
    match mv.kind {
        MoveKind::DoubleStep => 3,
        MoveKind::Promotion(role) => {
            let which = R::PROMOTES_TO.iter().position(|known| *known == role).unwrap_or(0);
            4 + 3 * which as u16 + side
        }
        _ => side,
    }
}

/// The squares the piece attacks on an empty board.
#[inline]
fn empty_board_attacks<R: Rules>(position: &Position<R>, role: Role, from: Square) -> Bitboard {
    R::attacks_on_empty_board(role, position.turn(), from)
}

/// The board state needed to decode a move.
pub(crate) trait Board {
    type Rules: Rules;

    fn turn(&self) -> Color;
    fn pieces(&self, color: Color) -> Bitboard;
    fn role_of_occupied(&self, square: Square) -> Role;
    fn may_castle_with(&self, file: File) -> bool;
    fn en_passant(&self) -> Option<File>;
}

impl<R: Rules> Board for Position<R> {
    type Rules = R;

    #[inline]
    fn turn(&self) -> Color {
        self.turn()
    }

    #[inline]
    fn pieces(&self, color: Color) -> Bitboard {
        self.identity().color(color)
    }

    #[inline]
    fn role_of_occupied(&self, square: Square) -> Role {
        self.identity().piece_at(square).map_or(Role::Pawn, |piece| piece.role)
    }

    #[inline]
    fn may_castle_with(&self, file: File) -> bool {
        self.castling().has(self.turn(), file)
    }

    #[inline]
    fn en_passant(&self) -> Option<File> {
        self.en_passant()
    }
}

/// The move of a code. `None` if the code is impossible on this board; leaving the king in check is not detected.
#[inline]
pub(crate) fn decode<B: Board>(board: &B, code: u16) -> Option<Move> {
    let us = board.turn();
    let from = nth(board.pieces(us), code >> MOVE_INDEX_BITS)?;
    let role = board.role_of_occupied(from);
    let move_index = code & ((1 << MOVE_INDEX_BITS) - 1);
    if role == Role::Pawn {
        return pawn(board, from, move_index);
    }
    if B::Rules::CASTLES && role == Role::King && move_index >= 8 {
        let file = *File::ALL.get(7usize.checked_sub(usize::from(move_index) - 8)?)?;
        let to = Square::new(file, from.rank());
        return board.may_castle_with(file).then_some(Move { from, to, role, kind: MoveKind::Castle });
    }
    let to = nth(B::Rules::attacks_on_empty_board(role, us, from), move_index)?;
    let kind = arrival(board, to)?;
    Some(Move { from, to, role, kind })
}

/// The kind of a move to a square; `None` if it holds an own piece or a king.
#[inline]
fn arrival(board: &impl Board, to: Square) -> Option<MoveKind> {
    let us = board.turn();
    if board.pieces(us).contains(to) {
        return None;
    }
    if !board.pieces(!us).contains(to) {
        return Some(MoveKind::Normal);
    }
    (board.role_of_occupied(to) != Role::King).then_some(MoveKind::Capture)
}

fn pawn<B: Board>(board: &B, from: Square, move_index: u16) -> Option<Move> {
    let ahead = match board.turn() {
        Color::White => 1,
        Color::Black => -1,
    };
    let side = |side: u16| [0, -1, 1][usize::from(side)];
    let (to, kind) = match move_index {
        0..3 => {
            let to = from.offset(side(move_index), ahead)?;
            match (move_index, arrival(board, to)?) {
                (0, MoveKind::Normal) => (to, MoveKind::Normal),
                (1.., MoveKind::Capture) => (to, MoveKind::Capture),
                (1.., MoveKind::Normal) if board.en_passant() == Some(to.file()) => (to, MoveKind::EnPassant),
                _ => return None,
            }
        }
        3 if B::Rules::DOUBLE_STEP => {
            let (over, to) = (from.offset(0, ahead)?, from.offset(0, 2 * ahead)?);
            if arrival(board, over)? != MoveKind::Normal || arrival(board, to)? != MoveKind::Normal {
                return None;
            }
            (to, MoveKind::DoubleStep)
        }
        3 => return None,
        _ => {
            let role = *B::Rules::PROMOTES_TO.get(usize::from((move_index - 4) / 3))?;
            let to = from.offset(side((move_index - 4) % 3), ahead)?;
            arrival(board, to)?;
            (to, MoveKind::Promotion(role))
        }
    };
    Some(Move { from, to, role: Role::Pawn, kind })
}

/// The square with this index in the set. Counts all eight ranks at once in one number, without branches that depend on the
/// square.
#[inline]
fn nth(squares: Bitboard, index: u16) -> Option<Square> {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const TOPS: u64 = 0x8080_8080_8080_8080;
    let (all, index) = (squares.0, u64::from(index));
    if index >= u64::from(squares.len()) {
        return None;
    }
    let pairs = all - (all >> 1 & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let ranks = (fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
    // The byte of each rank holds the number of squares up to its end.
    let up_to = ranks.wrapping_mul(ONES);
    let rank = 8 * ((((index * ONES) | TOPS) - up_to) & TOPS).count_ones();
    let before = up_to << 8 >> rank & 0xff;
    let file = NTH_OF_RANK[(all >> rank & 0xff) as usize] >> (4 * (index - before)) & 7;
    Square::try_from((rank + file) as u8).ok()
}

/// The files of each set of squares of a rank, four bits each, lowest first.
static NTH_OF_RANK: [u32; 256] = {
    let mut table = [0; 256];
    let mut set = 0;
    while set < 256 {
        let (mut file, mut count) = (0, 0);
        while file < 8 {
            if set >> file & 1 == 1 {
                table[set] |= file << (4 * count);
                count += 1;
            }
            file += 1;
        }
        set += 1;
    }
    table
};

/// Appends a code in the file format.
#[inline]
pub(crate) fn push(out: &mut Vec<u8>, code: u16) {
    let (piece, move_index) = ((code >> MOVE_INDEX_BITS) as u8, code & ((1 << MOVE_INDEX_BITS) - 1));
    if move_index < ESCAPE {
        out.push(piece << 4 | move_index as u8);
    } else {
        out.extend([piece << 4 | ESCAPE as u8, (move_index - ESCAPE) as u8]);
    }
}

/// Reads a code.
pub(crate) fn take(bytes: &mut Bytes<'_>) -> Option<u16> {
    let mut codes = Codes(bytes.0);
    let code = codes.next();
    bytes.0 = codes.0;
    code
}

/// Iterates over the codes of a game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Codes<'a>(pub(crate) &'a [u8]);

impl Iterator for Codes<'_> {
    type Item = u16;

    #[inline]
    fn next(&mut self) -> Option<u16> {
        let (&first, rest) = self.0.split_first()?;
        self.0 = rest;
        let (piece, move_index) = (u16::from(first >> 4), u16::from(first & 15));
        if move_index < ESCAPE {
            return Some(piece << MOVE_INDEX_BITS | move_index);
        }
        // If truncated or too large, it decodes to an index that no piece has.
        let (&second, rest) = self.0.split_first().unwrap_or((&u8::MAX, &[]));
        self.0 = rest;
        Some(piece << MOVE_INDEX_BITS | (ESCAPE + u16::from(second)).min((1 << MOVE_INDEX_BITS) - 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabiya::keys::SplitMix64;
    use tabiya::{Chess, Makruk, Reading};

    fn check_round_trip<R: Rules>(position: &Position<R>) {
        for mv in position.legal_moves() {
            let code = code(position, mv);
            assert_eq!(decode(position, code), Some(mv), "{position:?} {mv}");
            let mut bytes = Vec::new();
            push(&mut bytes, code);
            assert_eq!(Codes(&bytes).collect::<Vec<_>>(), [code], "{position:?} {mv}");
        }
        // Any other code decodes to a move of a piece that is there, or to nothing.
        for code in 0..1 << 9 {
            if let Some(mv) = decode(position, code) {
                assert_eq!(
                    position.piece_at(mv.from).map(|piece| piece.role),
                    Some(mv.role),
                    "{position:?} {mv}"
                );
                let _ = position.play_legal(mv);
            }
        }
    }

    fn walk<R: Rules>(start: &Position<R>, seed: u64) {
        let (mut random, mut position) = (SplitMix64::new(seed), *start);
        for _ in 0..200 {
            check_round_trip(&position);
            let moves = position.legal_moves();
            if moves.is_empty() {
                return;
            }
            position.advance(moves[random.next() as usize % moves.len()]);
        }
    }

    #[test]
    fn codes_round_trip() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3pPk/8/4P3/8 b - g3 0 1",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
            "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
            "1rkr4/pppppppp/8/8/8/8/PPPPPPPP/1RKR4 w DBdb - 0 1",
        ] {
            let reading = Reading::LENIENT.chess960();
            let start = Position::<Chess>::from_fen(fen, reading).unwrap().position;
            (0..3).for_each(|seed| walk(&start, seed));
        }
        (0..5).for_each(|seed| walk(&Position::<Makruk>::start(), seed));
    }

    #[test]
    fn nth_square() {
        let mut random = SplitMix64::new(3);
        let sparse = std::iter::repeat_with(|| random.next() & random.next()).take(2_000);
        for squares in sparse.chain([0, 1, 1 << 63, u64::MAX, 0xff, 0xff << 56]).map(Bitboard) {
            for (index, square) in squares.into_iter().enumerate() {
                assert_eq!(nth(squares, index as u16), Some(square), "{squares:?}");
            }
            for index in [squares.len() as u16, 100, 255, 256, u16::MAX] {
                let expected = squares.into_iter().nth(usize::from(index));
                assert_eq!(nth(squares, index), expected, "{squares:?} {index}");
            }
        }
    }

    /// If this fails, existing databases would be decoded to different games: increase the format version instead.
    #[test]
    fn codes_are_part_of_the_format() {
        let position: Position<Chess> =
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1".parse().unwrap();
        let bytes = |uci: &str| {
            let mut bytes = Vec::new();
            push(&mut bytes, code(&position, position.parse_uci(uci).unwrap()));
            bytes
        };
        assert_eq!(bytes("a2a3"), [0x30]);
        assert_eq!(bytes("a2a4"), [0x33]);
        assert_eq!(bytes("d5e6"), [0xe2]);
        assert_eq!(bytes("e1g1"), [0x18]);
        assert_eq!(bytes("e1c1"), [0x1f, 0]);
        assert_eq!(bytes("f3f6"), [0xcf, 5]);
        assert_eq!(bytes("e5f7"), [0xf7]);
    }
}
