//! The cost of incremental keys: perft in two builds of the core, with and without keys.
//!
//! `--cfg tabiya_no_keys` removes every update of a key. It is a compiler flag and not a cargo feature, so that it cannot be
//! enabled by accident.

use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use tabiya::{Chess, Position};

use crate::FLAGS;
use crate::instructions::{count, is_available};
use crate::options::Options;
use crate::table::Table;

/// The argument that makes the other build report whether it has keys.
pub const HAS_NO_KEYS: &str = "has-no-keys";

pub fn measure(_: &Options) -> io::Result<Vec<Table>> {
    if !is_available() {
        return Ok(Vec::new());
    }
    let with_keys = std::env::current_exe()?;
    let without_keys = build_without_keys()?;
    keys_are_left_out(&without_keys)?;
    let columns = ["with keys", "without", "the keys' cost"];
    let mut table =
        Table::new("Cost of maintaining the keys, instructions per leaf of keyed perft", &columns);
    for (tree, depth) in [("start", "4"), ("kiwipete", "3"), ("makruk", "4")] {
        let work = ["tabiya", "keyed", tree, depth];
        let (with, without) = (count(&with_keys, work)?, count(&without_keys, work)?);
        table.rows.push((format!("{tree} depth {depth}"), vec![with, without, with - without]));
    }
    Ok(vec![table])
}

/// Checks the other build: if the core ignored the flag, keys would look free.
fn keys_are_left_out(program: &Path) -> io::Result<()> {
    if Command::new(program).arg(HAS_NO_KEYS).status()?.success() {
        return Ok(());
    }
    Err(io::Error::other("the core maintains its keys although it was built with --cfg tabiya_no_keys"))
}

/// Whether keys do not change when moves are played.
pub fn has_no_keys() -> bool {
    let start = Position::<Chess>::start();
    start.legal_moves().iter().all(|mv| start.play_legal(*mv).keys() == start.keys())
}

fn build_without_keys() -> io::Result<PathBuf> {
    let program = std::env::current_exe()?;
    // …/target/release/tabiya-bench: the other build goes beside `release`.
    let Some(target) = program.ancestors().nth(2) else {
        return Err(io::Error::other("the program is not in a target directory"));
    };
    let target = target.join("without-keys");
    let mut cargo = Command::new("cargo");
    cargo.args([
        "build",
        "--quiet",
        "--release",
        "--manifest-path",
        concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"),
    ]);
    cargo.arg("--target-dir").arg(&target).env("RUSTFLAGS", format!("{FLAGS} --cfg tabiya_no_keys"));
    if !cargo.status()?.success() {
        return Err(io::Error::other("the build without keys failed"));
    }
    Ok(target.join("release/tabiya-bench"))
}
