//! The key after a move, without playing it.

use crate::keys::native;
use crate::{Castling, Key, Move, MoveKind, Piece, Position, Role, Rules, Square};

impl<R: Rules> Position<R> {
    /// The key of the position after a legal move, without playing it: for prefetching a transposition table entry.
    ///
    /// Exact for every legal move. A double step beside an enemy pawn is played internally, because en passant enters the
    /// key only if a capture is legal, which depends on pins.
    ///
    /// ```
    /// use tabiya::{Chess, Position};
    ///
    /// let start = Position::<Chess>::start();
    /// for mv in &start.legal_moves() {
    ///     assert_eq!(start.key_after(*mv), start.play_legal(*mv).key());
    /// }
    /// ```
    #[inline]
    #[must_use]
    pub fn key_after(&self, mv: Move) -> Key {
        match mv.kind {
            MoveKind::Normal => self.key_after_step(Move { kind: MoveKind::Normal, ..mv }),
            MoveKind::Capture => {
                self.key_after_step(Move { kind: MoveKind::Capture, ..mv }) ^ self.key_of_victim(mv.to)
            }
            MoveKind::DoubleStep if self.may_be_captured_en_passant(mv) => self.play_legal(mv).key(),
            MoveKind::DoubleStep => self.key_after_step(mv),
            MoveKind::Promotion(_) | MoveKind::EnPassant | MoveKind::Castle => self.key_after_rearranging(mv),
        }
    }

    /// The key after one piece has moved, en passant and lost castling rights are cleared, and the side to move has
    /// switched.
    #[inline]
    fn key_after_step(&self, mv: Move) -> Key {
        let mover = Piece { color: self.turn(), role: mv.role };
        self.key_after_leaving(mv) ^ native::piece(mover, mv.to)
    }

    /// [`key_after`](Self::key_after) for moves that change more than one piece.
    #[cold]
    #[inline(never)]
    fn key_after_rearranging(&self, mv: Move) -> Key {
        let mover = Piece { color: self.turn(), role: mv.role };
        let key_without_mover = self.key_after_leaving(mv);
        match mv.kind {
            MoveKind::Promotion(role) => {
                let captured = self.identity.occupied().contains(mv.to);
                let victim = if captured { self.key_of_victim(mv.to) } else { Key(0) };
                key_without_mover ^ native::piece(Piece { role, ..mover }, mv.to) ^ victim
            }
            MoveKind::EnPassant => {
                let victim = Square::new(mv.to.file(), mv.from.rank());
                let pawn = Piece { color: !mover.color, role: Role::Pawn };
                key_without_mover ^ native::piece(mover, mv.to) ^ native::piece(pawn, victim)
            }
            _ => {
                let rook = Piece { role: Role::Rook, ..mover };
                let (king_to, rook_to) = Castling::destinations(mover.color, mv.to > mv.from);
                let moved_rook = native::piece(rook, mv.to) ^ native::piece(rook, rook_to);
                key_without_mover ^ native::piece(mover, king_to) ^ moved_rook
            }
        }
    }

    /// Whether an enemy pawn is beside the target square of a double step.
    #[inline]
    fn may_be_captured_en_passant(&self, mv: Move) -> bool {
        let beside = mv.to.bitboard().west() | mv.to.bitboard().east();
        beside.intersects(self.pieces(!self.turn(), Role::Pawn))
    }

    /// The key after a piece has left its square, with en passant, rights and side to move updated.
    #[inline]
    fn key_after_leaving(&self, mv: Move) -> Key {
        let mover = Piece { color: self.turn(), role: mv.role };
        let mut key = self.key() ^ native::BLACK_TO_MOVE ^ native::piece(mover, mv.from);
        if R::DOUBLE_STEP {
            key ^= native::en_passant(self.en_passant());
        }
        // Most positions of a game have no rights left: skip the lookup.
        if R::CASTLES && !self.castling().is_empty() {
            key ^= native::castling(self.castling().lost_by(mv, mover.color));
        }
        key
    }

    #[inline]
    fn key_of_victim(&self, square: Square) -> Key {
        let role = self.identity.role_of_occupied(square);
        native::piece(Piece { color: !self.turn(), role }, square)
    }
}
