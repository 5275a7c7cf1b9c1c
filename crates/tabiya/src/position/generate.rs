//! Legal move generation. One generator produces sets of moves; a visitor counts, lists or plays them.

use core::marker::PhantomData;
use core::ops::ControlFlow;

use super::safety::ChecksAndPins;
use crate::{
    Bitboard, Castling, Color, Move, MoveList, MoveSet, Origin, Position, Rank, Role, Rules, SetKind, Square,
    attacks,
};

/// Receives the sets of legal moves; returning `Break` stops the generator.
pub(crate) trait MoveSetVisitor {
    /// Receives the next set.
    fn visit(&mut self, set: MoveSet) -> ControlFlow<()>;
}

impl<F: FnMut(MoveSet) -> ControlFlow<()>> MoveSetVisitor for F {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn visit(&mut self, set: MoveSet) -> ControlFlow<()> {
        self(set)
    }
}

/// Appends the moves of every set to a list. A struct instead of a closure, so that `inline(always)` applies and role and
/// kind are constants.
struct Listing<'a, R> {
    list: &'a mut MoveList,
    rules: PhantomData<R>,
}

impl<R: Rules> MoveSetVisitor for Listing<'_, R> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn visit(&mut self, set: MoveSet) -> ControlFlow<()> {
        set.for_each_kind::<R>(self.list);
        ControlFlow::Continue(())
    }
}

/// Which legal moves a copy of the generator produces: constants, so that excluded moves cost nothing.
trait MoveFilter {
    /// Captures and promotions.
    const NOISY: bool;
    /// All other moves.
    const QUIET: bool;
}

struct All;
struct Noisy;

impl MoveFilter for All {
    const NOISY: bool = true;
    const QUIET: bool = true;
}

impl MoveFilter for Noisy {
    const NOISY: bool = true;
    const QUIET: bool = false;
}

impl<R: Rules> Position<R> {
    /// All legal moves.
    ///
    /// ```
    /// use tabiya::{Makruk, Position};
    ///
    /// assert_eq!(Position::<Makruk>::start().legal_moves().len(), 23);
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[must_use]
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.legal_moves_into(&mut list);
        list
    }

    /// Replaces the contents of a list with all legal moves. For engines that keep a list for each ply: creating and returning
    /// a list costs as much as ten moves.
    ///
    /// ```
    /// use tabiya::{Chess, MoveList, Position};
    ///
    /// let mut list = MoveList::new();
    /// Position::<Chess>::start().legal_moves_into(&mut list);
    /// assert_eq!(list.len(), 20);
    /// ```
    #[inline(never)]
    pub fn legal_moves_into(&self, list: &mut MoveList) {
        list.clear();
        let _ = self.visit_move_sets(&mut Listing::<R> { list, rules: PhantomData });
    }

    /// Calls a function with each legal move; faster than a list.
    #[inline]
    pub fn for_each_legal_move(&self, mut each: impl FnMut(Move)) {
        let _ = self.visit_move_sets(&mut |set: MoveSet| {
            set.for_each::<R>(&mut each);
            ControlFlow::Continue(())
        });
    }

    /// The number of legal moves, counted without a list.
    #[inline(never)]
    #[must_use]
    pub fn count_legal_moves(&self) -> u64 {
        let mut count = 0;
        let _ = self.visit_move_sets(&mut |set: MoveSet| {
            let moves = u64::from(set.targets.len());
            count += if set.kind == SetKind::Promotion { moves * R::PROMOTES_TO.len() as u64 } else { moves };
            ControlFlow::Continue(())
        });
        count
    }

    /// Whether the side to move has a legal move.
    #[must_use]
    pub fn has_legal_move(&self) -> bool {
        let mut found = |set: MoveSet| {
            if set.targets.is_empty() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        self.visit_move_sets(&mut found).is_break()
    }

    /// Calls a function with each legal capture (including en passant) and each promotion: the noisy or tactical moves
    /// of a quiescence search, in the order in which
    /// [`for_each_legal_move`](Self::for_each_legal_move) produces them.
    ///
    /// ```
    /// use tabiya::{Chess, Position};
    ///
    /// let position: Position<Chess> = "4k3/P7/8/3p4/4P3/8/8/4K3 w - - 0 1".parse()?;
    /// let mut noisy = Vec::new();
    /// position.for_each_noisy_move(|mv| noisy.push(position.uci(mv)));
    /// assert_eq!(noisy.len(), 5); // e4xd5 and four promotions
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "captures")]
    #[doc(alias = "tactical moves")]
    #[inline]
    pub fn for_each_noisy_move(&self, mut each: impl FnMut(Move)) {
        let _ = self.visit_filtered::<Noisy>(&mut |set: MoveSet| {
            set.for_each::<R>(&mut each);
            ControlFlow::Continue(())
        });
    }

    /// Passes every legal move to a visitor, in sets.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn visit_move_sets(&self, visitor: &mut impl MoveSetVisitor) -> ControlFlow<()> {
        self.visit_filtered::<All>(visitor)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn visit_filtered<W: MoveFilter>(&self, visitor: &mut impl MoveSetVisitor) -> ControlFlow<()> {
        // Two copies of the generator, each with the color as a constant.
        match self.turn() {
            Color::White => self.generate::<true, W>(visitor),
            Color::Black => self.generate::<false, W>(visitor),
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn generate<const WHITE: bool, W: MoveFilter>(
        &self,
        visitor: &mut impl MoveSetVisitor,
    ) -> ControlFlow<()> {
        let us = if WHITE { Color::White } else { Color::Black };
        // The targets allowed for everything except pawns.
        let filter = match (W::NOISY, W::QUIET) {
            (true, true) => !self.identity.color(us),
            (true, false) => self.identity.color(!us),
            (false, _) => !self.identity.occupied(),
        };
        let ChecksAndPins { checkers, pinned } = self.checks_and_pins(us);
        let king = self.king(us);
        if !checkers.has_several() {
            // In check: capture the checker or block.
            let allowed = match checkers.first() {
                None => !self.identity.color(us),
                Some(checker) => attacks::between(king, checker) | checkers,
            };
            self.pawns::<W>(us, allowed, pinned, visitor)?;
            let allowed = if W::NOISY && W::QUIET { allowed } else { allowed & filter };
            self.piece_moves(us, Role::Knight, allowed, pinned, visitor)?;
            self.piece_moves(us, Role::Bishop, allowed, pinned, visitor)?;
            self.piece_moves(us, Role::Rook, allowed, pinned, visitor)?;
            self.piece_moves(us, Role::Queen, allowed, pinned, visitor)?;
            if R::HAS_PROMOTED_PAWNS {
                self.piece_moves(us, Role::BiaNgai, allowed, pinned, visitor)?;
            }
            if R::DOUBLE_STEP && W::NOISY && self.en_passant().is_some() {
                self.en_passant_captures(us, visitor)?;
            }
        }
        let targets = self.safe_king_targets(us, king, filter);
        if R::CASTLES && W::QUIET && checkers.is_empty() {
            self.castlings(us, king, targets, visitor)?;
        }
        visitor.visit(MoveSet {
            color: us,
            role: Role::King,
            kind: SetKind::Normal,
            origin: Origin::Square(king),
            targets,
            enemies: self.identity.color(!us),
        })
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn piece_moves(
        &self,
        us: Color,
        role: Role,
        allowed: Bitboard,
        pinned: Bitboard,
        visitor: &mut impl MoveSetVisitor,
    ) -> ControlFlow<()> {
        let occupied = self.identity.occupied();
        let enemies = self.identity.color(!us);
        let pieces = self.pieces(us, role);
        for from in pieces & !pinned {
            let targets = R::attacks(role, us, from, occupied) & allowed;
            visitor.visit(MoveSet {
                color: us,
                role,
                kind: SetKind::Normal,
                origin: Origin::Square(from),
                targets,
                enemies,
            })?;
        }
        // A pinned knight has no legal move.
        if role != Role::Knight {
            for from in pieces & pinned {
                let line = attacks::line(self.king(us), from);
                let targets = R::attacks(role, us, from, occupied) & allowed & line;
                visitor.visit(MoveSet {
                    color: us,
                    role,
                    kind: SetKind::Normal,
                    origin: Origin::Square(from),
                    targets,
                    enemies,
                })?;
            }
        }
        ControlFlow::Continue(())
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn pawns<W: MoveFilter>(
        &self,
        us: Color,
        allowed: Bitboard,
        pinned: Bitboard,
        visitor: &mut impl MoveSetVisitor,
    ) -> ControlFlow<()> {
        let pawns = self.pieces(us, Role::Pawn);
        self.pawn_moves::<W>(us, pawns & !pinned, allowed, visitor)?;
        for pawn in pawns & pinned {
            let line = attacks::line(self.king(us), pawn);
            self.pawn_moves::<W>(us, pawn.bitboard(), allowed & line, visitor)?;
        }
        ControlFlow::Continue(())
    }

    /// The moves of several pawns at once, except en passant.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn pawn_moves<W: MoveFilter>(
        &self,
        us: Color,
        pawns: Bitboard,
        allowed: Bitboard,
        visitor: &mut impl MoveSetVisitor,
    ) -> ControlFlow<()> {
        let empty = !self.identity.occupied();
        let enemies = self.identity.color(!us);
        let ahead = match us {
            Color::White => 8,
            Color::Black => -8,
        };
        let pushed = pawns.forward(us) & empty;
        let promotion = R::PROMOTION_RANK.relative_to(us).squares();
        let attacked = enemies & allowed;
        let directions = [
            (pushed & allowed, ahead),
            (pawns.forward(us).west() & attacked, ahead - 1),
            (pawns.forward(us).east() & attacked, ahead + 1),
        ];
        let set = |kind, targets, distance| MoveSet {
            color: us,
            role: Role::Pawn,
            kind,
            origin: Origin::Behind(distance),
            targets,
            enemies,
        };
        // Unrolled by hand: in a loop the distance would not be a constant.
        let [push, west, east] = directions;
        if W::QUIET {
            visitor.visit(set(SetKind::Normal, push.0 & !promotion, push.1))?;
        }
        if W::NOISY {
            visitor.visit(set(SetKind::Normal, west.0 & !promotion, west.1))?;
            visitor.visit(set(SetKind::Normal, east.0 & !promotion, east.1))?;
        }
        if W::NOISY && pawns.forward(us).intersects(promotion) {
            for (targets, distance) in directions {
                visitor.visit(set(SetKind::Promotion, targets & promotion, distance))?;
            }
        }
        if R::DOUBLE_STEP && W::QUIET {
            let third = Rank::Third.relative_to(us).squares();
            let targets = (pushed & third).forward(us) & empty & allowed;
            let origin = Origin::Behind(2 * ahead);
            visitor.visit(MoveSet {
                color: us,
                role: Role::Pawn,
                kind: SetKind::DoubleStep,
                origin,
                targets,
                enemies,
            })?;
        }
        ControlFlow::Continue(())
    }

    // `inline(always)`: passed to a real function, the visitor's state could not stay in registers.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn en_passant_captures(&self, us: Color, visitor: &mut impl MoveSetVisitor) -> ControlFlow<()> {
        let Some(target) = self.en_passant_target(us) else { return ControlFlow::Continue(()) };
        for from in self.legal_en_passant_capturers(target, us) {
            visitor.visit(MoveSet {
                color: us,
                role: Role::Pawn,
                kind: SetKind::EnPassant,
                origin: Origin::Square(from),
                targets: target.bitboard(),
                enemies: Bitboard::EMPTY,
            })?;
        }
        ControlFlow::Continue(())
    }

    /// Castling. `safe` has the squares beside the king that are not attacked.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn castlings(
        &self,
        us: Color,
        king: Square,
        safe: Bitboard,
        visitor: &mut impl MoveSetVisitor,
    ) -> ControlFlow<()> {
        let occupied = self.identity.occupied();
        let mut legal = Bitboard::EMPTY;
        for rook in self.castling().rooks_of(us) {
            // A piece between king and rook always blocks: the common case.
            if !attacks::between(king, rook).intersects(occupied) && self.may_castle(us, king, rook, safe) {
                legal |= rook.bitboard();
            }
        }
        let (origin, enemies) = (Origin::Square(king), Bitboard::EMPTY);
        visitor.visit(MoveSet {
            color: us,
            role: Role::King,
            kind: SetKind::Castle,
            origin,
            targets: legal,
            enemies,
        })
    }

    /// Whether the side to move may castle with the rook on this square.
    #[cold]
    #[inline(never)]
    pub(super) fn may_castle_with(&self, rook: Square) -> bool {
        let us = self.turn();
        let king = self.king(us);
        self.castling().rooks_of(us).contains(rook)
            && !self.is_check()
            && self.may_castle(us, king, rook, self.safe_king_targets(us, king, !self.identity.color(us)))
    }

    /// Whether the path of king and rook is clear and the king crosses no attacked square.
    #[inline(never)]
    fn may_castle(&self, us: Color, king: Square, rook: Square, safe: Bitboard) -> bool {
        let (king_to, rook_to) = Castling::destinations(us, rook > king);
        let others = self.identity.occupied() ^ king.bitboard() ^ rook.bitboard();
        let king_path = attacks::between(king, king_to) | king_to.bitboard();
        let rook_path = attacks::between(rook, rook_to) | rook_to.bitboard();
        if (king_path | rook_path).intersects(others) {
            return false;
        }
        // On its way the king may be shielded by the rook, which has left when the king arrives (Chess960). The squares beside
        // the king are covered by `safe`, except the rook's own, which is not one of its targets.
        let crossed = attacks::between(king, king_to) & !safe;
        let near_king = attacks::king(king) & !rook.bitboard();
        let is_safe = |square: Square, occupied| self.attackers(square, !us, occupied).is_empty();
        !crossed.intersects(near_king)
            && crossed.into_iter().all(|square| is_safe(square, others | rook.bitboard()))
            && is_safe(king_to, others | rook_to.bitboard())
    }

    /// The squares the king can move to without being attacked there, without castling.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn safe_king_targets(&self, us: Color, king: Square, filter: Bitboard) -> Bitboard {
        // The king's own square is vacated by the move: stepping back along a slider's line does not escape it.
        let occupied = self.identity.occupied() ^ king.bitboard();
        let mut targets = Bitboard::EMPTY;
        for to in attacks::king(king) & filter {
            if self.attackers(to, !us, occupied).is_empty() {
                targets |= to.bitboard();
            }
        }
        targets
    }
}
