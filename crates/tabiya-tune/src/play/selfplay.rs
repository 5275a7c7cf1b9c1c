use tabiya::{Color, Game, MoveKind, Outcome, Position, Rules, Score, Variant};
use tabiya_engine::{Limits, Searcher, Settings, Signals};
use tabiya_table::Table;

use super::Starts;
use crate::sample::Sample;
use tabiya::keys::SplitMix64;

/// Adjudication: this score for this many plies is a win.
const WON: i32 = 600;
const WON_PLIES: u32 = 4;
/// Adjudication: scores near zero for this long, late in the game, are a draw.
const DRAWN: i32 = 15;
const DRAWN_PLIES: u32 = 10;
const DRAWN_FROM_PLY: usize = 80;
/// Longer games end here.
const MAX_PLIES: usize = 300;
/// The maximum imbalance of an opening.
const MAX_OPENING_SCORE: i32 = 350;
/// Positions with a larger score are decided and not sampled.
const DECIDED: i32 = 1200;

/// Self-play.
pub(super) struct Player<R: Starts> {
    searcher: Searcher<R>,
    table: Table,
    limits: Limits,
    settings: Settings,
}

impl<R: Starts> Player<R> {
    pub(super) fn new(nodes: u64) -> Result<Player<R>, String> {
        let table = Table::new(4).map_err(|error| error.to_string())?;
        Ok(Player {
            searcher: Searcher::new(),
            table,
            limits: Limits::nodes(nodes),
            settings: Settings::default(),
        })
    }

    /// Plays a game and returns its quiet positions with the result.
    pub(super) fn play(&mut self, variant: Variant, random: &mut SplitMix64) -> Vec<Sample<R>> {
        self.searcher.clear();
        self.table.clear(1);
        let mut game = self.opening(variant, random);
        let mut samples = Vec::new();
        let (mut winning_plies, mut drawn_plies) = ([0; 2], 0);
        let winner = loop {
            if let Some(outcome) = ended(&game) {
                break match outcome {
                    Outcome::Checkmate { winner } => Some(winner),
                    _ => None,
                };
            }
            let (best, score) = self.search(&game);
            let Some(best) = best else { break None };
            let position = game.position();
            let white_score = if position.turn() == Color::White { score } else { -score };
            if is_quiet(position, best) && score.abs() < DECIDED {
                samples.push(Sample { position: *position, result: 0.5, score: Some(white_score) });
            }
            let side = usize::from(white_score < 0);
            winning_plies = if score.abs() >= WON {
                [0, 1].map(|i| if i == side { winning_plies[i] + 1 } else { 0 })
            } else {
                [0; 2]
            };
            drawn_plies =
                if score.abs() <= DRAWN && game.ply() >= DRAWN_FROM_PLY { drawn_plies + 1 } else { 0 };
            if winning_plies[side] >= WON_PLIES {
                break Some(Color::ALL[side]);
            }
            if drawn_plies >= DRAWN_PLIES || game.ply() >= MAX_PLIES {
                break None;
            }
            game.play_legal(best);
        };
        let result = match winner {
            Some(Color::White) => 1.0,
            Some(Color::Black) => 0.0,
            None => 0.5,
        };
        for sample in &mut samples {
            sample.result = result;
        }
        samples
    }

    /// Eight or nine random moves, so that either side may be to move, to a balanced position.
    fn opening(&mut self, variant: Variant, random: &mut SplitMix64) -> Game<R> {
        loop {
            let mut game = Game::from_position(R::start(variant, random));
            for _ in 0..8 + random.below(2) {
                let moves = game.position().legal_moves();
                if moves.is_empty() {
                    break;
                }
                game.play_legal(moves[random.below(moves.len())]);
            }
            if ended(&game).is_none() && self.search(&game).1.abs() <= MAX_OPENING_SCORE {
                // Forget earlier positions, which must not count as repetitions.
                return Game::from_position(*game.position());
            }
        }
    }

    fn search(&mut self, game: &Game<R>) -> (Option<tabiya::Move>, i32) {
        let signals = Signals::default();
        let result =
            self.searcher.search(game, &self.limits, &self.settings, &self.table, &signals, &mut |_| {});
        let score = match result.score {
            Score::Centipawns(value) => value,
            Score::Mate(moves) if moves > 0 => 10_000,
            Score::Mate(_) => -10_000,
        };
        (result.best, score)
    }
}

/// The result, if the game is over; draws are claimed.
fn ended<R: Rules>(game: &Game<R>) -> Option<Outcome> {
    let position = game.position();
    if game.occurrences() >= 3 {
        return Some(Outcome::ThreefoldRepetition);
    }
    let clock = R::CLOCK_LIMITS.is_some_and(|(claim, _)| position.halfmove_clock() >= claim);
    position.outcome().or(clock.then_some(Outcome::SeventyFiveMoves))
}

/// Whether the position is quiet, so that it can be evaluated without search.
fn is_quiet<R: Rules>(position: &Position<R>, best: tabiya::Move) -> bool {
    let safe_squares = matches!(best.kind, MoveKind::Normal | MoveKind::DoubleStep | MoveKind::Castle);
    safe_squares && !position.is_check()
}
