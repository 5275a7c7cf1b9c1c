//! Responses in the format of the lichess explorer.

use serde_json::{Value, json};
use tabiya::{AnyPosition, Color, Variant};
use tabiya_db::protocol::{ExplorerResponse, ResponseOptions};
use tabiya_db::{Database, ExploreOptions, Filter};

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

const EVERYTHING: ExploreOptions = ExploreOptions { top_games: 15, recent_games: 4, history: true };

fn query(moves: &str, options: &ResponseOptions) -> Value {
    let database = Database::temporary(GAMES.as_bytes()).expect("valid games");
    let start = AnyPosition::start(Variant::Chess);
    let position =
        moves.split_whitespace().fold(start, |position, san| position.play_san(san).expect("legal move"));
    let explored = database.explore(&position, &Filter::default(), &EVERYTHING).expect("a response");
    let answer = ExplorerResponse::new(&database, &position, &explored, None, options).expect("a response");
    serde_json::to_value(answer).expect("JSON")
}

const TWO_KNIGHTS: &str = "e4 e5 Nf3 Nc6 Bc4 Nf6";

#[test]
fn response_has_the_lichess_format() {
    let answer = query(TWO_KNIGHTS, &ResponseOptions::default());
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
fn extended_fields_are_optional() {
    let options =
        ResponseOptions { own: true, moves: usize::MAX, history: true, ..ResponseOptions::default() };
    let answer = query(TWO_KNIGHTS, &options);
    assert_eq!((&answer["unknown"], &answer["ended"]), (&json!(1), &json!(1)));
    assert_eq!(answer["moves"][1]["unknown"], 1);
    assert_eq!(
        answer["history"],
        json!([
            {"month": "1993", "white": 0, "draws": 0, "black": 0, "unknown": 1},
            {"month": "2019-05", "white": 1, "draws": 1, "black": 0, "unknown": 0},
        ])
    );
    let plain = query("", &ResponseOptions::default());
    assert!(plain.get("unknown").is_none() && plain.get("ended").is_none() && plain.get("history").is_none());
}

#[test]
fn move_limit_and_opponent_statistics() {
    assert_eq!(
        query(TWO_KNIGHTS, &ResponseOptions { moves: 1, ..ResponseOptions::default() })["moves"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
    let options = ResponseOptions {
        opponents: true,
        recent_games: true,
        speeds: true,
        top_games: false,
        ..ResponseOptions::default()
    };
    let answer = query(TWO_KNIGHTS, &options);
    assert!(answer.get("topGames").is_none());
    assert_eq!(answer["recentGames"][0]["speed"], "blitz");
    let castling = &answer["moves"][0];
    assert_eq!((&castling["averageOpponentRating"], &castling["performance"]), (&json!(2780), &json!(3580)));
    // For the black player, who lost.
    let castling =
        &query(TWO_KNIGHTS, &ResponseOptions { player: Some(Color::Black), ..options })["moves"][0];
    assert_eq!((&castling["averageOpponentRating"], &castling["performance"]), (&json!(2850), &json!(2050)));
}
