use core::fmt;

use crate::{Bitboard, Color, Role, Square};

/// The kind of a move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MoveKind {
    /// A move to an empty square.
    Normal,
    /// A capture, except en passant and capturing promotions.
    Capture,
    /// A pawn moves two squares.
    DoubleStep,
    /// A pawn captures en passant.
    EnPassant,
    /// Castling. [`Move::to`] is the rook's square.
    Castle,
    /// A pawn promotes to this role, possibly with a capture.
    Promotion(Role),
}

/// A move.
///
/// It stores the moving role, so playing it needs no lookup. Castling is written as the king capturing its own rook,
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
    /// The square of the moving piece.
    pub from: Square,
    /// The target square; for castling, the rook's square.
    pub to: Square,
    /// The role of the moving piece; for a promotion, the pawn.
    pub role: Role,
    /// The kind of move.
    pub kind: MoveKind,
}

impl Move {
    /// The role a pawn promotes to, if the move is a promotion.
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

/// Writes UCI as in Chess960: `g1f3`, `a7a8q`, and castling as king takes rook, `e1h1`.
///
/// [`Position::parse_uci`](crate::Position::parse_uci) reads this in every variant;
/// [`Position::uci`](crate::Position::uci) writes castling as in standard chess.
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

/// Writes squares and promotion, for example `a7a8=queen`.
impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)?;
        self.promotion().map_or(Ok(()), |role| write!(f, "={role}"))
    }
}

/// A list of moves without heap allocation.
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
    /// Upper bound on the moves of any accepted position: fifteen queens with 27 moves each, eight king moves and two
    /// castling moves make 415.
    pub const CAPACITY: usize = 416;

    /// An empty list.
    #[inline]
    #[must_use]
    pub const fn new() -> MoveList {
        let filler = Move { from: Square::A1, to: Square::A1, role: Role::Pawn, kind: MoveKind::Normal };
        MoveList { moves: [filler; MoveList::CAPACITY], len: 0 }
    }

    /// Appends the moves of a set that have one kind. Their number is known in advance, so the bounds are checked once.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn push_all(&mut self, set: MoveSet, targets: Bitboard, kind: MoveKind) {
        let end = self.len + targets.len() as usize;
        // Only a position after illegal moves has more, with several pieces on one square.
        let Some(room) = self.moves.get_mut(self.len..end) else { return };
        for (slot, to) in room.iter_mut().zip(targets) {
            *slot = Move { from: set.origin.of(to), to, role: set.role, kind };
        }
        self.len = end;
    }

    /// Empties the list; its memory is reused.
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

/// Iterates over the moves of a [`MoveList`].
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

/// Moves that share everything except their squares, as the generator produces them.
///
/// Counting a set is one popcount, so perft at depth 1 needs no list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct MoveSet {
    /// The side to move.
    pub(crate) color: Color,
    /// The moving role.
    pub(crate) role: Role,
    /// The kind shared by all moves.
    pub(crate) kind: SetKind,
    /// The origin squares.
    pub(crate) origin: Origin,
    /// The target squares, one move per square (for promotions, one per promotion role).
    pub(crate) targets: Bitboard,
    /// The opponent's pieces; a superset of the targets that are captures.
    pub(crate) enemies: Bitboard,
}

/// The kind of the moves of a [`MoveSet`]; [`MoveKind`] before it is split further.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SetKind {
    /// Captures and moves to empty squares.
    Normal,
    /// Double steps of pawns.
    DoubleStep,
    /// En passant captures.
    EnPassant,
    /// Castling, king takes rook.
    Castle,
    /// Promotions.
    Promotion,
}

/// The origin of the moves of a [`MoveSet`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Origin {
    /// All moves start on one square.
    Square(Square),
    /// Each move starts on the square with the target's index minus this.
    Behind(i8),
}

impl Origin {
    /// The origin of the move to this target.
    #[inline]
    #[must_use]
    pub(crate) const fn of(self, target: Square) -> Square {
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

    /// A debug build panicked: illegal moves through `play_legal` can put a queen, a rook and a bishop on one square.
    #[test]
    fn moves_beyond_the_capacity_of_a_list_are_dropped() {
        let mut position: Position<Chess> = "8/8/3k4/8/8/4K3/8/8 w - - 0 1".parse().unwrap();
        let rim = Bitboard(0xff81_8181_8181_81ff);
        let mut put = |role, from, to| position.advance(Move { from, to, role, kind: MoveKind::Normal });
        for role in [Role::Queen, Role::Rook, Role::Bishop] {
            let squares: alloc::vec::Vec<Square> = rim.into_iter().collect();
            for pair in squares.chunks(2) {
                put(role, pair[0], pair[1]);
                // Black's knight moves back and forth.
                put(Role::Knight, Square::C5, Square::D5);
            }
        }
        assert!(position.count_legal_moves() > MoveList::CAPACITY as u64);
        assert!(position.legal_moves().len() <= MoveList::CAPACITY);
    }
}
