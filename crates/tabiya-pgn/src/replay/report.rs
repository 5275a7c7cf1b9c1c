use std::fmt;

use tabiya::{AnyPosition, Claim, Color, FenWarning, Game, Key, Outcome, Rules, Variant};

use super::{Fault, FaultKind};
use crate::{GameResult, Record};

/// The outcome of replaying a game.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ReplayReport {
    /// The variant; `None` if it is unknown.
    pub variant: Option<Variant>,
    /// The result in the file.
    pub result: GameResult,
    /// The number of half-moves played.
    pub plies: usize,
    /// How the game ended.
    pub ending: Ending,
    /// The outcome by the rules, and after which half-move, if more moves were played.
    pub over_before: Option<(Outcome, usize)>,
    /// The draw claims that were possible, each with the first half-move after which it was.
    pub claimable: Vec<(Claim, usize)>,
    /// Positions that occurred more than once, ordered by their second occurrence.
    pub repetitions: Vec<Repetition>,
    /// The last position reached and its key.
    pub last: Option<(AnyPosition, Key)>,
    /// Whether the result contradicts the position on the board.
    pub contradicts_board: bool,
    /// Repairs made to the FEN tag.
    pub fen_notes: Vec<FenWarning>,
    /// What is wrong with the game.
    pub fault: Option<Fault>,
}

/// A position that occurred more than once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Repetition {
    /// Its key.
    pub key: Key,
    /// The plies at which it occurred; 0 is the start.
    pub plies: Vec<usize>,
}

/// How a game ended, as far as the board and the result show.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// By the rules.
    OnBoard(Outcome),
    /// A draw that could be claimed in the last position.
    Claimed(Claim),
    /// A draw that could be claimed with the next move.
    ClaimedWithMove(Claim),
    /// A draw without a reason on the board.
    Agreed,
    /// A win by resignation, on time or otherwise off the board.
    OffBoard,
    /// The game has no result.
    Unfinished,
    /// The game could not be replayed to its end.
    Broken,
}

impl Ending {
    /// The category used in statistics.
    #[must_use]
    pub fn category(self) -> &'static str {
        match self {
            Ending::OnBoard(Outcome::Checkmate { .. }) => "checkmate",
            Ending::OnBoard(Outcome::Stalemate) => "stalemate",
            Ending::OnBoard(Outcome::DeadPosition) => "dead position",
            Ending::OnBoard(Outcome::FivefoldRepetition) => "fivefold repetition",
            Ending::OnBoard(Outcome::ThreefoldRepetition) => "threefold repetition",
            Ending::OnBoard(Outcome::SeventyFiveMoves) => "seventy-five moves",
            Ending::OnBoard(Outcome::CountRunOut) => "count run out",
            Ending::OnBoard(_) => "another rule",
            Ending::Claimed(Claim::ThreefoldRepetition)
            | Ending::ClaimedWithMove(Claim::ThreefoldRepetition) => "claim: threefold repetition",
            Ending::Claimed(Claim::FiftyMoves) | Ending::ClaimedWithMove(Claim::FiftyMoves) => {
                "claim: fifty moves"
            }
            Ending::Claimed(_) | Ending::ClaimedWithMove(_) => "another claim",
            Ending::Agreed => "draw agreed",
            Ending::OffBoard => "decided off the board",
            Ending::Unfinished => "unfinished",
            Ending::Broken => "broken",
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::OnBoard(outcome) => outcome.fmt(f),
            Ending::Claimed(claim) => write!(f, "draw, could be claimed: {claim}"),
            Ending::ClaimedWithMove(claim) => write!(f, "draw, could be claimed with a move: {claim}"),
            Ending::Agreed | Ending::OffBoard | Ending::Unfinished | Ending::Broken => {
                f.write_str(self.category())
            }
        }
    }
}

/// Collects the repetitions of a game while it is played.
#[derive(Clone, Debug, Default)]
struct Repetitions {
    found: Vec<Repetition>,
    /// For each ply whose position repeats another, its index in `found` plus one.
    places: Vec<usize>,
}

impl Repetitions {
    fn observe<R: Rules>(&mut self, game: &Game<R>) {
        self.places.resize(game.ply() + 1, 0);
        let Some(back) = game.last_occurrence() else { return };
        let before = game.ply() - back;
        if self.places[before] == 0 {
            self.found.push(Repetition { key: game.position().key(), plies: vec![before] });
            self.places[before] = self.found.len();
        }
        let place = self.places[before];
        self.places[game.ply()] = place;
        self.found[place - 1].plies.push(game.ply());
    }

    fn into_list(self) -> Vec<Repetition> {
        self.found
    }
}

/// Collects data after each move of a game.
pub(super) struct ReplayObserver {
    repetitions: Repetitions,
    claimable: Vec<(Claim, usize)>,
    over: Option<(Outcome, usize)>,
}

impl ReplayObserver {
    pub(super) fn new<R: Rules>(game: &Game<R>) -> ReplayObserver {
        let mut observer =
            ReplayObserver { repetitions: Repetitions::default(), claimable: Vec::new(), over: None };
        observer.observe(game);
        observer
    }

    pub(super) fn observe<R: Rules>(&mut self, game: &Game<R>) {
        self.repetitions.observe(game);
        let position = game.position();
        // Checkmate and stalemate leave no legal move, so in the middle of a game only these can end it.
        let draws_near = game.occurrences() >= 3
            || R::CLOCK_LIMITS.is_some_and(|(claim, _)| position.halfmove_clock() >= claim)
            || R::is_dead(position.identity())
            || R::count_has_run_out(position.count());
        if !draws_near || self.over.is_some() {
            return;
        }
        self.over = game.outcome().map(|outcome| (outcome, game.ply()));
        for claim in game.claims() {
            if self.claimable.iter().all(|(earlier, _)| *earlier != claim) {
                self.claimable.push((claim, game.ply()));
            }
        }
    }

    pub(super) fn report<R: Rules>(
        self,
        game: &Game<R>,
        record: &Record,
        last: AnyPosition,
        fault: Option<Fault>,
    ) -> ReplayReport {
        let result = record.result();
        let is_cut = fault.as_ref().is_some_and(|fault| !matches!(fault.kind, FaultKind::Text(_)));
        let ending = if is_cut { Ending::Broken } else { ending(game, result) };
        ReplayReport {
            variant: Some(last.variant()),
            result,
            plies: game.ply(),
            ending,
            over_before: self.over.filter(|(_, ply)| *ply < game.ply()),
            claimable: self.claimable,
            repetitions: self.repetitions.into_list(),
            last: Some((last, last.key())),
            contradicts_board: contradicts(ending, result),
            fen_notes: Vec::new(),
            fault,
        }
    }
}

impl ReplayReport {
    /// The report of a game whose start is invalid.
    pub(super) fn not_replayed(record: &Record, fault: Fault) -> ReplayReport {
        ReplayReport {
            variant: None,
            result: record.result(),
            plies: 0,
            ending: Ending::Broken,
            over_before: None,
            claimable: Vec::new(),
            repetitions: Vec::new(),
            last: None,
            contradicts_board: false,
            fen_notes: Vec::new(),
            fault: Some(fault),
        }
    }
}

fn ending<R: Rules>(game: &Game<R>, result: GameResult) -> Ending {
    match (game.outcome(), result) {
        (Some(outcome), _) => Ending::OnBoard(outcome),
        (None, GameResult::Draw) => drawn(game),
        (None, GameResult::WhiteWins | GameResult::BlackWins) => Ending::OffBoard,
        (None, GameResult::Unknown) => Ending::Unfinished,
    }
}

fn drawn<R: Rules>(game: &Game<R>) -> Ending {
    if let Some(claim) = game.claim() {
        return Ending::Claimed(claim);
    }
    let may_be_near = game.has_repeated()
        || R::CLOCK_LIMITS.is_some_and(|(claim, _)| game.position().halfmove_clock() + 1 >= claim);
    let with_move = |mv: &tabiya::Move| game.claim_with(*mv).ok().flatten();
    let near = || game.position().legal_moves().iter().find_map(with_move);
    may_be_near.then(near).flatten().map_or(Ending::Agreed, Ending::ClaimedWithMove)
}

fn contradicts(ending: Ending, result: GameResult) -> bool {
    let board = match ending {
        Ending::OnBoard(Outcome::Checkmate { winner: Color::White }) => GameResult::WhiteWins,
        Ending::OnBoard(Outcome::Checkmate { winner: Color::Black }) => GameResult::BlackWins,
        Ending::OnBoard(_) => GameResult::Draw,
        _ => return false,
    };
    result != GameResult::Unknown && result != board
}
