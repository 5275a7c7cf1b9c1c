//! The rules of each game: constants, attacks, and counting toward a draw.

mod chess;
mod makruk;

use core::fmt::Debug;

use crate::{Bitboard, ByRole, Color, Identity, Outcome, Rank, Role, Square, Variant};

pub use chess::Chess;
pub use makruk::{Count, Makruk};

/// The rules of one game. Generic code tests the constants, and the compiler removes the branches.
///
/// ```
/// use tabiya::{Chess, Makruk, Rules};
///
/// assert!(Chess::CASTLES && !Makruk::CASTLES);
/// ```
///
/// Implemented by [`Chess`] and [`Makruk`]; sealed.
pub trait Rules:
    sealed::Sealed + Clone + Copy + Debug + Default + PartialEq + Eq + Send + Sync + 'static
{
    /// The game's name in lowercase.
    const NAME: &'static str;
    /// The variant; for Chess960, chess.
    const VARIANT: Variant;
    /// The start position as FEN.
    const START: &'static str;
    /// The roles of the game, the king last.
    const ROLES: &'static [Role];
    /// The FEN letters of the pieces, lowercase; a mark after a letter distinguishes two pieces with one letter. Empty for roles the
    /// game does not have.
    const LETTERS: ByRole<&'static str>;
    /// The FEN fields between the side to move and the clocks.
    const FEN_FIELDS: FenFields;
    /// Whether kings can castle.
    const CASTLES: bool;
    /// Whether bishops and queens slide along diagonals; otherwise they move to adjacent squares.
    const DIAGONAL_SLIDERS: bool;
    /// Whether promoted pawns have a role of their own, [`Role::BiaNgai`].
    const HAS_PROMOTED_PAWNS: bool;
    /// Whether pawns have a double step, and can be captured en passant after it.
    const DOUBLE_STEP: bool;
    /// The rank on which a pawn promotes, from its owner's point of view.
    const PROMOTION_RANK: Rank;
    /// The roles a pawn may promote to.
    const PROMOTES_TO: &'static [Role];

    /// The name of a piece in a sentence.
    fn piece_name(role: Role) -> &'static str;

    /// The game's count toward a draw beside the half-move clock; part of the position, not of its
    /// identity.
    type Count: Clone + Copy + Debug + Default + PartialEq + Eq + Send + Sync;

    /// The squares a piece attacks. For every role except the pawn these are also the squares it moves to.
    fn attacks(role: Role, color: Color, from: Square, occupied: Bitboard) -> Bitboard;

    /// The squares a piece attacks on an empty board: like [`attacks`](Self::attacks), from one small table.
    fn attacks_on_empty_board(role: Role, color: Color, from: Square) -> Bitboard;

    /// Sliders along ranks and files, of both colors.
    fn straight_sliders(identity: &Identity) -> Bitboard;

    /// Sliders along diagonals, of both colors.
    fn diagonal_sliders(identity: &Identity) -> Bitboard;

    /// The count after the move that led to this position.
    fn next_count(count: Self::Count, position: &Identity, was_capture: bool) -> Self::Count;

    /// Whether the count has run out: the position is drawn unless it is checkmate.
    fn count_has_run_out(count: Self::Count) -> bool;

    /// Converts a running count; games without a count ignore it.
    fn count_from(running: Option<Count>) -> Self::Count;

    /// The count, if it is running.
    fn running_count(count: Self::Count) -> Option<Count>;

    /// The half-moves without a capture or pawn move after which a draw may be claimed, and after which the
    /// game ends by itself.
    const CLOCK_LIMITS: Option<(u16, u16)>;

    /// The number of occurrences of a position after which a draw may be claimed.
    const REPETITION_CLAIM: Option<u32>;

    /// The number of occurrences of a position that ends the game, and the outcome.
    const REPETITION_ENDS: Option<(u32, Outcome)>;

    /// Whether a color has too few pieces to mate, whatever the opponent does.
    fn has_insufficient_material(identity: &Identity, color: Color) -> bool;

    /// Whether neither side can mate.
    #[inline]
    fn is_dead(identity: &Identity) -> bool {
        Color::ALL.into_iter().all(|color| Self::has_insufficient_material(identity, color))
    }
}

/// The FEN fields between the side to move and the clocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum FenFields {
    /// Castling rights and the en passant square.
    Rights,
    /// None, and the limit of a running count.
    Count,
}

mod sealed {
    pub trait Sealed {}

    impl Sealed for super::Chess {}
    impl Sealed for super::Makruk {}
}
