use core::fmt;

use crate::{Bitboard, Color, Role, Square};

/// How a move is carried out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MoveKind {
    /// A man goes to an empty square.
    Normal,
    /// A man captures what stands on the square it goes to.
    Capture,
    /// A pawn goes two squares.
    DoubleStep,
    /// A pawn captures the pawn that has just made a double step.
    EnPassant,
    /// The king castles. [`Move::to`] is the rook's square.
    Castle,
    /// A pawn goes to its promotion rank, capturing what may stand there, and becomes this.
    Promotion(Role),
}

/// One move of one man.
///
/// It knows which role moves, so playing it need not look. Castling is written as the king taking its own rook,
/// which is unambiguous in every start position of Chess960.
///
/// ```
/// use tabiya::{Chess, Position, Role, Square};
///
/// let start = Position::<Chess>::start();
/// let mv = start.parse_uci("g1f3")?;
/// assert_eq!((mv.role, mv.from, mv.to), (Role::Knight, Square::G1, Square::F3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// Where the man stands.
    pub from: Square,
    /// Where it goes; for castling, where the rook stands.
    pub to: Square,
    /// What moves; for a promotion, the pawn.
    pub role: Role,
    /// How.
    pub kind: MoveKind,
}

impl Move {
    /// What the pawn becomes, if the move is a promotion.
    #[inline]
    #[must_use]
    pub const fn promotion(self) -> Option<Role> {
        match self.kind {
            MoveKind::Promotion(role) => Some(role),
            MoveKind::Normal
            | MoveKind::Capture
            | MoveKind::DoubleStep
            | MoveKind::EnPassant
            | MoveKind::Castle => None,
        }
    }
}

/// Writes UCI as Chess960 has it, `g1f3`, `a7a8q`, and `e1h1` for castling: the king takes its own rook.
///
/// [`Position::parse_uci`](crate::Position::parse_uci) reads this in every game;
/// [`Position::uci`](crate::Position::uci) writes castling as plain chess has it.
///
/// ```
/// use tabiya::{Chess, Position};
///
/// let position: Position<Chess> = "4k3/P7/8/8/8/8/8/4K2R w K - 0 1".parse()?;
/// assert_eq!(position.parse_san("a8=Q")?.to_string(), "a7a8q");
/// let castling = position.parse_san("O-O")?;
/// assert_eq!((castling.to_string().as_str(), position.uci(castling).as_str()), ("e1h1", "e1g1"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)?;
        self.promotion().map_or(Ok(()), |role| write!(f, "{}", role.char()))
    }
}

/// Writes the squares and the promotion, as in `a7a8=queen`.
impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)?;
        self.promotion().map_or(Ok(()), |role| write!(f, "={role}"))
    }
}

/// A list of moves that needs no allocation.
///
/// ```
/// use tabiya::{Chess, Position};
///
/// let moves = Position::<Chess>::start().legal_moves();
/// assert_eq!(moves.len(), 20);
/// assert!(moves.iter().any(|mv| mv.to_string() == "e2e4"));
/// let texts: Vec<String> = moves.into_iter().map(|mv| mv.to_string()).collect();
/// assert_eq!(texts.len(), 20);
/// ```
#[derive(Clone)]
pub struct MoveList {
    moves: [Move; MoveList::CAPACITY],
    len: usize,
}

impl MoveList {
    /// More moves than any accepted position has: fifteen queens of 27 moves each, eight of the king and two
    /// castlings make 415.
    pub const CAPACITY: usize = 416;

    /// An empty list.
    #[inline]
    #[must_use]
    pub const fn new() -> MoveList {
        let filler = Move { from: Square::A1, to: Square::A1, role: Role::Pawn, kind: MoveKind::Normal };
        MoveList { moves: [filler; MoveList::CAPACITY], len: 0 }
    }

    /// Appends those moves of a set that are of one kind. Their number is known before the moves, so room is asked for once.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn push_all(&mut self, set: MoveSet, targets: Bitboard, kind: MoveKind) {
        let end = self.len + targets.len() as usize;
        // Only a position that illegal moves were played in has more, with several men on one square.
        let Some(room) = self.moves.get_mut(self.len..end) else { return };
        for (slot, to) in room.iter_mut().zip(targets) {
            *slot = Move { from: set.origin.of(to), to, role: set.role, kind };
        }
        self.len = end;
    }

    /// Forgets the moves; the memory can be used again.
    #[inline]
    pub fn clear(&mut self) {
        self.len = 0;
    }
}

impl Default for MoveList {
    fn default() -> Self {
        MoveList::new()
    }
}

impl core::ops::Deref for MoveList {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        &self.moves[..self.len]
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = core::slice::Iter<'a, Move>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl IntoIterator for MoveList {
    type Item = Move;
    type IntoIter = MoveListIter;

    #[inline]
    fn into_iter(self) -> MoveListIter {
        MoveListIter { list: self, next: 0 }
    }
}

/// The moves of a [`MoveList`], one by one.
#[derive(Clone, Debug)]
pub struct MoveListIter {
    list: MoveList,
    next: usize,
}

impl Iterator for MoveListIter {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        let mv = self.list.get(self.next).copied()?;
        self.next += 1;
        Some(mv)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.list.len() - self.next;
        (left, Some(left))
    }
}

impl ExactSizeIterator for MoveListIter {}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// Moves that share everything but their squares, as the generator finds them.
///
/// Counting a set is one instruction; that is why perft at depth 1 needs no list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveSet {
    /// Who moves.
    pub color: Color,
    /// What moves.
    pub role: Role,
    /// How all of them move.
    pub kind: SetKind,
    /// Where they come from.
    pub origin: Origin,
    /// Where they go, a move for each square (for promotions, one for each role a pawn may become).
    pub targets: Bitboard,
    /// The squares where going means capturing; more than the targets.
    pub enemies: Bitboard,
}

/// How the moves of a [`MoveSet`] are carried out; [`MoveKind`] without the choices.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SetKind {
    /// To an empty square or capturing.
    Normal,
    /// Two squares ahead.
    DoubleStep,
    /// Capturing in passing.
    EnPassant,
    /// King takes rook.
    Castle,
    /// To the promotion rank.
    Promotion,
}

/// Where the moves of a [`MoveSet`] come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// All from one square.
    Square(Square),
    /// Each from the square whose number is the target's less this.
    Behind(i8),
}

impl Origin {
    /// Where the move to this target starts.
    #[inline]
    #[must_use]
    pub const fn of(self, target: Square) -> Square {
        match self {
            Origin::Square(square) => square,
            Origin::Behind(distance) => Square::from_low_bits((target as i32 - distance as i32) as u32),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Chess, Position};

    /// A debug build panicked: whoever trusts `play_legal` with illegal moves can put a queen, a rook and a bishop on one square.
    #[test]
    fn moves_that_a_list_has_no_room_for_are_left_out() {
        let mut position: Position<Chess> = "8/8/3k4/8/8/4K3/8/8 w - - 0 1".parse().unwrap();
        let rim = Bitboard(0xff81_8181_8181_81ff);
        let mut put = |role, from, to| position.advance(Move { from, to, role, kind: MoveKind::Normal });
        for role in [Role::Queen, Role::Rook, Role::Bishop] {
            let squares: alloc::vec::Vec<Square> = rim.into_iter().collect();
            for pair in squares.chunks(2) {
                put(role, pair[0], pair[1]);
                // Black's knights come and go.
                put(Role::Knight, Square::C5, Square::D5);
            }
        }
        assert!(position.count_legal_moves() > MoveList::CAPACITY as u64);
        assert!(position.legal_moves().len() <= MoveList::CAPACITY);
    }
}
