//! Fairy-Stockfish 11.1, Makruk, in the large-board build that Debian ships.
//!
//! Source: the program's behavior and its published description (GPL; facts only, no code). The numbers are
//! computed with Stockfish's generator for 38 kinds of pieces on a board of 12×10; Makruk uses six of them. A
//! promoted bia is hashed as a met. Numbers for en passant and castling are drawn but never used.

use super::stockfish_15::SEED;
use crate::keys::Generator;
use crate::keys::generators::xorshift;
use crate::keys::scheme::{
    CastlingNumbers, EnPassantNumbers, EnPassantPolicy, Games, KeyParts, Layout, Numbers, PieceOrder, Right,
    Scheme, Section, SideNumbers, SquareOrder,
};

#[expect(clippy::large_const_arrays, reason = "only a few of the nine thousand are used at run time")]
const NUMBERS: [u64; LAYOUT.len()] = xorshift::numbers(SEED);

const LAYOUT: Layout = Layout {
    games: Games::MAKRUK,
    pieces: match PieceOrder::parse("PN1R1M2S28Kpn1r1m2s28k") {
        Ok(pieces) => pieces,
        Err(_) => panic!("the order lists every piece once"),
    },
    squares: SquareOrder { files: 12, ranks: 10, ..SquareOrder::A1_B1 },
    square_by_square: false,
    sections: [Section::Pieces, Section::EnPassant, Section::Castling, Section::Side, Section::NoPawns],
    castling: CastlingNumbers::Four(Right::USUAL),
    en_passant: EnPassantNumbers::ByFile { or_none: false },
    includes_en_passant: EnPassantPolicy::PawnBeside,
    side: SideNumbers::Black,
    zero_for_impossible_pawns: false,
    clock: None,
    parts: KeyParts { raw: false, pawn: None, material: None, minor: false, non_pawn: false },
};

/// Fairy-Stockfish 11.1, Makruk.
pub static FAIRY_STOCKFISH_11: Scheme = Scheme::known(
    "fairy-stockfish-11",
    "Fairy-Stockfish 11.1, Makruk, large-board build",
    &LAYOUT,
    Numbers::Generated(Generator::XorShift64Star { seed: SEED }),
    &NUMBERS,
);
