//! Games as rows, one for each move of a game from a position, for tables in other programs.
//!
//! ```
//! use tabiya_db::{AddOptions, rows};
//!
//! let mut keys = Vec::new();
//! let pgn = &b"1. Nf3 Nf6 2. Ng1 Ng8 3. e4 *"[..];
//! rows::each("example", pgn, &AddOptions::default(), &mut (), &mut |game| {
//!     keys.extend(game.rows.iter().map(|row| (row.key, row.ply, row.is_first)));
//!     Ok(())
//! })?;
//! let start = tabiya::AnyPosition::start(tabiya::Variant::Chess).key_128();
//! let of_start: Vec<_> = keys.iter().filter(|(key, ..)| *key == start).collect();
//! assert_eq!(of_start, [&(start, 0, true), &(start, 4, false)]);
//! # Ok::<(), tabiya_db::DbError>(())
//! ```

use std::borrow::Cow;
use std::io::Read;

use tabiya::{Key128, Move};

use crate::build::encode::{Step, salted};
use crate::build::parse;
use crate::{AddObserver, AddOptions, AddStats, Facts, Result};

/// A move of a game from a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row {
    /// The native key of the position. It is the same for equal positions of different variants.
    pub key: Key128,
    /// The first ply at which the game did this.
    pub ply: u16,
    /// The move; `None` if the game ended.
    pub mv: Option<Move>,
    /// Whether this is the game's first row for this position: the one that counts for the position.
    pub is_first: bool,
}

/// A game and its rows.
#[derive(Clone, Debug)]
pub struct GameRows<'a> {
    /// Result, date, ratings and other indexed data.
    pub facts: Facts,
    /// All tags in their original order.
    pub tags: &'a [(Cow<'a, str>, Cow<'a, str>)],
    /// The FEN of the start position, if it is not the usual one.
    pub fen: Option<&'a str>,
    /// The moves played.
    pub moves: &'a [Move],
    /// The rows, grouped by position, in playing order within each.
    pub rows: &'a [Row],
}

/// Calls `take` with every game of a PGN text. Duplicates are kept; games with faults are handled as in the options. Comments, NAGs and
/// variations are not part of rows: the statistics have the number of games with any.
///
/// Returns statistics, and whether the text was read to its end.
pub fn each(
    name: &str,
    input: impl Read + Send,
    options: &AddOptions,
    observer: &mut impl AddObserver,
    take: &mut impl FnMut(&GameRows<'_>) -> Result<()>,
) -> Result<(AddStats, bool)> {
    let mut added = AddStats::default();
    let mut rows = Vec::new();
    let broken = parse::read_games(input, options, &mut |item| {
        if !item.is_kept(name, options.keep_broken, &mut added, observer) {
            return Ok(());
        }
        added.added += 1;
        added.annotated += u64::from(item.record.has_notes());
        let encoded = &mut item.encoded;
        collect(&mut encoded.steps, &encoded.played, &encoded.facts, &mut rows);
        let encoded = &item.encoded;
        take(&GameRows {
            facts: encoded.facts,
            tags: &item.tags(),
            fen: encoded.fen.as_deref(),
            moves: &encoded.played,
            rows: &rows,
        })
    })?;
    if let Some(error) = &broken {
        observer.error(&format!("{name}: {error}"));
    }
    Ok((added, broken.is_none()))
}

/// Collects the distinct rows of a game.
fn collect(steps: &mut [Step], played: &[Move], facts: &Facts, rows: &mut Vec<Row>) {
    rows.clear();
    steps.sort_unstable_by_key(|step| (step.key.0, step.ply));
    for group in steps.chunk_by(|a, b| a.key == b.key) {
        // Salting twice restores the native key.
        let key = salted(group[0].key, facts.variant);
        for (index, step) in group.iter().enumerate() {
            if group[..index].iter().all(|before| before.code != step.code) {
                let mv = (step.code > 0).then(|| played[usize::from(step.ply)]);
                rows.push(Row { key, ply: step.ply, mv, is_first: index == 0 });
            }
        }
    }
}
