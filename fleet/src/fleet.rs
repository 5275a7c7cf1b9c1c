//! Questions to a folder of rows.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use tabiya::{AnyPosition, Move};
use tabiya_db::filter::Names;
use tabiya_db::{
    Collection, DbError, Explored, Facts, Filter, FoundGame, GameId, Result, StoredGame, Summary, Wanted,
};

use crate::column::text;
use crate::error::{damaged, unreadable};
use crate::folder::{Folder, InputManifest};
use crate::games::GamesFile;
use crate::lazy_file::LazyFile;
use crate::names::{Known, admitted};
use crate::rows_file::{self, FoundRow, each_row};
use crate::schema::Table;
use crate::stats::Stats;

/// A folder of rows, open for questions. Games have the numbers they would have in a database to which the inputs were added in the
/// order of their names.
#[derive(Debug)]
pub struct Fleet {
    inputs: Vec<Input>,
    /// Files of rows for each part, in the order of their games.
    parts: Vec<Vec<RowsFile>>,
    folder: Folder,
    manifests: Vec<InputManifest>,
    stats: Option<Stats>,
    games: u64,
    /// What the last filter by names admits.
    last_names: Mutex<Option<(Filter, Arc<Admitted>)>>,
}

/// For each input and game, whether it passes a filter by names.
type Admitted = Vec<Vec<bool>>;

#[derive(Debug)]
struct Input {
    name: String,
    /// How many games come before.
    first: u64,
    games: u64,
    file: LazyFile,
}

#[derive(Debug)]
struct RowsFile {
    input: usize,
    file: LazyFile,
}

/// Of more files than this none stays open: systems have a limit.
const MOST_OPEN: usize = 512;

impl Fleet {
    /// Opens a folder: the inputs that are there at this moment. Every file they name must be there.
    pub fn open(path: &Path) -> Result<Fleet> {
        let folder = Folder::open(path)?;
        let mut parts: Vec<Vec<RowsFile>> = (0..folder.parts()).map(|_| Vec::new()).collect();
        let (mut inputs, mut games) = (Vec::new(), 0);
        let manifests = folder.inputs()?;
        for listed in &manifests {
            let manifest = folder.manifest_of(&listed.input);
            let file = folder.games_file(&listed.input);
            let file = LazyFile::listed(file, Table::Games, listed.games_file.bytes, &manifest)?;
            add_parts(&folder, listed, inputs.len(), &manifest, &mut parts)?;
            inputs.push(Input { name: listed.input.clone(), first: games, games: listed.games, file });
            games += listed.games;
        }
        Ok(Fleet { inputs, parts, folder, manifests, stats: None, games, last_names: Mutex::default() })
    }

    /// With statistics of these rows that lie in another folder: what they know is not counted again.
    pub fn with_stats(mut self, path: &Path) -> Result<Fleet> {
        self.stats = Some(Stats::open(path, self.folder.parts(), &self.manifests)?);
        Ok(self)
    }

    /// The names of the inputs, in the order of their games.
    pub fn inputs(&self) -> impl Iterator<Item = &str> {
        self.inputs.iter().map(|input| input.name.as_str())
    }

    fn stays_open(&self) -> bool {
        self.inputs.len() + self.parts.iter().map(Vec::len).sum::<usize>() <= MOST_OPEN
    }

    /// Gives every row of a position that passes a filter to a function, until it says that there are enough.
    fn each_row(
        &self,
        position: &AnyPosition,
        filter: &Filter,
        mut take: impl FnMut(GameId, &RowsFile, FoundRow) -> Result<bool>,
    ) -> Result<()> {
        let key = position.key_128();
        let wanted = rows_file::Wanted::new(key, position.variant());
        let names = self.by_names(filter)?;
        for rows in &self.parts[self.folder.part_of(key.0 as u64) as usize] {
            let input = &self.inputs[rows.input];
            let is_enough = !rows.file.with(self.stays_open(), |file| {
                each_row(&rows.file.path, file, wanted, &mut |row| {
                    if row.game >= input.games {
                        return Err(damaged(&rows.file.path, "it has a game that its input does not have"));
                    }
                    let is_named = names.as_ref().is_none_or(|names| {
                        names[rows.input].get(row.game as usize).copied().unwrap_or(false)
                    });
                    if !(is_named && filter.admits(&row.facts)) {
                        return Ok(true);
                    }
                    take(GameId(input.first + row.game + 1), rows, row)
                })
            })?;
            if is_enough {
                break;
            }
        }
        Ok(())
    }

    /// Which games pass by their names, if any are asked for.
    fn by_names(&self, filter: &Filter) -> Result<Option<Arc<Admitted>>> {
        if !Names::are_asked(filter) {
            return Ok(None);
        }
        let mut last = self.last_names.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, known)) = last.as_ref().filter(|(known, _)| known == filter) {
            return Ok(Some(Arc::clone(known)));
        }
        let mut known = Known::default();
        for input in &self.inputs {
            self.with_games(input, |games| known.collect(games))?;
        }
        let names = known.meant(filter);
        let all = self.inputs.iter().map(|input| self.with_games(input, |games| admitted(games, &names)));
        let all = Arc::new(all.collect::<Result<Admitted>>()?);
        *last = Some((filter.clone(), Arc::clone(&all)));
        Ok(Some(all))
    }

    fn with_games<T>(&self, input: &Input, ask: impl FnOnce(&GamesFile<'_>) -> Result<T>) -> Result<T> {
        let path = &input.file.path;
        input.file.with(self.stays_open(), |file| ask(&GamesFile { path, file }))
    }

    /// Asks the file of a game; it gets the number of the game there.
    fn at<T>(&self, game: GameId, ask: impl FnOnce(&GamesFile<'_>, u64) -> Result<T>) -> Result<T> {
        let index = game.0.checked_sub(1).filter(|index| *index < self.games);
        let index = index.ok_or(DbError::NoSuchGame { number: game.0, games: self.games })?;
        let input = &self.inputs[self.inputs.partition_point(|input| input.first + input.games <= index)];
        self.with_games(input, |games| ask(games, index - input.first))
    }
}

/// The files of rows of a part, those of earlier games first. Each is there as its manifest says.
#[cfg(feature = "sql")]
pub(crate) fn rows_files(
    folder: &Folder,
    inputs: &[InputManifest],
    part: u32,
) -> Result<Vec<std::path::PathBuf>> {
    let mut paths = Vec::new();
    for input in inputs {
        let manifest = folder.manifest_of(&input.input);
        for file in input.files.iter().filter(|file| file.part == part) {
            let path = folder.rows_file(&input.input, file.part, file.chunk);
            let listed = LazyFile::listed(path, Table::Rows, file.sum.bytes, &manifest)?;
            listed.with(false, |_| Ok(()))?;
            paths.push(listed.path);
        }
    }
    Ok(paths)
}

fn add_parts(
    folder: &Folder,
    listed: &InputManifest,
    input: usize,
    manifest: &Path,
    parts: &mut [Vec<RowsFile>],
) -> Result<()> {
    for file in &listed.files {
        let path = folder.rows_file(&listed.input, file.part, file.chunk);
        let part = parts.get_mut(file.part as usize);
        let part = part.ok_or_else(|| damaged(manifest, format!("there is no part {}", file.part)))?;
        part.push(RowsFile { input, file: LazyFile::listed(path, Table::Rows, file.sum.bytes, manifest)? });
    }
    Ok(())
}

impl Collection for Fleet {
    fn games(&self) -> u64 {
        self.games
    }

    fn name(&self) -> Option<String> {
        self.folder.path().file_name().map(|name| name.to_string_lossy().into_owned())
    }

    fn explore(&self, position: &AnyPosition, filter: &Filter, wanted: &Wanted) -> Result<Explored> {
        if let Some(stats) = self.stats.as_ref().filter(|_| filter.is_empty()) {
            let part = self.folder.part_of(position.key_128().0 as u64);
            if let Some(known) = stats.explore(part, position, wanted, self.stays_open())? {
                return Ok(known);
            }
        }
        let mut summary = Summary::new(position, *wanted);
        let mut moves: HashMap<Vec<u8>, Move> = HashMap::new();
        self.each_row(position, filter, |game, rows, row| {
            let mv = match &row.mv {
                None => None,
                Some(uci) => Some(match moves.get(uci.data()) {
                    Some(mv) => *mv,
                    None => {
                        let uci = text(uci).map_err(unreadable(&rows.file.path))?;
                        let mv = position.parse_uci(uci).map_err(|error| damaged(&rows.file.path, error))?;
                        moves.insert(uci.as_bytes().to_vec(), mv);
                        mv
                    }
                }),
            };
            summary.count(game, mv, &row.facts);
            Ok(true)
        })?;
        Ok(summary.finish())
    }

    fn found_games(&self, position: &AnyPosition, filter: &Filter, most: usize) -> Result<Vec<FoundGame>> {
        let mut found = Vec::new();
        self.each_row(position, filter, |game, _, row| {
            if row.is_first && found.len() < most {
                found.push((game, row.ply, row.facts));
            }
            Ok(found.len() < most)
        })?;
        let tell = |(game, ply, facts)| Ok(FoundGame::new(game, ply, &self.tags(game)?, &facts));
        found.into_iter().map(tell).collect()
    }

    fn game(&self, game: GameId) -> Result<StoredGame> {
        self.at(game, |games, number| games.game(number, game))
    }

    fn facts(&self, game: GameId) -> Result<Facts> {
        self.at(game, |games, number| games.facts(number))
    }

    fn tags(&self, game: GameId) -> Result<Vec<(String, String)>> {
        self.at(game, |games, number| games.tags(number))
    }
}
