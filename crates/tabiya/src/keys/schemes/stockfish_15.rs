//! Stockfish 12 to 15.1.
//!
//! Source: the program's behavior and its published description (GPL; facts only, no code). The numbers are
//! computed: xorshift64* with seed 1070372. There are sixteen independent castling numbers, including one for no rights.
//! The printed key depends on the half-move clock from 14 on.

use core::num::NonZeroU16;

use crate::keys::Generator;
use crate::keys::generators::xorshift;
use crate::keys::scheme::{
    CastlingNumbers, ClockStep, EnPassantNumbers, EnPassantPolicy, Games, KeyParts, Layout, Numbers,
    PawnStart, PieceOrder, Right, Scheme, Section, SideNumbers, SquareOrder,
};

pub(super) const SEED: u64 = 1_070_372;
const EIGHT: NonZeroU16 = NonZeroU16::new(8).expect("eight is not zero");
pub(super) static NUMBERS: [u64; LAYOUT.len()] = xorshift::numbers(SEED);

pub(super) const LAYOUT: Layout = Layout {
    games: Games::CHESS,
    pieces: match PieceOrder::parse("PNBRQKpnbrqk") {
        Ok(pieces) => pieces,
        Err(_) => panic!("the order lists every piece once"),
    },
    squares: SquareOrder::A1_B1,
    square_by_square: false,
    sections: [Section::Pieces, Section::EnPassant, Section::Castling, Section::Side, Section::NoPawns],
    castling: CastlingNumbers::Sixteen(Right::USUAL),
    en_passant: EnPassantNumbers::ByFile { or_none: false },
    includes_en_passant: EnPassantPolicy::PseudoLegal,
    side: SideNumbers::Black,
    zero_for_impossible_pawns: false,
    clock: Some(ClockStep::new(14, EIGHT)),
    parts: KeyParts {
        raw: true,
        pawn: Some(PawnStart::OwnNumber),
        material: Some(0),
        minor: false,
        non_pawn: false,
    },
};

/// Stockfish 12 to 15.1.
pub static STOCKFISH_15: Scheme = Scheme::known(
    "stockfish-15",
    "Stockfish 12 … 15.1",
    &LAYOUT,
    Numbers::Generated(Generator::XorShift64Star { seed: SEED }),
    &NUMBERS,
);
