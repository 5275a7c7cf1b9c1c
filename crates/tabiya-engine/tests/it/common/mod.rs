//! Helpers of the engine's tests.
#![allow(dead_code, reason = "each test uses a part")]

pub(crate) mod uci_session;

pub(crate) mod random;
pub(crate) mod suite;

use tabiya::{Game, Position, Reading};
use tabiya_engine::eval::Evaluate;
use tabiya_engine::{Limits, Report, SearchResult, Searcher, Settings, Signals};
use tabiya_table::Table;

/// Reads a FEN that is known to be valid.
pub(crate) fn read<R: Evaluate>(fen: &str) -> Position<R> {
    let parsed = Position::from_fen(fen, Reading::LENIENT.chess960());
    parsed.unwrap_or_else(|error| panic!("{fen}: {error}")).position
}

/// A game from this position.
pub(crate) fn game<R: Evaluate>(fen: &str) -> Game<R> {
    Game::from_position(read(fen))
}

/// A game from this position with these moves.
pub(crate) fn game_after<R: Evaluate>(fen: &str, moves: &str) -> Game<R> {
    let mut game = game(fen);
    for text in moves.split_whitespace() {
        game.play_uci(text).unwrap_or_else(|error| panic!("{fen} {text}: {error}"));
    }
    game
}

pub(crate) fn table() -> Table {
    Table::new(1).expect("1 MiB is available")
}

/// A search with empty histories.
pub(crate) fn search<R: Evaluate>(
    game: &Game<R>,
    limits: &Limits,
    settings: &Settings,
    table: &Table,
) -> SearchResult {
    search_with_reports(game, limits, settings, table).0
}

/// A search with all its reports.
pub(crate) fn search_with_reports<R: Evaluate>(
    game: &Game<R>,
    limits: &Limits,
    settings: &Settings,
    table: &Table,
) -> (SearchResult, Vec<Report>) {
    let mut reports = Vec::new();
    let mut on_report = |report: &Report| reports.push(report.clone());
    let found = Searcher::new().search(game, limits, settings, table, &Signals::default(), &mut on_report);
    (found, reports)
}
