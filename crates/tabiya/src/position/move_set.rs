//! The moves of a set, given one by one or written into a list.

use crate::{Bitboard, Move, MoveKind, MoveList, MoveSet, Rules, SetKind};

/// Takes moves one by one. A closure does; a type of one's own can be inlined by force.
pub trait MoveVisitor {
    /// Another move.
    fn visit(&mut self, mv: Move);
}

impl<F: FnMut(Move)> MoveVisitor for F {
    #[inline]
    fn visit(&mut self, mv: Move) {
        self(mv);
    }
}

impl MoveSet {
    /// Gives each move of the set in turn, captures first.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn for_each<R: Rules>(self, each: &mut impl MoveVisitor) {
        self.for_each_kind::<R>(&mut OneByOne(each));
    }

    /// Shows a visitor the set's moves in parts of one kind, captures first.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn for_each_kind<R: Rules>(self, visitor: &mut impl KindVisitor) {
        match self.kind {
            SetKind::Normal => {
                // Two parts: which kind it is need not be asked, and not be guessed by the processor, at each move.
                visitor.visit(self, self.targets & self.enemies, MoveKind::Capture);
                visitor.visit(self, self.targets & !self.enemies, MoveKind::Normal);
            }
            SetKind::DoubleStep => visitor.visit(self, self.targets, MoveKind::DoubleStep),
            SetKind::EnPassant => visitor.visit(self, self.targets, MoveKind::EnPassant),
            SetKind::Castle => visitor.visit(self, self.targets, MoveKind::Castle),
            SetKind::Promotion => {
                for &role in R::PROMOTES_TO {
                    visitor.visit(self, self.targets, MoveKind::Promotion(role));
                }
            }
        }
    }
}

/// Takes moves of a set that are of one kind, by their targets. A trait and not a closure, so that it is inlined by force: then
/// what moves and how are constants.
pub(super) trait KindVisitor {
    fn visit(&mut self, set: MoveSet, targets: Bitboard, kind: MoveKind);
}

struct OneByOne<'a, V>(&'a mut V);

impl<V: MoveVisitor> KindVisitor for OneByOne<'_, V> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn visit(&mut self, set: MoveSet, targets: Bitboard, kind: MoveKind) {
        for to in targets {
            self.0.visit(Move { from: set.origin.of(to), to, role: set.role, kind });
        }
    }
}

/// Appends them.
impl KindVisitor for MoveList {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn visit(&mut self, set: MoveSet, targets: Bitboard, kind: MoveKind) {
        self.push_all(set, targets, kind);
    }
}
