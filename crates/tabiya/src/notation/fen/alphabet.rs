//! The letters that stand for men in FEN, by game and program.

use alloc::string::String;

use crate::{ByRole, Chess, Color, Makruk, Piece, Role, Rules};

/// The letters of one game as one program writes them, small letters here; white's are written in capitals.
#[derive(Clone, Copy, Debug)]
pub(super) struct Alphabet(ByRole<&'static str>);

impl Alphabet {
    /// Everybody's letters for chess; there is no seventh man.
    pub(super) const CHESS: Alphabet = Alphabet::of::<Chess>();
    /// Fairy-Stockfish's letters for Makruk: a promoted bia is a met with a mark.
    pub(super) const FAIRY: Alphabet = Alphabet::of::<Makruk>();
    /// makruk-js's letters.
    pub(super) const MAKRUK_JS: Alphabet = Alphabet(ByRole(["b", "m", "t", "r", "e", "k", "f"]));

    /// The letters FEN is written in.
    pub(super) const fn of<R: Rules>() -> Alphabet {
        Alphabet(R::LETTERS)
    }

    /// The man a single letter stands for.
    pub(super) fn piece(self, letter: char) -> Option<Piece> {
        let small = letter.to_ascii_lowercase();
        let is_it = |role: &Role| self.0[*role].len() == 1 && self.0[*role].starts_with(small);
        let role = Role::ALL.into_iter().find(is_it)?;
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        Some(Piece { color, role })
    }

    /// What a man becomes when the mark `~` follows its letter.
    pub(super) fn marked(self, piece: Piece) -> Option<Piece> {
        let promoted = Piece { role: Role::BiaNgai, ..piece };
        (self.0[Role::BiaNgai].strip_suffix('~') == Some(self.0[piece.role])).then_some(promoted)
    }

    /// Whether every letter of a FEN's board belongs to this alphabet.
    pub(super) fn spells_board(self, board: &str) -> bool {
        let has_mark = self.0[Role::BiaNgai].ends_with('~');
        board.chars().all(|char| {
            matches!(char, '/' | '1'..='8') || self.piece(char).is_some() || (char == '~' && has_mark)
        })
    }

    /// Writes a man.
    pub(super) fn write(self, piece: Piece, out: &mut String) {
        let name = self.0[piece.role];
        match piece.color {
            Color::White => out.push_str(&name.to_ascii_uppercase()),
            Color::Black => out.push_str(name),
        }
    }
}
