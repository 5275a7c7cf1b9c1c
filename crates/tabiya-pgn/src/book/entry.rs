use std::fmt;

use tabiya::{Chess, Key, Move, Position, Role, Square};

/// One move of a position in a book.
///
/// ```
/// use tabiya::Key;
/// use tabiya_pgn::book::{BookMove, BookEntry};
///
/// let entry = BookEntry { key: Key(0x463b96181691fc9c), mv: BookMove(0x031c), weight: 2, learn: 0 };
/// assert_eq!(BookEntry::from_bytes(entry.to_bytes()), entry);
/// assert_eq!(entry.mv.to_string(), "e2e4");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BookEntry {
    /// The position's Polyglot key.
    pub key: Key,
    /// The move.
    pub mv: BookMove,
    /// The relative frequency with which the move should be played.
    pub weight: u16,
    /// Used by engines that learn; 0 in a new book.
    pub learn: u32,
}

impl BookEntry {
    /// Size of an entry in a file, in bytes.
    pub const SIZE: usize = 16;

    /// Encodes the entry as in a file: big-endian.
    #[must_use]
    pub fn to_bytes(self) -> [u8; BookEntry::SIZE] {
        let mut bytes = [0; BookEntry::SIZE];
        bytes[..8].copy_from_slice(&self.key.0.to_be_bytes());
        bytes[8..10].copy_from_slice(&self.mv.0.to_be_bytes());
        bytes[10..12].copy_from_slice(&self.weight.to_be_bytes());
        bytes[12..].copy_from_slice(&self.learn.to_be_bytes());
        bytes
    }

    /// Decodes an entry written by [`to_bytes`](Self::to_bytes).
    #[must_use]
    pub fn from_bytes(bytes: [u8; BookEntry::SIZE]) -> BookEntry {
        let [k0, k1, k2, k3, k4, k5, k6, k7, m0, m1, w0, w1, l0, l1, l2, l3] = bytes;
        BookEntry {
            key: Key(u64::from_be_bytes([k0, k1, k2, k3, k4, k5, k6, k7])),
            mv: BookMove(u16::from_be_bytes([m0, m1])),
            weight: u16::from_be_bytes([w0, w1]),
            learn: u32::from_be_bytes([l0, l1, l2, l3]),
        }
    }
}

/// A move in the fifteen bits of a book: target, origin, promotion. Castling is encoded as king takes own rook.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct BookMove(pub u16);

/// Why a move of a book cannot be played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum BookMoveError {
    /// The promotion bits are out of range.
    BadPromotion(u8),
    /// The move is illegal in the position.
    Illegal,
}

impl fmt::Display for BookMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BookMoveError::BadPromotion(code) => write!(f, "promotion code {code} is out of range (0 to 4)"),
            BookMoveError::Illegal => f.write_str("the move is illegal here"),
        }
    }
}

impl std::error::Error for BookMoveError {}

/// The roles of promotion codes 1 to 4.
const PROMOTIONS: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

impl BookMove {
    /// Encodes a move.
    #[must_use]
    pub fn of(mv: Move) -> BookMove {
        let promotion =
            PROMOTIONS.iter().position(|role| mv.promotion() == Some(*role)).map_or(0, |place| place + 1);
        BookMove(mv.to as u16 | (mv.from as u16) << 6 | (promotion as u16) << 12)
    }

    /// Origin and target squares.
    #[must_use]
    pub fn squares(self) -> (Square, Square) {
        let square = |shift: u16| Square::ALL[usize::from(self.0 >> shift & 63)];
        (square(6), square(0))
    }

    /// The role a pawn promotes to, if the move is a promotion.
    pub fn promotion(self) -> Result<Option<Role>, BookMoveError> {
        match self.0 >> 12 {
            0 => Ok(None),
            code => {
                let role = PROMOTIONS.get(usize::from(code) - 1).copied();
                role.map(Some).ok_or(BookMoveError::BadPromotion(code as u8))
            }
        }
    }

    /// The corresponding legal move of a position. Castling may also be encoded with the king's target square, as in some
    /// books.
    pub fn find(self, position: &Position<Chess>) -> Result<Move, BookMoveError> {
        self.promotion()?;
        position.parse_uci(&self.to_string()).map_err(|_| BookMoveError::Illegal)
    }
}

/// Writes the move in UCI notation for Chess960, with `?` for a promotion out of range.
impl fmt::Display for BookMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (from, to) = self.squares();
        let letter = match self.promotion() {
            Ok(None) => "",
            Ok(Some(Role::Knight)) => "n",
            Ok(Some(Role::Bishop)) => "b",
            Ok(Some(Role::Rook)) => "r",
            Ok(Some(_)) => "q",
            Err(_) => "?",
        };
        f.pad(&format!("{from}{to}{letter}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn legal_moves_round_trip() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        ] {
            let position: Position<Chess> = fen.parse().expect("valid FEN");
            for mv in &position.legal_moves() {
                assert_eq!(BookMove::of(*mv).find(&position), Ok(*mv), "{mv:?}");
            }
        }
    }

    #[test]
    fn castling_is_king_takes_rook_and_both_spellings_are_read() {
        let position: Position<Chess> = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse().expect("valid FEN");
        let castle = position.parse_san("O-O").expect("legal move");
        assert_eq!(BookMove::of(castle).to_string(), "e1h1");
        let king_to_g1 = BookMove(Square::G1 as u16 | (Square::E1 as u16) << 6);
        assert_eq!(king_to_g1.find(&position), Ok(castle));
    }

    #[test]
    fn invalid_moves_are_rejected() {
        let start = Position::<Chess>::start();
        assert_eq!(BookMove(0).find(&start), Err(BookMoveError::Illegal));
        assert_eq!(BookMove(0x531c).find(&start), Err(BookMoveError::BadPromotion(5)));
        assert_eq!(BookMove(0xf31c).find(&start), Err(BookMoveError::BadPromotion(15)));
        assert_eq!(BookMove(0xf31c).to_string(), "e2e4?");
        assert_eq!(BookMove(0x431c).find(&start), Err(BookMoveError::Illegal));
    }
}
