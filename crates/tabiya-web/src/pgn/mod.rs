//! Games from a PGN file, as many as a page can show.

mod bounds;

use std::io::Read;
use std::time::{Duration, Instant};

use serde::Serialize;
use tabiya::{AnyPosition, Game, Position, Rules, Variant, with_position};
use tabiya_db::{AddOptions, Database, StoredGame};
use tabiya_pgn::replay::{self, Fault};
use tabiya_pgn::{Input, Reader, Record, TreeRecord};

use crate::ask::MOST_PLIES;
use crate::refusal::Refusal;
use bounds::{Stopwatch, Unpacked};

/// The largest file a page may bring, and the most that it may unpack to.
pub(crate) const MOST_BYTES: usize = 32 << 20;
const MOST_UNPACKED: u64 = 256 << 20;
/// Memory for making a database of a file.
const LOADING_MEMORY: usize = 64 << 20;
/// So many games are sent back whole; the others are counted.
const MOST_GAMES: usize = 200;
/// So much text of games that have more than moves is sent with them.
const MOST_TEXT: usize = 4 << 20;
/// So many tags of a game are sent.
const MOST_TAGS: usize = 40;
/// The tags the page looks for by name.
const ASKED_FOR: [&str; 10] =
    ["Event", "Site", "Date", "Round", "White", "Black", "Result", "Variant", "SetUp", "FEN"];
const NO_GAME: &str = "there is no game in this file";
/// A file that takes longer to read, once it has arrived, is not read to its end.
const PATIENCE: Duration = Duration::from_secs(20);

/// What was in the file.
#[derive(Serialize, Debug)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FileTold {
    games: Vec<GameFound>,
    /// How many there were, shown or not.
    total: u64,
    /// How many of those shown are not good to their end.
    faulty: usize,
    /// What was wrong with the file itself.
    problem: Option<String>,
}

#[derive(Serialize, Debug)]
pub(crate) struct GameFound {
    number: u64,
    line: u64,
    tags: Vec<(String, String)>,
    variant: Option<String>,
    start: Option<String>,
    moves: String,
    plies: usize,
    /// The game as text, if more stands in it than its moves.
    pgn: Option<String>,
    result: String,
    /// What is wrong with it; the moves before it are good.
    fault: Option<String>,
}

/// A database of the games of a file, which goes when nobody needs it any more.
pub(crate) fn load(file: impl Read + Send, unless_named: Variant) -> Result<Database, Refusal> {
    let input = Unpacked::at_most(MOST_UNPACKED, Input::new(file).map_err(|error| unreadable(&error))?);
    let options = AddOptions {
        keep_broken: true,
        keep_duplicates: true,
        memory: LOADING_MEMORY,
        variant: unless_named,
        ..AddOptions::default()
    };
    let database = Database::temporary_with(input, options, &mut ());
    let database = database.map_err(|error| Refusal::wrong(error.to_string()))?;
    if database.games() == 0 {
        return Err(Refusal::wrong(NO_GAME));
    }
    Ok(database)
}

fn unreadable(error: &std::io::Error) -> Refusal {
    Refusal::wrong(format!("the file cannot be read: {error}"))
}

/// Reads a file to its end, or as far as it goes.
pub(crate) fn read(file: impl Read + Send, unless_named: Variant) -> Result<FileTold, Refusal> {
    let began = Instant::now();
    read_within(file, unless_named, MOST_UNPACKED, &Stopwatch::start(|| began.elapsed()))
}

fn read_within<C: Fn() -> Duration + Sync>(
    file: impl Read + Send,
    unless_named: Variant,
    most: u64,
    watch: &Stopwatch<C>,
) -> Result<FileTold, Refusal> {
    let input = Input::new(watch.awaiting(file)).map_err(|error| unreadable(&error))?;
    let input = Unpacked::at_most(most, input);
    let mut reader = Reader::new(input);
    let (mut record, mut games, mut problem) = (TreeRecord::new(), Vec::new(), None);
    let mut room = MOST_TEXT;
    loop {
        match reader.read_game(&mut record) {
            Ok(false) => break,
            Ok(true) if games.len() < MOST_GAMES => {
                let mut game = tell(record.record(), reader.games(), unless_named);
                game.pgn = text(&record, unless_named).filter(|text| text.len() <= room);
                room -= game.pgn.as_ref().map_or(0, String::len);
                games.push(game);
            }
            Ok(true) => {}
            Err(error) => {
                problem = Some(error.to_string());
                break;
            }
        }
        if watch.worked() > PATIENCE {
            problem = Some("the file is too long to be read to its end here".to_owned());
            break;
        }
    }
    if games.is_empty() {
        return Err(Refusal::wrong(problem.unwrap_or_else(|| NO_GAME.to_owned())));
    }
    let faulty = games.iter().filter(|game| game.fault.is_some()).count();
    Ok(FileTold { games, total: reader.games(), faulty, problem })
}

/// A game as text, if it has more than moves and its start is known.
fn text(record: &TreeRecord, unless_named: Variant) -> Option<String> {
    record.has_notes().then(|| record.tree(unless_named).ok())?.map(|read| read.tree.to_pgn())
}

impl GameFound {
    /// A game of a database.
    pub(crate) fn stored(game: &StoredGame) -> GameFound {
        let kept = game.moves.len().min(MOST_PLIES);
        let mut position = game.start;
        let mut moves = Vec::with_capacity(kept);
        for mv in &game.moves[..kept] {
            moves.push(position.uci(*mv));
            position = position.play_legal(*mv);
        }
        let tags = game.tags.iter().map(|(name, value)| tag(name, value));
        GameFound {
            number: game.id.0,
            line: 0,
            tags: tags.take(MOST_TAGS).collect(),
            variant: Some(game.start.variant().to_string()),
            start: Some(game.start.to_fen()),
            moves: moves.join(" "),
            plies: kept,
            pgn: None,
            result: game.facts.result.to_string(),
            fault: None,
        }
    }
}

fn tell(record: &Record, number: u64, unless_named: Variant) -> GameFound {
    let mut found = GameFound {
        number,
        line: record.line(),
        tags: tags(record),
        variant: None,
        start: None,
        moves: String::new(),
        plies: 0,
        pgn: None,
        result: record.result().to_string(),
        fault: None,
    };
    match replay::setup(record, unless_named) {
        Err(error) => found.fault = Some(format!("line {}: {error}", record.line())),
        Ok((start, _)) => {
            found.variant = Some(start.variant().to_string());
            found.start = Some(start.to_fen());
            with_position!(start, start, wrap => play(start, record, &mut found, wrap));
        }
    }
    found
}

fn play<R: Rules>(
    start: Position<R>,
    record: &Record,
    found: &mut GameFound,
    any: fn(Position<R>) -> AnyPosition,
) {
    let mut game = Game::from_position(start);
    let fault = replay::play_moves(&mut game, record, &mut |_| {}).err();
    let kept = game.ply().min(MOST_PLIES);
    let moves = game.positions().iter().zip(&game.moves()[..kept]).map(|(before, mv)| any(*before).uci(*mv));
    found.moves = moves.collect::<Vec<_>>().join(" ");
    found.plies = kept;
    let too_long = || (game.ply() > kept).then(|| format!("only the first {kept} half-moves are shown"));
    let in_text = || record.problem().map(|problem| Fault::from(problem).to_string());
    found.fault = fault.map(|fault| fault.to_string()).or_else(too_long).or_else(in_text);
}

/// The tags as text a page can show.
fn tags(record: &Record) -> Vec<(String, String)> {
    let tags = record.tags().take(MOST_TAGS);
    tags.map(|(name, value)| tag(&String::from_utf8_lossy(name), &value.text())).collect()
}

/// A tag, not too long, those the page asks for in their usual case.
fn tag(name: &str, value: &str) -> (String, String) {
    let usual = ASKED_FOR.iter().find(|usual| usual.eq_ignore_ascii_case(name));
    let name = usual.map_or(name, |usual| usual);
    (name.chars().take(40).collect(), value.chars().take(200).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering};

    #[test]
    fn a_bad_game_keeps_its_good_moves_and_the_next_is_read() {
        let pgn = b"[White \"<b>A</b>\"]\n\n1. e4 e5 2. Ke3 *\n\n[White \"C\"]\n\n1. d4 *\n";
        let told = read(&pgn[..], Variant::Chess).unwrap();
        assert_eq!((told.total, told.faulty), (2, 1));
        assert_eq!(told.games[0].moves, "e2e4 e7e5");
        assert!(told.games[0].fault.as_deref().unwrap().contains("line 3, ply 3: `Ke3`"));
        assert_eq!(told.games[0].tags, [("White".to_owned(), "<b>A</b>".to_owned())]);
        assert_eq!(told.games[1].moves, "d2d4");
    }

    #[test]
    fn tags_in_small_letters_are_told_in_their_usual_case() {
        let pgn = b"[white \"A\"]\n[fen \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[mine \"x\"]\n\n1. e4 *\n";
        let told = read(&pgn[..], Variant::Chess).unwrap();
        let names: Vec<&str> = told.games[0].tags.iter().map(|(name, _)| &**name).collect();
        assert_eq!(names, ["White", "FEN", "mine"]);
    }

    #[test]
    fn many_games_are_counted_and_only_some_are_sent() {
        let told = read("1. e4 *\n\n".repeat(500).as_bytes(), Variant::Chess).unwrap();
        assert_eq!((told.total, told.games.len()), (500, MOST_GAMES));
    }

    #[test]
    fn what_is_no_pgn_is_refused_kindly() {
        for wrong in [&b""[..], b"<html><body>hello</body></html>", b"\xff\xfe1\0.\0"] {
            let refusal = read(wrong, Variant::Chess).unwrap_err();
            assert_eq!(refusal.status, 422, "{wrong:?}");
        }
    }

    /// Reads with a clock that goes on by a second whenever somebody looks at it, and by an hour for each piece of the file.
    fn read_slowly(pgn: &str, hours: u64) -> FileTold {
        struct Slow<'a>(&'a [u8], &'a AtomicU64, u64);
        impl Read for Slow<'_> {
            fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
                self.1.fetch_add(3600 * self.2, Ordering::Relaxed);
                let most = buffer.len().min(64);
                self.0.read(&mut buffer[..most])
            }
        }
        let time = AtomicU64::new(0);
        let watch = Stopwatch::start(|| Duration::from_secs(time.fetch_add(1, Ordering::Relaxed)));
        read_within(Slow(pgn.as_bytes(), &time, hours), Variant::Chess, MOST_UNPACKED, &watch).unwrap()
    }

    #[test]
    fn a_file_that_arrives_slowly_is_read_to_its_end() {
        let told = read_slowly(&"1. e4 *\n\n".repeat(5), 1);
        assert_eq!((told.total, told.problem), (5, None));
    }

    #[test]
    fn a_file_that_is_read_slowly_is_not() {
        let told = read_slowly(&"1. e4 *\n\n".repeat(500), 0);
        assert!(told.total < 500);
        assert_eq!(told.problem.as_deref(), Some("the file is too long to be read to its end here"));
    }

    #[test]
    fn a_file_that_unpacks_to_too_much_keeps_its_first_games_and_says_so() {
        let pgn = "1. e4 *\n\n".repeat(200_000);
        let whole = read_within(pgn.as_bytes(), Variant::Chess, pgn.len() as u64, &standing()).unwrap();
        assert_eq!((whole.total, whole.problem), (200_000, None));
        let cut = read_within(pgn.as_bytes(), Variant::Chess, 1 << 20, &standing()).unwrap();
        assert!(cut.total > 100_000 && cut.total < 200_000, "{}", cut.total);
        let problem = cut.problem.unwrap();
        assert!(problem.contains("unpacked it is larger than 1 MiB"), "{problem}");
    }

    /// A clock that does not go.
    fn standing() -> Stopwatch<fn() -> Duration> {
        Stopwatch::start(|| Duration::ZERO)
    }

    #[test]
    fn games_of_other_kinds_say_so() {
        let pgn = b"[Variant \"Makruk\"]\n\n1. e4 *\n\n[Variant \"Atomic\"]\n\n1. e4 *\n";
        let told = read(&pgn[..], Variant::Chess).unwrap();
        assert_eq!(told.games[0].variant.as_deref(), Some("makruk"));
        assert!(told.games[1].fault.as_deref().unwrap().contains("unknown variant"));
    }
}
