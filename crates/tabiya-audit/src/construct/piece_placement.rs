//! The pieces of constructed positions: fixed ones and movable ones, for chess and Makruk.

use tabiya::{
    AnyPosition, Bitboard, Chess, Color, Makruk, Piece, Reading, Role, Rules, Setup, Square, Variant,
};

/// A board with fourteen movable pieces, seven per half, each restricted to some squares.
pub(super) struct PiecePlacement {
    variant: Variant,
    standing: &'static [(char, Square)],
    /// The kings, White's first.
    kings: [Square; 2],
    pub(super) wings: [[(char, Bitboard); 7]; 2],
}

const WEST: Bitboard = Bitboard(0x0f0f_0f0f_0f0f_0f0f);
const EAST: Bitboard = Bitboard(!WEST.0);
// A bishop cannot get into a corner behind a pawn that has not moved.
const NO_CORNER: Bitboard = Bitboard(!0x8100_0000_0000_0081);

/// Kings and pawns are fixed. Three pawns per side have been captured, so all pieces can have come out. The material
/// is that of the start: each color has a queen and bishops on both square colors.
///
/// ```text
/// . . . . . . k .
/// p p . . . p p p
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .
/// . . . . . . . .
/// P P . . . P P P
/// . . . . . . K .
/// ```
pub(super) static CHESS: PiecePlacement = {
    use Square::{A2, A7, B2, B7, F2, F7, G1, G2, G7, G8, H2, H7};
    PiecePlacement {
        variant: Variant::Chess,
        standing: &[
            ('P', A2),
            ('P', B2),
            ('P', F2),
            ('P', G2),
            ('P', H2),
            ('K', G1),
            ('p', A7),
            ('p', B7),
            ('p', F7),
            ('p', G7),
            ('p', H7),
            ('k', G8),
        ],
        kings: [G1, G8],
        wings: [
            wing(WEST, [('Q', ANY), ('B', LIGHT_CORE), ('b', DARK_CORE)]),
            wing(EAST, [('q', ANY), ('B', DARK_CORE), ('b', LIGHT_CORE)]),
        ],
    }
};

/// The same with Makruk's pieces; both mets stay on dark squares.
///
/// ```text
/// . . . . . . k .
/// . . . . . . . .
/// p p . . . p p p
/// . . . . . . . .
/// . . . . . . . .
/// P P . . . P P P
/// . . . . . . . .
/// . . . . . . K .
/// ```
pub(super) static MAKRUK: PiecePlacement = {
    use Square::{A3, A6, B3, B6, F3, F6, G1, G3, G6, G8, H3, H6};
    PiecePlacement {
        variant: Variant::Makruk,
        standing: &[
            ('P', A3),
            ('P', B3),
            ('P', F3),
            ('P', G3),
            ('P', H3),
            ('K', G1),
            ('p', A6),
            ('p', B6),
            ('p', F6),
            ('p', G6),
            ('p', H6),
            ('k', G8),
        ],
        kings: [G1, G8],
        wings: [
            wing(WEST, [('M', Bitboard::DARK_SQUARES), ('S', ANY), ('s', ANY)]),
            wing(EAST, [('m', Bitboard::DARK_SQUARES), ('S', ANY), ('s', ANY)]),
        ],
    }
};

const ANY: Bitboard = Bitboard(!0);
const LIGHT_CORE: Bitboard = Bitboard(Bitboard::LIGHT_SQUARES.0 & NO_CORNER.0);
const DARK_CORE: Bitboard = Bitboard(Bitboard::DARK_SQUARES.0 & NO_CORNER.0);

/// Rooks, knights and three others on one half of the board.
const fn wing(half: Bitboard, others: [(char, Bitboard); 3]) -> [(char, Bitboard); 7] {
    let [one, two, three] = others;
    [
        ('R', half),
        ('N', half),
        ('r', half),
        ('n', half),
        (one.0, Bitboard(one.1.0 & half.0)),
        (two.0, Bitboard(two.1.0 & half.0)),
        (three.0, Bitboard(three.1.0 & half.0)),
    ]
}

impl PiecePlacement {
    pub(super) fn of(variant: Variant) -> &'static PiecePlacement {
        match variant {
            Variant::Chess | Variant::Chess960 => &CHESS,
            Variant::Makruk => &MAKRUK,
        }
    }

    /// The squares on which the piece gives no check, even on an empty board.
    pub(super) fn places(&self, piece: Piece, squares: Bitboard) -> impl Iterator<Item = Square> + '_ {
        let king = self.kings[!piece.color as usize];
        let taken: Bitboard = self.standing.iter().map(|&(_, square)| square).collect();
        let attacks = match self.variant {
            Variant::Chess | Variant::Chess960 => Chess::attacks,
            Variant::Makruk => Makruk::attacks,
        };
        let checks =
            move |square: &Square| attacks(piece.role, piece.color, *square, Bitboard::EMPTY).contains(king);
        (squares & !taken).into_iter().filter(move |square| !checks(square))
    }

    /// The position with these pieces, if it is legal.
    pub(super) fn position(&self, pieces: impl Iterator<Item = (char, Square)>) -> Option<AnyPosition> {
        let pieces = self.standing.iter().copied().chain(pieces);
        let setup = pieces.fold(Setup::new(), |setup, (letter, square)| setup.with(square, piece(letter)));
        AnyPosition::from_setup(self.variant, &setup, Reading::STRICT).ok()
    }
}

/// The piece of a letter; Makruk's khon and met use the letters of bishop and queen.
pub(super) fn piece(letter: char) -> Piece {
    let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
    let role = match letter.to_ascii_lowercase() {
        'q' | 'm' => Role::Queen,
        'r' => Role::Rook,
        'b' | 's' => Role::Bishop,
        'n' => Role::Knight,
        'p' => Role::Pawn,
        _ => Role::King,
    };
    Piece { color, role }
}
