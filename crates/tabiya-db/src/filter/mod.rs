//! Filters: which games a query considers.

mod names;
pub mod parse;

pub use names::Names;

use std::cell::OnceCell;
use std::collections::VecDeque;
use std::fmt;
use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex, PoisonError};

use tabiya_pgn::GameResult;

use crate::database::State;
use crate::error::Result;
use crate::facts::Facts;
use crate::store::games::{FactsRow, Games};
use crate::store::segment::Segment;
use crate::store::tags::{BLACK, COLUMNS, ECO, EVENT, INLINE, WHITE, group_of};
use crate::{Date, Speed};

/// Conditions on games, all of which must be met.
///
/// Names and events are compared as a complete text, ignoring case. If no game has that text, every word must match the
/// beginning of a word: `carlsen m` matches names with one word that begins with `carlsen` and one that begins with `m`.
///
/// ```
/// use tabiya_db::Filter;
///
/// let filter = Filter { player: Some("Carlsen".into()), elo: Some(2700..=4000), ..Filter::default() };
/// assert!(!filter.is_empty());
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Filter {
    /// The name of a player of either color.
    pub player: Option<String>,
    /// The name of the white player.
    pub white: Option<String>,
    /// The name of the black player.
    pub black: Option<String>,
    /// Range for the ratings of both players.
    pub elo: Option<RangeInclusive<u16>>,
    /// Ranges for the mean of both ratings, of which one must match.
    pub mean_elo: Vec<RangeInclusive<u16>>,
    /// The earliest date.
    pub since: Option<Date>,
    /// The latest date.
    pub until: Option<Date>,
    /// Accepted results; empty for all.
    pub results: Vec<GameResult>,
    /// The event.
    pub event: Option<String>,
    /// Prefix of the ECO code.
    pub eco: Option<String>,
    /// Accepted speeds; empty for all.
    pub speeds: Vec<Speed>,
}

impl Filter {
    /// Whether every game matches.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Filter::default()
    }

    /// Rejects a range of dates that ends before it begins.
    pub fn check(&self) -> std::result::Result<(), BackwardDates> {
        match (self.since, self.until) {
            (Some(since), Some(until)) if !until.is_since(since) => Err(BackwardDates { since, until }),
            _ => Ok(()),
        }
    }

    /// Whether the facts of a game match. Names are not checked, see [`Names`].
    #[must_use]
    pub fn admits(&self, facts: &Facts) -> bool {
        let rated =
            |elo: Option<u16>, range: &RangeInclusive<u16>| elo.is_some_and(|elo| range.contains(&elo));
        let in_range =
            |range: &RangeInclusive<u16>| rated(facts.white_elo, range) && rated(facts.black_elo, range);
        self.elo.as_ref().is_none_or(in_range)
            && (self.mean_elo.is_empty() || self.mean_elo.iter().any(|range| rated(facts.mean_elo(), range)))
            && self.since.is_none_or(|since| facts.date.is_since(since))
            && self.until.is_none_or(|until| facts.date.is_until(until))
            && (self.results.is_empty() || self.results.contains(&facts.result))
            && (self.speeds.is_empty() || facts.speed.is_some_and(|speed| self.speeds.contains(&speed)))
    }
}

/// The filter's first date is later than its last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct BackwardDates {
    /// The earliest date.
    pub since: Date,
    /// The latest date.
    pub until: Date,
}

impl fmt::Display for BackwardDates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`since` ({}) is later than `until` ({})", self.since, self.until)
    }
}

impl std::error::Error for BackwardDates {}

/// A text to compare with tags.
#[derive(Clone, Debug)]
struct TextMatcher {
    text: String,
    mode: MatchMode,
}

/// How texts are compared.
#[derive(Clone, Copy, Debug)]
enum MatchMode {
    Exact,
    Words,
    Prefix,
}

impl TextMatcher {
    fn new(text: &str, mode: MatchMode) -> TextMatcher {
        TextMatcher { text: text.trim().to_lowercase(), mode }
    }

    fn matches(&self, text: &str) -> bool {
        let text = text.trim().to_lowercase();
        match self.mode {
            MatchMode::Exact => text == self.text,
            MatchMode::Prefix => text.starts_with(&self.text),
            MatchMode::Words => {
                words(&self.text).all(|prefix| words(&text).any(|word| word.starts_with(prefix)))
            }
        }
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|char: char| !char.is_alphanumeric()).filter(|word| !word.is_empty())
}

/// The matching dictionary values of each segment.
#[derive(Debug)]
struct ValueMatches {
    matcher: TextMatcher,
    /// One bit for each dictionary value of each segment.
    chosen: Vec<Vec<bool>>,
}

impl ValueMatches {
    fn new(text: &str, columns: &[usize], segments: &[Arc<Segment>]) -> Result<ValueMatches> {
        let group = group_of(COLUMNS[columns[0]]);
        let mut choice =
            ValueMatches { matcher: TextMatcher::new(text, MatchMode::Exact), chosen: Vec::new() };
        choice.choose(group, segments)?;
        let is_known = choice.chosen.iter().flatten().any(|chosen| *chosen);
        if !is_known && !choice.has_inline(columns, segments)? {
            choice.matcher.mode = MatchMode::Words;
            choice.choose(group, segments)?;
        }
        Ok(choice)
    }

    fn with_prefix(eco: &str, segments: &[Arc<Segment>]) -> Result<ValueMatches> {
        let mut choice =
            ValueMatches { matcher: TextMatcher::new(eco, MatchMode::Prefix), chosen: Vec::new() };
        choice.choose(COLUMNS[ECO], segments)?;
        Ok(choice)
    }

    fn choose(&mut self, group: &str, segments: &[Arc<Segment>]) -> Result<()> {
        let matcher = &self.matcher;
        let of_segment = |segment: &Arc<Segment>| -> Result<Vec<bool>> {
            let tags = &segment.games.tags;
            let Some(values) = tags.group(group) else { return Ok(Vec::new()) };
            let number = |number| tags.value(values, number as u64).map(|value| matcher.matches(value));
            (1..=tags.count(values)).map(number).collect()
        };
        self.chosen = segments.iter().map(of_segment).collect::<Result<_>>()?;
        Ok(())
    }

    /// Whether a game has this exact text in a tag that did not fit into the dictionaries.
    fn has_inline(&self, columns: &[usize], segments: &[Arc<Segment>]) -> Result<bool> {
        for games in segments.iter().filter(|segment| segment.meta.inline_games > 0).map(|one| &one.games) {
            for game in 0..games.count() {
                let row = games.row(game)?;
                for &column in columns.iter().filter(|column| row.columns[**column] == INLINE) {
                    if games.tag(game, COLUMNS[column])?.is_some_and(|text| self.matcher.matches(&text)) {
                        return Ok(true);
                    }
                }
            }
        }
        Ok(false)
    }

    /// Whether the dictionary value with this number matches.
    fn has(&self, segment: usize, number: u64) -> bool {
        let index = (number as usize).wrapping_sub(1);
        self.chosen.get(segment).and_then(|chosen| chosen.get(index)).copied().unwrap_or(false)
    }
}

/// A filter prepared for the segments of a database, when the first game is checked.
#[derive(Debug)]
pub(crate) struct CompiledFilter<'a> {
    filter: &'a Filter,
    state: &'a State,
    choices: OnceCell<Arc<NameMatches>>,
    matches_all: bool,
}

/// The names of the latest filters: a server repeats them for each position.
#[derive(Debug, Default)]
pub(crate) struct NameCache(Mutex<VecDeque<(NameFilter, Arc<NameMatches>)>>);

/// The conditions of a filter on names: player, white, black, event and ECO code.
type NameFilter = [Option<String>; 5];

impl NameCache {
    const SIZE: usize = 16;

    fn get(&self, filter: &Filter, segments: &[Arc<Segment>]) -> Result<Arc<NameMatches>> {
        let Filter { player, white, black, event, eco, .. } = filter;
        let names = [player, white, black, event, eco].map(Clone::clone);
        let lock = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, matches)) = lock().iter().find(|(known, _)| *known == names) {
            return Ok(Arc::clone(matches));
        }
        let matches = Arc::new(NameMatches::new(filter, segments)?);
        let mut cache = lock();
        cache.truncate(NameCache::SIZE - 1);
        cache.push_front((names, Arc::clone(&matches)));
        Ok(matches)
    }
}

/// The matching names.
#[derive(Debug)]
pub(crate) struct NameMatches {
    player: Option<ValueMatches>,
    /// For white, black, event and ECO code, in the order of [`COLUMNS`].
    columns: [Option<ValueMatches>; 4],
}

impl NameMatches {
    fn new(filter: &Filter, segments: &[Arc<Segment>]) -> Result<NameMatches> {
        let choice = |text: &Option<String>, columns: &[usize]| {
            text.as_ref().map(|text| ValueMatches::new(text, columns, segments)).transpose()
        };
        // Whether a name matches completely does not depend on the color.
        let players = &[WHITE, BLACK];
        Ok(NameMatches {
            player: choice(&filter.player, players)?,
            columns: [
                choice(&filter.white, players)?,
                choice(&filter.black, players)?,
                choice(&filter.event, &[EVENT])?,
                filter.eco.as_ref().map(|eco| ValueMatches::with_prefix(eco, segments)).transpose()?,
            ],
        })
    }
}

impl<'a> CompiledFilter<'a> {
    pub(crate) fn new(filter: &'a Filter, state: &'a State) -> CompiledFilter<'a> {
        CompiledFilter { filter, state, choices: OnceCell::new(), matches_all: filter.is_empty() }
    }

    fn choices(&self) -> Result<&NameMatches> {
        if let Some(choices) = self.choices.get() {
            return Ok(choices);
        }
        let choices = self.state.names.get(self.filter, &self.state.segments)?;
        Ok(self.choices.get_or_init(|| choices))
    }

    /// Whether every game matches.
    pub(crate) fn matches_all(&self) -> bool {
        self.matches_all
    }

    /// Whether a game of a segment matches.
    pub(crate) fn admits(&self, games: &Games, segment: usize, game: usize, row: &FactsRow) -> Result<bool> {
        if self.matches_all {
            return Ok(true);
        }
        if !self.filter.admits(&row.facts()) {
            return Ok(false);
        }
        let choices = self.choices()?;
        let is = |choice: &ValueMatches, column| is_chosen(choice, games, segment, game, row, column);
        if let Some(player) = &choices.player
            && !(is(player, WHITE)? || is(player, BLACK)?)
        {
            return Ok(false);
        }
        for (column, choice) in choices.columns.iter().enumerate() {
            if let Some(choice) = choice
                && !is(choice, column)?
            {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Whether the tag of a game matches.
fn is_chosen(
    choice: &ValueMatches,
    games: &Games,
    segment: usize,
    game: usize,
    row: &FactsRow,
    column: usize,
) -> Result<bool> {
    let number = row.columns[column];
    if number != INLINE {
        return Ok(choice.has(segment, u64::from(number)));
    }
    Ok(games.tag(game, COLUMNS[column])?.is_some_and(|text| choice.matcher.matches(&text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_match_by_words() {
        let words = |text: &str| TextMatcher::new(text, MatchMode::Words);
        let exact = |text: &str| TextMatcher::new(text, MatchMode::Exact);
        assert!(words("carlsen m").matches("Carlsen, Magnus") && words("MAGNUS").matches("Carlsen,Magnus"));
        assert!(!words("carl x").matches("Carlsen, Magnus") && !words("agnus").matches("Carlsen, Magnus"));
        assert!(
            exact("carlsen, magnus").matches("Carlsen, Magnus")
                && !exact("carlsen").matches("Carlsen, Magnus")
        );
    }
}
