//! Messages for invalid FENs, as transcripts: the text, then the message.

use tabiya::{AnyPosition, ParsedFen, Reading, Variant};

/// Each text with the messages of strict and lenient reading, or one if they are equal.
fn transcript(variant: Variant, texts: &[&str]) -> String {
    texts.iter().map(|text| exchange(variant, text)).collect()
}

fn exchange(variant: Variant, text: &str) -> String {
    let shown =
        if text.len() > 100 { format!("{} ({} bytes)", &text[..24], text.len()) } else { text.to_string() };
    let (strict, lenient) = (answer(variant, text, Reading::STRICT), answer(variant, text, Reading::LENIENT));
    let answers = if strict == lenient {
        indented("", &strict)
    } else {
        indented("strict:  ", &strict) + &indented("lenient: ", &lenient)
    };
    format!("{}\n{answers}", shown.escape_debug())
}

fn answer(variant: Variant, text: &str, reading: Reading) -> String {
    match AnyPosition::from_fen(variant, text, reading) {
        Err(error) => error.to_string(),
        Ok(ParsedFen { position, notes, .. }) => {
            let notes: String = notes.iter().map(|note| format!("\n{note}")).collect();
            format!("{position}{notes}")
        }
    }
}

fn indented(who: &str, text: &str) -> String {
    let mut out = String::new();
    for (number, line) in text.lines().enumerate() {
        let who = if number == 0 { who } else { &" ".repeat(who.len()) };
        out += &format!("    {who}{line}\n");
    }
    out
}

#[test]
fn a_board_has_eight_ranks_of_eight_files() {
    let transcript = transcript(
        Variant::Chess,
        &[
            "rnbqkbnr/pppppppp/8/9/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "rnbqkbnr/pppppppp/8/54/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "rnbqkbnr/pppppppp/8/7/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "rnbqkbnr/ppppppp/8/8/8/8/PPPPPPP1P/RNBQKBN w KQkq - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/ w KQkq - 0 1",
            "/rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "rnbqkbnr//8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "rnbqkbnrpppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "rnbqkbnr\\pppppppp\\8\\8\\8\\8\\PPPPPPPP\\RNBQKBNR w KQkq - 0 1",
            "4k3/8/8/8/8/8/8 w - - 0 1",
            "4k3 w - - 0 1",
            "4k3/1/8/8/8/8/8/4K3 w - - 0 1",
            "4k3/0/8/8/8/8/8/4K3 w - - 0 1",
            "4k3/08/8/8/8/8/8/4K3 w - - 0 1",
            "4k3/8/8/44/8/11111111/8/4K3 w - - 0 1",
            "4k21/8/8/8/8/8/8/4K3 w - - 0 1",
            "rnbqkbnr/ppppxppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "rnbqkbnr/pppp?!pp/8/8/8/8/PPPzPPPP/RNBQKBNR w KQkq - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ~KBNR w KQkq - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Qq] w KQkq - 0 1",
            "Q~n~2k3/8/8/8/8/8/8/4K2R~ w - - 0 1",
            "4k3/8/8/8/P~7/8/8/4K~3 w - - 0 1",
            "~4k3/8/8/8/Q~~7/8/8/4K3 w - - 0 1",
        ],
    );
    insta::assert_snapshot!(transcript);
}

#[test]
fn pieces_are_counted() {
    let transcript = transcript(
        Variant::Chess,
        &[
            "8/8/8/8/8/8/8/8 w - - 0 1",
            "8/8/8/8/8/8/8/4K3 w - - 0 1",
            "4k3/8/8/8/8/8/8/8 b - - 0 1",
            "4k2k/8/8/8/8/8/8/4K3 w - - 0 1",
            "4k3/8/8/8/8/8/8/K2KK3 w - - 0 1",
            "8/8/8/3kK3/8/8/8/8 w - - 0 1",
            "8/8/3k4/4K3/8/8/8/8 b - - 0 1",
            "4k3/8/8/8/8/8/8/P3K3 w - - 0 1",
            "P3k3/8/8/8/8/8/8/4K3 w - - 0 1",
            "4k3/8/8/8/8/8/8/p3K3 w - - 0 1",
            "p3k2p/8/8/8/8/8/8/4K3 w - - 0 1",
            "4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1",
            "4k3/pppppppp/pp6/8/8/8/8/4K3 w - - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/N7/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "4k3/8/8/8/8/QQQQQQQQ/QQQQQQQQ/4K3 w - - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/QQBQKBNQ w kq - 0 1",
            "4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1",
            "8/pppppppp/p7/8/8/8/8/P6P b - - 0 1",
        ],
    );
    insta::assert_snapshot!(transcript);
}

#[test]
fn checks_must_have_been_given_by_a_move() {
    let transcript = transcript(
        Variant::Chess,
        &[
            "4k3/8/8/8/8/8/8/K3R3 w - - 0 1",
            "4k3/8/8/8/8/8/8/r3K3 b - - 0 1",
            "4k3/3P4/8/8/8/8/8/4K3 w - - 0 1",
            "4k3/8/3N4/8/8/8/8/4K3 w - - 0 1",
            "4k3/8/5N2/1B6/8/8/8/K3R3 b - - 0 1",
            "R3k2R/4R3/8/8/8/8/8/K7 b - - 0 1",
            "4k3/8/3N1N2/8/8/8/8/K7 b - - 0 1",
            "R3k2R/8/8/8/8/8/8/K7 b - - 0 1",
            "4k3/3P1P2/8/8/8/8/8/K7 b - - 0 1",
            "8/8/8/8/8/3k4/4P3/K7 b - - 0 1",
            "8/8/8/8/8/1p6/2k5/N6K b - - 0 1",
            "8/8/8/8/8/8/2k5/N6K b - - 0 1",
            "8/8/1k6/8/2pP4/8/5BK1/8 b - d3 0 1",
            "8/8/8/8/3pP1k1/8/7N/4K2B b - e3 0 1",
        ],
    );
    insta::assert_snapshot!(transcript);
}

#[test]
fn the_side_to_move_is_w_or_b() {
    let transcript = transcript(
        Variant::Chess,
        &[
            "4k3/8/8/8/8/8/8/4K3 W - - 0 1",
            "4k3/8/8/8/8/8/8/4K3 white - - 0 1",
            "4k3/8/8/8/8/8/8/4K3 - - - 0 1",
            "4k3/8/8/8/8/8/8/4K3 wb - - 0 1",
            "4k3/8/8/8/8/8/8/4K3 0 - - 0 1",
            "4k3/8/8/8/8/8/8/4K3 KQkq - 0 1",
        ],
    );
    insta::assert_snapshot!(transcript);
}

#[test]
fn castling_rights_need_king_and_rook() {
    let transcript = transcript(
        Variant::Chess,
        &[
            "4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1",
            "r3k2r/8/8/8/8/8/8/R4K1R w KQkq - 0 1",
            "r3k3/8/8/8/8/8/8/4K2R w KQkq - 0 1",
            "r3k2r/8/8/8/8/8/8/N3K2N w KQkq - 0 1",
            "r3k2r/8/8/8/8/8/8/r3K2r w KQ - 0 1",
            "r3k2r/8/8/8/8/8/8/R3K2R w kqKQ - 0 1",
            "r3k2r/8/8/8/8/8/8/R3K2R w KKkq - 0 1",
            "r3k2r/8/8/8/8/8/8/R3K2R w QK - 0 1",
            "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1",
            "r3k2r/8/8/8/8/8/8/R3K2R w Kh - 0 1",
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq- - 0 1",
            "r3k2r/8/8/8/8/8/8/R3K2R w -- - 0 1",
            "r3k2r/8/8/8/8/8/8/R3K2R w KX - 0 1",
            "r3k2r/8/8/8/8/8/8/R3K2R w 0 - 0 1",
            "r3k2r/8/8/8/8/8/8/R3K2R w e3 - 0 1",
        ],
    );
    insta::assert_snapshot!(transcript);
}

#[test]
fn chess960_names_rooks_by_side_or_file() {
    let transcript = transcript(
        Variant::Chess960,
        &[
            "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1",
            "1r2k1rr/8/8/8/8/8/8/1R2K1RR w GBgb - 0 1",
            "1r2k1rr/8/8/8/8/8/8/1R2K1RR w KQkq - 0 1",
            "1r2k1rr/8/8/8/8/8/8/1R2K1RR w HGhg - 0 1",
            "1r2k1rr/8/8/8/8/8/8/1R2K1RR w KG - 0 1",
            "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KG - 0 1",
            "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w BGbg - 0 1",
            "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w HA - 0 1",
            "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w E - 0 1",
            "1r2k1r1/8/8/8/8/8/4K3/1R4R1 w GB - 0 1",
            "1r2k1r1/8/8/8/8/8/8/1R1RK3 w K - 0 1",
            "4k1r1/8/8/8/8/8/8/1R2K1R1 w q - 0 1",
            "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w I - 0 1",
            "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w G-b - 0 1",
        ],
    );
    insta::assert_snapshot!(transcript);
}

#[test]
fn en_passant_needs_a_pawn_that_can_have_passed() {
    let transcript = transcript(
        Variant::Chess,
        &[
            "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1",
            "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1",
            "4k3/8/8/8/3p4/8/8/4K3 b - e3 0 1",
            "4k3/8/8/8/3pP3/8/8/4K3 w - e3 0 1",
            "4k3/8/8/8/3pP3/8/8/4K3 b - e4 0 1",
            "4k3/8/8/8/3pP3/8/8/4K3 b - e6 0 1",
            "4k3/8/8/8/3pP3/4N3/8/4K3 b - e3 0 1",
            "4k3/8/8/8/3pP3/8/4P3/4K3 b - e3 0 1",
            "4k3/8/8/8/3pp3/8/8/4K3 b - e3 0 1",
            "4k3/8/8/8/3pN3/8/8/4K3 b - e3 0 1",
            "4k3/8/8/8/3pP3/8/8/4K3 b - E3 0 1",
            "4k3/8/8/8/3pP3/8/8/4K3 b - e 0 1",
            "4k3/8/8/8/3pP3/8/8/4K3 b - e9 0 1",
            "4k3/8/8/8/3pP3/8/8/4K3 b - i3 0 1",
            "4k3/8/8/8/3pP3/8/8/4K3 b - e3e3 0 1",
            "4k3/8/8/8/3pP3/8/8/4K3 b - -- 0 1",
        ],
    );
    insta::assert_snapshot!(transcript);
}

#[test]
fn counters_are_digits() {
    let transcript = transcript(
        Variant::Chess,
        &[
            "4k3/8/8/8/8/8/8/4K3 w - - -1 1",
            "4k3/8/8/8/8/8/8/4K3 w - - +1 1",
            "4k3/8/8/8/8/8/8/4K3 w - - 1.5 1",
            "4k3/8/8/8/8/8/8/4K3 w - - x y",
            "4k3/8/8/8/8/8/8/4K3 w - - 0x10 1",
            "4k3/8/8/8/8/8/8/4K3 w - - 1e3 1",
            "4k3/8/8/8/8/8/8/4K3 w - - - -",
            "4k3/8/8/8/8/8/8/4K3 w - - 65535 4294967295",
            "4k3/8/8/8/8/8/8/4K3 w - - 65536 1",
            "4k3/8/8/8/8/8/8/4K3 w - - 99999999999999999999999999 1",
            "4k3/8/8/8/8/8/8/4K3 w - - 0 4294967296",
            "4k3/8/8/8/8/8/8/4K3 w - - 0 0",
            "4k3/8/8/8/8/8/8/4K3 w - - 007 0040",
            "4k3/8/8/8/8/8/8/4K3 w - - 0 -1",
        ],
    );
    insta::assert_snapshot!(transcript);
}

#[test]
fn fields_are_six_and_one_space_apart() {
    let transcript = transcript(
        Variant::Chess,
        &[
            "",
            "   ",
            "\n",
            "-",
            "hello",
            "startpos ",
            "start",
            "4k3/8/8/8/8/8/8/4K3",
            "4k3/8/8/8/8/8/8/4K3 b",
            "4k3/8/8/8/8/8/8/4K2R b K",
            "4k3/8/8/8/8/8/8/4K2R b K -",
            "4k3/8/8/8/8/8/8/4K2R b K - 3",
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1 extra",
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1 moves e1e2",
            "4k3/8/8/8/8/8/8/4K3 w - - bm Ke2;",
            " 4k3/8/8/8/8/8/8/4K3 w - - 0 1",
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1\n",
            "4k3/8/8/8/8/8/8/4K3  w -   - 0 1",
            "4k3/8/8/8/8/8/8/4K3\tw\t-\t-\t0\t1\r\n",
            "4k3/8/8/8/8/8/8/4K3_w_-_-_0_1",
            "\"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"",
            "4k3/8/8/8/8/8/8/4K3,w,-,-,0,1",
            "4k3/8/8 w",
            "4k3/7/8/8/8/8/8/4K3 x Z e9 -1 y z",
        ],
    );
    insta::assert_snapshot!(transcript);
}

#[test]
fn bytes_that_are_not_letters_are_never_echoed() {
    let transcript = transcript(
        Variant::Chess,
        &[
            "4\u{43a}3/8/8/8/8/8/8/4\u{41a}3 w - - 0 1",
            "\u{feff}4k3/8/8/8/8/8/8/4K3 w - - 0 1",
            "4k3/8/8/8/8/8/8/4K3\u{a0}w - - 0 1",
            "4k3/8/8/8/8/8/8/4K3 w - - \u{661} 1",
            "4k3/8/8/8/8/8/8/4K3 w - \u{435}3 0 1",
            "4k3/8/8/8/8/8/8/4K3 w \u{1f451} - 0 1",
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1\0",
            "4k3/8/8/8/8/8/8/4K\x1b[31m3 w - - 0 1",
            "4k3/8/8/8/8/8/8/4K3 \x1b[2J - - 0 1",
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1\x07",
            "4k3\u{2044}8/8/8/8/8/8/4K3 w - - 0 1",
            "4k3/\u{ff18}/8/8/8/8/8/4K3 w - - 0 1",
            "4k3/8/8/8/8/8/8/4K3 wwwwwwwwwwwwwwwwwwwwwwwwwwww - - 0 1",
            &"4k3/".repeat(100),
            &"\0".repeat(256),
        ],
    );
    insta::assert_snapshot!(transcript);
}

#[test]
fn a_fen_of_another_variant_is_recognized() {
    let makruk = [
        "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1",
        "rmtektmr/8/bbbbbbbb/8/8/BBBBBBBB/8/RMTKETMR w 1",
        "4k3/8/8/8/8/3M~4/8/3K4 w - 128 10 40",
        "3r1k2/8/8/8/8/8/8/4K3 w - 32 7 40",
        "3r1k2/8/8/8/8/8/8/4K3 w 60 w pp 3 1 16",
        "3r1k2/8/8/8/8/8/8/4K3 w 60",
    ];
    let chess = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "4k3/8/8/8/8/8/3B4/4K3 w - - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 1",
    ];
    let transcript = format!(
        "== read as chess\n{}== read as makruk\n{}",
        transcript(Variant::Chess, &makruk),
        transcript(Variant::Makruk, &chess)
    );
    insta::assert_snapshot!(transcript);
}

#[test]
fn a_fen_of_an_unsupported_game_is_recognized() {
    let others = [
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[-] w 0 1",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1",
        // Chess with a missing field.
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - 0 1",
    ];
    let transcript = format!(
        "== read as chess\n{}== read as makruk\n{}",
        transcript(Variant::Chess, &others),
        transcript(Variant::Makruk, &others)
    );
    insta::assert_snapshot!(transcript);
}

#[test]
fn makruk_has_rules_of_its_own() {
    let transcript = transcript(
        Variant::Makruk,
        &[
            "8/8/8/8/8/8/8/8 w - - 0 1",
            "3k4/8/8/8/8/8/8/8 w - - 0 1",
            "3kk3/8/8/8/8/8/8/3K4 w - - 0 1",
            "8/8/3k4/3K4/8/8/8/8 w - - 0 1",
            "4k3/8/8/8/8/8/8/P2K4 w - - 0 1",
            "4k3/8/P7/8/8/8/8/3K4 w - - 0 1",
            "4k3/P7/8/8/8/8/8/3K4 w - - 0 1",
            "p3k3/8/8/8/8/p7/8/3K4 w - - 0 1",
            "4k3/8/8/8/P7/PPPPPPPP/8/3K4 w - - 0 1",
            "4k3/8/8/8/M~7/PPPPPPPP/8/3K4 w - - 0 1",
            "4k3/8/8/8/M7/PPPPPPPP/M7/3K4 w - - 0 1",
            "4k3/8/8/8/8/8/3m4/4K3 b - - 0 7",
            "4k3/3S4/8/8/8/8/8/3K4 w - - 0 1",
            "4k3/4S3/8/8/8/8/8/3K4 w - - 0 1",
            "4k3/3M1M2/8/8/8/8/8/3K4 b - - 0 1",
            "8/8/8/8/3k4/4P3/8/3K4 b - - 0 1",
            "4k3/8/8/8/P~7/8/8/3K4 w - - 0 1",
            "4k3/8/8/8/~M7/8/8/3K4 w - - 0 1",
            "4k3/8/8/8/M~~7/8/8/3K4 w - - 0 1",
            "4k3/8/8/8/9/8/8/3K4 w - - 0 1",
            "4k3/8/8/x7/8/8/8/3K4 w - - 0 1",
            "4k3/8/8/8/8/8/R7/3K4 w Q - 0 1",
            "4k3/8/8/8/8/8/R7/3K4 w x - 0 1",
            "4k3/8/8/8/8/8/R7/3K4 w - x 0 1",
            "4k3/8/8/8/8/8/R7/3K4 w - -32 6 1",
            "4k3/8/8/8/8/8/R7/3K4 w - 65536 6 1",
            "4k3/8/8/8/8/8/R7/3K4 w - 32 x 1",
            "4k3/8/8/8/8/8/R7/3K4 w - 32 - 1",
            "4k3/8/8/8/8/8/R7/3K4 w - 0 6 1",
            "4k3/8/8/8/8/8/R7/3K4 w - 32 6 0",
            "4k3/8/8/8/8/8/R7/3K4 w - 32",
            "4k3/8/8/8/8/8/R7/3K4 b -",
            "4k3/8/8/8/8/8/R7/3K4 w - 32 6 1 7",
            "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR",
        ],
    );
    insta::assert_snapshot!(transcript);
}

#[test]
fn makruk_js_has_three_fields_or_eight() {
    let transcript = transcript(
        Variant::Makruk,
        &[
            "rmtektmr/8/bbbbbbbb/8/8/BBBBBBBB/8/RMTKETMR w 1",
            "rmtektmr/8/bbbbbbbb/8/8/BBBBBBBB/8/RMTKETMR w",
            "rmtektmr/8/bbbbbbbb/8/8/BBBBBBBB/8/RMTKETMR",
            "rmtektmr/8/bbbbbbbb/8/8/BBBBBBBB/8/RMTKETMR w 0",
            "rmtektmr/8/bbbbbbbb/8/8/BBBBBBBB/8/RMTKETMR w x",
            "rmtektmr/8/bbbbbbbb/8/8/BBBBBBBB/8/RMTKETMR w - - 0 1",
            "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w 1",
            "r3k3/8/8/8/8/8/3F4/4K3 w 40 w bp 5 4 64",
            "r3k3/8/8/8/8/8/3F4/4K3 b 40 w bp 5 4 64",
            "3r1k2/8/8/8/8/8/8/4K3 w 60 - - - - -",
            "3r1k2/8/8/8/8/8/8/4K3 w 60 w - - - -",
            "3r1k2/8/8/8/8/8/8/4K3 w 60 x pp 3 1 16",
            "3r1k2/8/8/8/8/8/8/4K3 w 60 w xx 3 1 16",
            "3r1k2/8/8/8/8/8/8/4K3 w 60 w pp x y z",
            "3r1k2/8/8/8/8/8/8/4K3 w 60 w pp 40000 1 16",
            "3r1k2/8/8/8/8/8/8/4K3 w 60 w pp 3 1",
            "3r1k2/8/8/8/8/8/8/4K3 w 60 w pp 3 1 16 9",
            "4k3/8/8/8/8/8/3e4/4K3 b 7",
            "4k3/8/B7/8/8/8/8/B2K4 w 7",
        ],
    );
    insta::assert_snapshot!(transcript);
}
