use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;
use tabiya::{AnyPosition, Color, printable};
use tabiya_db::{Database, DbError, ExploreOptions, Filter};
use tabiya_pgn::Record;
use tabiya_pgn::replay::{FaultKind, Replayer};

use super::Common;
use super::db::{failed, open};
use super::game::feed::{self, FeedItem, Numbered};
use super::game::progress::Progress;
use crate::output::{self, Failure, Verdict, complain, grouped};

const EXAMPLES: &str = "\
Examples:
  tabiya novelty games.tabiya mine.pgn
  tabiya novelty games.tabiya tournament.pgn --json";

/// Find each game's novelty and who last played the position before it
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Novelty {
    /// The database
    #[arg(value_name = "DB")]
    database: PathBuf,
    /// PGN files; `-` is standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    common: Common,
}

/// The JSON output.
#[derive(Serialize)]
struct Answer {
    file: String,
    game: u64,
    white: Option<String>,
    black: Option<String>,
    /// The half-move that led to the first new position, from 1; 0 if the start position is new; null if none is.
    ply: Option<usize>,
    san: Option<String>,
    uci: Option<String>,
    fen: Option<String>,
    /// How many games had reached the position before it.
    games_before: u64,
    last: Option<Last>,
}

/// The latest game with the position before it.
#[derive(Serialize)]
struct Last {
    game: u64,
    white: Option<String>,
    black: Option<String>,
    date: Option<String>,
    san: Option<String>,
}

impl Novelty {
    pub(super) fn run(&self) -> Result<Verdict, Failure> {
        let database = open(&self.database)?;
        let progress = Progress::new(&self.files, true);
        let mut out = output::open();
        let mut replayer = Replayer::new(self.common.variant());
        let (mut is_good, mut failure) = (true, None);
        feed::each(&self.files, &progress, &mut |found| {
            let step = match found {
                FeedItem::Problem(text) | FeedItem::NotOpened(text) => Err(text),
                FeedItem::Game(game) => match self.answer(&database, &mut replayer, &game) {
                    Err(error) => {
                        failure = Some(failed(error));
                        return ControlFlow::Break(());
                    }
                    Ok(answered) => answered,
                },
            };
            match step {
                Err(text) => {
                    is_good = false;
                    progress.suspend(|| complain("error", text));
                }
                Ok(line) => {
                    if let Err(error) = writeln!(out, "{line}") {
                        failure = Some(Failure::Output(error));
                        return ControlFlow::Break(());
                    }
                }
            }
            ControlFlow::Continue(())
        });
        progress.finish();
        if let Some(failure) = failure {
            return Err(failure);
        }
        out.flush().map_err(Failure::Output)?;
        Ok(if is_good { Verdict::Good } else { Verdict::BadInput })
    }

    /// The result of a game, or its error.
    fn answer(
        &self,
        database: &Database,
        replayer: &mut Replayer,
        game: &Numbered<'_>,
    ) -> Result<Result<String, String>, DbError> {
        let file = output::path(&self.files[game.file]);
        // Warnings about the text do not matter here.
        let fault = replayer.replay(game.record).fault;
        if let Some(fault) = fault.filter(|fault| !matches!(fault.kind, FaultKind::Text(_))) {
            return Ok(Err(format!("{file}, game {}, {fault}", game.number)));
        }
        let positions: Vec<AnyPosition> = replayer.positions().collect();
        let answer = look(database, game, file, &positions)?;
        Ok(Ok(if self.common.json { output::json(&answer) } else { describe(&answer, &positions[0]) }))
    }
}

fn look(
    database: &Database,
    game: &Numbered<'_>,
    file: String,
    positions: &[AnyPosition],
) -> Result<Answer, DbError> {
    let mut answer = Answer {
        file,
        game: game.number,
        white: tag(game.record, "White"),
        black: tag(game.record, "Black"),
        ply: None,
        san: None,
        uci: None,
        fen: None,
        games_before: 0,
        last: None,
    };
    let mut before = positions.last();
    for (ply, position) in positions.iter().enumerate() {
        if !database.contains(position)? {
            (answer.ply, answer.fen) = (Some(ply), Some(position.to_fen()));
            before = ply.checked_sub(1).map(|ply| &positions[ply]);
            break;
        }
    }
    let Some(before) = before else { return Ok(answer) };
    let played = answer.ply.and_then(|ply| game.record.moves().nth(ply - 1));
    if let Some(mv) = played.and_then(|(text, _)| before.parse_san(text).ok()) {
        (answer.san, answer.uci) = (Some(before.san(mv)), Some(before.uci(mv)));
    }
    let options = ExploreOptions { recent_games: 1, ..ExploreOptions::default() };
    let explored = database.explore(before, &Filter::default(), &options)?;
    answer.games_before = explored.results.games();
    if let Some(recent) = explored.recent_games.first() {
        let last = database.tags(recent.game)?;
        let tag =
            |tag_name: &str| last.iter().find(|(name, _)| name == tag_name).map(|(_, value)| value.clone());
        answer.last = Some(Last {
            game: recent.game.0,
            white: tag("White"),
            black: tag("Black"),
            date: tag("Date"),
            san: recent.mv.map(|mv| before.san(mv)),
        });
    }
    Ok(answer)
}

fn tag(record: &Record, name: &str) -> Option<String> {
    record.tag(name).map(std::borrow::Cow::into_owned)
}

/// Describes the result.
fn describe(answer: &Answer, start: &AnyPosition) -> String {
    let name = |name: &Option<String>| printable(name.as_deref().unwrap_or("?"));
    let mut text = format!("{:>5}  {} - {}: ", answer.game, name(&answer.white), name(&answer.black));
    match (answer.ply, &answer.san) {
        (Some(ply), Some(san)) => text += &format!("{}{san} is new", numbered(start, ply)),
        (Some(_), None) => text += "the start position is new",
        (None, _) => text += "no novelty",
    }
    if let Some(last) = &answer.last {
        let games = grouped(answer.games_before);
        let played = last.san.as_deref().map_or_else(|| "the end".to_owned(), str::to_owned);
        text += &format!(
            " ({games} before; last {} - {}, {}: {played}, game {})",
            name(&last.white),
            name(&last.black),
            name(&last.date),
            last.game,
        );
    }
    text
}

/// The number before a move: `12. ` or `12... `.
fn numbered(start: &AnyPosition, ply: usize) -> String {
    let black_began = usize::from(start.turn() == Color::Black);
    let before = ply - 1 + black_began;
    let number = start.fullmove_number() as usize + before / 2;
    if before.is_multiple_of(2) { format!("{number}. ") } else { format!("{number}... ") }
}
