//! Endgames: driving a lone khun to the edge, and the count.

use tabiya::{Color, Makruk, Position};

use crate::eval::EndgameKnowledge;
use crate::eval::view::{DARK, distance, from_center};

/// With this many half-moves left, the count does not matter yet.
const FADE_PLIES: i32 = 32;

/// Scales the stronger side's advantage.
#[inline]
pub(super) fn of(position: &Position<Makruk>, stronger: Color) -> EndgameKnowledge {
    let id = position.identity();
    let count = position.count();
    let mut fade = 64;
    if count.is_running() {
        let left = i32::from(count.limit) - i32::from(count.plies);
        fade = 64 * left.clamp(0, FADE_PLIES) / FADE_PLIES;
    }
    if id.color(stronger).len() <= 4 {
        fade = fade * win_chance(position, stronger) / 64;
    }
    if id.color(!stronger).len() > 1 {
        return EndgameKnowledge { fade, ..EndgameKnowledge::PLAIN };
    }
    let (khun, lone_king) = (position.king(stronger), position.king(!stronger));
    let drive_bonus = 18 * from_center(lone_king) + 14 * (7 - distance(khun, lone_king) as i32);
    let bonus = if stronger == Color::White { drive_bonus } else { -drive_bonus };
    EndgameKnowledge { bonus, fade, ..EndgameKnowledge::PLAIN }
}

/// How likely this material mates a lone khun before the count ends, of 64.
///
/// From retrograde analysis of all positions with one or two pieces, the stronger side to move: two
/// mets, two ma, ma and met (4 %), or a lone khon do not win; two khon win 88 %, but only 24 % within their 22 moves; khon and
/// met 82 %, khon and ma 96 %, a rua 87 % in time. Bia count as future mets. Values for three minor pieces are estimates.
fn win_chance(position: &Position<Makruk>, stronger: Color) -> i32 {
    let pieces = |role| position.pieces(stronger, role);
    let mets = pieces(Makruk::MET) | pieces(Makruk::BIA_NGAI);
    let small = (mets | pieces(Makruk::BIA)).len();
    match (pieces(Makruk::RUA).len(), pieces(Makruk::KHON).len(), pieces(Makruk::MA).len(), small) {
        (1.., _, _, _) => 64,
        (_, 2.., 0, 0) => 28,
        (_, 2.., _, _) => 56,
        (_, 1, 1.., _) => 62,
        (_, 1, 0, 1..) => 54,
        (_, 1, 0, 0) => 1,
        (_, 0, _, 0) => 1,
        (_, 0, 1, 1) => 4,
        (_, 0, 0, ..=2) => 1,
        // Mets on one square color cannot attack the other.
        (_, 0, 0, _) if small == mets.len() && (!mets.intersects(DARK) || !mets.intersects(!DARK)) => 1,
        (_, 0, 0, _) => 24,
        (_, 0, _, _) => 36,
    }
}
