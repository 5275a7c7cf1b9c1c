use crate::{Position, Role, Rules, Square, attacks};

/// The condition under which a scheme includes en passant in the key.
///
/// Ordered: each condition implies the ones before it.
///
/// ```
/// use tabiya::{Chess, Position, keys::EnPassantPolicy};
///
/// // The pawn on d4 is beside e4, but the rook on d2 pins it.
/// let pinned: Position<Chess> = "3k4/8/8/8/3pP3/8/3R4/4K3 b - e3 0 1".parse()?;
/// assert_eq!(EnPassantPolicy::of(&pinned).map(|(_, reach)| reach), Some(EnPassantPolicy::PseudoLegal));
/// assert!(EnPassantPolicy::PseudoLegal < EnPassantPolicy::LegalCapture);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum EnPassantPolicy {
    /// The last move was a double step, or the FEN has its square.
    AfterDoubleStep,
    /// …and a pawn of the side to move attacks the square passed over.
    PawnBeside,
    /// …and the double step is possible: the pawn is there, and the squares behind it are empty.
    PseudoLegal,
    /// …and a capture is legal.
    LegalCapture,
}

impl EnPassantPolicy {
    /// All conditions, the weakest first.
    pub const ALL: [EnPassantPolicy; 4] = [
        EnPassantPolicy::AfterDoubleStep,
        EnPassantPolicy::PawnBeside,
        EnPassantPolicy::PseudoLegal,
        EnPassantPolicy::LegalCapture,
    ];

    /// The square passed over by the last double step, and the strongest condition that holds.
    #[must_use]
    pub fn of<R: Rules>(position: &Position<R>) -> Option<(Square, EnPassantPolicy)> {
        let square = position.double_step()?;
        let (us, them) = (position.turn(), !position.turn());
        let reach = if position.en_passant().is_some() {
            EnPassantPolicy::LegalCapture
        } else if !attacks::pawn(them, square).intersects(position.pieces(us, Role::Pawn)) {
            EnPassantPolicy::AfterDoubleStep
        } else if has_stepped_over(position, square) {
            EnPassantPolicy::PseudoLegal
        } else {
            EnPassantPolicy::PawnBeside
        };
        Some((square, reach))
    }
}

/// Whether a pawn of the side not to move can have passed this square: FENs may claim the impossible.
fn has_stepped_over<R: Rules>(position: &Position<R>, square: Square) -> bool {
    let (us, them) = (position.turn(), !position.turn());
    let passed = square.bitboard();
    let behind = passed | passed.forward(us);
    passed.forward(them).intersects(position.pieces(them, Role::Pawn))
        && !behind.intersects(position.identity().occupied())
}
