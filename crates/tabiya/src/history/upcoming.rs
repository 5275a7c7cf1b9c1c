//! Is a repetition one move away?

use crate::keys::native;
use crate::{Key, Move, Position, Rules};

/// A move of the side to move that leads to a position of the stretch, and how many plies ago that was. The last
/// of the keys is the position's own. `accept` sees each find, the latest first, and may turn it down.
///
/// Only one man may stand elsewhere than then, and it must be ours: so what the opponent has done since must add
/// up to nothing, which is asked first because it nearly always says no.
#[inline]
pub(super) fn find<R: Rules>(
    position: &Position<R>,
    keys: &[Key],
    stretch: u32,
    mut accept: impl FnMut(Move, usize) -> bool,
) -> Option<Move> {
    let stretch = stretch as usize;
    if stretch < 3 {
        return None;
    }
    let stretch_keys = keys.get(keys.len().checked_sub(stretch + 1)?..)?;
    let (&here, past) = stretch_keys.split_last()?;
    let (&one_ago, past) = past.split_last()?;
    let mut theirs = here ^ one_ago ^ native::BLACK_TO_MOVE;
    for (i, pair) in past.rchunks_exact(2).enumerate() {
        let (there, after_their_move) = (pair[0], pair[1]);
        theirs ^= there ^ after_their_move ^ native::BLACK_TO_MOVE;
        if theirs != Key(0) {
            continue;
        }
        let back = 3 + 2 * i;
        if let Some(mv) = R::reversible_moves().move_making(here ^ there, position)
            && accept(mv, back)
        {
            return Some(mv);
        }
    }
    None
}
