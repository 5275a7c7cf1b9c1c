use std::io::Write;
use std::sync::atomic::AtomicBool;

use tabiya::{AnyPosition, Position, perft};

use super::out::Out;
use crate::eval::Evaluate;

/// `go perft`: a count for each move, then all; can be stopped.
pub(super) fn count<R: Evaluate, W: Write>(
    any: &AnyPosition,
    position: &Position<R>,
    depth: u32,
    stop: &AtomicBool,
    out: &Out<W>,
) {
    let mut sum = u64::from(depth == 0);
    for &mv in position.legal_moves().iter().filter(|_| depth > 0) {
        let Some(leaves) = perft::count_until(&position.play_legal(mv), depth - 1, stop) else {
            out.say("info string perft stopped");
            return;
        };
        sum = sum.saturating_add(leaves);
        out.say(&format!("{}: {leaves}", any.uci(mv)));
    }
    out.say(&format!("\nNodes searched: {sum}"));
}
