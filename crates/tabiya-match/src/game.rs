//! One game between two engines. Results are decided by the board, never by an engine's claim.

use std::fmt::Write;

use tabiya::{AnyGame, ByColor, Claim, Color, Outcome, printable};
use tabiya_pgn::GameResult;

use crate::adjudication::{Adjudicator, Verdict};
use crate::clock::Clock;
use crate::player::{MoveLimits, NoMove, Player};
use crate::{Adjudication, Effort, EngineSpec, Forfeit, Opening, SearchInfo};

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Termination {
    /// By the rules.
    Board(Outcome),
    /// By a draw that could be claimed.
    Claimed(Claim),
    /// Adjudicated as a draw by both engines' scores.
    AgreedDraw,
    /// Adjudicated as a loss by the loser's score.
    Resigned(Color),
    /// The maximum length was reached.
    TooLong,
    /// Forfeit of this side.
    Forfeit(Color, Forfeit),
}

impl Termination {
    /// The winner, if there is one.
    #[must_use]
    pub fn result(&self) -> GameResult {
        let winner = match self {
            Termination::Board(Outcome::Checkmate { winner }) => *winner,
            Termination::Resigned(loser) | Termination::Forfeit(loser, _) => !*loser,
            Termination::Board(_)
            | Termination::Claimed(_)
            | Termination::AgreedDraw
            | Termination::TooLong => {
                return GameResult::Draw;
            }
        };
        if winner == Color::White { GameResult::WhiteWins } else { GameResult::BlackWins }
    }

    /// A short label, for statistics.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Termination::Board(Outcome::Checkmate { .. }) => "checkmate",
            Termination::Board(Outcome::Stalemate) => "stalemate",
            Termination::Board(Outcome::DeadPosition) => "dead position",
            Termination::Board(Outcome::CountRunOut) => "count run out",
            Termination::Board(Outcome::SeventyFiveMoves) | Termination::Claimed(Claim::FiftyMoves) => {
                "fifty moves"
            }
            Termination::Board(_) | Termination::Claimed(_) => "repetition",
            Termination::AgreedDraw => "adjudicated draw",
            Termination::Resigned(_) => "adjudicated loss",
            Termination::TooLong => "too long",
            Termination::Forfeit(_, Forfeit::IllegalMove(_)) => "illegal move",
            Termination::Forfeit(_, Forfeit::TimeLoss) => "time loss",
            Termination::Forfeit(_, Forfeit::Crash(_)) => "crash",
            Termination::Forfeit(_, Forfeit::Hang) => "hang",
        }
    }

    /// The PGN tag `Termination`.
    #[must_use]
    pub fn pgn_tag(&self) -> &'static str {
        match self {
            Termination::Board(_) | Termination::Claimed(_) => "normal",
            Termination::AgreedDraw | Termination::Resigned(_) | Termination::TooLong => "adjudication",
            Termination::Forfeit(_, Forfeit::TimeLoss) => "time forfeit",
            Termination::Forfeit(_, Forfeit::IllegalMove(_)) => "rules infraction",
            Termination::Forfeit(_, Forfeit::Crash(_) | Forfeit::Hang) => "abandoned",
        }
    }
}

impl std::fmt::Display for Termination {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Termination::Board(outcome) => outcome.fmt(f),
            Termination::Claimed(claim) => claim.fmt(f),
            Termination::AgreedDraw => f.write_str("adjudicated: both engines see a draw"),
            Termination::Resigned(loser) => write!(f, "adjudicated: {loser} sees a loss"),
            Termination::TooLong => f.write_str("adjudicated: too long"),
            Termination::Forfeit(color, forfeit) => write!(f, "{color}: {forfeit}"),
        }
    }
}

/// A game with its moves and search information; none for moves of the opening.
#[derive(Clone, Debug)]
pub(crate) struct GameRecord {
    pub(crate) game: AnyGame,
    pub(crate) search_infos: Vec<Option<SearchInfo>>,
    pub(crate) termination: Termination,
}

impl GameRecord {
    /// A game that ended before its first move.
    pub(crate) fn unplayed(opening: &Opening, termination: Termination) -> GameRecord {
        GameRecord { game: AnyGame::from(opening.start), search_infos: Vec::new(), termination }
    }

    pub(crate) fn efforts(&self) -> ByColor<Effort> {
        let mut efforts = ByColor::default();
        for (position, search_info) in self.game.positions().zip(&self.search_infos) {
            let effort: &mut Effort = &mut efforts[position.turn()];
            search_info.iter().for_each(|search_info| effort.add(search_info));
        }
        efforts
    }
}

/// Plays a game from an opening; `None` if the match is stopped.
pub(crate) fn play(
    opening: &Opening,
    players: ByColor<&mut Player<'_>>,
    rules: Adjudication,
) -> Option<GameRecord> {
    GameInPlay { opening, rules, players }.play()
}

/// The state of a game.
struct GameInPlay<'a, 'p> {
    opening: &'a Opening,
    rules: Adjudication,
    players: ByColor<&'a mut Player<'p>>,
}

impl GameInPlay<'_, '_> {
    fn play(mut self) -> Option<GameRecord> {
        let mut game = AnyGame::from(self.opening.start);
        let mut adjudicator = Adjudicator::new(self.rules);
        let mut position_command = self.opening.position_command();
        for mv in &self.opening.moves {
            game.play_legal(*mv);
            adjudicator.skip_ply();
        }
        let mut search_infos = vec![None; self.opening.moves.len()];
        let mut clocks =
            ByColor(Color::ALL.map(|color| self.players[color].spec().limit.clock.map(Clock::new)));
        let termination = loop {
            if let Some(termination) = termination_of(&game) {
                break termination;
            }
            let position = game.position();
            let side = position.turn();
            let go = go_command(self.players[side].spec(), side, &clocks);
            let limits = limits(self.players[side].spec(), clocks[side]);
            let (text, search_info) = match self.players[side].search(&position_command, &go, limits) {
                Ok(answer) => answer,
                Err(NoMove::Forfeit(forfeit)) => break Termination::Forfeit(side, forfeit),
                Err(NoMove::Stopped) => return None,
            };
            let Ok(mv) = position.parse_uci(&text) else {
                break Termination::Forfeit(side, Forfeit::IllegalMove(printable(&text)));
            };
            if let Some(clock) = &mut clocks[side] {
                clock.press(search_info.taken);
            }
            let separator = if game.ply() == 0 { " moves " } else { " " };
            let _ = write!(position_command, "{separator}{}", position.uci(mv));
            game.play_legal(mv);
            let verdict = adjudicator.verdict(search_info.score);
            search_infos.push(Some(search_info));
            // The rules take precedence over adjudication.
            match verdict.filter(|_| termination_of(&game).is_none()) {
                Some(Verdict::Draw) => break Termination::AgreedDraw,
                Some(Verdict::Loss) => break Termination::Resigned(side),
                Some(Verdict::TooLong) => break Termination::TooLong,
                None => {}
            }
        };
        Some(GameRecord { game, search_infos, termination })
    }
}

/// The outcome by the rules, or a draw that can be claimed.
pub(crate) fn termination_of(game: &AnyGame) -> Option<Termination> {
    game.outcome().map(Termination::Board).or_else(|| game.claim().map(Termination::Claimed))
}

/// The limits of the next move, from clock and settings.
fn limits(spec: &EngineSpec, clock: Option<Clock>) -> MoveLimits {
    let clock = match (clock.map(|clock| clock.left()), spec.limit.move_time) {
        (Some(left), Some(time)) => Some(left.min(time)),
        (left, time) => left.or(time),
    };
    MoveLimits { clock, nodes: spec.limit.nodes, time: None }
}

fn go_command(spec: &EngineSpec, side: Color, clocks: &ByColor<Option<Clock>>) -> String {
    let mut go = vec!["go".to_string()];
    if let Some(own) = clocks[side] {
        // For the UCI clock of an opponent without one, use ours.
        let [white, black] = clocks.0.map(|clock| clock.unwrap_or(own));
        // Out of time but within the margin: some engines take zero for "no clock".
        let left = [white, black].map(|clock| clock.left().as_millis().max(1));
        go.push(format!("wtime {} btime {}", left[0], left[1]));
        if !white.increment().is_zero() || !black.increment().is_zero() {
            let [white, black] = [white, black].map(|clock| clock.increment().as_millis());
            go.push(format!("winc {white} binc {black}"));
        }
        go.extend(own.moves_to_go().map(|moves| format!("movestogo {moves}")));
    }
    go.extend(spec.limit.move_time.map(|time| format!("movetime {}", time.as_millis())));
    go.extend(spec.limit.nodes.map(|nodes| format!("nodes {nodes}")));
    go.extend(spec.limit.depth.map(|depth| format!("depth {depth}")));
    go.join(" ")
}
