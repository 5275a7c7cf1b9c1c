use tabiya::{Castling, Chess, Color, File, Piece, Position, Square};

/// A simple board: the pieces on 64 squares, and the other facts of a position's identity.
pub struct Board {
    pieces: [Option<Piece>; 64],
    turn: Color,
    castling: Castling,
    en_passant: Option<File>,
}

impl Board {
    pub fn of(position: &Position<Chess>) -> Board {
        Board {
            pieces: Square::ALL.map(|square| position.piece_at(square)),
            turn: position.turn(),
            castling: position.castling(),
            en_passant: position.en_passant(),
        }
    }

    pub fn is_same(&self, other: &Board) -> bool {
        self.pieces == other.pieces
            && self.turn == other.turn
            && self.castling == other.castling
            && self.en_passant == other.en_passant
    }
}
