//! Alone in its program, so that no_generation else's memory is counted.

#![cfg(target_os = "linux")]

use tabiya_table::Table;

/// What the system has handed over to us, in MiB.
fn resident() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux tells");
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("it is told");
    line.trim().trim_end_matches(" kB").parse::<usize>().expect("a number") / 1024
}

#[test]
fn a_resized_table_has_every_page_before_the_search_begins() {
    const MEBIBYTES: usize = 128;
    let mut table = Table::new(1).expect("a mebibyte");
    let before = resident();
    table.resize(MEBIBYTES, 2).expect("there is room");
    let taken = resident() - before;
    assert!(taken > MEBIBYTES * 9 / 10, "{taken} MiB of {MEBIBYTES}");
}
