//! Arguments that select games to change.

use std::io::{self, BufRead, IsTerminal, Write};
use std::str::FromStr;

use clap::Args;
use tabiya_cli::args::FilterArgs;
use tabiya_db::{GameId, Selection};

use crate::output::Failure;

#[derive(Args, Debug)]
pub(super) struct SelectionArgs {
    /// Numbers of games, such as 17,20-25
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',')]
    games: Vec<Numbers>,
    /// Print the number of games and change nothing
    #[arg(long)]
    pub(super) dry_run: bool,
    /// Do not request confirmation, which is done only on a terminal
    #[arg(long)]
    yes: bool,
    #[command(flatten)]
    filters: FilterArgs,
}

/// A game or a range of games.
#[derive(Clone, Copy, Debug)]
struct Numbers {
    first: u64,
    last: u64,
}

impl FromStr for Numbers {
    type Err = String;

    fn from_str(text: &str) -> Result<Numbers, String> {
        let number = |text: &str| text.trim().parse::<u64>().ok().filter(|number| *number > 0);
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        match (number(first), number(last)) {
            (Some(first), Some(last)) if first <= last => Ok(Numbers { first, last }),
            _ => Err("expected numbers of games, from 1, such as 17 or 20-25".to_owned()),
        }
    }
}

impl SelectionArgs {
    /// Whether all games are selected.
    pub(super) fn is_empty(&self) -> Result<bool, Failure> {
        Ok(self.games.is_empty() && self.filters.filter()?.is_empty())
    }

    pub(super) fn selection(&self) -> Result<Selection, Failure> {
        let filter = self.filters.filter()?;
        if self.games.is_empty() {
            return Ok(Selection::Filter(filter));
        }
        if !filter.is_empty() {
            return Err(Failure::conflict("select games by filters or with --games, not both"));
        }
        let numbers = self.games.iter().flat_map(|numbers| numbers.first..=numbers.last);
        Ok(Selection::Games(numbers.map(GameId).collect()))
    }
}

/// Asks on a terminal whether to go on.
pub(super) fn confirmed(args: &SelectionArgs, question: &str) -> Result<bool, Failure> {
    if args.dry_run {
        return Ok(false);
    }
    ask(args.yes, question)
}

/// Asks on a terminal, unless `yes`.
pub(super) fn ask(yes: bool, question: &str) -> Result<bool, Failure> {
    if yes || !io::stdin().is_terminal() || !io::stderr().is_terminal() {
        return Ok(true);
    }
    eprint!("{question} [y/N] ");
    let _ = io::stderr().flush();
    let mut answer = String::new();
    io::stdin().lock().read_line(&mut answer).map_err(Failure::Input)?;
    Ok(matches!(answer.trim(), "y" | "Y" | "yes"))
}
