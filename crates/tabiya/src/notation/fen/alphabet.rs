//! The FEN letters of pieces, by game and program.

use alloc::string::String;

use crate::notation::piece_names::{RolesByLetter, roles_by_letter};
use crate::{ByRole, Chess, Color, Makruk, Piece, Role, Rules};

/// The lowercase letters of one game in one program; white's are uppercase in FEN.
#[derive(Clone, Copy, Debug)]
pub(super) struct Alphabet {
    letters: ByRole<&'static str>,
    roles: &'static RolesByLetter,
}

const MAKRUK_JS: ByRole<&'static str> = ByRole(["b", "m", "t", "r", "e", "k", "f"]);

impl Alphabet {
    /// Chess; there is no seventh piece.
    pub(super) const CHESS: Alphabet = Alphabet::of::<Chess>();
    /// Fairy-Stockfish's letters for Makruk: a promoted bia is a met with a mark.
    pub(super) const FAIRY: Alphabet = Alphabet::of::<Makruk>();
    /// makruk-js's letters.
    pub(super) const MAKRUK_JS: Alphabet =
        Alphabet { letters: MAKRUK_JS, roles: &roles_by_letter(&MAKRUK_JS) };

    /// The alphabet used for writing.
    pub(super) const fn of<R: Rules>() -> Alphabet {
        Alphabet { letters: R::LETTERS, roles: const { &roles_by_letter(&R::LETTERS) } }
    }

    /// The piece of a single letter.
    pub(super) fn piece(self, letter: char) -> Option<Piece> {
        let index = u32::from(letter.to_ascii_lowercase()).checked_sub(u32::from('a'))?;
        let role = (*self.roles.get(index as usize)?)?;
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        Some(Piece { color, role })
    }

    /// The piece after the mark `~` behind its letter.
    pub(super) fn marked(self, piece: Piece) -> Option<Piece> {
        let promoted = Piece { role: Role::BiaNgai, ..piece };
        (self.letters[Role::BiaNgai].strip_suffix('~') == Some(self.letters[piece.role])).then_some(promoted)
    }

    /// Whether `~` behind the letter marks a promoted pawn as in crazyhouse, which no key of chess depends on.
    pub(super) fn has_idle_mark(self, piece: Piece) -> bool {
        self.letters[Role::BiaNgai].is_empty() && Chess::PROMOTES_TO.contains(&piece.role)
    }

    /// Whether the board field uses only letters of this alphabet.
    pub(super) fn has_all_letters_of(self, board: &str) -> bool {
        let has_mark = self.letters[Role::BiaNgai].ends_with('~');
        let mut before = None;
        board.chars().all(|char| {
            let piece = self.piece(char);
            let is_marked = before.is_some_and(|piece| self.has_idle_mark(piece));
            before = piece;
            matches!(char, '/' | '1'..='8') || piece.is_some() || (char == '~' && (has_mark || is_marked))
        })
    }

    /// Writes a piece.
    pub(super) fn write(self, piece: Piece, out: &mut String) {
        let name = self.letters[piece.role];
        match piece.color {
            Color::White => out.extend(name.chars().map(|letter| letter.to_ascii_uppercase())),
            Color::Black => out.push_str(name),
        }
    }
}
