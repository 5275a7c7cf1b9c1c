//! Counting the leaves of the tree of legal moves: the customary proof that a move generator is right.

use crate::{Position, Rules};

/// How many sequences of `depth` legal moves there are.
///
/// ```
/// use tabiya::{perft, Chess, Position};
///
/// assert_eq!(perft::count(&Position::<Chess>::start(), 3), 8_902);
/// ```
#[must_use]
pub fn count<R: Rules>(position: &Position<R>, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_legal_moves(),
        _ => {
            let mut leaves = 0;
            position.for_each_legal_move(|mv| leaves += count(&position.play_legal(mv), depth - 1));
            leaves
        }
    }
}

/// Like [`count`], but plays every move and adds up the keys of all leaves: what a search would pay.
#[must_use]
pub fn count_playing<R: Rules>(position: &Position<R>, depth: u32) -> (u64, u64) {
    let mut total = (0, 0u64);
    if depth == 0 {
        return (1, position.key().0);
    }
    position.for_each_legal_move(|mv| {
        let next = position.play_legal(mv);
        let next = std::hint::black_box(&next);
        let (leaves, keys) =
            if depth == 1 { (1, next.key().0) } else { count_playing(next, depth - 1) };
        total = (total.0 + leaves, total.1 ^ keys);
    });
    total
}
