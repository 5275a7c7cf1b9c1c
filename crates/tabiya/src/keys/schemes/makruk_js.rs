//! makruk-js 4.0.0.
//!
//! Source: the program's behavior (facts only, no code). It implements xorshift64* but keeps the product as the next
//! state and never truncates it to 64 bits, so its numbers differ from any 64-bit port. They are stored; a test
//! recomputes them. The keys cover pieces and side to move only. A promoted bia and a met are different pieces.

use super::makruk_js_table::NUMBERS;
use crate::keys::Generator;
use crate::keys::scheme::{
    CastlingNumbers, EnPassantNumbers, EnPassantPolicy, Games, KeyParts, Layout, Numbers, PieceOrder, Scheme,
    Section, SideNumbers, SquareOrder,
};

const SEED: u64 = 0x0012_3456_78ab_cdef;

const LAYOUT: Layout = Layout {
    games: Games::MAKRUK,
    pieces: match PieceOrder::parse("PpFfNnSsMmRrKk") {
        Ok(pieces) => pieces,
        Err(_) => panic!("the order lists every piece once"),
    },
    squares: SquareOrder::A1_B1,
    square_by_square: false,
    sections: [Section::Pieces, Section::Side, Section::Castling, Section::EnPassant, Section::NoPawns],
    castling: CastlingNumbers::None,
    en_passant: EnPassantNumbers::None,
    includes_en_passant: EnPassantPolicy::LegalCapture,
    side: SideNumbers::Black,
    zero_for_impossible_pawns: false,
    clock: None,
    parts: KeyParts { raw: false, pawn: None, material: None, minor: false, non_pawn: false },
};

/// makruk-js 4.0.0.
pub static MAKRUK_JS: Scheme = Scheme::known(
    "makruk-js",
    "makruk-js 4.0.0",
    &LAYOUT,
    Numbers::Generated(Generator::XorShift64StarUnbounded { seed: SEED }),
    &NUMBERS,
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stored_numbers_follow_from_unbounded_arithmetic() {
        assert_eq!(Generator::XorShift64StarUnbounded { seed: SEED }.numbers(897), NUMBERS);
    }

    #[test]
    fn a_64_bit_port_differs_from_the_first_number_on() {
        assert_ne!(Generator::XorShift64StarMultiplied { seed: SEED }.numbers(1)[0], NUMBERS[0]);
    }
}
