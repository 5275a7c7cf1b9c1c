//! Playing moves.

use core::fmt;

use crate::{
    Castling, Color, File, Move, MoveKind, Piece, Position, Rank, Role, Rules, Square, Witness, attacks,
};

/// The move is illegal in this position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IllegalMove(pub Move);

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "illegal move: {:?}", self.0)
    }
}

impl core::error::Error for IllegalMove {}

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

    /// The position after a move that is known to be legal, for example from the generator.
    ///
    /// An illegal move results in a meaningless position, but never in a panic.
    #[doc(alias = "make")]
    #[doc(alias = "unmake")]
    #[inline]
    #[must_use]
    pub fn play_legal(&self, mv: Move) -> Position<R> {
        match mv.kind {
            MoveKind::Normal => self.after_by_role::<0>(mv),
            MoveKind::Capture => self.after_by_role::<1>(mv),
            MoveKind::DoubleStep if self.turn() == Color::White => self.after_as::<true, 0, 2>(mv),
            MoveKind::DoubleStep => self.after_as::<false, 0, 2>(mv),
            _ => self.after_any(mv),
        }
    }

    /// Like [`play_legal`](Self::play_legal); the witness receives the features that are switched.
    #[inline]
    pub fn play_legal_with<W: Witness>(&self, mv: Move, witness: &mut W) -> Position<R> {
        self.after(self.turn(), mv, witness)
    }

    /// Plays a move in place, without checking that it is legal.
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
    #[inline]
    pub fn advance(&mut self, mv: Move) {
        *self = self.play_legal(mv);
    }

    /// The position after a null move: the clock advances, en passant ends, Makruk's count does not change.
    /// For searches; not a legal move in any game.
    ///
    /// `None` in check, because the king could be captured.
    ///
    /// ```
    /// use tabiya::{Chess, Color, Position};
    ///
    /// let start = Position::<Chess>::start();
    /// let passed = start.null_move().expect("white is not in check");
    /// assert_eq!(passed.turn(), Color::Black);
    /// assert_eq!(passed.keys().pawn, start.keys().pawn);
    /// ```
    #[must_use]
    pub fn null_move(&self) -> Option<Position<R>> {
        if self.is_check() {
            return None;
        }
        let mut next = *self;
        next.identity.set_en_passant(None, &mut ());
        next.identity.pass_turn(self.turn(), &mut ());
        next.double_step = None;
        next.fullmove_number = self.fullmove_number.saturating_add(self.turn() as u32);
        next.halfmove_clock = self.halfmove_clock.saturating_add(1);
        Some(next)
    }

    /// Dispatches to the function specialized for color and role.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn after_by_role<const KIND: usize>(&self, mv: Move) -> Position<R> {
        match (self.turn(), mv.role) {
            (Color::White, Role::Pawn) => self.after_as::<true, 0, KIND>(mv),
            (Color::White, Role::Knight) => self.after_as::<true, 1, KIND>(mv),
            (Color::White, Role::Bishop) => self.after_as::<true, 2, KIND>(mv),
            (Color::White, Role::Rook) => self.after_as::<true, 3, KIND>(mv),
            (Color::White, Role::Queen) => self.after_as::<true, 4, KIND>(mv),
            (Color::White, Role::King) => self.after_as::<true, 5, KIND>(mv),
            (Color::White, Role::BiaNgai) => self.after_as::<true, 6, KIND>(mv),
            (Color::Black, Role::Pawn) => self.after_as::<false, 0, KIND>(mv),
            (Color::Black, Role::Knight) => self.after_as::<false, 1, KIND>(mv),
            (Color::Black, Role::Bishop) => self.after_as::<false, 2, KIND>(mv),
            (Color::Black, Role::Rook) => self.after_as::<false, 3, KIND>(mv),
            (Color::Black, Role::Queen) => self.after_as::<false, 4, KIND>(mv),
            (Color::Black, Role::King) => self.after_as::<false, 5, KIND>(mv),
            (Color::Black, Role::BiaNgai) => self.after_as::<false, 6, KIND>(mv),
        }
    }

    /// Specialized for each role and color: the piece is a constant, so the code is short and uses few
    /// registers.
    #[inline(never)]
    fn after_as<const WHITE: bool, const ROLE: usize, const KIND: usize>(&self, mv: Move) -> Position<R> {
        let us = if WHITE { Color::White } else { Color::Black };
        self.after(us, Move { role: Role::ALL[ROLE], kind: STEPS[KIND], ..mv }, &mut ())
    }

    #[inline(never)]
    fn after_any(&self, mv: Move) -> Position<R> {
        self.after(self.turn(), mv, &mut ())
    }

    /// The position after a move of the side to move. All moves are played here.
    ///
    /// Straight-line code where the caller passes color, role and kind as constants.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn after<W: Witness>(&self, us: Color, mv: Move, witness: &mut W) -> Position<R> {
        match mv.kind {
            MoveKind::Normal | MoveKind::Capture => self.step(us, mv, None, witness),
            MoveKind::DoubleStep => {
                let step = Move { role: Role::Pawn, ..mv };
                self.step(us, step, self.en_passant_after(us, step), witness)
            }
            MoveKind::Promotion(_) | MoveKind::EnPassant | MoveKind::Castle => {
                self.rearrange(us, mv, witness)
            }
        }
    }

    /// A move to an empty square or a capture. Everything is computed before anything is written: editing a copy would
    /// load in small pieces what was just stored in large ones, which defeats store forwarding.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn step<W: Witness>(
        &self,
        us: Color,
        mv: Move,
        en_passant: Option<File>,
        witness: &mut W,
    ) -> Position<R> {
        let victim = (mv.kind == MoveKind::Capture)
            .then(|| Piece { color: !us, role: self.identity.role_of_occupied(mv.to) });
        let mut identity = self.identity;
        if R::DOUBLE_STEP {
            identity.set_en_passant(None, witness);
        }
        identity.step(Piece { color: us, role: mv.role }, (mv.from, mv.to), victim, witness);
        if R::CASTLES {
            identity.lose_castling(self.castling().lost_by(mv, us), witness);
        }
        identity.pass_turn(us, witness);
        if en_passant.is_some() {
            identity.set_en_passant(en_passant, witness);
        }
        let is_zeroing = mv.role == Role::Pawn || victim.is_some();
        Position {
            fullmove_number: self.fullmove_number.saturating_add(us as u32),
            halfmove_clock: if is_zeroing { 0 } else { self.halfmove_clock.saturating_add(1) },
            double_step: (mv.kind == MoveKind::DoubleStep).then(|| passed_square(us, mv)),
            count: R::next_count(self.count, &identity, victim.is_some()),
            identity,
        }
    }

    /// The file of a double step, if a pawn can legally capture it en passant.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn en_passant_after(&self, us: Color, mv: Move) -> Option<File> {
        let has_adjacent_pawn =
            attacks::pawn(us, passed_square(us, mv)).intersects(self.pieces(!us, Role::Pawn));
        (has_adjacent_pawn && self.allows_en_passant_after(us, mv)).then(|| mv.to.file())
    }

    #[cold]
    #[inline(never)]
    fn allows_en_passant_after(&self, us: Color, mv: Move) -> bool {
        let stepped = self.step(us, mv, None, &mut ());
        !stepped.legal_en_passant_capturers(passed_square(us, mv), !us).is_empty()
    }

    /// Promotions, castling and en passant captures: rare, and more than one piece changes.
    #[cold]
    #[inline(never)]
    fn rearrange<W: Witness>(&self, us: Color, mv: Move, witness: &mut W) -> Position<R> {
        let mut next = *self;
        let pawn = Piece { color: us, role: Role::Pawn };
        next.identity.set_en_passant(None, witness);
        match mv.kind {
            MoveKind::Promotion(role) => {
                if let Some(victim) = self.piece_at(mv.to) {
                    next.identity.remove(victim, mv.to, witness);
                }
                next.identity.remove(pawn, mv.from, witness);
                next.identity.put(Piece { color: us, role }, mv.to, witness);
            }
            MoveKind::EnPassant => {
                let victim = Square::new(mv.to.file(), mv.from.rank());
                next.identity.remove(Piece { color: !us, role: Role::Pawn }, victim, witness);
                next.identity.remove(pawn, mv.from, witness);
                next.identity.put(pawn, mv.to, witness);
            }
            _ => next.castle(us, mv, witness),
        }
        next.identity.lose_castling(self.castling().lost_by(mv, us), witness);
        let is_castling = mv.kind == MoveKind::Castle;
        let was_capture = next.identity.occupied().len() < self.identity.occupied().len();
        next.identity.pass_turn(us, witness);
        next.double_step = None;
        next.fullmove_number = self.fullmove_number.saturating_add(us as u32);
        next.halfmove_clock = if is_castling { self.halfmove_clock.saturating_add(1) } else { 0 };
        next.count = R::next_count(self.count, &next.identity, was_capture);
        next
    }

    fn castle<W: Witness>(&mut self, us: Color, mv: Move, witness: &mut W) {
        let (king_to, rook_to) = Castling::destinations(us, mv.to > mv.from);
        let (king, rook) = (Piece { color: us, role: Role::King }, Piece { color: us, role: Role::Rook });
        // In Chess960 one may arrive where the other was: remove both, then put both.
        self.identity.remove(king, mv.from, witness);
        self.identity.remove(rook, mv.to, witness);
        self.identity.put(king, king_to, witness);
        self.identity.put(rook, rook_to, witness);
    }
}

/// The kinds of move that only move one piece, indexed for const generics.
const STEPS: [MoveKind; 3] = [MoveKind::Normal, MoveKind::Capture, MoveKind::DoubleStep];

/// The square passed over by a double step.
#[cfg_attr(not(debug_assertions), inline(always))]
fn passed_square(us: Color, mv: Move) -> Square {
    Square::new(mv.to.file(), Rank::Third.relative_to(us))
}
