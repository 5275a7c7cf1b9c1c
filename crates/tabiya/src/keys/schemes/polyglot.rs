//! Polyglot's book format, and schemes derived from it.
//!
//! Source: the published description of the book format (Michel Van den Bergh, "Polyglot book format"). The 781
//! numbers are part of it. En passant is included if a pawn of the side to move is beside the pushed pawn,
//! pinned or not. shakmaty's 64-bit keys (0.27 to 0.30) are the same in its pseudo-legal mode; its legal mode is
//! `polyglot-legal`.

use alloc::borrow::Cow;

use super::polyglot_table::NUMBERS;
use crate::keys::scheme::{
    CastlingNumbers, EnPassantNumbers, EnPassantPolicy, Games, KeyParts, Layout, Numbers, PieceOrder, Right,
    Scheme, Section, SideNumbers, SquareOrder,
};

const LAYOUT: Layout = Layout {
    games: Games::CHESS,
    pieces: match PieceOrder::parse("pPnNbBrRqQkK") {
        Ok(pieces) => pieces,
        Err(_) => panic!("the order lists every piece once"),
    },
    squares: SquareOrder::A1_B1,
    square_by_square: false,
    sections: [Section::Pieces, Section::Castling, Section::EnPassant, Section::Side, Section::NoPawns],
    castling: CastlingNumbers::Four(Right::USUAL),
    en_passant: EnPassantNumbers::ByFile { or_none: false },
    includes_en_passant: EnPassantPolicy::PawnBeside,
    side: SideNumbers::White,
    zero_for_impossible_pawns: false,
    clock: None,
    parts: KeyParts { raw: false, pawn: None, material: None, minor: false, non_pawn: false },
};

/// The keys of Polyglot opening books.
pub static POLYGLOT: Scheme = Scheme::known(
    "polyglot",
    "Polyglot opening books; shakmaty 0.27 … 0.30, 64 bits, pseudo-legal",
    &LAYOUT,
    Numbers::Listed(Cow::Borrowed(&NUMBERS)),
    &NUMBERS,
);

/// Polyglot's numbers, with en passant included only if a capture is legal.
pub static POLYGLOT_LEGAL: Scheme = Scheme::known(
    "polyglot-legal",
    "Polyglot's numbers with legal en passant only; shakmaty 0.27 … 0.30, 64 bits, legal",
    &Layout { includes_en_passant: EnPassantPolicy::LegalCapture, ..LAYOUT },
    Numbers::Listed(Cow::Borrowed(&NUMBERS)),
    &NUMBERS,
);
