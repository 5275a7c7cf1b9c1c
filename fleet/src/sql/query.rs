//! Queries by SQL.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use tabiya::AnyPosition;
use tabiya_db::filter::Names;
use tabiya_db::{Collection, ExploreOptions, Explored, Facts, Filter, FoundGame, GameId, Result, StoredGame};

use super::compute::all_input_offsets;
use super::condition::{of_filter, of_positions, one_of};
use super::engine::{Engine, Files};
use super::results::{PartialResults, explore_rows, game_id, inconsistent, numbers, passing_rows, texts};
use super::text::{self, List, Scope, Source};
use crate::fleet::{Fleet, rows_files};
use crate::rows_file;
use crate::schema::Table;
use crate::verify::VerifiedFiles;

/// A folder of rows queried through an SQL engine, on this machine or a cluster. The games themselves are read from the folder.
#[derive(Debug)]
pub struct SqlFleet {
    engine: Engine,
    /// Opened once, so that all queries use the same list of inputs.
    fleet: Fleet,
    /// All names of White, Black, events and openings, if they were queried.
    names_by_column: Mutex<Option<Arc<[Vec<String>; 4]>>>,
    max_fetched_rows: usize,
    /// The row and game files whose checksums were verified, because SQL engines do not detect damage.
    verified: VerifiedFiles,
}

/// Less than one position in ten thousand has more rows.
const MAX_FETCHED_ROWS: usize = 4096;

impl SqlFleet {
    /// Opens a folder.
    pub fn open(path: &Path, engine: Engine) -> Result<SqlFleet> {
        Ok(SqlFleet {
            engine,
            fleet: Fleet::open(path)?,
            names_by_column: Mutex::default(),
            max_fetched_rows: MAX_FETCHED_ROWS,
            verified: VerifiedFiles::default(),
        })
    }

    /// Sets the number of rows up to which a position's rows are fetched and counted here, by default 4096: planning an aggregation takes an
    /// engine milliseconds.
    #[must_use]
    pub fn with_max_fetched_rows(self, max_fetched_rows: usize) -> SqlFleet {
        SqlFleet { max_fetched_rows, ..self }
    }

    /// Explores several positions with one filter, in the same statements: on a cluster a hundred positions take about as long as one.
    pub fn explore_many(
        &self,
        positions: &[AnyPosition],
        filter: &Filter,
        options: &ExploreOptions,
    ) -> Result<Vec<Explored>> {
        let mut results = PartialResults::new(positions, options);
        let (tables, source) = self.source(positions, filter)?;
        if tables[0].paths.is_empty() {
            return Ok(results.finish());
        }
        let run = |sql: &str| self.engine.run(&tables, sql);
        // A cluster may return rows twice after it lost an executor. Its results are compared with the number of rows, counted here.
        let counts = if self.engine.is_cluster() {
            Some(
                positions
                    .iter()
                    .map(|position| self.fleet.count_rows(position))
                    .collect::<Result<Vec<_>>>()?,
            )
        } else {
            None
        };
        if let [position] = positions {
            let rows = match counts.as_deref() {
                None => Some(run(&text::rows(&source, self.max_fetched_rows.saturating_add(1)))?)
                    .filter(|rows| rows.num_rows() <= self.max_fetched_rows),
                Some(&[count]) if count <= self.max_fetched_rows as u64 => {
                    Some(passing_rows(&run(&text::all_rows(&source))?, count)?)
                }
                Some(_) => None,
            };
            if let Some(rows) = rows {
                return Ok(vec![explore_rows(position, options, &rows)?]);
            }
        }
        let scope = if counts.is_some() { Scope::All } else { Scope::Passing };
        results.add_outcomes(&run(&text::outcomes(&source, scope))?, counts.as_deref())?;
        let ExploreOptions { top_games, recent_games, history } = *options;
        let lists = [(List::Top, top_games), (List::Recent, recent_games)];
        if positions.len() > 1 && top_games.max(recent_games) > 0 {
            results.add_lists(&run(&text::lists(&source, top_games, recent_games))?, lists)?;
        } else {
            for (list, limit) in lists.into_iter().filter(|(_, limit)| *limit > 0) {
                results.add_list(&run(&text::list(&source, list, limit))?, list, limit)?;
            }
        }
        if history {
            results.add_months(&run(&text::months(&source, scope))?, counts.as_deref())?;
        }
        Ok(results.finish())
    }

    /// The tables and rows of a query.
    fn source(&self, positions: &[AnyPosition], filter: &Filter) -> Result<(Vec<Files>, Source)> {
        let Fleet { folder, manifests, .. } = &self.fleet;
        let part = |position: &AnyPosition| folder.part_of(position.key_128().0 as u64);
        let parts: BTreeSet<u32> = positions.iter().map(part).collect();
        let mut paths = Vec::new();
        for part in parts {
            paths.extend(rows_files(folder, manifests, part, &self.verified)?);
        }
        let mut tables = vec![Files { table: Table::Rows, paths }];
        let mut conditions = of_filter(filter);
        let uses_names = Names::are_filtered(filter);
        if uses_names {
            tables.push(self.games_files()?);
            conditions.push(self.names(filter)?);
        }
        let condition = (!conditions.is_empty()).then(|| conditions.join(" AND "));
        let numbers = all_input_offsets(manifests);
        let numbers: Vec<_> = numbers.iter().map(|(input, first)| (input.as_str(), *first)).collect();
        let source = Source::filtered(&numbers, &of_positions(positions), condition.as_deref(), uses_names);
        let source = match positions {
            [position] => source.of_one(&rows_file::RowKey::new(position.key_128(), position.variant())),
            _ => source,
        };
        Ok((tables, source))
    }

    fn games_files(&self) -> Result<Files> {
        let Fleet { folder, manifests, .. } = &self.fleet;
        let mut paths = Vec::new();
        for input in manifests {
            let path = folder.games_file(&input.input);
            self.verified.check(&path, input.games_file)?;
            paths.push(path);
        }
        Ok(Files { table: Table::Games, paths })
    }

    /// The filter's names as a condition on the names that exist.
    fn names(&self, filter: &Filter) -> Result<String> {
        let [whites, blacks, events, ecos] = &*self.names_by_column()?;
        let players: Vec<&String> = whites.iter().chain(blacks).collect();
        let events_known: Vec<&String> = events.iter().collect();
        let matching = |of: Filter, texts: &[String], column: &str, place: usize| {
            let names = Names::new(&of, &players, &events_known);
            let fits = |text: &&String| {
                let mut tags = [None; 4];
                tags[place] = Some(text.as_str());
                names.admits(tags[0], tags[1], tags[2], tags[3])
            };
            one_of(column, texts.iter().filter(fits))
        };
        let none = Filter::default;
        let mut conditions = Vec::new();
        if filter.player.is_some() {
            let of = || Filter { player: filter.player.clone(), ..none() };
            let white = matching(of(), whites, "games.white", 0);
            conditions.push(format!("({white} OR {})", matching(of(), blacks, "games.black", 1)));
        }
        if filter.white.is_some() {
            conditions.push(matching(
                Filter { white: filter.white.clone(), ..none() },
                whites,
                "games.white",
                0,
            ));
        }
        if filter.black.is_some() {
            conditions.push(matching(
                Filter { black: filter.black.clone(), ..none() },
                blacks,
                "games.black",
                1,
            ));
        }
        if filter.event.is_some() {
            conditions.push(matching(
                Filter { event: filter.event.clone(), ..none() },
                events,
                "games.event",
                2,
            ));
        }
        if filter.eco.is_some() {
            conditions.push(matching(Filter { eco: filter.eco.clone(), ..none() }, ecos, "games.eco", 3));
        }
        Ok(conditions.join(" AND "))
    }

    /// All names of White, Black, events and openings. They are queried once.
    fn names_by_column(&self) -> Result<Arc<[Vec<String>; 4]>> {
        let mut names_by_column = self.names_by_column.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(names_by_column) = &*names_by_column {
            return Ok(Arc::clone(names_by_column));
        }
        let all = |column: &str| self.distinct(column);
        let names = Arc::new([all("white")?, all("black")?, all("event")?, all("eco")?]);
        *names_by_column = Some(Arc::clone(&names));
        Ok(names)
    }

    fn distinct(&self, column: &str) -> Result<Vec<String>> {
        let sql = format!("SELECT {column}, count(*) AS games FROM games GROUP BY {column}");
        let result = self.engine.run(&[self.games_files()?], &sql)?;
        let games: i64 = numbers(&result, 1)?.into_iter().flatten().sum();
        if u64::try_from(games) != Ok(self.games()) {
            return Err(inconsistent("names"));
        }
        Ok(texts(&result, 0)?.into_iter().flatten().collect())
    }
}

impl Collection for SqlFleet {
    fn games(&self) -> u64 {
        self.fleet.games()
    }

    fn name(&self) -> Option<String> {
        self.fleet.name()
    }

    fn explore(&self, position: &AnyPosition, filter: &Filter, options: &ExploreOptions) -> Result<Explored> {
        let mut explored = self.explore_many(std::slice::from_ref(position), filter, options)?;
        Ok(explored.swap_remove(0))
    }

    fn each_found(
        &self,
        position: &AnyPosition,
        filter: &Filter,
        limit: usize,
        visit: &mut dyn FnMut(FoundGame) -> Result<()>,
    ) -> Result<()> {
        let (tables, source) = self.source(std::slice::from_ref(position), filter)?;
        if tables[0].paths.is_empty() {
            return Ok(());
        }
        let result = self.engine.run(&tables, &text::found(&source, limit))?;
        let (games, plies) = (numbers(&result, 0)?, numbers(&result, 1)?);
        if games.windows(2).any(|pair| pair[0] >= pair[1]) {
            return Err(inconsistent("games"));
        }
        if self.engine.is_cluster() {
            // These results are compared with the number of rows.
            let options = ExploreOptions { top_games: 0, recent_games: 0, history: false };
            let all = self.explore(position, filter, &options)?.results.games();
            if games.len() as u64 != all.min(limit as u64) {
                return Err(inconsistent("games"));
            }
        }
        let mut report = |(game, ply): (&Option<i64>, &Option<i64>)| {
            let game = game_id(*game)?;
            let ply = ply.and_then(|ply| usize::try_from(ply).ok()).unwrap_or_default();
            visit(FoundGame::new(game, ply, &self.tags(game)?, &self.facts(game)?))
        };
        games.iter().zip(&plies).try_for_each(&mut report)
    }

    fn game(&self, game: GameId) -> Result<StoredGame> {
        self.fleet.game(game)
    }

    fn facts(&self, game: GameId) -> Result<Facts> {
        self.fleet.facts(game)
    }

    fn tags(&self, game: GameId) -> Result<Vec<(String, String)>> {
        self.fleet.tags(game)
    }
}
