//! Endings: driving a lone khun to the edge, and the count that may save it.

use tabiya::{Color, Makruk, Position, Square};

use crate::eval::Ending;
use crate::eval::view::{distance, file, rank};

/// With so many half-moves left, a count is no hindrance yet.
const NO_HURRY: i32 = 32;

/// What becomes of the stronger side's advantage.
#[inline]
pub(super) fn of(position: &Position<Makruk>, strong: Color) -> Ending {
    let count = position.count();
    let fade = if count.is_running() {
        let left = i32::from(count.limit) - i32::from(count.plies);
        64 * left.clamp(0, NO_HURRY) / NO_HURRY
    } else {
        64
    };
    if position.identity().color(!strong).len() > 1 {
        return Ending { fade, ..Ending::PLAIN };
    }
    let (khun, prey) = (position.king(strong), position.king(!strong));
    let driven = 18 * from_centre(prey) + 14 * (7 - distance(khun, prey) as i32);
    let bonus = if strong == Color::White { driven } else { -driven };
    Ending { bonus, fade, scale: against_lone_khun(position, strong) }
}

/// How much of an advantage over a lone khun can become mate before the count is over.
fn against_lone_khun(position: &Position<Makruk>, strong: Color) -> i32 {
    let has = |role| position.men(strong, role).len() as i32;
    let mets = has(Makruk::MET) + has(Makruk::BIA_NGAI);
    let bia = has(Makruk::BIA);
    match (has(Makruk::RUA), has(Makruk::KHON), has(Makruk::MA), mets + bia) {
        (1.., _, _, _) | (_, 2.., _, _) => 64,
        (_, 1, 0, 0) | (_, 0, 1, 0) | (_, 0, 0, ..=1) => 4,
        (_, 0, 0, 2) | (_, 0, 2, 0) => 24,
        _ => 56,
    }
}

/// How far from the four centre squares, by file and by rank together: 0 to 6.
fn from_centre(square: Square) -> i32 {
    let off = |place: usize| (if place < 4 { 3 - place } else { place - 4 }) as i32;
    off(file(square)) + off(rank(square))
}
