use core::fmt;
use core::num::NonZeroU16;

use crate::{Move, MoveKind, Position, Role, Rules, Square};

/// A move in 16 bits: origin, target and promotion role.
///
/// It means something only together with the position it belongs to, and a table may return the move of another
/// position: [`PackedMove::unpack`] returns it only if it is legal.
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
/// Stored instead of a role (1 to 7) if the move is no promotion. Never zero, so zero can stand for "no move".
const NO_PROMOTION: u16 = 8;

impl PackedMove {
    /// Whether it encodes this move, in the position both belong to.
    #[inline]
    #[must_use]
    pub fn matches(self, mv: Move) -> bool {
        self == PackedMove::from(mv)
    }

    /// The move it encodes in this position, if that is legal.
    #[must_use]
    pub fn unpack<R: Rules>(self, position: &Position<R>) -> Option<Move> {
        let (from, to) = (square(self.0.get()), square(self.0.get() >> TO));
        let piece = position.piece_at(from).filter(|piece| piece.color == position.turn())?;
        let role = piece.role;
        let kind = match self.0.get() >> PROMOTION {
            NO_PROMOTION => position.kind_between(role, from, to),
            // A move from a false table hit may promote a piece that is no pawn, or to an impossible role: not legal.
            code => MoveKind::Promotion(*Role::ALL.get(usize::from(code).checked_sub(1)?)?),
        };
        let mv = Move { from, to, role, kind };
        position.is_legal_for_own_piece(mv).then_some(mv)
    }

    /// The 16 bits; zero means "no move".
    #[inline]
    #[must_use]
    pub fn to_bits(mv: Option<PackedMove>) -> u16 {
        mv.map_or(0, |mv| mv.0.get())
    }

    /// The move with these 16 bits. Any bits are accepted; [`PackedMove::unpack`] checks them.
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
        // The promotion bits are never zero, so `|` keeps the type `NonZero`.
        let promotion = NonZeroU16::new(promotion << PROMOTION).unwrap_or(NonZeroU16::MAX);
        PackedMove(promotion | (mv.from as u16 | (mv.to as u16) << TO))
    }
}

/// Writes only the squares, like [`Move`].
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
