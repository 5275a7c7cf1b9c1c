use std::path::PathBuf;
use std::sync::atomic::Ordering;

use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde::Serialize;
use tabiya_db::filter::parse;
use tabiya_db::protocol::{ExplorerResponse, ResponseOptions};
use tabiya_db::{AddOptions, Date, ExploreOptions, Filter, GameId, Speed, StoredGame, Writer};
use tabiya_pgn::Input;
use tabiya_pgn::openings::name_of;

use crate::errors::{bad_database, bad_file, bad_value};
use crate::interrupt::{Stoppable, interruptible};
use crate::pgn::PgnGame;
use crate::position::{Position, check_threads, variant_of};

/// A database of games, queried by position: which games reached it by any move order, and what was played next?
///
/// It may be used from several threads, while another process adds games; ``refresh`` makes them visible.
///
/// >>> import tempfile, os
/// >>> folder = tempfile.TemporaryDirectory()
/// >>> path, pgn = os.path.join(folder.name, "games.tabiya"), os.path.join(folder.name, "games.pgn")
/// >>> with open(pgn, "w") as file:
/// ...     _ = file.write("1. d4 Nf6 2. c4 e6 1-0\n\n1. c4 e6 2. d4 Nf6 1/2-1/2\n")
/// >>> Database.add(path, pgn)["added"]
/// 2
/// >>> db = Database(path)
/// >>> p = Position().play_san("d4").play_san("e6").play_san("c4").play_san("Nf6")
/// >>> answer = db.explore(p)
/// >>> answer["white"], answer["draws"], answer["ended"]
/// (1, 1, 2)
/// >>> [game["result"] for game in db.find(p)]
/// ['1-0', '1/2-1/2']
#[pyclass(frozen, module = "tabiya")]
pub(crate) struct Database {
    inner: tabiya_db::Database,
}

#[pymethods]
impl Database {
    #[new]
    fn new(py: Python<'_>, path: PathBuf) -> PyResult<Database> {
        let opened = py.detach(|| tabiya_db::Database::open(&path));
        opened.map(|inner| Database { inner }).map_err(|error| bad_database(&error))
    }

    /// Adds the games of a PGN file, plain or compressed, to a database, which is created if missing. Atomic: on an error the
    /// database is unchanged. Duplicates are skipped.
    #[staticmethod]
    #[pyo3(signature = (path, pgn, *, threads = 1, variant = "chess", keep_duplicates = false, keep_broken = false, annotations = true))]
    #[expect(clippy::too_many_arguments, reason = "keyword arguments in Python")]
    fn add<'py>(
        py: Python<'py>,
        path: PathBuf,
        pgn: PathBuf,
        threads: usize,
        variant: &str,
        keep_duplicates: bool,
        keep_broken: bool,
        annotations: bool,
    ) -> PyResult<Bound<'py, PyDict>> {
        check_threads(threads)?;
        let variant = variant_of(variant)?;
        let options = AddOptions {
            threads,
            variant,
            keep_duplicates,
            keep_broken,
            annotations,
            ..AddOptions::default()
        };
        let added = interruptible(py, |stop| {
            let source = Input::open(&pgn).map_err(|error| bad_file(&pgn, &error))?;
            let add = || {
                let mut writer = Writer::open(&path, options)?;
                writer.read(&pgn.display().to_string(), Stoppable { source, stop }, &mut ())?;
                // The last chunk read before an interruption is discarded.
                if stop.load(Ordering::Relaxed) { Ok(writer.added()) } else { writer.commit(&mut ()) }
            };
            add().map_err(|error| bad_database(&error))
        })??;
        let stats = PyDict::new(py);
        for (name, number) in [
            ("read", added.read),
            ("added", added.added),
            ("duplicates", added.duplicates),
            ("broken", added.broken),
            ("annotated", added.annotated),
            ("bytes", added.bytes),
        ] {
            stats.set_item(name, number)?;
        }
        Ok(stats)
    }

    /// The statistics of a position: the object written by ``tabiya explore --json``.
    ///
    /// Filters: ``player``, ``white``, ``black``, ``event`` (names, or words of them), ``elo`` ("2500..2700"), ``since``, ``until`` ("2019.05"), ``result``,
    /// ``eco``, ``speed``; ``result`` and ``speed`` may be lists.
    #[pyo3(signature = (position, *, top_games = 4, recent_games = 0, history = false, **filters))]
    fn explore<'py>(
        &self,
        py: Python<'py>,
        position: &Position,
        top_games: usize,
        recent_games: usize,
        history: bool,
        filters: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let filter = filter_of(filters)?;
        let position = position.inner;
        let options = ExploreOptions { top_games, recent_games, history };
        let shape = ResponseOptions::everything(history);
        let answer = py.detach(|| {
            let explored = self.inner.explore(&position, &filter, &options)?;
            ExplorerResponse::new(&self.inner, &position, &explored, name_of(&position), &shape)
        });
        object(py, &answer.map_err(|error| bad_database(&error))?)
    }

    /// The games that reached a position, as dictionaries; filters as in ``explore``.
    #[pyo3(signature = (position, *, limit = None, **filters))]
    fn find<'py>(
        &self,
        py: Python<'py>,
        position: &Position,
        limit: Option<usize>,
        filters: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let filter = filter_of(filters)?;
        let position = position.inner;
        let found = interruptible(py, |stop| {
            let games = self.inner.find(&position, &filter, limit.unwrap_or(usize::MAX))?;
            games
                .into_iter()
                .take_while(|_| !stop.load(Ordering::Relaxed))
                .map(|game| self.inner.found(game, &position))
                .collect::<tabiya_db::Result<Vec<_>>>()
        })?;
        object(py, &found.map_err(|error| bad_database(&error))?)
    }

    /// A game by its number from 1, as returned by ``find``.
    fn game(&self, py: Python<'_>, number: u64) -> PyResult<PgnGame> {
        self.stored(py, number).map(PgnGame::stored)
    }

    /// A game by its number, as PGN with all its tags, comments, NAGs and variations.
    fn pgn(&self, py: Python<'_>, number: u64) -> PyResult<String> {
        self.stored(py, number).map(|stored| stored.to_pgn())
    }

    /// Makes games visible that were added since; True if there were any.
    fn refresh(&self, py: Python<'_>) -> PyResult<bool> {
        py.detach(|| self.inner.refresh()).map_err(|error| bad_database(&error))
    }

    /// The number of games.
    fn __len__(&self) -> usize {
        self.inner.games() as usize
    }

    fn __repr__(&self) -> String {
        format!("<Database '{}', {} games>", self.inner.path().display(), self.inner.games())
    }
}

impl Database {
    fn stored(&self, py: Python<'_>, number: u64) -> PyResult<StoredGame> {
        let games = self.inner.games();
        if !(1..=games).contains(&number) {
            return Err(PyIndexError::new_err(format!("no game {number}: the database has {games} games")));
        }
        py.detach(|| self.inner.game(GameId(number))).map_err(|error| bad_database(&error))
    }
}

/// Converts a value that serializes to JSON to Python objects.
fn object<'py>(py: Python<'py>, value: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    let text = serde_json::to_string(value).map_err(bad_value)?;
    py.import("json")?.call_method1("loads", (text,))
}

fn filter_of(given: Option<&Bound<'_, PyDict>>) -> PyResult<Filter> {
    let mut filter = Filter::default();
    for (name, value) in given.iter().flat_map(|given| given.iter()) {
        let name: String = name.extract()?;
        if value.is_none() {
            continue;
        }
        let texts: Vec<String> = match value.extract::<String>() {
            Ok(text) => vec![text],
            Err(_) if matches!(name.as_str(), "result" | "speed") => value.extract()?,
            Err(error) => return Err(error),
        };
        for text in texts {
            set(&mut filter, &name, &text).map_err(|error| bad_value(format!("{name}: {error}")))?;
        }
    }
    filter.check().map_err(bad_value)?;
    Ok(filter)
}

fn set(filter: &mut Filter, name: &str, text: &str) -> Result<(), String> {
    let date = || text.parse::<Date>().map_err(|error| error.to_string());
    match name {
        "player" => filter.player = Some(parse::name(text)?),
        "white" => filter.white = Some(parse::name(text)?),
        "black" => filter.black = Some(parse::name(text)?),
        "event" => filter.event = Some(parse::name(text)?),
        "elo" => filter.elo = Some(parse::elo(text)?),
        "since" => filter.since = Some(date()?),
        "until" => filter.until = Some(date()?),
        "result" => filter.results.push(parse::result(text)?),
        "eco" => filter.eco = Some(text.to_owned()),
        "speed" => filter.speeds.push(text.parse::<Speed>().map_err(|error| error.to_string())?),
        _ => return Err("no such filter".to_owned()),
    }
    Ok(())
}
