use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;
use tabiya::printable;
use tabiya_db::{Database, GameId, Selection};

use super::selection::ask;
use super::{Listener, WorkArgs, failed, give_way};
use crate::commands::game::progress::Progress;
use crate::output::{self, Failure, Verdict, counted};

const EXAMPLES: &str = "\
Examples:
  tabiya db duplicates games.tabiya
  tabiya db duplicates games.tabiya --delete";

/// Find games that are probably the same
///
/// The same players, as far as their names can be compared (`Carlsen,M`, `Carlsen, M` and `Carlsen, Magnus`), dates at
/// most a day apart, and the same moves up to the end of the shorter game. The first game of each group has the most
/// moves, annotations and tags.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Duplicates {
    /// The database
    #[arg(value_name = "DB")]
    database: PathBuf,
    /// Delete all games of each group but the first
    #[arg(long)]
    delete: bool,
    /// Do not request confirmation, which is done only on a terminal
    #[arg(long)]
    yes: bool,
    #[command(flatten)]
    work: WorkArgs,
    /// Write JSON, one group per line
    #[arg(long)]
    json: bool,
}

/// A group of games in the JSON output; the first is the one to keep.
#[derive(Serialize)]
struct Group<'a> {
    games: &'a [u64],
}

impl Duplicates {
    pub(super) fn run(&self) -> Result<Verdict, Failure> {
        give_way();
        let database = super::open(&self.database)?;
        let progress = Progress::new(&[], false);
        let groups = database.near_duplicates(&mut || progress.count_game()).map_err(failed)?;
        progress.finish();
        let mut out = output::open();
        for group in &groups {
            let numbers: Vec<u64> = group.iter().map(|game| game.0).collect();
            let text = if self.json {
                output::json(&Group { games: &numbers })
            } else {
                described(&database, group)?
            };
            writeln!(out, "{text}").map_err(Failure::Output)?;
        }
        out.flush().map_err(Failure::Output)?;
        drop(out);
        drop(database);
        let others: Vec<GameId> = groups.iter().flat_map(|group| &group[1..]).copied().collect();
        let what = counted(others.len() as u64, "near duplicate");
        let name = output::path(&self.database);
        if !self.delete || others.is_empty() {
            return if self.json { Ok(Verdict::Good) } else { output::answer(format!("{name}: {what}")) };
        }
        if !ask(self.yes, &format!("Delete {what} from {name}?"))? {
            return output::answer("nothing was deleted");
        }
        let progress = Progress::new(&[], false);
        let mut listener = Listener::new(&progress);
        let selection = Selection::Games(others.into_iter().collect());
        tabiya_db::delete(&self.database, &selection, self.work.options(), &mut listener).map_err(failed)?;
        progress.finish();
        if self.json { Ok(Verdict::Good) } else { output::answer(format!("{name}: {what} deleted")) }
    }
}

/// The games of a group, a line each.
fn described(database: &Database, group: &[GameId]) -> Result<String, Failure> {
    let mut lines = Vec::new();
    for (index, game) in group.iter().enumerate() {
        let stored = database.game(*game).map_err(failed)?;
        let tag = |name| printable(stored.tag(name).unwrap_or("?"));
        let what = if index == 0 { "keep" } else { "near duplicate" };
        lines.push(format!(
            "{what:<14} {:>9}  {} – {}, {}, {}, {}",
            game.0,
            tag("White"),
            tag("Black"),
            tag("Event"),
            tag("Date"),
            counted(stored.moves.len() as u64, "half-move"),
        ));
    }
    Ok(lines.join("\n"))
}
