//! Stockfish 8.
//!
//! Source: the program's behavior and its published description (GPL; facts only, no code). The numbers are
//! computed from the seed of later versions. Castling has four numbers, and the clock does not enter the key.

use super::stockfish_15::{LAYOUT as STOCKFISH_15, SEED};
use crate::keys::Generator;
use crate::keys::generators::xorshift;
use crate::keys::scheme::{
    CastlingNumbers, EnPassantPolicy, KeyParts, Layout, Numbers, PawnStart, Right, Scheme,
};

static NUMBERS: [u64; LAYOUT.len()] = xorshift::numbers(SEED);

const LAYOUT: Layout = Layout {
    castling: CastlingNumbers::Four(Right::USUAL),
    includes_en_passant: EnPassantPolicy::PawnBeside,
    clock: None,
    parts: KeyParts { pawn: Some(PawnStart::Zero), ..STOCKFISH_15.parts },
    ..STOCKFISH_15
};

/// Stockfish 8.
pub static STOCKFISH_8: Scheme = Scheme::known(
    "stockfish-8",
    "Stockfish 8",
    &LAYOUT,
    Numbers::Generated(Generator::XorShift64Star { seed: SEED }),
    &NUMBERS,
);
