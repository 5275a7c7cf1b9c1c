//! The node count of the bench is the signature of search and evaluation.
//!
//! After an intended change: `UPDATE_SIGNATURE=1 cargo test -p tabiya-engine --test it signature`, and add
//! `Bench: <nodes>` to the commit message.

use std::fs;

use tabiya_engine::{Signals, bench};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/bench-signature.txt");

#[test]
fn the_bench_has_the_recorded_node_count() {
    let sum = bench::run(bench::DEPTH, &Signals::default(), &mut |_| {}).expect("16 MiB are available");
    if std::env::var_os("UPDATE_SIGNATURE").is_some() {
        fs::write(FILE, format!("{}\n", sum.nodes)).expect("the signature can be written");
    }
    let recorded = fs::read_to_string(FILE).expect("the signature is in testdata/engine");
    assert_eq!(sum.nodes.to_string(), recorded.trim(), "the search has changed; see the top of this file");
}
