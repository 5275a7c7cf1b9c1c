//! Any texts as moves in SAN, in any position.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tabiya::{Chess, Makruk, Position, Reading, Rules};

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    play::<Chess>(text);
    play::<Makruk>(text);
});

fn play<R: Rules>(text: &str) {
    let (fen, moves) = text.split_once('\n').unwrap_or(("", text));
    let parsed = Position::<R>::from_fen(fen, Reading::LENIENT.chess960());
    let mut position = parsed.map_or_else(|_| Position::start(), |parsed| parsed.position);
    for text in moves.split(' ').take(64) {
        match position.parse_san(text) {
            Ok(mv) => {
                assert!(position.is_legal(mv), "{text} in {position:?}");
                assert_eq!(position.parse_san(&position.san(mv)), Ok(mv), "{text} in {position:?}");
                position = position.play_legal(mv);
            }
            Err(error) => assert!(!error.to_string().contains(char::is_control), "{error}"),
        }
    }
}
