//! The counting of [`Database::explore`](crate::Database::explore) for games that lie elsewhere.

use tabiya::{AnyPosition, Move, with_position};

use super::explore::{Explored, Sum, Wanted};
use crate::Date;
use crate::database::GameId;
use crate::facts::Facts;
use crate::store::moves;
use crate::tally::{MoveTally, Results, Sample, Tally};

/// Adds up what games did in a position: one by one, or as a table of statistics has it.
///
/// ```
/// use tabiya::{AnyPosition, Variant};
/// use tabiya_db::{Counted, Facts, GameId, Results, Summary, Wanted};
///
/// let start = AnyPosition::start(Variant::Chess);
/// let mut summary = Summary::new(&start, Wanted::default());
/// summary.count(GameId(1), start.parse_uci("e2e4").ok(), &Facts::default());
/// summary.count(GameId(2), None, &Facts::default());
/// let results = Results { draws: 7, ..Results::default() };
/// summary.add(start.parse_uci("d2d4").ok(), &Counted { results, ..Counted::default() });
/// let explored = summary.finish();
/// assert_eq!((explored.results.games(), explored.ended, explored.moves.len()), (9, 1, 2));
/// ```
#[derive(Debug)]
pub struct Summary<'a> {
    position: &'a AnyPosition,
    wanted: Wanted,
    seen: Growing,
    lines: Vec<(Option<u16>, Counted)>,
    top: Vec<Sample>,
    recent: Vec<Sample>,
    months: Vec<((u16, u8), Results)>,
}

/// What many games did in a position: a line of a table of statistics.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counted {
    /// How the games ended that did it.
    pub results: Results,
    /// How those of them ended that had stood here before and done something else: for the position they count once.
    pub again: Results,
    /// Games in which the rating of who was to move is known, and the sum of these ratings.
    pub rated: u64,
    /// See [`rated`](Counted::rated).
    pub rating_sum: u64,
    /// Games that ended and in which the opponent's rating is known, and the sum of these ratings.
    pub opponents: u64,
    /// See [`opponents`](Counted::opponents).
    pub opponent_sum: u64,
    /// Twice the points that who was to move made in these games.
    pub half_points: u64,
    /// When it was done last.
    pub last: Date,
    /// The game that did it first.
    pub first_game: Option<GameId>,
}

impl<'a> Summary<'a> {
    /// No game yet.
    #[must_use]
    pub fn new(position: &'a AnyPosition, wanted: Wanted) -> Summary<'a> {
        let tally = Sum::new(position.turn(), &wanted).tally(0);
        let (lines, top, recent, months) = Default::default();
        Summary { position, wanted, seen: Growing::new(tally), lines, top, recent, months }
    }

    /// Counts a move that a game played, or that it ended. All that one game did comes together, in the order in which it did it,
    /// each thing once; games come in the order of their numbers.
    pub fn count(&mut self, game: GameId, mv: Option<Move>, facts: &Facts) {
        let code = self.code(mv);
        self.seen.count(game.0.saturating_sub(1), code, facts);
    }

    /// Adds what many games did: a move they played, or that they ended. Their lists and months come apart.
    pub fn add(&mut self, mv: Option<Move>, counted: &Counted) {
        self.lines.push((self.code(mv), *counted));
    }

    /// Adds a game to those with the strongest players, which come in their order.
    pub fn add_top(&mut self, game: GameId, mv: Option<Move>) {
        let sample = self.sample(self.top.len(), game, mv);
        self.top.push(sample);
    }

    /// Adds a game to the last ones, which come in their order.
    pub fn add_recent(&mut self, game: GameId, mv: Option<Move>) {
        let sample = self.sample(self.recent.len(), game, mv);
        self.recent.push(sample);
    }

    /// Adds how games of a month ended (0 if the month is not known), once for a game.
    pub fn add_month(&mut self, month: (u16, u8), results: Results) {
        self.months.push((month, results));
    }

    /// What is known of the position.
    #[must_use]
    pub fn finish(self) -> Explored {
        let mut sum = Sum::new(self.position.turn(), &self.wanted);
        sum.add(&self.seen.tally, &self.seen.codes);
        for (code, counted) in &self.lines {
            let mut results = counted.results;
            results -= counted.again;
            sum.absorb(&results, if code.is_none() { counted.results.games() } else { 0 });
            if let Some(code) = code {
                sum.absorb_move(*code, &counted.tally());
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

    /// The order of a list is all that is known of a game's merit.
    fn sample(&self, place: usize, game: GameId, mv: Option<Move>) -> Sample {
        let code = self.code(mv).map_or(0, |code| usize::from(code) + 1);
        Sample { merit: u64::MAX - place as u64, game: game.0.saturating_sub(1), code }
    }
}

impl Counted {
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

/// A tally of moves that are not known in advance.
#[derive(Debug)]
pub(super) struct Growing {
    pub(super) tally: Tally,
    pub(super) codes: Vec<u16>,
}

impl Growing {
    pub(super) fn new(tally: Tally) -> Growing {
        Growing { tally, codes: Vec::new() }
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
