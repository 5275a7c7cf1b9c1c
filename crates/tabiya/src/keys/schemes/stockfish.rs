//! Stockfish, development version of 2026.
//!
//! Source: the program's behavior and its published description (GPL; facts only, no code). The numbers are those
//! of version 15, computed, except that pawns on the first and last rank have 0. En passant is included if a
//! capture is legal. The differences were introduced one by one after 15.1.

use super::stockfish_15::{LAYOUT as STOCKFISH_15, NUMBERS, SEED};
use crate::keys::Generator;
use crate::keys::scheme::{EnPassantPolicy, KeyParts, Layout, Numbers, Scheme};

const LAYOUT: Layout = Layout {
    includes_en_passant: EnPassantPolicy::LegalCapture,
    zero_for_impossible_pawns: true,
    parts: KeyParts { material: Some(8), minor: true, non_pawn: true, ..STOCKFISH_15.parts },
    ..STOCKFISH_15
};

/// Stockfish as of 2026.
pub static STOCKFISH: Scheme = Scheme::known(
    "stockfish",
    "Stockfish, development version of 2026",
    &LAYOUT,
    Numbers::Generated(Generator::XorShift64Star { seed: SEED }),
    &NUMBERS,
);
