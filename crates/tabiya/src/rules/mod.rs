//! The games. A game is a page: constants, what its men attack, how it counts toward a draw.

mod chess;
mod makruk;

use core::fmt::Debug;

use crate::{Bitboard, ByRole, Color, Identity, Outcome, Rank, Role, Square, Variant};

pub use chess::Chess;
pub use makruk::{Count, Makruk};

/// What one game allows. Generic code asks a constant and the compiler removes the question.
///
/// ```
/// use tabiya::{Chess, Makruk, Rules};
///
/// assert!(Chess::CASTLES && !Makruk::CASTLES);
/// ```
///
/// The games are [`Chess`] and [`Makruk`]; nobody else can add one.
pub trait Rules:
    sealed::Sealed + Clone + Copy + Debug + Default + PartialEq + Eq + Send + Sync + 'static
{
    /// The game's name in small letters.
    const NAME: &'static str;
    /// Which game it is; of Chess960 and chess, chess.
    const VARIANT: Variant;
    /// Where a game begins, as FEN.
    const START: &'static str;
    /// The roles that occur, the king last.
    const ROLES: &'static [Role];
    /// The letters of the men in FEN, small ones; a mark behind a letter tells a man from its namesake. Roles the game does
    /// not have are empty.
    const LETTERS: ByRole<&'static str>;
    /// What a FEN says between the side to move and the numbers.
    const FEN_FIELDS: FenFields;
    /// Whether kings castle.
    const CASTLES: bool;
    /// Whether men slide along diagonals.
    const DIAGONAL_SLIDERS: bool;
    /// Whether a promoted pawn is a man of a role of its own.
    const HAS_PROMOTED_PAWNS: bool;
    /// Whether pawns may go two squares from where they stand at the start, and be captured en passant.
    const DOUBLE_STEP: bool;
    /// The rank on which a pawn promotes, as its owner counts.
    const PROMOTION_RANK: Rank;
    /// What a pawn may become.
    const PROMOTES_TO: &'static [Role];

    /// What a man is called in a sentence.
    fn piece_name(role: Role) -> &'static str;

    /// What the game counts toward a draw beside the half-move clock; part of the game's state, not of the
    /// position's identity.
    type Count: Clone + Copy + Debug + Default + PartialEq + Eq + Send + Sync;

    /// The squares a man attacks. For every role but the pawn these are also the squares it goes to.
    fn attacks(role: Role, color: Color, from: Square, occupied: Bitboard) -> Bitboard;

    /// The squares a man attacks when nothing is in its way: [`attacks`](Self::attacks) from one small table.
    fn attacks_on_empty_board(role: Role, color: Color, from: Square) -> Bitboard;

    /// Men of both colors that slide along ranks and files.
    fn straight_sliders(identity: &Identity) -> Bitboard;

    /// Men of both colors that slide along diagonals.
    fn diagonal_sliders(identity: &Identity) -> Bitboard;

    /// The count after a move that led to this position.
    fn next_count(count: Self::Count, position: &Identity, was_capture: bool) -> Self::Count;

    /// Whether the count has run out: the position is drawn unless it is mate.
    fn count_has_run_out(count: Self::Count) -> bool;

    /// A count that somebody has begun, or none; a game that does not count forgets it.
    fn count_from(running: Option<Count>) -> Self::Count;

    /// The count, if somebody counts.
    fn running_count(count: Self::Count) -> Option<Count>;

    /// After how many half-moves without a capture or pawn move a draw may be claimed, and after how many the
    /// game ends by itself.
    const CLOCK_LIMITS: Option<(u16, u16)>;

    /// After how many occurrences of a position a draw may be claimed.
    const REPETITION_CLAIM: Option<u32>;

    /// After how many occurrences of a position the game ends by itself, and what that is called.
    const REPETITION_ENDS: Option<(u32, Outcome)>;

    /// Whether a color has too few men to mate, however the other side helps.
    fn has_insufficient_material(identity: &Identity, color: Color) -> bool;

    /// Whether that is true of both sides.
    #[inline]
    fn is_dead(identity: &Identity) -> bool {
        Color::ALL.into_iter().all(|color| Self::has_insufficient_material(identity, color))
    }
}

/// What a FEN says between the side to move and the numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum FenFields {
    /// Castling rights and the en passant square.
    Rights,
    /// Nothing, and the limit of a count.
    Count,
}

mod sealed {
    pub trait Sealed {}

    impl Sealed for super::Chess {}
    impl Sealed for super::Makruk {}
}
