//! Rustic Alpha 2 to 4.0-beta.
//!
//! Source: the program's behavior and its documentation (GPL; facts only, no code). The numbers are computed:
//! ChaCha20's keystream with a key of 32 bytes 125. En passant is included after every double step, by square,
//! and there are numbers for "no en passant", "no castling" and both sides.

use crate::keys::Generator;
use crate::keys::generators::chacha20;
use crate::keys::scheme::{
    CastlingNumbers, EnPassantNumbers, EnPassantPolicy, Games, KeyParts, Layout, Numbers, PieceOrder, Right,
    Scheme, Section, SideNumbers, SquareOrder,
};

const SEED: [u8; 32] = [125; 32];
static NUMBERS: [u64; LAYOUT.len()] = chacha20::numbers(&SEED);

const LAYOUT: Layout = Layout {
    games: Games::PLAIN_CHESS,
    pieces: match PieceOrder::parse("KQRBNPkqrbnp") {
        Ok(pieces) => pieces,
        Err(_) => panic!("the order lists every piece once"),
    },
    squares: SquareOrder::A1_B1,
    square_by_square: false,
    sections: [Section::Pieces, Section::Castling, Section::Side, Section::EnPassant, Section::NoPawns],
    castling: CastlingNumbers::Sixteen(Right::USUAL),
    en_passant: EnPassantNumbers::BySquare { or_none: true },
    includes_en_passant: EnPassantPolicy::AfterDoubleStep,
    side: SideNumbers::Both,
    zero_for_impossible_pawns: false,
    clock: None,
    parts: KeyParts { raw: false, pawn: None, material: None, minor: false, non_pawn: false },
};

/// Rustic Alpha 2 to 4.0-beta.
pub static RUSTIC: Scheme = Scheme::known(
    "rustic",
    "Rustic Alpha 2 … 4.0-beta",
    &LAYOUT,
    Numbers::Generated(Generator::ChaCha20 { seed: SEED }),
    &NUMBERS,
);
