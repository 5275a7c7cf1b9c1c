//! A position put together by hand, with the checks that a FEN gets.

mod check;
mod diagnostic;
mod error;

use alloc::format;
use alloc::string::String;

use crate::{Bitboard, Castling, Color, Count, Identity, Piece, Position, Rank, Role, Rules, Square};

pub(crate) use check::has_two_on_a_side;
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
    pieces: [Option<Piece>; 64],
    turn: Color,
    castling: Castling,
    double_step: Option<Square>,
    clocks: (u16, u32),
    count: Option<Count>,
}

impl Setup {
    /// An empty board, white to move, initial clocks.
    #[must_use]
    pub const fn new() -> Setup {
        Setup {
            pieces: [None; 64],
            turn: Color::White,
            castling: Castling::NONE,
            double_step: None,
            clocks: (0, 1),
            count: None,
        }
    }

    /// The setup of a position, to be modified.
    ///
    /// ```
    /// use tabiya::{Chess, Color, Position, Setup};
    ///
    /// let start = Position::<Chess>::start();
    /// let passed = Setup::of(&start).turn(Color::Black).position::<Chess>()?;
    /// assert_eq!(passed.identity(), start.pass().expect("nobody is in check").identity());
    /// # Ok::<(), tabiya::SetupError>(())
    /// ```
    #[must_use]
    pub fn of<R: Rules>(position: &Position<R>) -> Setup {
        let mut setup = Setup::new();
        for square in position.identity().occupied() {
            setup.pieces[square as usize] = position.piece_at(square);
        }
        Setup {
            turn: position.turn(),
            castling: position.castling(),
            double_step: position.double_step(),
            clocks: (position.halfmove_clock(), position.fullmove_number()),
            count: R::running_count(position.count()),
            ..setup
        }
    }

    /// Puts a piece on a square, replacing what was there.
    #[must_use]
    pub const fn with(mut self, square: Square, piece: Piece) -> Setup {
        self.pieces[square as usize] = Some(piece);
        self
    }

    /// Empties a square.
    #[must_use]
    pub const fn without(mut self, square: Square) -> Setup {
        self.pieces[square as usize] = None;
        self
    }

    /// Sets the side to move.
    #[must_use]
    pub const fn turn(self, turn: Color) -> Setup {
        Setup { turn, ..self }
    }

    /// Sets the castling rights.
    #[must_use]
    pub const fn castling(self, castling: Castling) -> Setup {
        Setup { castling, ..self }
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
    pub const fn side_to_move(&self) -> Color {
        self.turn
    }

    /// The castling rights.
    #[must_use]
    pub const fn castling_rights(&self) -> Castling {
        self.castling
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
    pub const fn piece_at(&self, square: Square) -> Option<Piece> {
        self.pieces[square as usize]
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
        let mut diagnostics = Diagnostics::default();
        for square in Bitboard::FULL {
            let Some(piece) = self.pieces[square as usize] else { continue };
            if !R::ROLES.contains(&piece.role) {
                let reason = format!("{square} has a {}, which {} does not have", piece.role, R::NAME);
                diagnostics.refuse(Subject::Square(square), SetupProblemKind::ForeignPiece, reason);
            }
        }
        let parts = self.parts();
        self.foreign_parts::<R>(&mut diagnostics);
        if R::CASTLES {
            self.check_castling(&parts.identity, any_rooks, &mut diagnostics);
        }
        let position = parts.assemble(&mut diagnostics);
        SetupError::of(diagnostics, strict).map_or(Ok(position), Err)
    }

    /// Builds the identity.
    pub(crate) fn parts(&self) -> Parts {
        let mut identity = Identity::empty();
        for square in Bitboard::FULL {
            if let Some(piece) = self.pieces[square as usize] {
                identity.put(piece, square, &mut ());
            }
        }
        identity.set_castling(self.castling, &mut ());
        if self.turn == Color::Black {
            identity.pass_turn(Color::White, &mut ());
        }
        Parts { identity, clocks: self.clocks, double_step: self.double_step, count: self.count }
    }

    /// Reports what this game does not have.
    fn foreign_parts<R: Rules>(&self, diagnostics: &mut Diagnostics) {
        if !R::CASTLES && !self.castling.is_empty() {
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
    fn check_castling(&self, identity: &Identity, any_rooks: bool, diagnostics: &mut Diagnostics) {
        for color in Color::ALL {
            let rights = self.castling.rooks_of(color);
            for square in rights & !identity.piece(Piece { color, role: Role::Rook }) {
                let reason = format!("castling needs a {color} rook on {square}");
                diagnostics.refuse(Subject::Castling, SetupProblemKind::Castling, reason);
            }
            let Some(king) = identity.piece(Piece { color, role: Role::King }).first() else { continue };
            if !rights.is_empty() && king.rank() != Rank::First.relative_to(color) {
                diagnostics.refuse(
                    Subject::Castling,
                    SetupProblemKind::Castling,
                    format!("the {color} king on {king} cannot castle"),
                );
            } else if has_two_on_a_side(self.castling, color, king) {
                diagnostics.refuse(Subject::Castling, SetupProblemKind::Castling, two_on_a_side(color));
            } else if !any_rooks && self.castling.is_chess960s(color, king) {
                let reason = format!("{color}'s castling rights belong to Chess960");
                diagnostics.refuse(Subject::Castling, SetupProblemKind::Castling, reason);
            }
        }
    }
}

impl Default for Setup {
    fn default() -> Setup {
        Setup::new()
    }
}

/// The message for rights of two rooks on one side of the king.
pub(crate) fn two_on_a_side(color: Color) -> String {
    format!("{color} cannot castle with two rooks on the same side of the king")
}

/// The parts of a position before validation.
pub(crate) struct Parts {
    /// Without en passant.
    pub(crate) identity: Identity,
    pub(crate) clocks: (u16, u32),
    /// The square passed over by a double step, as given.
    pub(crate) double_step: Option<Square>,
    pub(crate) count: Option<Count>,
}

impl Parts {
    /// Builds and validates the position.
    pub(crate) fn assemble<R: Rules>(mut self, diagnostics: &mut Diagnostics) -> Position<R> {
        let position = self.unchecked();
        if !check::pieces(&position, diagnostics) {
            return position;
        }
        let passed = self.double_step.and_then(|square| possible_double_step(&position, square, diagnostics));
        check::checks(&position, diagnostics);
        let capturers = |passed: &Square| position.legal_en_passant_capturers(*passed, position.turn());
        if let Some(passed) = passed.filter(|passed| !capturers(passed).is_empty()) {
            self.identity.set_en_passant(Some(passed.file()), &mut ());
        }
        self.unchecked()
    }

    /// Validates only the pieces, when the side to move is unknown.
    pub(crate) fn check_pieces<R: Rules>(&self, diagnostics: &mut Diagnostics) -> Position<R> {
        let position = self.unchecked();
        check::pieces(&position, diagnostics);
        position
    }

    pub(crate) fn unchecked<R: Rules>(&self) -> Position<R> {
        let claimed = self.double_step.filter(|&square| is_passing_square(square));
        Position::from_parts(self.identity, self.clocks, claimed, R::count_from(self.count))
    }
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
    diagnostics: &mut Diagnostics,
) -> Option<Square> {
    let wrong = format!("en passant on {square} is impossible");
    if let Some(why) = check::why_not_passed(position.identity(), square) {
        let kept = is_passing_square(square);
        let done = if kept { "kept only for dialects that include it" } else { "ignored" };
        diagnostics.add(
            Subject::EnPassant,
            Severity::Fixable(done),
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
