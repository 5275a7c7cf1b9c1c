//! Events of the reader for all kinds of files.

use std::cell::Cell;
use std::io::{self, Read};

use crate::common::{Chunked, Log, events, read};
use insta::assert_snapshot;
use tabiya_pgn::{Reader, Visitor};

#[test]
fn events_of_a_well_formed_game() {
    let pgn = "[Event \"A \\\"B\\\"\"]\n[Result \"1-0\"]\n\n1. e4 {best} e5 $1 2. Nf3! (2. f4 exf4 (2... d5) 3. Nf3) 2... Nc6 ; rest\n3. Bb5 1-0\n";
    assert_snapshot!(read(pgn), @r#"game at line 1 | tag Event = A "B" | tag Result = 1-0 | 4: e4 | {best} | 4: e5 | $1 | 4: Nf3! | ( | 4: f4 | 4: exf4 | ( | 4: d5 | ) | 4: Nf3 | ) | 4: Nc6 | { rest} | 5: Bb5 | result 1-0 | end"#);
}

#[test]
fn move_numbers_are_optional_and_freely_spaced() {
    assert_snapshot!(read("1.e4 1...e5 2. ... Nf3 3 d4 exd4 4.O-O 0-0-0 *"), @"game at line 1 | 1: e4 | 1: e5 | 1: Nf3 | 1: d4 | 1: exd4 | 1: O-O | 1: 0-0-0 | result * | end");
}

#[test]
fn marks_may_be_separated_from_moves() {
    assert_snapshot!(read("1. e4 ! e5 ?? (1... c5 !?) 2. Nf3 ?! *"), @"game at line 1 | 1: e4 | $1 | 1: e5 | $4 | ( | 1: c5 | $5 | ) | 1: Nf3 | $6 | result * | end");
}

#[test]
fn double_marks_and_en_passant_suffixes() {
    assert_snapshot!(read("1. e4 !! d5 2. exd5 e.p. c5 3. dxc6 ep ?? *"), @"game at line 1 | 1: e4 | $3 | 1: d5 | 1: exd5 | 1: c5 | 1: dxc6 | $4 | result * | end");
}

#[test]
fn every_figurine_has_its_letter() {
    assert_snapshot!(read("1. ♘f3 ♞f6 2. ♖g1 ♜g8 3. ♗c4 ♛e7 4. ♔e2 ♙e4 *"), @"game at line 1 | 1: Nf3 | 1: Nf6 | 1: Rg1 | 1: Rg8 | 1: Bc4 | 1: Qe7 | 1: Ke2 | 1: e4 | result * | end");
}

#[test]
fn null_moves_have_three_spellings() {
    assert_snapshot!(read("1. e4 -- 2. Z0 0000 *"), @"game at line 1 | 1: e4 | 1: null | 1: null | 1: null | result * | end");
}

#[test]
fn all_line_endings_are_accepted() {
    let pgn = "[Event \"x\"]\n[Site \"y\"]\n\n1. e4\ne5 *\n\n[Event \"z\"]\n\n1. d4 *\n";
    for line_end in ["\r\n", "\r"] {
        assert_eq!(read(pgn.replace('\n', line_end)), read(pgn), "{line_end:?}");
    }
}

#[test]
fn a_byte_order_mark_and_latin_1_are_read() {
    assert_snapshot!(read(b"\xef\xbb\xbf[White \"M\xfcller\"]\n\n1. e4 {sch\xf6n} *"), @r"game at line 1 | tag White = Müller | 3: e4 | {sch\xf6n} | result * | end");
}

#[test]
fn utf_16_is_rejected() {
    let utf_16: Vec<u8> = "[Event \"x\"]\n\n1. e4 *".encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_snapshot!(read([&b"\xff\xfe"[..], &utf_16].concat()), @"!! not PGN: the text is UTF-16; convert it to UTF-8 first");
    assert_snapshot!(read(utf_16), @"!! not PGN: the text is UTF-16; convert it to UTF-8 first");
}

#[test]
fn other_formats_are_rejected() {
    assert_snapshot!(read("<!DOCTYPE html>\n<html><body>1. e4 e5 1-0</body></html>"), @"!! not PGN: looks like HTML");
    assert_snapshot!(read("\x7fELF\x02\x01\0\0\0"), @"!! not PGN: a binary file");
    assert_snapshot!(read("1. Introduction\n\nOnce upon a time.\n"), @"!! not PGN: no game found");
    assert_snapshot!(read("{\"json\": [1, 2]}"), @"!! not PGN: no game found");
    assert_snapshot!(read("PK\x03\x04 archive"), @"!! not PGN: a zip archive; extract it first");
    assert_snapshot!(read(b"\xfd7zXZ\0 archive"), @"!! not PGN: xz is not supported; decompress it first");
    assert_snapshot!(read(b"7z\xbc\xaf archive"), @"!! not PGN: a 7z archive; extract it first");
    assert_snapshot!(read(b"\xff\xfe1"), @"!! not PGN: the text is UTF-16; convert it to UTF-8 first");
    assert_snapshot!(read(b"\xfe\xff1"), @"!! not PGN: the text is UTF-16; convert it to UTF-8 first");
    assert_snapshot!(read(""), @"");
    assert_snapshot!(read(" \r\n\t\n"), @"");
}

#[test]
fn random_bytes_are_not_pgn() {
    let mut state = 1u64;
    for _ in 0..300 {
        let bytes: Vec<u8> = (0..2000)
            .map(|_| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (state >> 56) as u8
            })
            .collect();
        assert!(read(&bytes).starts_with("!! not PGN"), "{}", bytes.escape_ascii());
    }
}

#[test]
fn text_before_and_between_games_is_reported_once() {
    let pgn = "From: sender\nSubject: games\n\n[Event \"x\"]\n\n1. e4 *\n\n<br>\n<br>\n1. d4 *\n[Event \"y\"]\n\n1. c4 *\n<end>";
    assert_snapshot!(read(pgn), @"! line 1: not PGN: skipped up to the next tag pair | game at line 4 | tag Event = x | 6: e4 | result * | end | ! line 8: not PGN: skipped up to the next tag pair | game at line 11 | tag Event = y | 13: c4 | result * | end | ! line 14: not PGN: skipped up to the next tag pair");
}

#[test]
fn percent_lines_are_skipped_anywhere() {
    assert_snapshot!(read("% one\n[Event \"x\"]\n% two\n\n1. e4\n%three (\ne5 % no\n*\n"), @"game at line 2 | tag Event = x | 5: e4 | 7: e5 | ! line 7: unexpected `%` among moves | 7: no | result * | end");
}

#[test]
fn percent_signs_escape_only_at_the_start_of_a_line() {
    assert_snapshot!(read("[Event \"x\"]\n% between\n[Site \"y\"]\n\n1. e4 *"), @"game at line 1 | tag Event = x | tag Site = y | 5: e4 | result * | end");
    assert_snapshot!(read("[Event \"x\"] % e5\n[Site \"y\"]\n\n1. e4 *"), @"game at line 1 | tag Event = x | ! line 1: unexpected `%` among moves | 1: e5 | end | game at line 2 | tag Site = y | 4: e4 | result * | end");
    assert_snapshot!(read("1. e4 1-0 % remark\n0-1"), @"game at line 1 | 1: e4 | result 1-0 | end | ! line 2: not PGN: skipped up to the next tag pair");
}

#[test]
fn a_bracket_without_a_tag_pair_does_not_begin_a_game() {
    assert_snapshot!(read("[no tag pair\n\n[Event \"x\"]\n\n1. e4 *"), @"! line 1: not PGN: skipped up to the next tag pair | game at line 3 | tag Event = x | 5: e4 | result * | end");
}

#[test]
fn skipped_variations_may_contain_percent_lines_and_brackets() {
    let pgn = b"1. e4 (1. d4\n%) no end\n) e5 (1... c5 50% [x] ) 2. Nf3 *";
    assert_snapshot!(events(&pgn[..], Log::default()).join(" | "), @"game at line 1 | 1: e4 | 3: e5 | 3: Nf3 | result * | end");
}

#[test]
fn an_unterminated_comment_ends_at_a_tag_pair_after_an_empty_line() {
    let pgn = "[Event \"a\"]\n\n1. e4 {oops [%clk 1]\n[Not \"yet\"]\n1-0\n\n[Event \"b\"]\n\n1. d4 *\n";
    assert_snapshot!(read(pgn), @r#"game at line 1 | tag Event = a | 3: e4 | {oops [%clk 1]\n[Not \"yet\"]\n1-0\n\n} | ! line 3: unterminated comment | end | game at line 7 | tag Event = b | 9: d4 | result * | end"#);
    assert_snapshot!(read("1. e4 {to the end"), @"game at line 1 | 1: e4 | {to the end} | ! line 1: unterminated comment | end");
}

#[test]
fn empty_lines_between_games_are_optional() {
    let pgn = "[Event \"a\"]\n1. e4 1-0\n[Event \"b\"]\n1. d4 0-1\n[Event \"c\"]\n[Event \"d\"]\n1. c4\n[Event \"e\"]\n";
    assert_snapshot!(read(pgn), @"game at line 1 | tag Event = a | 2: e4 | result 1-0 | end | game at line 3 | tag Event = b | 4: d4 | result 0-1 | end | game at line 5 | tag Event = c | end | game at line 6 | tag Event = d | 7: c4 | end | game at line 8 | tag Event = e | end");
}

#[test]
fn a_game_may_have_tags_only_or_moves_only() {
    assert_snapshot!(read("[Event \"a\"]\n[Site \"s\"]\n\n[Event \"b\"]\n\n\n1. e4 1-0\n\n1. d4 0-1\n"), @"game at line 1 | tag Event = a | tag Site = s | end | game at line 4 | tag Event = b | 7: e4 | result 1-0 | end | game at line 9 | 9: d4 | result 0-1 | end");
}

#[test]
fn move_number_1_after_a_result_begins_a_game() {
    assert_snapshot!(read("1. e4 1-0 1. d4 0-1"), @"game at line 1 | 1: e4 | result 1-0 | end | game at line 1 | 1: d4 | result 0-1 | end");
    assert_snapshot!(read("1. e4 e5 1-0 2. Nf3 Nc6 1-0"), @"game at line 1 | 1: e4 | 1: e5 | ! line 1: moves after the result | 1: Nf3 | 1: Nc6 | result 1-0 | end");
    assert_snapshot!(read("1. e4 1-0\n\n2. Nf3 *"), @"game at line 1 | 1: e4 | result 1-0 | end | game at line 3 | 3: Nf3 | result * | end");
    assert_snapshot!(read("1. e4 1-0 {White won} 0-1 *\n\n* [Event \"x\"]"), @"game at line 1 | 1: e4 | {White won} | ! line 1: second result differs from the first | ! line 1: second result differs from the first | result * | end | ! line 3: not PGN: skipped up to the next tag pair");
}

#[test]
fn the_paragraph_after_a_result_is_not_part_of_the_game() {
    assert_snapshot!(read("1. e4 1-0\n% remark\n0-1"), @"game at line 1 | 1: e4 | ! line 3: second result differs from the first | result 0-1 | end");
    assert_snapshot!(read("1. e4 1-0\n\n0-1\n"), @"game at line 1 | 1: e4 | result 1-0 | end | ! line 3: not PGN: skipped up to the next tag pair");
}

#[test]
fn move_number_1_after_an_empty_line_begins_a_game() {
    assert_snapshot!(read("1. e4 e5 2. Nf3 Nc6\n\n1. d4 d5 2. c4 e6\n"), @"game at line 1 | 1: e4 | 1: e5 | 1: Nf3 | 1: Nc6 | end | game at line 3 | 3: d4 | 3: d5 | 3: c4 | 3: e6 | end");
    assert_snapshot!(read("{a}\n\n1. e4 {b}\r\n \r\n1.d4\n\n1 c4"), @"game at line 3 | {a} | 3: e4 | {b} | end | game at line 5 | 5: d4 | end | game at line 7 | 7: c4 | end");
    for one in [
        "1. e4\n1. d4",
        "1. e4\n\n1... e5",
        "1. e4\n\n1. ... e5",
        "1. e4\n\n1…e5",
        "1. e4\n\n1. and so on",
        "1. e4\n\n10. d4",
        "1. e4\n\n{c} 1. d4",
        "1. e4 (1. c4\n\n1. d4) e5",
        "[Event \"x\"]\n\n{c}\n\n1. d4",
    ] {
        assert_eq!(read(one).matches("game at").count(), 1, "{one:?}: {}", read(one));
    }
}

#[test]
fn unbalanced_parentheses() {
    assert_snapshot!(read("1. e4 (1. d4 (1. c4 1-0\n\n[Event \"x\"]\n\n1. e4 ) e5 *"), @"game at line 1 | 1: e4 | ( | 1: d4 | ( | 1: c4 | ! line 3: unterminated variation | end | game at line 3 | tag Event = x | 5: e4 | ! line 5: `)` without `(` | 5: e5 | result * | end");
    let log = Log::default();
    assert_snapshot!(events(&b"1. e4 (1. d4 {)} (1. c4 ;)\n) ) e5 (x\n[Event \"y\"]"[..], log).join(" | "), @"game at line 1 | 1: e4 | 2: e5 | ! line 2: unterminated variation | end | game at line 3 | tag Event = y | end");
    assert_snapshot!(events(&b"1. e4 (1. d4 d5"[..], Log::default()).join(" | "), @"game at line 1 | 1: e4 | ! line 1: unterminated variation | end");
}

#[test]
fn stray_bytes_are_reported() {
    assert_snapshot!(read("1. e4 < e5 [x] $ $999 - § *"), @"game at line 1 | 1: e4 | ! line 1: unexpected `<` among moves | 1: e5 | ! line 1: unexpected `[` among moves | 1: x | ! line 1: unexpected `]` among moves | ! line 1: a NAG is at most $255: this one is left out | ! line 1: unexpected `-` among moves | ! line 1: unexpected byte 0xc2 among moves | result * | end");
    assert_snapshot!(read("1. d4\u{a0}e4 1…e5 – 2. „Nf3“ ₪Nc6 ½-½"), @"game at line 1 | 1: d4 | ! line 1: unexpected byte 0xc2 among moves | 1: e4 | ! line 1: unexpected byte 0xe2 among moves | 1: e5 | ! line 1: unexpected byte 0xe2 among moves | ! line 1: unexpected byte 0xe2 among moves | 1: Nf3 | ! line 1: unexpected byte 0xe2 among moves | ! line 1: unexpected byte 0xe2 among moves | 1: Nc6 | ! line 1: unexpected byte 0xc2 among moves | ! line 1: unexpected `-` among moves | ! line 1: unexpected byte 0xc2 among moves | end");
}

#[test]
fn a_word_in_another_alphabet_is_one_unreadable_move() {
    assert_snapshot!(read("1. d4 Кf6 d5 @c3 éc6{x} @@@@ *"), @r"game at line 1 | 1: d4 | 1: \xd0\x9af6 | 1: d5 | 1: @c3 | 1: \xc3\xa9c6 | {x} | 1: null | result * | end");
    assert_snapshot!(read(b"1. d4 \xdcf3+ e5 *"), @r"game at line 1 | 1: d4 | 1: \xdcf3+ | 1: e5 | result * | end");
    assert_snapshot!(read(format!("1. e4 {} e5 *", "К".repeat(20))), @r"game at line 1 | 1: e4 | 1: \xd0\x9a\xd0\x9a\xd0\x9a\xd0\x9a\xd0\x9a\xd0\x9a\xd0\x9a\xd0\x9a\xd0\x9a\xd0\x9a\xd0\x9a\xd0\x9a\xd0\x9a\xd0\x9a\xd0\x9a\xd0\x9a | ! line 1: token too long to be a move | 1: \xd0\x9a\xd0\x9a\xd0\x9a\xd0\x9a | 1: e5 | result * | end");
}

#[test]
fn figurines_are_pieces() {
    assert_snapshot!(read("1. ♙e4 ♟e5 2. ♘f3 ♞c6 3. ♗b5+!? ♚ ♛xe8=♕ *"), @"game at line 1 | 1: e4 | 1: e5 | 1: Nf3 | 1: Nc6 | 1: Bb5+!? | 1: K | 1: Qxe8=Q | result * | end");
}

#[test]
fn figurines_do_not_depend_on_read_sizes() {
    // Far enough from the start that no more than the requested lookahead is buffered.
    let text = format!("{}♘{}(Q)+ *", "Nf3 ".repeat(1500), "a".repeat(31));
    let expected = events(text.as_bytes(), Log::default()).split_off(1501);
    assert_eq!(expected[0], format!("1: N{}(Q)+", "a".repeat(31)));
    let chunked = Chunked { text: text.as_bytes(), sizes: &[1], turn: 0 };
    assert_eq!(events(chunked, Log::default()).split_off(1501), expected);
}

#[test]
fn a_nag_ends_with_its_number() {
    assert_snapshot!(read("1. e4 $12Nf6 2. d4 $1e5 *"), @"game at line 1 | 1: e4 | $12 | 1: Nf6 | 1: d4 | $1 | 1: e5 | result * | end");
    let zeros = "0".repeat(60);
    assert_snapshot!(read(format!("1. e4 $1{zeros} e5 *")), @"game at line 1 | 1: e4 | ! line 1: a NAG is at most $255: this one is left out | 1: e5 | result * | end");
}

#[test]
fn a_bracket_at_a_line_start_needs_a_tag_pair() {
    assert_snapshot!(read("1. e4\n[x] e5 *"), @"game at line 1 | 1: e4 | ! line 2: unexpected `[` among moves | 2: x | ! line 2: unexpected `]` among moves | 2: e5 | result * | end");
}

#[test]
fn bad_tag_pairs_are_reported_and_skipped() {
    assert_snapshot!(read("[Event \"a\"]\n[Site]\n[Round \"1\n[White \"W\"]\n\n*"), @r#"game at line 1 | tag Event = a | ! line 2: not a tag pair: expected [Name "value"] | ! line 3: not a tag pair: expected [Name "value"] | tag White = W | result * | end"#);
}

/// A log with runs of `x` shortened.
fn short(pgn: &str) -> String {
    let log = read(pgn);
    let shortened = log.split('x').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("x");
    assert!(log.matches('x').count() < 4096, "the value is cut");
    shortened
}

#[test]
fn oversized_tag_pairs_are_cut() {
    let long = "x".repeat(5000);
    assert_snapshot!(short(&format!("[Event \"{long}\"]\n[Site \"s\"]\n\n1. e4 *")));
    assert_snapshot!(short(&format!(
        "[Event \"e\"]\n[Site \"{long}\"]\n\n1. e4 *\n\n[White \"{long}\"]\n\n1. d4 *"
    )));
    assert_snapshot!(short(&format!("[Event \"{long}\\\"]{long}\" ] [Site \"s\"] 1. e4 *")));
    assert_snapshot!(short(&format!("[Event \"{long}\n1. e4 *")));
}

#[test]
fn oversized_values_end_with_their_tag_pair() {
    let tail = |rest: &str| {
        let log = short(&format!("[Event \"{}{rest}", "x".repeat(5000)));
        log.split_once("tag Event = ").expect("a tag").1.to_owned()
    };
    assert_snapshot!(tail("\"big\" open\"] [Site \"s\"]\n\n1. e4 *"), @"x | ! line 1: the tag pair is too long (more than 4096 bytes): its value is cut | tag Site = s | 3: e4 | result * | end");
    assert_snapshot!(tail(""), @"x | ! line 1: the tag pair is too long (more than 4096 bytes): its value is cut | end");
    // Longer than the buffer.
    assert_snapshot!(tail(&format!("{}\"]\n\n1. e4 *", "y".repeat(100_000))), @"x | ! line 1: the tag pair is too long (more than 4096 bytes): its value is cut | 3: e4 | result * | end");
}

/// A game can be followed while it is played: a move is reported soon after it has arrived.
#[test]
fn moves_are_reported_with_little_delay() {
    struct Slow<'a>(&'a [u8], &'a Cell<usize>);
    impl Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let size = buffer.len().min(1);
            self.1.set(self.1.get() + size);
            self.0.read(&mut buffer[..size])
        }
    }
    struct MoveTimes<'a>(&'a Cell<usize>, Vec<usize>);
    impl Visitor for MoveTimes<'_> {
        fn san(&mut self, _: &[u8], _: u64) {
            self.1.push(self.0.get());
        }
    }
    let (text, read) = (b"Nf3 ".repeat(3000), Cell::new(0));
    let mut move_times = MoveTimes(&read, Vec::new());
    assert!(Reader::new(Slow(&text, &read)).read_game(&mut move_times).expect("readable text"));
    // At the start a tag pair is looked for, which needs more lookahead; at the end nothing follows.
    for (index, move_times) in move_times.1.iter().enumerate().take(2900).skip(1100) {
        let ahead = move_times - 4 * index;
        assert!(ahead < 40, "move {index} is reported after {ahead} bytes");
    }
}

#[test]
fn stray_bytes_are_reported_anywhere() {
    assert_snapshot!(read("1. e4 \0 e5 *\n"));
    let far = format!("{}1. e4 \0 e5 *\n", "1. d4 *\n\n".repeat(200));
    assert!(read(&far).ends_with("! line 401: unexpected byte 0x00 among moves | 401: e5 | result * | end"));
}

#[test]
fn moves_can_be_skipped() {
    let log = Log { skip_moves: true, ..Log::default() };
    let pgn = b"[Event \"a\"]\n\n1. e4 {[x]} (1. d4) e5 < 1-0\n\n[Event \"b\"]\n\n1. d4 *";
    assert_snapshot!(events(&pgn[..], log).join(" | "), @"game at line 1 | tag Event = a | ! line 3: unexpected `<` among moves | result 1-0 | end | game at line 5 | tag Event = b | result * | end");
}

/// A byte repeated between two texts, without storing it.
fn long(before: &'static str, byte: u8, count: u64, after: &'static str) -> impl Read {
    before.as_bytes().chain(io::repeat(byte).take(count)).chain(after.as_bytes())
}

struct Largest(usize);

impl Visitor for Largest {
    fn comment(&mut self, text: &[u8], _: bool) {
        self.0 = self.0.max(text.len());
    }
    fn san(&mut self, san: &[u8], _: u64) {
        self.0 = self.0.max(san.len());
    }
}

#[test]
fn memory_use_is_bounded_by_the_buffer() {
    let size = 5_000_000;
    for source in [
        Box::new(long("1. e4 {", b'x', size, "} *")) as Box<dyn Read>,
        Box::new(long("1. e4 ;", b'x', size, "\n *")),
        Box::new(long("1. e4 ", b'(', size, " *")),
        Box::new(long("1. e4 ", b'a', size, " *")),
        Box::new(long("1. e4 ", b'1', size, " *")),
        Box::new(long("1. e4 ", b' ', size, " *")),
        Box::new(long("1. e4 ", b'\n', size, " *")),
        Box::new(long("1. e4 ", b'.', size, " *")),
        Box::new(long("[Event \"", b'x', size, "\"]\n\n*")),
        Box::new(long("%", b'x', size, "\n1. e4 *")),
        Box::new(long("<", b'x', size, "\n[Event \"x\"]\n\n1. e4 *")),
    ] {
        let (mut reader, mut largest) = (Reader::new(source), Largest(0));
        while reader.read_game(&mut largest).unwrap_or(false) {}
        assert!(largest.0 <= 1 << 16);
        assert!(reader.offset() >= size);
    }
}

#[test]
fn variations_nest_without_limit() {
    let deep = format!("1. e4 {}1. d4{} e5 *", "(".repeat(200_000), ")".repeat(200_000));
    let visited = events(deep.as_bytes(), Log { visit_variations: true, ..Log::default() });
    assert_eq!(visited.len(), 400_000 + 6);
    let skipped = events(deep.as_bytes(), Log::default()).join(" | ");
    assert_snapshot!(skipped, @"game at line 1 | 1: e4 | 1: e5 | result * | end");
}

/// A text followed by an error.
fn failing_after(text: &str) -> impl Read {
    struct Fails;
    impl Read for Fails {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("gone"))
        }
    }
    io::Cursor::new(text.to_owned()).chain(Fails)
}

#[test]
fn input_errors_end_a_game_without_problems() {
    for game in ["[Event \"b\"]\n", "1. d4 {no end", "1. d4 d5 2.", "1. d4 (1. c4"] {
        let log = events(failing_after(&format!("1. e4 *\n\n{game}")), Log::default());
        assert_eq!(log.iter().filter(|line| *line == "end").count(), 1, "{game}: {log:?}");
        assert_eq!(log.iter().filter(|line| line.starts_with("! ")).count(), 0, "{game}: {log:?}");
        assert!(log.last().is_some_and(|line| line.ends_with("bytes of text: gone")), "{game}: {log:?}");
    }
    // A game with a result is complete.
    let log = events(failing_after("1. e4 *"), Log::default());
    assert!(log.contains(&"end".to_owned()), "{log:?}");
}

#[test]
fn read_errors_have_a_source() {
    let (_, error) = crate::common::count(failing_after("1. e4"));
    let source = std::error::Error::source(error.as_ref().expect("an error")).map(ToString::to_string);
    assert_eq!(source.as_deref(), Some("gone"));
    let (_, error) = crate::common::count(&b"<html>"[..]);
    assert!(std::error::Error::source(&error.expect("not PGN")).is_none());
}

#[test]
fn interrupted_reads_are_retried() {
    struct Interrupted<'a>(&'a [u8], bool);
    impl Read for Interrupted<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.1 = !self.1;
            if self.1 { Err(io::ErrorKind::Interrupted.into()) } else { self.0.read(buffer) }
        }
    }
    let log = events(Interrupted(b"1. e4 e5 *", false), Log::default());
    assert_eq!(log, events(&b"1. e4 e5 *"[..], Log::default()));
}

#[test]
fn at_line_sets_the_first_line() {
    for (named, counted) in [(1, 3), (1000, 1002), (u64::MAX, u64::MAX / 2 + 2)] {
        let mut reader = Reader::new(&b"[Event \"x\"]\n\n1. e4 *"[..]).at_line(named);
        assert!(reader.read_game(&mut Largest(0)).expect("readable text"));
        assert_eq!(reader.line(), counted, "from {named}");
    }
}

#[test]
fn debug_shows_the_number_of_games() {
    let mut reader = Reader::new(&b"1. e4 *"[..]);
    assert!(reader.read_game(&mut Largest(0)).expect("readable text"));
    assert_snapshot!(format!("{reader:?}"), @"Reader { games: 1, .. }");
}

#[test]
fn moves_after_a_result_continue_the_game() {
    for rest in ["e5 *", ") *", "(1. d4) *", "-- *"] {
        let log = read(format!("1. e4 1-0 {rest}"));
        assert!(log.contains("! line 1: moves after the result"), "{rest}: {log}");
    }
    assert!(read("1. e4 *\n\n{no end").contains("unterminated comment"));
}
