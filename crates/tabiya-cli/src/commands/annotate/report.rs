//! The output per annotated game.

use serde::Serialize;

use super::journal::{Done, Player};
use crate::output;

/// Rows or JSON objects.
pub(super) struct GameReport {
    json: bool,
    has_begun: bool,
}

/// The JSON output for a game.
#[derive(Serialize)]
struct Answer<'a> {
    game: u64,
    white: &'a Player,
    black: &'a Player,
    result: &'a str,
    plies: usize,
}

impl GameReport {
    pub(super) fn new(json: bool) -> GameReport {
        GameReport { json, has_begun: false }
    }

    pub(super) fn row(&mut self, game: u64, done: &Done) -> String {
        let Done { white, black, result, plies, .. } = done;
        if self.json {
            return output::json(&Answer { game, white, black, result, plies: *plies });
        }
        let head = if std::mem::replace(&mut self.has_begun, true) { "" } else { HEAD };
        let row = format!("{game:>5}  {}  {}  {result:<7}  {plies:>5}", side(white), side(black));
        format!("{head}{}", output::fitted(row.trim_end()))
    }
}

const HEAD: &str =
    " game  white             accuracy  ?!  ? ??  black             accuracy  ?!  ? ??  result   plies\n";

fn side(player: &Player) -> String {
    let name = output::cut(&tabiya::printable(&player.name), 16);
    let accuracy = player.accuracy.map_or("-".to_string(), |accuracy| format!("{accuracy:.1}"));
    format!(
        "{name:<16}  {accuracy:>8}  {:>2} {:>2} {:>2}",
        player.inaccuracies, player.mistakes, player.blunders
    )
}
