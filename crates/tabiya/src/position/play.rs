//! Playing moves: a copy of the position, edited through the identity's setters.

use std::fmt;

use crate::{
    Bitboard, Castling, Color, Feature, Move, MoveKind, Piece, Position, Rank, Role, Rules, Square, Witness,
    attacks,
};

/// The move cannot be played in this position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IllegalMove(pub Move);

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "illegal move: {:?}", self.0)
    }
}

impl std::error::Error for IllegalMove {}

impl<R: Rules> Position<R> {
    /// The position after a move, if it is legal.
    ///
    /// ```
    /// use tabiya::{Chess, Position};
    ///
    /// let start = Position::<Chess>::start();
    /// let e4 = start.parse_uci("e2e4")?;
    /// let next = start.play(e4)?;
    /// assert!(next.play(e4).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn play(&self, mv: Move) -> Result<Position<R>, IllegalMove> {
        if self.is_legal(mv) { Ok(self.play_legal(mv)) } else { Err(IllegalMove(mv)) }
    }

    /// The position after a move that is known to be legal, for instance because the generator gave it.
    ///
    /// An illegal move gives a position that makes no sense, but never a panic.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[must_use]
    pub fn play_legal(&self, mv: Move) -> Position<R> {
        self.play_legal_with(mv, &mut ())
    }

    /// Like [`play_legal`](Self::play_legal), while a witness follows the features that go off and on.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn play_legal_with<W: Witness>(&self, mv: Move, witness: &mut W) -> Position<R> {
        let mut next = *self;
        next.advance_with(mv, witness);
        next
    }

    /// Plays a move that is known to be legal in place: what [`play_legal`](Self::play_legal) does to a copy. In an
    /// inner loop the copy is better made by hand, since the compiler sometimes makes two.
    ///
    /// ```
    /// use tabiya::{Chess, Position};
    ///
    /// let start = Position::<Chess>::start();
    /// for mv in &start.legal_moves() {
    ///     let mut next = start;
    ///     next.advance(*mv);
    ///     assert_eq!(next, start.play_legal(*mv));
    /// }
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn advance(&mut self, mv: Move) {
        self.advance_with(mv, &mut ());
    }

    /// The position after the side to move has passed. The clock goes on, en passant is over, Makruk's count
    /// waits. A search may use it; no game allows it.
    ///
    /// `None` in check: the king could be captured.
    ///
    /// ```
    /// use tabiya::{Chess, Color, Position};
    ///
    /// let start = Position::<Chess>::start();
    /// let passed = start.pass().expect("nobody is in check at the start");
    /// assert_eq!(passed.turn(), Color::Black);
    /// assert_eq!(passed.keys().pawn, start.keys().pawn);
    /// ```
    #[must_use]
    pub fn pass(&self) -> Option<Position<R>> {
        if self.is_check() {
            return None;
        }
        let mut next = *self;
        next.forget_en_passant(&mut ());
        next.finish_ply(self.turn(), &mut ());
        next.halfmove_clock = self.halfmove_clock.saturating_add(1);
        Some(next)
    }

    fn advance_with<W: Witness>(&mut self, mv: Move, witness: &mut W) {
        // Which way a move goes is decided once, here; behind it everything about the man is a constant.
        let us = self.turn();
        match mv.kind {
            MoveKind::Normal => self.advance_by_role(us, Move { kind: MoveKind::Normal, ..mv }, witness),
            MoveKind::Capture => self.advance_by_role(us, Move { kind: MoveKind::Capture, ..mv }, witness),
            MoveKind::DoubleStep => {
                self.advance_as(us, Move { role: Role::Pawn, kind: MoveKind::DoubleStep, ..mv }, witness);
            }
            MoveKind::EnPassant => {
                self.advance_as(us, Move { role: Role::Pawn, kind: MoveKind::EnPassant, ..mv }, witness);
            }
            MoveKind::Promotion(role) => {
                self.advance_as(
                    us,
                    Move { role: Role::Pawn, kind: MoveKind::Promotion(role), ..mv },
                    witness,
                );
            }
            MoveKind::Castle => {
                self.advance_as(us, Move { role: Role::King, kind: MoveKind::Castle, ..mv }, witness);
            }
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn advance_by_role<W: Witness>(&mut self, us: Color, mv: Move, witness: &mut W) {
        match mv.role {
            Role::Pawn => self.advance_as(us, Move { role: Role::Pawn, ..mv }, witness),
            Role::Knight => self.advance_as(us, Move { role: Role::Knight, ..mv }, witness),
            Role::Bishop => self.advance_as(us, Move { role: Role::Bishop, ..mv }, witness),
            Role::Rook => self.advance_as(us, Move { role: Role::Rook, ..mv }, witness),
            Role::Queen => self.advance_as(us, Move { role: Role::Queen, ..mv }, witness),
            Role::King => self.advance_as(us, Move { role: Role::King, ..mv }, witness),
            Role::BiaNgai => self.advance_as(us, Move { role: Role::BiaNgai, ..mv }, witness),
        }
    }

    /// Plays a move of the side to move, which the caller knows: as a constant it makes shorter code.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn advance_as<W: Witness>(&mut self, us: Color, mv: Move, witness: &mut W) {
        self.carry_out(us, mv, self.victim(us, mv), witness);
    }

    /// Becomes what a position, of which this is a copy, becomes by a move.
    ///
    /// What the move changes is read from the original once more. The copy holds the same, but it has only just been
    /// written, in larger pieces than are read here, and processors make such reads wait.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn advance_from(&mut self, original: &Position<R>, us: Color, mv: Move) {
        self.identity.read_again(&original.identity, Piece { color: us, role: mv.role });
        self.halfmove_clock = original.halfmove_clock;
        self.carry_out(us, mv, original.victim(us, mv), &mut ());
    }

    /// What a move captures on its target; en passant is not asked.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn victim(&self, us: Color, mv: Move) -> Option<Piece> {
        let captures = match mv.kind {
            MoveKind::Capture => true,
            MoveKind::Promotion(_) => self.identity.color(!us).contains(mv.to),
            MoveKind::Normal | MoveKind::DoubleStep | MoveKind::EnPassant | MoveKind::Castle => false,
        };
        captures.then(|| Piece { color: !us, role: self.identity.role_of_occupied(mv.to) })
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn carry_out<W: Witness>(&mut self, us: Color, mv: Move, victim: Option<Piece>, witness: &mut W) {
        let piece = Piece { color: us, role: mv.role };
        self.forget_en_passant(witness);
        if let Some(victim) = victim {
            witness.toggle(Feature::Piece(victim, mv.to), false);
        }
        match mv.kind {
            MoveKind::Normal | MoveKind::Capture | MoveKind::DoubleStep => {
                self.identity.lift(piece, mv.from, witness);
                self.identity.put(piece, mv.to, witness);
            }
            MoveKind::Promotion(role) => {
                self.identity.lift(piece, mv.from, witness);
                self.identity.put(Piece { color: us, role }, mv.to, witness);
            }
            MoveKind::EnPassant => self.capture_en_passant(mv, witness),
            MoveKind::Castle => self.castle(mv, witness),
        }
        if let Some(victim) = victim {
            // Told first, done last: which set of men it changes is known late, and nothing should wait for it.
            self.identity.lift(victim, mv.to, &mut ());
            if victim.role == Role::Rook {
                self.lose_castling(mv.to.bitboard(), witness);
            }
        }
        if R::CASTLES {
            if mv.role == Role::King {
                self.lose_castling(Rank::First.relative_to(us).squares(), witness);
            } else if mv.role == Role::Rook {
                self.lose_castling(mv.from.bitboard(), witness);
            }
        }
        self.finish_ply(us, witness);
        self.halfmove_clock =
            if mv.role == Role::Pawn || victim.is_some() { 0 } else { self.halfmove_clock.saturating_add(1) };
        if R::DOUBLE_STEP && mv.kind == MoveKind::DoubleStep {
            self.note_double_step(mv, us, witness);
        }
        self.count = R::next_count(self.count, &self.identity, victim.is_some());
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn forget_en_passant<W: Witness>(&mut self, witness: &mut W) {
        if R::DOUBLE_STEP {
            if self.en_passant().is_some() {
                self.identity.set_en_passant(None, witness);
            }
            self.double_step = None;
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn finish_ply<W: Witness>(&mut self, us: Color, witness: &mut W) {
        self.fullmove_number = self.fullmove_number.saturating_add(us as u32);
        self.identity.pass_turn(us, witness);
    }

    /// The rooks on these squares may castle no more.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn lose_castling<W: Witness>(&mut self, squares: Bitboard, witness: &mut W) {
        let rooks = self.castling().rooks();
        if R::CASTLES && rooks.meets(squares) {
            self.identity.set_castling(Castling::of_rooks(rooks & !squares), witness);
        }
    }

    #[cold]
    #[inline(never)]
    fn capture_en_passant<W: Witness>(&mut self, mv: Move, witness: &mut W) {
        let us = self.turn();
        let victim = Square::new(mv.to.file(), mv.from.rank());
        self.identity.lift(Piece { color: !us, role: Role::Pawn }, victim, witness);
        self.identity.lift(Piece { color: us, role: Role::Pawn }, mv.from, witness);
        self.identity.put(Piece { color: us, role: Role::Pawn }, mv.to, witness);
    }

    #[cold]
    #[inline(never)]
    fn castle<W: Witness>(&mut self, mv: Move, witness: &mut W) {
        let us = self.turn();
        let (king_to, rook_to) = Castling::destinations(us, mv.to > mv.from);
        let (king, rook) = (Piece { color: us, role: Role::King }, Piece { color: us, role: Role::Rook });
        // In Chess960 one may arrive where the other stood: lift both, then put both.
        self.identity.lift(king, mv.from, witness);
        self.identity.lift(rook, mv.to, witness);
        self.identity.put(king, king_to, witness);
        self.identity.put(rook, rook_to, witness);
    }

    /// En passant is part of the identity only if a capture is legal.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn note_double_step<W: Witness>(&mut self, mv: Move, us: Color, witness: &mut W) {
        let passed = Square::new(mv.to.file(), Rank::Third.relative_to(us));
        self.double_step = Some(passed);
        if attacks::pawn(us, passed).meets(self.men(!us, Role::Pawn)) {
            self.note_possible_en_passant(passed, witness);
        }
    }

    #[cold]
    #[inline(never)]
    fn note_possible_en_passant<W: Witness>(&mut self, passed: Square, witness: &mut W) {
        if !self.legal_en_passant_capturers(passed, self.turn()).is_empty() {
            self.identity.set_en_passant(Some(passed.file()), witness);
        }
    }
}
