//! Finds positions where a dialect's keys disagree with identity under FIDE article 9.2.

mod cause;
mod shrink;
pub(crate) mod starts;

use std::collections::{BTreeMap, HashMap};

use tabiya::{AnyPosition, Reading, Variant};

use crate::walk::{self, PlayedMoves};
use shrink::Case;
use tabiya::keys::SplitMix64;

pub use cause::Cause;
pub(crate) use cause::uncapturable_double_step;

/// A dialect's key function.
pub type KeyOf<'a> = dyn Fn(&AnyPosition) -> u128 + 'a;

/// The result of an audit.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Disagreements {
    /// The number of games played.
    pub games: usize,
    /// The number of positions.
    pub positions: usize,
    /// All kinds of disagreement, missed repetitions first.
    pub kinds: Vec<Disagreement>,
}

/// One kind of disagreement.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Disagreement {
    /// The cause.
    pub cause: Cause,
    /// How often it occurred.
    pub count: u64,
    /// The shortest example.
    pub example: Example,
}

/// Two positions whose keys disagree with their identities.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Example {
    /// Both in one game: after some of the moves, and after all of them.
    OneGame {
        /// The start position.
        start: AnyPosition,
        /// The moves in UCI notation.
        moves: Vec<String>,
        /// The ply of the first of the two positions.
        first: usize,
    },
    /// Positions of different games.
    DifferentGames(Box<[AnyPosition; 2]>),
}

impl Example {
    /// The two positions. For an example of your own, the game ends before the first illegal
    /// move.
    #[must_use]
    pub fn positions(&self) -> [AnyPosition; 2] {
        match self {
            Example::DifferentGames(both) => **both,
            Example::OneGame { start, moves, first } => {
                let after = |count: usize| {
                    let positions = moves.iter().take(count).scan(*start, |position, mv| {
                        *position = position.play_uci(mv).ok()?;
                        Some(*position)
                    });
                    positions.last().unwrap_or(*start)
                };
                [*first, moves.len()].map(after)
            }
        }
    }
}

/// The maximum number of positions kept across games, to find equal keys.
const MAX_POSITIONS: usize = 1 << 20;
/// Tries to find a reversible excursion before a game continues without one.
const MAX_EXCURSION_ATTEMPTS: usize = 20;
/// The number of candidates per cause that are shortened.
const CANDIDATES: usize = 6;

/// Plays games, random ones and ones that provoke known mistakes, and compares keys with identities.
///
/// Each position is compared with all others of its game and, for false repetitions, with those of other games.
///
/// ```
/// use tabiya::{AnyPosition, Variant, keys::{KeyPart, schemes}};
/// use tabiya_audit::{Cause, audit_dialect};
///
/// let rustic = |position: &AnyPosition| match schemes::RUSTIC.any_key(KeyPart::Full, position) {
///     Ok(key) => u128::from(key.0),
///     Err(_) => 0,
/// };
/// let found = audit_dialect(&rustic, &[Variant::Chess], 100, 1, &mut |_| ());
/// assert_eq!(found.kinds[0].cause, Cause::IdleEnPassant);
/// // A double step, and both sides move a piece there and back.
/// let [one, other] = found.kinds[0].example.positions();
/// assert_eq!(one.identity(), other.identity());
/// assert_ne!(rustic(&one), rustic(&other));
/// ```
pub fn audit_dialect(
    key: &KeyOf<'_>,
    variants: &[Variant],
    games: usize,
    seed: u64,
    progress: &mut dyn FnMut(usize),
) -> Disagreements {
    let mut audit = Audit { key, found: BTreeMap::new(), seen: HashMap::new(), positions: 0 };
    let mut random = SplitMix64::new(seed);
    let starts: Vec<Vec<AnyPosition>> = variants.iter().map(|&variant| starts::of(variant)).collect();
    for game in 0..games {
        if let (Some(variant), Some(starts)) =
            (variants.get(game % variants.len().max(1)), starts.get(game % variants.len().max(1)))
        {
            let nth = game / variants.len();
            let start = match starts.get(nth % (starts.len() + starts.len() / 2)) {
                Some(start) => *start,
                None => walk::start(*variant, &mut random),
            };
            audit.compare_positions(&random_game(start, &mut random));
        }
        progress(game + 1);
    }
    audit.finish(games)
}

/// The disagreements within one game: pairs of plies with causes. Ply 0 is the start.
///
/// ```
/// use tabiya::{AnyPosition, Variant, keys::{KeyPart, schemes}};
/// use tabiya_audit::{Cause, disagreements_in};
///
/// let rustic = |position: &AnyPosition| match schemes::RUSTIC.any_key(KeyPart::Full, position) {
///     Ok(key) => u128::from(key.0),
///     Err(_) => 0,
/// };
/// let mut game = vec![AnyPosition::start(Variant::Chess)];
/// for uci in ["b1a3", "h7h5", "a3b1", "g8f6", "b1a3", "f6g8"] {
///     game.push(game[game.len() - 1].play_uci(uci)?);
/// }
/// assert_eq!(disagreements_in(&rustic, &game), [(2, 6, Cause::IdleEnPassant)]);
/// # Ok::<(), tabiya::UciError>(())
/// ```
pub fn disagreements_in(key: &KeyOf<'_>, game: &[AnyPosition]) -> Vec<(usize, usize, Cause)> {
    let keys: Vec<u128> = game.iter().map(key).collect();
    let mut found = Vec::new();
    for (later, position) in game.iter().enumerate() {
        for (earlier, before) in game[..later].iter().enumerate() {
            // Nearly all pairs differ in both; comparing keys first is faster.
            if (keys[earlier] == keys[later]) != (before.identity() == position.identity())
                && let Some(cause) = Cause::of(key, before, position)
            {
                found.push((earlier, later, cause));
            }
        }
    }
    found
}

/// A game of provoking moves, with reversible excursions by both sides.
fn random_game(start: AnyPosition, random: &mut SplitMix64) -> PlayedMoves {
    const MAX_LEN: usize = 48;
    let mut walk = PlayedMoves { start, moves: Vec::new() };
    let mut position = start;
    while walk.moves.len() < MAX_LEN {
        if random.below(2) == 0
            && let Some(moves) = (0..MAX_EXCURSION_ATTEMPTS).find_map(|_| walk::excursion(&position, random))
        {
            position = moves.into_iter().fold(position, |position, mv| walk.push_move(&position, mv));
        }
        let Some(mv) = walk::tricky_move(&position, random) else { break };
        position = walk.push_move(&position, mv);
    }
    walk
}

struct Audit<'a> {
    key: &'a KeyOf<'a>,
    found: BTreeMap<Cause, Occurrences>,
    /// The first position with each key, per game: keys of different games are unrelated.
    seen: HashMap<(Variant, u128), AnyPosition>,
    positions: usize,
}

#[derive(Default)]
struct Occurrences {
    count: u64,
    cases: Vec<Case>,
    different_games: Option<Box<[AnyPosition; 2]>>,
}

impl Audit<'_> {
    fn compare_positions(&mut self, walk: &PlayedMoves) {
        let positions = walk.positions();
        self.positions += positions.len();
        for (first, last, cause) in disagreements_in(self.key, &positions) {
            let found = self.found.entry(cause).or_default();
            found.count += 1;
            found.cases.push(Case {
                walk: PlayedMoves { start: walk.start, moves: walk.moves[..last].to_vec() },
                first,
            });
            found.cases.sort_by_key(|case| case.walk.moves.len());
            found.cases.truncate(CANDIDATES);
        }
        positions.iter().for_each(|position| self.compare_with_other_games(position));
    }

    fn compare_with_other_games(&mut self, position: &AnyPosition) {
        let index = (position.variant(), (self.key)(position));
        let Some(earlier) = self.seen.get(&index) else {
            if self.seen.len() < MAX_POSITIONS {
                self.seen.insert(index, *position);
            }
            return;
        };
        if earlier.identity() == position.identity() {
            return;
        }
        // An example must not depend on what a FEN does not contain.
        let read = |position: &AnyPosition| {
            AnyPosition::from_fen(position.variant(), &position.to_fen(), Reading::LENIENT)
                .ok()
                .map(|parsed| parsed.position)
        };
        let (Some(one), Some(other)) = (read(earlier), read(position)) else { return };
        let Some(cause) = Cause::of(self.key, &one, &other) else { return };
        let found = self.found.entry(cause).or_default();
        found.count += 1;
        let pieces = |both: &[AnyPosition; 2]| both[0].identity().occupied().len();
        let both = [one, other];
        if found.different_games.as_ref().is_none_or(|known| pieces(&both) < pieces(known)) {
            found.different_games = Some(Box::new(both));
        }
    }

    fn finish(self, games: usize) -> Disagreements {
        let key = self.key;
        let kinds = self.found.into_iter().filter_map(|(cause, found)| {
            let shrunk = found.cases.into_iter().map(|case| case.shrink(cause, key));
            // Among equally short ones, prefer a game from the standard start position.
            let from_start = |case: &Case| case.walk.start == AnyPosition::start(case.walk.start.variant());
            let shortest = shrunk.min_by_key(|case| (case.walk.moves.len(), !from_start(case)));
            let example =
                shortest.as_ref().map(one_game).or(found.different_games.map(Example::DifferentGames))?;
            Some(Disagreement { cause, count: found.count, example })
        });
        Disagreements { games, positions: self.positions, kinds: kinds.collect() }
    }
}

fn one_game(case: &Case) -> Example {
    let positions = case.walk.positions();
    let moves = positions.iter().zip(&case.walk.moves).map(|(position, &mv)| position.uci(mv)).collect();
    Example::OneGame { start: case.walk.start, moves, first: case.first }
}

#[cfg(test)]
mod tests;
