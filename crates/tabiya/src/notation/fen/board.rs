//! The first field: where the men stand.

use super::alphabet::Alphabet;
use super::error::{FenField, Findings, Place, quoted};
use super::fields::Field;
use crate::{File, Identity, Rank, Square};

/// Men on squares, and where in the text each was found.
#[derive(Debug)]
pub(super) struct Board {
    /// White to move, nothing but men.
    pub(super) identity: Identity,
    /// Where the field begins.
    pub(super) start: Place,
    columns: [usize; 64],
}

impl Board {
    /// Reads eight ranks of eight files; nothing if a rank cannot be read.
    pub(super) fn read(field: Field<'_>, alphabet: Alphabet, findings: &mut Findings) -> Option<Board> {
        let mut board = Board {
            identity: Identity::empty(),
            start: field.place(FenField::Board),
            columns: [field.column; 64],
        };
        let mut is_readable = true;
        let mut column = field.column;
        let mut count = 0;
        for row in field.text.split('/') {
            if let Some(&rank) = Rank::ALL.iter().rev().nth(count) {
                is_readable &= board.read_rank(rank, Field { text: row, column }, alphabet, findings);
            }
            count += 1;
            column += row.len() + 1;
        }
        if count != 8 {
            findings
                .refuse(field.place(FenField::Board), format!("the board has {} instead of 8", ranks(count)));
        }
        (is_readable && count == 8).then_some(board)
    }

    /// Where the text speaks of a square.
    pub(super) fn place(&self, square: Square) -> Place {
        Place { field: FenField::Board, column: self.columns[square as usize] }
    }

    fn read_rank(&mut self, rank: Rank, row: Field<'_>, alphabet: Alphabet, findings: &mut Findings) -> bool {
        let number = rank as u8 + 1;
        let mut files = 0;
        let mut unknown = Run::default();
        let mut digits = Run::default();
        let mut chars = row.text.char_indices().peekable();
        while let Some((at, char)) = chars.next() {
            if let Some(empty) = char.to_digit(10).filter(|digit| (1..=8).contains(digit)) {
                files += empty as usize;
                digits.extend(at, char);
                continue;
            }
            let Some(mut piece) = alphabet.piece(char) else {
                unknown.extend(at, char);
                continue;
            };
            if let (Some((_, '~')), Some(promoted)) = (chars.peek(), alphabet.marked(piece)) {
                chars.next();
                piece = promoted;
            }
            if let Some(&file) = File::ALL.get(files) {
                let square = Square::new(file, rank);
                self.identity.put(piece, square, &mut ());
                self.columns[square as usize] = row.column + at;
            }
            files += 1;
        }
        let place = |offset| Place { field: FenField::Board, column: row.column + offset };
        for (start, end) in &unknown.0 {
            let reason = format!("rank {number}: {} is not a man", quoted(&row.text[*start..*end]));
            findings.refuse(place(*start), reason);
        }
        if !unknown.0.is_empty() {
            return false;
        }
        if files != 8 {
            let files = if files == 1 { "1 file".to_string() } else { format!("{files} files") };
            findings.refuse(place(0), format!("rank {number} has {files}"));
            return false;
        }
        for (start, end) in digits.0.into_iter().filter(|(start, end)| end - start > 1) {
            let text = &row.text[start..end];
            let sum: u32 = text.chars().filter_map(|digit| digit.to_digit(10)).sum();
            findings.mend(
                place(start),
                &format!("rank {number}: {} is not one number", quoted(text)),
                &format!("read as `{sum}`"),
            );
        }
        true
    }
}

fn ranks(count: usize) -> String {
    if count == 1 { "1 rank".to_string() } else { format!("{count} ranks") }
}

/// Stretches of characters of one kind, as byte offsets: one message for each is enough.
#[derive(Default)]
struct Run(Vec<(usize, usize)>);

impl Run {
    fn extend(&mut self, at: usize, char: char) {
        let end = at + char.len_utf8();
        match self.0.last_mut() {
            Some(last) if last.1 == at => last.1 = end,
            _ => self.0.push((at, end)),
        }
    }
}
