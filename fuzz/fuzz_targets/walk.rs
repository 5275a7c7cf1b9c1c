//! A game selected by the bytes; the properties of the tests are checked after every ply.
#![no_main]

#[path = "../../crates/tabiya/tests/it/common/mod.rs"]
mod common;

use common::chess960;
use common::random::{Bytes, Choices};
use common::walk::{read, walk};
use libfuzzer_sys::fuzz_target;
use tabiya::{Chess, Makruk, Position};

const PLIES: usize = 60;

fuzz_target!(|bytes: &[u8]| {
    let mut choices = Bytes(bytes);
    let Some(game) = choices.below(3) else { return };
    match game {
        0 => walk(Position::<Chess>::start(), PLIES, &mut choices),
        1 => walk(Position::<Makruk>::start(), PLIES, &mut choices),
        _ => {
            // Two bytes make a number up to 65,535.
            let mut number = || Some((choices.below(256)? * 256 + choices.below(256)?) % 960);
            let (Some(white), Some(black)) = (number(), number()) else { return };
            walk(read::<Chess>(&chess960::start(white, black)), PLIES, &mut choices)
        }
    };
});
