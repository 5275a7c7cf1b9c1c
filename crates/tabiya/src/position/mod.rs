mod children;
mod generate;
mod key_after;
mod legality;
mod move_set;
mod play;
mod safety;
pub(crate) mod setup;
mod start_960;
mod status;

use crate::{Bitboard, Castling, Color, File, Identity, Key, Key128, Keys, Piece, Role, Rules, Square};

pub use generate::MoveSetVisitor;
pub use move_set::MoveVisitor;
pub use play::IllegalMove;
pub use setup::{Setup, SetupError, SetupProblem};

/// A position of a game, with the keys that name it.
///
/// Beside its [`Identity`] it knows what the rules need and the key does not: clocks, counts, the last double
/// step. It is small and `Copy`; playing a move gives a new position, so there is nothing to undo.
///
/// ```
/// use tabiya::{Chess, Position};
///
/// let start = Position::<Chess>::start();
/// let next = start.play(start.parse_uci("e2e4")?)?;
/// assert_eq!(next.to_fen(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
/// assert_ne!(start.key(), next.key());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "board")]
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Position<R: Rules> {
    identity: Identity,
    fullmove_number: u32,
    halfmove_clock: u16,
    double_step: Option<Square>,
    count: R::Count,
}

impl<R: Rules> Position<R> {
    /// Puts together a position whose parts the caller has checked.
    pub(crate) fn from_parts(
        identity: Identity,
        (halfmove_clock, fullmove_number): (u16, u32),
        double_step: Option<Square>,
        count: R::Count,
    ) -> Position<R> {
        Position { identity, fullmove_number, halfmove_clock, double_step, count }
    }

    /// What makes this position the same as another.
    #[inline]
    #[must_use]
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// The position's name: the same for the same position, whatever moves led there.
    #[inline]
    #[must_use]
    pub fn key(&self) -> Key {
        self.identity.keys().full
    }

    /// The position's longer name, computed anew.
    #[must_use]
    pub fn key_128(&self) -> Key128 {
        self.identity.key_128()
    }

    /// The full key and those of its parts.
    #[inline]
    #[must_use]
    pub fn keys(&self) -> &Keys {
        self.identity.keys()
    }

    /// Whose turn it is.
    #[inline]
    #[must_use]
    pub fn turn(&self) -> Color {
        self.identity.turn()
    }

    /// Who may still castle with which rook.
    #[inline]
    #[must_use]
    pub fn castling(&self) -> Castling {
        self.identity.castling()
    }

    /// The file on which a pawn can be captured en passant, if one legally can.
    #[inline]
    #[must_use]
    pub fn en_passant(&self) -> Option<File> {
        self.identity.en_passant()
    }

    /// The square the last move's double step passed over, whether or not a capture is possible. Some dialects of
    /// keys mention it; the identity does not.
    #[inline]
    #[must_use]
    pub fn double_step(&self) -> Option<Square> {
        self.double_step
    }

    /// Half-moves since the last capture or pawn move.
    #[inline]
    #[must_use]
    pub fn halfmove_clock(&self) -> u16 {
        self.halfmove_clock
    }

    /// The number of the move about to be played, from 1; it grows after black's moves.
    #[inline]
    #[must_use]
    pub fn fullmove_number(&self) -> u32 {
        self.fullmove_number
    }

    /// What the game counts beside the clock: Makruk's count, or nothing.
    #[inline]
    #[must_use]
    pub fn count(&self) -> R::Count {
        self.count
    }

    /// The man on a square.
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.identity.piece_at(square)
    }

    /// The squares of a color's men of one role.
    #[inline]
    #[must_use]
    pub fn pieces(&self, color: Color, role: Role) -> Bitboard {
        self.identity.piece(Piece { color, role })
    }

    /// Where a color's king stands.
    #[inline]
    #[must_use]
    pub fn king(&self, color: Color) -> Square {
        // Every position has its kings. Without one this would answer a1, and cost no test.
        Square::from_low_bits(self.pieces(color, Role::King).0.trailing_zeros())
    }
}

/// By its identity: positions that differ in clocks alone have one hash, and are not equal.
///
/// ```
/// use std::collections::HashSet;
/// use tabiya::{Chess, Position};
///
/// let start = Position::<Chess>::start();
/// let seen: HashSet<_> = start.legal_moves().into_iter().map(|mv| start.play_legal(mv)).collect();
/// assert_eq!(seen.len(), 20);
/// ```
impl<R: Rules> core::hash::Hash for Position<R> {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        self.identity.hash(state);
    }
}
