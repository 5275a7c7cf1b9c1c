//! Playing every legal move: generation and play combined.

use core::ops::ControlFlow;

use super::generate::MoveSetVisitor;
use crate::{Color, Move, MoveSet, MoveVisitor, Position, Rules};

impl<R: Rules> Position<R> {
    /// Calls a function with each legal move and the position it leads to. This is the fastest way: role, color and kind
    /// are compile-time constants where the generator finds the move, so playing it is straight-line code.
    ///
    /// ```
    /// use tabiya::{Chess, Position};
    ///
    /// let start = Position::<Chess>::start();
    /// let mut keys = Vec::new();
    /// start.for_each_child(|_, child| keys.push(child.key()));
    /// keys.sort();
    /// keys.dedup();
    /// assert_eq!(keys.len(), 20);
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn for_each_child(&self, each: impl FnMut(Move, &Position<R>)) {
        let _ = self.visit_move_sets(&mut Children { position: self, each });
    }
}

struct Children<'a, R: Rules, F> {
    position: &'a Position<R>,
    each: F,
}

impl<R: Rules, F: FnMut(Move, &Position<R>)> MoveSetVisitor for Children<'_, R, F> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn visit(&mut self, set: MoveSet) -> ControlFlow<()> {
        set.for_each::<R>(&mut Child { color: set.color, children: self });
        ControlFlow::Continue(())
    }
}

/// Carries the color, a constant in the generator, to where the move is played.
struct Child<'a, C> {
    color: Color,
    children: &'a mut C,
}

impl<R: Rules, F: FnMut(Move, &Position<R>)> MoveVisitor for Child<'_, Children<'_, R, F>> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn visit(&mut self, mv: Move) {
        let position = self.children.position;
        let child = position.after(self.color, mv, &mut ());
        (self.children.each)(mv, &child);
    }
}
