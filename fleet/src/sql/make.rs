//! Statistics are made of rows.

use std::fs;
use std::path::{Path, PathBuf};

use tabiya_db::Result;
use tabiya_files::sync_folder;

use super::engine::{Engine, Files};
use super::text::{self, Numbered, Source};
use super::write::write;
use crate::add::lock_at;
use crate::error::{io_error, other};
use crate::fleet::rows_files;
use crate::folder::{Folder, InputManifest};
use crate::schema::Table;
use crate::stats_folder::{StatsInput, StatsManifest, StatsPart, rows_of};

/// How statistics are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StatsOptions {
    /// Positions that fewer games reached are left out: their rows are quickly counted.
    pub at_least: u64,
    /// How many games are listed for a position at most.
    pub listed: usize,
}

impl Default for StatsOptions {
    /// Four games; sixteen are listed, as many as the board shows.
    fn default() -> StatsOptions {
        StatsOptions { at_least: 4, listed: 16 }
    }
}

/// What was done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Made {
    /// Parts that were made, because rows had come or gone.
    pub made: u32,
    /// Parts that were there.
    pub kept: u32,
    /// Bytes of all statistics that are there now.
    pub bytes: u64,
}

/// Makes statistics of a folder of rows, or renews those of the parts to which rows have come. Until the last of them is finished the folder is
/// as it was; afterwards it is as new.
///
/// What it finds is told to a function as it goes.
pub fn make_stats(
    engine: &Engine,
    rows: &Folder,
    path: &Path,
    options: StatsOptions,
    mut tell: impl FnMut(&str),
) -> Result<Made> {
    let StatsOptions { at_least, listed } = options;
    let before = StatsManifest::open_or_new(path, rows.parts(), at_least, listed)?;
    let _lock = lock_at(&path.join("_staging").join("lock"), &path.display().to_string())?;
    check(&before, rows, path, options)?;
    let inputs = rows.inputs()?;
    let generation = before.generation + 1;
    sweep(path, &before)?;
    let mut done = Made::default();
    let mut parts = Vec::new();
    for part in 0..rows.parts() {
        let of_part = rows_of(&inputs, part);
        if of_part.is_empty() {
            continue;
        }
        let kept = before.made.iter().find(|made| made.part == part && made.inputs == of_part);
        parts.push(match kept {
            Some(kept) => {
                done.kept += 1;
                kept.clone()
            }
            None => {
                let files = rows_files(rows, &inputs, part)?;
                let made = Making { engine, path, part, generation, options, files }.make(of_part)?;
                tell(&format!("part {part}: {} bytes", made.moves.bytes + made.lists.bytes));
                done.made += 1;
                made
            }
        });
    }
    done.bytes = parts.iter().map(|part| part.moves.bytes + part.lists.bytes).sum();
    if done.made > 0 || parts != before.made {
        let after = StatsManifest { generation, made: parts, ..before };
        after.publish(path)?;
        sweep(path, &after)?;
    }
    Ok(done)
}

/// The statements by which the statistics of a part are made, each with the engine's plan for it.
pub fn explain_stats(
    engine: &Engine,
    rows: &Folder,
    options: StatsOptions,
    part: u32,
) -> Result<Vec<[String; 2]>> {
    let inputs = rows.inputs()?;
    let rows_files = Files { name: "rows", table: Table::Rows, paths: rows_files(rows, &inputs, part)? };
    // As if all positions were taken: which, the first statement says.
    let taken = Files { name: "taken", ..rows_files.clone() };
    let inputs = rows_of(&inputs, part);
    let source = Source::taken(&numbered(&inputs));
    let statements = [
        text::crowded(options.at_least),
        text::moves(&source),
        text::lists(&source, options.listed, options.listed),
    ];
    let tables = [rows_files, taken];
    statements.into_iter().map(|sql| Ok([engine.plan(&tables, &sql)?, sql])).collect()
}

/// Refuses a folder that was made otherwise.
fn check(before: &StatsManifest, rows: &Folder, path: &Path, options: StatsOptions) -> Result<()> {
    let path = path.display();
    let same = |what: &str, had: u64, wanted: u64| match had == wanted {
        true => Ok(()),
        false => Err(other(format!("{path} was made with {what} {had} and not {wanted}"))),
    };
    same("parts", before.parts.into(), rows.parts().into())?;
    same("--at-least", before.at_least, options.at_least)?;
    same("--listed", before.listed as u64, options.listed as u64)
}

/// Takes away files that nobody names.
fn sweep(path: &Path, named: &StatsManifest) -> Result<()> {
    for table in ["moves", "lists"] {
        let keep: Vec<PathBuf> = named.made.iter().map(|part| part.file(path, table)).collect();
        for part in 0..named.parts {
            let folder = path.join(table).join(format!("part={part:04}"));
            let Ok(entries) = fs::read_dir(&folder) else { continue };
            for file in entries.flatten().map(|entry| entry.path()).filter(|file| !keep.contains(file)) {
                fs::remove_file(&file).map_err(io_error(&file))?;
            }
        }
    }
    Ok(())
}

/// The statistics of one part on the way.
struct Making<'a> {
    engine: &'a Engine,
    path: &'a Path,
    part: u32,
    generation: u32,
    options: StatsOptions,
    files: Vec<PathBuf>,
}

impl Making<'_> {
    fn make(&self, inputs: Vec<StatsInput>) -> Result<StatsPart> {
        let staging = self.path.join("_staging").join(format!("{:04}", self.part));
        fs::create_dir_all(&staging).map_err(io_error(&staging))?;
        let rows = Files { name: "rows", table: Table::Rows, paths: self.files.clone() };
        let taken = staging.join("taken.parquet");
        let crowded = self.engine.ask(std::slice::from_ref(&rows), &text::crowded(self.options.at_least))?;
        write(&taken, Table::Taken, &crowded)?;
        let tables = [rows, Files { name: "taken", table: Table::Taken, paths: vec![taken] }];
        let source = Source::taken(&numbered(&inputs));
        let listed = self.options.listed;
        let statements = [
            (Table::Moves, "moves", text::moves(&source)),
            (Table::Lists, "lists", text::lists(&source, listed, listed)),
        ];
        let mut sums = Vec::new();
        for (table, name, sql) in statements {
            let place = staging.join(name);
            sums.push(write(&place, table, &self.engine.ask(&tables, &sql)?)?);
        }
        let (generation, part) = (self.generation, self.part);
        let made = StatsPart { part, generation, inputs, moves: sums[0], lists: sums[1] };
        for name in ["moves", "lists"] {
            let place = made.file(self.path, name);
            let folder = place.parent().expect("it lies in the folder");
            fs::create_dir_all(folder).map_err(io_error(folder))?;
            fs::rename(staging.join(name), &place).map_err(io_error(&place))?;
            sync_folder(folder);
        }
        let _ = fs::remove_dir_all(&staging);
        Ok(made)
    }
}

/// Inputs and how many games come before them.
pub(super) fn numbered(inputs: &[StatsInput]) -> Vec<Numbered<'_>> {
    let mut first = 0;
    let number = |input: &'_ StatsInput| {
        first += input.games;
        first - input.games
    };
    let firsts: Vec<u64> = inputs.iter().map(number).collect();
    inputs.iter().map(|input| input.input.as_str()).zip(firsts).collect()
}

/// The same for all inputs of a folder.
pub(super) fn numbered_all(inputs: &[InputManifest]) -> Vec<(String, u64)> {
    let mut first = 0;
    inputs
        .iter()
        .map(|input| {
            first += input.games;
            (input.input.clone(), first - input.games)
        })
        .collect()
}
