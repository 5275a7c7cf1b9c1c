use tabiya::{AnyPosition, Color, Move, with_position};

use super::locate::{Hit, PositionQuery};
use super::summary::GrowingTally;
use crate::Date;
use crate::database::{Database, GameId};
use crate::error::Result;
use crate::filter::{CompiledFilter, Filter};
use crate::store::moves;
use crate::store::segment::Segment;
use crate::store::shared::SharedPosition;
use crate::tally::{
    BestSamples, MoveTally, Results, SAMPLES, Sample, StoredTally, Tally, recent_merit, top_merit,
};

/// Options of [`Database::explore`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ExploreOptions {
    /// Maximum number of games with the highest-rated players.
    pub top_games: usize,
    /// Maximum number of most recent games.
    pub recent_games: usize,
    /// Whether to return results by month.
    pub history: bool,
}

/// Statistics of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Explored {
    /// Results of the games that reached it.
    pub results: Results,
    /// The number of games that ended in this position.
    pub ended: u64,
    /// The moves played, most frequent first.
    pub moves: Vec<ExploredMove>,
    /// The games with the highest-rated players.
    pub top_games: Vec<TopGame>,
    /// The most recent games.
    pub recent_games: Vec<TopGame>,
    /// Results by year and month (0 if unknown), in chronological order.
    pub history: Vec<((u16, u8), Results)>,
}

/// Statistics of a move played from a position.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ExploredMove {
    /// The move.
    pub mv: Move,
    /// Results of the games with this move.
    pub results: Results,
    /// Mean rating of the players who made the move.
    pub average_rating: Option<u16>,
    /// Mean rating of their opponents in finished games.
    pub average_opponent_rating: Option<u16>,
    /// Performance rating of the players who made the move.
    pub performance: Option<i32>,
    /// The date of the last game with this move.
    pub last: Date,
    /// The first game with this move, which is the only one if there is only one.
    pub first_game: GameId,
}

/// A game and the move played in it from the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TopGame {
    /// The game.
    pub game: GameId,
    /// The move; `None` if the game ended in the position.
    pub mv: Option<Move>,
}

impl Database {
    /// Returns statistics of a position over all games that reached it, by any move order.
    ///
    /// ```
    /// use tabiya::{AnyPosition, Variant};
    /// use tabiya_db::{Database, Filter, ExploreOptions};
    ///
    /// let database = Database::temporary(&b"1. e4 e5 1-0\n\n1. e4 c5 0-1\n\n1. d4 *"[..])?;
    /// let start = AnyPosition::start(Variant::Chess);
    /// let explored = database.explore(&start, &Filter::default(), &ExploreOptions::default())?;
    /// assert_eq!(explored.results.games(), 3);
    /// assert_eq!(explored.moves[0].mv.to_string(), "e2e4");
    /// # Ok::<(), tabiya_db::DbError>(())
    /// ```
    pub fn explore(
        &self,
        position: &AnyPosition,
        filter: &Filter,
        options: &ExploreOptions,
    ) -> Result<Explored> {
        let state = self.state();
        let compiled = CompiledFilter::new(filter, &state);
        let query = PositionQuery::new(position);
        let mut sum = ExplorerSum::new(position.turn(), options);
        for (index, segment) in state.segments.iter().enumerate() {
            match query.locate(segment)? {
                None => {}
                Some(Hit::Shared(found)) => sum.add_shared(segment, index, &found, &compiled)?,
                Some(Hit::Single(visits)) => {
                    let row = segment.games.row(visits.game)?;
                    if compiled.admits(&segment.games, index, visits.game, &row)? {
                        let mut seen = GrowingTally::new(sum.tally(0));
                        let mut codes: Vec<Option<u16>> = Vec::new();
                        for (_, code) in visits.plies {
                            if !codes.contains(&code) {
                                codes.push(code);
                                seen.count(segment.first + visits.game as u64, code, &row.facts());
                            }
                        }
                        sum.add(&seen.tally, &seen.codes);
                    }
                }
            }
        }
        let explored = sum.finish(position);
        state.prefetch(explored.top_games.iter().chain(&explored.recent_games).map(|top| top.game));
        Ok(explored)
    }
}

/// Adds up the statistics of the segments.
pub(super) struct ExplorerSum<'w> {
    mover: Color,
    options: &'w ExploreOptions,
    results: Results,
    ended: u64,
    moves: Vec<(u16, MoveTally)>,
    // Samples hold the code of the move plus one, or 0 if the game ended.
    pub(super) top: BestSamples,
    pub(super) recent: BestSamples,
    pub(super) history: std::collections::BTreeMap<(u16, u8), Results>,
}

impl<'w> ExplorerSum<'w> {
    pub(super) fn new(mover: Color, options: &'w ExploreOptions) -> ExplorerSum<'w> {
        ExplorerSum {
            mover,
            options,
            results: Results::default(),
            ended: 0,
            moves: Vec::new(),
            top: BestSamples::new(options.top_games),
            recent: BestSamples::new(options.recent_games),
            history: std::collections::BTreeMap::new(),
        }
    }

    pub(super) fn tally(&self, moves: usize) -> Tally {
        let ExploreOptions { top_games, recent_games, history } = *self.options;
        Tally::new(self.mover, moves, top_games, recent_games, history)
    }

    fn add_shared(
        &mut self,
        segment: &Segment,
        index: usize,
        found: &SharedPosition<'_>,
        compiled: &CompiledFilter<'_>,
    ) -> Result<()> {
        let codes = found.codes();
        let is_stored = compiled.matches_all()
            && !self.options.history
            && self.options.top_games.max(self.options.recent_games) <= SAMPLES;
        if is_stored && let Some(stored) = found.statistics()? {
            return self.add_stored(segment, &stored, &codes);
        }
        let mut tally = self.tally(codes.len());
        for (game, code) in found.postings()? {
            let row = segment.games.row(game as usize)?;
            if compiled.admits(&segment.games, index, game as usize, &row)? {
                tally.count(segment.first.saturating_add(game), code, &row.facts());
            }
        }
        self.add(&tally, &codes);
        Ok(())
    }

    fn add_stored(&mut self, segment: &Segment, stored: &StoredTally, codes: &[u16]) -> Result<()> {
        self.absorb(&stored.results, stored.ended);
        for (code, tally) in codes.iter().zip(&stored.moves) {
            self.absorb_move(
                *code,
                &MoveTally { first: tally.first.saturating_add(segment.first), ..*tally },
            );
        }
        let code = |code: usize| {
            code.checked_sub(1).and_then(|index| codes.get(index)).map_or(0, |code| *code as usize + 1)
        };
        for &(game, played) in stored.top.iter().take(self.options.top_games) {
            let merit = top_merit(&segment.games.row(game as usize)?.facts());
            self.top.offer(Sample { merit, game: !segment.first.saturating_add(game), code: code(played) });
        }
        for &(game, played) in stored.recent.iter().take(self.options.recent_games) {
            let merit = recent_merit(&segment.games.row(game as usize)?.facts());
            self.recent.offer(Sample { merit, game: segment.first + game, code: code(played) });
        }
        Ok(())
    }

    pub(super) fn add(&mut self, tally: &Tally, codes: &[u16]) {
        self.absorb(&tally.results, tally.ended);
        for (code, played) in codes.iter().zip(&tally.moves) {
            if played.results.games() > 0 {
                self.absorb_move(*code, played);
            }
        }
        let code = |sample: &Sample| {
            sample.code.checked_sub(1).and_then(|index| codes.get(index)).map_or(0, |code| *code as usize + 1)
        };
        for (best, samples) in [(&mut self.top, &tally.top), (&mut self.recent, &tally.recent)] {
            samples.samples().iter().for_each(|sample| best.offer(Sample { code: code(sample), ..*sample }));
        }
        for (month, results) in tally.history.iter().flatten() {
            *self.history.entry(*month).or_default() += *results;
        }
    }

    pub(super) fn absorb(&mut self, results: &Results, ended: u64) {
        self.results += *results;
        self.ended += ended;
    }

    pub(super) fn absorb_move(&mut self, code: u16, tally: &MoveTally) {
        match self.moves.iter_mut().find(|(known, _)| *known == code) {
            Some((_, sum)) => sum.absorb(tally),
            None => self.moves.push((code, *tally)),
        }
    }

    pub(super) fn finish(mut self, position: &AnyPosition) -> Explored {
        self.moves.sort_by_key(|(code, tally)| (std::cmp::Reverse(tally.results.games()), *code));
        let played = |(code, tally): &(u16, MoveTally)| {
            Some(ExploredMove {
                mv: decode(position, *code)?,
                results: tally.results,
                average_rating: tally.average_rating(),
                average_opponent_rating: tally.average_opponent_rating(),
                performance: tally.performance(),
                last: tally.last,
                first_game: GameId::at(tally.first),
            })
        };
        let game = |sample: &Sample, number: u64| TopGame {
            game: GameId::at(number),
            mv: sample.code.checked_sub(1).and_then(|code| decode(position, code as u16)),
        };
        Explored {
            results: self.results,
            ended: self.ended,
            moves: self.moves.iter().filter_map(played).collect(),
            top_games: self.top.samples().iter().map(|sample| game(sample, !sample.game)).collect(),
            recent_games: self.recent.samples().iter().map(|sample| game(sample, sample.game)).collect(),
            history: self.history.into_iter().collect(),
        }
    }
}

fn decode(position: &AnyPosition, code: u16) -> Option<Move> {
    with_position!(position, position => moves::decode(position, code))
}
