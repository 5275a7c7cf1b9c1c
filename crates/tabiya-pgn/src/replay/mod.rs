//! Replay of recorded games from the start given by their tags, with repetitions and draw claims.

mod fault;
mod report;
mod setup;

use tabiya::{AnyPosition, Chess, Game, Makruk, Rules, Variant};

pub use fault::{Fault, FaultKind};
pub use report::{Ending, Repetition, ReplayReport};
pub use setup::{SetupTagsError, setup, start_of, variant_named, variant_tag};

use crate::Record;
use report::ReplayObserver;

/// Replays recorded games, reusing the memory of the previous game.
///
/// ```
/// use tabiya::Variant;
/// use tabiya_pgn::{Reader, Record, replay::Replayer};
///
/// let mut reader = Reader::new(&b"1. f3 e5 2. g4 Qh4# 0-1"[..]);
/// let (mut record, mut replayer) = (Record::new(), Replayer::new(Variant::Chess));
/// assert!(reader.read_game(&mut record)?);
/// let report = replayer.replay(&record);
/// assert_eq!(report.ending.to_string(), "checkmate, black wins");
/// # Ok::<(), tabiya_pgn::ReadError>(())
/// ```
#[derive(Debug)]
pub struct Replayer {
    default_variant: Variant,
    chess: Game<Chess>,
    makruk: Game<Makruk>,
    /// Variant of the game replayed last.
    last: Option<Variant>,
}

impl Replayer {
    /// A replayer that assumes this variant for games that do not name theirs.
    #[must_use]
    pub fn new(default_variant: Variant) -> Replayer {
        Replayer { default_variant, chess: Game::new(), makruk: Game::new(), last: None }
    }

    /// Plays a game as far as its moves are legal.
    pub fn replay(&mut self, record: &Record) -> ReplayReport {
        let set_up = setup(record, self.default_variant);
        self.last = set_up.as_ref().ok().map(|(start, _)| start.variant());
        match set_up {
            Err(error) => {
                let kind = FaultKind::Setup(error);
                ReplayReport::not_replayed(record, Fault { line: record.line(), ply: None, kind })
            }
            Ok((start, notes)) => {
                // Not an `AnyGame`: each game keeps its memory for the next game of the same rules.
                let mut report = match start {
                    AnyPosition::Chess(start) => {
                        self.chess.reset(start);
                        play(&mut self.chess, record, AnyPosition::Chess)
                    }
                    AnyPosition::Chess960(start) => {
                        self.chess.reset(start);
                        play(&mut self.chess, record, AnyPosition::Chess960)
                    }
                    AnyPosition::Makruk(start) => {
                        self.makruk.reset(start);
                        play(&mut self.makruk, record, AnyPosition::Makruk)
                    }
                };
                report.fen_notes = notes;
                report
            }
        }
    }

    /// The positions of the last game, as far as it could be played, including the start; empty if the start was invalid.
    ///
    /// ```
    /// use tabiya::Variant;
    /// use tabiya_pgn::{Reader, Record, replay::Replayer};
    ///
    /// let mut record = Record::new();
    /// Reader::new(&b"1. e4 e5 2. Ke3 *"[..]).read_game(&mut record)?;
    /// let mut replayer = Replayer::new(Variant::Chess);
    /// let report = replayer.replay(&record);
    /// assert_eq!(replayer.positions().len(), 3);
    /// assert_eq!(replayer.positions().last(), report.last.map(|(position, _)| position));
    /// # Ok::<(), tabiya_pgn::ReadError>(())
    /// ```
    pub fn positions(&self) -> impl ExactSizeIterator<Item = AnyPosition> + DoubleEndedIterator + '_ {
        let count = match self.last {
            Some(Variant::Chess | Variant::Chess960) => self.chess.positions().len(),
            Some(Variant::Makruk) => self.makruk.positions().len(),
            None => 0,
        };
        (0..count).map(|ply| match self.last {
            Some(Variant::Chess960) => AnyPosition::Chess960(self.chess.positions()[ply]),
            Some(Variant::Makruk) => AnyPosition::Makruk(self.makruk.positions()[ply]),
            Some(Variant::Chess) | None => AnyPosition::Chess(self.chess.positions()[ply]),
        })
    }
}

fn play<R: Rules>(
    game: &mut Game<R>,
    record: &Record,
    any: impl Fn(tabiya::Position<R>) -> AnyPosition,
) -> ReplayReport {
    let mut observer = ReplayObserver::new(game);
    let fault = play_moves(game, record, &mut |game| observer.observe(game)).err();
    observer.report(game, record, any(*game.position()), fault.or_else(|| fault_of_text(record)))
}

/// Plays the moves of a record in a game that is at its start, and calls `observe` after each.
///
/// Stops at the first move that cannot be played; the game then holds the moves before it.
///
/// ```
/// use tabiya::{Chess, Game};
/// use tabiya_pgn::{Reader, Record, replay};
///
/// let mut record = Record::new();
/// Reader::new(&b"1. e4 e5\n2. Ke3 *"[..]).read_game(&mut record)?;
/// let mut game = Game::<Chess>::new();
/// let fault = replay::play_moves(&mut game, &record, &mut |_| {}).unwrap_err();
/// assert_eq!(fault.to_string(), "line 2, ply 3: `Ke3`: illegal move: no king can reach e3");
/// assert_eq!(game.ply(), 2);
/// # Ok::<(), tabiya_pgn::ReadError>(())
/// ```
pub fn play_moves<R: Rules>(
    game: &mut Game<R>,
    record: &Record,
    observe: &mut impl FnMut(&Game<R>),
) -> Result<(), Fault> {
    for (index, (san, line)) in record.moves().enumerate() {
        match game.position().parse_san(san) {
            Ok(mv) => game.play_legal(mv),
            Err(error) => {
                let kind = FaultKind::Move { san: san.to_owned(), error };
                return Err(Fault { line, ply: Some(index + 1), kind });
            }
        }
        observe(game);
    }
    Ok(())
}

/// The problem of a game whose moves are all legal, if there is one.
fn fault_of_text(record: &Record) -> Option<Fault> {
    let too_long = record.too_long().map(|line| Fault { line, ply: None, kind: FaultKind::TooLong });
    too_long.or_else(|| record.problem().map(Fault::from))
}
