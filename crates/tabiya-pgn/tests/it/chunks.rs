//! Random input in chunks of any size: the same events for all read sizes, and no panic.

use crate::common::{Chunked, Log, events};
use proptest::prelude::*;

/// Fragments of PGN, and some that are not PGN.
const FRAGMENTS: &[&str] = &[
    "[Event \"x\"]",
    "[FEN \"8/8\"]",
    "[",
    "]",
    "\"",
    "\n",
    "\r\n",
    "\r\r\n",
    "\r",
    "\n\n",
    " ",
    "1.",
    "12...",
    "e4",
    "Nf3+",
    "O-O",
    "0-0-0",
    "e8(Q)",
    "exd6e.p.",
    "--",
    "Z0",
    "{",
    "}",
    "(",
    ")",
    ";",
    "%",
    "$1",
    "$",
    "!?",
    "*",
    "1-0",
    "0-1",
    "1/2-1/2",
    "<",
    "\u{feff}",
    "é",
    "♘f3",
    "…",
    "\n\n1. d4",
    "\x1a",
    "\\",
    "[Event \"y\"]\n\n1. d4 ",
    "\n\n[Site \"z\"]\n",
    "{[%clk 0:01]}",
    "html",
];

fn texts() -> impl Strategy<Value = Vec<u8>> {
    let fragment = prop_oneof![
        8 => prop::sample::select(FRAGMENTS).prop_map(|text| text.as_bytes().to_vec()),
        1 => prop::collection::vec(any::<u8>(), 0..8),
        1 => (prop::sample::select(b"x (\n1a[{.".as_slice()), 0..5000usize).prop_map(|(byte, count)| vec![byte; count]),
    ];
    prop::collection::vec(fragment, 0..60).prop_map(|fragments| fragments.concat())
}

#[test]
fn file_type_does_not_depend_on_read_sizes() {
    let text = [" ".repeat(1100).as_bytes(), b"<html>"].concat();
    let expected = events(text.as_slice(), Log::default());
    assert_eq!(events(Chunked { text: &text, sizes: &[1], turn: 0 }, Log::default()), expected);
}

#[test]
fn a_nag_of_a_thousand_digits_is_ignored() {
    let text = format!("[Event \"y\"]\n\n1. d4 *${}\n", "1".repeat(4000));
    let expected = events(text.as_bytes(), Log::default());
    assert_eq!(expected.last().map(String::as_str), Some("end"));
    let chunked = Chunked { text: text.as_bytes(), sizes: &[1], turn: 0 };
    assert_eq!(events(chunked, Log::default()), expected);
}

proptest! {
    #[test]
    fn read_sizes_do_not_change_the_events(
        text in texts(),
        sizes in prop::collection::vec(1..300usize, 1..5),
        visit_variations: bool,
        skip_moves: bool,
        repeat in prop_oneof![9 => Just(1usize), 1 => Just(40)],
    ) {
        let text = text.repeat(repeat);
        let log = || Log { visit_variations, skip_moves, ..Log::default() };
        let expected = events(text.as_slice(), log());
        let chunked = Chunked { text: &text, sizes: &sizes, turn: 0 };
        prop_assert_eq!(events(chunked, log()), expected);
    }

    #[test]
    fn any_bytes_can_be_read(bytes in prop::collection::vec(any::<u8>(), 0..2000)) {
        let expected = events(bytes.as_slice(), Log::default());
        let chunked = Chunked { text: &bytes, sizes: &[1], turn: 0 };
        prop_assert_eq!(events(chunked, Log::default()), expected);
    }
}
