//! The conversation with a GUI.

use std::fs::File;
use std::io::{BufRead, Write};
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use tabiya::{AnyGame, AnyPosition, Color, Move, Variant};
use tabiya_pgn::book::Book;
use tabiya_table::{SizeError, Table};

use super::answer::{READY, any_move};
use super::command::{Command, Go, printable};
use super::lines::{self, Line};
use super::options::{Consequence, Options};
use super::out::Out;
use super::set_up::set_up;
use super::show::show;
use super::thinking::{Minds, Question, Task, Thinking};
use crate::eval::Evaluator;
use crate::{Limits, TimeControl, bench};

/// Answers UCI commands until `quit` or the end of input.
///
/// ```
/// let commands = "uci\nposition startpos moves e2e4\ngo depth 3\nisready\n";
/// let mut answers = Vec::new();
/// let answers = tabiya_engine::uci::run(commands.as_bytes(), answers)?;
/// let text = String::from_utf8(answers)?;
/// assert!(text.contains("uciok") && text.contains("readyok") && text.contains("bestmove"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn run<W: Write + Send + 'static>(mut input: impl BufRead, out: W) -> std::io::Result<W> {
    let mut session = Session::new(out)?;
    while let Some(line) = lines::next(&mut input)? {
        let command = match line {
            Line::TooLong => Err("a line of more than 1 MiB was discarded".into()),
            Line::NotUtf8 => Err("a line that is not UTF-8 was discarded".into()),
            Line::Text(text) => Command::parse(&text),
        };
        if command == Ok(Some(Command::Quit)) {
            return Ok(session.end());
        }
        session.wait_until_ready();
        match command {
            Ok(None) => {}
            Ok(Some(command)) => session.obey(command),
            Err(problem) => session.note(&problem),
        }
    }
    session.wait_a_little();
    Ok(session.end())
}

struct Session<W: Write + Send + 'static> {
    out: Out<W>,
    options: Options,
    game: AnyGame,
    table: Arc<Table>,
    book: Option<Book<File>>,
    minds: Option<Minds>,
    thinking: Option<Thinking>,
}

impl<W: Write + Send + 'static> Session<W> {
    fn new(out: W) -> std::io::Result<Session<W>> {
        let mut options = Options::default();
        // On the smallest machines a smaller table is better than no engine.
        let table = ready_table(options.hash).or_else(|_| {
            options.hash = 1;
            ready_table(options.hash)
        });
        let table = table.map_err(|problem| std::io::Error::new(std::io::ErrorKind::OutOfMemory, problem))?;
        Ok(Session {
            out: Out::new(out),
            game: AnyGame::new(options.variant()),
            table: Arc::new(table),
            options,
            book: None,
            minds: Some(Minds::default()),
            thinking: None,
        })
    }

    fn obey(&mut self, command: Command) {
        match command {
            Command::Uci => self.introduce(),
            Command::IsReady => self.get_ready(),
            Command::NewGame => self.forget(),
            Command::SetOption { name, value } => self.set_option(&name, &value),
            Command::Position { start, moves } => {
                let mut notes = Vec::new();
                match set_up(self.options.variant(), &start, &moves, &mut notes) {
                    Ok(game) => self.game = game,
                    Err(problem) => self.note(&format!("position: {problem}")),
                }
                notes.iter().for_each(|note| self.note(note));
            }
            Command::Go(go) => self.go(&go),
            Command::Stop => self.stop(),
            Command::PonderHit => {
                if let Some(thinking) = &self.thinking {
                    thinking.ponder_hit();
                }
            }
            Command::Show => self.out.say(&show(&self.game.position())),
            Command::Eval => {
                let explanation = match self.game.position() {
                    AnyPosition::Chess(position) | AnyPosition::Chess960(position) => {
                        Evaluator::new().explain(&position)
                    }
                    AnyPosition::Makruk(position) => Evaluator::new().explain(&position),
                };
                self.out.say(&explanation.to_string());
            }
            Command::Bench { depth } => {
                self.stop();
                self.think(Limits::default(), Task::Bench(depth.unwrap_or(bench::DEPTH)), false);
            }
            Command::Ignored | Command::Quit => {}
        }
    }

    fn note(&self, text: &str) {
        self.out.say(&format!("info string {text}"));
    }

    fn introduce(&self) {
        let version = env!("CARGO_PKG_VERSION");
        let options = Options::describe();
        self.out.say(&format!("id name Tabiya {version}\nid author the Tabiya developers\n{options}uciok"));
    }

    /// Says `readyok`: at once during a search, otherwise when the next one has its memory.
    fn get_ready(&mut self) {
        if self.thinking.as_ref().is_some_and(|thinking| !thinking.is_over()) {
            self.out.say(READY);
            return;
        }
        self.stop();
        let (variant, threads) = (self.options.variant(), self.options.settings.threads);
        if self.minds.as_ref().is_some_and(|minds| minds.are_prepared(variant, threads)) {
            self.out.say(READY);
        } else {
            // Many threads need much memory. That somebody quits meanwhile is to be heard.
            self.think(Limits::default(), Task::Prepare, false);
        }
    }

    /// Waits for `readyok`, if it is still to be said.
    fn wait_until_ready(&mut self) {
        if let Some(thinking) = self.thinking.take_if(|thinking| thinking.is_preparing()) {
            self.minds = Some(thinking.finish());
        }
    }

    /// Before another game.
    fn forget(&mut self) {
        self.stop();
        self.minds = Some(Minds::default());
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
        let consequence = self.options.set(name, value, &mut notes);
        notes.iter().for_each(|note| self.note(note));
        match consequence {
            Err(problem) => self.note(&problem),
            Ok(Consequence::Nothing) => {}
            Ok(Consequence::ResizeTable) => self.resize_table(before.hash),
            Ok(Consequence::ClearTable) => self.clear_table(),
            Ok(Consequence::ChangeGame) => {
                if self.options.variant() != before.variant() {
                    self.change_game();
                }
            }
            Ok(Consequence::OpenBook) => self.open_book(),
        }
    }

    /// Chess and Chess960 differ in how moves are written; between them and Makruk nothing can be kept.
    fn change_game(&mut self) {
        match (&self.game, self.options.variant()) {
            (AnyGame::Chess(game), Variant::Chess960) => self.game = AnyGame::Chess960(game.clone()),
            (AnyGame::Chess960(game), Variant::Chess) => self.game = AnyGame::Chess(game.clone()),
            (_, variant) => {
                self.forget();
                self.game = AnyGame::new(variant);
            }
        }
    }

    fn resize_table(&mut self, old: usize) {
        let (wanted, threads) = (self.options.hash, self.options.settings.threads);
        let table = Arc::get_mut(&mut self.table).expect("no search is running, so nobody else has it");
        if let Err(problem) = table.resize(wanted, threads) {
            self.options.hash = old;
            self.note(&format!("Hash: {problem}; it stays at {old} MiB"));
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
        go.bad.iter().for_each(|problem| self.note(problem));
        if go.wants_perft && go.perft.is_none() {
            return;
        }
        let limits = self.limits(go);
        let task = go.perft.map_or(Task::Search, Task::Perft);
        if task == Task::Search
            && !limits.infinite
            && !go.ponder
            && limits.moves.is_empty()
            && self.play_from_book()
        {
            return;
        }
        self.think(limits, task, go.ponder);
    }

    fn think(&mut self, limits: Limits, task: Task, pondering: bool) {
        let question = Question {
            game: self.game.clone(),
            limits,
            settings: self.options.settings,
            table: Arc::clone(&self.table),
            task,
        };
        let minds = self.minds.take().unwrap_or_default();
        match Thinking::start(question, minds, pondering, self.out.clone()) {
            Ok(thinking) => self.thinking = Some(thinking),
            Err(minds) => {
                self.minds = Some(minds);
                self.note("the system has no thread to spare");
                match task {
                    Task::Search => self.out.say(&any_move(&self.game.position())),
                    Task::Prepare => self.out.say(READY),
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
            remaining.map(|remaining| TimeControl { remaining, increment, moves_to_go: go.moves_to_go });
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

    /// Answers with a move of the book, if it has one here that may be played.
    fn play_from_book(&mut self) -> bool {
        let Some(book) = &mut self.book else { return false };
        let (AnyGame::Chess(game) | AnyGame::Chess960(game)) = &self.game else { return false };
        let found = match book.probe(game.position()) {
            Ok(found) => found,
            Err(problem) => {
                self.note(&format!("Book: {problem}"));
                return false;
            }
        };
        let moves: Vec<(Move, u64)> =
            found.iter().filter_map(|found| Some((found.mv.ok()?, u64::from(found.entry.weight)))).collect();
        let Some(mv) = choose(&moves) else { return false };
        let text = self.game.position().uci(mv);
        self.note("move from the book");
        self.out.say(&format!("bestmove {text}"));
        true
    }

    /// Ends a search that may be running; its answer is out when this returns.
    fn stop(&mut self) {
        if let Some(thinking) = self.thinking.take() {
            thinking.stop();
            self.minds = Some(thinking.finish());
        }
    }

    /// Input has ended, perhaps because somebody piped in a few commands: let a short search end by itself.
    fn wait_a_little(&mut self) {
        let begun = Instant::now();
        while let Some(thinking) = &self.thinking
            && thinking.ends_by_itself()
            && !thinking.is_over()
            && begun.elapsed() < Duration::from_millis(500)
        {
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// Ends the conversation and gives the writer back.
    fn end(mut self) -> W {
        self.stop();
        self.out.into_inner()
    }
}

/// An empty table of so many MiB, all of whose memory the system has handed over.
fn ready_table(mebibytes: usize) -> Result<Table, SizeError> {
    let mut table = Table::new(1)?;
    table.resize(mebibytes, 1)?;
    Ok(table)
}

/// One of the moves, each as often as its weight says: without weight never.
fn choose(moves: &[(Move, u64)]) -> Option<Move> {
    let sum: u64 = moves.iter().map(|&(_, weight)| weight).sum();
    // The clock is random enough to choose an opening.
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    let number = (u64::from(now.subsec_nanos()) / 7).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut at = number.checked_rem(sum)?;
    moves.iter().find_map(|&(mv, weight)| {
        if at < weight {
            return Some(mv);
        }
        at -= weight;
        None
    })
}
