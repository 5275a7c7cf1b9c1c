//! What `readyok` promises: the memory a search writes to is there. Alone in its file, because it counts what the whole
//! process asks of the system.
#![cfg(target_os = "linux")]

#[path = "it/common/mod.rs"]
mod common;

use std::fs;

use common::uci_loop::UciLoop;

/// How many pages the system has handed out to this process.
fn pages_taken() -> u64 {
    let stat = fs::read_to_string("/proc/self/stat").expect("Linux tells");
    // The name may have blanks; after it, the eighth field counts.
    let fields = stat.rsplit_once(')').expect("the name is in parentheses").1;
    fields.split_ascii_whitespace().nth(7).and_then(|field| field.parse().ok()).expect("a number")
}

/// How many of them a search needs that comes after these lines and `readyok`.
fn pages_of_the_first_search(lines: &[&str], threads: usize) -> u64 {
    let mut gui = UciLoop::start();
    gui.say(&format!("setoption name Threads value {threads}"));
    lines.iter().for_each(|line| gui.say(line));
    gui.say("isready");
    // Each time it was asked.
    for _ in 0..=lines.iter().filter(|line| **line == "isready").count() {
        gui.wait_for("readyok");
    }
    let before = pages_taken();
    gui.say("go nodes 40000");
    gui.wait_for("bestmove");
    let taken = pages_taken() - before;
    gui.end();
    taken
}

#[test]
fn after_readyok_a_search_has_the_memory_it_needs() {
    // The program's own pages are nobody's concern here.
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
        // Some for each thread's stack; its memory has eight hundred.
        assert!(taken < 100 * threads as u64, "{lines:?}: {taken}");
    }
}
