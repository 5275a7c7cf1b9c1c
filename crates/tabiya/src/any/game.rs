use alloc::vec::Vec;

use super::AnyPosition;
use crate::{Chess, Claim, Count, CountKind, Game, IllegalMove, Makruk, Move, Outcome, SanError, UciError};
use crate::{Variant, with_game};

/// A [`Game`] whose kind is known only at run time.
///
/// What needs the rules themselves (a search, an export) looks inside; everything else is asked here.
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
/// // What ends a game of Makruk must be claimed in chess.
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
    /// Chess960: the same rules, another notation.
    Chess960(Game<Chess>),
    /// Makruk.
    Makruk(Game<Makruk>),
}

impl AnyGame {
    /// A game from the usual start; Chess960 begins where chess does.
    #[must_use]
    pub fn new(variant: Variant) -> AnyGame {
        AnyGame::from(AnyPosition::start(variant))
    }

    /// Which game it is.
    #[must_use]
    pub fn variant(&self) -> Variant {
        match self {
            AnyGame::Chess(_) => Variant::Chess,
            AnyGame::Chess960(_) => Variant::Chess960,
            AnyGame::Makruk(_) => Variant::Makruk,
        }
    }

    /// Where the game began.
    #[must_use]
    pub fn start(&self) -> AnyPosition {
        with_game!(self, game, wrap => wrap(*game.start()))
    }

    /// Where it stands now.
    #[must_use]
    pub fn position(&self) -> AnyPosition {
        with_game!(self, game, wrap => wrap(*game.position()))
    }

    /// The positions so far, the start first and the current one last.
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

    /// How many moves led here.
    #[must_use]
    pub fn ply(&self) -> usize {
        with_game!(self, game => game.ply())
    }

    /// The moves that led here.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        with_game!(self, game => game.moves())
    }

    /// How often the current position has occurred, this time included.
    #[must_use]
    pub fn occurrences(&self) -> u32 {
        with_game!(self, game => game.occurrences())
    }

    /// How often the position after so many plies had occurred then; 0 if the game was shorter.
    #[must_use]
    pub fn occurrences_at(&self, ply: usize) -> u32 {
        with_game!(self, game => game.occurrences_at(ply))
    }

    /// Plays a move, if it is legal; what was taken back is forgotten.
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

    /// Plays the move a UCI text means; castling may be written either way.
    pub fn play_uci(&mut self, text: &str) -> Result<(), UciError> {
        with_game!(self, game => game.play_uci(text))
    }

    /// Plays the move a SAN text means.
    pub fn play_san(&mut self, text: &str) -> Result<(), SanError> {
        with_game!(self, game => game.play_san(text))
    }

    /// Plays a move that is known to be legal.
    pub fn play_legal(&mut self, mv: Move) {
        with_game!(self, game => game.play_legal(mv));
    }

    /// Takes the last move back and returns it.
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

    /// Plays again what was last taken back, and returns it.
    pub fn redo(&mut self) -> Option<Move> {
        with_game!(self, game => game.redo())
    }

    /// What has ended the game here, if anything; see [`Game::outcome`].
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        with_game!(self, game => game.outcome())
    }

    /// What the side to move may claim here, if anything; see [`Game::claim`].
    #[must_use]
    pub fn claim(&self) -> Option<Claim> {
        with_game!(self, game => game.claim())
    }

    /// All that the side to move may claim here; see [`Game::claims`].
    #[must_use]
    pub fn claims(&self) -> Vec<Claim> {
        with_game!(self, game => game.claims())
    }

    /// What the side to move may claim by writing down this move; see [`Game::claim_with`].
    pub fn claim_with(&self, mv: Move) -> Result<Option<Claim>, IllegalMove> {
        with_game!(self, game => game.claim_with(mv))
    }

    /// Makruk's count, if somebody counts.
    #[must_use]
    pub fn count(&self) -> Option<Count> {
        with_game!(self, game => game.count())
    }

    /// Which of Makruk's counts is running, if somebody counts.
    #[must_use]
    pub fn count_kind(&self) -> Option<CountKind> {
        match self {
            AnyGame::Chess(_) | AnyGame::Chess960(_) => None,
            AnyGame::Makruk(game) => game.count_kind(),
        }
    }
}

/// A game that begins there. Whatever the position's clock says, nothing is known of what was before.
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
