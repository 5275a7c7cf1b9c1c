//! Games that are probably the same, although their tags differ.

use std::cmp::Reverse;
use std::hash::BuildHasher;

use foldhash::fast::FixedState;

use crate::Date;
use crate::database::{Database, GameId, State};
use crate::error::Result;

/// A shorter game is a near duplicate only if it has at least this many half-moves: many games begin like another one.
const MIN_PLIES: usize = 10;

impl Database {
    /// Finds games that are probably the same: the same players, as far as their names can be compared (`Carlsen,M`, `Carlsen, M`
    /// and `Carlsen, Magnus`), dates at most a day apart, and the same moves up to the end of the shorter game, which has at least
    /// ten half-moves if the other has more.
    ///
    /// Each group begins with the game to keep: the one with the most moves, annotations and tags. `progress` is called for each game.
    ///
    /// ```
    /// use tabiya_db::{Database, GameId};
    ///
    /// let pgn = "[White \"Carlsen,M\"]\n[Black \"Anand,V\"]\n[Date \"2014.11.08\"]\n\n1. d4 Nf6 2. c4 g6 1/2-1/2\n\n\
    ///     [White \"Carlsen, Magnus\"]\n[Black \"Anand, Viswanathan\"]\n[Date \"2014.11.09\"]\n\n1. d4 {a comment} Nf6 2. c4 g6 1/2-1/2";
    /// let database = Database::temporary(pgn.as_bytes())?;
    /// assert_eq!(database.near_duplicates(&mut || ())?, [[GameId(2), GameId(1)]]);
    /// # Ok::<(), tabiya_db::DbError>(())
    /// ```
    pub fn near_duplicates(&self, progress: &mut dyn FnMut()) -> Result<Vec<Vec<GameId>>> {
        let state = self.state();
        let hasher = FixedState::with_seed(0);
        // Games with the same last names and the same start are compared.
        let mut by_names = Vec::with_capacity(self.games() as usize);
        for number in (1..=self.games()).map(GameId) {
            progress();
            let candidate = Candidate::read(&state, number)?;
            let names = (&candidate.white.last, &candidate.black.last, &candidate.start);
            by_names.push((hasher.hash_one(names), number));
        }
        by_names.sort_unstable();
        let mut groups = Vec::new();
        for run in by_names.chunk_by(|a, b| a.0 == b.0).filter(|run| run.len() > 1) {
            let candidates = run.iter().map(|(_, number)| Candidate::read(&state, *number));
            groups.extend(groups_of(candidates.collect::<Result<_>>()?));
        }
        groups.sort();
        Ok(groups)
    }
}

/// A game to compare.
#[derive(Debug)]
struct Candidate {
    number: GameId,
    white: Name,
    black: Name,
    date: Date,
    /// The FEN of the start, if it is not the usual one, and the variant.
    start: (String, u8),
    moves: Vec<u8>,
    /// How much of the game is stored, besides its moves.
    has_annotations: bool,
    tags: usize,
}

impl Candidate {
    fn read(state: &State, number: GameId) -> Result<Candidate> {
        let (segment, game) = state.place(number)?;
        let (facts, (tags, moves)) = (segment.games.row(game)?.facts(), segment.games.record(game)?);
        let name = |tag| segment.games.tag(game, tag).map(|text| Name::new(&text.unwrap_or_default()));
        let fen = match facts.has_setup {
            true => segment.games.start(game, &facts)?.to_fen(),
            false => String::new(),
        };
        Ok(Candidate {
            number,
            white: name("White")?,
            black: name("Black")?,
            date: facts.date,
            start: (fen, facts.variant as u8),
            moves: moves.to_vec(),
            has_annotations: segment.notes.has(game)?,
            tags: tags.len(),
        })
    }

    fn is_same_game(&self, longer: &Candidate) -> bool {
        let has_same_moves = longer.moves.starts_with(&self.moves)
            && (longer.moves.len() == self.moves.len() || self.moves.len() >= MIN_PLIES);
        has_same_moves
            && self.start == longer.start
            && self.white.may_be(&longer.white)
            && self.black.may_be(&longer.black)
            && self.date.is_within_a_day_of(longer.date)
    }
}

/// The groups of games among candidates with the same last names. Every game of a group is a near duplicate of the first.
fn groups_of(mut candidates: Vec<Candidate>) -> Vec<Vec<GameId>> {
    // A game comes directly before the games that continue it; of games with the same moves, the one to keep is the last.
    let value =
        |candidate: &Candidate| (candidate.has_annotations, candidate.tags, Reverse(candidate.number));
    candidates.sort_by(|a, b| a.moves.cmp(&b.moves).then_with(|| value(a).cmp(&value(b))));
    let mut groups: Vec<Vec<GameId>> = vec![Vec::new(); candidates.len()];
    for (index, shorter) in candidates.iter().enumerate().rev() {
        let longer = (index + 1..candidates.len())
            .take_while(|other| candidates[*other].moves.starts_with(&shorter.moves))
            .take(MAX_COMPARED)
            .find(|other| !groups[*other].is_empty() && shorter.is_same_game(&candidates[*other]));
        groups[longer.unwrap_or(index)].push(shorter.number);
    }
    groups.retain(|group| group.len() > 1);
    groups
}

/// Maximum number of games compared with a game: thousands of games without moves or names are not a collection's contents.
const MAX_COMPARED: usize = 1000;

/// A player's name, without case and punctuation.
#[derive(Debug)]
struct Name {
    last: String,
    /// First names or their initials.
    first: Vec<String>,
}

impl Name {
    fn new(text: &str) -> Name {
        let text = text.to_lowercase();
        let words = |text: &str| {
            let words = text.split(|char: char| !char.is_alphanumeric()).filter(|word| !word.is_empty());
            words.map(str::to_owned).collect::<Vec<_>>()
        };
        let (last, first) = match text.split_once(',') {
            Some((last, first)) => (words(last), words(first)),
            None => {
                // Without a comma, the last name is last, but for initials: `Magnus Carlsen`, `Carlsen M`.
                let mut words = words(&text);
                let initials = words.iter().rev().take_while(|word| word.chars().count() == 1).count();
                let first = words.split_off(words.len() - initials);
                match words.pop() {
                    Some(last) if initials == 0 => (vec![last], words),
                    last => ([words, last.into_iter().collect()].concat(), first),
                }
            }
        };
        Name { last: last.concat(), first }
    }

    /// Whether both may be names of one person: the first names of one begin like those of the other. Missing names match nothing.
    fn may_be(&self, other: &Name) -> bool {
        let is_alike =
            |(one, other): (&String, &String)| one.starts_with(&**other) || other.starts_with(&**one);
        !self.last.is_empty() && self.last == other.last && self.first.iter().zip(&other.first).all(is_alike)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_compared_as_far_as_they_go() {
        let may_be = |one: &str, other: &str| Name::new(one).may_be(&Name::new(other));
        for alike in [
            "Carlsen,M",
            "Carlsen, M",
            "Carlsen, M.",
            "carlsen, magnus",
            "Magnus Carlsen",
            "Carlsen M",
            "Carlsen",
        ] {
            assert!(may_be("Carlsen, Magnus", alike), "{alike}");
        }
        for other in ["Carlsen, Henrik", "Carlsson, Magnus", "Karlsen,M", ""] {
            assert!(!may_be("Carlsen, Magnus", other), "{other}");
        }
        assert!(may_be("Van der Wiel, John", "van der Wiel,J") && !may_be("Van Wely, L", "Van der Wiel, L"));
    }
}
