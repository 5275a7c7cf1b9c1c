//! How many numbers the features beside men on squares have: castling rights, en passant, the side to move.

/// What castling rights do. The order of the rights is that of the bits: the first is 1, the last 8.
// Exhaustive, as `EnPassantNumbers` is: whoever writes a layout down has to know every case, since a wildcard there would describe
// other keys. A new case is meant to break such code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CastlingNumbers {
    /// Nothing.
    None,
    /// A number for each right.
    Four([Right; 4]),
    /// A number for each set of rights, the empty one too.
    Sixteen([Right; 4]),
}

/// A right to castle, by color and side of the king; so also in Chess960.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names are the documentation")]
pub enum Right {
    WhiteKingSide,
    WhiteQueenSide,
    BlackKingSide,
    BlackQueenSide,
}

impl Right {
    /// K, Q, k, q: what nearly everybody uses.
    pub const USUAL: [Right; 4] =
        [Right::WhiteKingSide, Right::WhiteQueenSide, Right::BlackKingSide, Right::BlackQueenSide];

    /// The letter of a FEN.
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

/// What en passant does.
// Exhaustive, as `CastlingNumbers` is and for its reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EnPassantNumbers {
    /// Nothing.
    None,
    /// A number for each file.
    ByFile {
        /// The last number is for positions without en passant.
        or_none: bool,
    },
    /// A number for each square of rank 3, then of rank 6.
    ByFileAndRank {
        /// The last number is for positions without en passant.
        or_none: bool,
    },
    /// A number for each square of the board.
    BySquare {
        /// The last number is for positions without en passant.
        or_none: bool,
    },
}

/// What the side to move does.
// Exhaustive: there is nothing else that two sides can do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SideNumbers {
    /// Nothing.
    None,
    /// One number, there when white is to move.
    White,
    /// One number, there when black is to move.
    Black,
    /// A number for white, then one for black.
    Both,
}
