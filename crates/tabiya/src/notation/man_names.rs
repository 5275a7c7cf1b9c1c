//! What the men are called in moves and in messages.

use crate::{Makruk, Role, Rules};

/// The capital that names a man in a move. Makruk uses Fairy-Stockfish's letters, in which a promoted bia is
/// written as the met it moves like.
pub(super) const fn letter<R: Rules>(role: Role) -> u8 {
    match (R::CASTLES, role) {
        (_, Role::Pawn) => b'P',
        (_, Role::Knight) => b'N',
        (true, Role::Bishop) => b'B',
        (false, Role::Bishop) => b'S',
        (_, Role::Rook) => b'R',
        (true, Role::Queen) => b'Q',
        (false, Role::Queen) | (_, Role::BiaNgai) => b'M',
        (_, Role::King) => b'K',
    }
}

/// The role a capital names. Makruk's men have Fairy-Stockfish's letters or PlayOK's: there `B` is the khon, `Q` the met
/// and `P` the promoted bia. With `M`, which is either, the caller thinks of the promoted bia.
#[inline]
pub(super) const fn role<R: Rules>(letter: u8) -> Option<Role> {
    match letter {
        b'P' => Some(if R::CASTLES { Role::Pawn } else { Makruk::BIA_NGAI }),
        b'N' => Some(Role::Knight),
        b'B' => Some(Role::Bishop),
        b'S' if !R::CASTLES => Some(Makruk::KHON),
        b'R' => Some(Role::Rook),
        b'Q' => Some(Role::Queen),
        b'M' if !R::CASTLES => Some(Makruk::MET),
        b'K' => Some(Role::King),
        _ => None,
    }
}

/// What a pawn becomes when this letter, of either case, follows its move.
pub(super) fn promotion<R: Rules>(letter: u8) -> Option<Role> {
    let letter = letter.to_ascii_uppercase();
    if !R::CASTLES {
        // Fairy-Stockfish says m, makruk-js f, PlayOK P.
        return matches!(letter, b'M' | b'F' | b'P').then_some(Makruk::BIA_NGAI);
    }
    role::<R>(letter).filter(|role| R::PROMOTES_TO.contains(role))
}
