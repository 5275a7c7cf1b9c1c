//! The next position's key before the move is played.

use crate::keys::native;
use crate::{Castling, Key, Move, MoveKind, Piece, Position, Role, Rules, Square};

impl<R: Rules> Position<R> {
    /// The key of the position after a legal move, without playing it: for prefetching a table's entry.
    ///
    /// It is exact for every legal move. Only a double step beside an enemy pawn is played after all, since whether
    /// the key mentions en passant depends on pins that nobody has looked for yet.
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
        let mover = Piece { color: self.turn(), role: mv.role };
        let lifted =
            self.key() ^ native::BLACK_TO_MOVE ^ native::piece(mover, mv.from) ^ self.key_of_ending(mv);
        match mv.kind {
            MoveKind::Normal => lifted ^ native::piece(mover, mv.to),
            _ => self.key_after_special(mv, lifted),
        }
    }

    /// The rest of [`key_after`](Self::key_after) for all but plain moves.
    #[inline(never)]
    fn key_after_special(&self, mv: Move, lifted: Key) -> Key {
        let mover = Piece { color: self.turn(), role: mv.role };
        match mv.kind {
            MoveKind::Normal => lifted ^ native::piece(mover, mv.to),
            MoveKind::Capture => lifted ^ native::piece(mover, mv.to) ^ self.key_of_victim(mv.to),
            MoveKind::Promotion(role) => {
                let captured = self.identity.occupied().contains(mv.to);
                let victim = if captured { self.key_of_victim(mv.to) } else { Key(0) };
                lifted ^ native::piece(Piece { role, ..mover }, mv.to) ^ victim
            }
            MoveKind::DoubleStep => {
                let beside = mv.to.bitboard().west() | mv.to.bitboard().east();
                if beside.meets(self.men(!mover.color, Role::Pawn)) {
                    return self.play_legal(mv).key();
                }
                lifted ^ native::piece(mover, mv.to)
            }
            MoveKind::EnPassant => {
                let victim = Square::new(mv.to.file(), mv.from.rank());
                let pawn = Piece { color: !mover.color, role: Role::Pawn };
                lifted ^ native::piece(mover, mv.to) ^ native::piece(pawn, victim)
            }
            MoveKind::Castle => {
                let rook = Piece { role: Role::Rook, ..mover };
                let (king_to, rook_to) = Castling::destinations(mover.color, mv.to > mv.from);
                let moved_rook = native::piece(rook, mv.to) ^ native::piece(rook, rook_to);
                lifted ^ native::piece(mover, king_to) ^ moved_rook
            }
        }
    }

    /// The keys of what ends with a move: en passant, and the rights of rooks that move or are captured or whose
    /// king moves.
    #[inline]
    fn key_of_ending(&self, mv: Move) -> Key {
        if !R::CASTLES {
            return Key(0);
        }
        let lost = self.castling().lost_by(mv, self.turn());
        let rights = if lost.is_empty() { Key(0) } else { native::castling(lost) };
        rights ^ native::en_passant(self.en_passant())
    }

    #[inline]
    fn key_of_victim(&self, square: Square) -> Key {
        let role = self.identity.role_of_occupied(square);
        native::piece(Piece { color: !self.turn(), role }, square)
    }
}
