//! Computes statistics from rows.

use std::fs;
use std::path::{Path, PathBuf};

use tabiya_db::Result;
use tabiya_files::sync_folder;

use super::engine::{Engine, Files};
use super::results::{inconsistent, numbers};
use super::text::{self, InputOffset, Source};
use super::totals::Totals;
use super::write::write_table;
use crate::add::lock_at;
use crate::error::{damaged, io_error, other};
use crate::fleet::{rows_files, rows_in};
use crate::folder::{Folder, InputManifest};
use crate::schema::Table;
use crate::stats_folder::{StatsInput, StatsManifest, StatsPart, part_folder, rows_of};
use crate::verify::VerifiedFiles;

/// Options of statistics.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StatsOptions {
    /// The minimum number of games of a position. Other positions have few rows, which are counted for each query.
    pub at_least: u64,
    /// The maximum number of games listed per position.
    pub listed: usize,
}

impl Default for StatsOptions {
    /// At least four games; lists of sixteen, as many as the board shows.
    fn default() -> StatsOptions {
        StatsOptions { at_least: 4, listed: 16 }
    }
}

/// The result of an update.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct UpdatedStats {
    /// The number of parts that were computed, because their rows have changed.
    pub computed: u32,
    /// The number of unchanged parts.
    pub unchanged: u32,
    /// The size of all statistics in bytes.
    pub bytes: u64,
}

/// Computes the statistics of a folder of rows, or updates those of changed parts. Each part is replaced atomically, so that an
/// interrupted run continues with the next part.
///
/// Calls a function with progress messages.
pub fn compute_stats(
    engine: &Engine,
    rows: &Folder,
    path: &Path,
    options: StatsOptions,
    mut report: impl FnMut(&str),
) -> Result<UpdatedStats> {
    let StatsOptions { at_least, listed } = options;
    StatsManifest::create_folder(path)?;
    let _lock = lock_at(&path.join("_staging").join("lock"), &path.display().to_string())?;
    let mut stats = StatsManifest::open_or_new(path, rows.parts(), at_least, listed)?;
    check(&stats, rows, path, options)?;
    let inputs = rows.nonempty_inputs()?;
    check_same_games(&inputs, &stats, path)?;
    let generation = stats.generation.checked_add(1);
    let generation =
        generation.ok_or_else(|| damaged(&StatsManifest::path_in(path), "its generation is out of range"))?;
    let (mut updated, verified) = (UpdatedStats::default(), VerifiedFiles::default());
    for part in 0..rows.parts() {
        // Files of an interrupted run.
        remove_unnamed(path, &stats, part)?;
        let of_part = rows_of(&inputs, part);
        let previous = stats.computed.iter().find(|other| other.part == part);
        let computed = match previous {
            Some(previous) if previous.inputs == of_part && previous.exists(path) => {
                updated.unchanged += 1;
                continue;
            }
            None if of_part.is_empty() => continue,
            Some(_) if of_part.is_empty() => None,
            _ => {
                let files = rows_files(rows, &inputs, part, &verified)?;
                check_cluster_has(engine, &files)?;
                let computed =
                    PartWriter { engine, path, part, generation, options, files }.write(of_part)?;
                // The engine reads a file that was removed in the meantime as empty.
                rows_files(rows, &inputs, part, &verified)?;
                report(&format!("part {part}: {} bytes", computed.moves.bytes + computed.lists.bytes));
                updated.computed += 1;
                Some(computed)
            }
        };
        stats.generation = generation;
        stats.set(part, computed);
        stats.publish(path)?;
        remove_unnamed(path, &stats, part)?;
    }
    updated.bytes = stats.computed.iter().map(|part| part.moves.bytes + part.lists.bytes).sum();
    Ok(updated)
}

/// The statements that compute the statistics of a part, with the engine's plans. The first one is executed, because the others depend on
/// the number of positions it selects.
pub fn explain_stats(
    engine: &Engine,
    rows: &Folder,
    options: StatsOptions,
    part: u32,
) -> Result<Vec<[String; 2]>> {
    if part >= rows.parts() {
        return Err(other(format!(
            "part {part} does not exist: there are {}, numbered from 0",
            rows.parts()
        )));
    }
    let inputs = rows.nonempty_inputs()?;
    let files = rows_files(rows, &inputs, part, &VerifiedFiles::default())?;
    if files.is_empty() {
        return Err(other(format!("part {part} has no rows")));
    }
    let folder = tempfile::tempdir().map_err(io_error(&std::env::temp_dir()))?;
    let writer = PartWriter { engine, path: folder.path(), part, generation: 0, options, files };
    let (tables, _) = writer.tables(folder.path())?;
    let statements = writer.statements(&rows_of(&inputs, part)).map(|(_, sql)| sql);
    let statements = [text::select_positions(options.at_least)].into_iter().chain(statements);
    statements.map(|sql| Ok([engine.plan(&tables, &sql)?, sql])).collect()
}

/// Checks that the machines of a cluster have these files: a scheduler reads a missing file as empty.
fn check_cluster_has(engine: &Engine, files: &[PathBuf]) -> Result<()> {
    if !engine.is_cluster() {
        return Ok(());
    }
    let rows = Files { table: Table::Rows, paths: files.to_vec() };
    let found = numbers(&engine.run(&[rows], "SELECT count(*) AS rows FROM rows")?, 0)?;
    let expected = files.iter().map(|file| rows_in(file)).sum::<Result<i64>>()?;
    if found == [Some(expected)] { Ok(()) } else { Err(inconsistent("numbers of rows")) }
}

/// Rejects statistics that were computed with other options.
fn check(previous: &StatsManifest, rows: &Folder, path: &Path, options: StatsOptions) -> Result<()> {
    let path = path.display();
    let same = |what: &str, recorded: u64, requested: u64| match recorded == requested {
        true => Ok(()),
        false => Err(other(format!("{path} was computed with {what} {recorded}, not {requested}"))),
    };
    same("parts", previous.parts.into(), rows.parts().into())?;
    same("--at-least", previous.at_least, options.at_least)?;
    same("--listed", previous.listed as u64, options.listed as u64)
}

/// Rejects statistics of other games, which would be overwritten.
fn check_same_games(inputs: &[InputManifest], previous: &StatsManifest, path: &Path) -> Result<()> {
    let mut names = previous.computed.iter().flat_map(|part| &part.inputs).map(|input| &input.input);
    let Some(first) = names.next() else { return Ok(()) };
    let is_here = |name: &String| inputs.iter().any(|input| input.input == *name);
    if is_here(first) || names.any(is_here) {
        return Ok(());
    }
    Err(other(format!("{} has statistics of other games: these rows do not contain {first}", path.display())))
}

/// Removes files of a part that no manifest names, if this program created them.
fn remove_unnamed(path: &Path, manifest: &StatsManifest, part: u32) -> Result<()> {
    let keep: Vec<PathBuf> = manifest
        .computed
        .iter()
        .filter(|other| other.part == part)
        .flat_map(|part| part.files(path))
        .map(|(_, file, _)| file)
        .collect();
    for table in ["moves", "lists"] {
        let Ok(entries) = fs::read_dir(part_folder(path, table, part)) else { continue };
        let files = entries.flatten().map(|entry| entry.path());
        for file in files.filter(|file| is_of_a_generation(file) && !keep.contains(file)) {
            fs::remove_file(&file).map_err(io_error(&file))?;
        }
    }
    Ok(())
}

fn is_of_a_generation(file: &Path) -> bool {
    let stem = file.file_stem().and_then(|stem| stem.to_str());
    file.extension().is_some_and(|extension| extension == "parquet")
        && stem.is_some_and(|stem| stem.parse::<u32>().is_ok())
}

/// The statistics of one part while they are computed.
struct PartWriter<'a> {
    engine: &'a Engine,
    path: &'a Path,
    part: u32,
    generation: u32,
    options: StatsOptions,
    files: Vec<PathBuf>,
}

impl PartWriter<'_> {
    fn write(&self, inputs: Vec<StatsInput>) -> Result<StatsPart> {
        let staging = self.path.join("_staging").join(format!("{:04}", self.part));
        fs::create_dir_all(&staging).map_err(io_error(&staging))?;
        let (tables, selected) = self.tables(&staging)?;
        let mut sums = Vec::new();
        for (table, sql) in self.statements(&inputs) {
            let mut totals = Totals::new(table, self.options.listed);
            sums.push(write_table(
                &staging.join(table.name()),
                table,
                self.engine,
                &tables,
                &sql,
                &mut totals,
            )?);
            totals.check(&selected)?;
        }
        let (generation, part) = (self.generation, self.part);
        let computed = StatsPart { part, generation, inputs, moves: sums[0], lists: sums[1] };
        for (table, file, _) in computed.files(self.path) {
            let folder = file.parent().expect("a path in the folder");
            fs::create_dir_all(folder).map_err(io_error(folder))?;
            fs::rename(staging.join(table.name()), &file).map_err(io_error(&file))?;
            sync_folder(folder);
        }
        let _ = fs::remove_dir_all(&staging);
        Ok(computed)
    }

    /// The rows, and the selected positions.
    fn tables(&self, staging: &Path) -> Result<([Files; 2], Totals)> {
        let rows = Files { table: Table::Rows, paths: self.files.clone() };
        let selected = Files { table: Table::Selected, paths: vec![staging.join("selected.parquet")] };
        let select_positions = text::select_positions(self.options.at_least);
        let mut totals = Totals::new(selected.table, self.options.listed);
        let of_rows = std::slice::from_ref(&rows);
        write_table(
            &selected.paths[0],
            selected.table,
            self.engine,
            of_rows,
            &select_positions,
            &mut totals,
        )?;
        Ok(([rows, selected], totals))
    }

    fn statements(&self, inputs: &[StatsInput]) -> impl Iterator<Item = (Table, String)> + use<> {
        let (source, listed) = (Source::selected(&input_offsets(inputs)), self.options.listed);
        [(Table::Moves, text::moves(&source)), (Table::Lists, text::lists(&source, listed, listed))]
            .into_iter()
    }
}

/// Inputs, with the number of games before each.
pub(super) fn input_offsets(inputs: &[StatsInput]) -> Vec<InputOffset<'_>> {
    let mut first = 0;
    let number = |input: &'_ StatsInput| {
        first += input.games;
        first - input.games
    };
    let firsts: Vec<u64> = inputs.iter().map(number).collect();
    inputs.iter().map(|input| input.input.as_str()).zip(firsts).collect()
}

/// The same for all inputs of a folder.
pub(super) fn all_input_offsets(inputs: &[InputManifest]) -> Vec<(String, u64)> {
    let mut first = 0;
    inputs
        .iter()
        .map(|input| {
            first += input.games;
            (input.input.clone(), first - input.games)
        })
        .collect()
}
