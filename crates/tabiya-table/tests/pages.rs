//! In a binary of its own, to measure only its own memory.

#![cfg(target_os = "linux")]

use tabiya_table::Table;

/// The resident memory in MiB.
fn resident() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux");
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("a line VmRSS");
    line.trim().trim_end_matches(" kB").parse::<usize>().expect("a number") / 1024
}

#[test]
fn a_resized_table_has_all_pages_mapped() {
    const MEBIBYTES: usize = 128;
    let mut table = Table::new(1).expect("1 MiB is available");
    let before = resident();
    table.resize(MEBIBYTES, 2).expect("enough memory");
    let growth = resident() - before;
    assert!(growth > MEBIBYTES * 9 / 10, "{growth} MiB of {MEBIBYTES}");
}
