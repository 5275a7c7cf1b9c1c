//! `readyok` means that the memory for a search is mapped. In a program of its own, because it counts the page faults of the
//! process.
#![cfg(target_os = "linux")]

#[path = "it/common/mod.rs"]
mod common;

use std::fs;

use common::uci_session::UciSession;

/// Page faults of this process so far.
fn pages_taken() -> u64 {
    let stat = fs::read_to_string("/proc/self/stat").expect("Linux");
    // The command name may contain blanks; count fields after it.
    let fields = stat.rsplit_once(')').expect("the name is in parentheses").1;
    fields.split_ascii_whitespace().nth(7).and_then(|field| field.parse().ok()).expect("a number")
}

/// Page faults of a search after these commands and `readyok`.
fn pages_of_the_first_search(lines: &[&str], threads: usize) -> u64 {
    let mut gui = UciSession::start();
    gui.send(&format!("setoption name Threads value {threads}"));
    lines.iter().for_each(|line| gui.send(line));
    gui.send("isready");
    // One reply per `isready`.
    for _ in 0..=lines.iter().filter(|line| **line == "isready").count() {
        gui.wait_for("readyok");
    }
    let before = pages_taken();
    gui.send("go nodes 40000");
    gui.wait_for("bestmove");
    let taken = pages_taken() - before;
    gui.end();
    taken
}

#[test]
fn after_readyok_a_search_has_its_memory() {
    // Excludes the pages of the program itself.
    for warm_up in [&[][..], &["setoption name UCI_Variant value makruk"]] {
        pages_of_the_first_search(warm_up, 2);
    }
    for lines in [
        &[][..],
        &["go depth 1", "ucinewgame"],
        &["isready", "setoption name UCI_Variant value makruk"],
        &["setoption name UCI_Variant value makruk", "isready", "setoption name UCI_Variant value chess"],
        &["isready", "setoption name Hash value 32"],
        &["setoption name Threads value 1", "isready", "setoption name Threads value 8"],
    ] {
        let threads = 8;
        let taken = pages_of_the_first_search(lines, threads);
        // A few pages per thread's stack; its memory has eight hundred.
        assert!(taken < 100 * threads as u64, "{lines:?}: {taken}");
    }
}
