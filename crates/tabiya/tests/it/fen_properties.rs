//! Properties of FEN reading for any text, and for any reachable position.

use proptest::prelude::*;
use tabiya::{AnyPosition, Chess, EnPassant, Makruk, ParsedFen, Position, Reading, Rules, Variant};

const GOOD: [(Variant, &str); 10] = [
    (Variant::Chess, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    (Variant::Chess, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
    (Variant::Chess, "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3"),
    (Variant::Chess, "4k3/8/5N2/8/8/8/8/K3R3 b - - 12 40"),
    (Variant::Chess960, "qbbn1rkr/p1pppppp/3n4/1p6/4P3/7P/PPPP1PP1/QBBNNRKR w HFhf - 1 3"),
    (Variant::Chess960, "1r2k1rr/8/8/8/8/8/8/1R2K1RR w GBkq - 0 1"),
    (Variant::Makruk, "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1"),
    (Variant::Makruk, "4k3/8/2m~5/8/8/8/3M4/R3K3 b - 128 10 40"),
    (Variant::Makruk, "rmtektmr/8/bbbbbbbb/8/8/BBBBBBBB/8/RMTKETMR w 1"),
    (Variant::Makruk, "r3k3/8/8/8/8/8/3F4/4K3 w 40 w bp 5 4 64"),
];

fn variant() -> impl Strategy<Value = Variant> {
    (0_usize..3).prop_map(|number| Variant::ALL[number])
}

/// A valid FEN with some bytes replaced, removed or repeated.
fn damaged() -> impl Strategy<Value = (Variant, String)> {
    let edit = (
        any::<prop::sample::Index>(),
        0_u8..3,
        prop::sample::select(b"pnbrqksmtefPNBRQKSM~/-0123456789 wab\t\0".to_vec()),
    );
    (0..GOOD.len(), prop::collection::vec(edit, 1..4)).prop_map(|(which, edits)| {
        let (variant, fen) = GOOD[which];
        let mut bytes = fen.as_bytes().to_vec();
        for (at, kind, byte) in edits {
            let at = at.index(bytes.len());
            match kind {
                0 => bytes[at] = byte,
                1 => bytes.insert(at, byte),
                _ => drop(bytes.remove(at)),
            }
        }
        (variant, bytes.into_iter().map(char::from).collect())
    })
}

/// Reads a text both ways and compares the results.
fn check_reading(variant: Variant, text: &str) {
    let strict = AnyPosition::from_fen(variant, text, Reading::STRICT);
    let lenient = AnyPosition::from_fen(variant, text, Reading::LENIENT);
    for error in [strict.as_ref().err(), lenient.as_ref().err()].into_iter().flatten() {
        let message = error.to_string();
        assert!(message.bytes().all(|byte| (b' '..=b'~').contains(&byte)), "{message:?}");
        assert!(error.problems().iter().all(|problem| problem.column() <= text.len() + 1), "{message}");
        assert!(!error.problems().is_empty());
    }
    if let Ok(ParsedFen { position, notes, .. }) = &strict {
        assert!(notes.iter().all(|note| !note.is_repair()), "{text:?}");
        assert_eq!(lenient.as_ref().expect("lenient reading refuses less").position, *position);
        check_round_trip(variant, position, Reading::STRICT);
    }
    if let Ok(ParsedFen { position, .. }) = &lenient {
        check_round_trip(variant, position, Reading::LENIENT);
        assert_eq!(*position.keys(), position.identity().keys_from_scratch(), "{text:?}");
    }
}

fn check_round_trip(variant: Variant, position: &AnyPosition, reading: Reading) {
    let fen = position.to_fen();
    let ParsedFen { position: again, notes, .. } =
        AnyPosition::from_fen(variant, &fen, reading).expect("what we write we read");
    assert!(notes.iter().all(|note| !note.is_repair()), "{fen}");
    assert_eq!(again.to_fen(), fen);
    assert_eq!(again.identity(), position.identity(), "{fen}");
}

/// Plays moves chosen by a list of numbers and reads each position's FEN strictly, with the square of the last double
/// step whether or not a capture is possible: no reachable position is refused.
fn walk<R: Rules>(start: Position<R>, choices: &[prop::sample::Index]) {
    let reading = Reading::STRICT.chess960();
    let mut position = start;
    for choice in choices {
        let moves = position.legal_moves();
        if moves.is_empty() {
            return;
        }
        position = position.play_legal(moves[choice.index(moves.len())]);
        let fen = position.to_fen();
        let parsed = Position::<R>::from_fen(&fen, reading).unwrap_or_else(|error| panic!("{fen}: {error}"));
        assert_eq!(parsed.notes, [], "{fen}");
        assert_eq!(parsed.position.identity(), position.identity(), "{fen}");
        assert_eq!(parsed.position.to_fen_without_clocks(), position.to_fen_without_clocks());
        // While Makruk counts, its FEN does not contain the clock.
        if R::DOUBLE_STEP {
            let always = position.to_fen_with(EnPassant::Always);
            let parsed = Position::<R>::from_fen(&always, reading);
            assert_eq!(parsed.unwrap_or_else(|error| panic!("{always}: {error}")).position, position);
        }
    }
}

fn chess960(fen: &str) -> Position<Chess> {
    Position::from_fen(fen, Reading::STRICT.chess960()).expect("a legal start").position
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2_000) })]

    #[test]
    fn any_text_gets_an_answer(variant in variant(), text in "\\PC*|[ -~]{0,80}|[pnbrqkPNBRQK1-8/]{20,70} [wb] [KQkqA-Ha-h-]{1,4} [a-h-][36]? [0-9]{1,6} [0-9]{1,4}") {
        check_reading(variant, &text);
    }

    #[test]
    fn any_bytes_get_an_answer(variant in variant(), bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        check_reading(variant, &String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn a_damaged_fen_is_rejected_or_read_consistently((variant, text) in damaged()) {
        check_reading(variant, &text);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(60) })]

    #[test]
    fn no_reachable_position_is_rejected(choices in prop::collection::vec(any::<prop::sample::Index>(), 150)) {
        walk(Position::<Chess>::start(), &choices);
        walk(Position::<Makruk>::start(), &choices);
        walk(chess960("qbbn1rkr/pppppppp/3n4/8/8/8/PPPPPPPP/QBBNNRKR w HFhf - 1 3"), &choices);
        walk(chess960("r3k2r/1P4P1/8/3pP3/3Pp3/8/1p4p1/R3K2R w HAha - 0 1"), &choices);
        walk(chess960("8/2k3PP/1N6/2Pp1B2/Q2pP3/1b2n3/pp3K2/3r4 w - - 0 1"), &choices);
    }
}
