//! Which games a question is about.

mod names;
pub mod words;

pub use names::Names;

use std::cell::OnceCell;
use std::fmt;
use std::ops::RangeInclusive;

use tabiya_pgn::GameResult;

use crate::error::Result;
use crate::facts::Facts;
use crate::store::games::{FactsRow, Games};
use crate::store::segment::Segment;
use crate::store::tags::{BLACK, COLUMNS, ECO, EVENT, WHITE, WRITTEN_OUT, group_of};
use crate::{Date, Speed};

/// Which games a question is about. Everything that is given must be true of a game.
///
/// A name or an event is meant as a whole, in whatever case. If nobody is called so, it is meant in words: `carlsen m` means
/// everybody with a word in the name that begins with `carlsen` and one that begins with `m`.
///
/// ```
/// use tabiya_db::Filter;
///
/// let filter = Filter { player: Some("Carlsen".into()), elo: Some(2700..=4000), ..Filter::default() };
/// assert!(!filter.is_empty());
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Filter {
    /// Who played, with either color.
    pub player: Option<String>,
    /// Who had white.
    pub white: Option<String>,
    /// Who had black.
    pub black: Option<String>,
    /// The ratings of both players are known and within.
    pub elo: Option<RangeInclusive<u16>>,
    /// The mean of both ratings is within one of these.
    pub mean_elo: Vec<RangeInclusive<u16>>,
    /// Not before.
    pub since: Option<Date>,
    /// Not after.
    pub until: Option<Date>,
    /// One of these results, if any are given.
    pub results: Vec<GameResult>,
    /// The event.
    pub event: Option<String>,
    /// The beginning of the ECO code.
    pub eco: Option<String>,
    /// One of these speeds, if any are given.
    pub speeds: Vec<Speed>,
}

impl Filter {
    /// Whether every game passes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Filter::default()
    }

    /// Refuses what no game can be: later than it is early.
    pub fn check(&self) -> std::result::Result<(), BackwardDates> {
        match (self.since, self.until) {
            (Some(since), Some(until)) if !until.is_since(since) => Err(BackwardDates { since, until }),
            _ => Ok(()),
        }
    }

    /// Whether what is known of a game passes; its names are not asked ([`Names`] knows them).
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

/// The first date of a filter is later than the last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct BackwardDates {
    /// Not before.
    pub since: Date,
    /// Not after.
    pub until: Date,
}

impl fmt::Display for BackwardDates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "since {} is later than until {}", self.since, self.until)
    }
}

impl std::error::Error for BackwardDates {}

/// A text to be compared with others.
#[derive(Clone, Debug)]
struct Wanted {
    text: String,
    meant: Meant,
}

/// How a text is meant.
#[derive(Clone, Copy, Debug)]
enum Meant {
    Whole,
    Words,
    Beginning,
}

impl Wanted {
    fn new(text: &str, meant: Meant) -> Wanted {
        Wanted { text: text.trim().to_lowercase(), meant }
    }

    fn fits(&self, text: &str) -> bool {
        let text = text.trim().to_lowercase();
        match self.meant {
            Meant::Whole => text == self.text,
            Meant::Beginning => text.starts_with(&self.text),
            Meant::Words => words(&self.text).all(|wanted| words(&text).any(|word| word.starts_with(wanted))),
        }
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|char: char| !char.is_alphanumeric()).filter(|word| !word.is_empty())
}

/// Which values of a dictionary are meant, for each segment.
#[derive(Debug)]
struct Choice {
    wanted: Wanted,
    /// A bit for each value of each segment's dictionary, from number 1.
    chosen: Vec<Vec<bool>>,
}

impl Choice {
    fn new(text: &str, columns: &[usize], segments: &[Segment]) -> Result<Choice> {
        let group = group_of(COLUMNS[columns[0]]);
        let mut choice = Choice { wanted: Wanted::new(text, Meant::Whole), chosen: Vec::new() };
        choice.choose(group, segments)?;
        let is_known = choice.chosen.iter().flatten().any(|chosen| *chosen);
        if !is_known && !choice.is_written_out(columns, segments)? {
            choice.wanted.meant = Meant::Words;
            choice.choose(group, segments)?;
        }
        Ok(choice)
    }

    fn beginning(eco: &str, segments: &[Segment]) -> Result<Choice> {
        let mut choice = Choice { wanted: Wanted::new(eco, Meant::Beginning), chosen: Vec::new() };
        choice.choose(COLUMNS[ECO], segments)?;
        Ok(choice)
    }

    fn choose(&mut self, group: &str, segments: &[Segment]) -> Result<()> {
        let wanted = &self.wanted;
        let of_segment = |segment: &Segment| -> Result<Vec<bool>> {
            let tags = &segment.games.tags;
            let Some(values) = tags.group(group) else { return Ok(Vec::new()) };
            let number = |number| tags.value(values, number as u64).map(|value| wanted.fits(value));
            (1..=tags.count(values)).map(number).collect()
        };
        self.chosen = segments.iter().map(of_segment).collect::<Result<_>>()?;
        Ok(())
    }

    /// Whether a game has the text as it is, in a tag that is in no dictionary: these were full.
    fn is_written_out(&self, columns: &[usize], segments: &[Segment]) -> Result<bool> {
        for games in segments.iter().filter(|segment| segment.meta.written_out > 0).map(|one| &one.games) {
            for game in 0..games.count() {
                let row = games.row(game)?;
                for &column in columns.iter().filter(|column| row.columns[**column] == WRITTEN_OUT) {
                    if games.tag(game, COLUMNS[column])?.is_some_and(|text| self.wanted.fits(&text)) {
                        return Ok(true);
                    }
                }
            }
        }
        Ok(false)
    }

    /// Whether a value is meant that is a number of the dictionary, or a text.
    fn has(&self, segment: usize, number: u64) -> bool {
        let index = (number as usize).wrapping_sub(1);
        self.chosen.get(segment).and_then(|chosen| chosen.get(index)).copied().unwrap_or(false)
    }
}

/// A filter made ready for the segments of a database: when the first game is looked at, not before.
#[derive(Debug)]
pub(crate) struct Sieve<'a> {
    filter: &'a Filter,
    segments: &'a [Segment],
    choices: OnceCell<Choices>,
    is_open: bool,
}

/// Which names are meant.
#[derive(Debug)]
struct Choices {
    player: Option<Choice>,
    /// White, black, event, ECO code: in the order of [`COLUMNS`].
    columns: [Option<Choice>; 4],
}

impl Choices {
    fn new(filter: &Filter, segments: &[Segment]) -> Result<Choices> {
        let choice = |text: &Option<String>, columns: &[usize]| {
            text.as_ref().map(|text| Choice::new(text, columns, segments)).transpose()
        };
        // Whether a name is a whole one does not depend on the color that is asked for.
        let players = &[WHITE, BLACK];
        Ok(Choices {
            player: choice(&filter.player, players)?,
            columns: [
                choice(&filter.white, players)?,
                choice(&filter.black, players)?,
                choice(&filter.event, &[EVENT])?,
                filter.eco.as_ref().map(|eco| Choice::beginning(eco, segments)).transpose()?,
            ],
        })
    }
}

impl<'a> Sieve<'a> {
    pub(crate) fn new(filter: &'a Filter, segments: &'a [Segment]) -> Sieve<'a> {
        Sieve { filter, segments, choices: OnceCell::new(), is_open: filter.is_empty() }
    }

    fn choices(&self) -> Result<&Choices> {
        if let Some(choices) = self.choices.get() {
            return Ok(choices);
        }
        let choices = Choices::new(self.filter, self.segments)?;
        Ok(self.choices.get_or_init(|| choices))
    }

    /// Whether every game passes.
    pub(crate) fn is_open(&self) -> bool {
        self.is_open
    }

    /// Whether a game of a segment passes.
    pub(crate) fn admits(&self, games: &Games, segment: usize, game: usize, row: &FactsRow) -> Result<bool> {
        if self.is_open {
            return Ok(true);
        }
        if !self.filter.admits(&row.facts()) {
            return Ok(false);
        }
        let choices = self.choices()?;
        let is = |choice: &Choice, column| is_chosen(choice, games, segment, game, row, column);
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

/// Whether the tag of a game is one of those that are meant.
fn is_chosen(
    choice: &Choice,
    games: &Games,
    segment: usize,
    game: usize,
    row: &FactsRow,
    column: usize,
) -> Result<bool> {
    let number = row.columns[column];
    if number != WRITTEN_OUT {
        return Ok(choice.has(segment, u64::from(number)));
    }
    Ok(games.tag(game, COLUMNS[column])?.is_some_and(|text| choice.wanted.fits(&text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_a_name_are_enough() {
        let words = |text: &str| Wanted::new(text, Meant::Words);
        let whole = |text: &str| Wanted::new(text, Meant::Whole);
        assert!(words("carlsen m").fits("Carlsen, Magnus") && words("MAGNUS").fits("Carlsen,Magnus"));
        assert!(!words("carl x").fits("Carlsen, Magnus") && !words("agnus").fits("Carlsen, Magnus"));
        assert!(
            whole("carlsen, magnus").fits("Carlsen, Magnus") && !whole("carlsen").fits("Carlsen, Magnus")
        );
    }
}
