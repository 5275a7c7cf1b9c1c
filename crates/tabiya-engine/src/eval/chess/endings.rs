//! Endgame knowledge.

use tabiya::{Bitboard, Chess, Color, Position, Rank, Role, Square};

use super::ROLES;
use crate::eval::view::{DARK, distance, file, from_center, rank};
use crate::eval::{EndgameKnowledge, Evaluate};

/// Scales the stronger side's advantage.
#[inline]
pub(super) fn of(position: &Position<Chess>, stronger: Color) -> EndgameKnowledge {
    let id = position.identity();
    let pawns = position.pieces(stronger, Role::Pawn);
    if id.color(!stronger).len() == 1 {
        return against_lone_king(position, stronger);
    }
    let majors = position.pieces(stronger, Role::Rook) | position.pieces(stronger, Role::Queen);
    if majors.is_empty() && opposite_bishops(position) {
        let knights = id.role(Role::Knight).len() as i32;
        return EndgameKnowledge::scaled((18 + 5 * pawns.len() as i32 + 12 * knights).min(64));
    }
    match pawns.len() {
        0 => EndgameKnowledge::scaled(without_pawns(position, stronger)),
        // A minor piece may be sacrificed for the last pawn.
        1 if majors.is_empty() => EndgameKnowledge::scaled(36),
        1 => EndgameKnowledge::scaled(54),
        _ => EndgameKnowledge::PLAIN,
    }
}

/// Without pawns, an advantage of a minor piece is usually a draw.
fn without_pawns(position: &Position<Chess>, stronger: Color) -> i32 {
    let pieces = |color| -> i32 {
        ROLES[1..]
            .iter()
            .map(|&role| Chess::piece_value(role) * position.pieces(color, role).len() as i32)
            .sum()
    };
    let (ours, theirs) = (pieces(stronger), pieces(!stronger));
    let bishop = Chess::piece_value(Role::Bishop);
    if ours - theirs > bishop {
        // A rook against pawns may not be enough.
        return if theirs == 0 && ours < Chess::piece_value(Role::Queen) { 24 } else { 56 };
    }
    match (ours, theirs) {
        (ours, _) if ours <= bishop => 0,
        (_, theirs) if theirs <= bishop => 6,
        _ => 16,
    }
}

fn opposite_bishops(position: &Position<Chess>) -> bool {
    let bishops = position.identity().role(Role::Bishop);
    bishops.len() == 2
        && (bishops & DARK).len() == 1
        && position.pieces(Color::White, Role::Bishop).len() == 1
        && position.pieces(Color::Black, Role::Bishop).len() == 1
}

fn against_lone_king(position: &Position<Chess>, stronger: Color) -> EndgameKnowledge {
    let pieces = |role| position.pieces(stronger, role);
    let (king, lone_king) = (position.king(stronger), position.king(!stronger));
    let (pawns, knights, bishops) = (pieces(Role::Pawn), pieces(Role::Knight), pieces(Role::Bishop));
    let majors = pieces(Role::Rook) | pieces(Role::Queen);
    let pair = bishops.intersects(DARK) && bishops.intersects(!DARK);
    let sign = if stronger == Color::White { 1 } else { -1 };
    let win = |bonus: i32| EndgameKnowledge { bonus: sign * bonus, ..EndgameKnowledge::PLAIN };
    let near = 7 - distance(king, lone_king) as i32;

    if !majors.is_empty() || pair {
        return win(400 + 15 * from_center(lone_king) + 10 * near);
    }
    if !bishops.is_empty() && !knights.is_empty() {
        // The corner must have the bishop's color.
        let corners =
            if bishops.intersects(DARK) { [Square::A1, Square::H8] } else { [Square::A8, Square::H1] };
        let to_corner = corners.into_iter().map(|corner| steps(corner, lone_king)).min().unwrap_or(14) as i32;
        return win(400 + 25 * (14 - to_corner) + 10 * near + 5 * from_center(lone_king));
    }
    if pawns.is_empty() {
        return EndgameKnowledge::scaled(if knights.len() > 2 { 64 } else { 0 });
    }
    if knights.is_empty() && bishops_of_the_wrong_color(pawns, bishops, stronger, lone_king) {
        return EndgameKnowledge::scaled(0);
    }
    EndgameKnowledge::PLAIN
}

/// Wrong bishop: only rook pawns, no bishop controls the corner, and the lone king is there.
fn bishops_of_the_wrong_color(
    pawns: Bitboard,
    bishops: Bitboard,
    stronger: Color,
    lone_king: Square,
) -> bool {
    let edge = |column: tabiya::File| (pawns & !column.squares()).is_empty();
    let column = match (edge(tabiya::File::A), edge(tabiya::File::H)) {
        (true, _) => tabiya::File::A,
        (_, true) => tabiya::File::H,
        _ => return false,
    };
    let corner = Square::new(column, Rank::Eighth.relative_to(stronger));
    let guards = if DARK.contains(corner) { DARK } else { !DARK };
    !bishops.intersects(guards) && distance(lone_king, corner) <= 1
}

/// The distance along ranks and files.
fn steps(a: Square, b: Square) -> usize {
    file(a).abs_diff(file(b)) + rank(a).abs_diff(rank(b))
}
