//! The numbers of features other than pieces: castling rights, en passant, side to move.

/// How castling rights enter the key. The order of the rights is that of the bits: the first is 1, the last 8.
// Exhaustive, like `EnPassantNumbers`: code that writes layouts must handle every case, because a wildcard would write
// different keys. A new case should break such code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CastlingNumbers {
    /// Not at all.
    None,
    /// One number per right.
    Four([Right; 4]),
    /// One number per set of rights, including the empty one.
    Sixteen([Right; 4]),
}

/// A castling right by color and side of the king, also in Chess960.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names are the documentation")]
pub enum Right {
    WhiteKingSide,
    WhiteQueenSide,
    BlackKingSide,
    BlackQueenSide,
}

impl Right {
    /// K, Q, k, q: the usual order.
    pub const USUAL: [Right; 4] =
        [Right::WhiteKingSide, Right::WhiteQueenSide, Right::BlackKingSide, Right::BlackQueenSide];

    /// The FEN letter.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Right::WhiteKingSide => 'K',
            Right::WhiteQueenSide => 'Q',
            Right::BlackKingSide => 'k',
            Right::BlackQueenSide => 'q',
        }
    }
}

/// How en passant enters the key.
// Exhaustive, for the same reason as `CastlingNumbers`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EnPassantNumbers {
    /// Not at all.
    None,
    /// One number per file.
    ByFile {
        /// The last number is for positions without en passant.
        or_none: bool,
    },
    /// One number per square of rank 3, then of rank 6.
    ByFileAndRank {
        /// The last number is for positions without en passant.
        or_none: bool,
    },
    /// One number per square of the board.
    BySquare {
        /// The last number is for positions without en passant.
        or_none: bool,
    },
}

/// How the side to move enters the key.
// Exhaustive: there are no other possibilities.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SideNumbers {
    /// Not at all.
    None,
    /// One number, if white is to move.
    White,
    /// One number, if black is to move.
    Black,
    /// Two numbers, white's first.
    Both,
}
