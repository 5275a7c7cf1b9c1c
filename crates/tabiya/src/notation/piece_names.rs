//! The letters of the men in moves.

use core::marker::PhantomData;

use crate::{ByRole, Role, Rules};

/// What follows from a game's letters.
struct Names<R>(PhantomData<R>);

impl<R: Rules> Names<R> {
    const BY_CAPITAL: RolesByLetter = roles_by_letter(&R::LETTERS);
}

/// The role of each letter, from A on.
pub(super) type RolesByLetter = [Option<Role>; 26];

/// The roles that letters name. Where two roles share a letter it is that without a mark.
pub(super) const fn roles_by_letter(letters: &ByRole<&'static str>) -> RolesByLetter {
    let mut roles = [None; 26];
    let mut index = 0;
    while index < Role::ALL.len() {
        if let &[letter] = letters.0[index].as_bytes() {
            roles[(letter - b'a') as usize] = Some(Role::ALL[index]);
        }
        index += 1;
    }
    roles
}

/// The capital that names a man in a move. A man with a mark behind its letter has the letter of its namesake.
pub(super) const fn letter<R: Rules>(role: Role) -> u8 {
    match R::LETTERS.0[role as usize].as_bytes() {
        [letter, ..] => letter.to_ascii_uppercase(),
        [] => role.char().to_ascii_uppercase() as u8,
    }
}

/// The role a capital names: in the game's own letters, or in those of chess, which PlayOK has for Makruk, too: there `B` is
/// the khon, `Q` the met and `P` the promoted bia. With `M`, which is either, the caller thinks of the [`namesake`].
#[inline]
pub(super) const fn role<R: Rules>(letter: u8) -> Option<Role> {
    match letter {
        b'P' if R::HAS_PROMOTED_PAWNS => Some(Role::BiaNgai),
        b'P' => Some(Role::Pawn),
        b'N' => Some(Role::Knight),
        b'B' => Some(Role::Bishop),
        b'R' => Some(Role::Rook),
        b'Q' => Some(Role::Queen),
        b'K' => Some(Role::King),
        b'A'..=b'Z' => Names::<R>::BY_CAPITAL[(letter - b'A') as usize],
        _ => None,
    }
}

/// The other role with the same letter in moves: a met and a promoted bia are told apart by their squares.
#[inline]
pub(super) fn namesake<R: Rules>(role: Role) -> Option<Role> {
    match role {
        Role::Queen if R::HAS_PROMOTED_PAWNS => Some(Role::BiaNgai),
        Role::BiaNgai => Some(Role::Queen),
        _ => None,
    }
}

/// What a pawn becomes when this letter, of either case, follows its move.
pub(super) fn promotion<R: Rules>(letter: u8) -> Option<Role> {
    let letter = letter.to_ascii_uppercase();
    if let &[only] = R::PROMOTES_TO {
        // Fairy-Stockfish says m, makruk-js f, PlayOK P.
        return matches!(letter, b'M' | b'F' | b'P').then_some(only);
    }
    role::<R>(letter).filter(|role| R::PROMOTES_TO.contains(role))
}
