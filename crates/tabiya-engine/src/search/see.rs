//! Static exchange evaluation (SEE).

use tabiya::{Bitboard, Move, MoveKind, Position, Role, Square, attacks};

use crate::eval::Evaluate;

/// Whether a move wins at least `threshold` centipawns if both sides continue capturing on the target square with their
/// least valuable piece and may stop at any time.
#[must_use]
pub(crate) fn wins<R: Evaluate>(position: &Position<R>, mv: Move, threshold: i32) -> bool {
    if mv.kind == MoveKind::Castle {
        return threshold <= 0;
    }
    let id = position.identity();
    // The gain if they do not recapture, minus the threshold.
    let mut balance = gain::<R>(position, mv) - threshold;
    if balance < 0 {
        return false;
    }
    // The gain if they recapture for free.
    balance -= R::piece_value(mv.promotion().unwrap_or(mv.role));
    if balance >= 0 {
        return true;
    }

    let mut occupied = (id.occupied() & !mv.from.bitboard()) | mv.to.bitboard();
    if mv.kind == MoveKind::EnPassant {
        let victim = Square::new(mv.to.file(), mv.from.rank());
        occupied &= !victim.bitboard();
    }
    let straight = R::straight_sliders(id);
    let diagonal = R::diagonal_sliders(id);
    let us = position.turn();
    let mut attackers = position.attackers(mv.to, us, occupied) | position.attackers(mv.to, !us, occupied);
    let mut side = !us;
    loop {
        attackers &= occupied;
        let own = attackers & id.color(side);
        let Some((role, from)) = least_of::<R>(position, own) else { break };
        side = !side;
        if role == Role::King {
            // A king cannot capture a defended piece.
            if attackers.intersects(id.color(side)) {
                side = !side;
            }
            break;
        }
        balance = -balance - 1 - R::piece_value(role);
        if balance >= 0 {
            break;
        }
        occupied &= !from;
        // X-rays: a slider behind the capturing piece joins in.
        attackers |= attacks::rook(mv.to, occupied) & straight;
        if !diagonal.is_empty() {
            attackers |= attacks::bishop(mv.to, occupied) & diagonal;
        }
    }
    // The side to move has no good capture left.
    side != us
}

/// The immediate material gain of a move.
pub(crate) fn gain<R: Evaluate>(position: &Position<R>, mv: Move) -> i32 {
    let captured = victim(position, mv).map_or(0, R::piece_value);
    captured + mv.promotion().map_or(0, |role| R::piece_value(role) - R::piece_value(Role::Pawn))
}

/// The captured role.
#[inline]
pub(crate) fn victim<R: Evaluate>(position: &Position<R>, mv: Move) -> Option<Role> {
    match mv.kind {
        MoveKind::EnPassant => Some(Role::Pawn),
        MoveKind::Capture | MoveKind::Promotion(_) => position.piece_at(mv.to).map(|piece| piece.role),
        MoveKind::Normal | MoveKind::DoubleStep | MoveKind::Castle => None,
    }
}

/// The least valuable piece of a set, and one of its squares.
fn least_of<R: Evaluate>(position: &Position<R>, pieces: Bitboard) -> Option<(Role, Bitboard)> {
    if pieces.is_empty() {
        return None;
    }
    R::BY_VALUE.iter().find_map(|&role| {
        let square = (pieces & position.identity().role(role)).first()?;
        Some((role, square.bitboard()))
    })
}

#[cfg(test)]
mod tests {
    use tabiya::{Chess, Makruk};

    use super::*;

    fn value<R: Evaluate>(fen: &str, uci: &str) -> i32 {
        let position: Position<R> = fen.parse().unwrap();
        let mv = position.parse_uci(uci).unwrap();
        (-3000..3000).rev().find(|&threshold| wins(&position, mv, threshold)).unwrap()
    }

    #[test]
    fn exchanges_are_evaluated_to_the_end() {
        let piece_value = Chess::piece_value;
        // The rook takes an undefended pawn.
        assert_eq!(
            value::<Chess>("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5"),
            piece_value(Role::Pawn)
        );
        // Knight takes pawn, with queen behind rook and bishop behind queen.
        assert_eq!(
            value::<Chess>("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5"),
            piece_value(Role::Pawn) - piece_value(Role::Knight)
        );
        // A king cannot take a defended piece.
        assert_eq!(value::<Chess>("8/8/3k4/4p3/4R3/8/8/4R1K1 w - - 0 1", "e4e5"), piece_value(Role::Pawn));
        // A promotion that is recaptured.
        assert_eq!(value::<Chess>("2r1k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b7b8q"), -piece_value(Role::Pawn));
        // En passant opens no line here.
        assert_eq!(value::<Chess>("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6"), piece_value(Role::Pawn));
    }

    #[test]
    fn attackers_capture_in_order_of_value() {
        let without_king = |roles: &[Role]| roles[..roles.len() - 1].to_vec();
        assert!(without_king(Chess::BY_VALUE).is_sorted_by_key(|&role| Chess::piece_value(role)));
        assert!(without_king(Makruk::BY_VALUE).is_sorted_by_key(|&role| Makruk::piece_value(role)));
    }

    #[test]
    fn makruk_khons_defend_forward_only() {
        // The khon on e6 (black, moving down) defends e5.
        let guarded = "4k3/8/4s3/4p3/3P4/8/8/4K3 w - - 0 1";
        assert_eq!(value::<Makruk>(guarded, "d4e5"), 0);
        // On e4, the bia on e5 is behind it.
        let unguarded = "4k3/8/8/4p3/3Ps3/8/8/K7 w - - 0 1";
        assert_eq!(value::<Makruk>(unguarded, "d4e5"), Makruk::piece_value(Makruk::BIA));
    }
}
