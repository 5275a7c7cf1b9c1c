use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use crate::{Color, Piece, Role};

/// The block of numbers of each piece.
///
/// Written as the pieces' letters in the order of the blocks, uppercase for white, with a number for blocks to
/// skip: `pPnNbBrRqQkK` is Polyglot's order. Makruk's pieces have Fairy-Stockfish's letters
/// (`S` khon, `M` met), and `F` is a promoted bia. Without an `F`, a promoted bia is hashed as a met.
///
/// ```
/// use tabiya::{Color, Piece, Role, keys::PieceOrder};
///
/// let pieces = PieceOrder::parse("pPnNbBrRqQkK")?;
/// assert_eq!(pieces.block(Piece { color: Color::White, role: Role::Pawn }), Some(1));
/// assert_eq!(pieces.blocks(), 12);
/// # Ok::<(), tabiya::keys::PieceOrderError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceOrder {
    /// By role and color.
    block: [[Option<u16>; 2]; 7],
    blocks: u16,
}

/// Why a text is not a valid order of pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PieceOrderError {
    /// A letter that is not a piece.
    NoPiece(char),
    /// A piece that already has a block.
    Twice(char),
    /// A piece without a block.
    Missing(char),
    /// More blocks than any board game needs.
    TooMany,
}

impl fmt::Display for PieceOrderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PieceOrderError::NoPiece(letter) => {
                write!(
                    f,
                    "{letter:?} is not a piece: expected P N B R Q K, for Makruk P N S M R K F, or a number to skip"
                )
            }
            PieceOrderError::Twice(letter) => write!(f, "{letter:?} is listed twice"),
            PieceOrderError::Missing(letter) => write!(f, "{letter:?} is missing"),
            PieceOrderError::TooMany => write!(f, "more than {} blocks", PieceOrder::MAX_BLOCKS),
        }
    }
}

impl core::error::Error for PieceOrderError {}

impl PieceOrder {
    /// Fairy-Stockfish has 76.
    pub const MAX_BLOCKS: u16 = 128;

    /// Parses an order of pieces.
    pub const fn parse(text: &str) -> Result<PieceOrder, PieceOrderError> {
        let text = text.as_bytes();
        let mut pieces = PieceOrder { block: [[None; 2]; 7], blocks: 0 };
        let mut i = 0;
        while i < text.len() {
            let byte = text[i];
            i += 1;
            if byte.is_ascii_digit() {
                let mut skipped = (byte - b'0') as u16;
                while i < text.len() && text[i].is_ascii_digit() && skipped <= PieceOrder::MAX_BLOCKS {
                    skipped = skipped * 10 + (text[i] - b'0') as u16;
                    i += 1;
                }
                pieces.blocks += skipped;
            } else if byte != b' ' {
                let color = if byte.is_ascii_uppercase() { Color::White } else { Color::Black };
                let Some(role) = role(byte) else { return Err(PieceOrderError::NoPiece(shown(text, i - 1))) };
                let block = &mut pieces.block[role as usize][color as usize];
                if block.is_some() {
                    return Err(PieceOrderError::Twice(byte as char));
                }
                *block = Some(pieces.blocks);
                pieces.blocks += 1;
            }
            if pieces.blocks > PieceOrder::MAX_BLOCKS {
                return Err(PieceOrderError::TooMany);
            }
        }
        pieces.complete()
    }

    /// Every role except the promoted bia must have two blocks; the promoted bia has two or none.
    const fn complete(self) -> Result<PieceOrder, PieceOrderError> {
        let has_promoted_bia = self.block[Role::BiaNgai as usize][0].is_some()
            || self.block[Role::BiaNgai as usize][1].is_some();
        let mut i = 0;
        while i < 14 {
            let (role, color) = (Role::ALL[i / 2], Color::ALL[i % 2]);
            let optional = matches!(role, Role::BiaNgai) && !has_promoted_bia;
            if self.block[i / 2][i % 2].is_none() && !optional {
                return Err(PieceOrderError::Missing(letter(Piece { color, role }, false)));
            }
            i += 1;
        }
        Ok(self)
    }

    /// The block of a piece, if it has its own.
    #[must_use]
    pub const fn block(&self, piece: Piece) -> Option<u16> {
        self.block[piece.role as usize][piece.color as usize]
    }

    /// The number of blocks, including skipped ones.
    #[must_use]
    pub const fn blocks(&self) -> u16 {
        self.blocks
    }

    /// The order as text, with the letters of chess or of Makruk.
    #[must_use]
    pub fn to_text(&self, makruk: bool) -> String {
        let mut pieces: Vec<(u16, char)> = Vec::new();
        for role in Role::ALL {
            for color in Color::ALL {
                let piece = Piece { color, role };
                pieces.extend(self.block(piece).map(|block| (block, letter(piece, makruk))));
            }
        }
        pieces.sort_unstable();
        let mut text = String::new();
        let mut next = 0;
        for (block, letter) in pieces {
            if block > next {
                text.push_str(&(block - next).to_string());
            }
            text.push(letter);
            next = block + 1;
        }
        if self.blocks > next {
            text.push_str(&(self.blocks - next).to_string());
        }
        text
    }
}

const fn role(letter: u8) -> Option<Role> {
    match letter.to_ascii_uppercase() {
        b'P' => Some(Role::Pawn),
        b'N' => Some(Role::Knight),
        b'B' | b'S' => Some(Role::Bishop),
        b'R' => Some(Role::Rook),
        b'Q' | b'M' => Some(Role::Queen),
        b'K' => Some(Role::King),
        b'F' => Some(Role::BiaNgai),
        _ => None,
    }
}

const fn letter(piece: Piece, makruk: bool) -> char {
    let capital = match (piece.role, makruk) {
        (Role::Pawn, _) => 'P',
        (Role::Knight, _) => 'N',
        (Role::Bishop, false) => 'B',
        (Role::Bishop, true) => 'S',
        (Role::Rook, _) => 'R',
        (Role::Queen, false) => 'Q',
        (Role::Queen, true) => 'M',
        (Role::King, _) => 'K',
        (Role::BiaNgai, _) => 'F',
    };
    match piece.color {
        Color::White => capital,
        Color::Black => capital.to_ascii_lowercase(),
    }
}

/// A byte for a message; `\u{fffd}` for a byte of a letter outside ASCII.
const fn shown(text: &[u8], i: usize) -> char {
    if text[i].is_ascii() { text[i] as char } else { char::REPLACEMENT_CHARACTER }
}

#[cfg(test)]
mod tests {
    use alloc::borrow::ToOwned;

    use super::*;

    #[test]
    fn an_order_of_pieces_round_trips() {
        for (text, makruk) in [
            ("PNBRQKpnbrqk", false),
            ("PpFfNnSsMmRrKk", true),
            ("PN1R1M2S28Kpn1r1m2s28k", true),
            ("PNBRQKpnbrqk116", false),
        ] {
            assert_eq!(PieceOrder::parse(text).map(|pieces| pieces.to_text(makruk)), Ok(text.to_owned()));
        }
    }

    #[test]
    fn wrong_orders_are_rejected_with_a_reason() {
        let why = |text| PieceOrder::parse(text).expect_err("the order is wrong").to_string();
        assert_eq!(why("PNBRQKpnbrq"), "'k' is missing");
        assert_eq!(why("PPNBRQKpnbrqk"), "'P' is listed twice");
        assert_eq!(why("PNBRQKpnbrqkF"), "'f' is missing");
        assert_eq!(why("PNBRQK99999999999999999pnbrqk"), "more than 128 blocks");
        assert_eq!(why("PNBRQKpnbrqk117"), "more than 128 blocks");
        assert!(why("PNBRQKpnbrqx").starts_with("'x' is not a piece"));
        assert!(why("PNBRQKpnbrq♚").starts_with("'\u{fffd}' is not a piece"));
    }
}
