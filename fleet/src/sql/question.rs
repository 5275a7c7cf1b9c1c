//! Queries by SQL.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use tabiya::AnyPosition;
use tabiya_db::filter::Names;
use tabiya_db::{Collection, ExploreOptions, Explored, Facts, Filter, FoundGame, GameId, Result, StoredGame};

use super::answer::{Answers, explored_of, game_id, numbers, texts};
use super::condition::{of_rows, one_of};
use super::engine::{Engine, Files};
use super::make::numbered_all;
use super::text::{self, List, Source};
use crate::fleet::{Fleet, rows_files};
use crate::rows_file;
use crate::schema::Table;

/// A folder of rows queried through an SQL engine, on this machine or a cluster. The games themselves are read from the folder.
#[derive(Debug)]
pub struct SqlFleet {
    engine: Engine,
    /// Opened once, so that all queries use the same list of inputs.
    fleet: Fleet,
    known: Mutex<Option<Arc<[Vec<String>; 4]>>>,
    few: usize,
}

/// Less than one position in ten thousand has more rows.
const FEW: usize = 4096;

impl SqlFleet {
    /// Opens a folder.
    pub fn open(path: &Path, engine: Engine) -> Result<SqlFleet> {
        Ok(SqlFleet { engine, fleet: Fleet::open(path)?, known: Mutex::default(), few: FEW })
    }

    /// Sets the number of rows up to which a position's rows are fetched and counted here, by default 4096: planning an aggregation takes an
    /// engine milliseconds.
    #[must_use]
    pub fn with_few(self, few: usize) -> SqlFleet {
        SqlFleet { few, ..self }
    }

    /// Explores several positions with one filter, in the same statements. A cluster takes about as long for a hundred positions as for
    /// one.
    pub fn explore_many(
        &self,
        positions: &[AnyPosition],
        filter: &Filter,
        wanted: &ExploreOptions,
    ) -> Result<Vec<Explored>> {
        let mut answers = Answers::new(positions, wanted);
        let (tables, source) = self.asked(positions, filter)?;
        if tables[0].paths.is_empty() {
            return Ok(answers.finish());
        }
        let ask = |sql: &str| self.engine.ask(&tables, sql);
        if let [position] = positions {
            let rows = ask(&text::rows(&source, self.few.saturating_add(1)))?;
            if rows.num_rows() <= self.few {
                return Ok(vec![explored_of(position, wanted, &rows)?]);
            }
        }
        answers.add_outcomes(&ask(&text::outcomes(&source))?)?;
        let ExploreOptions { top_games, recent_games, history } = *wanted;
        if positions.len() > 1 && top_games.max(recent_games) > 0 {
            answers.add_lists(&ask(&text::lists(&source, top_games, recent_games))?)?;
        } else {
            let lists = [(List::Top, top_games), (List::Recent, recent_games)];
            for (list, most) in lists.into_iter().filter(|(_, most)| *most > 0) {
                answers.add_list(&ask(&text::list(&source, list, most))?, list)?;
            }
        }
        if history {
            answers.add_months(&ask(&text::months(&source))?)?;
        }
        Ok(answers.finish())
    }

    /// The tables and rows of a query.
    fn asked(&self, positions: &[AnyPosition], filter: &Filter) -> Result<(Vec<Files>, Source)> {
        let Fleet { folder, manifests, .. } = &self.fleet;
        let part = |position: &AnyPosition| folder.part_of(position.key_128().0 as u64);
        let parts: BTreeSet<u32> = positions.iter().map(part).collect();
        let mut paths = Vec::new();
        for part in parts {
            paths.extend(rows_files(folder, manifests, part)?);
        }
        let mut tables = vec![Files { table: Table::Rows, paths }];
        let mut condition = of_rows(positions, filter);
        let asks_names = Names::are_filtered(filter);
        if asks_names {
            tables.push(self.games_files());
            condition = format!("{condition} AND {}", self.names(filter)?);
        }
        let numbers = numbered_all(manifests);
        let numbers: Vec<_> = numbers.iter().map(|(input, first)| (input.as_str(), *first)).collect();
        let source = Source::asked(&numbers, &condition, asks_names);
        let source = match positions {
            [position] => source.of_one(&rows_file::RowKey::new(position.key_128(), position.variant())),
            _ => source,
        };
        Ok((tables, source))
    }

    fn games_files(&self) -> Files {
        let Fleet { folder, manifests, .. } = &self.fleet;
        let paths = manifests.iter().map(|input| folder.games_file(&input.input)).collect();
        Files { table: Table::Games, paths }
    }

    /// The filter's names as a condition. Existing names are queried from the engine.
    fn names(&self, filter: &Filter) -> Result<String> {
        let [whites, blacks, events, ecos] = &*self.known()?;
        let players: Vec<&String> = whites.iter().chain(blacks).collect();
        let events_known: Vec<&String> = events.iter().collect();
        let meant = |of: Filter, texts: &[String], column: &str, place: usize| {
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
            let white = meant(of(), whites, "games.white", 0);
            conditions.push(format!("({white} OR {})", meant(of(), blacks, "games.black", 1)));
        }
        if filter.white.is_some() {
            conditions.push(meant(
                Filter { white: filter.white.clone(), ..none() },
                whites,
                "games.white",
                0,
            ));
        }
        if filter.black.is_some() {
            conditions.push(meant(
                Filter { black: filter.black.clone(), ..none() },
                blacks,
                "games.black",
                1,
            ));
        }
        if filter.event.is_some() {
            conditions.push(meant(
                Filter { event: filter.event.clone(), ..none() },
                events,
                "games.event",
                2,
            ));
        }
        if filter.eco.is_some() {
            conditions.push(meant(Filter { eco: filter.eco.clone(), ..none() }, ecos, "games.eco", 3));
        }
        Ok(conditions.join(" AND "))
    }

    /// All names: of White, Black, events and openings. Queried once.
    fn known(&self) -> Result<Arc<[Vec<String>; 4]>> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = &*known {
            return Ok(Arc::clone(known));
        }
        let all = |column: &str| self.distinct(column);
        let names = Arc::new([all("white")?, all("black")?, all("event")?, all("eco")?]);
        *known = Some(Arc::clone(&names));
        Ok(names)
    }

    fn distinct(&self, column: &str) -> Result<Vec<String>> {
        let sql = format!("SELECT DISTINCT {column} FROM games WHERE {column} IS NOT NULL");
        let answer = self.engine.ask(&[self.games_files()], &sql)?;
        let texts = texts(&answer, 0)?;
        Ok(texts.into_iter().flatten().collect())
    }
}

impl Collection for SqlFleet {
    fn games(&self) -> u64 {
        self.fleet.games()
    }

    fn name(&self) -> Option<String> {
        self.fleet.name()
    }

    fn explore(&self, position: &AnyPosition, filter: &Filter, wanted: &ExploreOptions) -> Result<Explored> {
        let mut explored = self.explore_many(std::slice::from_ref(position), filter, wanted)?;
        Ok(explored.swap_remove(0))
    }

    fn each_found(
        &self,
        position: &AnyPosition,
        filter: &Filter,
        most: usize,
        give: &mut dyn FnMut(FoundGame) -> Result<()>,
    ) -> Result<()> {
        let (tables, source) = self.asked(std::slice::from_ref(position), filter)?;
        if tables[0].paths.is_empty() {
            return Ok(());
        }
        let answer = self.engine.ask(&tables, &text::found(&source, most))?;
        let (games, plies) = (numbers(&answer, 0)?, numbers(&answer, 1)?);
        let mut tell = |(game, ply): (&Option<i64>, &Option<i64>)| {
            let game = game_id(*game)?;
            let ply = ply.and_then(|ply| usize::try_from(ply).ok()).unwrap_or_default();
            give(FoundGame::new(game, ply, &self.tags(game)?, &self.facts(game)?))
        };
        games.iter().zip(&plies).try_for_each(&mut tell)
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
