//! Answers in the words of lichess' explorer.

use serde_json::{Value, json};
use tabiya::{AnyPosition, Color, Variant};
use tabiya_db::protocol::{Answer, Shape};
use tabiya_db::{Database, Filter, Wanted};

const GAMES: &str = r#"
[White "Carlsen, M"]
[Black "Nakamura, H"]
[WhiteElo "2850"]
[BlackElo "2780"]
[Date "2019.05.31"]
[TimeControl "180+2"]

1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. O-O 1-0

[White "Short"]
[Date "1993.??.??"]

1. Nf3 Nc6 2. e4 e5 3. Bc4 Nf6 4. d3 *

[Date "2019.05.02"]

1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 1/2-1/2
"#;

const EVERYTHING: Wanted = Wanted { top_games: 15, recent_games: 4, history: true };

fn ask(moves: &str, shape: &Shape) -> Value {
    let database = Database::temporary(GAMES.as_bytes()).expect("good games");
    let start = AnyPosition::start(Variant::Chess);
    let position =
        moves.split_whitespace().fold(start, |position, san| position.play_san(san).expect("a move"));
    let explored = database.explore(&position, &Filter::default(), &EVERYTHING).expect("an answer");
    let answer = Answer::new(&database, &position, &explored, None, shape).expect("an answer");
    serde_json::to_value(answer).expect("JSON")
}

const TWO_KNIGHTS: &str = "e4 e5 Nf3 Nc6 Bc4 Nf6";

#[test]
fn an_answer_is_the_object_of_lichess_explorer() {
    let answer = ask(TWO_KNIGHTS, &Shape::default());
    assert_eq!(
        answer,
        json!({
            "white": 1, "draws": 1, "black": 0,
            "moves": [
                {
                    "uci": "e1h1", "san": "O-O", "averageRating": 2850, "white": 1, "draws": 0, "black": 0,
                    "game": {
                        "id": "1", "winner": "white",
                        "white": {"name": "Carlsen, M", "rating": 2850}, "black": {"name": "Nakamura, H", "rating": 2780},
                        "year": 2019, "month": "2019-05",
                    },
                    "opening": null,
                },
                {
                    "uci": "d2d3", "san": "d3", "averageRating": null, "white": 0, "draws": 0, "black": 0,
                    "game": {
                        "id": "2", "winner": null,
                        "white": {"name": "Short", "rating": null}, "black": {"name": "?", "rating": null},
                        "year": 1993, "month": null,
                    },
                    "opening": {"eco": "C55", "name": "Italian Game: Two Knights Defense, Modern Bishop's Opening"},
                },
            ],
            "topGames": answer["topGames"],
            "opening": {"eco": "C55", "name": "Italian Game: Two Knights Defense"},
        })
    );
    let top: Vec<_> =
        answer["topGames"].as_array().unwrap().iter().map(|game| (&game["id"], &game["uci"])).collect();
    assert_eq!(
        top,
        [(&json!("1"), &json!("e1h1")), (&json!("3"), &Value::Null), (&json!("2"), &json!("d2d3"))]
    );
}

#[test]
fn our_own_counts_stand_beside_those_of_lichess_when_they_are_asked_for() {
    let shape = Shape { own: true, moves: usize::MAX, history: true, ..Shape::default() };
    let answer = ask(TWO_KNIGHTS, &shape);
    assert_eq!((&answer["unknown"], &answer["ended"]), (&json!(1), &json!(1)));
    assert_eq!(answer["moves"][1]["unknown"], 1);
    assert_eq!(
        answer["history"],
        json!([
            {"month": "1993", "white": 0, "draws": 0, "black": 0, "unknown": 1},
            {"month": "2019-05", "white": 1, "draws": 1, "black": 0, "unknown": 0},
        ])
    );
    let plain = ask("", &Shape::default());
    assert!(plain.get("unknown").is_none() && plain.get("ended").is_none() && plain.get("history").is_none());
}

#[test]
fn moves_are_no_more_than_asked_for_and_what_is_told_of_opponents_only_then() {
    assert_eq!(
        ask(TWO_KNIGHTS, &Shape { moves: 1, ..Shape::default() })["moves"].as_array().unwrap().len(),
        1
    );
    let shape =
        Shape { opponents: true, recent_games: true, speeds: true, top_games: false, ..Shape::default() };
    let answer = ask(TWO_KNIGHTS, &shape);
    assert!(answer.get("topGames").is_none());
    assert_eq!(answer["recentGames"][0]["speed"], "blitz");
    let castling = &answer["moves"][0];
    assert_eq!((&castling["averageOpponentRating"], &castling["performance"]), (&json!(2780), &json!(3580)));
    // Of the one who has black and lost.
    let castling = &ask(TWO_KNIGHTS, &Shape { player: Some(Color::Black), ..shape })["moves"][0];
    assert_eq!((&castling["averageOpponentRating"], &castling["performance"]), (&json!(2850), &json!(2050)));
}
