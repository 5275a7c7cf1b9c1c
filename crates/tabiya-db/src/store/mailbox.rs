use std::marker::PhantomData;

use tabiya::{
    Bitboard, Castling, Color, File, Identity, Move, MoveKind, Piece, Position, Role, Rules, Square,
};

use super::moves::Board;

/// A mailbox board with only what decoding moves and comparing positions needs: no keys, clocks or rules. Following a stored
/// game takes a third of the time it takes with a [`Position`].
#[derive(Clone, Debug)]
pub(crate) struct Mailbox<R> {
    pieces: [Bitboard; 2],
    /// The piece on each square; on an empty square, the last one there.
    roles: [Role; 64],
    turn: Color,
    /// Castling rights at the beginning, and the squares moved from or to.
    castling: Castling,
    changed: Bitboard,
    double_step: Option<File>,
    rules: PhantomData<R>,
}

impl<R: Rules> Mailbox<R> {
    pub(crate) fn new(position: &Position<R>) -> Mailbox<R> {
        let identity = position.identity();
        let mut roles = [Role::Pawn; 64];
        for square in identity.occupied() {
            roles[square as usize] = identity.piece_at(square).map_or(Role::Pawn, |piece| piece.role);
        }
        Mailbox {
            pieces: Color::ALL.map(|color| identity.color(color)),
            roles,
            turn: position.turn(),
            castling: position.castling(),
            changed: Bitboard::EMPTY,
            double_step: position.en_passant(),
            rules: PhantomData,
        }
    }

    /// Plays a move; returns whether it is irreversible: a pawn move or a capture.
    #[inline]
    pub(crate) fn play(&mut self, mv: Move) -> bool {
        let (us, them) = (self.turn as usize, !self.turn as usize);
        let (from, to) = (mv.from.bitboard(), mv.to.bitboard());
        let is_capture = self.pieces[them].intersects(to);
        self.changed |= from | to;
        self.turn = !self.turn;
        self.double_step = (mv.kind == MoveKind::DoubleStep).then(|| mv.to.file());
        if mv.kind == MoveKind::Castle {
            let (king, rook) = Castling::destinations(!self.turn, mv.to > mv.from);
            let arrived = king.bitboard() | rook.bitboard();
            self.pieces[us] = (self.pieces[us] & !(from | to)) | arrived;
            self.changed |= arrived;
            self.roles[king as usize] = Role::King;
            self.roles[rook as usize] = Role::Rook;
            return false;
        }
        self.pieces[us] = (self.pieces[us] & !from) | to;
        self.pieces[them] &= !to;
        if mv.kind == MoveKind::EnPassant {
            self.pieces[them] &= !Square::new(mv.to.file(), mv.from.rank()).bitboard();
        }
        self.roles[mv.to as usize] = mv.promotion().unwrap_or(mv.role);
        is_capture || mv.role == Role::Pawn
    }

    /// The pieces of a color.
    pub(crate) fn color(&self, color: Color) -> Bitboard {
        self.pieces[color as usize]
    }

    pub(crate) fn piece_at(&self, square: Square) -> Option<Piece> {
        let color = Color::ALL.into_iter().find(|color| self.color(*color).contains(square))?;
        Some(Piece { color, role: self.roles[square as usize] })
    }

    /// The number of pieces of each color and role.
    pub(crate) fn piece_counts(&self) -> [[u8; 7]; 2] {
        self.pieces.map(|pieces| {
            let mut counts = [0; 7];
            pieces.into_iter().for_each(|square| counts[self.roles[square as usize] as usize] += 1);
            counts
        })
    }

    pub(crate) fn count(&self) -> u32 {
        self.pieces[0].len() + self.pieces[1].len()
    }

    /// Whether this is the given position. `None` if the board cannot decide: after a double step, equality may depend on whether
    /// en passant is legal.
    #[inline]
    pub(crate) fn matches(&self, identity: &Identity) -> Option<bool> {
        if self.pieces[0] != identity.color(Color::White) || self.pieces[1] != identity.color(Color::Black) {
            return Some(false);
        }
        self.matches_pieces(identity)
    }

    #[cold]
    fn matches_pieces(&self, identity: &Identity) -> Option<bool> {
        let is_role = |square: Square| identity.role(self.roles[square as usize]).contains(square);
        if self.turn != identity.turn() || !identity.occupied().into_iter().all(is_role) {
            return Some(false);
        }
        if self.double_step.is_some() || identity.en_passant().is_some() {
            return None;
        }
        Some(self.rights() == identity.castling())
    }

    /// The castling rights of rooks and kings that have not moved.
    fn rights(&self) -> Castling {
        let kept = Color::ALL.into_iter().map(|color| {
            let king = (self.pieces[color as usize] & !self.changed)
                .into_iter()
                .any(|square| self.roles[square as usize] == Role::King);
            if king { self.castling.rooks_of(color) & !self.changed } else { Bitboard::EMPTY }
        });
        Castling::of_rooks(kept.fold(Bitboard::EMPTY, |all, rooks| all | rooks))
    }
}

impl<R: Rules> Board for Mailbox<R> {
    type Rules = R;

    #[inline]
    fn turn(&self) -> Color {
        self.turn
    }

    #[inline]
    fn pieces(&self, color: Color) -> Bitboard {
        self.pieces[color as usize]
    }

    #[inline]
    fn role_of_occupied(&self, square: Square) -> Role {
        self.roles[square as usize]
    }

    #[inline]
    fn may_castle_with(&self, file: File) -> bool {
        let rooks = self.castling.rooks_of(self.turn) & !self.changed;
        rooks.intersects(file.squares())
    }

    #[inline]
    fn en_passant(&self) -> Option<File> {
        self.double_step
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::moves;
    use tabiya::keys::SplitMix64;
    use tabiya::{Chess, Makruk, Reading};

    /// Plays a random game on both boards.
    fn walk<R: Rules>(start: &Position<R>, seed: u64) {
        let (mut random, mut position, mut mailbox) = (SplitMix64::new(seed), *start, Mailbox::new(start));
        for _ in 0..200 {
            let moves = position.legal_moves();
            for mv in &moves {
                let code = moves::code(&position, *mv);
                assert_eq!(moves::decode(&mailbox, code), Some(*mv), "{position:?} {mv}");
                let (mut next, mut after) = (mailbox.clone(), position);
                let is_zeroing = next.play(*mv);
                after.advance(*mv);
                let is_decidable = mv.kind != MoveKind::DoubleStep && after.en_passant().is_none();
                assert_eq!(next.matches(after.identity()), is_decidable.then_some(true), "{position:?} {mv}");
                assert_ne!(next.matches(position.identity()), Some(true), "{position:?} {mv}");
                assert_eq!(is_zeroing, after.halfmove_clock() == 0, "{position:?} {mv}");
                assert_eq!(next.count(), after.identity().occupied().len());
            }
            if moves.is_empty() {
                return;
            }
            let mv = moves[random.next() as usize % moves.len()];
            position.advance(mv);
            mailbox.play(mv);
        }
    }

    #[test]
    fn mailbox_agrees_with_position() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3pPk/8/4P3/8 b - g3 0 1",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
            "1rkr4/pppppppp/8/8/8/8/PPPPPPPP/1RKR4 w DBdb - 0 1",
            "2r1kr2/8/8/8/8/8/8/1R2K1R1 w GBfc - 0 1",
        ] {
            let start = Position::<Chess>::from_fen(fen, Reading::LENIENT.chess960()).unwrap().position;
            (0..10).for_each(|seed| walk(&start, seed));
        }
        (0..10).for_each(|seed| walk(&Position::<Makruk>::start(), seed));
    }
}
