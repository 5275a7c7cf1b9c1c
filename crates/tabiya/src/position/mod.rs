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

use core::fmt;

use crate::{
    Bitboard, Castling, Color, EnPassant, File, Identity, Key, Key128, Keys, Piece, Role, Rules, Square,
};

pub(crate) use move_set::MoveVisitor;
pub use play::IllegalMove;
pub use setup::{Setup, SetupError, SetupProblem, SetupProblemKind};

/// A position with incrementally updated Zobrist keys.
///
/// Beside its [`Identity`] it stores what the rules need and the key does not depend on: clocks, counts, the last double
/// step. It is small and `Copy`; playing a move returns a new position, so there is nothing to undo.
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
    /// The standard start position.
    #[must_use]
    pub fn start() -> Position<R> {
        R::START.parse().expect("the start position of each game is a legal FEN")
    }

    /// Builds a position from parts that the caller has validated.
    pub(crate) fn from_parts(
        identity: Identity,
        (halfmove_clock, fullmove_number): (u16, u32),
        double_step: Option<Square>,
        count: R::Count,
    ) -> Position<R> {
        Position { identity, fullmove_number, halfmove_clock, double_step, count }
    }

    /// Everything the key depends on: equal for the same position under FIDE article 9.2.
    #[inline]
    #[must_use]
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// The position's Zobrist key, updated incrementally. Equal for the same position whatever moves led to it.
    #[inline]
    #[must_use]
    pub fn key(&self) -> Key {
        self.identity.keys().full
    }

    /// The position's 128-bit key, computed from scratch.
    #[must_use]
    pub fn key_128(&self) -> Key128 {
        self.identity.key_128()
    }

    /// The full key and the keys of its parts.
    #[inline]
    #[must_use]
    pub fn keys(&self) -> &Keys {
        self.identity.keys()
    }

    /// The side to move.
    #[inline]
    #[must_use]
    pub fn turn(&self) -> Color {
        self.identity.turn()
    }

    /// The castling rights.
    #[inline]
    #[must_use]
    pub fn castling(&self) -> Castling {
        self.identity.castling()
    }

    /// The file on which a pawn can legally be captured en passant.
    #[inline]
    #[must_use]
    pub fn en_passant(&self) -> Option<File> {
        self.identity.en_passant()
    }

    /// The square the last move's double step passed over, whether or not a capture is possible. Some key dialects
    /// include it; the identity does not.
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

    /// The number of the next move, from 1; incremented after black's moves.
    #[inline]
    #[must_use]
    pub fn fullmove_number(&self) -> u32 {
        self.fullmove_number
    }

    /// The game's count toward a draw beside the clock: Makruk's count, or `()`.
    #[inline]
    #[must_use]
    pub fn count(&self) -> R::Count {
        self.count
    }

    /// The piece on a square.
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.identity.piece_at(square)
    }

    /// The squares of a color's pieces of one role.
    #[inline]
    #[must_use]
    pub fn pieces(&self, color: Color, role: Role) -> Bitboard {
        self.identity.piece(Piece { color, role })
    }

    /// The square of a color's king.
    #[inline]
    #[must_use]
    pub fn king(&self, color: Color) -> Square {
        // Every valid position has both kings; without one this returns a1, and saves a branch.
        Square::from_low_bits(self.pieces(color, Role::King).0.trailing_zeros())
    }
}

impl<R: Rules> Default for Position<R> {
    fn default() -> Self {
        Position::start()
    }
}

/// The game and the FEN with every double step, so that positions that differ in one have different texts.
impl<R: Rules> fmt::Debug for Position<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", R::NAME, self.to_fen_with(EnPassant::Always))
    }
}

/// Writes the FEN; `{:#}` draws the board with FEN letters, white at the bottom.
///
/// ```
/// use tabiya::{Chess, Position};
///
/// let position: Position<Chess> = "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1".parse()?;
/// assert_eq!(position.to_string(), "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1");
/// assert_eq!(format!("{position:#}"), "\
/// 8 . . . . k . . .
/// 7 . . . . . . . .
/// 6 . . . . . . . .
/// 5 . . . . . . . .
/// 4 . . . . . . . .
/// 3 . . . . . . . .
/// 2 . . . . P . . .
/// 1 . . . . K . . R
///   a b c d e f g h");
/// # Ok::<(), tabiya::FenError>(())
/// ```
impl<R: Rules> fmt::Display for Position<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() { f.write_str(&self.diagram()) } else { f.pad(&self.to_fen()) }
    }
}

/// Hashes the identity: positions that differ only in their clocks have equal hashes but are not equal.
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
