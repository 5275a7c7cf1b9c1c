//! The letters that stand for men in FEN, by game and program.

use alloc::string::String;

use crate::notation::piece_names::{RolesByLetter, roles_by_letter};
use crate::{ByRole, Chess, Color, Makruk, Piece, Role, Rules};

/// The letters of one game as one program writes them, small letters here; white's are written in capitals.
#[derive(Clone, Copy, Debug)]
pub(super) struct Alphabet {
    letters: ByRole<&'static str>,
    roles: &'static RolesByLetter,
}

const MAKRUK_JS: ByRole<&'static str> = ByRole(["b", "m", "t", "r", "e", "k", "f"]);

impl Alphabet {
    /// Everybody's letters for chess; there is no seventh man.
    pub(super) const CHESS: Alphabet = Alphabet::of::<Chess>();
    /// Fairy-Stockfish's letters for Makruk: a promoted bia is a met with a mark.
    pub(super) const FAIRY: Alphabet = Alphabet::of::<Makruk>();
    /// makruk-js's letters.
    pub(super) const MAKRUK_JS: Alphabet =
        Alphabet { letters: MAKRUK_JS, roles: &roles_by_letter(&MAKRUK_JS) };

    /// The letters FEN is written in.
    pub(super) const fn of<R: Rules>() -> Alphabet {
        Alphabet { letters: R::LETTERS, roles: const { &roles_by_letter(&R::LETTERS) } }
    }

    /// The man a single letter stands for.
    pub(super) fn piece(self, letter: char) -> Option<Piece> {
        let index = u32::from(letter.to_ascii_lowercase()).checked_sub(u32::from('a'))?;
        let role = (*self.roles.get(index as usize)?)?;
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        Some(Piece { color, role })
    }

    /// What a man becomes when the mark `~` follows its letter.
    pub(super) fn marked(self, piece: Piece) -> Option<Piece> {
        let promoted = Piece { role: Role::BiaNgai, ..piece };
        (self.letters[Role::BiaNgai].strip_suffix('~') == Some(self.letters[piece.role])).then_some(promoted)
    }

    /// Whether every letter of a FEN's board belongs to this alphabet.
    pub(super) fn spells_board(self, board: &str) -> bool {
        let has_mark = self.letters[Role::BiaNgai].ends_with('~');
        board.chars().all(|char| {
            matches!(char, '/' | '1'..='8') || self.piece(char).is_some() || (char == '~' && has_mark)
        })
    }

    /// Writes a man.
    pub(super) fn write(self, piece: Piece, out: &mut String) {
        let name = self.letters[piece.role];
        match piece.color {
            Color::White => out.extend(name.chars().map(|letter| letter.to_ascii_uppercase())),
            Color::Black => out.push_str(name),
        }
    }
}
