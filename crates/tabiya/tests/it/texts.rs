//! Round trips of small values as text.

use tabiya::keys::{Generator, KeyPart, Numbers, Scheme, schemes};
use tabiya::{
    AnyPosition, Bitboard, Chess, Color, Dialect, File, Game, Key, Key128, Makruk, Position, Role, Square,
    Variant, epd_to_fen,
};

#[test]
fn truncated_or_prefixed_keys_are_refused() {
    let key = Position::<Chess>::start().key();
    let text = key.to_string();
    assert_eq!(text.parse(), Ok(key));
    assert_eq!(text.to_uppercase().parse(), Ok(key));
    assert_eq!(format!("0x{text}").parse(), Ok(key));
    for bad in ["", "0x", &text[1..], &format!("0{text}"), &format!("+{}", &text[1..]), "000000000000000g"] {
        let error = bad.parse::<Key>().unwrap_err();
        assert_eq!(error.to_string(), "a key is 16 hexadecimal digits", "{bad}");
    }
    let error = text.parse::<Key128>().unwrap_err();
    assert_eq!(error.to_string(), "a key is 32 hexadecimal digits");
    assert_eq!(Key::from(7), Key(7));
    assert_eq!(u128::from(Key128(7)), 7);
}

#[test]
fn small_values_round_trip() {
    assert!(Color::ALL.into_iter().all(|color| color.to_string().parse() == Ok(color)));
    assert!(File::ALL.into_iter().all(|file| file.to_string().parse() == Ok(file)));
    assert!(Role::ALL.into_iter().all(|role| role.to_string().parse() == Ok(role)));
    assert!(Role::ALL.into_iter().all(|role| role.makruk_name().parse() == Ok(role)));
    assert!(Square::ALL.into_iter().all(|square| Square::try_from(square as u8) == Ok(square)));
    assert_eq!(
        "White".parse::<Color>().unwrap_err().to_string(),
        "unknown color: expected white, black, w or b"
    );
    assert_eq!(
        "i9".parse::<Square>().unwrap_err().to_string(),
        "a square is a letter a-h and a digit 1-8, such as e4"
    );
    assert_eq!("ee".parse::<File>().unwrap_err().to_string(), "a file is a letter a-h");
    assert_eq!(
        "horse".parse::<Role>().unwrap_err().to_string(),
        "unknown piece: expected a name such as knight, or Makruk's, such as khon"
    );
    assert_eq!(
        Square::try_from(255).unwrap_err().to_string(),
        "255 is not the number of a square: a1 is 0, b1 is 1, h8 is 63"
    );
}

#[test]
fn boards_with_promoted_bias_are_drawn_aligned() {
    let position: Position<Makruk> = "4k3/8/8/2m~5/8/3S4/8/3K3r w - - 0 1".parse().expect("a legal position");
    let drawn = format!("{position:#}");
    assert_eq!(drawn.lines().nth(3), Some("5 . . m~. . . . ."));
    assert_eq!(drawn.lines().last(), Some("  a b c d e f g h"));
    assert_eq!(format!("{:#}", AnyPosition::Makruk(position)), drawn);
    assert_eq!(AnyPosition::start(Variant::Chess960).to_string().split(' ').nth(2), Some("HAha"));
}

#[test]
fn games_with_other_starts_or_moves_are_not_equal() {
    let play = |start, moves: &[&str]| {
        let mut game = Game::<Chess>::from_position(start);
        moves.iter().for_each(|san| game.play_san(san).expect("a legal move"));
        game
    };
    let start = Position::start();
    let later = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 4 3".parse().expect("a legal position");
    assert_eq!(play(start, &["e4"]), play(start, &["e4"]));
    assert_ne!(play(start, &["e4"]), play(start, &["d4"]));
    assert_ne!(play(start, &["e4"]), play(start, &["e4", "e5"]));
    assert_ne!(play(start, &["e4"]), play(later, &["e4"]));
    assert_eq!(
        play(start, &["e4"]).play_san("e4").unwrap_err().to_string().split(':').next(),
        Some("illegal move")
    );
}

#[test]
fn clocks_of_any_position() {
    for (variant, fen) in [
        (Variant::Chess, "4k3/8/8/8/8/8/4P3/4K3 b - - 9 37"),
        (Variant::Chess960, "4k3/8/8/8/8/8/4P3/4K3 b - - 9 37"),
        (Variant::Makruk, "4k3/8/8/8/8/4P3/8/4K3 b - - 9 37"),
    ] {
        let position =
            AnyPosition::from_fen(variant, fen, tabiya::Reading::STRICT).expect("a position").position;
        let next = position.play_uci("e8d8").expect("the king steps aside");
        assert_eq!((position.fullmove_number(), next.fullmove_number()), (37, 38), "{variant}");
        assert_eq!((position.halfmove_clock(), next.halfmove_clock()), (9, 10), "{variant}");
    }
}

#[test]
fn debug_output() {
    let squares = Bitboard::from(Square::A1) | Square::B3.bitboard() | Square::H8.bitboard();
    let drawn = "
 . . . . . . . x
 . . . . . . . .
 . . . . . . . .
 . . . . . . . .
 . . . . . . . .
 . x . . . . . .
 . . . . . . . .
 x . . . . . . .";
    assert_eq!(format!("{squares:?}"), drawn);
    let position: Position<Chess> = "7k/P7/8/8/8/8/8/K7 w - - 0 1".parse().expect("a legal position");
    assert_eq!(format!("{position:?}"), "chess 7k/P7/8/8/8/8/8/K7 w - - 0 1");
    let mv = position.parse_uci("a7a8q").expect("a legal move");
    assert_eq!(format!("{mv:?}"), "a7a8=queen");
    assert_eq!(format!("{:?}", position.legal_moves()).matches('=').count(), 4);
    let mut game = Game::from_position(position);
    game.play(mv).expect("a legal move");
    assert_eq!(format!("{game:?}"), format!("{position:?} [a7a8=queen]"));
}

#[test]
fn debug_output_of_illegal_moves_and_uci_moves() {
    let start = Position::<Chess>::start();
    let later = start.play_uci("e2e4").expect("a legal move");
    let mv = start.parse_uci("e2e4").expect("a legal move");
    assert_eq!(later.play(mv).unwrap_err().to_string(), "illegal move: e2e4");
    assert_eq!(format!("{:>6}", start.uci_move(mv)), "  e2e4");
}

#[test]
fn a_custom_dialect_takes_precedence() {
    let own = || {
        let layout = *schemes::POLYGLOT.layout();
        Scheme::new("mine", "My program", layout, Numbers::Generated(Generator::SplitMix64 { seed: 1 }))
            .expect("a layout that others use")
    };
    assert_eq!(own().title(), "My program");
    let start = AnyPosition::start(Variant::Chess);
    let key = |name: &str| {
        Dialect::named(name, Some(own())).map(|dialect| dialect.key(&start).expect("chess").to_string())
    };
    assert_eq!(key("mine"), Ok(own().any_key(KeyPart::Full, &start).expect("chess").to_string()));
    assert_eq!(key("polyglot"), Ok("463b96181691fc9c".to_owned()));
    let error = key("yours").unwrap_err().to_string();
    assert!(error.starts_with("unknown dialect 'yours'; known dialects: tabiya, tabiya-128, "), "{error}");
    assert_eq!(
        key("polyglot:half").unwrap_err().to_string(),
        "unknown part of a key: expected full, raw, pawn, material, minor, non-pawn-white or non-pawn-black"
    );
}

#[test]
fn check_reports_unsupported_variants() {
    let has = |name: &str, variant| name.parse::<Dialect>().expect("it is known").check(variant).is_ok();
    assert!(has("tabiya", Variant::Makruk) && has("polyglot", Variant::Chess));
    assert!(!has("polyglot", Variant::Makruk) && !has("polyglot:pawn", Variant::Chess));
}

#[test]
fn keys_of_all_dialects_convert_to_integers() {
    let start = AnyPosition::start(Variant::Chess);
    let number =
        |name: &str| u128::from(name.parse::<Dialect>().expect("it is known").key(&start).expect("chess"));
    assert_eq!(number("polyglot"), 0x463b_9618_1691_fc9c);
    assert_eq!(number("tabiya-128"), start.key_128().0);
}

#[test]
fn pieces_are_counted_by_color() {
    let position: Position<Chess> = "4k3/pp6/8/8/8/8/8/RN2K3 w - - 0 1".parse().expect("a legal position");
    let material = position.keys().material;
    assert_eq!((material.pieces(Color::White), material.pieces(Color::Black)), (3, 3));
    assert_eq!(Position::<Chess>::start().keys().material.pieces(Color::Black), 16);
}

#[test]
fn epd_accepts_both_clocks() {
    let fen = epd_to_fen("8/8/8/8/8/4k3/4p3/4K3 w - - fmvn 40; hmvc 7;").expect("an EPD line");
    assert_eq!(fen.as_deref(), Some("8/8/8/8/8/4k3/4p3/4K3 w - - 7 40"));
}

#[test]
fn fen_warnings_have_a_column() {
    let fen = "4k3/8/8/8/8/8/8/4K2R w KQ - 0 1";
    let read = AnyPosition::from_fen(Variant::Chess, fen, tabiya::Reading::LENIENT).expect("it is repaired");
    assert_eq!(read.notes[0].column(), 1 + fen.find('Q').expect("the right without a rook"));
}
