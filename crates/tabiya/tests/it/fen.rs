//! Valid FENs: round trips, and what a position keeps of its text.

use std::path::Path;

use tabiya::keys::{KeyPart, Scheme, schemes};
use tabiya::{
    AnyPosition, Chess, Color, EnPassant, FenProblem, FenWarning, File, Makruk, ParsedFen, Position, Reading,
    Square, Variant,
};

fn lines(name: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/fen").join(name);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines().map(str::to_string).collect()
}

fn strict(variant: Variant, fen: &str) -> AnyPosition {
    AnyPosition::from_fen(variant, fen, Reading::STRICT)
        .unwrap_or_else(|error| panic!("{fen}: {error}"))
        .position
}

/// The castling field of a Shredder-FEN.
fn rook_files(position: &Position<Chess>) -> String {
    format!(" {} ", field(&position.to_shredder_fen(), 2))
}

/// The field with this index, from 0.
fn field(fen: &str, n: usize) -> &str {
    fen.split(' ').nth(n).unwrap_or("")
}

#[test]
fn chess_fens_round_trip_except_for_unusable_en_passant_squares() {
    for fen in lines("chess.txt") {
        let position = strict(Variant::Chess, &fen);
        let written = position.to_fen();
        for n in [0, 1, 2, 4, 5] {
            assert_eq!(field(&written, n), field(&fen, n), "{fen}");
        }
        assert!([field(&fen, 3), "-"].contains(&field(&written, 3)), "{fen}");
        assert_eq!(strict(Variant::Chess, &written).to_fen(), written);
        assert_eq!(strict(Variant::Chess, &written).key(), position.key(), "{fen}");
    }
}

#[test]
fn chess960_fens_round_trip_as_shredder_fen() {
    for fen in lines("chess960.txt") {
        let position = strict(Variant::Chess960, &fen);
        let written = position.to_fen();
        for n in [0, 1, 4, 5] {
            assert_eq!(field(&written, n), field(&fen, n), "{fen}");
        }
        let names_files = !field(&fen, 2).contains(['K', 'Q', 'k', 'q']);
        assert!(!names_files || field(&fen, 2) == field(&written, 2), "{fen}");
        assert_eq!(strict(Variant::Chess960, &written).identity(), position.identity(), "{fen}");
    }
}

#[test]
fn makruk_fens_round_trip_with_limit_and_count() {
    for fen in lines("makruk.txt") {
        assert_eq!(strict(Variant::Makruk, &fen).to_fen(), fen);
    }
}

#[test]
fn makruk_js_fens_round_trip_with_their_count() {
    for fen in lines("makruk-js.txt") {
        let AnyPosition::Makruk(position) = strict(Variant::Makruk, &fen) else {
            panic!("{fen} is read as another game")
        };
        let first_three: Vec<&str> = fen.split(' ').take(3).collect();
        let written = position.to_makruk_js_fen();
        assert!(written.starts_with(&first_three.join(" ")), "{fen}: {written}");
        assert_eq!(written.split(' ').count(), if position.count().is_running() { 8 } else { 3 }, "{fen}");
        assert_eq!(written.parse::<Position<Makruk>>(), Ok(position), "{fen}: {written}");
        let through_fairy: Position<Makruk> = position.to_fen().parse().expect("what we write we read");
        assert_eq!(through_fairy, position, "{fen}");
    }
}

#[test]
fn impossible_checks_are_accepted_leniently_and_round_trip() {
    for fen in lines("chess-impossible-checks.txt") {
        assert!(AnyPosition::from_fen(Variant::Chess, &fen, Reading::STRICT).is_err(), "{fen}");
        let ParsedFen { position, notes, .. } =
            AnyPosition::from_fen(Variant::Chess, &fen, Reading::LENIENT).expect("lenient reading");
        assert_eq!(notes.len(), 1, "{fen}");
        assert!(!notes[0].is_repair(), "{fen}");
        let again = AnyPosition::from_fen(Variant::Chess, &position.to_fen(), Reading::LENIENT)
            .expect("lenient reading")
            .position;
        assert_eq!(again.identity(), position.identity(), "{fen}");
    }
}

/// From a perft suite: the bishop's check is older than the double step. The board itself is legal.
#[test]
fn a_double_step_that_ignored_a_check_gives_a_remark() {
    let fen = "8/8/1k6/8/2pP4/8/5BK1/8 b - d3 0 1";
    let ParsedFen { position, notes, .. } =
        AnyPosition::from_fen(Variant::Chess, fen, Reading::STRICT).expect("strict reading");
    assert_eq!(position.to_fen(), fen.replace("d3", "-"));
    assert!(notes.iter().all(|note| !note.is_repair()) && notes.len() == 1);
}

#[test]
fn the_double_step_is_kept_as_written_and_is_not_part_of_the_identity() {
    let read =
        |fen: &str| Position::<Chess>::from_fen(fen, Reading::LENIENT).expect("lenient reading").position;
    // No pawn to capture; no pawn has passed e3; the wrong side to move; the capturing pawn is pinned.
    for (idle, none) in [
        ("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"),
        ("4k3/8/8/8/3p4/8/8/4K3 b - e3 0 1", "4k3/8/8/8/3p4/8/8/4K3 b - - 0 1"),
        ("4k3/8/8/8/3pP3/8/8/4K3 w - e3 0 1", "4k3/8/8/8/3pP3/8/8/4K3 w - - 0 1"),
        ("3k4/8/8/8/3pP3/8/3R4/4K3 b - e3 0 1", "3k4/8/8/8/3pP3/8/3R4/4K3 b - - 0 1"),
        ("8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1", "8/8/8/8/k2pP2R/8/8/4K3 b - - 0 1"),
    ] {
        assert_eq!(read(idle).double_step(), Some(Square::E3), "{idle}");
        assert_eq!(read(idle).identity(), read(none).identity(), "{idle}");
        assert_eq!(read(idle).to_fen(), none);
    }
    let possible = read("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1");
    assert_eq!((possible.double_step(), possible.en_passant()), (Some(Square::E3), Some(File::E)));
}

#[test]
fn an_ignored_en_passant_square_changes_no_key() {
    let read =
        |fen: &str| AnyPosition::from_fen(Variant::Chess, fen, Reading::LENIENT).expect("lenient reading");
    for square in Square::ALL {
        let ParsedFen { position: claimed, notes, .. } =
            read(&format!("4k3/8/8/4p3/3pP3/8/8/4K3 w - {square} 0 1"));
        let plain = read("4k3/8/8/4p3/3pP3/8/8/4K3 w - - 0 1").position;
        if notes.iter().any(|note| note.to_string().contains("ignored")) {
            assert_eq!(claimed, plain, "{square}");
        }
        let same = |scheme: &Scheme| {
            scheme.any_key(KeyPart::Full, &claimed) == scheme.any_key(KeyPart::Full, &plain)
        };
        let is_reported = notes.iter().any(|note| note.to_string().contains("dialects"));
        assert!(
            is_reported || square == Square::E6 || schemes::ALL.into_iter().all(same),
            "{square}: {notes:?}"
        );
    }
}

#[test]
fn fens_with_every_double_step_round_trip_with_equal_keys() {
    for (variant, moves) in [
        (Variant::Chess, "e2e4 c7c5 e4e5 d7d5"),
        (Variant::Chess960, "a2a4 h7h5 a4a5 b7b5"),
        (Variant::Makruk, "e3e4 e6e5"),
    ] {
        let mut position = AnyPosition::start(variant);
        for mv in moves.split(' ') {
            position = position.play_uci(mv).expect("the moves are legal");
            let read = |en_passant| strict(variant, &position.to_fen_with(en_passant));
            let again = read(EnPassant::Always);
            assert_eq!(again, position, "{mv}");
            assert_eq!(read(EnPassant::Legal).identity(), position.identity(), "{mv}");
            for scheme in schemes::ALL.into_iter().filter(|scheme| scheme.layout().games.contains(variant)) {
                let key = |position| scheme.any_key(KeyPart::Full, position).expect("the game has keys");
                assert_eq!(key(&again), key(&position), "{} after {mv}", scheme.name());
            }
        }
    }
}

#[test]
fn the_crazyhouse_mark_of_promoted_pieces_is_ignored_leniently() {
    // Only rooks and kings: Makruk has these letters and the mark, too.
    for (marked, plain) in [
        ("4k2r~/8/8/8/8/8/8/Q~3K3 w - - 0 40", "4k2r/8/8/8/8/8/8/Q3K3 w - - 0 40"),
        ("4k3/8/8/8/R~7/8/8/4K3 w - - 0 40", "4k3/8/8/8/R7/8/8/4K3 w - - 0 40"),
    ] {
        assert!(AnyPosition::from_fen(Variant::Chess, marked, Reading::STRICT).is_err(), "{marked}");
        let ParsedFen { position, notes, .. } =
            AnyPosition::from_fen(Variant::Chess, marked, Reading::LENIENT).expect("lenient reading");
        assert_eq!(position, strict(Variant::Chess, plain));
        assert!(!notes.is_empty() && notes.iter().all(FenWarning::is_repair), "{notes:?}");
    }
}

#[test]
fn clocks_that_are_too_large_are_clamped_leniently() {
    for (variant, large, clamped) in [
        (Variant::Chess, "4k3/8/8/8/8/8/8/4K3 w - - 70000 1", "4k3/8/8/8/8/8/8/4K3 w - - 65535 1"),
        (Variant::Chess, "4k3/8/8/8/8/8/8/4K3 w - - 0 9999999999", "4k3/8/8/8/8/8/8/4K3 w - - 0 4294967295"),
        (Variant::Makruk, "4k3/8/8/8/8/8/R7/3K4 w - - 65536 1", "4k3/8/8/8/8/8/R7/3K4 w - - 65535 1"),
    ] {
        assert!(AnyPosition::from_fen(variant, large, Reading::STRICT).is_err(), "{large}");
        let ParsedFen { position, notes, .. } =
            AnyPosition::from_fen(variant, large, Reading::LENIENT).expect("lenient reading");
        assert_eq!(position, strict(variant, clamped));
        assert!(notes.len() == 1 && notes[0].is_repair(), "{notes:?}");
    }
}

#[test]
fn all_chess960_starts_are_recognized_as_chess960() {
    for number in 0..960 {
        let start = Position::<Chess>::start_960(number).expect("a number below 960");
        for fen in [
            start.to_fen(),
            start.to_shredder_fen(),
            start.to_shredder_fen().replace(&rook_files(&start), " KQkq "),
        ] {
            assert_eq!(fen.parse(), Ok(start), "{fen}");
            let ParsedFen { position, notes, .. } =
                AnyPosition::from_fen(Variant::Chess, &fen, Reading::LENIENT.either())
                    .expect("lenient reading");
            let is_plain = !start.has_chess960_rights() && fen.contains("KQkq");
            assert_eq!(position.variant() == Variant::Chess, is_plain, "{fen}");
            assert_eq!(notes.len(), usize::from(!is_plain), "{fen}: {notes:?}");
            assert_eq!(*position.identity(), *start.identity(), "{fen}");
        }
    }
}

#[test]
fn rights_without_king_or_rook_do_not_make_chess960() {
    for (fen, dropped) in [
        ("r3k2r/8/8/8/8/8/8/R4K1R w KQkq - 0 1", 2),
        ("r3k1r1/8/8/8/8/8/8/R3K2R w KQkq - 0 1", 1),
        ("4k3/8/8/8/8/8/8/4K2R w KQ - 0 1", 1),
        ("r3k2r/8/8/8/8/8/4K3/R6R w KQkq - 0 1", 2),
    ] {
        let ParsedFen { position, notes, .. } =
            AnyPosition::from_fen(Variant::Chess, fen, Reading::LENIENT.either()).expect("lenient reading");
        assert_eq!(position.variant(), Variant::Chess, "{fen}");
        assert_eq!(notes.iter().filter(|note| note.is_repair()).count(), dropped, "{fen}: {notes:?}");
        let plain = AnyPosition::from_fen(Variant::Chess, fen, Reading::LENIENT).expect("lenient");
        assert_eq!((position, notes), (plain.position, plain.notes));
    }
}

#[test]
fn inner_and_outer_rooks_are_different_rights() {
    let read = |fen: &str| strict(Variant::Chess960, fen);
    let outer = read("4k3/8/8/8/8/8/8/4K1RR w K - 0 1");
    let inner = read("4k3/8/8/8/8/8/8/4K1RR w G - 0 1");
    assert_ne!(outer.key(), inner.key());
    assert_ne!(outer.identity(), inner.identity());
    assert_eq!(outer.identity(), read("4k3/8/8/8/8/8/8/4K1RR w H - 0 1").identity());
}

#[test]
fn chess_and_chess960_write_the_start_position_differently() {
    let start = Position::<Chess>::start();
    assert_eq!(field(&start.to_fen(), 2), "KQkq");
    assert_eq!(field(&AnyPosition::start(Variant::Chess960).to_fen(), 2), "HAha");
    assert_eq!(AnyPosition::start(Variant::Chess960).identity(), start.identity());
}

#[test]
fn count_and_clock_share_a_field() {
    let counting: Position<Makruk> = "8/8/8/1k6/8/8/8/1K3R2 w - 32 25 11".parse().expect("a legal FEN");
    assert_eq!((counting.count().to_string().as_str(), counting.halfmove_clock()), ("32/25", 0));
    let not_counting: Position<Makruk> = "8/5k2/1m6/2p5/8/8/3K4/8 w - - 7 11".parse().expect("a legal FEN");
    assert_eq!((not_counting.count().is_running(), not_counting.halfmove_clock()), (false, 7));
}

#[test]
fn problems_have_a_field_and_a_column() {
    let error = "4k3/8/8/8/8/8/8/4K2R w Kx - 0 1 9".parse::<Position<Chess>>().expect_err("two problems");
    let places: Vec<(String, usize)> =
        error.problems().iter().map(|problem| (problem.field().to_string(), problem.column())).collect();
    assert_eq!(places, [("castling".to_string(), 24), ("text".to_string(), 33)]);
    assert!(error.problems().iter().all(|problem| !problem.is_illegal_position()));
    let error = "8/8/8/8/8/8/8/4K3 w - - 0 1".parse::<Position<Chess>>().expect_err("a king is missing");
    assert!(error.problems().iter().all(FenProblem::is_illegal_position));
}

#[test]
fn startpos_and_a_variant_are_accepted() {
    for variant in Variant::ALL {
        let ParsedFen { position: start, notes, chess960, .. } =
            AnyPosition::from_fen(variant, " startpos\n", Reading::LENIENT).expect("a word we know");
        assert_eq!((start, notes.len()), (AnyPosition::start(variant), 0));
        assert_eq!(chess960, variant == Variant::Chess960);
        assert_eq!((start.variant(), start.turn()), (variant, Color::White));
        assert_eq!(variant.to_string().parse(), Ok(variant));
    }
    assert_eq!(
        "shogi".parse::<Variant>().unwrap_err().to_string(),
        "unknown variant: expected chess, chess960 or makruk"
    );
}

#[test]
fn makruk_js_fens_keep_every_even_count() {
    for (turn, limit, plies) in
        [('w', 32, 6), ('w', 32, 7), ('b', 128, 0), ('b', 16, 15), ('w', 65_534, 65_535)]
    {
        let fen = format!("8/8/8/4k3/8/8/R7/3K4 {turn} - {limit} {plies} 9");
        let position: Position<Makruk> = fen.parse().expect("a legal position");
        let again: Position<Makruk> = position.to_makruk_js_fen().parse().expect("what we write we read");
        assert_eq!(again.to_fen(), fen);
    }
}

#[test]
fn the_maximum_move_number_is_kept() {
    let last: Position<Chess> = "4k3/8/8/8/8/8/8/4K3 b - - 0 4294967295".parse().expect("a legal position");
    let next = last.play_uci("e8e7").expect("a legal move");
    assert_eq!(next.fullmove_number(), u32::MAX);
}

#[test]
fn makruk_js_fens_contain_the_kind_of_count() {
    let written = |fen: &str| fen.parse::<Position<Makruk>>().expect("a legal position").to_makruk_js_fen();
    let board = written("2s1k3/8/8/8/8/8/R7/3K4 b - 128 6 9");
    assert_eq!(board.split(' ').skip(3).collect::<Vec<_>>(), ["b", "bp", "3", "0", "64"]);
    let pieces = written("4k3/8/8/8/8/8/R7/3K4 b - 32 6 9");
    assert_eq!(pieces.split(' ').skip(3).collect::<Vec<_>>(), ["b", "pp", "3", "3", "16"]);
}

#[test]
fn rights_valid_only_in_chess960_make_chess960_even_for_one_side() {
    for (fen, files) in [
        ("4k3/8/8/8/8/8/8/1R3K1R w KQ - 0 1", " HB "),
        ("5k1r/8/8/8/8/8/8/1R3K1R w KQk - 0 1", " HBh "),
        ("1r3k2/8/8/8/8/8/8/1R3K1R w KQq - 0 1", " HBb "),
    ] {
        let parsed = AnyPosition::from_fen(Variant::Chess, fen, Reading::LENIENT.either());
        let position = parsed.expect("lenient reading").position;
        assert_eq!(position.variant(), Variant::Chess960, "{fen}");
        assert!(position.to_fen().contains(files), "{position}");
    }
}

/// `m` is a met for Fairy-Stockfish and a ma for makruk-js.
#[test]
fn an_ambiguous_makruk_board_is_read_as_fairy_stockfishs() {
    let read = |fen| Position::<Makruk>::from_fen(fen, Reading::LENIENT).expect("lenient reading").position;
    for fen in ["4k3/8/8/8/8/8/M7/3K3R", "4k3/8/8/8/8/8/M7/3K3R w"] {
        assert_eq!(read(fen).piece_at(Square::A2).map(|piece| piece.role), Some(Makruk::MET), "{fen}");
    }
    assert_eq!(
        read("4k3/8/8/8/8/8/M7/2TK3R").piece_at(Square::A2).map(|piece| piece.role),
        Some(Makruk::MA),
        "the khon is makruk-js's"
    );
}

#[test]
fn ten_ranks_alone_are_not_reported_as_xiangqi() {
    let error =
        |board: &str| format!("{board} w - - 0 1").parse::<Position<Chess>>().unwrap_err().to_string();
    assert!(error("4k4/9/4c4/9/9/9/9/9/9/4K4").contains("xiangqi"));
    assert!(!error("4k3/8/8/8/8/8/8/8/8/4K3").contains("xiangqi"));
}
