//! Validation: whether a position can occur in a game. No reachable position is rejected.

use alloc::format;
use alloc::string::{String, ToString};

use super::diagnostic::{Diagnostics, Severity, Subject};
use super::error::SetupProblemKind;
use crate::{Bitboard, Castling, Color, Identity, Piece, Position, Rank, Role, Rules, Square, attacks};

/// The number of pieces of each role at the start; pawns are checked separately.
const AT_START: [(Role, u32); 4] = [(Role::Knight, 2), (Role::Bishop, 2), (Role::Rook, 2), (Role::Queen, 1)];

/// Checks the number and place of the pieces. Returns whether both sides have one king, so that checks can be computed.
pub(super) fn pieces<R: Rules>(position: &Position<R>, diagnostics: &mut Diagnostics<Subject>) -> bool {
    let king = R::piece_name(Role::King);
    let mut has_kings = true;
    for color in Color::ALL {
        let kings = position.pieces(color, Role::King);
        has_kings &= kings.len() == 1;
        match kings.into_iter().nth(1) {
            None if kings.is_empty() => diagnostics.refuse(
                Subject::Pieces,
                SetupProblemKind::MissingKing,
                format!("{color} has no {king}"),
            ),
            None => {}
            Some(second) => {
                let reason = format!("{color} has {} {king}s", kings.len());
                diagnostics.refuse(Subject::Square(second), SetupProblemKind::SeveralKings, reason);
            }
        }
        pawns(position, color, diagnostics);
        material(position, color, diagnostics);
    }
    let (white, black) = (position.king(Color::White), position.king(Color::Black));
    if has_kings && attacks::king(white).contains(black) {
        let reason = format!("the {king}s are on adjacent squares");
        diagnostics.refuse(Subject::Square(white), SetupProblemKind::AdjacentKings, reason);
        has_kings = false;
    }
    has_kings
}

fn pawns<R: Rules>(position: &Position<R>, color: Color, diagnostics: &mut Diagnostics<Subject>) {
    let pawn = R::piece_name(Role::Pawn);
    let pawns = position.pieces(color, Role::Pawn);
    let promotion = Rank::ALL[R::PROMOTION_RANK as usize..].iter();
    let forbidden = promotion.chain([&Rank::First]).map(|rank| rank.relative_to(color).squares());
    let forbidden = forbidden.fold(Bitboard::EMPTY, |all, rank| all | rank);
    for square in pawns & forbidden {
        let reason = format!("a {color} {pawn} is on {square}");
        diagnostics.refuse(Subject::Square(square), SetupProblemKind::PawnRank, reason);
    }
    // A promoted bia counts as a bia; a promoted pawn is indistinguishable from other pieces.
    let count = pawns.len() + position.pieces(color, Role::BiaNgai).len();
    if count > 8 {
        let reason = format!("{color} has {count} {} instead of at most 8", plural(pawn));
        diagnostics.refuse(Subject::Pieces, SetupProblemKind::TooManyPieces, reason);
    }
    let pieces = position.identity().color(color).len();
    if pieces > 16 {
        let reason = format!("{color} has {pieces} pieces instead of at most 16");
        diagnostics.refuse(Subject::Pieces, SetupProblemKind::TooManyPieces, reason);
    }
}

/// More promoted pieces than missing pawns is impossible, but occurs in puzzles and in FENs that write a promoted bia
/// as a met.
fn material<R: Rules>(position: &Position<R>, color: Color, diagnostics: &mut Diagnostics<Subject>) {
    let has = |role| position.pieces(color, role).len();
    let extra: u32 = AT_START.iter().map(|&(role, at_start)| has(role).saturating_sub(at_start)).sum();
    let missing = 8_u32.saturating_sub(has(Role::Pawn) + has(Role::BiaNgai));
    if extra > missing {
        let pawns = plural(R::piece_name(Role::Pawn));
        let remark = format!("{color} has more promoted pieces than missing {pawns}");
        diagnostics.add(Subject::Pieces, Severity::Remark, SetupProblemKind::TooManyPieces, remark);
    }
}

/// Thai words have no plural form.
fn plural(piece: &str) -> String {
    if piece == "bia" { piece.to_string() } else { format!("{piece}s") }
}

/// Checks who is in check, and whether the last move can have given it.
pub(super) fn checks<R: Rules>(position: &Position<R>, diagnostics: &mut Diagnostics<Subject>) {
    let us = position.turn();
    let occupied = position.identity().occupied();
    let their_king = position.king(!us);
    if !position.attackers(their_king, us, occupied).is_empty() {
        let reason = "the side not to move is in check";
        diagnostics.refuse(Subject::Square(their_king), SetupProblemKind::OpponentInCheck, reason);
    }
    let king = position.king(us);
    let checkers = position.attackers(king, !us, occupied);
    if checkers.len() > 2 {
        let implausible = format!("{us} is in check from {} pieces", checkers.len());
        diagnostics.add(
            Subject::Square(king),
            Severity::Implausible,
            SetupProblemKind::ImpossibleCheck,
            implausible,
        );
    } else if !can_arise(position, king, checkers) {
        let implausible = format!("no move can have given {us} this check");
        diagnostics.add(
            Subject::Square(king),
            Severity::Implausible,
            SetupProblemKind::ImpossibleCheck,
            implausible,
        );
    }
}

/// The reason why no pawn can just have passed this square, if there is one.
pub(super) fn why_impossible_en_passant(identity: &Identity, square: Square) -> Option<&'static str> {
    let mover = !identity.turn();
    if square.rank() != Rank::Third.relative_to(mover) {
        return Some(match mover {
            Color::White => "it is not on rank 3",
            Color::Black => "it is not on rank 6",
        });
    }
    let passed = square.bitboard();
    if passed.forward(!mover).intersects(identity.occupied()) || passed.intersects(identity.occupied()) {
        return Some("a piece blocks the pawn's path");
    }
    let pawn = identity.piece(Piece { color: mover, role: Role::Pawn });
    (!passed.forward(mover).intersects(pawn)).then_some("no pawn has passed it")
}

/// Whether the other side's last move can have led to these checks.
fn can_arise<R: Rules>(position: &Position<R>, king: Square, checkers: Bitboard) -> bool {
    let uncovered = |checker: Square| attacks::between(king, checker);
    let mut squares = checkers.into_iter();
    match (squares.next(), squares.next()) {
        // A checker has moved, or another piece has uncovered its line.
        (Some(one), None) => {
            !uncovered(one).is_empty()
                || !previous_squares(position, one).is_empty()
                || (R::CASTLES && has_castled(position, one))
        }
        // One of the two has moved off the other's line.
        (Some(one), Some(two)) => {
            previous_squares(position, one).intersects(uncovered(two))
                || previous_squares(position, two).intersects(uncovered(one))
                || (R::DOUBLE_STEP && en_passant_uncovered(position, uncovered(one), uncovered(two)))
        }
        _ => true,
    }
}

/// The empty squares from which a checker may have come with its last move.
fn previous_squares<R: Rules>(position: &Position<R>, checker: Square) -> Bitboard {
    let id = position.identity();
    let (us, them) = (id.turn(), !id.turn());
    let role = id.role_of_occupied(checker);
    // A piece moves backward like one of the other color moves forward.
    let as_now = R::attacks(role, us, checker, id.occupied());
    let is_new = R::PROMOTES_TO.contains(&role) && checker.rank() == R::PROMOTION_RANK.relative_to(them);
    let origins = match role {
        Role::Pawn => pawn_origins(them, checker),
        _ if is_new => as_now | pawn_origins(them, checker),
        _ => as_now,
    };
    origins & !id.occupied()
}

/// The squares a pawn may have come from: never the first rank. A bia is never on its second rank either, but a FEN
/// with one is accepted, so its moves must be too. A double step needs no square of its own: the square it passes is
/// empty, and it uncovers no line to a king that the pawn attacks.
fn pawn_origins(color: Color, pawn: Square) -> Bitboard {
    let behind = pawn.bitboard().forward(!color);
    (behind | behind.west() | behind.east()) & !Rank::First.relative_to(color).squares()
}

/// Whether a rook can have come to its square by castling, which in Chess960 may take it over its own king. Castling
/// gives no other check: only the rook's line along the first rank can be opened.
///
/// ```text
/// . . . . . P . .      the king has castled without moving, with the rook from h1
/// . . . . k R K .
/// ```
fn has_castled<R: Rules>(position: &Position<R>, rook: Square) -> bool {
    let id = position.identity();
    let them = !id.turn();
    let home = Rank::First.relative_to(them).squares();
    let empty = home & !id.occupied();
    if id.role_of_occupied(rook) != Role::Rook || !id.castling().rooks_of(them).is_empty() {
        return false;
    }
    [true, false].into_iter().any(|to_the_right| {
        let arrived = Castling::destinations(them, to_the_right);
        // All squares between their origins and targets are empty, except for themselves.
        let free = empty | arrived.0.bitboard() | arrived.1.bitboard();
        let is_clear_way = |from: Square, to: Square| {
            let way = attacks::between(from, to) | from.bitboard() | to.bitboard();
            (way & !free).is_empty()
        };
        let can_have_castled_from = |king: Square, old_rook: Square| {
            (old_rook > king) == to_the_right
                && old_rook != king
                && !attacks::king(position.king(!them)).contains(king)
                && is_clear_way(king, arrived.0)
                && is_clear_way(old_rook, arrived.1)
        };
        arrived == (position.king(them), rook)
            && (home & free)
                .into_iter()
                .any(|king| (home & free).into_iter().any(|old| can_have_castled_from(king, old)))
    })
}

/// An en passant capture vacates two squares of a rank and so can uncover two lines at once.
///
/// ```text
/// . . . . P . . .      the pawn has come from d5 and captured on e5:
/// . . . k . . . .      rook and bishop give check together
/// . . . . . . . .
/// . . . R . B . .
/// ```
fn en_passant_uncovered<R: Rules>(position: &Position<R>, one: Bitboard, two: Bitboard) -> bool {
    let id = position.identity();
    let (us, them) = (id.turn(), !id.turn());
    let captors = id.piece(Piece { color: them, role: Role::Pawn }) & Rank::Sixth.relative_to(them).squares();
    captors.into_iter().any(|captor| {
        let victim = captor.bitboard().forward(us) & !id.occupied();
        let origin = (victim.west() | victim.east()) & !id.occupied();
        (victim.intersects(one) && origin.intersects(two))
            || (victim.intersects(two) && origin.intersects(one))
    })
}

/// Whether the side to move was already in check before the opponent's double step over this square, so that it
/// had ignored that check.
pub(super) fn ignored_check<R: Rules>(position: &Position<R>, passed: Square) -> bool {
    let id = position.identity();
    let (us, them) = (id.turn(), !id.turn());
    let king = position.king(us);
    let to = passed.bitboard().forward(them);
    let from = passed.bitboard().forward(us);
    let others = position.attackers(king, them, (id.occupied() & !to) | from) & !to;
    // A pawn of ours on the king's square attacks the squares from which an enemy pawn attacks the king.
    !others.is_empty() || attacks::pawn(us, king).intersects(from)
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use crate::{Chess, Makruk, Position, Rules};

    fn arises<R: Rules>(fen: &str) -> bool {
        match fen.parse::<Position<R>>() {
            Ok(_) => true,
            Err(error) => {
                assert!(error.to_string().contains("check"), "{fen}: {error}");
                false
            }
        }
    }

    #[test]
    fn a_move_uncovers_at_most_one_line() {
        assert!(arises::<Chess>("4k3/8/5N2/8/8/8/8/K3R3 b - - 0 1"));
        assert!(!arises::<Chess>("4k3/6N1/5N2/8/8/8/8/K7 b - - 0 1"));
        assert!(!arises::<Chess>("R3k2R/8/8/8/8/8/8/K7 b - - 0 1"));
    }

    #[test]
    fn en_passant_may_uncover_two() {
        assert!(arises::<Chess>("8/8/3kP3/8/3R1B2/8/8/K7 b - - 0 1"));
        assert!(!arises::<Chess>("8/8/3k4/8/3R1B2/8/8/K7 b - - 0 1"));
        // The rook's line did not pass between the captured and the capturing pawn.
        assert!(!arises::<Chess>("8/8/R2kP3/8/5B2/8/8/K7 b - - 0 1"));
    }

    #[test]
    fn castling_may_give_check_where_the_rook_has_no_way_back() {
        assert!(arises::<Chess>("8/8/8/8/8/8/5P2/4kRK1 b - - 1 1"));
        assert!(arises::<Chess>("8/8/8/8/8/8/3P4/2KRk3 b - - 1 1"));
        assert!(arises::<Chess>("4Krk1/5p2/8/8/8/8/8/8 w - - 1 1"));
        assert!(!arises::<Chess>("8/8/8/8/8/8/5P2/4kRKN b - - 1 1"));
        assert!(!arises::<Chess>("8/8/8/8/8/8/5PK1/4kRN1 b - - 1 1"));
        // A queen does not castle.
        assert!(!arises::<Chess>("8/8/8/8/8/8/4PPP1/4kQK1 b - - 1 1"));
    }

    #[test]
    fn a_pawn_that_has_not_moved_gives_no_check() {
        assert!(!arises::<Chess>("8/8/8/8/8/3k4/4P3/K7 b - - 0 1"));
        assert!(arises::<Chess>("8/8/8/8/3k4/4P3/8/K7 b - - 0 1"));
        assert!(!arises::<Makruk>("8/8/8/8/8/3k4/4P3/K7 b - - 0 1"));
        assert!(arises::<Makruk>("8/8/8/8/3k4/4P3/8/K7 b - - 0 1"));
    }

    #[test]
    fn a_piece_without_a_way_back_has_not_come_as_a_pawn() {
        assert!(arises::<Chess>("8/8/8/3P4/3Rk3/3N4/8/K7 b - - 0 1"));
        assert!(!arises::<Chess>("8/8/8/3P4/2PRk3/3N4/8/K7 b - - 0 1"));
        assert!(!arises::<Chess>("8/8/8/8/3k4/4P3/3NNN2/K7 b - - 0 1"));
    }

    #[test]
    fn a_pawn_has_not_stepped_over_a_piece() {
        assert!(arises::<Chess>("8/8/8/3k4/4P3/3N1N2/8/K7 b - - 0 1"));
        assert!(!arises::<Chess>("8/8/8/3k4/4P3/3NBN2/8/K7 b - - 0 1"));
    }

    #[test]
    fn a_double_step_may_give_check_itself_or_by_leaving_a_line() {
        assert!(arises::<Chess>("8/8/8/3k4/4P3/8/8/K7 b - e3 0 1"));
        assert!(arises::<Chess>("8/8/8/8/4P1k1/8/8/K2B4 b - e3 0 1"));
    }
}
