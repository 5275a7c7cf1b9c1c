//! The bench's node count is the search's signature: whoever changes it should know that they did.
//!
//! After a change to the search or the evaluation that is meant: `UPDATE_SIGNATURE=1 cargo test -p tabiya-engine --test
//! signature`, and say `Bench: <nodes>` in the commit.

use std::fs;

use tabiya_engine::{Signals, bench};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/bench-signature.txt");

#[test]
fn the_bench_visits_as_many_positions_as_recorded() {
    let sum = bench::run(bench::DEPTH, &Signals::default(), &mut |_| {}).expect("16 MiB can be had");
    if std::env::var_os("UPDATE_SIGNATURE").is_some() {
        fs::write(FILE, format!("{}\n", sum.nodes)).expect("the signature can be written");
    }
    let recorded = fs::read_to_string(FILE).expect("the signature is in testdata/engine");
    assert_eq!(sum.nodes.to_string(), recorded.trim(), "the search has changed; see the top of this file");
}
