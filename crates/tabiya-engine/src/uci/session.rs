//! Executing UCI commands.

use super::command::{Command, Go, Start};
use super::io::Output;
use super::options::{OptionEffect, Options};
use super::search_job::{NO_MOVE, READY, any_move, choose_book_move, is_timed};
use super::search_thread::{JobParameters, SearchThread, Searchers, Task};
use super::show::show;
use crate::eval::Evaluator;
use crate::{Limits, RemainingTime, bench};
use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use tabiya::{AnyGame, AnyPosition, Color, Move, Reading, Variant, printable, with_position};
use tabiya_pgn::book::Book;
use tabiya_table::{SizeError, Table};

/// Names what a saved table depends on: keys and evaluations can change from version to version.
const TABLE_SCHEME: &str = concat!("tabiya ", env!("CARGO_PKG_VERSION"));

/// The state of a UCI session: game, options, and the running search.
pub(super) struct Session<W: Write + Send + 'static> {
    pub(super) out: Output<W>,
    options: Options,
    game: AnyGame,
    /// The error of the last `position`, if it was invalid.
    position_error: Option<String>,
    table: Arc<Table>,
    book: Option<Book<File>>,
    searchers: Option<Searchers>,
    pub(super) search_thread: Option<SearchThread>,
}

impl<W: Write + Send + 'static> Session<W> {
    pub(super) fn new(out: W) -> std::io::Result<Session<W>> {
        let mut options = Options::default();
        // With very little memory, a smaller table is better than no engine.
        let table = allocate_table(options.hash).or_else(|_| {
            options.hash = 1;
            allocate_table(options.hash)
        });
        let table = table.map_err(|problem| std::io::Error::new(std::io::ErrorKind::OutOfMemory, problem))?;
        Ok(Session {
            out: Output::new(out),
            game: AnyGame::new(options.variant()),
            position_error: None,
            table: Arc::new(table),
            options,
            book: None,
            searchers: Some(Searchers::default()),
            search_thread: None,
        })
    }

    pub(super) fn execute(&mut self, command: Command) {
        match command {
            Command::Uci => self.print_id(),
            Command::IsReady => self.prepare_search(),
            Command::NewGame => self.new_game(),
            Command::SetOption { name, value } => self.set_option(&name, &value),
            Command::Position { start, moves } => {
                let mut notes = Vec::new();
                match build_game(self.options.variant(), &start, &moves, &mut notes) {
                    Ok(game) => (self.game, self.position_error) = (game, None),
                    Err(problem) => self.reject_position(format!("position: {problem}")),
                }
                notes.iter().for_each(|note| self.note(note));
            }
            Command::NoPosition(problem) => self.reject_position(problem),
            Command::Go(go) => self.go(&go),
            Command::Stop => self.stop(),
            Command::PonderHit => {
                if let Some(search_thread) = &self.search_thread {
                    search_thread.ponder_hit();
                }
            }
            Command::Show => self.out.print_line(&show(&self.game.position())),
            Command::Eval => {
                let explanation =
                    with_position!(self.game.position(), position => Evaluator::new().explain(&position));
                self.out.print_line(&explanation.to_string());
            }
            Command::Bench { depth } => {
                self.stop();
                self.start_search(Limits::default(), Task::Bench(depth.unwrap_or(bench::DEPTH)), false);
            }
            Command::Ignored | Command::Quit => {}
        }
    }

    pub(super) fn note(&self, text: &str) {
        self.out.print_line(&format!("info string {text}"));
    }

    fn print_id(&self) {
        let version = env!("CARGO_PKG_VERSION");
        let options = Options::describe();
        self.out.print_line(&format!(
            "id name Tabiya {version}\nid author the Tabiya developers\n{options}uciok"
        ));
    }

    /// Replies `readyok`: immediately during a search, otherwise once memory for the next one is allocated.
    fn prepare_search(&mut self) {
        if self.search_thread.as_ref().is_some_and(|search_thread| !search_thread.is_over()) {
            self.out.print_line(READY);
            return;
        }
        self.stop();
        let (variant, threads) = (self.options.variant(), self.options.settings.threads);
        if self.searchers.as_ref().is_some_and(|searchers| searchers.are_prepared(variant, threads)) {
            self.out.print_line(READY);
        } else {
            // Many threads need much memory. `quit` must be noticed meanwhile.
            self.start_search(Limits::default(), Task::Prepare, false);
        }
    }

    /// Records an invalid position: searching the previous one would be wrong.
    fn reject_position(&mut self, problem: String) {
        self.note(&format!("{problem}; searches are disabled until a valid position is set"));
        self.position_error = Some(problem);
    }

    /// Clears the table and the histories.
    fn new_game(&mut self) {
        self.stop();
        self.searchers = Some(Searchers::default());
        self.clear_table();
    }

    fn clear_table(&mut self) {
        let threads = self.options.settings.threads;
        if let Some(table) = Arc::get_mut(&mut self.table) {
            table.clear(threads);
        }
    }

    fn set_option(&mut self, name: &str, value: &str) {
        self.stop();
        let before = self.options.clone();
        let mut notes = Vec::new();
        let effect = self.options.set(name, value, &mut notes);
        notes.iter().for_each(|note| self.note(note));
        match effect {
            Err(problem) => self.note(&problem),
            Ok(OptionEffect::Nothing) => {}
            Ok(OptionEffect::ResizeTable) => self.resize_table(before.hash),
            Ok(OptionEffect::ClearTable) => self.clear_table(),
            Ok(OptionEffect::SaveTable) => self.save_table(),
            Ok(OptionEffect::LoadTable) => self.load_table(),
            Ok(OptionEffect::ChangeGame) => {
                if self.options.variant() != before.variant() {
                    self.change_game();
                }
            }
            Ok(OptionEffect::OpenBook) => self.open_book(),
        }
    }

    /// Chess and Chess960 differ only in notation; between them and Makruk all state is cleared.
    fn change_game(&mut self) {
        match (&self.game, self.options.variant()) {
            (AnyGame::Chess(game), Variant::Chess960) => self.game = AnyGame::Chess960(game.clone()),
            (AnyGame::Chess960(game), Variant::Chess) => self.game = AnyGame::Chess(game.clone()),
            (_, variant) => {
                self.new_game();
                self.game = AnyGame::new(variant);
            }
        }
    }

    fn resize_table(&mut self, old: usize) {
        let (requested, threads) = (self.options.hash, self.options.settings.threads);
        let table = Arc::get_mut(&mut self.table).expect("no search is running, so the table is not shared");
        if let Err(problem) = table.resize(requested, threads) {
            self.options.hash = old;
            self.note(&format!("Hash: {problem}; unchanged: {old} MiB"));
        }
    }

    fn save_table(&self) {
        let path = &self.options.hash_file;
        match self.table.save(path, self.table_variant(), TABLE_SCHEME) {
            Ok(()) => self.note(&format!("SaveHash: wrote {} MiB", self.table.mebibytes())),
            Err(problem) => self.note(&format!("SaveHash: {}: {problem}", printable(path))),
        }
    }

    /// Replaces the table by that of the file, with its size.
    fn load_table(&mut self) {
        let path = &self.options.hash_file;
        match Table::load(path, self.table_variant(), TABLE_SCHEME) {
            Ok(table) => {
                self.options.hash = table.mebibytes();
                self.table = Arc::new(table);
                self.note(&format!("LoadHash: read {} MiB", self.options.hash));
            }
            Err(problem) => self.note(&format!("LoadHash: {}: {problem}", printable(path))),
        }
    }

    /// Chess and Chess960 can share a table: their positions and moves are the same.
    fn table_variant(&self) -> Variant {
        match self.options.variant() {
            Variant::Chess | Variant::Chess960 => Variant::Chess,
            Variant::Makruk => Variant::Makruk,
        }
    }

    fn open_book(&mut self) {
        self.book = None;
        let path = self.options.book.clone();
        if path.is_empty() {
            return;
        }
        match Book::open(Path::new(&path)) {
            Ok(book) => {
                self.note(&format!("Book: {} entries", book.entries()));
                self.book = Some(book);
            }
            Err(problem) => self.note(&format!("Book: {}: {problem}", printable(&path))),
        }
    }

    fn go(&mut self, go: &Go) {
        self.stop();
        go.invalid.iter().for_each(|problem| self.note(problem));
        if go.has_perft && go.perft.is_none() {
            return;
        }
        if let Some(problem) = &self.position_error {
            self.note(&format!("go: no valid position: {problem}"));
            if go.perft.is_none() {
                let limits = Limits { moves: Vec::new(), ..self.limits(go) };
                self.start_search(limits, Task::NoPosition, go.ponder);
            }
            return;
        }
        let limits = self.limits(go);
        let task = go.perft.map_or(Task::Search, Task::Perft);
        if task == Task::Search && !go.ponder && is_timed(&limits) && self.play_from_book() {
            return;
        }
        self.start_search(limits, task, go.ponder);
    }

    fn start_search(&mut self, limits: Limits, task: Task, pondering: bool) {
        let parameters = JobParameters {
            game: self.game.clone(),
            limits,
            settings: self.options.settings,
            strength: self.options.strength(),
            shows_wdl: self.options.shows_wdl,
            table: Arc::clone(&self.table),
            task,
        };
        let searchers = self.searchers.take().unwrap_or_default();
        match SearchThread::start(parameters, searchers, pondering, self.out.clone()) {
            Ok(search_thread) => self.search_thread = Some(search_thread),
            Err(searchers) => {
                self.searchers = Some(searchers);
                self.note("cannot start a search thread");
                match task {
                    Task::Search => self.out.print_line(&any_move(&self.game.position())),
                    Task::NoPosition => self.out.print_line(NO_MOVE),
                    Task::Prepare => self.out.print_line(READY),
                    Task::Perft(_) | Task::Bench(_) => {}
                }
            }
        }
    }

    fn limits(&self, go: &Go) -> Limits {
        let (remaining, increment) = match self.game.position().turn() {
            Color::White => (go.white_time, go.white_increment),
            Color::Black => (go.black_time, go.black_increment),
        };
        let clock =
            remaining.map(|remaining| RemainingTime { remaining, increment, moves_to_go: go.moves_to_go });
        let position = self.game.position();
        let mut moves: Vec<Move> = Vec::new();
        for text in &go.search_moves {
            match position.parse_uci(text) {
                Ok(mv) => moves.push(mv),
                Err(problem) => self.note(&format!("go searchmoves {}: {problem}", printable(text))),
            }
        }
        Limits {
            depth: go.depth,
            nodes: go.nodes,
            mate: go.mate,
            move_time: go.move_time,
            clock,
            infinite: go.infinite,
            moves,
        }
    }

    /// Replies with a book move, if there is one.
    fn play_from_book(&mut self) -> bool {
        let Some(book) = self.book.as_mut().filter(|_| self.options.plays_from_book()) else { return false };
        let (AnyGame::Chess(game) | AnyGame::Chess960(game)) = &self.game else { return false };
        let mv = match choose_book_move(book, game.position()) {
            Ok(Some(mv)) => mv,
            Ok(None) => return false,
            Err(problem) => {
                self.note(&format!("Book: {problem}"));
                return false;
            }
        };
        let text = self.game.position().uci(mv);
        self.note("book move");
        self.out.print_line(&format!("bestmove {text}"));
        true
    }

    /// Stops a running search; its reply has been written when this returns.
    fn stop(&mut self) {
        if let Some(search_thread) = self.search_thread.take() {
            search_thread.stop();
            self.searchers = Some(search_thread.finish());
        }
    }

    /// Ends the session and returns the writer.
    pub(super) fn end(mut self) -> W {
        self.stop();
        self.out.into_inner()
    }
}

/// An empty table with all pages mapped.
fn allocate_table(mebibytes: usize) -> Result<Table, SizeError> {
    let mut table = Table::new(1)?;
    table.resize(mebibytes, 1)?;
    Ok(table)
}

/// Builds the game, or returns the first error. Repairs of the FEN are added to `notes`.
pub(crate) fn build_game(
    variant: Variant,
    start: &Start,
    moves: &[String],
    notes: &mut Vec<String>,
) -> Result<AnyGame, String> {
    let mut game = match start {
        Start::StartPosition => AnyGame::new(variant),
        Start::Fen(fen) => {
            let parsed =
                AnyPosition::from_fen(variant, fen, Reading::LENIENT).map_err(|error| error.to_string())?;
            notes.extend(parsed.notes.iter().map(ToString::to_string));
            AnyGame::from(parsed.position)
        }
    };
    for (i, text) in moves.iter().enumerate() {
        game.play_uci(text).map_err(|error| format!("ply {} ({}): {error}", i + 1, printable(text)))?;
    }
    Ok(game)
}
