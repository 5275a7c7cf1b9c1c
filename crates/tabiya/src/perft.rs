//! Counting the leaves of the tree of legal moves: the customary proof that a move generator is right.

use std::ops::ControlFlow;

use crate::{Color, EachMove, Move, MoveSet, Position, Rules, Visit};

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
            let mut children = Children { position, each: |child: &Position<R>| count(child, depth - 1), count: 0, total: 0 };
            let _ = position.visit_move_sets(&mut children);
            children.total
        }
    }
}

/// Like [`count`], but plays every move and adds up the keys of all leaves: what a search would pay.
#[must_use]
pub fn count_playing<R: Rules>(position: &Position<R>, depth: u32) -> (u64, u64) {
    let mut keys = 0;
    let count = play_all(position, depth, &mut keys);
    (count, keys)
}

fn play_all<R: Rules>(position: &Position<R>, depth: u32, keys: &mut u64) -> u64 {
    match depth {
        0 => {
            *keys ^= position.key().0;
            1
        }
        1 => {
            // Sums, not XORs: the keys of a count are taken together in one register.
            let each = |child: &Position<R>| std::hint::black_box(child).key().0;
            let mut children = Children { position, each, count: 0, total: 0 };
            let _ = position.visit_move_sets(&mut children);
            *keys = keys.wrapping_add(children.total);
            children.count
        }
        _ => {
            let each = |child: &Position<R>| play_all(child, depth - 1, keys);
            let mut children = Children { position, each, count: 0, total: 0 };
            let _ = position.visit_move_sets(&mut children);
            children.total
        }
    }
}

/// Plays every move and adds up what a function says of the positions it leads to.
struct Children<'a, R: Rules, F> {
    position: &'a Position<R>,
    each: F,
    count: u64,
    total: u64,
}

impl<R: Rules, F: FnMut(&Position<R>) -> u64> Visit for Children<'_, R, F> {
    #[inline(always)]
    fn visit(&mut self, set: MoveSet) -> ControlFlow<()> {
        set.for_each::<R>(&mut ChildrenOf { color: set.color, children: self });
        ControlFlow::Continue(())
    }
}

struct ChildrenOf<'a, C> {
    color: Color,
    children: &'a mut C,
}

impl<R: Rules, F: FnMut(&Position<R>) -> u64> EachMove for ChildrenOf<'_, Children<'_, R, F>> {
    #[inline(always)]
    fn each(&mut self, mv: Move) {
        let mut child = *self.children.position;
        child.advance_as(self.color, mv, &mut ());
        self.children.count += 1;
        self.children.total = self.children.total.wrapping_add((self.children.each)(&child));
    }
}
