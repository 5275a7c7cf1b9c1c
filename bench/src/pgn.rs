//! Reading and replaying files of random games, which are generated once and kept in `bench/target`.

mod random_games;

use std::fs::{self, File};
use std::hint::black_box;
use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use pgn_reader::SanPlus;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{EnPassantMode, Position as _};
use tabiya::{Chess, Position, Variant};
use tabiya_pgn::{Reader, Record, Skip, Visitor, replay};

use crate::clock::{Contender, Times, interleaved};
use crate::options::Options;
use crate::table::Table;

const GAMES: u64 = 100_000;
const ANNOTATED_GAMES: u64 = 20_000;
const REFERENCE: &str = "pgn-reader";

pub fn measure(options: &Options) -> io::Result<Vec<Table>> {
    let (games, annotated) =
        if options.quick { (GAMES / 10, ANNOTATED_GAMES / 10) } else { (GAMES, ANNOTATED_GAMES) };
    let plain = games_file(games)?;
    let annotated = annotated_file(annotated)?;
    Ok(vec![
        reading("plain", &plain, options)?,
        reading("with a comment after every move", &annotated, options)?,
        replaying(&plain, options)?,
    ])
}

fn reading(what: &str, path: &Path, options: &Options) -> io::Result<Table> {
    let plies = ours(path, &mut Plies::default())?.0;
    let contender = |name: &str, run: Box<dyn FnMut() -> io::Result<u64>>| Contender {
        name: name.into(),
        run,
        expected: plies,
    };
    let (mine, theirs) = (path.to_owned(), path.to_owned());
    let mut contenders = [
        contender("tabiya-pgn", Box::new(move || Ok(ours(&mine, &mut Plies::default())?.0))),
        contender(
            "pgn-reader 0.29, which also parses moves",
            Box::new(move || sum_of_pgn_reader(&theirs, Tokens)),
        ),
    ];
    let times = interleaved(&mut contenders, options.repetitions)?;
    of_file(format!("Reading games, {what}"), &times, path)
}

fn replaying(path: &Path, options: &Options) -> io::Result<Table> {
    let plies = ours(path, &mut Plies::default())?.0;
    let contender = |name: &str, run: Box<dyn FnMut() -> io::Result<u64>>| Contender {
        name: name.into(),
        run,
        expected: plies,
    };
    let paths: [PathBuf; 4] = std::array::from_fn(|_| path.to_owned());
    let [keyed, reports, without_keys, zobrist] = paths;
    let mut contenders = [
        contender("tabiya: every key", Box::new(move || Ok(ours(&keyed, &mut Keys::default())?.plies))),
        contender("tabiya: every key, repetitions, claims", Box::new(move || replay_reports(&reports))),
        contender(
            "pgn-reader and shakmaty: every Zobrist key",
            Box::new(move || sum_of_pgn_reader(&zobrist, Replay { keys: true })),
        ),
        contender(
            "shakmaty: no keys",
            Box::new(move || sum_of_pgn_reader(&without_keys, Replay { keys: false })),
        ),
    ];
    let times = interleaved(&mut contenders, options.repetitions)?;
    of_file("Replaying games".to_owned(), &times, path)
}

/// MB/s, and the ratio to the reference.
fn of_file(title: String, times: &[Times], path: &Path) -> io::Result<Table> {
    let mut table = Table::of_speeds(title, times, fs::metadata(path)?.len(), REFERENCE);
    for column in &mut table.columns {
        *column = column.replace("M/s", "MB/s");
    }
    Ok(table)
}

fn games_file(games: u64) -> io::Result<PathBuf> {
    cached(&format!("random-{games}.pgn"), |out| random_games::write_games(games, 2026, out))
}

/// The same games as servers write them: with an evaluation and a clock after every move.
fn annotated_file(games: u64) -> io::Result<PathBuf> {
    cached(&format!("annotated-{games}.pgn"), |out| {
        let mut plain = Vec::new();
        random_games::write_games(games, 2027, &mut plain)?;
        for line in plain.split(|byte| *byte == b'\n') {
            let is_moves = line.first().is_some_and(|byte| *byte != b'[');
            for word in line.split(|byte| *byte == b' ') {
                out.write_all(word)?;
                let is_move = is_moves && word.first().is_some_and(u8::is_ascii_alphabetic);
                out.write_all(if is_move { b" { [%eval 0.17] [%clk 0:03:00] } " } else { b" " })?;
            }
            out.write_all(b"\n")?;
        }
        Ok(())
    })
}

fn cached(name: &str, write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>) -> io::Result<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("target");
    let path = folder.join(name);
    if !path.exists() {
        eprintln!("making {}", path.display());
        fs::create_dir_all(&folder)?;
        let unfinished = path.with_extension("part");
        let mut out = BufWriter::new(File::create(&unfinished)?);
        write(&mut out)?;
        out.flush()?;
        fs::rename(&unfinished, &path)?;
    }
    Ok(path)
}

fn ours<'v, V: Visitor>(path: &Path, visitor: &'v mut V) -> io::Result<&'v V> {
    let mut reader = Reader::new(File::open(path)?);
    while reader.read_game(visitor).map_err(io::Error::other)? {}
    Ok(visitor)
}

/// Counts moves, and reads comments and tags.
#[derive(Default)]
struct Plies(u64);

impl Visitor for Plies {
    fn san(&mut self, san: &[u8], _: u64) {
        black_box(san);
        self.0 += 1;
    }

    fn comment(&mut self, text: &[u8], _: bool) {
        black_box(text);
    }

    fn begin_variation(&mut self) -> Skip {
        Skip::Yes
    }
}

/// Plays every move and reads every key.
#[derive(Default)]
struct Keys {
    position: Position<Chess>,
    plies: u64,
}

impl Visitor for Keys {
    fn begin_game(&mut self, _: u64) {
        self.position = START.with(|start| *start);
    }

    fn san(&mut self, san: &[u8], _: u64) {
        let text = std::str::from_utf8(san).unwrap_or_default();
        if let Ok(mv) = self.position.parse_san(text) {
            self.position.advance(mv);
            black_box(self.position.key());
            self.plies += 1;
        }
    }
}

thread_local! {
    static START: Position<Chess> = Position::start();
}

/// The work of `tabiya game` without output.
fn replay_reports(path: &Path) -> io::Result<u64> {
    let (mut reader, mut record) = (Reader::new(File::open(path)?), Record::new());
    let mut replayer = replay::Replayer::new(Variant::Chess);
    let mut plies = 0;
    while reader.read_game(&mut record).map_err(io::Error::other)? {
        plies += black_box(replayer.replay(&record)).plies as u64;
    }
    Ok(plies)
}

fn sum_of_pgn_reader<V: pgn_reader::Visitor<Output = u64>>(path: &Path, mut visitor: V) -> io::Result<u64> {
    let mut reader = pgn_reader::Reader::new(File::open(path)?);
    let mut plies = 0;
    while let Some(game) = reader.read_game(&mut visitor)? {
        plies += game;
    }
    Ok(plies)
}

struct Tokens;

impl pgn_reader::Visitor for Tokens {
    type Tags = ();
    type Movetext = u64;
    type Output = u64;

    fn begin_tags(&mut self) -> ControlFlow<u64, ()> {
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<u64, u64> {
        ControlFlow::Continue(0)
    }

    fn san(&mut self, plies: &mut u64, san: SanPlus) -> ControlFlow<u64> {
        black_box(san);
        *plies += 1;
        ControlFlow::Continue(())
    }

    fn comment(&mut self, _: &mut u64, comment: pgn_reader::RawComment<'_>) -> ControlFlow<u64> {
        black_box(comment.as_bytes());
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, _: &mut u64) -> ControlFlow<u64, pgn_reader::Skip> {
        ControlFlow::Continue(pgn_reader::Skip(true))
    }

    fn end_game(&mut self, plies: u64) -> u64 {
        plies
    }
}

struct Replay {
    keys: bool,
}

impl pgn_reader::Visitor for Replay {
    type Tags = ();
    type Movetext = (shakmaty::Chess, u64);
    type Output = u64;

    fn begin_tags(&mut self) -> ControlFlow<u64, ()> {
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<u64, Self::Movetext> {
        ControlFlow::Continue((shakmaty::Chess::default(), 0))
    }

    fn san(&mut self, (position, plies): &mut Self::Movetext, san: SanPlus) -> ControlFlow<u64> {
        if let Ok(mv) = san.san.to_move(position) {
            position.play_unchecked(mv);
            if self.keys {
                black_box(position.zobrist_hash::<Zobrist64>(EnPassantMode::Legal));
            } else {
                black_box(&position);
            }
            *plies += 1;
        }
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, (_, plies): Self::Movetext) -> u64 {
        plies
    }
}
