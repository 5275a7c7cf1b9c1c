//! Queries of a folder of rows.

use std::collections::{HashMap, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

#[cfg(feature = "sql")]
use parquet::file::reader::{FileReader, SerializedFileReader};
use tabiya::{AnyPosition, Move};
use tabiya_db::filter::Names;
use tabiya_db::{
    Collection, DbError, ExploreOptions, Explored, Facts, Filter, FoundGame, GameId, Result, StoredGame,
    Summary,
};

use crate::column::text;
#[cfg(feature = "sql")]
use crate::error::io_error;
use crate::error::{damaged, unreadable};
use crate::folder::{Folder, InputManifest, PartFile};
use crate::games::{GamesFile, PageCache};
use crate::lazy_file::{LazyFile, OpenFiles, locked};
use crate::names::{DistinctNames, admitted};
use crate::rows_file::{self, FoundRow, each_row};
use crate::schema::Table;
use crate::stats::Stats;
use crate::summed::FileSum;
#[cfg(feature = "sql")]
use crate::verify::VerifiedFiles;

/// An open folder of rows. Games have the numbers they would have in a database to which the inputs were added in the order of
/// their names.
#[derive(Debug)]
pub struct Fleet {
    inputs: Vec<Input>,
    /// Files of rows for each part, in the order of their games.
    parts: Vec<Vec<RowsFile>>,
    pub(crate) folder: Folder,
    pub(crate) manifests: Vec<InputManifest>,
    stats: Option<Stats>,
    open: Arc<OpenFiles>,
    games: u64,
    distinct_names: Mutex<Option<Arc<DistinctNames>>>,
    /// A cache of the last filters by names, most recent first.
    name_filters: Mutex<VecDeque<(Filter, Arc<Admitted>)>>,
}

/// The maximum size of this cache, with a byte per game. The most recent filter is always kept.
const NAME_FILTERS_SIZE: u64 = 1 << 28;

/// For each input and game, whether it passes a filter by names.
type Admitted = Vec<Vec<bool>>;

#[derive(Debug)]
struct Input {
    name: String,
    /// The number of games before this input.
    first: u64,
    games: u64,
    file: LazyFile,
    cache: PageCache,
}

#[derive(Debug)]
struct RowsFile {
    input: usize,
    file: LazyFile,
}

impl Fleet {
    /// Opens a folder with its current inputs. Missing files are reported by the queries that need them.
    pub fn open(path: &Path) -> Result<Fleet> {
        let folder = Folder::open(path)?;
        let mut parts: Vec<Vec<RowsFile>> = (0..folder.parts()).map(|_| Vec::new()).collect();
        let (mut inputs, mut games) = (Vec::new(), 0);
        let open = Arc::default();
        let manifests = folder.nonempty_inputs()?;
        for listed in &manifests {
            let manifest = folder.manifest_of(&listed.input);
            let file = folder.games_file(&listed.input);
            let file = LazyFile::listed(file, Table::Games, listed.games_file.bytes, &manifest, &open);
            for (part, path, sum) in rows_of_input(&folder, listed) {
                let part = parts.get_mut(part as usize);
                let part = part.ok_or_else(|| damaged(&manifest, "it names a part that does not exist"))?;
                let file = LazyFile::listed(path, Table::Rows, sum.bytes, &manifest, &open);
                part.push(RowsFile { input: inputs.len(), file });
            }
            let (name, cache) = (listed.input.clone(), PageCache::default());
            inputs.push(Input { name, first: games, games: listed.games, file, cache });
            games += listed.games;
        }
        let (distinct_names, name_filters) = Default::default();
        Ok(Fleet { inputs, parts, folder, manifests, stats: None, open, games, distinct_names, name_filters })
    }

    /// Uses statistics of these rows, in another folder, instead of counting.
    pub fn with_stats(mut self, path: &Path) -> Result<Fleet> {
        self.stats = Some(Stats::open(path, self.folder.parts(), &self.manifests, &self.open)?);
        Ok(self)
    }

    /// The number of parts whose rows are not in the statistics and are counted for each query.
    pub fn parts_without_stats(&self) -> usize {
        let has_stats = |part: usize| self.stats.as_ref().is_some_and(|stats| stats.is_current(part));
        let of_rows = self.parts.iter().enumerate().filter(|(_, files)| !files.is_empty());
        of_rows.filter(|(part, _)| !has_stats(*part)).count()
    }

    /// The names of the inputs, in the order of their games.
    pub fn inputs(&self) -> impl Iterator<Item = &str> {
        self.inputs.iter().map(|input| input.name.as_str())
    }

    /// The number of rows of a position. Reads only the columns of the position.
    #[cfg(feature = "sql")]
    pub(crate) fn count_rows(&self, position: &AnyPosition) -> Result<u64> {
        let key = rows_file::RowKey::new(position.key_128(), position.variant());
        let mut count = 0;
        for rows in &self.parts[self.folder.part_of(key.key.cast_unsigned()) as usize] {
            rows.file.with(|file| {
                rows_file::each_group(&rows.file.path, file, key, &mut |_, range| {
                    count += range.len() as u64;
                    Ok(true)
                })
            })?;
        }
        Ok(count)
    }

    /// Calls a function with each row of a position that passes a filter, until it breaks.
    fn each_row(
        &self,
        position: &AnyPosition,
        filter: &Filter,
        mut visit: impl FnMut(GameId, &RowsFile, FoundRow) -> Result<bool>,
    ) -> Result<()> {
        let key = rows_file::RowKey::new(position.key_128(), position.variant());
        let names = self.name_filters(filter)?;
        for rows in &self.parts[self.folder.part_of(key.key.cast_unsigned()) as usize] {
            let input = &self.inputs[rows.input];
            let is_enough = !rows.file.with(|file| {
                each_row(&rows.file.path, file, key, &mut |row| {
                    if row.game >= input.games {
                        return Err(damaged(&rows.file.path, "it names a game that its input does not have"));
                    }
                    let is_named = names.as_ref().is_none_or(|names| {
                        names[rows.input].get(row.game as usize).copied().unwrap_or(false)
                    });
                    if !(is_named && filter.admits(&row.facts)) {
                        return Ok(true);
                    }
                    visit(GameId(input.first + row.game + 1), rows, row)
                })
            })?;
            if is_enough {
                break;
            }
        }
        Ok(())
    }

    /// The games that pass the filter's names, if it has any.
    fn name_filters(&self, filter: &Filter) -> Result<Option<Arc<Admitted>>> {
        if !Names::are_filtered(filter) {
            return Ok(None);
        }
        let Filter { player, white, black, event, eco, .. } = filter.clone();
        let filter = Filter { player, white, black, event, eco, ..Filter::default() };
        let cached =
            locked(&self.name_filters).iter().find(|(key, _)| *key == filter).map(|(_, all)| Arc::clone(all));
        if cached.is_some() {
            return Ok(cached);
        }
        // Without the lock, so that only this query waits.
        let names = self.distinct_names()?.compile(&filter);
        let all = self.inputs.iter().map(|input| self.with_games(input, |games| admitted(games, &names)));
        let all = Arc::new(all.collect::<Result<Admitted>>()?);
        let mut cache = locked(&self.name_filters);
        cache.truncate((NAME_FILTERS_SIZE / self.games.max(1)).clamp(1, 32) as usize - 1);
        cache.push_front((filter, Arc::clone(&all)));
        Ok(Some(all))
    }

    /// All names, which filters are compiled with.
    fn distinct_names(&self) -> Result<Arc<DistinctNames>> {
        let mut slot = locked(&self.distinct_names);
        if let Some(distinct_names) = &*slot {
            return Ok(Arc::clone(distinct_names));
        }
        let mut distinct_names = DistinctNames::default();
        for input in &self.inputs {
            self.with_games(input, |games| distinct_names.collect(games))?;
        }
        Ok(Arc::clone(slot.insert(Arc::new(distinct_names))))
    }

    fn with_games<T>(&self, input: &Input, query: impl FnOnce(&GamesFile<'_>) -> Result<T>) -> Result<T> {
        let Input { file: LazyFile { path, .. }, cache, .. } = input;
        input.file.with(|file| query(&GamesFile { path, file, cache }))
    }

    /// Calls a function with the file of a game and its number there.
    fn at<T>(&self, game: GameId, query: impl FnOnce(&GamesFile<'_>, u64) -> Result<T>) -> Result<T> {
        let index = game.0.checked_sub(1).filter(|index| *index < self.games);
        let index = index.ok_or(DbError::NoSuchGame { number: game.0, games: self.games })?;
        let input = &self.inputs[self.inputs.partition_point(|input| input.first + input.games <= index)];
        self.with_games(input, |games| query(games, index - input.first))
    }
}

/// The row files of a part in the order of their games, with checksums verified.
#[cfg(feature = "sql")]
pub(crate) fn rows_files(
    folder: &Folder,
    inputs: &[InputManifest],
    part: u32,
    verified: &VerifiedFiles,
) -> Result<Vec<PathBuf>> {
    let (mut paths, open) = (Vec::new(), Arc::default());
    for input in inputs {
        let manifest = folder.manifest_of(&input.input);
        for (_, path, sum) in rows_of_input(folder, input).filter(|(of_part, ..)| *of_part == part) {
            let listed = LazyFile::listed(path, Table::Rows, sum.bytes, &manifest, &open);
            listed.with(|_| Ok(()))?;
            verified.check(&listed.path, sum)?;
            paths.push(listed.path);
        }
    }
    Ok(paths)
}

/// The number of rows of a file.
#[cfg(feature = "sql")]
pub(crate) fn rows_in(path: &Path) -> Result<i64> {
    let file = std::fs::File::open(path).map_err(io_error(path))?;
    let reader = SerializedFileReader::new(file).map_err(unreadable(path))?;
    Ok(reader.metadata().file_metadata().num_rows())
}

/// The row files of an input: part, path, size and checksum.
fn rows_of_input(folder: &Folder, input: &InputManifest) -> impl Iterator<Item = (u32, PathBuf, FileSum)> {
    let of_file =
        |file: &PartFile| (file.part, folder.rows_file(&input.input, file.part, file.chunk), file.sum);
    input.files.iter().map(of_file)
}

impl Collection for Fleet {
    fn games(&self) -> u64 {
        self.games
    }

    fn name(&self) -> Option<String> {
        self.folder.path().file_name().map(|name| name.to_string_lossy().into_owned())
    }

    fn explore(&self, position: &AnyPosition, filter: &Filter, options: &ExploreOptions) -> Result<Explored> {
        if let Some(stats) = self.stats.as_ref().filter(|_| filter.is_empty()) {
            let part = self.folder.part_of(position.key_128().0 as u64);
            if let Some(explored) = stats.explore(part, position, options)? {
                return Ok(explored);
            }
        }
        let mut summary = Summary::new(position, *options);
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

    fn each_found(
        &self,
        position: &AnyPosition,
        filter: &Filter,
        limit: usize,
        visit: &mut dyn FnMut(FoundGame) -> Result<()>,
    ) -> Result<()> {
        let mut found = Vec::new();
        self.each_row(position, filter, |game, _, row| {
            if row.is_first && found.len() < limit {
                found.push((game, row.ply, row.facts));
            }
            Ok(found.len() < limit)
        })?;
        let mut visit_game = |(game, ply, facts)| visit(FoundGame::new(game, ply, &self.tags(game)?, &facts));
        found.into_iter().try_for_each(&mut visit_game)
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
