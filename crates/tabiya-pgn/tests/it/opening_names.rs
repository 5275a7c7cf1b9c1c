//! All named lines, transpositions to their positions, and other variants.

use tabiya::{AnyGame, AnyPosition, Reading, Variant};
use tabiya_pgn::openings::{deepest_name, name_of};

fn lines() -> Vec<(String, String, AnyGame)> {
    let read = |letter: &str| {
        let path = format!("{}/openings/{letter}.tsv", env!("CARGO_MANIFEST_DIR"));
        std::fs::read_to_string(path).expect("names of the crate")
    };
    let play = |line: &str| {
        let [eco, name, moves] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let mut game = AnyGame::new(Variant::Chess);
        for san in moves.split(' ').filter(|word| !word.ends_with('.')) {
            game.play_san(san).expect("a legal move");
        }
        (eco.to_string(), name.to_string(), game)
    };
    ["a", "b", "c", "d", "e"].map(read).iter().flat_map(|file| file.lines().skip(1)).map(play).collect()
}

#[test]
fn every_line_ends_in_its_named_position() {
    let lines = lines();
    assert!(lines.len() > 3_500);
    for (eco, name, game) in lines {
        let opening = deepest_name(game.positions()).expect("a named position");
        assert_eq!((opening.eco, opening.name), (eco.as_str(), name.as_str()));
    }
}

#[test]
fn chess960_and_makruk_have_no_names() {
    for (_, name, game) in lines() {
        let fen = game.position().to_fen();
        let as_960 =
            AnyPosition::from_fen(Variant::Chess960, &fen, Reading::LENIENT).expect("the same pieces");
        assert_eq!(name_of(&as_960.position), None, "{name}");
    }
    let start = AnyPosition::start(Variant::Makruk);
    assert!(start.legal_moves().iter().all(|mv| name_of(&start.play_legal(*mv)).is_none()));
}

#[test]
fn side_to_move_and_castling_rights_matter() {
    let named = "rnbqkbnr/pppp1ppp/4p3/8/4P3/8/PPPP1PPP/RNBQKBNR";
    let name = |rest: &str| {
        let fen = format!("{named} {rest}");
        let position =
            AnyPosition::from_fen(Variant::Chess, &fen, Reading::STRICT).expect("valid FEN").position;
        name_of(&position).map(|opening| opening.name)
    };
    assert_eq!(name("w KQkq - 0 2"), Some("French Defense"));
    assert_eq!(name("w KQkq - 5 40"), Some("French Defense"));
    assert_eq!(name("b KQkq - 0 2"), None);
    assert_eq!(name("w KQk - 0 2"), None);
}
