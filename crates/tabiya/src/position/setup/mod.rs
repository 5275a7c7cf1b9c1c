//! A position put together by hand, with the checks that a FEN gets.

mod check;
mod diagnostic;
mod error;

use alloc::format;

use crate::{Bitboard, Castling, Color, Count, Identity, Piece, Position, Rank, Role, Rules, Square};

pub(crate) use diagnostic::{Diagnostic, Diagnostics, Severity, Subject};
pub use error::{SetupError, SetupProblem, SetupProblemKind};

/// A builder for positions: pieces, side to move, rights and clocks, as in a FEN.
///
/// [`position`](Setup::position) validates it like a FEN and reports all problems
/// at once.
///
/// ```
/// use tabiya::{Castling, Chess, Color, File, Piece, Role, Setup, Square};
///
/// let mut castling = Castling::NONE;
/// castling.insert(Color::White, File::H);
/// let setup = Setup::new()
///     .with(Square::E1, Piece { color: Color::White, role: Role::King })
///     .with(Square::H1, Piece { color: Color::White, role: Role::Rook })
///     .with(Square::E8, Piece { color: Color::Black, role: Role::King })
///     .castling(castling);
/// let position = setup.position::<Chess>()?;
/// assert_eq!(position.to_fen(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
///
/// let error = setup.without(Square::E8).without(Square::H1).position::<Chess>().unwrap_err();
/// assert_eq!(error.to_string(), "illegal position: castling needs a white rook on h1, black has no king");
/// # Ok::<(), tabiya::SetupError>(())
/// ```
#[doc(alias = "builder")]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The pieces, the side to move and the castling rights. En passant is `None`: it is derived from `double_step`.
    pub(crate) identity: Identity,
    double_step: Option<Square>,
    clocks: (u16, u32),
    count: Option<Count>,
}

impl Setup {
    /// An empty board, white to move, initial clocks.
    #[must_use]
    pub fn new() -> Setup {
        Setup { identity: Identity::empty(), double_step: None, clocks: (0, 1), count: None }
    }

    /// The setup of a position, to be modified.
    ///
    /// ```
    /// use tabiya::{Chess, Color, Position, Setup};
    ///
    /// let start = Position::<Chess>::start();
    /// let passed = Setup::of(&start).turn(Color::Black).position::<Chess>()?;
    /// assert_eq!(passed.identity(), start.null_move().expect("white is not in check").identity());
    /// # Ok::<(), tabiya::SetupError>(())
    /// ```
    #[must_use]
    pub fn of<R: Rules>(position: &Position<R>) -> Setup {
        let mut identity = *position.identity();
        identity.set_en_passant(None, &mut ());
        Setup {
            identity,
            double_step: position.double_step(),
            clocks: (position.halfmove_clock(), position.fullmove_number()),
            count: R::running_count(position.count()),
        }
    }

    /// Puts a piece on a square, replacing what was there.
    #[must_use]
    pub fn with(self, square: Square, piece: Piece) -> Setup {
        let mut setup = self.without(square);
        setup.identity.put(piece, square, &mut ());
        setup
    }

    /// Empties a square.
    #[must_use]
    pub fn without(mut self, square: Square) -> Setup {
        if let Some(piece) = self.piece_at(square) {
            self.identity.remove(piece, square, &mut ());
        }
        self
    }

    /// Sets the side to move.
    #[must_use]
    pub fn turn(mut self, turn: Color) -> Setup {
        if turn != self.side_to_move() {
            self.identity.pass_turn(!turn, &mut ());
        }
        self
    }

    /// Sets the castling rights.
    #[must_use]
    pub fn castling(mut self, castling: Castling) -> Setup {
        self.identity.set_castling(castling, &mut ());
        self
    }

    /// Sets the square passed over by the last move's double step, whether or not a capture there is possible.
    #[doc(alias = "en passant")]
    #[must_use]
    pub const fn double_step(self, passed: Option<Square>) -> Setup {
        Setup { double_step: passed, ..self }
    }

    /// Sets the number of half-moves since the last capture or pawn move.
    #[must_use]
    pub const fn halfmove_clock(self, halfmove_clock: u16) -> Setup {
        Setup { clocks: (halfmove_clock, self.clocks.1), ..self }
    }

    /// Sets the number of the next move; 0 becomes 1.
    #[must_use]
    pub const fn fullmove_number(self, number: u32) -> Setup {
        Setup { clocks: (self.clocks.0, if number == 0 { 1 } else { number }), ..self }
    }

    /// Sets Makruk's count; a count that is not [running](Count::is_running) becomes `None`.
    #[must_use]
    pub const fn count(self, count: Option<Count>) -> Setup {
        match count {
            Some(running) if running.is_running() => Setup { count, ..self },
            _ => Setup { count: None, ..self },
        }
    }

    /// The side to move.
    #[must_use]
    pub fn side_to_move(&self) -> Color {
        self.identity.turn()
    }

    /// The castling rights.
    #[must_use]
    pub fn castling_rights(&self) -> Castling {
        self.identity.castling()
    }

    /// The square passed over by the last move's double step.
    #[must_use]
    pub const fn passed_square(&self) -> Option<Square> {
        self.double_step
    }

    /// Makruk's count.
    #[must_use]
    pub const fn running_count(&self) -> Option<Count> {
        self.count
    }

    /// Half-moves since the last capture or pawn move, and the number of the next move.
    #[must_use]
    pub const fn clocks(&self) -> (u16, u32) {
        self.clocks
    }

    /// The piece on a square.
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.identity.piece_at(square)
    }

    /// Builds the position if it is legal, including that a last move can have led to it.
    pub fn position<R: Rules>(&self) -> Result<Position<R>, SetupError> {
        self.check(true, true)
    }

    /// Builds the position if its moves can be generated; accepts checks that no last move can have given.
    ///
    /// ```
    /// use tabiya::{Chess, Color, Piece, Role, Setup, Square};
    ///
    /// let knight = Piece { color: Color::White, role: Role::Knight };
    /// let setup = Setup::new()
    ///     .with(Square::E1, Piece { color: Color::White, role: Role::King })
    ///     .with(Square::E8, Piece { color: Color::Black, role: Role::King })
    ///     .with(Square::D6, knight)
    ///     .with(Square::F6, knight)
    ///     .turn(Color::Black);
    /// assert!(setup.position::<Chess>().is_err());
    /// assert_eq!(setup.lenient_position::<Chess>()?.checkers().len(), 2);
    /// # Ok::<(), tabiya::SetupError>(())
    /// ```
    pub fn lenient_position<R: Rules>(&self) -> Result<Position<R>, SetupError> {
        self.check(false, true)
    }

    /// `any_rooks`: whether castling rights of other rooks than those of standard chess are accepted.
    pub(crate) fn check<R: Rules>(&self, strict: bool, any_rooks: bool) -> Result<Position<R>, SetupError> {
        let mut diagnostics = Diagnostics::new();
        let position = self.diagnose(any_rooks, &mut diagnostics);
        SetupError::of(diagnostics, strict).map_or(Ok(position), Err)
    }

    /// Builds and validates the position.
    pub(crate) fn diagnose<R: Rules>(
        &self,
        any_rooks: bool,
        diagnostics: &mut Diagnostics<Subject>,
    ) -> Position<R> {
        let position = self.unchecked();
        if !self.diagnose_pieces(&position, any_rooks, diagnostics) {
            return position;
        }
        let passed = self.double_step.and_then(|square| possible_double_step(&position, square, diagnostics));
        check::checks(&position, diagnostics);
        let capturers = |passed: &Square| position.legal_en_passant_capturers(*passed, position.turn());
        let Some(passed) = passed.filter(|passed| !capturers(passed).is_empty()) else { return position };
        let mut with_en_passant = *self;
        with_en_passant.identity.set_en_passant(Some(passed.file()), &mut ());
        with_en_passant.unchecked()
    }

    /// Validates what does not depend on the side to move. Returns whether checks can be computed.
    pub(crate) fn diagnose_pieces<R: Rules>(
        &self,
        position: &Position<R>,
        any_rooks: bool,
        diagnostics: &mut Diagnostics<Subject>,
    ) -> bool {
        self.check_foreign_parts::<R>(diagnostics);
        if R::CASTLES {
            self.check_castling(any_rooks, diagnostics);
        }
        check::pieces(position, diagnostics)
    }

    /// The position, legal or not.
    pub(crate) fn unchecked<R: Rules>(&self) -> Position<R> {
        let passed = self.double_step.filter(|&square| is_passing_square(square));
        Position::from_parts(self.identity, self.clocks, passed, R::count_from(self.count))
    }

    /// Reports what this game does not have.
    fn check_foreign_parts<R: Rules>(&self, diagnostics: &mut Diagnostics<Subject>) {
        let foreign = Role::ALL.into_iter().filter(|role| !R::ROLES.contains(role));
        for square in foreign.fold(Bitboard::EMPTY, |all, role| all | self.identity.role(role)) {
            let role = self.identity.role_of_occupied(square);
            let reason = format!("{square} has a {role}, which {} does not have", R::NAME);
            diagnostics.refuse(Subject::Square(square), SetupProblemKind::ForeignPiece, reason);
        }
        if !R::CASTLES && !self.castling_rights().is_empty() {
            diagnostics.refuse(
                Subject::Castling,
                SetupProblemKind::Castling,
                format!("{} has no castling", R::NAME),
            );
        }
        if !R::DOUBLE_STEP && self.double_step.is_some() {
            diagnostics.refuse(
                Subject::EnPassant,
                SetupProblemKind::EnPassant,
                format!("{} has no double step", R::NAME),
            );
        }
        if self.count.is_some() && R::running_count(R::count_from(self.count)).is_none() {
            diagnostics.refuse(Subject::Count, SetupProblemKind::Count, format!("{} has no count", R::NAME));
        }
    }

    /// Reports rights without their king and rook, and rights that no castling move can use.
    fn check_castling(&self, any_rooks: bool, diagnostics: &mut Diagnostics<Subject>) {
        let castling = self.castling_rights();
        let mut refuse = |reason| diagnostics.refuse(Subject::Castling, SetupProblemKind::Castling, reason);
        for color in Color::ALL {
            let rights = castling.rooks_of(color);
            for square in rights & !self.identity.piece(Piece { color, role: Role::Rook }) {
                refuse(format!("castling needs a {color} rook on {square}"));
            }
            let Some(king) = self.identity.piece(Piece { color, role: Role::King }).first() else { continue };
            if !rights.is_empty() && king.rank() != Rank::First.relative_to(color) {
                refuse(format!("the {color} king on {king} cannot castle"));
            } else if has_two_on_a_side(castling, color, king) {
                refuse(format!("{color} cannot castle with two rooks on the same side of the king"));
            } else if !any_rooks && castling.is_chess960(color, king) {
                refuse(format!("{color}'s castling rights belong to Chess960"));
            }
        }
    }
}

impl Default for Setup {
    fn default() -> Setup {
        Setup::new()
    }
}

/// Whether a color has rights for two rooks on the same side of its king, which no start position has.
fn has_two_on_a_side(castling: Castling, color: Color, king: Square) -> bool {
    let rooks = castling.rooks_of(color);
    let right = rooks.into_iter().filter(|&rook| rook > king).count();
    right > 1 || rooks.len() as usize - right > 1
}

/// Whether double steps pass such squares. The position keeps the square as given, even if no double step can have
/// happened, because other programs do and their keys depend on it. They reject any other square.
fn is_passing_square(square: Square) -> bool {
    matches!(square.rank(), Rank::Third | Rank::Sixth)
}

/// The square of a double step, if it can have been the last move.
fn possible_double_step<R: Rules>(
    position: &Position<R>,
    square: Square,
    diagnostics: &mut Diagnostics<Subject>,
) -> Option<Square> {
    let wrong = format!("en passant on {square} is impossible");
    if let Some(why) = check::why_impossible_en_passant(position.identity(), square) {
        let kept = is_passing_square(square);
        let done = if kept { "kept only for dialects that include it" } else { "ignored" };
        diagnostics.add(
            Subject::EnPassant,
            Severity::Fixable(done.into()),
            SetupProblemKind::EnPassant,
            format!("{wrong}: {why}"),
        );
        return None;
    }
    if check::ignored_check(position, square) {
        // Perft suites contain such positions; they can be played, so this is only a remark.
        let remark = format!("{wrong}: {} was in check before the pawn moved", position.turn());
        diagnostics.add(Subject::EnPassant, Severity::Remark, SetupProblemKind::EnPassant, remark);
    }
    Some(square)
}
