//! The castling field: `KQkq` of chess, X-FEN and Shredder-FEN of Chess960.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Reverse;

use super::error::{Diagnostics, FenField, Place};
use super::fields::Field;
use crate::notation::printable::quoted;
use crate::{Castling, Color, File, Identity, Piece, Rank, Role, Square};

/// One letter of the field.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Letter {
    color: Color,
    rook: Rook,
    letter: char,
    place: Place,
}

/// The rook a letter refers to; in the order in which they are written.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rook {
    /// `K`: the outermost rook to the king's right.
    RightMost,
    /// A file, the h-file first.
    On(Reverse<File>),
    /// `Q`: the outermost rook to the king's left.
    LeftMost,
}

/// Reads the field. Without a board only the letters are checked.
pub(super) fn read(
    field: Field<'_>,
    board: Option<&Identity>,
    chess960: bool,
    diagnostics: &mut Diagnostics,
) -> Castling {
    let mut castling = Castling::NONE;
    if field.text == "-" {
        return castling;
    }
    let Some(letters) = letters(field, chess960, diagnostics) else { return castling };
    let mut in_order = letters.is_sorted_by(|a, b| (a.color, a.rook) < (b.color, b.rook));
    for letter in letters {
        let Some(board) = board else { continue };
        // A missing king is reported elsewhere.
        let Some(king) = board.piece(Piece { color: letter.color, role: Role::King }).first() else {
            continue;
        };
        match letter.rook_file(board, king, chess960) {
            Ok(file) => {
                in_order &= !castling.has(letter.color, file);
                castling.insert(letter.color, file);
            }
            Err(needs) => {
                let wrong = format!("castling right {} needs {needs}", letter.letter);
                diagnostics.fix(letter.place, wrong, "dropped");
            }
        }
    }
    if !in_order {
        let wrong = format!("castling letters {} are repeated or out of order", quoted(field.text));
        diagnostics.fix(field.place(FenField::Castling), wrong, "reordered");
    }
    castling
}

fn letters(field: Field<'_>, chess960: bool, diagnostics: &mut Diagnostics) -> Option<Vec<Letter>> {
    let letters = parse(field);
    let hint = match &letters {
        None if chess960 => ": expected `KQkq`, letters of rooks' files or `-`",
        None => ": expected letters of `KQkq` or `-`",
        Some(letters) if name_a_file(letters) && !chess960 => {
            ": castling letters A-H are used only in Chess960"
        }
        Some(_) => return letters,
    };
    diagnostics.refuse(field.place(FenField::Castling), format!("castling is {}{hint}", quoted(field.text)));
    None
}

/// Whether the field is valid, and only in Chess960: it names rooks by their files, or it has rights that standard
/// chess does not have and some Chess960 start position does. A standard right whose king or rook has moved
/// counts as an error instead, unless the other color's king and rooks are on the same files.
pub(super) fn is_chess960(field: Field<'_>, board: Option<&Identity>) -> bool {
    let Some(letters) = parse(field) else { return false };
    if name_a_file(&letters) {
        return true;
    }
    let Some(board) = board else { return false };
    let king = |color| board.piece(Piece { color, role: Role::King }).first();
    let file = |letter: &Letter, chess960| letter.rook_file(board, king(letter.color)?, chess960).ok();
    let by_side = |color, rook| letters.iter().find(|it| it.color == color && it.rook == rook);
    let agree = |rook| match (by_side(Color::White, rook), by_side(Color::Black, rook)) {
        (Some(white), Some(black)) => file(white, true) == file(black, true),
        _ => true,
    };
    let castles = |color| letters.iter().any(|it| it.color == color);
    let kings =
        Color::ALL.into_iter().filter(|&color| castles(color)).map(|color| king(color).map(Square::file));
    letters.iter().any(|letter| file(letter, false).is_none())
        && letters.iter().all(|letter| file(letter, true).is_some())
        && kings.collect::<Vec<_>>().windows(2).all(|both| both[0] == both[1])
        && agree(Rook::RightMost)
        && agree(Rook::LeftMost)
}

/// The letters of the field, if it is valid.
fn parse(field: Field<'_>) -> Option<Vec<Letter>> {
    let letter = |(offset, letter): (usize, char)| {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let rook = match letter.to_ascii_lowercase() {
            'k' => Rook::RightMost,
            'q' => Rook::LeftMost,
            file => Rook::On(Reverse(File::from_char(file)?)),
        };
        let place = Place { field: FenField::Castling, column: field.column + offset };
        Some(Letter { color, rook, letter, place })
    };
    field.text.char_indices().map(letter).collect()
}

fn name_a_file(letters: &[Letter]) -> bool {
    letters.iter().any(|letter| matches!(letter.rook, Rook::On(_)))
}

impl Letter {
    /// The file of the rook that may castle, or what the right needs and the board lacks.
    fn rook_file(&self, board: &Identity, king: Square, chess960: bool) -> Result<File, String> {
        let color = self.color;
        let home = Rank::First.relative_to(color);
        let rooks = board.piece(Piece { color, role: Role::Rook }) & home.squares();
        if !chess960 {
            let file = if self.rook == Rook::RightMost { File::H } else { File::A };
            let (king_home, rook_home) = (Square::new(File::E, home), Square::new(file, home));
            let both = king == king_home && rooks.contains(rook_home);
            return both
                .then_some(file)
                .ok_or_else(|| format!("a {color} king on {king_home} and rook on {rook_home}"));
        }
        if king.rank() != home {
            return Err(format!("the {color} king on rank {}", home as u8 + 1));
        }
        match self.rook {
            Rook::RightMost => {
                let rook = rooks.into_iter().filter(|&rook| rook > king).last();
                rook.map(Square::file)
                    .ok_or_else(|| format!("a {color} rook to the right of the king on {king}"))
            }
            Rook::LeftMost => {
                let rook = rooks.first().filter(|&rook| rook < king);
                rook.map(Square::file)
                    .ok_or_else(|| format!("a {color} rook to the left of the king on {king}"))
            }
            Rook::On(Reverse(file)) => {
                let rook = Square::new(file, home);
                rooks.contains(rook).then_some(file).ok_or_else(|| format!("a {color} rook on {rook}"))
            }
        }
    }
}
