use alloc::vec::Vec;

use super::AnyPosition;
use crate::{Chess, Claim, Count, CountKind, Game, IllegalMove, Makruk, Move, Outcome, SanError, UciError};
use crate::{Variant, with_game};

/// A [`Game`] of a variant selected at run time.
///
/// Match on it where the rules matter (a search, an export).
///
/// ```
/// use tabiya::{AnyGame, Claim, Outcome, Variant};
///
/// let shuffle = ["b1d2", "b8d7", "d2b1", "d7b8", "b1d2", "b8d7", "d2b1", "d7b8"];
/// let mut makruk = AnyGame::new(Variant::Makruk);
/// for uci in shuffle {
///     makruk.play_uci(uci)?;
/// }
/// assert_eq!((makruk.ply(), makruk.occurrences()), (8, 3));
/// assert_eq!(makruk.outcome(), Some(Outcome::ThreefoldRepetition));
///
/// // The third occurrence ends a game of Makruk, but must be claimed in chess.
/// let mut chess = AnyGame::new(Variant::Chess);
/// for uci in ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8"] {
///     chess.play_uci(uci)?;
/// }
/// assert_eq!((chess.outcome(), chess.claim()), (None, Some(Claim::ThreefoldRepetition)));
/// assert_eq!(chess.position().key(), chess.start().key());
/// # Ok::<(), tabiya::UciError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AnyGame {
    /// Chess.
    Chess(Game<Chess>),
    /// Chess960: the same rules, different notation.
    Chess960(Game<Chess>),
    /// Makruk.
    Makruk(Game<Makruk>),
}

impl AnyGame {
    /// A game from the standard start position; for Chess960 that of chess.
    #[must_use]
    pub fn new(variant: Variant) -> AnyGame {
        AnyGame::from(AnyPosition::start(variant))
    }

    /// The variant.
    #[must_use]
    pub fn variant(&self) -> Variant {
        match self {
            AnyGame::Chess(_) => Variant::Chess,
            AnyGame::Chess960(_) => Variant::Chess960,
            AnyGame::Makruk(_) => Variant::Makruk,
        }
    }

    /// The start position.
    #[must_use]
    pub fn start(&self) -> AnyPosition {
        with_game!(self, game, wrap => wrap(*game.start()))
    }

    /// The current position.
    #[must_use]
    pub fn position(&self) -> AnyPosition {
        with_game!(self, game, wrap => wrap(*game.position()))
    }

    /// The positions so far, from the start to the current one.
    ///
    /// ```
    /// use tabiya::{AnyGame, Variant};
    ///
    /// let mut game = AnyGame::new(Variant::Chess960);
    /// game.play_uci("e2e4")?;
    /// let positions: Vec<_> = game.positions().collect();
    /// assert_eq!(positions, [game.start(), game.position()]);
    /// # Ok::<(), tabiya::UciError>(())
    /// ```
    pub fn positions(&self) -> impl ExactSizeIterator<Item = AnyPosition> + DoubleEndedIterator + '_ {
        (0..self.ply() + 1).map(|ply| with_game!(self, game, wrap => wrap(game.positions()[ply])))
    }

    /// The number of moves played.
    #[must_use]
    pub fn ply(&self) -> usize {
        with_game!(self, game => game.ply())
    }

    /// The moves played.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        with_game!(self, game => game.moves())
    }

    /// How often the current position has occurred, including now.
    #[must_use]
    pub fn occurrences(&self) -> u32 {
        with_game!(self, game => game.occurrences())
    }

    /// How often the position at this ply had occurred at that time; 0 beyond the current ply.
    #[must_use]
    pub fn occurrences_at(&self, ply: usize) -> u32 {
        with_game!(self, game => game.occurrences_at(ply))
    }

    /// Plays a move if it is legal. Moves that could be redone are dropped.
    ///
    /// ```
    /// use tabiya::{AnyGame, Variant};
    ///
    /// let mut game = AnyGame::new(Variant::Chess);
    /// let e4 = game.position().parse_uci("e2e4")?;
    /// assert!(game.play(e4).is_ok());
    /// assert!(game.play(e4).is_err());
    /// # Ok::<(), tabiya::UciError>(())
    /// ```
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        with_game!(self, game => game.play(mv))
    }

    /// Plays a move in UCI notation; both notations of castling are accepted.
    pub fn play_uci(&mut self, text: &str) -> Result<(), UciError> {
        with_game!(self, game => game.play_uci(text))
    }

    /// Plays a move in SAN.
    pub fn play_san(&mut self, text: &str) -> Result<(), SanError> {
        with_game!(self, game => game.play_san(text))
    }

    /// Plays a move without checking that it is legal.
    pub fn play_legal(&mut self, mv: Move) {
        with_game!(self, game => game.play_legal(mv));
    }

    /// Undoes the last move and returns it.
    ///
    /// ```
    /// use tabiya::{AnyGame, Variant};
    ///
    /// let mut game = AnyGame::new(Variant::Makruk);
    /// game.play_uci("e3e4")?;
    /// let e4 = game.undo();
    /// assert_eq!((game.ply(), game.redo(), game.ply()), (0, e4, 1));
    /// # Ok::<(), tabiya::UciError>(())
    /// ```
    pub fn undo(&mut self) -> Option<Move> {
        with_game!(self, game => game.undo())
    }

    /// Replays the move undone last and returns it.
    pub fn redo(&mut self) -> Option<Move> {
        with_game!(self, game => game.redo())
    }

    /// The outcome of the game, if it is over; see [`Game::outcome`].
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        with_game!(self, game => game.outcome())
    }

    /// The first draw the side to move may claim; see [`Game::claim`].
    #[must_use]
    pub fn claim(&self) -> Option<Claim> {
        with_game!(self, game => game.claim())
    }

    /// All draws the side to move may claim; see [`Game::claims`].
    #[must_use]
    pub fn claims(&self) -> Vec<Claim> {
        with_game!(self, game => game.claims())
    }

    /// The draw the side to move may claim by announcing this move; see [`Game::claim_with`].
    pub fn claim_with(&self, mv: Move) -> Result<Option<Claim>, IllegalMove> {
        with_game!(self, game => game.claim_with(mv))
    }

    /// Makruk's count, if it is running.
    #[must_use]
    pub fn count(&self) -> Option<Count> {
        with_game!(self, game => game.count())
    }

    /// Which of Makruk's counts is running, if any.
    #[must_use]
    pub fn count_kind(&self) -> Option<CountKind> {
        match self {
            AnyGame::Chess(_) | AnyGame::Chess960(_) => None,
            AnyGame::Makruk(game) => game.count_kind(),
        }
    }
}

/// A game from this position. Earlier repetitions are unknown, whatever the half-move clock.
///
/// ```
/// use tabiya::{AnyGame, AnyPosition, CountKind, Reading, Variant};
///
/// let fen = "4k3/2m5/8/8/2p5/1M6/8/R2K4 w - - 0 1";
/// let start = AnyPosition::from_fen(Variant::Makruk, fen, Reading::STRICT)?.position;
/// let mut game = AnyGame::from(start);
/// game.play_uci("b3c4")?;
/// assert_eq!((game.variant(), game.count_kind()), (Variant::Makruk, Some(CountKind::BoardHonor)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl From<AnyPosition> for AnyGame {
    fn from(start: AnyPosition) -> AnyGame {
        match start {
            AnyPosition::Chess(start) => AnyGame::Chess(Game::from_position(start)),
            AnyPosition::Chess960(start) => AnyGame::Chess960(Game::from_position(start)),
            AnyPosition::Makruk(start) => AnyGame::Makruk(Game::from_position(start)),
        }
    }
}
