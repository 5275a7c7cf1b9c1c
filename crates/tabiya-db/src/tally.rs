//! Statistics of a position, added up game by game.

use std::collections::BTreeMap;

use tabiya::Color;
use tabiya_pgn::GameResult;

use crate::Date;
use crate::facts::Facts;
use crate::store::numbers::{self, Bytes};

/// Counts of game results.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Results {
    /// Games won by White.
    pub white: u64,
    /// Draws.
    pub draws: u64,
    /// Games won by Black.
    pub black: u64,
    /// Games without a known result.
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
    /// Saturates at zero.
    fn sub_assign(&mut self, other: Results) {
        self.white = self.white.saturating_sub(other.white);
        self.draws = self.draws.saturating_sub(other.draws);
        self.black = self.black.saturating_sub(other.black);
        self.unknown = self.unknown.saturating_sub(other.unknown);
    }
}

impl Results {
    /// The number of games.
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

/// Statistics of one move. Game numbers are those of the database, from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct MoveTally {
    pub(crate) results: Results,
    /// The number of games in which the rating of the side to move is known, and the sum of these ratings.
    pub(crate) rated: u64,
    pub(crate) rating_sum: u64,
    /// The number of finished games in which the opponent's rating is known, the sum of these ratings, and twice the points
    /// of the side to move.
    pub(crate) opponents: u64,
    pub(crate) opponent_sum: u64,
    pub(crate) half_points: u64,
    pub(crate) last: Date,
    /// The first game.
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

    /// The mean rating of the players who made the move.
    pub(crate) fn average_rating(&self) -> Option<u16> {
        mean(self.rating_sum, self.rated)
    }

    /// The mean rating of the opponents.
    pub(crate) fn average_opponent_rating(&self) -> Option<u16> {
        mean(self.opponent_sum, self.opponents)
    }

    /// The performance rating of the players who made the move.
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

/// The performance rating for a score against opponents with this rating (Elo's formula, limited to 800 points above or
/// below them, as in FIDE's rules).
pub(crate) fn performance(opponents: u16, share: f64) -> i32 {
    let difference = (400.0 * (share / (1.0 - share)).log10()).clamp(-800.0, 800.0);
    i32::from(opponents) + difference.round() as i32
}

/// A number of games, or a sum over them. Larger values are invalid, and adding them could overflow.
fn count(bytes: &mut Bytes<'_>) -> Option<u64> {
    bytes.number().filter(|number| *number < 1 << 48)
}

fn mean(sum: u64, count: u64) -> Option<u16> {
    (count > 0).then(|| ((sum + count / 2) / count) as u16)
}

/// The number of sample games stored.
pub(crate) const SAMPLES: usize = 16;

/// A sample game, ordered by merit, then number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Sample {
    pub(crate) merit: u64,
    pub(crate) game: u64,
    /// The index of the move in the list plus one, or 0 if the game ended.
    pub(crate) code: usize,
}

/// The best samples, best first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct BestSamples {
    samples: Vec<Sample>,
    limit: usize,
}

impl BestSamples {
    pub(crate) fn new(limit: usize) -> BestSamples {
        BestSamples { samples: Vec::new(), limit }
    }

    #[inline]
    pub(crate) fn offer(&mut self, sample: Sample) {
        if self.samples.len() < self.limit {
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

/// The merit of a top game: the sum of both ratings, then the date.
pub(crate) fn top_merit(facts: &Facts) -> u64 {
    let elo = |elo: Option<u16>| u64::from(elo.unwrap_or(0));
    (elo(facts.white_elo) + elo(facts.black_elo)) << 32 | u64::from(facts.date.bits())
}

/// The merit of a recent game: the date.
pub(crate) fn recent_merit(facts: &Facts) -> u64 {
    u64::from(facts.date.bits())
}

/// Statistics of one position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Tally {
    pub(crate) mover: Color,
    pub(crate) results: Results,
    pub(crate) ended: u64,
    pub(crate) moves: Vec<MoveTally>,
    pub(crate) top: BestSamples,
    pub(crate) recent: BestSamples,
    /// By year and month, if requested.
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
            top: BestSamples::new(top),
            recent: BestSamples::new(recent),
            history: history.then(BTreeMap::new),
            last_game: None,
        }
    }

    /// Counts a move of a game: its index plus one, or 0 if the game ended. Calls for one game must be consecutive.
    #[inline]
    pub(crate) fn count(&mut self, game: u64, code: usize, facts: &Facts) {
        match code.checked_sub(1).map(|index| self.moves.get_mut(index)) {
            None => self.ended += 1,
            Some(Some(tally)) => tally.count(game, facts, self.mover),
            // Out of range: impossible in a file with valid checksums.
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
                // The numbers of top games are inverted, so that the earlier of two equal games ranks higher.
                let game = if std::ptr::eq(best, &self.top) { !sample.game } else { sample.game };
                numbers::push(out, game);
                numbers::push(out, sample.code as u64);
            }
        }
    }
}

/// Statistics stored in a segment; game numbers are relative to the segment.
#[derive(Debug)]
pub(crate) struct StoredTally {
    pub(crate) results: Results,
    pub(crate) ended: u64,
    pub(crate) moves: Vec<MoveTally>,
    pub(crate) top: Vec<(u64, usize)>,
    pub(crate) recent: Vec<(u64, usize)>,
}

impl StoredTally {
    pub(crate) fn read(bytes: &[u8], moves: usize) -> Option<StoredTally> {
        let mut bytes = Bytes(bytes);
        let results = Results::read(&mut bytes)?;
        let ended = count(&mut bytes)?;
        let moves = (0..moves).map(|_| MoveTally::read(&mut bytes)).collect::<Option<Vec<_>>>()?;
        let mut samples = || {
            let samples = bytes.size()?.min(SAMPLES);
            (0..samples).map(|_| Some((count(&mut bytes)?, bytes.size()?))).collect::<Option<Vec<_>>>()
        };
        let (top, recent) = (samples()?, samples()?);
        bytes.is_empty().then_some(StoredTally { results, ended, moves, top, recent })
    }
}
