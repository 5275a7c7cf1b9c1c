//! The statistics of [`Database::explore`](crate::Database::explore) for games stored elsewhere.

use tabiya::{AnyPosition, Move, with_position};

use super::explore::{ExploreOptions, Explored, ExplorerSum};
use crate::Date;
use crate::database::GameId;
use crate::facts::Facts;
use crate::store::moves;
use crate::tally::{MoveTally, Results, Sample, Tally};

/// Adds up statistics of a position from single games or from rows of a statistics table.
///
/// ```
/// use tabiya::{AnyPosition, Variant};
/// use tabiya_db::{MoveStats, Facts, GameId, Results, Summary, ExploreOptions};
///
/// let start = AnyPosition::start(Variant::Chess);
/// let mut summary = Summary::new(&start, ExploreOptions::default());
/// summary.count(GameId(1), start.parse_uci("e2e4").ok(), &Facts::default());
/// summary.count(GameId(2), None, &Facts::default());
/// let results = Results { draws: 7, ..Results::default() };
/// summary.add(start.parse_uci("d2d4").ok(), &MoveStats { results, ..MoveStats::default() });
/// let explored = summary.finish();
/// assert_eq!((explored.results.games(), explored.ended, explored.moves.len()), (9, 1, 2));
/// ```
#[derive(Debug)]
pub struct Summary<'a> {
    position: &'a AnyPosition,
    options: ExploreOptions,
    seen: GrowingTally,
    lines: Vec<(Option<u16>, MoveStats)>,
    top: Vec<Sample>,
    recent: Vec<Sample>,
    months: Vec<((u16, u8), Results)>,
}

/// Aggregated statistics of a move, or of the games that ended in a position: a row of a statistics table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MoveStats {
    /// Results of the games.
    pub results: Results,
    /// Results of those games that also played another move in this position before: they count only once for the position.
    pub again: Results,
    /// The number of games in which the rating of the side to move is known, and the sum of these ratings.
    pub rated: u64,
    /// See [`rated`](MoveStats::rated).
    pub rating_sum: u64,
    /// The number of finished games in which the opponent's rating is known, and the sum of these ratings.
    pub opponents: u64,
    /// See [`opponents`](MoveStats::opponents).
    pub opponent_sum: u64,
    /// Twice the points scored by the side to move in these games.
    pub half_points: u64,
    /// The date of the last of these games.
    pub last: Date,
    /// The first of these games.
    pub first_game: Option<GameId>,
}

impl<'a> Summary<'a> {
    /// An empty summary.
    #[must_use]
    pub fn new(position: &'a AnyPosition, options: ExploreOptions) -> Summary<'a> {
        let tally = ExplorerSum::new(position.turn(), &options).tally(0);
        let (lines, top, recent, months) = Default::default();
        Summary { position, options, seen: GrowingTally::new(tally), lines, top, recent, months }
    }

    /// Counts a move of a game, or its end (`None`). Calls for one game must be consecutive and in playing order, each move
    /// once; games must be in the order of their numbers.
    pub fn count(&mut self, game: GameId, mv: Option<Move>, facts: &Facts) {
        let code = self.code(mv);
        self.seen.count(game.0.saturating_sub(1), code, facts);
    }

    /// Adds aggregated statistics of a move, or of the games that ended (`None`). Sample games and months are added separately.
    pub fn add(&mut self, mv: Option<Move>, stats: &MoveStats) {
        self.lines.push((self.code(mv), *stats));
    }

    /// Adds a game with high-rated players. Call in order, best first.
    pub fn add_top(&mut self, game: GameId, mv: Option<Move>) {
        let sample = self.sample(self.top.len(), game, mv);
        self.top.push(sample);
    }

    /// Adds a recent game. Call in order, latest first.
    pub fn add_recent(&mut self, game: GameId, mv: Option<Move>) {
        let sample = self.sample(self.recent.len(), game, mv);
        self.recent.push(sample);
    }

    /// Adds the results of a month (0 if the month is unknown), each game once.
    pub fn add_month(&mut self, month: (u16, u8), results: Results) {
        self.months.push((month, results));
    }

    /// Returns the statistics of the position.
    #[must_use]
    pub fn finish(self) -> Explored {
        let mut sum = ExplorerSum::new(self.position.turn(), &self.options);
        sum.add(&self.seen.tally, &self.seen.codes);
        for (code, stats) in &self.lines {
            let mut results = stats.results;
            results -= stats.again;
            sum.absorb(&results, if code.is_none() { stats.results.games() } else { 0 });
            if let Some(code) = code {
                sum.absorb_move(*code, &stats.tally());
            }
        }
        for sample in self.top {
            sum.top.offer(Sample { game: !sample.game, ..sample });
        }
        self.recent.into_iter().for_each(|sample| sum.recent.offer(sample));
        for (month, results) in self.months {
            *sum.history.entry(month).or_default() += results;
        }
        sum.finish(self.position)
    }

    fn code(&self, mv: Option<Move>) -> Option<u16> {
        mv.map(|mv| with_position!(self.position, position => moves::code(position, mv)))
    }

    /// The merit of a sample is its position in the list.
    fn sample(&self, place: usize, game: GameId, mv: Option<Move>) -> Sample {
        let code = self.code(mv).map_or(0, |code| usize::from(code) + 1);
        Sample { merit: u64::MAX - place as u64, game: game.0.saturating_sub(1), code }
    }
}

impl MoveStats {
    fn tally(&self) -> MoveTally {
        MoveTally {
            results: self.results,
            rated: self.rated,
            rating_sum: self.rating_sum,
            opponents: self.opponents,
            opponent_sum: self.opponent_sum,
            half_points: self.half_points,
            last: self.last,
            first: self.first_game.map_or(0, |game| game.0.saturating_sub(1)),
        }
    }
}

/// A tally whose list of moves grows as moves are counted.
#[derive(Debug)]
pub(super) struct GrowingTally {
    pub(super) tally: Tally,
    pub(super) codes: Vec<u16>,
}

impl GrowingTally {
    pub(super) fn new(tally: Tally) -> GrowingTally {
        GrowingTally { tally, codes: Vec::new() }
    }

    pub(super) fn count(&mut self, game: u64, code: Option<u16>, facts: &Facts) {
        let number = code.map_or(0, |code| {
            let known = self.codes.iter().position(|known| *known == code);
            1 + known.unwrap_or_else(|| {
                self.codes.push(code);
                self.tally.moves.push(MoveTally::default());
                self.codes.len() - 1
            })
        });
        self.tally.count(game, number, facts);
    }
}
