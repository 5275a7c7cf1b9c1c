//! The first field: the pieces.

use alloc::format;
use alloc::string::String;

use super::alphabet::Alphabet;
use super::error::{Diagnostics, FenField, Place};
use super::fields::Field;
use crate::notation::printable::quoted;
use crate::{File, Rank, Setup, Square};

/// The pieces, with their columns in the text.
#[derive(Debug)]
pub(super) struct Board {
    /// Only the pieces; white to move.
    pub(super) setup: Setup,
    /// The column at which the field begins.
    pub(super) start: Place,
    columns: [usize; 64],
}

impl Board {
    /// Reads eight ranks of eight files; `None` if a rank is unreadable.
    pub(super) fn read(field: Field<'_>, alphabet: Alphabet, diagnostics: &mut Diagnostics) -> Option<Board> {
        let mut board =
            Board { setup: Setup::new(), start: field.place(FenField::Board), columns: [field.column; 64] };
        let mut is_readable = true;
        let mut column = field.column;
        let mut count = 0;
        for row in field.text.split('/') {
            if let Some(&rank) = Rank::ALL.iter().rev().nth(count) {
                is_readable &= board.read_rank(rank, Field { text: row, column }, alphabet, diagnostics);
            }
            count += 1;
            column += row.len() + 1;
        }
        if count != 8 {
            diagnostics.refuse(
                field.place(FenField::Board),
                format!("the board has {} instead of 8", counted(count, "rank")),
            );
        }
        (is_readable && count == 8).then_some(board)
    }

    /// The place in the text of a square.
    pub(super) fn place(&self, square: Square) -> Place {
        Place { field: FenField::Board, column: self.columns[square as usize] }
    }

    fn read_rank(
        &mut self,
        rank: Rank,
        row: Field<'_>,
        alphabet: Alphabet,
        diagnostics: &mut Diagnostics,
    ) -> bool {
        let number = rank as u8 + 1;
        let mut files = 0;
        let mut unknown = Unknown::default();
        let mut idle_mark = None;
        let mut chars = row.text.char_indices().peekable();
        while let Some((offset, char)) = chars.next() {
            if let Some(empty) = char.to_digit(10).filter(|&digit| digit > 0) {
                files += empty as usize;
                continue;
            }
            let Some(mut piece) = alphabet.piece(char) else {
                unknown.add(offset, char);
                continue;
            };
            if let Some(&(mark, '~')) = chars.peek() {
                if let Some(promoted) = alphabet.marked(piece) {
                    chars.next();
                    piece = promoted;
                } else if alphabet.has_idle_mark(piece) {
                    chars.next();
                    idle_mark.get_or_insert(mark);
                }
            }
            if let Some(&file) = File::ALL.get(files) {
                let square = Square::new(file, rank);
                self.setup.identity.put(piece, square, &mut ());
                self.columns[square as usize] = row.column + offset;
            }
            files += 1;
        }
        let place = |offset| Place { field: FenField::Board, column: row.column + offset };
        if let Some(first) = unknown.first {
            let are =
                if unknown.chars.chars().nth(1).is_some() { "are not pieces" } else { "is not a piece" };
            diagnostics.refuse(place(first), format!("rank {number}: {} {are}", quoted(&unknown.chars)));
            return false;
        }
        if files != 8 {
            diagnostics.refuse(place(0), format!("rank {number} has {}", counted(files, "file")));
            return false;
        }
        if let Some(first) = idle_mark {
            let wrong = format!("rank {number}: `~` marks promoted pieces only in crazyhouse");
            diagnostics.fix(place(first), wrong, "ignored");
        }
        for (start, text) in multi_digit_numbers(row.text) {
            let sum: u32 = text.chars().filter_map(|digit| digit.to_digit(10)).sum();
            let wrong = format!("rank {number}: {} is not a single digit", quoted(text));
            diagnostics.fix(place(start), wrong, format!("read as `{sum}`"));
        }
        true
    }
}

/// Characters that are neither pieces nor digits: one message per rank is enough.
#[derive(Default)]
struct Unknown {
    first: Option<usize>,
    /// Without duplicates.
    chars: String,
}

impl Unknown {
    fn add(&mut self, offset: usize, char: char) {
        self.first.get_or_insert(offset);
        if !self.chars.contains(char) {
            self.chars.push(char);
        }
    }
}

/// Several adjacent digits, with their place.
fn multi_digit_numbers(rank: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut offset = 0;
    let pieces = rank.split(|char: char| !char.is_ascii_digit()).map(move |piece| {
        let start = offset;
        // Piece letters are one byte each.
        offset += piece.len() + 1;
        (start, piece)
    });
    pieces.filter(|(_, piece)| piece.len() > 1)
}

fn counted(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}
