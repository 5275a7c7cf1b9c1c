//! Moves in UCI and SAN: reading, writing and errors.

use tabiya::{Chess, Makruk, Move, MoveKind, Position, Reading, Role, Rules, SanError, Square, UciError};

fn chess(fen: &str) -> Position<Chess> {
    fen.parse().expect("the tests' FENs are legal")
}

fn chess960(fen: &str) -> Position<Chess> {
    Position::from_fen(fen, Reading::STRICT.chess960()).expect("the tests' FENs are legal").position
}

fn makruk(fen: &str) -> Position<Makruk> {
    fen.parse().expect("the tests' FENs are legal")
}

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

#[track_caller]
fn reads<R: Rules>(position: &Position<R>, text: &str, uci: &str) {
    let mv = position.parse_san(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(position.uci(mv), uci, "{text}");
}

#[track_caller]
fn writes<R: Rules>(position: &Position<R>, uci: &str, san: &str) {
    let mv = position.parse_uci(uci).unwrap_or_else(|error| panic!("{uci}: {error}"));
    assert_eq!(position.san(mv), san);
    assert_eq!(position.parse_san(san), Ok(mv));
}

#[test]
fn castling_is_read_in_both_uci_forms() {
    let position = chess(KIWIPETE);
    let short = Move { from: Square::E1, to: Square::H1, role: Role::King, kind: MoveKind::Castle };
    let long = Move { to: Square::A1, ..short };
    for (text, mv) in [("e1g1", short), ("e1h1", short), ("e1c1", long), ("e1a1", long)] {
        assert_eq!(position.parse_uci(text), Ok(mv), "{text}");
    }
    assert_eq!((position.uci(short), position.uci_960(short)), ("e1g1".into(), "e1h1".into()));
    assert_eq!((position.uci(long), position.uci_960(long)), ("e1c1".into(), "e1a1".into()));
}

#[test]
fn an_ordinary_king_move_takes_precedence_over_castling() {
    // The king on f1 may step to g1 or castle with the rook on h1, which also leads to g1.
    let position = chess960("4k3/8/8/8/8/8/8/5K1R w H - 0 1");
    assert_eq!(position.parse_uci("f1g1").unwrap().kind, MoveKind::Normal);
    let castle = position.parse_uci("f1h1").unwrap();
    assert_eq!(castle.kind, MoveKind::Castle);
    assert_eq!(position.uci(castle), "f1h1");
    assert_eq!(position.san(castle), "O-O");
}

#[test]
fn a_king_far_from_its_target_may_castle_by_destination() {
    let position = chess960("4k3/8/8/8/8/8/8/R4K2 w A - 0 1");
    assert_eq!(position.parse_uci("f1c1").unwrap().kind, MoveKind::Castle);
    assert_eq!(position.parse_uci("f1c1"), position.parse_uci("f1a1"));
}

#[test]
fn uci_promotions_need_a_letter_in_chess_and_none_in_makruk() {
    let position = chess("8/P6k/8/8/8/8/8/K7 w - - 0 1");
    assert_eq!(position.parse_uci("a7a8q").unwrap().promotion(), Some(Role::Queen));
    assert_eq!(position.parse_uci("a7a8N").unwrap().promotion(), Some(Role::Knight));
    assert_eq!(position.parse_uci("a7a8"), Err(UciError::MissingPromotion { to: Square::A8 }));
    assert_eq!(position.parse_uci("a7a8k"), Err(UciError::BadPromotion));
    assert_eq!(position.parse_uci("a1a2q"), Err(UciError::NotAPromotion));
    let position = makruk("4k3/8/8/2P5/8/8/8/3K4 w - - 0 1");
    for text in ["c5c6", "c5c6m", "c5c6f", "c5c6M"] {
        assert_eq!(position.parse_uci(text).unwrap().promotion(), Some(Makruk::BIA_NGAI), "{text}");
    }
    assert_eq!(position.parse_uci("c5c6q"), Err(UciError::BadPromotion));
    writes(&position, "c5c6", "c6=M");
    reads(&position, "c6", "c5c6m");
}

#[test]
fn uci_error_messages() {
    let error = |fen: &str, text: &str| chess(fen).parse_uci(text).unwrap_err().to_string();
    let start = Chess::START;
    let expected = "not a move: expected two squares and an optional promotion, such as e2e4 or e7e8q";
    for text in [
        "",
        "e2",
        "e2e9",
        "i2i4",
        "e2e4qq",
        "e2e2",
        "E2E4",
        "e2-e4",
        "e2e4\u{1b}",
        "é2e4",
        "\0\0\0\0",
        "e2e41",
    ] {
        assert_eq!(error(start, text), expected, "{text:?}");
    }
    assert_eq!(error(start, "0000"), "0000 is the null move: not legal in any game");
    assert_eq!(error(start, "e3e4"), "illegal move: no piece on e3");
    assert_eq!(error(start, "e7e5"), "illegal move: the piece on e7 is black's, but white is to move");
    assert_eq!(error(start, "e2e5"), "illegal pawn move e2e5: the piece cannot reach it");
    assert_eq!(error(start, "a1a2"), "illegal rook move a1a2: the square has a piece of the same color");
    assert_eq!(error(start, "e1g1"), "illegal king move e1g1: castling is not possible here");
    let pinned = "4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1";
    assert_eq!(error(pinned, "e2c3"), "illegal knight move e2c3: the king would be in check");
    let checked = "4r2k/8/8/8/8/8/8/3NK3 w - - 0 1";
    assert_eq!(error(checked, "d1c3"), "illegal knight move d1c3: the king would stay in check");
    assert_eq!(
        error("8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8"),
        "incomplete move: the pawn on a8 needs a promotion piece: q, r, b or n"
    );
    let promoting = "8/P6k/8/8/8/8/8/K7 w - - 0 1";
    let nothing = "not a move: the last letter is not a promotion piece";
    assert_eq!(error(promoting, "a7a8k"), nothing);
    let none = "illegal move: a promotion is given, but no pawn promotes";
    assert_eq!(error(promoting, "a1a2q"), none);
    assert_eq!(error(KIWIPETE, "e1g1q"), none);
    // The capture would remove two pawns from the fifth rank and expose the king to the rook.
    let swept = chess("7k/3p4/8/K3P2r/8/8/8/8 b - - 0 1").play_uci("d7d5").unwrap();
    let error = swept.parse_uci("e5d6").unwrap_err();
    assert_eq!(error.to_string(), "illegal pawn move e5d6: the king would be in check");
}

#[test]
fn san_disambiguates_only_as_needed() {
    let by_file = chess("4k3/8/8/8/8/8/8/R3K2R w - - 0 1");
    writes(&by_file, "a1d1", "Rd1");
    let by_file = chess("1k6/8/8/8/8/8/4K3/R6R w - - 0 1");
    writes(&by_file, "a1d1", "Rad1");
    let by_rank = chess("7k/8/8/R7/8/8/4K3/R7 w - - 0 1");
    writes(&by_rank, "a1a3", "R1a3");
    let by_both = chess("1k6/8/8/8/4Q2Q/8/8/K6Q w - - 0 1");
    writes(&by_both, "h4e1", "Qh4e1");
    // The knight on e2 is pinned, so only the other one can go to c3.
    let pinned = chess("4r2k/8/8/8/8/8/4N3/1N2K3 w - - 0 1");
    writes(&pinned, "b1c3", "Nc3");
}

#[test]
fn mets_and_promoted_bias_are_distinguished_by_their_squares() {
    let position = makruk("7k/8/8/8/8/2M1M~3/8/K7 w - - 0 1");
    writes(&position, "c3d4", "Mcd4");
    writes(&position, "e3d4", "Med4");
    writes(&position, "c3b4", "Mb4");
    let error = position.parse_san("Md4").unwrap_err();
    assert_eq!(error.to_string(), "ambiguous move: the met moving to d4 can come from c3 and e3");
}

#[test]
fn san_marks_captures_checks_and_mates() {
    let position = chess(KIWIPETE);
    writes(&position, "e5g6", "Nxg6");
    writes(&position, "d5e6", "dxe6");
    writes(&position, "e1g1", "O-O");
    writes(&position, "e1c1", "O-O-O");
    writes(&position, "e2b5", "Bb5");
    writes(&chess("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"), "e5d6", "exd6");
    writes(&chess("3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1"), "e7d8n", "exd8=N");
    writes(&chess("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"), "a1a8", "Ra8#");
    writes(&chess("5k2/P7/8/8/8/8/8/4K2R w K - 0 1"), "e1g1", "O-O+");
}

#[test]
fn common_variations_of_san_are_accepted() {
    let start = Position::<Chess>::start();
    for text in ["Nf3", "Nf3!", "Nf3?!", "Nf3+", "Ngf3", "N1f3", "Ng1f3", "Ng1-f3", "Nxf3", "Nf3??", "Nf3#!!"]
    {
        reads(&start, text, "g1f3");
    }
    for text in ["e4", "e2e4", "e2-e4", "Pe4", "e4!?"] {
        reads(&start, text, "e2e4");
    }
    let position = chess(KIWIPETE);
    for text in ["O-O", "0-0", "o-o", "O-O+", "0-0!"] {
        reads(&position, text, "e1g1");
    }
    for text in ["O-O-O", "0-0-0", "O-O-O#"] {
        reads(&position, text, "e1c1");
    }
    for text in ["dxe6", "de6", "d5xe6", "d5e6", "d:e6"] {
        reads(&position, text, "d5e6");
    }
    let promoting = chess("3r4/4P2k/8/8/8/8/8/4K3 w - - 0 1");
    for text in ["e8=Q", "e8Q", "e8(Q)", "e8/Q", "e8=q", "e8q", "e8=Q+"] {
        reads(&promoting, text, "e7e8q");
    }
    let en_passant = chess("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
    for text in ["exd6", "exd6 e.p.", "exd6e.p.", "exd6ep", "exd6 ep", "ed6", "e5xd6", "exd6 e.p.+"] {
        reads(&en_passant, text, "e5d6");
    }
}

#[test]
fn lowercase_b_is_the_file_and_uppercase_b_the_bishop() {
    let position = chess("4k3/8/8/8/8/2p5/1P1B4/4K3 w - - 0 1");
    reads(&position, "bxc3", "b2c3");
    reads(&position, "bc3", "b2c3");
    reads(&position, "Bxc3", "d2c3");
    reads(&position, "Bc3", "d2c3");
}

#[test]
fn a_pawn_move_without_a_file_is_not_a_capture() {
    let position = chess("4k3/8/8/8/8/3p4/4P3/4K3 w - - 0 1");
    assert!(matches!(position.parse_san("d3"), Err(SanError::Illegal { .. })));
    reads(&position, "exd3", "e2d3");
}

#[test]
fn san_error_messages() {
    let error = |fen: &str, text: &str| chess(fen).parse_san(text).unwrap_err().to_string();
    let start = Chess::START;
    let unreadable = "not a move: expected something like e4, Nf3, exd5, e8=Q or O-O";
    for text in [
        "", "+", "e", "e9", "Nf", "Ni3", "nf3", "Xf3", "Nf33", "Nxxf3", "O-O-O-O", "O-", "e4\u{7}", "é4",
        "\0", "=Q", "e2e2e4", "Mf3", "ep",
    ] {
        assert_eq!(error(start, text), unreadable, "{text:?}");
    }
    assert_eq!(error(start, "--"), "null move: not legal in any game");
    assert_eq!(error(start, "Z0"), "null move: not legal in any game");
    assert_eq!(error(start, "Nd4"), "illegal move: no knight can reach d4");
    assert_eq!(error(start, "Nbf3"), "illegal move: no knight can reach f3");
    assert_eq!(error(start, "Ne2"), "illegal knight move to e2: the square has a piece of the same color");
    assert_eq!(error(start, "O-O"), "illegal move: kingside castling is not possible here");
    assert_eq!(error(start, "O-O-O"), "illegal move: queenside castling is not possible here");
    assert_eq!(error(start, "e4=Q"), "illegal move: a pawn cannot promote to this piece");
    assert_eq!(
        error("8/P6k/8/8/8/8/8/K7 w - - 0 1", "a8"),
        "incomplete move: the pawn on a8 needs a promotion piece, as in a8=Q"
    );
    assert_eq!(
        error("8/P6k/8/8/8/8/8/K7 w - - 0 1", "a8=K"),
        "illegal move: a pawn cannot promote to this piece"
    );
    let three = "4k3/8/8/8/2N1N3/8/2N5/6K1 w - - 0 1";
    assert_eq!(error(three, "Na3"), "ambiguous move: the knight moving to a3 can come from c2 and c4");
    let pinned = "4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1";
    assert_eq!(error(pinned, "Nc3"), "illegal knight move to c3: the king would be in check");
    let checked = "4r2k/8/8/8/8/8/8/3NK3 w - - 0 1";
    assert_eq!(error(checked, "Nc3"), "illegal knight move to c3: the king would stay in check");
}

#[test]
fn makruk_errors_name_makruk_pieces() {
    let start = Position::<Makruk>::start();
    assert_eq!(start.parse_san("Sd4").unwrap_err().to_string(), "illegal move: no khon can reach d4");
    assert_eq!(
        start.parse_san("O-O").unwrap_err().to_string(),
        "illegal move: kingside castling is not possible here"
    );
    assert_eq!(
        start.parse_uci("a1a3").unwrap_err().to_string(),
        "illegal rua move a1a3: the square has a piece of the same color"
    );
    assert!(start.parse_san("Fd2").is_err());
}

#[test]
fn makruk_san_accepts_the_letters_of_fairy_stockfish_and_playok() {
    let start = Position::<Makruk>::start();
    assert_eq!(start.parse_san("Qd2"), start.parse_san("Md2"));
    assert_eq!(start.parse_san("Bc2"), start.parse_san("Sc2"));
    assert_eq!(
        start.parse_san("Be3").unwrap_err().to_string(),
        "illegal khon move to e3: the square has a piece of the same color"
    );
    let promoting: Position<Makruk> = "4k3/8/8/2P5/8/8/8/3K4 w - - 0 1".parse().unwrap();
    assert_eq!(promoting.parse_san("c6=P"), promoting.parse_san("c6=M"));
    assert_eq!(promoting.san(promoting.parse_san("c6=P").unwrap()), "c6=M");
}

#[test]
fn ambiguous_pieces_are_listed_with_and() {
    let three = chess("4k3/8/8/8/8/2N3N1/8/2N3K1 w - - 0 1").parse_san("Ne2");
    assert_eq!(
        three.unwrap_err().to_string(),
        "ambiguous move: the knight moving to e2 can come from c1, c3 and g3"
    );
}

#[test]
fn squares_of_other_pieces_do_not_match() {
    let error = |fen: &str, text: &str| chess(fen).parse_san(text).unwrap_err().to_string();
    assert_eq!(error(Chess::START, "e2e5"), "illegal move: no pawn can reach e5");
    assert_eq!(error(Chess::START, "d5"), "illegal move: no pawn can reach d5");
    assert_eq!(error(Chess::START, "Ng1e3"), "illegal move: no knight can reach e3");
    reads(&chess(Chess::START), "g1f3", "g1f3");
}

/// PlayOK's letters: `Q` is the met and `P` the promoted bia, wherever there is one that can go there.
#[test]
fn a_met_takes_precedence_over_a_promoted_bia() {
    let both = makruk("4k3/8/8/8/2M1M~3/8/8/3K4 w - - 0 1");
    reads(&both, "Qd5", "c4d5");
    reads(&both, "Pd5", "e4d5");
    assert!(both.parse_san("Md5").is_err(), "Fairy-Stockfish's letter means either");
    let alone = makruk("4k3/8/8/8/4M~3/8/8/3K4 w - - 0 1");
    reads(&alone, "Qd5", "e4d5");
    reads(&alone, "Pd5", "e4d5");
    let beside_a_bia = makruk("4k3/8/8/8/3PM~3/8/8/3K4 w - - 0 1");
    reads(&beside_a_bia, "Pd5", "e4d5");
}

#[test]
fn castling_across_attacked_squares_is_illegal_in_chess960() {
    for (attacker, file) in [("2r5", 'c'), ("3r4", 'd'), ("4r3", 'e'), ("5r2", 'f'), ("6r1", 'g')] {
        let position = chess960(&format!("{attacker}/8/k7/8/8/8/8/1K5R w H - 0 1"));
        assert!(position.parse_san("O-O").is_err(), "{file}");
    }
    // The rook may cross one.
    assert!(chess960("7r/8/k7/8/8/8/8/1K5R w H - 0 1").parse_san("O-O").is_ok());
}

#[test]
fn a_king_move_is_castling_only_to_the_castled_square() {
    let both = chess("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    assert!(both.parse_uci("a1g1").is_err());
    assert!(both.parse_uci("e1b1").is_err());
    assert!(chess960("4k3/8/8/8/8/8/8/2K4R w H - 0 1").parse_uci("c1e1").is_err());
    let error = chess("4k3/8/8/8/8/8/4K3/R6R w - - 0 1").parse_uci("e2c1").unwrap_err().to_string();
    assert_eq!(error, "illegal king move e2c1: the piece cannot reach it");
}

#[test]
fn a_pinned_pawn_is_reported_as_pinned() {
    let error = |fen: &str, text: &str| chess(fen).parse_san(text).unwrap_err().to_string();
    let pinned = "4k3/8/8/8/8/8/K3P2r/8 w - - 0 1";
    assert_eq!(error(pinned, "e4"), "illegal pawn move to e4: the king would be in check");
    assert_eq!(error(pinned, "d4"), "illegal move: no pawn can reach d4");
    assert!(error(Chess::START, "2e4").starts_with("not a move"));
}

#[test]
fn letters_of_other_pieces_do_not_match() {
    let queen = chess("4k3/8/8/8/8/8/8/3QK3 w - - 0 1");
    reads(&queen, "d1d2", "d1d2");
    for text in ["Nd1d2", "Nd2", "dxe2", "de2", "Kd1d2"] {
        assert!(queen.parse_san(text).is_err(), "{text}");
    }
}

#[test]
fn playoks_p_is_a_bia_if_no_promoted_bia_can_move_there() {
    let bia = makruk("4k3/8/8/3p4/2P5/8/8/3K4 w - - 0 1");
    reads(&bia, "Pc5", "c4c5");
    reads(&bia, "Pcxd5", "c4d5");
    assert!(bia.parse_san("Pd5").is_err());
}

#[test]
fn a_pinned_promoted_bia_written_as_met_is_reported_as_pinned() {
    let pinned = makruk("4r1k1/8/8/8/8/8/4M~3/4K3 w - - 0 1");
    assert_eq!(
        pinned.parse_san("Md3").unwrap_err().to_string(),
        "illegal met move to d3: the king would be in check"
    );
    assert_eq!(pinned.parse_san("Mh8").unwrap_err().to_string(), "illegal move: no met can reach h8");
    assert_eq!(pinned.parse_san("Mcd3").unwrap_err().to_string(), "illegal move: no met can reach d3");
    assert_eq!(pinned.pinned(), Square::E2.bitboard());
}
