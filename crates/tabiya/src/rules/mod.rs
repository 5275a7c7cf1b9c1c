//! The games. A game is a page: constants, what its men attack, how it counts toward a draw.

mod chess;
mod makruk;

use core::fmt::Debug;

use crate::{Bitboard, Color, Identity, Outcome, Rank, ReversibleMoves, Role, Square};

pub use chess::Chess;
pub use makruk::{Count, Makruk};

/// What one game allows. Generic code asks a constant and the compiler removes the question.
///
/// ```
/// use tabiya::{Chess, Makruk, Rules};
///
/// assert!(Chess::CASTLES && !Makruk::CASTLES);
/// ```
pub trait Rules: Clone + Copy + Debug + Default + PartialEq + Eq + Send + Sync + 'static {
    /// The game's name in small letters.
    const NAME: &'static str;
    /// Where a game begins, as FEN.
    const START: &'static str;
    /// The roles that occur, the king last.
    const ROLES: &'static [Role];
    /// Whether kings castle.
    const CASTLES: bool;
    /// Whether pawns may go two squares from where they stand at the start, and be captured en passant.
    const DOUBLE_STEP: bool;
    /// The rank on which a pawn promotes, as its owner counts.
    const PROMOTION_RANK: Rank;
    /// What a pawn may become.
    const PROMOTES_TO: &'static [Role];

    /// What a man is called in a sentence.
    fn man_name(role: Role) -> &'static str;

    /// What the game counts toward a draw beside the half-move clock; part of the game's state, not of the
    /// position's identity.
    type Count: Clone + Copy + Debug + Default + PartialEq + Eq + Send + Sync;

    /// The squares a man attacks. For every role but the pawn these are also the squares it goes to.
    fn attacks(role: Role, color: Color, from: Square, occupied: Bitboard) -> Bitboard;

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

    /// The moves that can bring a position back.
    fn reversible_moves() -> &'static ReversibleMoves;

    /// Whether a color has too few men to mate, however the other side helps.
    fn has_insufficient_material(identity: &Identity, color: Color) -> bool;

    /// Whether that is true of both sides.
    #[inline]
    fn is_dead(identity: &Identity) -> bool {
        Color::ALL.into_iter().all(|color| Self::has_insufficient_material(identity, color))
    }
}
