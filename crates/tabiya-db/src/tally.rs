//! What was played from a position, added up game by game.

use std::collections::BTreeMap;

use tabiya::Color;
use tabiya_pgn::GameResult;

use crate::Date;
use crate::facts::Facts;
use crate::store::numbers::{self, Bytes};

/// How games ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Results {
    /// White won.
    pub white: u64,
    /// Draws.
    pub draws: u64,
    /// Black won.
    pub black: u64,
    /// Not ended, or not known.
    pub unknown: u64,
}

impl std::ops::AddAssign for Results {
    fn add_assign(&mut self, other: Results) {
        self.white += other.white;
        self.draws += other.draws;
        self.black += other.black;
        self.unknown += other.unknown;
    }
}

impl std::ops::SubAssign for Results {
    /// Never below nought.
    fn sub_assign(&mut self, other: Results) {
        self.white = self.white.saturating_sub(other.white);
        self.draws = self.draws.saturating_sub(other.draws);
        self.black = self.black.saturating_sub(other.black);
        self.unknown = self.unknown.saturating_sub(other.unknown);
    }
}

impl Results {
    /// All games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.white + self.draws + self.black + self.unknown
    }

    fn count(&mut self, result: GameResult) {
        match result {
            GameResult::WhiteWins => self.white += 1,
            GameResult::Draw => self.draws += 1,
            GameResult::BlackWins => self.black += 1,
            GameResult::Unknown => self.unknown += 1,
        }
    }

    fn push(&self, out: &mut Vec<u8>) {
        [self.white, self.draws, self.black, self.unknown]
            .iter()
            .for_each(|count| numbers::push(out, *count));
    }

    fn read(bytes: &mut Bytes<'_>) -> Option<Results> {
        let (white, draws, black, unknown) = (count(bytes)?, count(bytes)?, count(bytes)?, count(bytes)?);
        Some(Results { white, draws, black, unknown })
    }
}

/// What is known of one move. Numbers of games are those of the database, from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct MoveTally {
    pub(crate) results: Results,
    /// Games in which the rating of who moved is known, and the sum of these ratings.
    pub(crate) rated: u64,
    pub(crate) rating_sum: u64,
    /// Games that ended and in which the opponent's rating is known, the sum of these ratings, and twice the points of who
    /// moved.
    pub(crate) opponents: u64,
    pub(crate) opponent_sum: u64,
    pub(crate) half_points: u64,
    pub(crate) last: Date,
    /// The game that came first.
    pub(crate) first: u64,
}

impl MoveTally {
    fn count(&mut self, game: u64, facts: &Facts, mover: Color) {
        if self.results.games() == 0 {
            self.first = game;
        }
        self.results.count(facts.result);
        if let Some(rating) = facts.elo(mover) {
            self.rated += 1;
            self.rating_sum += u64::from(rating);
        }
        let half_points = match (facts.result, mover) {
            (GameResult::Unknown, _) => None,
            (GameResult::Draw, _) => Some(1),
            (GameResult::WhiteWins, Color::White) | (GameResult::BlackWins, Color::Black) => Some(2),
            (GameResult::WhiteWins, Color::Black) | (GameResult::BlackWins, Color::White) => Some(0),
        };
        if let (Some(half_points), Some(rating)) = (half_points, facts.elo(!mover)) {
            self.opponents += 1;
            self.opponent_sum += u64::from(rating);
            self.half_points += half_points;
        }
        self.last = self.last.max(facts.date);
    }

    pub(crate) fn absorb(&mut self, other: &MoveTally) {
        if self.results.games() == 0 || (other.results.games() > 0 && other.first < self.first) {
            self.first = other.first;
        }
        self.results += other.results;
        self.rated += other.rated;
        self.rating_sum += other.rating_sum;
        self.opponents += other.opponents;
        self.opponent_sum += other.opponent_sum;
        self.half_points += other.half_points;
        self.last = self.last.max(other.last);
    }

    /// The mean rating of who made the move.
    pub(crate) fn average_rating(&self) -> Option<u16> {
        mean(self.rating_sum, self.rated)
    }

    /// The mean rating of the opponents.
    pub(crate) fn average_opponent_rating(&self) -> Option<u16> {
        mean(self.opponent_sum, self.opponents)
    }

    /// The rating at which one would expect this score against these opponents.
    pub(crate) fn performance(&self) -> Option<i32> {
        let opponents = self.average_opponent_rating()?;
        Some(performance(opponents, self.half_points as f64 / (2 * self.opponents) as f64))
    }

    fn push(&self, out: &mut Vec<u8>) {
        self.results.push(out);
        let rest = [
            self.rated,
            self.rating_sum,
            self.opponents,
            self.opponent_sum,
            self.half_points,
            u64::from(self.last.bits()),
            self.first,
        ];
        rest.iter().for_each(|number| numbers::push(out, *number));
    }

    fn read(bytes: &mut Bytes<'_>) -> Option<MoveTally> {
        Some(MoveTally {
            results: Results::read(bytes)?,
            rated: count(bytes)?,
            rating_sum: count(bytes)?,
            opponents: count(bytes)?,
            opponent_sum: count(bytes)?,
            half_points: count(bytes)?,
            last: Date::from_bits(u32::try_from(bytes.number()?).ok()?),
            first: count(bytes)?,
        })
    }
}

/// The rating at which one would expect this share of the points against opponents of this rating (Elo's formula; at most 800
/// above or below them, as FIDE has it).
pub(crate) fn performance(opponents: u16, share: f64) -> i32 {
    let difference = (400.0 * (share / (1.0 - share)).log10()).clamp(-800.0, 800.0);
    i32::from(opponents) + difference.round() as i32
}

/// A number of games, or a sum over them. A larger one is nonsense, and adding it up would overflow.
fn count(bytes: &mut Bytes<'_>) -> Option<u64> {
    bytes.number().filter(|number| *number < 1 << 48)
}

fn mean(sum: u64, count: u64) -> Option<u16> {
    (count > 0).then(|| ((sum + count / 2) / count) as u16)
}

/// How many games are kept as samples.
pub(crate) const SAMPLES: usize = 16;

/// A game among the best so far: by its merit, then its number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Sample {
    pub(crate) merit: u64,
    pub(crate) game: u64,
    /// What was played: 0 nothing, or the number of the move in the list, from 1.
    pub(crate) code: usize,
}

/// The few best of many games, the best first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Best {
    samples: Vec<Sample>,
    most: usize,
}

impl Best {
    pub(crate) fn new(most: usize) -> Best {
        Best { samples: Vec::new(), most }
    }

    #[inline]
    pub(crate) fn offer(&mut self, sample: Sample) {
        if self.samples.len() < self.most {
            self.insert(sample);
        } else if self.samples.last().is_some_and(|worst| sample > *worst) {
            self.samples.pop();
            self.insert(sample);
        }
    }

    fn insert(&mut self, sample: Sample) {
        let at = self.samples.partition_point(|better| *better > sample);
        self.samples.insert(at, sample);
    }

    pub(crate) fn samples(&self) -> &[Sample] {
        &self.samples
    }
}

/// The sum of both ratings, then the date: what makes a top game.
pub(crate) fn top_merit(facts: &Facts) -> u64 {
    let elo = |elo: Option<u16>| u64::from(elo.unwrap_or(0));
    (elo(facts.white_elo) + elo(facts.black_elo)) << 32 | u64::from(facts.date.bits())
}

/// What makes a recent game.
pub(crate) fn recent_merit(facts: &Facts) -> u64 {
    u64::from(facts.date.bits())
}

/// Everything about one position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Tally {
    pub(crate) mover: Color,
    pub(crate) results: Results,
    pub(crate) ended: u64,
    pub(crate) moves: Vec<MoveTally>,
    pub(crate) top: Best,
    pub(crate) recent: Best,
    /// By year and month, if it is wanted.
    pub(crate) history: Option<BTreeMap<(u16, u8), Results>>,
    last_game: Option<u64>,
}

impl Tally {
    pub(crate) fn new(mover: Color, moves: usize, top: usize, recent: usize, history: bool) -> Tally {
        Tally {
            mover,
            results: Results::default(),
            ended: 0,
            moves: vec![MoveTally::default(); moves],
            top: Best::new(top),
            recent: Best::new(recent),
            history: history.then(BTreeMap::new),
            last_game: None,
        }
    }

    /// Counts what a game did: 0 it ended, or the number of its move from 1. All that a game did comes together.
    #[inline]
    pub(crate) fn count(&mut self, game: u64, code: usize, facts: &Facts) {
        match code.checked_sub(1).map(|index| self.moves.get_mut(index)) {
            None => self.ended += 1,
            Some(Some(tally)) => tally.count(game, facts, self.mover),
            // A number the list does not have: the checksum of the page says it was written so, and no one writes so.
            Some(None) => return,
        }
        if self.last_game == Some(game) {
            return;
        }
        self.last_game = Some(game);
        self.results.count(facts.result);
        self.top.offer(Sample { merit: top_merit(facts), game: !game, code });
        self.recent.offer(Sample { merit: recent_merit(facts), game, code });
        if let (Some(history), Some(year)) = (&mut self.history, facts.date.year()) {
            history.entry((year, facts.date.month().unwrap_or(0))).or_default().count(facts.result);
        }
    }

    pub(crate) fn push(&self, out: &mut Vec<u8>) {
        self.results.push(out);
        numbers::push(out, self.ended);
        self.moves.iter().for_each(|tally| tally.push(out));
        for best in [&self.top, &self.recent] {
            numbers::push(out, best.samples.len() as u64);
            for sample in &best.samples {
                // Top games are kept with their numbers turned round, so that the earlier of two equals is the better.
                let game = if std::ptr::eq(best, &self.top) { !sample.game } else { sample.game };
                numbers::push(out, game);
                numbers::push(out, sample.code as u64);
            }
        }
    }
}

/// A tally as a segment has it; the numbers of games are those of the segment.
#[derive(Debug)]
pub(crate) struct Stored {
    pub(crate) results: Results,
    pub(crate) ended: u64,
    pub(crate) moves: Vec<MoveTally>,
    pub(crate) top: Vec<(u64, usize)>,
    pub(crate) recent: Vec<(u64, usize)>,
}

impl Stored {
    pub(crate) fn read(bytes: &[u8], moves: usize) -> Option<Stored> {
        let mut bytes = Bytes(bytes);
        let results = Results::read(&mut bytes)?;
        let ended = count(&mut bytes)?;
        let moves = (0..moves).map(|_| MoveTally::read(&mut bytes)).collect::<Option<Vec<_>>>()?;
        let mut samples = || {
            let samples = bytes.size()?.min(SAMPLES);
            (0..samples).map(|_| Some((count(&mut bytes)?, bytes.size()?))).collect::<Option<Vec<_>>>()
        };
        let (top, recent) = (samples()?, samples()?);
        bytes.is_empty().then_some(Stored { results, ended, moves, top, recent })
    }
}
