use alloc::string::String;
use core::fmt;

use crate::with_position;
use crate::{
    Bitboard, Castling, CastlingNotation, Chess, Claim, Color, Count, EnPassant, FenError, Identity,
    IllegalMove, Key, Key128, Keys, Makruk, Move, MoveError, MoveList, Outcome, ParsedFen, Piece, Position,
    Reading, Rules, SanError, Setup, SetupError, Square, UciError, UciMove, Variant,
};

/// A position of a variant selected at run time.
///
/// ```
/// use tabiya::{AnyPosition, Reading, Variant};
///
/// for (variant, moves) in [(Variant::Chess, 20), (Variant::Chess960, 20), (Variant::Makruk, 23)] {
///     let start = AnyPosition::from_fen(variant, "startpos", Reading::STRICT)?.position;
///     assert_eq!(start, AnyPosition::start(variant));
///     assert_eq!(start.count_legal_moves(), moves);
/// }
/// # Ok::<(), tabiya::FenError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AnyPosition {
    /// Chess.
    Chess(Position<Chess>),
    /// Chess960: the same rules, different notation.
    Chess960(Position<Chess>),
    /// Makruk.
    Makruk(Position<Makruk>),
}

impl AnyPosition {
    /// The standard start position; for Chess960 that of chess.
    #[must_use]
    pub fn start(variant: Variant) -> AnyPosition {
        match variant {
            Variant::Chess => AnyPosition::Chess(Position::start()),
            Variant::Chess960 => AnyPosition::Chess960(Position::start()),
            Variant::Makruk => AnyPosition::Makruk(Position::start()),
        }
    }

    /// Reads a FEN, or `startpos`.
    ///
    /// Chess960 is always read with its own castling rights. Chess is read as [`Reading::castling`] selects: with
    /// [`Reading::either`], a text that is valid only in Chess960 gives a Chess960 position, with a remark.
    ///
    /// ```
    /// use tabiya::{AnyPosition, Reading, Variant};
    ///
    /// let makruk = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1";
    /// assert!(AnyPosition::from_fen(Variant::Makruk, makruk, Reading::STRICT).is_ok());
    /// let error = AnyPosition::from_fen(Variant::Chess, makruk, Reading::LENIENT).unwrap_err();
    /// assert_eq!(error.to_string(), "invalid FEN: the board looks like Makruk (column 1)");
    ///
    /// let files = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1";
    /// assert!(AnyPosition::from_fen(Variant::Chess, files, Reading::STRICT).is_err());
    /// let parsed = AnyPosition::from_fen(Variant::Chess, files, Reading::STRICT.either())?;
    /// assert_eq!(parsed.position, AnyPosition::start(Variant::Chess960));
    /// assert_eq!(parsed.notes[0].to_string(), "castling `HAha` is read as Chess960 (column 47)");
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    pub fn from_fen(
        variant: Variant,
        text: &str,
        reading: Reading,
    ) -> Result<ParsedFen<AnyPosition>, FenError> {
        if is_startpos(text, reading) {
            return Ok(ParsedFen::plain(AnyPosition::start(variant), variant == Variant::Chess960));
        }
        match variant {
            Variant::Chess => Position::from_fen(text, reading).map(|parsed| {
                let any = if parsed.chess960 { AnyPosition::Chess960 } else { AnyPosition::Chess };
                parsed.map(any)
            }),
            Variant::Chess960 => {
                Position::from_fen(text, reading.chess960()).map(|parsed| parsed.map(AnyPosition::Chess960))
            }
            Variant::Makruk => {
                Position::from_fen(text, reading).map(|parsed| parsed.map(AnyPosition::Makruk))
            }
        }
    }

    /// Builds a position from a setup, with the checks of [`from_fen`](Self::from_fen): lenient reading
    /// accepts what [`Setup::lenient_position`] does, and castling rights follow [`Reading::castling`].
    ///
    /// ```
    /// use tabiya::{AnyPosition, Reading, Variant};
    ///
    /// for variant in Variant::ALL {
    ///     let start = AnyPosition::start(variant);
    ///     assert_eq!(AnyPosition::from_setup(variant, &start.setup(), Reading::STRICT)?, start);
    /// }
    /// # Ok::<(), tabiya::SetupError>(())
    /// ```
    pub fn from_setup(variant: Variant, setup: &Setup, reading: Reading) -> Result<AnyPosition, SetupError> {
        let strict = reading.strict;
        match (variant, reading.castling) {
            (Variant::Makruk, _) => setup.check(strict, false).map(AnyPosition::Makruk),
            (Variant::Chess960, _) => setup.check(strict, true).map(AnyPosition::Chess960),
            (Variant::Chess, CastlingNotation::Chess) => setup.check(strict, false).map(AnyPosition::Chess),
            (Variant::Chess, CastlingNotation::Chess960) => {
                setup.check(strict, true).map(AnyPosition::Chess960)
            }
            (Variant::Chess, CastlingNotation::Either) => setup.check(strict, true).map(|position| {
                let is_960 = position.has_chess960_rights();
                if is_960 { AnyPosition::Chess960(position) } else { AnyPosition::Chess(position) }
            }),
        }
    }

    /// The setup of this position, to be modified.
    #[must_use]
    pub fn setup(&self) -> Setup {
        with_position!(self, position => Setup::of(position))
    }

    /// The variant.
    #[must_use]
    pub fn variant(&self) -> Variant {
        match self {
            AnyPosition::Chess(_) => Variant::Chess,
            AnyPosition::Chess960(_) => Variant::Chess960,
            AnyPosition::Makruk(_) => Variant::Makruk,
        }
    }

    /// The normalized FEN; Chess960 castling rights name the rooks' files.
    #[must_use]
    pub fn to_fen(&self) -> String {
        self.to_fen_with(EnPassant::Legal)
    }

    /// The FEN with a choice of en passant squares.
    #[must_use]
    pub fn to_fen_with(&self, en_passant: EnPassant) -> String {
        match self {
            AnyPosition::Chess(position) => position.to_fen_with(en_passant),
            AnyPosition::Chess960(position) => position.to_shredder_fen_with(en_passant),
            AnyPosition::Makruk(position) => position.to_fen_with(en_passant),
        }
    }

    /// The position's identity.
    #[must_use]
    pub fn identity(&self) -> &Identity {
        with_position!(self, position => position.identity())
    }

    /// Whether two positions are the same under FIDE article 9.2: same game and equal [`identity`](Self::identity), whatever the
    /// clocks. Chess and Chess960 are the same game. (`==` also compares clocks and variant.)
    ///
    /// ```
    /// use tabiya::{AnyPosition, Variant};
    ///
    /// let start = AnyPosition::start(Variant::Chess);
    /// let again = ["g1f3", "g8f6", "f3g1", "f6g8"].iter().try_fold(start, |position, uci| position.play_uci(uci))?;
    /// assert!(again.is_same_position(&start) && again != start);
    /// assert!(start.is_same_position(&AnyPosition::start(Variant::Chess960)));
    /// assert!(!start.is_same_position(&AnyPosition::start(Variant::Makruk)));
    /// # Ok::<(), tabiya::UciError>(())
    /// ```
    #[must_use]
    pub fn is_same_position(&self, other: &AnyPosition) -> bool {
        use AnyPosition::{Chess, Chess960, Makruk};
        let are_of_one_game = matches!(
            (self, other),
            (Chess(_) | Chess960(_), Chess(_) | Chess960(_)) | (Makruk(_), Makruk(_))
        );
        are_of_one_game && self.identity() == other.identity()
    }

    /// The position's Zobrist key.
    #[must_use]
    pub fn key(&self) -> Key {
        self.identity().keys().full
    }

    /// The position's 128-bit key, computed from scratch.
    #[must_use]
    pub fn key_128(&self) -> Key128 {
        self.identity().key_128()
    }

    /// The full key and the keys of its parts.
    #[must_use]
    pub fn keys(&self) -> &Keys {
        self.identity().keys()
    }

    /// The side to move.
    #[must_use]
    pub fn turn(&self) -> Color {
        self.identity().turn()
    }

    /// The piece on a square.
    ///
    /// ```
    /// use tabiya::{AnyPosition, Makruk, Square, Variant};
    ///
    /// let met = AnyPosition::start(Variant::Makruk).piece_at(Square::E1).expect("a met is beside its khun");
    /// assert_eq!(met.role, Makruk::MET);
    /// ```
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.identity().piece_at(square)
    }

    /// The castling rights; empty in Makruk.
    ///
    /// ```
    /// use tabiya::{AnyPosition, Color, File, Variant};
    ///
    /// assert!(AnyPosition::start(Variant::Chess960).castling().has(Color::White, File::H));
    /// assert!(AnyPosition::start(Variant::Makruk).castling().is_empty());
    /// ```
    #[must_use]
    pub fn castling(&self) -> Castling {
        self.identity().castling()
    }

    /// Half-moves since the last capture or pawn move.
    #[must_use]
    pub fn halfmove_clock(&self) -> u16 {
        with_position!(self, position => position.halfmove_clock())
    }

    /// The number of the next move.
    #[must_use]
    pub fn fullmove_number(&self) -> u32 {
        with_position!(self, position => position.fullmove_number())
    }

    /// Makruk's count, if it is running.
    #[must_use]
    pub fn count(&self) -> Option<Count> {
        match self {
            AnyPosition::Chess(_) | AnyPosition::Chess960(_) => None,
            AnyPosition::Makruk(position) => Makruk::running_count(position.count()),
        }
    }

    /// The number of legal moves.
    #[must_use]
    pub fn count_legal_moves(&self) -> u64 {
        with_position!(self, position => position.count_legal_moves())
    }

    /// All legal moves.
    #[must_use]
    pub fn legal_moves(&self) -> MoveList {
        with_position!(self, position => position.legal_moves())
    }

    /// Parses a legal move in UCI notation; both notations of castling are accepted.
    pub fn parse_uci(&self, text: &str) -> Result<Move, UciError> {
        with_position!(self, position => position.parse_uci(text))
    }

    /// Writes a move in the variant's UCI notation: in Chess960, castling is king takes rook.
    ///
    /// ```
    /// use tabiya::{AnyPosition, Reading, Variant};
    ///
    /// let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    /// for (variant, castling) in [(Variant::Chess, "e1g1"), (Variant::Chess960, "e1h1")] {
    ///     let position = AnyPosition::from_fen(variant, fen, Reading::STRICT)?.position;
    ///     assert_eq!(position.uci(position.parse_uci("e1g1")?), castling);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn uci(&self, mv: Move) -> String {
        self.uci_move(mv).into()
    }

    /// The same as a value instead of a string.
    #[must_use]
    pub fn uci_move(&self, mv: Move) -> UciMove {
        match self {
            AnyPosition::Chess(position) => position.uci_move(mv),
            AnyPosition::Chess960(position) => position.uci_960_move(mv),
            AnyPosition::Makruk(position) => position.uci_move(mv),
        }
    }

    /// Parses a legal move in SAN.
    pub fn parse_san(&self, text: &str) -> Result<Move, SanError> {
        with_position!(self, position => position.parse_san(text))
    }

    /// Parses a legal move in UCI notation or SAN.
    pub fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        with_position!(self, position => position.parse_move(text))
    }

    /// Writes a move in SAN.
    ///
    /// ```
    /// use tabiya::{AnyPosition, Variant};
    ///
    /// let start = AnyPosition::start(Variant::Makruk);
    /// assert_eq!(start.san(start.parse_move("b1d2")?), "Nd2");
    /// # Ok::<(), tabiya::MoveError>(())
    /// ```
    #[must_use]
    pub fn san(&self, mv: Move) -> String {
        with_position!(self, position => position.san(mv))
    }

    /// Whether a move is legal.
    ///
    /// ```
    /// use tabiya::{AnyPosition, Variant};
    ///
    /// let [chess, makruk] = [Variant::Chess, Variant::Makruk].map(AnyPosition::start);
    /// let double_step = chess.parse_uci("e2e4")?;
    /// assert!(chess.is_legal(double_step) && !makruk.is_legal(double_step));
    /// # Ok::<(), tabiya::UciError>(())
    /// ```
    #[must_use]
    pub fn is_legal(&self, mv: Move) -> bool {
        with_position!(self, position => position.is_legal(mv))
    }

    /// The position after a move, if it is legal.
    ///
    /// ```
    /// use tabiya::{AnyPosition, Variant};
    ///
    /// let start = AnyPosition::start(Variant::Makruk);
    /// let step = start.parse_uci("e3e4")?;
    /// let next = start.play(step)?;
    /// assert_eq!(next.play(step).unwrap_err().to_string(), "illegal move: e3e4");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn play(&self, mv: Move) -> Result<AnyPosition, IllegalMove> {
        with_position!(self, position, wrap => position.play(mv).map(wrap))
    }

    /// The position after a move, without checking that it is legal.
    #[must_use]
    pub fn play_legal(&self, mv: Move) -> AnyPosition {
        with_position!(self, position, wrap => wrap(position.play_legal(mv)))
    }

    /// The position after a move in UCI notation.
    ///
    /// ```
    /// use tabiya::{AnyPosition, Variant};
    ///
    /// let start = AnyPosition::start(Variant::Makruk);
    /// let next = start.play_uci("e3e4")?;
    /// assert_eq!(next.to_fen(), "rnsmksnr/8/pppppppp/8/4P3/PPPP1PPP/8/RNSKMSNR b - - 0 1");
    /// # Ok::<(), tabiya::UciError>(())
    /// ```
    pub fn play_uci(&self, text: &str) -> Result<AnyPosition, UciError> {
        self.parse_uci(text).map(|mv| self.play_legal(mv))
    }

    /// The position after a move in SAN.
    ///
    /// ```
    /// use tabiya::{AnyPosition, Variant};
    ///
    /// let start = AnyPosition::start(Variant::Chess960);
    /// assert_eq!(start.play_san("e4")?, start.play_uci("e2e4")?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn play_san(&self, text: &str) -> Result<AnyPosition, SanError> {
        self.parse_san(text).map(|mv| self.play_legal(mv))
    }

    /// The pieces giving check.
    #[must_use]
    pub fn checkers(&self) -> Bitboard {
        with_position!(self, position => position.checkers())
    }

    /// Whether the side to move is in check.
    #[must_use]
    pub fn is_check(&self) -> bool {
        with_position!(self, position => position.is_check())
    }

    /// The outcome of the game, if it is over.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        with_position!(self, position => position.outcome())
    }

    /// Whether a color has too few pieces to mate, whatever the opponent does; see
    /// [`Position::has_insufficient_material`].
    #[must_use]
    pub fn has_insufficient_material(&self, color: Color) -> bool {
        with_position!(self, position => position.has_insufficient_material(color))
    }

    /// The draw the side to move may claim, if any.
    #[must_use]
    pub fn claim(&self) -> Option<Claim> {
        with_position!(self, position => position.claim())
    }
}

/// Writes the normalized FEN, Chess960's with the rooks' files; `{:#}` draws the board.
impl fmt::Display for AnyPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            with_position!(self, position => position.fmt(f))
        } else {
            f.write_str(&self.to_fen())
        }
    }
}

fn is_startpos(text: &str, reading: Reading) -> bool {
    let word = if reading.strict { text } else { text.trim_ascii() };
    word == "startpos"
}
