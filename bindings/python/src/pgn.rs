use std::io::{self, Read};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString};
use tabiya::{AnyGame, AnyPosition, Move, Variant, with_game};
use tabiya_pgn::replay::{play_moves, setup};
use tabiya_pgn::{Input, Reader, Record};

use crate::errors::{bad_file, bad_pgn, bad_value};
use crate::game::Game;
use crate::keys::numbers;
use crate::position::{Position, variant_of};

/// Reads the games of a PGN file one by one, plain or compressed with gzip, bzip2 or Zstandard, in constant memory.
///
/// The source is a path or an open file, binary or text. Games without a variant tag are of ``variant``. A game with an error
/// ends before it, with the reason and place in its ``fault``. Comments and variations are skipped.
///
/// >>> import io
/// >>> for game in read_pgn(io.StringIO('[White "Ann"]\n\n1. e4 e5 2. Nf3 *')):
/// ...     print(game.tags["White"], game.sans, game.fault)
/// Ann ['e4', 'e5', 'Nf3'] None
#[pyfunction]
#[pyo3(signature = (source, *, variant = "chess"))]
pub(crate) fn read_pgn(source: &Bound<'_, PyAny>, variant: &str) -> PyResult<PgnReader> {
    let unless_named = variant_of(variant)?;
    let input = if source.hasattr("read")? {
        Input::new(PythonFile { file: source.clone().unbind(), rest: io::Cursor::default() })?
    } else {
        let path: PathBuf = source
            .extract()
            .map_err(|_| PyTypeError::new_err("expected a path, or a file that is open for reading"))?;
        // Opening a pipe blocks until its other end is opened, perhaps by another thread of this process.
        source.py().detach(|| Input::open(&path)).map_err(|error| bad_file(&path, &error))?
    };
    Ok(PgnReader {
        reading: Mutex::new(Reading { reader: Reader::new(input), record: Record::new() }),
        unless_named,
    })
}

/// The games of a file, as returned by ``read_pgn``.
#[pyclass(frozen, module = "tabiya")]
pub(crate) struct PgnReader {
    reading: Mutex<Reading>,
    unless_named: Variant,
}

struct Reading {
    reader: Reader<Input<'static>>,
    record: Record,
}

#[pymethods]
impl PgnReader {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<PgnGame>> {
        py.check_signals()?;
        let next = py.detach(|| {
            let mut reading = self.reading.lock().unwrap_or_else(PoisonError::into_inner);
            let Reading { reader, record } = &mut *reading;
            let is_read = reader.read_game(record)?;
            Ok(is_read.then(|| PgnGame::new(record, self.unless_named)))
        });
        next.map_err(|error| bad_pgn(py, &error))
    }
}

/// A game of a PGN file: tags, main line, result.
///
/// >>> import io
/// >>> game, = read_pgn(io.StringIO("1. e4 e5 2. Ke3 1-0"))
/// >>> game.moves, game.result
/// (['e2e4', 'e7e5'], '1-0')
/// >>> game.fault
/// 'line 1, ply 3: `Ke3`: illegal move: no king can reach e3'
#[pyclass(frozen, module = "tabiya")]
pub(crate) struct PgnGame {
    tags: Vec<(String, String)>,
    /// None if the start position is unknown.
    start: Option<AnyPosition>,
    moves: Vec<Move>,
    result: String,
    line: u64,
    fault: Option<String>,
}

impl PgnGame {
    fn new(record: &mut Record, unless_named: Variant) -> PgnGame {
        let stray = record.take_stray_problem().map(|problem| problem.to_string());
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let tags = record.tags().map(|(name, value)| (text(name), value.text().into_owned())).collect();
        let (result, line) = (record.result().to_string(), record.line());
        let (start, moves, fault) = match setup(record, unless_named) {
            Err(error) => (None, Vec::new(), Some(format!("line {line}: {error}"))),
            Ok((start, _)) => {
                let mut game = AnyGame::from(start);
                let played = with_game!(&mut game, game => play_moves(game, record, &mut |_| {}));
                let problem = || record.problem().map(|problem| problem.to_string());
                let fault = played.err().map(|fault| fault.to_string()).or_else(problem);
                (Some(start), game.moves().to_vec(), fault)
            }
        };
        PgnGame { tags, start, moves, result, line, fault: fault.or(stray) }
    }

    /// A game of a database.
    pub(crate) fn stored(game: tabiya_db::StoredGame) -> PgnGame {
        let result = game.facts.result.to_string();
        PgnGame { tags: game.tags, start: Some(game.start), moves: game.moves, result, line: 1, fault: None }
    }

    fn played<T>(&self, mut value_of: impl FnMut(&AnyPosition, Move) -> T) -> Vec<T> {
        let Some(mut position) = self.start else { return Vec::new() };
        let step = |mv: &Move| {
            let value = value_of(&position, *mv);
            position = position.play_legal(*mv);
            value
        };
        self.moves.iter().map(step).collect()
    }
}

#[pymethods]
impl PgnGame {
    /// The tag pairs; the first of a duplicate name counts.
    ///
    /// >>> import io
    /// >>> next(read_pgn(io.StringIO('[Site "Pavia"]\n\n*'))).tags
    /// {'Site': 'Pavia'}
    #[getter]
    fn tags<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let tags = PyDict::new(py);
        for (name, value) in &self.tags {
            if !tags.contains(name)? {
                tags.set_item(name, value)?;
            }
        }
        Ok(tags)
    }

    /// The moves in UCI.
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.played(AnyPosition::uci)
    }

    /// The moves in SAN.
    #[getter]
    fn sans(&self) -> Vec<String> {
        self.played(AnyPosition::san)
    }

    /// The keys of all positions, starting with the start position: a numpy array if numpy is installed, otherwise a list.
    ///
    /// >>> import io
    /// >>> game = next(read_pgn(io.StringIO("1. e4 *")))
    /// >>> [int(key) for key in game.keys] == [Position().key, Position().play("e2e4").key]
    /// True
    #[getter]
    fn keys<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mut keys: Vec<u64> = self.start.iter().map(|start| start.key().0).collect();
        keys.extend(self.played(|position, mv| position.play_legal(mv).key().0));
        numbers(py, &keys)
    }

    /// The start position; None if the tags do not describe a valid one.
    #[getter]
    fn start(&self) -> Option<Position> {
        self.start.map(Position::from)
    }

    /// The game with its moves, to query repetitions, claims and outcome, or to continue it.
    ///
    /// >>> import io
    /// >>> next(read_pgn(io.StringIO("1. f3 e5 2. g4 Qh4# 0-1"))).game().outcome
    /// 'checkmate, black wins'
    fn game(&self) -> PyResult<Game> {
        let start = self
            .start
            .ok_or_else(|| bad_value(self.fault.as_deref().unwrap_or("the start position is unknown")))?;
        let mut game = AnyGame::from(start);
        for mv in &self.moves {
            game.play_legal(*mv);
        }
        Ok(game.into())
    }

    /// The result as in PGN: ``1-0``, ``0-1``, ``1/2-1/2`` or ``*``.
    #[getter]
    fn result(&self) -> &str {
        &self.result
    }

    /// The line of the file on which it begins.
    #[getter]
    fn line(&self) -> u64 {
        self.line
    }

    /// The first error in the game or the text before it, with its place; None if there is none.
    #[getter]
    fn fault(&self) -> Option<&str> {
        self.fault.as_deref()
    }

    fn __len__(&self) -> usize {
        self.moves.len()
    }

    fn __copy__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __deepcopy__<'py>(slf: PyRef<'py, Self>, _memo: &Bound<'py, PyAny>) -> PyRef<'py, Self> {
        slf
    }

    /// For ``pickle``.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Parts)> {
        let (result, fault) = (self.result.clone(), self.fault.clone());
        let parts = (self.tags.clone(), self.start(), self.moves(), result, self.line, fault);
        Ok((py.import("tabiya")?.getattr("_pgn_game")?, parts))
    }

    fn __repr__(&self) -> String {
        let name = |tag_name: &str| {
            let tag = self.tags.iter().find(|(name, _)| name == tag_name);
            tag.map_or_else(|| "?".to_owned(), |(_, value)| tabiya::printable(value))
        };
        format!(
            "<PgnGame {} – {}, {}, {} half-moves>",
            name("White"),
            name("Black"),
            self.result,
            self.moves.len()
        )
    }
}

/// Tags, start, moves, result, line and fault.
type Parts = (Vec<(String, String)>, Option<Position>, Vec<String>, String, u64, Option<String>);

/// The inverse, for ``pickle``.
#[pyfunction]
#[pyo3(signature = (tags, start, moves, result, line, fault))]
pub(crate) fn _pgn_game(
    tags: Vec<(String, String)>,
    start: Option<PyRef<'_, Position>>,
    moves: Vec<String>,
    result: String,
    line: u64,
    fault: Option<String>,
) -> PyResult<PgnGame> {
    let start = start.map(|start| start.inner);
    let mut game = AnyGame::from(start.unwrap_or_else(|| AnyPosition::start(Variant::Chess)));
    moves.iter().try_for_each(|uci| game.play_uci(uci)).map_err(bad_value)?;
    Ok(PgnGame { tags, start, moves: game.moves().to_vec(), result, line, fault })
}

/// A Python file object, whose `read` returns bytes or text.
struct PythonFile {
    file: Py<PyAny>,
    /// Bytes of the last `read` call that were not consumed yet.
    rest: io::Cursor<Vec<u8>>,
}

impl Read for PythonFile {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        const AT_ONCE: usize = 1 << 16;
        if self.rest.position() == self.rest.get_ref().len() as u64 {
            let next = Python::attach(|py| -> PyResult<Vec<u8>> {
                let read = self.file.bind(py).call_method1("read", (AT_ONCE,))?;
                if let Ok(text) = read.cast::<PyString>() {
                    return Ok(text.to_cow()?.as_bytes().to_vec());
                }
                Ok(read.cast::<PyBytes>()?.as_bytes().to_vec())
            });
            self.rest = io::Cursor::new(next.map_err(io::Error::other)?);
        }
        self.rest.read(into)
    }
}
