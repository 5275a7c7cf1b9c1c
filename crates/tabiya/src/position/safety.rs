//! Checks, pins, attackers and legal en passant captures, computed on request.

use crate::{Bitboard, Color, Position, Rank, Role, Rules, Square, attacks};

/// The checkers and pinned pieces of the side to move.
#[derive(Clone, Copy, Debug)]
pub(super) struct ChecksAndPins {
    /// Enemy pieces giving check.
    pub(super) checkers: Bitboard,
    /// Own pieces that can only move along the line through their king.
    pub(super) pinned: Bitboard,
}

impl<R: Rules> Position<R> {
    /// The enemy pieces giving check to the side to move.
    ///
    /// ```
    /// use tabiya::{Chess, Position, Square};
    ///
    /// let mate: Position<Chess> = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3".parse()?;
    /// assert_eq!(mate.checkers(), Square::H4.bitboard());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn checkers(&self) -> Bitboard {
        self.attackers(self.king(self.turn()), !self.turn(), self.identity.occupied())
    }

    /// Whether the side to move is in check.
    #[must_use]
    pub fn is_check(&self) -> bool {
        !self.checkers().is_empty()
    }

    /// The side to move's pieces that cannot leave the line through their king.
    #[must_use]
    pub fn pinned(&self) -> Bitboard {
        self.checks_and_pins(self.turn()).pinned
    }

    /// A color's pieces that attack a square with this occupancy.
    ///
    /// ```
    /// use tabiya::{Chess, Color, Position, Square};
    ///
    /// let start = Position::<Chess>::start();
    /// let attackers = start.attackers(Square::F3, Color::White, start.identity().occupied());
    /// assert_eq!(attackers.len(), 3); // the knight on g1, the pawns on e2 and g2
    /// ```
    #[inline]
    #[must_use]
    pub fn attackers(&self, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
        let id = &self.identity;
        // A piece of ours on this square attacks exactly the squares from which such an enemy piece attacks it.
        let from = |role| R::attacks(role, !by, square, occupied) & id.role(role);
        let mut attackers = from(Role::Pawn)
            | from(Role::Knight)
            | from(Role::King)
            | attacks::rook(square, occupied) & R::straight_sliders(id);
        if R::DIAGONAL_SLIDERS {
            attackers |= attacks::bishop(square, occupied) & R::diagonal_sliders(id);
        } else {
            attackers |= from(Role::Bishop) | from(Role::Queen);
        }
        if R::HAS_PROMOTED_PAWNS {
            attackers |= from(Role::BiaNgai);
        }
        attackers & id.color(by)
    }

    /// Whether one of these pieces of the side not to move attacks a square with this occupancy.
    ///
    /// [`attackers`](Self::attackers) uses the 1 MB magic tables, which suits a search that keeps them in cache. This
    /// checks only the lines with an enemy slider: better for one call per move, as when replaying games.
    #[inline]
    pub(crate) fn is_attacked(&self, square: Square, by: Bitboard, occupied: Bitboard) -> bool {
        let id = &self.identity;
        let leapers_of = |role| R::attacks_on_empty_board(role, self.turn(), square) & id.role(role);
        let mut leapers = leapers_of(Role::Pawn) | leapers_of(Role::Knight) | leapers_of(Role::King);
        let mut sliders = attacks::straight_lines(square) & R::straight_sliders(id);
        if R::DIAGONAL_SLIDERS {
            sliders |= attacks::diagonals(square) & R::diagonal_sliders(id);
        } else {
            leapers |= leapers_of(Role::Bishop) | leapers_of(Role::Queen);
        }
        if R::HAS_PROMOTED_PAWNS {
            leapers |= leapers_of(Role::BiaNgai);
        }
        let is_clear = |slider| !attacks::between(square, slider).intersects(occupied);
        leapers.intersects(by) || (sliders & by).into_iter().any(is_clear)
    }

    /// Checkers and pinned pieces in one pass over the king's lines.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn checks_and_pins(&self, us: Color) -> ChecksAndPins {
        let id = &self.identity;
        let (own, enemy) = (id.color(us), id.color(!us));
        let king = self.king(us);
        let leaper = |role| R::attacks(role, us, king, Bitboard::EMPTY) & id.role(role);
        let mut checkers = leaper(Role::Pawn) | leaper(Role::Knight);
        // X-ray through our own pieces, up to the first enemy on each line.
        let mut snipers = attacks::rook(king, enemy) & R::straight_sliders(id);
        if R::DIAGONAL_SLIDERS {
            snipers |= attacks::bishop(king, enemy) & R::diagonal_sliders(id);
        } else {
            checkers |= leaper(Role::Bishop) | leaper(Role::Queen);
        }
        if R::HAS_PROMOTED_PAWNS {
            checkers |= leaper(Role::BiaNgai);
        }
        checkers &= enemy;
        let mut pinned = Bitboard::EMPTY;
        for sniper in snipers & enemy {
            let shield = attacks::between(king, sniper) & own;
            if shield.is_empty() {
                checkers |= sniper.bitboard();
            } else if !shield.has_several() {
                pinned |= shield;
            }
        }
        ChecksAndPins { checkers, pinned }
    }

    /// The en passant target square, if it is this color's turn.
    #[inline]
    pub(crate) fn en_passant_target(&self, us: Color) -> Option<Square> {
        self.en_passant().map(|file| Square::new(file, Rank::Sixth.relative_to(us)))
    }

    /// The pawns that can capture en passant on a square without exposing their king.
    #[inline(never)]
    pub(crate) fn legal_en_passant_capturers(&self, target: Square, us: Color) -> Bitboard {
        let victim = target.bitboard().forward(!us);
        let candidates = attacks::pawn(!us, target) & self.pieces(us, Role::Pawn);
        candidates
            .into_iter()
            .filter(|from| {
                let occupied = (self.identity.occupied() ^ from.bitboard() ^ victim) | target.bitboard();
                (self.attackers(self.king(us), !us, occupied) & !victim).is_empty()
            })
            .collect()
    }
}
