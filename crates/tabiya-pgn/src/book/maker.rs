use std::io::{self, Write};
use std::path::Path;

use tabiya::keys::schemes;
use tabiya::{Chess, Color, Move, Position};

use super::tally::{Count, Tally};
use super::{BookEntry, BookMove};

/// What goes into a book. The defaults are those of Polyglot's `make-book`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Options {
    /// How many half-moves of each game.
    pub max_ply: usize,
    /// In how many games a move must have been played.
    pub min_games: u32,
    /// How many percent of the points it must have scored.
    pub min_score: f64,
    /// Only moves of the side that won the game.
    pub only_wins: bool,
    /// Only moves of one color.
    pub only: Option<Color>,
    /// The same weight for every move.
    pub uniform: bool,
    /// How many bytes of memory to count in; beyond that, files are used.
    pub memory: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            max_ply: 1024,
            min_games: 3,
            min_score: 0.0,
            only_wins: false,
            only: None,
            uniform: false,
            memory: 256 << 20,
        }
    }
}

/// Makes a book of games.
pub struct Maker {
    options: Options,
    tally: Tally,
}

/// What a book became.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Made {
    /// How many moves are in it.
    pub entries: u64,
    /// How many positions they belong to.
    pub positions: u64,
    /// In how many games the move was played that was played most, whether it is in the book or not.
    pub most_games: u32,
}

impl Maker {
    /// An empty book. What does not fit into memory goes to files in this folder, which are removed again.
    #[must_use]
    pub fn new(options: Options, folder: &Path) -> Maker {
        Maker { options, tally: Tally::new(options.memory, folder) }
    }

    /// What goes into the book.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Counts a move that was played in a game with this winner. Polyglot takes a game without a result for a draw.
    ///
    /// The error is one of writing a file.
    pub fn add_move(
        &mut self,
        position: &Position<Chess>,
        mv: Move,
        winner: Option<Color>,
    ) -> io::Result<()> {
        let us = position.turn();
        let score = match winner {
            Some(winner) if winner == us => 2,
            Some(_) => 0,
            None => 1,
        };
        let is_wanted =
            self.options.only.is_none_or(|color| color == us) && (score == 2 || !self.options.only_wins);
        if !is_wanted {
            return Ok(());
        }
        let key = schemes::POLYGLOT.key(position).0;
        self.tally.add(Count { key, score, games: 1, mv: BookMove::of(mv).0 })
    }

    /// Writes the book.
    pub fn finish(self, out: &mut impl Write) -> io::Result<Made> {
        let Options { min_games, min_score, uniform, .. } = self.options;
        let is_wanted = |count: &Count| {
            let percent = f64::from(count.score) / f64::from(count.games) * 50.0;
            count.games >= min_games && count.score > 0 && percent >= min_score
        };
        let mut made = Made::default();
        let mut moves: Vec<Count> = Vec::new();
        self.tally.finish(|count| {
            if moves.first().is_some_and(|first| first.key != count.key) {
                made.write(&mut moves, uniform, out)?;
            }
            made.most_games = made.most_games.max(count.games);
            if is_wanted(&count) {
                moves.push(count);
            }
            Ok(())
        })?;
        made.write(&mut moves, uniform, out)?;
        Ok(made)
    }
}

impl Made {
    /// Writes the moves of one position, the heaviest first.
    fn write(&mut self, moves: &mut Vec<Count>, uniform: bool, out: &mut impl Write) -> io::Result<()> {
        let largest = moves.iter().map(|count| count.score).max().unwrap_or(0);
        moves.sort_unstable_by_key(|count| (std::cmp::Reverse(count.score), count.mv));
        for count in moves.iter() {
            let weight = if uniform { 1 } else { scaled(count.score, largest) };
            let entry = BookEntry { key: tabiya::Key(count.key), mv: BookMove(count.mv), weight, learn: 0 };
            out.write_all(&entry.to_bytes())?;
        }
        self.entries += moves.len() as u64;
        self.positions += u64::from(!moves.is_empty());
        moves.clear();
        Ok(())
    }
}

/// A score in sixteen bits, in proportion to the largest of its position and never 0.
fn scaled(score: u32, largest: u32) -> u16 {
    let most = u64::from(u16::MAX);
    let largest = u64::from(largest).max(most);
    (u64::from(score) * most / largest).clamp(1, most) as u16
}

impl std::fmt::Debug for Maker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Maker").field("options", &self.options).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_scores_until_they_are_too_large() {
        assert_eq!((scaled(3, 7), scaled(65_535, 65_535)), (3, 65_535));
        assert_eq!(
            (scaled(131_070, 131_070), scaled(65_535, 131_070), scaled(1, 131_070)),
            (65_535, 32_767, 1)
        );
    }
}
