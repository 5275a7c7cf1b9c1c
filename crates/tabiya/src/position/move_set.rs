//! Expanding a set of moves into single moves.

use crate::{Bitboard, Move, MoveKind, MoveList, MoveSet, Rules, SetKind};

/// Receives moves. Implemented by closures; a struct can be `inline(always)`.
pub(crate) trait MoveVisitor {
    /// Receives the next move.
    fn visit(&mut self, mv: Move);
}

impl<F: FnMut(Move)> MoveVisitor for F {
    #[inline]
    fn visit(&mut self, mv: Move) {
        self(mv);
    }
}

impl MoveSet {
    /// Passes each move of the set to a visitor, captures first.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn for_each<R: Rules>(self, each: &mut impl MoveVisitor) {
        self.for_each_kind::<R>(&mut OneByOne(each));
    }

    /// Passes the targets to a visitor in groups of one kind, captures first.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn for_each_kind<R: Rules>(self, visitor: &mut impl KindVisitor) {
        match self.kind {
            SetKind::Normal => {
                // Two groups, so that there is no unpredictable branch on the kind per move.
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

/// Receives the targets of one kind. A trait instead of a closure, so that `inline(always)` applies and role and
/// kind are constants.
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

/// Appends the moves.
impl KindVisitor for MoveList {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn visit(&mut self, set: MoveSet, targets: Bitboard, kind: MoveKind) {
        self.push_all(set, targets, kind);
    }
}
