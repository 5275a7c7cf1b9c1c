//! Every dialect equals the keys printed by the original program.

use crate::common::vectors::{lines, words};
use tabiya::keys::{KeyPart, NumberName, Scheme, schemes};
use tabiya::{AnyPosition, Chess, Color, Makruk, Piece, Position, Reading, Role, Square, Variant};

fn read(variant: Variant, fen: &str) -> AnyPosition {
    let read = AnyPosition::from_fen(variant, fen, Reading::LENIENT);
    read.unwrap_or_else(|error| panic!("{fen}: {error}")).position
}

/// Impossible positions that we refuse and the original accepts; see
/// `schemes_hash_positions_that_fen_reading_refuses`.
const REFUSED: [&str; 4] = [
    "4k3/8/8/8/8/8/3f4/4K3 b 7",
    "4k3/8/8/8/8/8/3e4/4K3 b 7",
    "4k3/8/8/8/8/8/3m4/4K3 b - - 0 7",
    "rnbqkbnr/pppppppp/8/8/3p4/8/PPPPPPPP/RNBQKBNR b KQkq e3 0 1",
];

fn key(scheme: &Scheme, part: KeyPart, position: &AnyPosition) -> String {
    scheme.any_key(part, position).expect("the dialect has this key").to_string()
}

/// The first column is a FEN, the others are keys of these parts, in order. Returns the number of positions.
fn positions_match(file: &str, variant: Variant, columns: &[(usize, &Scheme, KeyPart)]) -> usize {
    let text = lines(file);
    for row in text.iter().filter(|row| !REFUSED.contains(&&*row[0])) {
        let position = read(variant, &row[0]);
        for &(column, scheme, part) in columns {
            let (name, fen) = (scheme.name(), &row[0]);
            assert_eq!(key(scheme, part, &position), row[column], "{name}:{part} of {fen}");
        }
    }
    text.len()
}

/// Columns: FEN (empty for the start position), moves, keys after each ply, occurrences of each key.
fn games_match(file: &str, variant: Variant, scheme: &Scheme) -> usize {
    let games = lines(file);
    for row in &games {
        let has_fen = row[0].contains('/');
        let start = if has_fen { read(variant, &row[0]) } else { AnyPosition::start(variant) };
        let columns = &row[usize::from(has_fen)..];
        let mut position = start;
        let keys: Vec<String> = words(&columns[0])
            .map(|uci| {
                position = crate::common::vectors::play(&position, uci);
                key(scheme, KeyPart::Full, &position)
            })
            .collect();
        assert_eq!(keys.join(" "), columns[1], "{} along {}", scheme.name(), columns[0]);
    }
    games.len()
}

#[test]
fn polyglot_keys_equal_the_original() {
    let full = [(1, &schemes::POLYGLOT, KeyPart::Full)];
    assert_eq!(positions_match("polyglot.tsv", Variant::Chess, &full), 397);
    assert_eq!(positions_match("polyglot-chess960.tsv", Variant::Chess960, &full), 250);
}

#[test]
fn shakmaty_keys_equal_polyglot_and_polyglot_legal() {
    let columns = [(1, &schemes::POLYGLOT, KeyPart::Full), (2, &schemes::POLYGLOT_LEGAL, KeyPart::Full)];
    assert_eq!(positions_match("shakmaty.tsv", Variant::Chess, &columns), 397);
}

#[test]
fn stockfish_8_keys_equal_the_original() {
    let columns = [(1, &schemes::STOCKFISH_8, KeyPart::Full), (1, &schemes::STOCKFISH_8, KeyPart::Raw)];
    assert_eq!(positions_match("stockfish8.tsv", Variant::Chess, &columns), 397);
}

#[test]
fn stockfish_15_keys_and_parts_equal_the_original() {
    let scheme = &schemes::STOCKFISH_15;
    let full = [(1, scheme, KeyPart::Full)];
    assert_eq!(positions_match("stockfish15.tsv", Variant::Chess, &full), 397);
    assert_eq!(positions_match("stockfish15-chess960.tsv", Variant::Chess960, &full), 250);
    let parts = [
        (1, scheme, KeyPart::Full),
        (2, scheme, KeyPart::Raw),
        (3, scheme, KeyPart::Pawn),
        (4, scheme, KeyPart::Material),
    ];
    assert_eq!(positions_match("stockfish15-aux.tsv", Variant::Chess, &parts), 397);
    assert_eq!(positions_match("stockfish15-chess960-aux.tsv", Variant::Chess960, &parts), 250);
}

#[test]
fn stockfish_keys_and_parts_equal_the_original() {
    let parts: Vec<_> =
        KeyPart::ALL.into_iter().enumerate().map(|(i, part)| (i + 1, &schemes::STOCKFISH, part)).collect();
    assert_eq!(positions_match("stockfish-master-aux.tsv", Variant::Chess, &parts), 397);
    assert_eq!(positions_match("stockfish-master-chess960-aux.tsv", Variant::Chess960, &parts), 250);
}

#[test]
fn rustic_keys_equal_the_original() {
    assert_eq!(positions_match("rustic.tsv", Variant::Chess, &[(1, &schemes::RUSTIC, KeyPart::Full)]), 397);
}

#[test]
fn makruk_js_keys_equal_the_original() {
    let full = [(1, &schemes::MAKRUK_JS, KeyPart::Full)];
    assert_eq!(positions_match("makrukjs.tsv", Variant::Makruk, &full), 439);
}

#[test]
fn fairy_stockfish_keys_equal_the_original() {
    let full = [(1, &schemes::FAIRY_STOCKFISH_11, KeyPart::Full)];
    assert_eq!(positions_match("fairy11-makruk.tsv", Variant::Makruk, &full), 438);
}

#[test]
fn keys_during_games_equal_the_originals() {
    assert_eq!(games_match("games-chess.tsv", Variant::Chess, &schemes::STOCKFISH), 36);
    assert_eq!(games_match("games-chess960.tsv", Variant::Chess960, &schemes::STOCKFISH), 20);
    assert_eq!(games_match("makrukjs-games.tsv", Variant::Makruk, &schemes::MAKRUK_JS), 20);
    assert_eq!(games_match("makrukjs-repetition.tsv", Variant::Makruk, &schemes::MAKRUK_JS), 24);
}

/// Impossible en passant squares and other unusual FENs. The column is ERROR where an original refuses the FEN.
#[test]
fn keys_of_unusual_fens_equal_the_originals() {
    let dialects = [
        (2, &schemes::STOCKFISH_8),
        (3, &schemes::STOCKFISH_15),
        (4, &schemes::STOCKFISH),
        (5, &schemes::RUSTIC),
        (7, &schemes::POLYGLOT),
    ];
    let rows = lines("quirks-chess.tsv");
    assert_eq!(rows.len(), 20);
    let mut wrong = Vec::new();
    for row in rows.iter().filter(|row| !REFUSED.contains(&&*row[1])) {
        let position = read(Variant::Chess, &row[1]);
        for (column, scheme) in dialects {
            let found = key(scheme, KeyPart::Full, &position);
            if row[column] != "ERROR" && found != row[column] {
                wrong.push(format!("{}: {}: {found}, not {}", scheme.name(), row[0], row[column]));
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn schemes_hash_positions_that_fen_reading_refuses() {
    for fen in REFUSED {
        let variant = if fen.contains("KQkq") { Variant::Chess } else { Variant::Makruk };
        assert!(AnyPosition::from_fen(variant, fen, Reading::LENIENT).is_err(), "{fen}");
    }
    let pieces = |scheme: &Scheme, guest: Role| {
        let black = |role, square| scheme.piece(Piece { color: Color::Black, role }, square);
        let white_king = scheme.piece(Piece { color: Color::White, role: Role::King }, Square::E1);
        let mut named = scheme.named_numbers();
        let turn =
            named.find(|(name, _)| *name == NumberName::ToMove(Color::Black)).expect("black has a number").1;
        (white_king ^ black(Role::King, Square::E8) ^ black(guest, Square::D2) ^ turn).to_string()
    };
    let printed = |file, fen: &str| {
        lines(file).into_iter().find(|row| row[0] == fen).expect("it is in the file").remove(1)
    };
    assert_eq!(pieces(&schemes::MAKRUK_JS, Makruk::BIA_NGAI), printed("makrukjs.tsv", REFUSED[0]));
    assert_eq!(pieces(&schemes::MAKRUK_JS, Makruk::MET), printed("makrukjs.tsv", REFUSED[1]));
    assert_eq!(pieces(&schemes::FAIRY_STOCKFISH_11, Makruk::MET), printed("fairy11-makruk.tsv", REFUSED[2]));
}

#[test]
fn unsupported_variants_and_parts_are_errors() {
    let why = |scheme: &Scheme, part, variant| {
        let refused = scheme.any_key(part, &AnyPosition::start(variant));
        refused.expect_err("the program has no such key").to_string()
    };
    assert_eq!(why(&schemes::RUSTIC, KeyPart::Full, Variant::Makruk), "rustic has no keys for makruk");
    assert_eq!(why(&schemes::MAKRUK_JS, KeyPart::Full, Variant::Chess), "makruk-js has no keys for chess");
    assert_eq!(
        why(&schemes::STOCKFISH_15, KeyPart::Minor, Variant::Chess),
        "stockfish-15 has no part minor; it has full, raw, pawn, material"
    );
}

#[test]
fn dialect_names_and_number_names_are_unique() {
    for scheme in schemes::ALL {
        assert!(schemes::by_name(scheme.name()).is_some_and(|found| std::ptr::eq(found, scheme)));
        let mut names: Vec<String> = scheme.named_numbers().map(|(name, _)| name.to_string()).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count, "{}", scheme.name());
    }
}

/// By definition, the number of a right or a double step is the difference it makes to the key.
#[test]
fn castling_and_en_passant_numbers_are_differences_of_keys() {
    let key = |fen: &str| schemes::POLYGLOT.key(&fen.parse::<Position<Chess>>().expect("a legal FEN"));
    let named = |text: &str| {
        let found = schemes::POLYGLOT.named_numbers().find(|(name, _)| name.to_string() == text);
        found.unwrap_or_else(|| panic!("{text} has a number")).1
    };
    let rooks = |rights: &str| key(&format!("r3k2r/8/8/8/8/8/8/R3K2R w {rights} - 0 1"));
    for right in ["K", "Q", "k", "q"] {
        assert_eq!(named(&format!("castling {right}")), rooks(right) ^ rooks("-"), "{right}");
    }
    for (n, file) in "abcdefgh".chars().enumerate() {
        let (before, after) = (n.min(6), 6 - n.min(6));
        let run = |empty: usize| if empty == 0 { String::new() } else { empty.to_string() };
        // A white pawn has just made a double step beside a black pawn.
        let pieces = if n < 7 { "Pp" } else { "pP" };
        let board = format!("4k3/8/8/8/{}{pieces}{}/8/8/4K3", run(before), run(after));
        let with = key(&format!("{board} b - {file}3 0 1"));
        assert_eq!(named(&format!("en passant {file}")), with ^ key(&format!("{board} b - - 0 1")), "{file}");
    }
}

#[test]
fn castling_sets_are_named_by_their_letters() {
    let names: Vec<String> =
        schemes::STOCKFISH_15.named_numbers().map(|(name, _)| name.to_string()).collect();
    for name in ["castling -", "castling K", "castling Qk", "castling KQkq"] {
        assert!(names.iter().any(|it| it == name), "{name}");
    }
}

#[test]
fn keys_without_a_clock_ignore_the_clock() {
    let key = |fen: &str| schemes::STOCKFISH_15.key(&fen.parse::<Position<Makruk>>().expect("a legal FEN"));
    assert_eq!(key("8/5k2/1m6/2p5/8/8/3K4/8 w - - 60 41"), key("8/5k2/1m6/2p5/8/8/3K4/8 w - - 0 41"));
    let key = |fen: &str| schemes::STOCKFISH_15.key(&fen.parse::<Position<Chess>>().expect("a legal FEN"));
    assert_ne!(key("8/5k2/1q6/2p5/8/8/3K4/8 w - - 60 41"), key("8/5k2/1q6/2p5/8/8/3K4/8 w - - 0 41"));
}

#[test]
fn pawns_on_the_last_rank_are_ignored_where_the_program_ignores_them() {
    let number = |scheme: &Scheme, text: &str| {
        scheme.named_numbers().find(|(name, _)| name.to_string() == text).map(|(_, key)| key.0)
    };
    for piece in ["white pawn a8", "black pawn h1"] {
        assert_eq!(number(&schemes::STOCKFISH, piece), Some(0), "{piece}");
        assert_ne!(number(&schemes::POLYGLOT, piece), Some(0), "{piece}");
    }
    assert_ne!(number(&schemes::STOCKFISH, "white pawn a7"), Some(0));
}

#[test]
fn dialects_equal_only_themselves() {
    assert_eq!(schemes::POLYGLOT, schemes::POLYGLOT.clone());
    assert_ne!(schemes::POLYGLOT, schemes::STOCKFISH);
}

/// Later versions start with a nonzero number, to distinguish a position without pawns from an empty entry.
#[test]
fn stockfish_8_pawn_key_is_zero_without_pawns() {
    let kings = read(Variant::Chess, "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    let pawns = |scheme: &Scheme, position| scheme.any_key(KeyPart::Pawn, position).map(|key| key.0);
    assert_eq!(pawns(&schemes::STOCKFISH_8, &kings), Ok(0));
    assert!(pawns(&schemes::STOCKFISH_15, &kings).is_ok_and(|key| key != 0));
    let start = AnyPosition::start(Variant::Chess);
    let difference = |position| {
        pawns(&schemes::STOCKFISH_8, position).expect("chess")
            ^ pawns(&schemes::STOCKFISH_15, position).expect("chess")
    };
    assert_eq!(difference(&start), difference(&kings));
}
