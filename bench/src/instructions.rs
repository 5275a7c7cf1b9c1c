//! Instructions per leaf, counted by valgrind, which do not depend on load.
//!
//! The program runs itself twice under valgrind, doing the work once and twice. The difference is the work, without
//! startup.

use std::hint::black_box;
use std::io;
use std::path::Path;
use std::process::Command;

use crate::keys::{Collection, FUNCTIONS, KeyFunction};
use crate::options::Options;
use crate::peer::{self, Peer};
use crate::peers::cozy::Cozy;
use crate::peers::tabiya::{Tabiya, TabiyaByHand};
use crate::table::Table;

/// The first word when the program runs itself.
pub const ALONE: &str = "alone";

pub fn measure(_: &Options) -> io::Result<Vec<Table>> {
    if !is_available() {
        return Ok(Vec::new());
    }
    let program = std::env::current_exe()?;
    let mut leaves = Table::new("Instructions per leaf", &["tabiya", "list first", "cozy-chess"]);
    for (how, tree, depth) in
        [("keyed", "start", 4), ("keyed", "kiwipete", 3), ("bulk", "start", 5), ("bulk", "kiwipete", 4)]
    {
        let of = |library: &str| count(&program, [library, how, tree, &depth.to_string()]);
        let figures = vec![of("tabiya")?, of("tabiya-by-hand")?, of("cozy-chess")?];
        leaves.rows.push((format!("{how}, {tree} depth {depth}"), figures));
    }
    let mut calls = Table::new("Instructions per call", &["tabiya"]);
    for function in FUNCTIONS {
        let instructions = count(&program, ["tabiya", "keys", function.name, "0"])?;
        calls.rows.push((function.name.to_owned(), vec![instructions]));
    }
    Ok(vec![leaves, calls])
}

/// Instructions per leaf or call in this build.
pub fn count(program: &Path, work: [&str; 4]) -> io::Result<f64> {
    let once = total(program, work, "1")?;
    let twice = total(program, work, "2")?;
    Ok(twice.saturating_sub(once) as f64 / units(work)? as f64)
}

pub fn is_available() -> bool {
    let installed = Command::new("valgrind").arg("--version").output().is_ok();
    if !installed {
        eprintln!("valgrind is not installed: instructions are not counted");
    }
    installed
}

fn total(program: &Path, work: [&str; 4], times: &str) -> io::Result<u64> {
    let mut valgrind = Command::new("valgrind");
    valgrind.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]).arg(program);
    let output = valgrind.arg(ALONE).args(work).arg(times).output()?;
    let report = String::from_utf8_lossy(&output.stderr);
    let collected = report.lines().find_map(|line| line.split_once("Collected : ")?.1.trim().parse().ok());
    match collected {
        Some(instructions) if output.status.success() => Ok(instructions),
        _ => Err(io::Error::other(format!("valgrind failed on {work:?}:\n{report}"))),
    }
}

/// Repeats one kind of work.
pub fn alone(words: &[String]) -> io::Result<()> {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let [library, how, what, depth, times] = words[..] else {
        return Err(io::Error::other("usage: alone LIBRARY bulk|keyed|keys TREE|FUNCTION DEPTH TIMES"));
    };
    let times = times.parse::<u32>().map_err(io::Error::other)?;
    if how == "keys" {
        let function = KeyFunction::named(what).ok_or_else(unknown)?;
        let all = Collection::gather()?;
        for _ in 0..times {
            black_box(function.run(&all));
        }
        return Ok(());
    }
    let depth = depth.parse().map_err(io::Error::other)?;
    let tree = peer::tree(what, depth).ok_or_else(unknown)?;
    let peer: &dyn Peer = match library {
        "tabiya" => &Tabiya,
        "tabiya-by-hand" => &TabiyaByHand,
        "cozy-chess" => &Cozy,
        _ => return Err(unknown()),
    };
    let run = if how == "bulk" { peer.bulk(tree) } else { peer.keyed(tree) };
    let mut run = run.ok_or_else(unknown)?;
    for _ in 0..times {
        if run()? != tree.leaves {
            return Err(io::Error::other(format!("{library} found a wrong number of leaves")));
        }
    }
    Ok(())
}

fn units([_, how, what, depth]: [&str; 4]) -> io::Result<u64> {
    if how == "keys" {
        let function = KeyFunction::named(what).ok_or_else(unknown)?;
        return Ok(function.calls(&Collection::gather()?));
    }
    let tree = depth.parse().ok().and_then(|depth| peer::tree(what, depth));
    tree.map(|tree| tree.leaves).ok_or_else(unknown)
}

fn unknown() -> io::Error {
    io::Error::other("unknown work")
}
