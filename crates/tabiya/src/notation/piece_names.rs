//! The letters of pieces in moves.

use core::marker::PhantomData;

use crate::{ByRole, Role, Rules};

/// Derived from the game's FEN letters.
struct Names<R>(PhantomData<R>);

impl<R: Rules> Names<R> {
    const BY_CAPITAL: RolesByLetter = roles_by_letter(&R::LETTERS);
    const NAMESAKES: ByRole<Option<Role>> = namesakes(&R::LETTERS);
}

/// For each role, the other role with the same letter.
const fn namesakes(letters: &ByRole<&'static str>) -> ByRole<Option<Role>> {
    let mut roles = [None; Role::ALL.len()];
    let mut one = 0;
    while one < Role::ALL.len() {
        let mut other = 0;
        while other < Role::ALL.len() {
            if let ([letter, ..], [same, ..]) = (letters.0[one].as_bytes(), letters.0[other].as_bytes())
                && *letter == *same
                && one != other
            {
                roles[one] = Some(Role::ALL[other]);
            }
            other += 1;
        }
        one += 1;
    }
    ByRole(roles)
}

/// The role of each letter, from A.
pub(super) type RolesByLetter = [Option<Role>; 26];

/// Of two roles with the same letter, this has the one without a mark.
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

/// The uppercase letter of a piece in a move. A piece with a mark shares the letter of its [`namesake`].
pub(super) const fn letter<R: Rules>(role: Role) -> u8 {
    match R::LETTERS.0[role as usize].as_bytes() {
        [letter, ..] => letter.to_ascii_uppercase(),
        [] => role.char().to_ascii_uppercase() as u8,
    }
}

/// The role of an uppercase letter: in the game's own letters, or in those of chess, which PlayOK uses for Makruk: `B` is
/// the khon, `Q` the met and `P` the promoted bia. The caller handles `M`, which is ambiguous, with [`namesake`].
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

/// The other role with the same letter in moves: a met and a promoted bia are distinguished by their squares.
#[inline]
pub(super) const fn namesake<R: Rules>(role: Role) -> Option<Role> {
    Names::<R>::NAMESAKES.0[role as usize]
}

/// Whether two roles have the same letter in moves.
#[inline]
pub(super) const fn shares_letters<R: Rules>() -> bool {
    let mut index = 0;
    while index < Role::ALL.len() {
        if Names::<R>::NAMESAKES.0[index].is_some() {
            return true;
        }
        index += 1;
    }
    false
}

/// The promotion role for the letter, of either case, that follows a move.
pub(super) fn promotion<R: Rules>(letter: u8) -> Option<Role> {
    let letter = letter.to_ascii_uppercase();
    if let &[only] = R::PROMOTES_TO {
        // Fairy-Stockfish writes m, makruk-js f, PlayOK P.
        return matches!(letter, b'M' | b'F' | b'P').then_some(only);
    }
    role::<R>(letter).filter(|role| R::PROMOTES_TO.contains(role))
}
