use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};

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
        let Some(leaves) = leaves(&position.play_legal(mv), depth - 1, stop) else {
            out.say("info string perft stopped");
            return;
        };
        sum = sum.saturating_add(leaves);
        out.say(&format!("{}: {leaves}", any.uci(mv)));
    }
    out.say(&format!("\nNodes searched: {sum}"));
}

/// What is counted in one go, without looking whether to stop.
const AT_ONCE: u32 = 3;

fn leaves<R: Evaluate>(position: &Position<R>, depth: u32, stop: &AtomicBool) -> Option<u64> {
    if depth <= AT_ONCE {
        return (!stop.load(Ordering::Relaxed)).then(|| perft::count(position, depth));
    }
    let below = |&mv| leaves(&position.play_legal(mv), depth - 1, stop);
    position.legal_moves().iter().map(below).try_fold(0_u64, |sum, leaves| Some(sum.saturating_add(leaves?)))
}
