use std::io::{self, Write};
use std::path::Path;

use tabiya::keys::schemes;
use tabiya::{Chess, Color, Move, Position};

use super::tally::{Count, Tally};
use super::{BookEntry, BookMove};

/// Which moves go into a book. The defaults are those of Polyglot's `make-book`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Options {
    /// Maximum number of half-moves of each game.
    pub max_ply: usize,
    /// Minimum number of games with the move.
    pub min_games: u32,
    /// Minimum score of the move in percent.
    pub min_score: f64,
    /// Only moves of the side that won the game.
    pub only_wins: bool,
    /// Only moves of one color.
    pub only: Option<Color>,
    /// Gives every move the same weight.
    pub uniform: bool,
    /// Memory limit in bytes; beyond it, temporary files are used.
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

/// Builds a book from games.
pub struct BookBuilder {
    options: Options,
    tally: Tally,
}

/// Statistics of a finished book.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BookStats {
    /// The number of entries.
    pub entries: u64,
    /// The number of positions.
    pub positions: u64,
    /// The number of games of the most played move, whether it is in the book or not.
    pub max_games: u32,
}

impl BookBuilder {
    /// An empty book. Temporary files are created in this folder if memory is not sufficient, and removed at the end.
    #[must_use]
    pub fn new(options: Options, folder: &Path) -> BookBuilder {
        BookBuilder { options, tally: Tally::new(options.memory, folder) }
    }

    /// The options of the book.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Counts a move of a game with this winner. As in Polyglot, a game without a result counts as a draw.
    ///
    /// Returns an error if a temporary file cannot be written.
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
        let is_included =
            self.options.only.is_none_or(|color| color == us) && (score == 2 || !self.options.only_wins);
        if !is_included {
            return Ok(());
        }
        let key = schemes::POLYGLOT.key(position).0;
        self.tally.add(Count { key, score, games: 1, mv: BookMove::of(mv).0 })
    }

    /// Writes the book.
    pub fn finish(self, out: &mut impl Write) -> io::Result<BookStats> {
        let Options { min_games, min_score, uniform, .. } = self.options;
        let is_included = |count: &Count| {
            let percent = f64::from(count.score) / f64::from(count.games) * 50.0;
            count.games >= min_games && count.score > 0 && percent >= min_score
        };
        let mut stats = BookStats::default();
        let mut moves: Vec<Count> = Vec::new();
        self.tally.finish(|count| {
            if moves.first().is_some_and(|first| first.key != count.key) {
                stats.write(&mut moves, uniform, out)?;
            }
            stats.max_games = stats.max_games.max(count.games);
            if is_included(&count) {
                moves.push(count);
            }
            Ok(())
        })?;
        stats.write(&mut moves, uniform, out)?;
        Ok(stats)
    }
}

impl BookStats {
    /// Writes the moves of one position, the highest score first.
    fn write(&mut self, moves: &mut Vec<Count>, uniform: bool, out: &mut impl Write) -> io::Result<()> {
        let max_score = moves.iter().map(|count| count.score).max().unwrap_or(0);
        moves.sort_unstable_by_key(|count| (std::cmp::Reverse(count.score), count.mv));
        for count in moves.iter() {
            let weight = if uniform { 1 } else { scaled(count.score, max_score) };
            let entry = BookEntry { key: tabiya::Key(count.key), mv: BookMove(count.mv), weight, learn: 0 };
            out.write_all(&entry.to_bytes())?;
        }
        self.entries += moves.len() as u64;
        self.positions += u64::from(!moves.is_empty());
        moves.clear();
        Ok(())
    }
}

/// Scales a score to 16 bits, in proportion to the largest of its position, and to at least 1.
fn scaled(score: u32, max_score: u32) -> u16 {
    let max = u64::from(u16::MAX);
    let max_score = u64::from(max_score).max(max);
    (u64::from(score) * max / max_score).clamp(1, max) as u16
}

impl std::fmt::Debug for BookBuilder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Maker").field("options", &self.options).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_scaled_if_scores_exceed_16_bits() {
        assert_eq!((scaled(3, 7), scaled(65_535, 65_535)), (3, 65_535));
        assert_eq!(
            (scaled(131_070, 131_070), scaled(65_535, 131_070), scaled(1, 131_070)),
            (65_535, 32_767, 1)
        );
    }
}
