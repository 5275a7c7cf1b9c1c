//! A scheme's numbers rearranged for computing keys, independent of the layout.

use super::{CastlingNumbers, EnPassantNumbers, Layout, Numbers, PawnStart, Section, SideNumbers};
use crate::{Castling, Color, Identity, Key, Piece, Rank, Role, Square};

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Tables {
    /// By role, color and square.
    pub(crate) pieces: [[[Key; 64]; 2]; 7],
    /// By rights: K is 1, Q 2, k 4, q 8.
    pub(crate) castling: [Key; 16],
    /// By the square passed over.
    pub(crate) en_passant: [Key; 64],
    /// Without en passant.
    pub(crate) no_en_passant: Key,
    /// By the side to move.
    pub(crate) side: [Key; 2],
    /// The initial value of the pawn key.
    pub(crate) no_pawns: Key,
}

/// Tables stored in the binary; with the feature `small`, computed on first use.
#[cfg(not(feature = "small"))]
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct StoredTables(Tables);

#[cfg(not(feature = "small"))]
impl StoredTables {
    pub(super) const fn new(layout: &Layout, numbers: &[u64]) -> StoredTables {
        StoredTables(Tables::new(layout, numbers))
    }

    #[inline]
    pub(super) fn get(&self, _: &Layout, _: &Numbers) -> &Tables {
        &self.0
    }
}

#[cfg(feature = "small")]
#[derive(Clone, Debug)]
pub(super) struct StoredTables(std::sync::OnceLock<alloc::boxed::Box<Tables>>);

#[cfg(feature = "small")]
impl StoredTables {
    pub(super) const fn new(_: &Layout, _: &[u64]) -> StoredTables {
        StoredTables(std::sync::OnceLock::new())
    }

    #[inline]
    pub(super) fn get(&self, layout: &Layout, numbers: &Numbers) -> &Tables {
        self.0.get_or_init(|| alloc::boxed::Box::new(Tables::new(layout, &numbers.list(layout.len()))))
    }
}

/// Determined by layout and numbers.
#[cfg(feature = "small")]
impl PartialEq for StoredTables {
    fn eq(&self, _: &StoredTables) -> bool {
        true
    }
}

#[cfg(feature = "small")]
impl Eq for StoredTables {}

impl Tables {
    /// Rearranges the numbers, of which there must be [`Layout::len`].
    pub(crate) const fn new(layout: &Layout, numbers: &[u64]) -> Tables {
        let no_pawns = layout.section_start(Section::NoPawns);
        let has_no_pawns = matches!(layout.parts.pawn, Some(PawnStart::OwnNumber));
        Tables {
            pieces: pieces(layout, numbers),
            castling: castling(layout, numbers),
            en_passant: en_passant(layout, numbers),
            no_en_passant: match layout.en_passant {
                EnPassantNumbers::ByFile { or_none: true }
                | EnPassantNumbers::ByFileAndRank { or_none: true }
                | EnPassantNumbers::BySquare { or_none: true } => {
                    let start = layout.section_start(Section::EnPassant);
                    Key(numbers[start + layout.section_len(Section::EnPassant) - 1])
                }
                _ => Key(0),
            },
            side: side(layout, numbers),
            no_pawns: if has_no_pawns { Key(numbers[no_pawns]) } else { Key(0) },
        }
    }

    #[inline]
    pub(crate) fn piece(&self, piece: Piece, square: Square) -> Key {
        self.pieces[piece.role as usize][piece.color as usize][square as usize]
    }

    /// The key of an identity's castling rights, by the side of the king on which the rook is.
    #[inline]
    pub(crate) fn castling(&self, identity: &Identity) -> Key {
        let castling = identity.castling();
        if castling.is_empty() {
            return self.castling[0];
        }
        let rights = rights(identity, castling, Color::White) | rights(identity, castling, Color::Black) << 2;
        self.castling[rights]
    }
}

/// King side 1, queen side 2.
fn rights(identity: &Identity, castling: Castling, color: Color) -> usize {
    let king = identity.piece(Piece { color, role: Role::King }).first().unwrap_or(Square::E1);
    let rooks = usize::from(castling.files(color));
    let left = (1 << king.file() as usize) - 1;
    usize::from(rooks & !left != 0) | usize::from(rooks & left != 0) << 1
}

const fn pieces(layout: &Layout, numbers: &[u64]) -> [[[Key; 64]; 2]; 7] {
    let mut keys = [[[Key(0); 64]; 2]; 7];
    let start = layout.section_start(Section::Pieces);
    let mut i = 0;
    while i < 7 * 2 * 64 {
        let (role, color, square) = (Role::ALL[i / 128], Color::ALL[i / 64 % 2], Square::ALL[i % 64]);
        // A promoted bia without its own numbers has the met's.
        let block = match layout.pieces.block(Piece { color, role }) {
            None => layout.pieces.block(Piece { color, role: Role::Queen }),
            own => own,
        };
        if let Some(block) = block
            && !(layout.zero_for_impossible_pawns && is_impossible_pawn(role, color, square))
        {
            let (block, square) = (block as usize, layout.squares.index(square));
            let place = if layout.square_by_square {
                square * layout.pieces.blocks() as usize + block
            } else {
                block * layout.squares.count() + square
            };
            keys[i / 128][i / 64 % 2][i % 64] = Key(numbers[start + place]);
        }
        i += 1;
    }
    keys
}

const fn is_impossible_pawn(role: Role, color: Color, square: Square) -> bool {
    matches!(role, Role::Pawn) && square.rank() as u8 == Rank::Eighth.relative_to(color) as u8
}

const fn castling(layout: &Layout, numbers: &[u64]) -> [Key; 16] {
    let mut keys = [Key(0); 16];
    let (order, has_sixteen) = match layout.castling {
        CastlingNumbers::None => return keys,
        CastlingNumbers::Four(order) => (order, false),
        CastlingNumbers::Sixteen(order) => (order, true),
    };
    let start = layout.section_start(Section::Castling);
    let mut rights = 0;
    while rights < 16 {
        let mut theirs = 0;
        let mut sum = 0;
        let mut bit = 0;
        while bit < 4 {
            if rights >> order[bit] as usize & 1 == 1 {
                theirs |= 1 << bit;
                sum ^= numbers[start + bit];
            }
            bit += 1;
        }
        keys[rights] = Key(if has_sixteen { numbers[start + theirs] } else { sum });
        rights += 1;
    }
    keys
}

const fn en_passant(layout: &Layout, numbers: &[u64]) -> [Key; 64] {
    let mut keys = [Key(0); 64];
    let start = layout.section_start(Section::EnPassant);
    let files = layout.squares.files as usize;
    let mut i = 0;
    while i < 64 {
        let square = Square::ALL[i];
        let file = if layout.squares.from_file_h { 7 - i % 8 } else { i % 8 };
        let place = match (layout.en_passant, square.rank()) {
            (EnPassantNumbers::None, _) => None,
            (EnPassantNumbers::ByFile { .. }, _) => Some(file),
            (EnPassantNumbers::ByFileAndRank { .. }, Rank::Third) => Some(file),
            (EnPassantNumbers::ByFileAndRank { .. }, Rank::Sixth) => Some(files + file),
            // Such a square occurs only in FENs that no game reaches.
            (EnPassantNumbers::ByFileAndRank { or_none: true }, _) => Some(2 * files),
            (EnPassantNumbers::ByFileAndRank { or_none: false }, _) => None,
            (EnPassantNumbers::BySquare { .. }, _) => Some(layout.squares.index(square)),
        };
        if let Some(place) = place {
            keys[i] = Key(numbers[start + place]);
        }
        i += 1;
    }
    keys
}

const fn side(layout: &Layout, numbers: &[u64]) -> [Key; 2] {
    let start = layout.section_start(Section::Side);
    match layout.side {
        SideNumbers::None => [Key(0); 2],
        SideNumbers::White => [Key(numbers[start]), Key(0)],
        SideNumbers::Black => [Key(0), Key(numbers[start])],
        SideNumbers::Both => [Key(numbers[start]), Key(numbers[start + 1])],
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;
    use crate::keys::schemes;

    /// Each number is its index in the list.
    fn places(layout: &Layout) -> Vec<u64> {
        (0..layout.len() as u64).collect()
    }

    #[test]
    fn double_steps_by_file_and_rank_are_listed_white_first() {
        let mut layout = *schemes::POLYGLOT.layout();
        (layout.squares.files, layout.squares.ranks) = (12, 10);
        for (or_none, from_file_h) in [(false, false), (false, true), (true, false), (true, true)] {
            layout.en_passant = EnPassantNumbers::ByFileAndRank { or_none };
            layout.squares.from_file_h = from_file_h;
            assert_eq!(layout.section_len(Section::EnPassant), 24 + usize::from(or_none));
            let keys = en_passant(&layout, &places(&layout));
            let start = layout.section_start(Section::EnPassant) as u64;
            let file = |from_a: u64| start + if from_file_h { 7 - from_a } else { from_a };
            assert_eq!(keys[Square::B3 as usize], Key(file(1)));
            assert_eq!(keys[Square::B6 as usize], Key(12 + file(1)));
            assert_eq!(keys[Square::H6 as usize], Key(12 + file(7)));
            assert_eq!(keys[Square::E4 as usize], Key(if or_none { start + 24 } else { 0 }));
        }
    }

    #[test]
    fn pieces_are_listed_square_by_square_or_piece_by_piece() {
        let mut layout = *schemes::POLYGLOT.layout();
        let piece = Piece { color: Color::Black, role: Role::Knight };
        let (block, count) = (layout.pieces.block(piece).expect("a knight"), layout.pieces.blocks());
        let key =
            |layout: &Layout| pieces(layout, &places(layout))[Role::Knight as usize][1][Square::C2 as usize];
        let start = layout.section_start(Section::Pieces) as u64;
        assert_eq!(key(&layout), Key(start + u64::from(block) * 64 + Square::C2 as u64));
        layout.square_by_square = true;
        assert_eq!(key(&layout), Key(start + Square::C2 as u64 * u64::from(count) + u64::from(block)));
    }
}
