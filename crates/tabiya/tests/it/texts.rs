//! Small values as text, and back.

use tabiya::keys::{Generator, KeyPart, Numbers, Scheme, schemes};
use tabiya::{
    AnyPosition, Bitboard, Chess, Color, Dialect, File, Game, Key, Key128, Makruk, Position, Role, Square,
    Variant, epd_to_fen,
};

#[test]
fn a_key_that_is_cut_short_or_marked_is_not_read_as_another_key() {
    let whole = Position::<Chess>::start().key();
    let text = whole.to_string();
    assert_eq!(text.parse(), Ok(whole));
    assert_eq!(text.to_uppercase().parse(), Ok(whole));
    assert_eq!(format!("0x{text}").parse(), Ok(whole));
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
fn every_small_value_is_read_from_what_it_writes() {
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
fn a_drawn_board_keeps_its_columns_beside_a_promoted_bia() {
    let position: Position<Makruk> = "4k3/8/8/2m~5/8/3S4/8/3K3r w - - 0 1".parse().expect("a legal position");
    let drawn = format!("{position:#}");
    assert_eq!(drawn.lines().nth(3), Some("5 . . m~. . . . ."));
    assert_eq!(drawn.lines().last(), Some("  a b c d e f g h"));
    assert_eq!(format!("{:#}", AnyPosition::Makruk(position)), drawn);
    assert_eq!(AnyPosition::start(Variant::Chess960).to_string().split(' ').nth(2), Some("HAha"));
}

#[test]
fn games_that_began_elsewhere_or_went_elsewhere_are_not_equal() {
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
fn a_position_of_any_game_counts_moves_and_half_moves() {
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
fn what_a_debugger_shows_can_be_read() {
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
fn an_illegal_move_and_a_move_of_uci_are_shown_by_their_squares() {
    let start = Position::<Chess>::start();
    let later = start.play_uci("e2e4").expect("a legal move");
    let mv = start.parse_uci("e2e4").expect("a legal move");
    assert_eq!(later.play(mv).unwrap_err().to_string(), "illegal move: e2e4");
    assert_eq!(format!("{:>6}", start.uci_move(mv)), "  e2e4");
}

#[test]
fn a_dialect_of_ones_own_goes_before_ours_and_leaves_the_others() {
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
fn a_dialect_says_beforehand_of_which_games_it_has_keys() {
    let has = |name: &str, variant| name.parse::<Dialect>().expect("it is known").check(variant).is_ok();
    assert!(has("tabiya", Variant::Makruk) && has("polyglot", Variant::Chess));
    assert!(!has("polyglot", Variant::Makruk) && !has("polyglot:pawn", Variant::Chess));
}

#[test]
fn a_key_of_any_dialect_is_a_number() {
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
fn an_epd_line_may_say_both_counters() {
    let fen = epd_to_fen("8/8/8/8/8/4k3/4p3/4K3 w - - fmvn 40; hmvc 7;").expect("an EPD line");
    assert_eq!(fen.as_deref(), Some("8/8/8/8/8/4k3/4p3/4K3 w - - 7 40"));
}

#[test]
fn a_note_on_a_fen_says_where() {
    let fen = "4k3/8/8/8/8/8/8/4K2R w KQ - 0 1";
    let read = AnyPosition::from_fen(Variant::Chess, fen, tabiya::Reading::LENIENT).expect("it is repaired");
    assert_eq!(read.notes[0].column(), 1 + fen.find('Q').expect("the right without a rook"));
}
