//! Stockfish, development version of 2026.
//!
//! Source: the program's behaviour and its published description (GPL; facts only, no code). The numbers are those
//! of version 15 and are computed, except that pawns where none can stand have 0. En passant is mentioned if a
//! capture is legal. Versions between 15.1 and this one changed one habit after the other.

use super::stockfish_15::{LAYOUT as STOCKFISH_15, NUMBERS, SEED};
use crate::keys::Generator;
use crate::keys::scheme::{KeyParts, Layout, Numbers, EnPassantPolicy, Scheme};

const LAYOUT: Layout = Layout {
    mentions_en_passant: EnPassantPolicy::LegalCapture,
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
