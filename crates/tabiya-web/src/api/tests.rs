use serde_json::{Value, json};

use super::respond;

fn post(path: &str, body: &Value) -> (u16, Value) {
    let reply = respond(path, body.to_string().as_bytes());
    (reply.status, serde_json::from_str(&reply.body).expect("the response is JSON"))
}

fn position(body: &Value) -> Value {
    let (status, response) = post("/api/position", body);
    assert_eq!(status, 200, "{response}");
    response
}

#[test]
fn position_response_has_key_and_moves() {
    let response = position(&json!({"variant": "chess", "moves": "g1f3"}));
    assert_eq!(response["now"]["keys"]["full"], response["plies"][0]["key"]);
    assert_eq!(response["now"]["keys"]["full"].as_str().map(str::len), Some(16));
    assert_eq!(response["now"]["legal"].as_array().map(Vec::len), Some(20));
    assert_eq!(response["now"]["pieces"]["f3"], "white knight");
    let toggled: Vec<_> =
        response["plies"][0]["toggled"].as_array().unwrap().iter().map(|it| &it["text"]).collect();
    assert_eq!(toggled, ["− white knight g1", "+ white knight f3", "turn"]);
}

#[test]
fn numbers_of_facts_add_up_to_the_key() {
    for (variant, moves) in [("chess", "b1a3"), ("chess960", "b1a3 e7e5"), ("makruk", "e3e4")] {
        let now = &position(&json!({"variant": variant, "moves": moves}))["now"];
        let number = |text: &Value| u64::from_str_radix(text.as_str().unwrap(), 16).unwrap();
        let sum = now["features"].as_array().unwrap().iter().fold(0, |sum, it| sum ^ number(&it["key"]));
        assert_eq!(sum, number(&now["keys"]["full"]), "{variant}");
    }
}

#[test]
fn numbers_add_up_in_every_dialect() {
    let number = |text: &Value| u64::from_str_radix(text.as_str().unwrap(), 16).unwrap();
    let sum = |facts: &Value| facts.as_array().unwrap().iter().fold(0, |sum, it| sum ^ number(&it["key"]));
    // With castling, en passant, captures, promotion, and a clock that runs for a while.
    let chess = "e2e4 a7a6 e4e5 d7d5 e5d6 g8f6 g1f3 c7d6 f1e2 b7b5 e1g1 b5b4 a2a4 b4a3 b1c3 a3b2 c3b5 b2a1q";
    for (variant, moves) in [("chess", chess), ("chess960", "e2e4 e7e5"), ("makruk", "e3e4 d6d5 e4d5")] {
        let ours = position(&json!({"variant": variant, "moves": moves}));
        assert_eq!((&ours["dialect"], &ours["now"]["key"]), (&json!("tabiya"), &ours["now"]["keys"]["full"]));
        for dialect in ours["now"]["dialects"].as_array().unwrap() {
            let name = &dialect["name"];
            if name == "tabiya-128" {
                continue;
            }
            let response = position(&json!({"variant": variant, "moves": moves, "dialect": name}));
            assert_eq!(&response["dialect"], name);
            assert_eq!(response["now"]["key"], dialect["key"], "{name}");
            assert_eq!(sum(&response["now"]["features"]), number(&dialect["key"]), "{name}");
            let mut before = number(&response["startKey"]);
            for ply in response["plies"].as_array().unwrap() {
                assert_eq!(sum(&ply["toggled"]), before ^ number(&ply["key"]), "{name} {ply}");
                before = number(&ply["key"]);
            }
        }
    }
}

#[test]
fn dialect_of_another_game_falls_back_and_unknown_one_is_rejected() {
    let response = position(&json!({"variant": "makruk", "dialect": "polyglot"}));
    assert_eq!(response["dialect"], "tabiya");
    let (status, response) = post("/api/position", &json!({"variant": "chess", "dialect": "klingon"}));
    assert_eq!(status, 422, "{response}");
}

#[test]
fn third_occurrence_can_be_claimed_and_visits_are_listed() {
    let moves = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8";
    let now = &position(&json!({"variant": "chess", "moves": moves}))["now"];
    assert_eq!(now["times"], 3);
    assert_eq!(now["visits"], json!([8, 4, 0]));
    assert_eq!(now["claims"], json!([{"code": "threefoldRepetition", "text": "threefold repetition"}]));
    let earlier = &position(&json!({"variant": "chess", "moves": moves, "at": 7}))["now"];
    assert_eq!((&earlier["times"], &earlier["upcoming"]), (&json!(2), &json!("f6g8")));
    let back = earlier["legal"].as_array().unwrap().iter().find(|mv| mv["uci"] == "f6g8").unwrap();
    assert_eq!((&back["times"], &back["claim"]), (&json!(3), &json!("threefold repetition")));
}

#[test]
fn dialects_with_superfluous_en_passant_squares_miss_a_repetition() {
    // After 1.Na3 h5 no en passant capture is possible, but Rustic's key includes the square.
    let response = position(&json!({"variant": "chess", "moves": "b1a3 h7h5 a3b1 g8f6 b1a3 f6g8"}));
    let times = |name: &str| {
        let dialects = response["now"]["dialects"].as_array().unwrap();
        dialects.iter().find(|dialect| dialect["name"] == name).unwrap()["times"].clone()
    };
    assert_eq!((times("tabiya"), times("polyglot"), times("rustic")), (json!(2), json!(2), json!(1)));
}

#[test]
fn only_plies_after_from_are_sent() {
    let response = position(&json!({"variant": "chess", "moves": "e2e4 e7e5 g1f3", "from": 2}));
    assert_eq!((&response["length"], response["plies"].as_array().unwrap().len()), (&json!(3), 1));
    assert_eq!(response["plies"][0]["san"], "Nf3");
}

#[test]
fn castling_can_be_dropped_on_two_squares() {
    let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    for (variant, to, also) in [("chess", "g1", "h1"), ("chess960", "h1", "g1")] {
        let response = position(&json!({"variant": variant, "start": fen}));
        let legal = response["now"]["legal"].as_array().unwrap();
        let castle = legal.iter().find(|mv| mv["san"] == "O-O").unwrap();
        assert_eq!((&castle["to"], &castle["also"]), (&json!(to), &json!(also)), "{variant}");
    }
}

#[test]
fn makruk_response_has_count_and_honor() {
    let fen = "4k3/2m5/8/8/2p5/1M6/8/R2K4 w - - 0 1";
    let now = &position(&json!({"variant": "makruk", "start": fen, "moves": "b3c4"}))["now"];
    assert_eq!(now["count"], json!({"limit": 128, "plies": 0, "honor": "board's honor"}));
}

#[test]
fn every_fen_problem_has_its_column() {
    let fen = "rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1";
    let (status, response) = post("/api/position", &json!({"variant": "chess", "start": fen}));
    assert_eq!(status, 422);
    let columns: Vec<_> = response["problems"].as_array().unwrap().iter().map(|it| &it["column"]).collect();
    assert_eq!(columns, [10, 46]);
}

#[test]
fn repairs_of_a_fen_are_listed() {
    let response = position(&json!({"variant": "chess", "start": " 4k3/8/8/8/8/8/8/4K2R w "}));
    assert!(!response["notes"].as_array().unwrap().is_empty());
    assert_eq!(response["start"], "4k3/8/8/8/8/8/8/4K2R w - - 0 1");
}

#[test]
fn error_of_an_illegal_move_has_its_ply() {
    let (status, response) = post("/api/position", &json!({"variant": "chess", "moves": "e2e4 e2e4"}));
    assert_eq!(status, 422);
    assert!(response["error"].as_str().unwrap().starts_with("ply 2: "), "{response}");
}

#[test]
fn invalid_requests_are_rejected() {
    for (path, body, status) in [
        ("/api/position", "", 400),
        ("/api/position", "{}", 400),
        ("/api/position", r#"{"variant":"chess","more":1}"#, 400),
        ("/api/position", r#"{"variant":"atomic"}"#, 422),
        ("/api/position", r#"{"variant":"chess","at":1}"#, 422),
        ("/api/position", "[[[[[[[[[[", 400),
        ("/api/start", r#"{"variant":"chess960","number":960}"#, 422),
        ("/api/export", r#"{"game":{"variant":"chess"},"result":"2-0"}"#, 422),
        ("/api/else", "{}", 404),
    ] {
        assert_eq!(respond(path, body.as_bytes()).status, status, "{path} {body}");
    }
    let endless = json!({"variant": "chess", "moves": "g1f3 g8f6 f3g1 f6g8 ".repeat(3000)});
    assert_eq!(post("/api/position", &endless).0, 422);
}

#[test]
fn move_orders_are_counted_and_listed() {
    let (status, response) =
        post("/api/move-orders", &json!({"variant": "chess", "moves": "d2d4 g8f6 c2c4 e7e6"}));
    assert_eq!(status, 200);
    assert_eq!((&response["from"], &response["orders"]), (&json!(0), &json!(4)));
    let lines = response["lines"].as_array().unwrap();
    assert_eq!(lines.len(), 3);
    assert!(lines.contains(&json!(["c4", "e6", "d4", "Nf6"])));
}

#[test]
fn move_order_with_other_rights_does_not_count() {
    // 1.e4 e5 has only one order, and with e4 as the last move there would be no en passant capture.
    let (_, response) =
        post("/api/move-orders", &json!({"variant": "chess", "moves": "e2e4 a7a6 e4e5 d7d5"}));
    assert_eq!(response["orders"], 1);
}

#[test]
fn chess960_start_positions_have_numbers() {
    let (_, response) = post("/api/start", &json!({"variant": "chess960", "number": 0}));
    assert_eq!(response["fen"], "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1");
}

#[test]
fn exported_tags_are_escaped() {
    let game = json!({"variant": "chess", "moves": "e2e4 e7e5"});
    let request = json!({"game": game, "tags": [["White", "A \"quoted\"\n] name"]], "result": "1-0"});
    let (_, response) = post("/api/export", &request);
    let pgn = response["pgn"].as_str().unwrap();
    assert!(pgn.contains("[White \"A \\\"quoted\\\" ] name\"]\n"), "{pgn}");
    assert!(pgn.ends_with("1. e4 e5 1-0\n\n"), "{pgn}");
}

#[test]
fn outcome_on_the_board_overrides_the_requested_result() {
    let game = json!({"variant": "chess", "moves": "f2f3 e7e5 g2g4 d8h4"});
    let (_, response) = post("/api/export", &json!({"game": game, "result": "1-0"}));
    let pgn = response["pgn"].as_str().unwrap();
    assert!(pgn.contains("[Result \"0-1\"]\n") && pgn.ends_with("Qh4# 0-1\n\n"), "{pgn}");
}

#[test]
fn positions_of_a_span_equal_single_requests() {
    let moves = "g1f3 g8f6 f3g1 f6g8 e2e4";
    let response = position(&json!({"variant": "chess", "moves": moves, "at": 2, "span": [1, 4]}));
    let plies: Vec<_> = response["positions"].as_array().unwrap().iter().map(|it| &it["ply"]).collect();
    assert_eq!((&response["now"]["ply"], plies), (&json!(2), vec![&json!(1), &json!(3), &json!(4)]));
    for around in response["positions"].as_array().unwrap() {
        let as_static_site = position(&json!({"variant": "chess", "moves": moves, "at": around["ply"]}));
        assert_eq!(as_static_site["now"], *around);
        assert_eq!(as_static_site["positions"], json!([]));
    }
    let beyond = position(&json!({"variant": "chess", "moves": moves, "span": [3, 60]}));
    assert_eq!(beyond["positions"].as_array().map(Vec::len), Some(2));
    let (status, response) = post("/api/position", &json!({"variant": "chess", "span": [0, 9_999_999]}));
    assert_eq!((status, &response["error"]), (422, &json!("at most 64 positions per request")));
}

#[test]
fn last_named_opening_stays() {
    let moves = "g1f3 d7d5 d2d4 g8f6 c2c4 e7e6 b1c3 h7h5";
    let response = position(&json!({"variant": "chess", "moves": moves, "span": [0, 8]}));
    let three_knights = json!({"eco": "D37", "name": "Queen's Gambit Declined: Three Knights Variation"});
    assert_eq!(response["now"]["opening"], three_knights);
    assert_eq!(response["positions"][7]["opening"], three_knights);
    assert_eq!(response["positions"][1]["opening"], json!({"eco": "A04", "name": "Zukertort Opening"}));
    assert_eq!(response["positions"][0]["opening"], Value::Null);
    for variant in ["chess960", "makruk"] {
        assert_eq!(position(&json!({"variant": variant}))["now"]["opening"], Value::Null);
    }
    assert_eq!(position(&json!({"variant": "chess960", "moves": "e2e4"}))["now"]["opening"], Value::Null);
}

#[test]
fn export_adds_the_opening_unless_tagged() {
    let pgn = |game: Value, tags: Value| {
        let (status, response) = post("/api/export", &json!({"game": game, "tags": tags}));
        assert_eq!(status, 200, "{response}");
        response["pgn"].as_str().unwrap().to_owned()
    };
    let french = || json!({"variant": "chess", "moves": "e2e4 e7e6"});
    let named = pgn(french(), json!([]));
    assert!(named.contains("[ECO \"C00\"]\n[Opening \"French Defense\"]\n"), "{named}");
    for given in [json!([["eco", "C99"]]), json!([["Opening", "Mine"]])] {
        let kept = pgn(french(), given);
        assert!(!kept.contains("French") && !kept.contains("C00"), "{kept}");
    }
    let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    for other in [
        json!({"variant": "chess960", "moves": "e2e4 e7e6"}),
        json!({"variant": "makruk", "moves": "e3e4"}),
        json!({"variant": "chess", "start": fen, "moves": "e7e6"}),
        json!({"variant": "chess"}),
    ] {
        let plain = pgn(other, json!([]));
        assert!(!plain.contains("[ECO") && !plain.contains("[Opening"), "{plain}");
    }
}

#[test]
fn tree_survives_a_round_trip() {
    let pgn = "[Event \"x\"]\n[Mine \"yes\"]\n\n{first} 1. Nf3 {[%eval 0.1] good} (1. d4 $1 Nf6 (1... -- 2. e4) 2. Nf3) \
               {before} 1... Nf6 2. d4 (2. Ng1 Ng8) 1-0";
    let (status, response) = post("/api/tree", &json!({"pgn": pgn}));
    assert_eq!(status, 200, "{response}");
    let nodes = response["nodes"].as_array().unwrap();
    let sans: Vec<_> = nodes.iter().map(|node| node["san"].as_str().unwrap()).collect();
    assert_eq!(sans.join(" "), "Nf3 Nf6 d4 Ng1 Ng8 d4 Nf6 Nf3 -- e4");
    let parents: Vec<_> = nodes.iter().map(|node| node["parent"].as_u64().unwrap()).collect();
    assert_eq!(parents, [0, 1, 2, 2, 4, 0, 6, 7, 6, 9]);
    // A transposition, and a repetition of the start position.
    assert_eq!(nodes[2]["identity"], nodes[7]["identity"]);
    assert_eq!((&nodes[4]["times"], &nodes[2]["times"]), (&json!(2), &json!(1)));
    let request: Vec<_> = nodes
        .iter()
        .map(|node| {
            let mut node = node.clone();
            let fields = node.as_object_mut().unwrap();
            fields.retain(|name, _| ["parent", "uci", "nags", "before", "after"].contains(&name.as_str()));
            node
        })
        .collect();
    let request = json!({"game": {"variant": "chess"}, "tags": response["tags"], "result": response["result"],
        "tree": {"after": response["after"], "nodes": request}});
    let (status, written) = post("/api/export", &request);
    assert_eq!(status, 200, "{written}");
    let (_, again) = post("/api/tree", &json!({"pgn": written["pgn"]}));
    assert_eq!(
        (&again["nodes"], &again["after"], &again["result"]),
        (&response["nodes"], &response["after"], &response["result"])
    );
    assert!(again["tags"].as_array().unwrap().contains(&json!(["Mine", "yes"])));
}

#[test]
fn generated_opening_tags_follow_the_moves() {
    let export = |tags: &Value, uci: &str| {
        let tree = json!({"nodes": [{"parent": 0, "uci": uci}]});
        let request = json!({"game": {"variant": "chess"}, "tags": tags, "tree": tree});
        post("/api/export", &request).1["pgn"].as_str().unwrap().to_owned()
    };
    let response = post("/api/tree", &json!({"pgn": export(&json!([]), "e2e4")})).1;
    assert!(export(&response["tags"], "d2d4").contains("[ECO \"A40\"]"));
    let response = post("/api/tree", &json!({"pgn": "[ECO \"Z99\"]\n\n1. e4 *"})).1;
    assert!(export(&response["tags"], "d2d4").contains("[ECO \"Z99\"]"));
}

#[test]
fn error_of_an_invalid_tree_has_its_move() {
    let ask_for =
        |nodes: Value| post("/api/export", &json!({"game": {"variant": "chess"}, "tree": {"nodes": nodes}}));
    let (status, response) = ask_for(json!([{"parent": 0, "uci": "e2e4"}, {"parent": 1, "uci": "e2e4"}]));
    assert_eq!(status, 422);
    assert!(response["error"].as_str().unwrap().starts_with("move 2 of the tree: "), "{response}");
    let (status, response) = ask_for(json!([{"parent": 7, "uci": "e2e4"}]));
    assert_eq!(
        (status, &response["error"]),
        (422, &json!("move 1 of the tree: its parent must come before it"))
    );
    let (status, _) = post("/api/tree", &json!({"pgn": "<html>"}));
    assert_eq!(status, 422);
}

#[test]
fn findings_are_added_to_the_tree() {
    let nodes = json!([{"parent": 0, "uci": "f2f3"}, {"parent": 1, "uci": "e7e5"}, {"parent": 2, "uci": "g2g4"},
        {"parent": 3, "uci": "d8h4"}]);
    let finding = |centipawns: i32, uci: &str| json!({"centipawns": centipawns, "mate": null, "uci": [uci]});
    let mut findings = vec![finding(30, "e2e4"), finding(40, "e7e5"), finding(-50, "e2e4")];
    findings.push(json!({"centipawns": null, "mate": 1, "uci": ["d8h4"]}));
    let ask_with = |findings: &[Value]| {
        post(
            "/api/annotate",
            &json!({"game": {"variant": "chess"}, "tree": {"nodes": nodes}, "findings": findings}),
        )
    };
    let (status, response) = ask_with(&[&findings[..], &[Value::Null]].concat());
    assert_eq!(status, 200, "{response}");
    assert_eq!((&response["white"]["blunders"], &response["black"]["accuracy"]), (&json!(1), &json!(100.0)));
    let sans: Vec<_> =
        response["tree"]["nodes"].as_array().unwrap().iter().map(|node| &node["san"]).collect();
    assert_eq!(sans, ["f3", "e5", "g4", "Qh4#", "e4", "e4"]);
    assert_eq!(response["tree"]["nodes"][2]["nags"], json!([4]));
    assert_eq!(response["tree"]["nodes"][1]["after"], json!(["[%eval -0.50]"]));
    findings[1] = Value::Null;
    let (status, response) = ask_with(&findings);
    assert_eq!((status, &response["error"]), (422, &json!("no finding for the position after ply 1")));
}

fn setup(body: &Value) -> Value {
    let (status, response) = post("/api/setup", body);
    assert_eq!(status, 200, "{response}");
    response
}

#[test]
fn setup_survives_a_round_trip_in_every_game() {
    for (variant, fen) in [
        ("chess", "r3k2r/8/8/8/3pP3/8/8/R3K2R b KQkq e3 0 9"),
        ("chess960", "1rk1r3/8/8/8/8/8/8/1RK1R3 w EBeb - 3 7"),
        ("makruk", "8/8/8/4k3/8/8/R2m~4/3K4 b - 32 8 1"),
    ] {
        let response = setup(&json!({"variant": variant, "fen": fen}));
        assert_eq!(response["fen"], fen, "{response}");
        assert_eq!(response["problems"], json!([]), "{variant}");
        let again = setup(&json!({"variant": variant, "setup": response["setup"]}));
        assert_eq!(again["fen"], fen);
    }
}

#[test]
fn every_setup_problem_has_its_square_and_code() {
    let fen = "4k3/8/8/8/8/8/8/P3R2p w - - 0 1";
    let response = setup(&json!({"variant": "chess", "fen": fen}));
    assert_eq!(response["fen"], fen);
    let problems = response["problems"].as_array().unwrap();
    let codes: Vec<_> = problems.iter().map(|it| it["code"].as_str().unwrap()).collect();
    assert!(codes.contains(&"missingKing") && codes.contains(&"pawnRank"), "{codes:?}");
    let squares: Vec<_> = problems.iter().filter_map(|it| it["square"].as_str()).collect();
    assert!(squares.contains(&"a1") && squares.contains(&"h1"), "{response}");
    let empty = setup(
        &json!({"variant": "makruk", "setup": {"pieces": {}, "turn": "white", "halfmove": 0, "fullmove": 1}}),
    );
    assert_eq!(empty["fen"], "8/8/8/8/8/8/8/8 w - - 0 1");
    assert_eq!(empty["problems"].as_array().map(Vec::len), Some(2), "{empty}");
}

#[test]
fn setup_response_has_possible_rights_and_drops_others() {
    let pieces = json!({"e1": "white king", "h1": "white rook", "b1": "white rook", "e8": "black king", "d5": "black pawn", "e5": "white pawn"});
    let parts = json!({"pieces": pieces, "turn": "white", "castling": ["h1", "a1"], "enPassant": "d6", "halfmove": 0, "fullmove": 4});
    let response = setup(&json!({"variant": "chess", "setup": parts}));
    assert_eq!((&response["castlingRooks"], &response["enPassantSquares"]), (&json!(["h1"]), &json!(["d6"])));
    assert_eq!(response["fen"], "4k3/8/8/3pP3/8/8/8/1R2K2R w K d6 0 4");
    let response = setup(&json!({"variant": "chess960", "setup": parts}));
    assert_eq!(response["castlingRooks"], json!(["b1", "h1"]));
    assert_eq!(response["fen"], "4k3/8/8/3pP3/8/8/8/1R2K2R w H d6 0 4");
}

#[test]
fn invalid_setups_are_rejected() {
    let parts = |pieces: Value, turn: &str| json!({"variant": "chess", "setup": {"pieces": pieces, "turn": turn, "halfmove": 0, "fullmove": 1}});
    for (body, expected) in [
        (parts(json!({"e9": "white king"}), "white"), "e9 is not a square"),
        (parts(json!({"e1": "white emperor"}), "white"), "white emperor is not a piece"),
        (parts(json!({}), "green"), "the side to move must be white or black"),
        (json!({"variant": "chess", "fen": "8/8 w"}), "the board has 2 ranks"),
    ] {
        let (status, response) = post("/api/setup", &body);
        assert_eq!(status, 422, "{response}");
        assert!(response["error"].as_str().unwrap().contains(expected), "{response}");
    }
    assert_eq!(post("/api/setup", &json!({"variant": "chess"})).0, 400);
}
