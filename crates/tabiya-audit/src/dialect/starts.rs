//! Start positions from which games soon reach cases that dialects get wrong.

use tabiya::{AnyPosition, Reading, Variant};

/// Few pieces, so that random moves soon reach the intended case.
const CHESS: [&str; 16] = [
    // A double step that can be captured, one that cannot, for both sides.
    "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1",
    "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1",
    "4k3/p6p/8/8/8/8/P6P/4K3 w - - 0 1",
    // The capturing pawn is pinned on a file, on a diagonal.
    "3k4/8/8/8/3p4/8/3RP3/4K3 w - - 0 1",
    "3rk3/3pp3/8/3P4/8/8/8/3K4 b - - 0 1",
    "8/8/5k2/8/3p4/8/4P3/B3K3 w - - 0 1",
    "8/8/1k6/8/3p4/4B3/2P5/4K3 w - - 0 1",
    // Both pawns leave the king's rank.
    "8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1",
    "4k3/4p3/8/r2P3K/8/8/8/8 b - - 0 1",
    // The double step gives check, or uncovers one; capturing may or may not help.
    "8/8/8/5k2/3p4/8/4P3/4K2B w - - 0 1",
    "8/8/8/1k6/3p4/8/4P3/4KB2 w - - 0 1",
    // Rights lost by a move of king or rook, or by capturing a rook.
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "r3k2r/8/8/3BB3/3bb3/8/8/R3K2R w KQkq - 0 1",
    // The same pieces with the other side to move.
    "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
    "4k3/8/8/8/8/8/8/R3K3 b - - 0 1",
    // A high half-move clock.
    "r3k2r/8/8/8/8/8/8/R3K2R w - - 30 40",
];

const CHESS960: [&str; 6] = [
    // The right of the inner rook, of the outer one.
    "4k3/8/8/8/8/8/8/4KRR1 w F - 0 1",
    "4k3/8/8/8/8/8/8/4KRR1 w G - 0 1",
    "1rr1k3/8/8/8/8/8/8/4K3 b b - 0 1",
    "1rr1k3/8/8/8/8/8/8/4K3 b c - 0 1",
    // King and rook keep or exchange their squares when castling.
    "2rk2r1/8/8/8/8/8/8/2RK2R1 w GCgc - 0 1",
    "5krr/8/8/8/8/8/8/5KR1 w G - 0 1",
];

const MAKRUK: [&str; 5] = [
    // A met, a promoted bia.
    "4k3/8/8/8/3M4/8/8/4K3 w - - 0 1",
    "4k3/8/8/8/3M~4/8/8/4K3 w - - 0 1",
    // Bia about to promote.
    "4k3/8/8/2P2P2/2p2p2/8/8/4K3 w - - 0 1",
    // The same pieces with the other side to move.
    "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
    "4k3/8/8/8/8/8/8/R3K3 b - - 0 1",
];

pub(crate) fn of(variant: Variant) -> Vec<AnyPosition> {
    let fens: &[&str] = match variant {
        Variant::Chess => &CHESS,
        Variant::Chess960 => &CHESS960,
        Variant::Makruk => &MAKRUK,
    };
    let read = |fen: &&str| {
        AnyPosition::from_fen(variant, fen, Reading::LENIENT).expect("the starts are legal").position
    };
    fens.iter().map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_start_is_valid_without_repairs() {
        for (variant, fens) in
            [(Variant::Chess, &CHESS[..]), (Variant::Chess960, &CHESS960), (Variant::Makruk, &MAKRUK)]
        {
            for fen in fens {
                let read = AnyPosition::from_fen(variant, fen, Reading::STRICT);
                assert!(read.is_ok(), "{fen}: {read:?}");
            }
        }
    }
}
