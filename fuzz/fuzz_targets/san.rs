//! Any texts as moves in SAN, in any position.
#![no_main]

#[path = "common/moves.rs"]
mod moves;

use libfuzzer_sys::fuzz_target;
use tabiya::{Chess, Makruk, Position, Rules};

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    play::<Chess>(text);
    play::<Makruk>(text);
});

fn play<R: Rules>(text: &str) {
    moves::play(text, Position::<R>::parse_san, |position, mv| {
        assert_eq!(position.parse_san(&position.san(mv)), Ok(mv), "{mv:?} in {position:?}");
    });
}
