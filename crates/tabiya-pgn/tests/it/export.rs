//! Exported games are read back as the same games.

use insta::assert_snapshot;
use proptest::prelude::*;
use tabiya::{AnyGame, AnyPosition, Chess, Game, Makruk, Position, Reading, Rules, Variant};
use tabiya_pgn::{Export, GameResult, Reader, Record, replay, write_game};

fn record(pgn: &str) -> Record {
    let (mut reader, mut record) = (Reader::new(pgn.as_bytes()), Record::new());
    assert!(reader.read_game(&mut record).expect("readable text"));
    record
}

/// A game of random moves.
fn walk<R: Rules>(start: Position<R>, choices: &[u8]) -> Game<R> {
    let mut game = Game::from_position(start);
    for choice in choices {
        let moves = game.position().legal_moves();
        let Some(mv) = moves.get(usize::from(*choice) % moves.len().max(1)) else { break };
        game.play_legal(*mv);
    }
    game
}

fn assert_round_trip<R: Rules>(
    game: &Game<R>,
    export: &Export,
    variant: Variant,
    inside: impl Fn(AnyPosition) -> Position<R>,
) {
    let pgn = export.to_string(game);
    let record = record(&pgn);
    assert_eq!(record.problem(), None, "{pgn}");
    assert!(pgn.lines().skip_while(|line| !line.is_empty()).all(|line| line.len() < 80), "{pgn}");
    let (start, notes) = replay::setup(&record, Variant::Chess).expect("valid tags");
    assert_eq!((start.variant(), notes), (variant, vec![]), "{pgn}");
    let mut again = Game::from_position(inside(start));
    replay::play_moves(&mut again, &record, &mut |_| {}).unwrap_or_else(|fault| panic!("{fault}\n{pgn}"));
    assert_eq!(again.positions(), game.positions(), "{pgn}");
}

fn chess(any: AnyPosition) -> Position<Chess> {
    let (AnyPosition::Chess(position) | AnyPosition::Chess960(position)) = any else { panic!("chess") };
    position
}

fn makruk(any: AnyPosition) -> Position<Makruk> {
    let AnyPosition::Makruk(position) = any else { panic!("Makruk") };
    position
}

const CHESS960: &str = "nrkbbqrn/pppppppp/8/8/8/8/PPPPPPPP/NRKBBQRN w GBgb - 0 1";
const BLACK_BEGINS: &str = "4k2r/8/8/8/3pP3/8/8/R3K3 b Qk e3 0 37";

proptest! {
    #[test]
    fn games_survive_being_written_and_read(choices in prop::collection::vec(any::<u8>(), 0..150)) {
        let export = Export::new();
        assert_round_trip(&walk(Position::start(), &choices), &export, Variant::Chess, chess);
        assert_round_trip(&walk(Position::start(), &choices), &export, Variant::Makruk, makruk);
        assert_round_trip(&walk(Position::start(), &choices), &export.clone().chess960(), Variant::Chess960, chess);
        let start = Position::from_fen(CHESS960, Reading::STRICT.chess960()).expect("valid FEN").position;
        assert_round_trip(&walk(start, &choices), &export, Variant::Chess960, chess);
        let start = BLACK_BEGINS.parse().expect("valid FEN");
        assert_round_trip(&walk(start, &choices), &export, Variant::Chess, chess);
    }

    #[test]
    fn any_tag_text_survives(text in ".{0,60}") {
        let pgn = Export::new().tag("Event", &text).to_string(&Game::<Chess>::new());
        let expected: String = text.chars().map(|char| if char.is_control() { ' ' } else { char }).collect();
        prop_assert_eq!(record(&pgn).tag("Event").expect("an event").into_owned(), expected);
    }
}

#[test]
fn exported_game() {
    let start = BLACK_BEGINS.parse().expect("valid FEN");
    let game = walk::<Chess>(start, &[3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3, 2, 3, 8, 4]);
    let export = Export::new()
        .tag("White", "The \"Turk\"")
        .tag("Annotator", "back\\slash\nline")
        .tag("not a name", "x")
        .tag("FEN", "not yours")
        .result(GameResult::Draw);
    assert_snapshot!(export.to_string(&game), @r#"
    [Event "?"]
    [Site "?"]
    [Date "????.??.??"]
    [Round "?"]
    [White "The \"Turk\""]
    [Black "?"]
    [Result "1/2-1/2"]
    [Annotator "back\\slash line"]
    [SetUp "1"]
    [FEN "4k2r/8/8/8/3pP3/8/8/R3K3 b Qk e3 0 37"]

    37... Rh3 38. Rb1 Rb3 39. Rxb3 Kf8 40. Rh3 Kf7 41. Rd3 Ke8 42. Rd2 Kf8 43. Rg2
    Ke7 44. Rf2 Kd7 45. Rb2 Kd6 46. Rc2 Kd7 47. Rd2 1/2-1/2
    "#);
}

#[test]
fn makruk_and_chess960_have_a_variant_tag() {
    let tags =
        |pgn: String| pgn.lines().skip(6).take_while(|line| !line.is_empty()).collect::<Vec<_>>().join("\n");
    assert_snapshot!(tags(Export::new().to_string(&Game::<Makruk>::new())), @r#"
    [Result "*"]
    [Variant "Makruk"]
    "#);
    assert_snapshot!(tags(Export::new().chess960().to_string(&Game::<Chess>::new())), @r#"
    [Result "*"]
    [Variant "Chess960"]
    [SetUp "1"]
    [FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1"]
    "#);
}

#[test]
fn comments_are_exported_and_escaped() {
    let mut game = Game::<Chess>::new();
    for uci in ["e2e4", "e7e5", "g1f3"] {
        game.play_uci(uci).expect("legal move");
    }
    let export = Export::new().comment(0, "a } b").comment(2, " +0.35/12\n0.10s ").comment(9, "nowhere");
    let pgn = export.to_string(&game);
    assert!(pgn.ends_with("\n\n{a ) b} 1. e4 e5 {+0.35/12 0.10s} 2. Nf3 *\n\n"), "{pgn}");
    assert_round_trip(&game, &export, Variant::Chess, chess);
}

#[test]
fn an_unusual_start_of_chess_is_not_exported_as_chess960() {
    let fen = "4k3/6N1/5N2/8/8/8/8/K7 b - - 0 1";
    assert!(fen.parse::<Position<Chess>>().is_err(), "the check cannot arise");
    let start = Position::<Chess>::from_fen(fen, Reading::LENIENT).expect("lenient reading").position;
    let pgn = Export::new().to_string(&Game::from_position(start));
    assert!(pgn.contains(&format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n")), "{pgn}");
    assert!(!pgn.contains("Variant"), "{pgn}");
}

#[test]
fn tag_names_ignore_case() {
    let export =
        Export::new().tag("fen", "8/8/8/8/8/8/8/8 w - - 0 1").tag("result", "1-0").tag("white", "Anderssen");
    let pgn = export.tag("eco", "C33").tag("ECO", "C39").to_string(&Game::<Chess>::new());
    assert!(pgn.contains("[White \"Anderssen\"]"), "{pgn}");
    assert!(pgn.contains("[ECO \"C39\"]") && !pgn.contains("C33"), "{pgn}");
    for absent in ["[fen", "[result", "[white", "[White \"?\"]"] {
        assert!(!pgn.contains(absent), "{absent} in {pgn}");
    }
}

#[test]
fn any_game_is_exported_with_its_variant() {
    for (variant, tag) in
        [(Variant::Chess, None), (Variant::Chess960, Some("Chess960")), (Variant::Makruk, Some("Makruk"))]
    {
        let mut game = AnyGame::new(variant);
        for _ in 0..3 {
            game.play_legal(game.position().legal_moves()[0]);
        }
        let pgn = Export::new().any_to_string(&game);
        assert_eq!(record(&pgn).tag("Variant").as_deref(), tag, "{pgn}");
        assert!(!pgn.contains("..."), "{pgn}");
        // Chess960 can be requested for every start.
        let pgn = Export::new().chess960().any_to_string(&game);
        let expected = if variant == Variant::Chess { Some("Chess960") } else { tag };
        assert_eq!(record(&pgn).tag("Variant").as_deref(), expected, "{pgn}");
    }
}

#[test]
fn only_a_first_move_of_black_has_a_number() {
    let start = Position::<Chess>::start();
    let moves = ["e4", "e5", "Nf3"];
    for skipped in 0..2 {
        let mut first = start;
        moves[..skipped].iter().for_each(|san| first = first.play_san(san).expect("legal move"));
        let (mut position, mut line) = (first, Vec::new());
        for san in &moves[skipped..] {
            let mv = position.parse_san(san).expect("legal move");
            line.push(mv);
            position = position.play_legal(mv);
        }
        let mut text = Vec::new();
        write_game(&mut text, [], &first, &line, GameResult::Unknown)
            .expect("writing to a vector cannot fail");
        let expected = ["\n1. e4 e5 2. Nf3 *\n\n", "\n1... e5 2. Nf3 *\n\n"][skipped];
        assert_eq!(String::from_utf8_lossy(&text), expected);
    }
}
