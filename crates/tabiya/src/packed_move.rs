use core::fmt;
use core::num::NonZeroU16;

use crate::{Move, MoveKind, Position, Role, Rules, Square};

/// A move in sixteen bits: where from, where to, and what a pawn becomes.
///
/// It means something only together with the position it belongs to, and a table may hand out the move of another
/// position: [`PackedMove::unpack`] gives it back only if it is legal.
///
/// ```
/// use tabiya::{Chess, PackedMove, Position};
///
/// let start = Position::<Chess>::start();
/// let mv = start.parse_uci("g1f3")?;
/// let packed = PackedMove::from(mv);
/// assert!(packed.matches(mv));
/// assert_eq!(packed.unpack(&start), Some(mv));
/// assert_eq!(packed.unpack(&start.play_legal(mv)), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PackedMove(NonZeroU16);

const TO: u32 = 6;
const PROMOTION: u32 = 12;
/// In place of a role, which is 1 to 7 here: no promotion. Never zero, so that no move at all can be.
const NO_PROMOTION: u16 = 8;

impl PackedMove {
    /// Whether it stands for this move, in the position where both belong.
    #[inline]
    #[must_use]
    pub fn matches(self, mv: Move) -> bool {
        self == PackedMove::from(mv)
    }

    /// The move it stands for in this position, if that is legal.
    #[must_use]
    pub fn unpack<R: Rules>(self, position: &Position<R>) -> Option<Move> {
        let (from, to) = (square(self.0.get()), square(self.0.get() >> TO));
        let piece = position.piece_at(from).filter(|piece| piece.color == position.turn())?;
        let role = piece.role;
        let kind = match self.0.get() >> PROMOTION {
            NO_PROMOTION => position.kind_between(role, from, to),
            // A false tag's move may promote what is no pawn, or to what nobody becomes: not legal.
            code => MoveKind::Promotion(*Role::ALL.get(usize::from(code).checked_sub(1)?)?),
        };
        let mv = Move { from, to, role, kind };
        position.is_legal_for_own_piece(mv).then_some(mv)
    }

    /// The sixteen bits; zero stands for no move.
    #[inline]
    #[must_use]
    pub fn to_bits(mv: Option<PackedMove>) -> u16 {
        mv.map_or(0, |mv| mv.0.get())
    }

    /// The move with these sixteen bits. Any bits will do, as far as [`PackedMove::unpack`] is concerned.
    #[inline]
    #[must_use]
    pub fn from_bits(bits: u16) -> Option<PackedMove> {
        NonZeroU16::new(bits).map(PackedMove)
    }
}

impl From<Move> for PackedMove {
    #[inline]
    fn from(mv: Move) -> PackedMove {
        let promotion = mv.promotion().map_or(NO_PROMOTION, |role| role as u16 + 1);
        // The promotion's bits are never zero; `|` on this type knows it.
        let promotion = NonZeroU16::new(promotion << PROMOTION).unwrap_or(NonZeroU16::MAX);
        PackedMove(promotion | (mv.from as u16 | (mv.to as u16) << TO))
    }
}

/// Writes the squares only, as [`Move`] does.
impl fmt::Debug for PackedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bits = self.0.get();
        write!(f, "{}{}", square(bits), square(bits >> TO))?;
        let role = usize::from(bits >> PROMOTION).checked_sub(1).and_then(|number| Role::ALL.get(number));
        role.map_or(Ok(()), |role| write!(f, "={role}"))
    }
}

#[inline]
fn square(bits: u16) -> Square {
    Square::ALL[usize::from(bits & 63)]
}
