//! Any text as a FEN of any game.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tabiya::{Chess, Makruk, Position, Reading, Rules};

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    for reading in [Reading::STRICT, Reading::LENIENT] {
        read::<Chess>(text, reading);
        read::<Chess>(text, reading.chess960());
        read::<Makruk>(text, reading);
    }
});

fn read<R: Rules>(text: &str, reading: Reading) {
    let parsed = match Position::<R>::from_fen(text, reading) {
        Ok(parsed) => parsed,
        Err(error) => {
            let message = error.to_string();
            assert!(!message.is_empty() && !message.contains(char::is_control), "{message:?}");
            return;
        }
    };
    for note in &parsed.notes {
        assert!(!note.to_string().contains(char::is_control), "{note}");
    }
    let position = parsed.position;
    assert_eq!(*position.keys(), position.identity().keys_from_scratch());
    let fen = position.to_fen();
    // The written FEN is read again, as Chess960 because the castling rights may need it.
    let again = Position::<R>::from_fen(&fen, reading.chess960()).expect("we read what we write");
    assert_eq!(again.position.identity(), position.identity(), "{fen}");
    assert_eq!(again.position.to_fen(), fen);
    let moves = position.legal_moves();
    assert_eq!(moves.len() as u64, position.count_legal_moves());
    for &mv in &moves {
        let next = position.play_legal(mv);
        assert_eq!(*next.keys(), next.identity().keys_from_scratch(), "{mv:?} in {fen}");
        assert_eq!(position.key_after(mv), next.key(), "{mv:?} in {fen}");
        assert_eq!(position.parse_uci(&position.uci(mv)), Ok(mv), "{mv:?} in {fen}");
        assert_eq!(position.parse_san(&position.san(mv)), Ok(mv), "{mv:?} in {fen}");
    }
    let _ = (position.outcome(), position.claim(), position.null_move());
}
