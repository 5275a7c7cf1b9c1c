//! The Explorer's protocol for programs and pages.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::thread;

use serde_json::{Value, json};
use tabiya_db::{Collection, Database};
use tabiya_web::{Options, Server};

const GAMES: &str = r#"
[White "Carlsen, Magnus"]
[Black "Nakamura, Hikaru"]
[WhiteElo "2850"]
[BlackElo "2780"]
[Date "2019.05.31"]
[TimeControl "180+2"]

1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. O-O 1-0

[White "Nakamura, Hikaru"]
[Black "Carlsen, Magnus"]
[WhiteElo "2780"]
[BlackElo "2850"]
[Date "2021.01.02"]
[TimeControl "600"]

1. e4 c5 0-1

1. d4 *

[Variant "Makruk"]

1. e4 e5 1/2-1/2
"#;

/// A server with a database, which pages of one other origin may query.
fn serve(pgn: Option<&str>) -> SocketAddr {
    let database = pgn.map(|pgn| Database::temporary(pgn.as_bytes()).expect("good games"));
    let database = database.map(|database| Arc::new(database) as Arc<dyn Collection>);
    let allowed_origins = vec!["https://allowed.example".to_owned()];
    let options = Options { port: 0, database, allowed_origins, ..Options::default() };
    let server = Server::bind(&options).expect("a port is free");
    let address = server.address();
    thread::spawn(|| server.run());
    address
}

fn send(address: SocketAddr, method: &str, path: &str, headers: &str) -> (String, String) {
    let mut stream = TcpStream::connect(address).expect("the server listens");
    let request = format!("{method} {path} HTTP/1.1\nHost: {address}\n{headers}Connection: close\n\n");
    stream.write_all(request.replace('\n', "\r\n").as_bytes()).expect("the server reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("the server responds");
    let (head, body) = answer.split_once("\r\n\r\n").expect("head and body");
    (head.to_owned(), body.to_owned())
}

fn get(address: SocketAddr, path: &str) -> Value {
    let (head, body) = send(address, "GET", path, "");
    assert!(head.starts_with("HTTP/1.1 200 OK"), "{path}\n{head}\n{body}");
    serde_json::from_str(&body).expect("JSON")
}

#[test]
fn responses_follow_lichess_protocol() {
    let address = serve(Some(GAMES));
    let start = get(address, "/masters");
    assert_eq!((&start["white"], &start["draws"], &start["black"]), (&json!(1), &json!(0), &json!(1)));
    let moves: Vec<_> = start["moves"].as_array().unwrap().iter().map(|mv| &mv["uci"]).collect();
    assert_eq!(moves, ["e2e4", "d2d4"]);
    assert_eq!(start["moves"][0]["opening"], json!({"eco": "B00", "name": "King's Pawn Game"}));
    assert_eq!(start["moves"][0]["averageRating"], 2815);
    assert_eq!((&start["opening"], start.get("history")), (&Value::Null, None));
    assert_eq!(start["topGames"][0]["white"], json!({"name": "Nakamura, Hikaru", "rating": 2780}));
    let italian = get(address, "/masters?play=e2e4,e7e5,g1f3,b8c6,f1c4,g8f6&moves=1");
    assert_eq!(italian["moves"][0]["uci"], "e1h1");
    assert_eq!(italian["moves"][0]["game"]["id"], "1");
    assert_eq!(get(address, "/lichess?variant=makruk")["draws"], 1);
    let rapid = get(address, "/lichess?speeds=rapid&ratings=2500&history=true&since=2020");
    assert_eq!((&rapid["white"], &rapid["black"]), (&json!(0), &json!(1)));
    assert_eq!(rapid["history"], json!([{"month": "2021-01", "white": 0, "draws": 0, "black": 1}]));
    assert_eq!(rapid["recentGames"][0]["speed"], "rapid");
}

#[test]
fn player_response_is_newline_delimited_json() {
    let address = serve(Some(GAMES));
    for path in ["/player", "/personal"] {
        let (head, body) = send(address, "GET", &format!("{path}?player=carlsen%2C+magnus&color=black"), "");
        assert!(head.contains("content-type: application/x-ndjson"), "{head}");
        assert!(body.ends_with("}\n") && body.lines().count() == 1, "{body}");
        let response: Value = serde_json::from_str(&body).unwrap();
        assert_eq!((&response["white"], &response["black"]), (&json!(0), &json!(1)));
        assert_eq!(response["moves"][0]["averageOpponentRating"], 2780);
    }
    let (head, body) = send(address, "GET", "/player?color=black", "");
    assert!(head.starts_with("HTTP/1.1 400") && head.contains("content-type: application/json"), "{head}");
    assert_eq!(body, r#"{"code":"badRequest","error":"player: missing"}"#);
}

#[test]
fn game_is_sent_as_pgn() {
    let address = serve(Some(GAMES));
    for path in ["/masters/pgn/1", "/master/pgn/1"] {
        let (head, body) = send(address, "GET", path, "");
        assert!(head.contains("content-type: application/x-chess-pgn"), "{head}");
        assert!(body.contains("[White \"Carlsen, Magnus\"]\n"), "{body}");
        assert!(body.ends_with("1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. O-O 1-0\n\n"), "{body}");
    }
    for path in ["/masters/pgn/0", "/masters/pgn/5", "/masters/pgn/x", "/masters/pgn/99999999999999999999"] {
        let (head, body) = send(address, "GET", path, "");
        assert!(
            head.starts_with("HTTP/1.1 404") && body.starts_with(r#"{"code":"notFound","error":""#),
            "{path} {head} {body}"
        );
    }
}

#[test]
fn cors_headers_are_sent_to_allowed_origins_only() {
    let address = serve(Some(GAMES));
    let (head, body) = send(address, "GET", "/masters", "Origin: https://allowed.example\n");
    assert!(head.starts_with("HTTP/1.1 200"), "{head}");
    assert!(head.contains("access-control-allow-origin: https://allowed.example"), "{head}");
    assert!(head.contains("vary: origin"), "{head}");
    assert!(body.contains("\"white\":1"));
    let (head, body) = send(address, "GET", "/masters?fen=x", "Origin: https://allowed.example\n");
    assert!(
        head.starts_with("HTTP/1.1 400") && head.contains("access-control-allow-origin"),
        "{head} {body}"
    );
    for foreign in ["Origin: https://evil.example\n", "Origin: null\n", "Sec-Fetch-Site: cross-site\n"] {
        let (head, body) = send(address, "GET", "/masters", foreign);
        assert!(head.starts_with("HTTP/1.1 403") && !head.contains("access-control"), "{head}");
        assert!(!body.contains("\"white\":"), "{body}");
    }
    let (head, _) = send(address, "GET", "/masters", "");
    assert!(!head.contains("access-control"), "{head}");
    let (head, _) = send(address, "OPTIONS", "/masters", "Origin: https://allowed.example\n");
    assert!(
        head.starts_with("HTTP/1.1 204") && head.contains("access-control-allow-methods: GET, HEAD"),
        "{head}"
    );
    let (head, _) = send(address, "OPTIONS", "/masters", "Origin: https://evil.example\n");
    assert!(head.starts_with("HTTP/1.1 403") && !head.contains("access-control"), "{head}");
    let (head, body) = send(address, "POST", "/masters", "Content-Length: 0\n");
    assert!(head.starts_with("HTTP/1.1 405") && body.contains("use GET"), "{head} {body}");
}

#[test]
fn explorer_without_database_is_not_found() {
    let (head, body) = send(serve(None), "GET", "/masters", "");
    assert!(head.starts_with("HTTP/1.1 404") && body.contains("--db"), "{head} {body}");
}

#[test]
fn games_added_while_serving_are_found() {
    use tabiya_db::{AddOptions, Writer};
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.tabiya");
    let add = |pgn: &str| {
        let mut writer = Writer::open(&path, AddOptions::default()).unwrap();
        writer.read("games", pgn.as_bytes(), &mut ()).unwrap();
        writer.commit(&mut ()).unwrap();
    };
    add("1. e4 1-0");
    let database: Option<Arc<dyn Collection>> = Some(Arc::new(Database::open(&path).unwrap()));
    let server = Server::bind(&Options { port: 0, database, ..Options::default() }).unwrap();
    let address = server.address();
    thread::spawn(|| server.run());
    assert_eq!(get(address, "/masters")["white"], 1);
    add("1. d4 1-0");
    let is_found = || {
        thread::sleep(std::time::Duration::from_millis(100));
        get(address, "/masters")["white"] == 2
    };
    assert!((0..100).any(|_| is_found()), "the new game is not found");
}

fn post(address: SocketAddr, path: &str, session: &str, kind: &str, body: &str) -> (String, String) {
    let headers = format!(
        "Origin: http://{address}\nContent-Type: {kind}\nTabiya-Session: {session}\nContent-Length: {}\n",
        body.len()
    );
    let mut stream = TcpStream::connect(address).expect("the server listens");
    let head = format!("POST {path} HTTP/1.1\nHost: {address}\n{headers}Connection: close\n\n")
        .replace('\n', "\r\n");
    stream.write_all((head + body).as_bytes()).expect("the server reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("the server responds");
    let (head, body) = answer.split_once("\r\n\r\n").expect("head and body");
    (head.to_owned(), body.to_owned())
}

#[test]
fn loaded_games_belong_to_their_page() {
    let address = serve(None);
    let open = || {
        let (_, body) = post(address, "/api/session", "", "application/json", "{}");
        serde_json::from_str::<Value>(&body).unwrap()["session"].as_str().unwrap().to_owned()
    };
    let (mine, other) = (open(), open());
    let pgn = "1. d4 Nf6 2. c4 1-0\n\n1. c4 Nf6 2. d4 0-1\n";
    let (head, body) = post(address, "/api/games", &mine, "application/vnd.chess-pgn", pgn);
    assert!(head.starts_with("HTTP/1.1 200"), "{head} {body}");
    assert_eq!(body, r#"{"served":null,"loaded":{"name":"the file","games":2}}"#);
    let query = r#"{"game":{"variant":"chess","moves":"d2d4 g8f6 c2c4"},"loaded":true,"details":true}"#;
    let (_, body) = post(address, "/api/explore", &mine, "application/json", query);
    let response: Value = serde_json::from_str(&body).unwrap();
    assert_eq!(
        (&response["white"], &response["black"], &response["sameMoveOrder"]),
        (&json!(1), &json!(1), &json!(1)),
        "{body}"
    );
    let (head, _) = post(address, "/api/explore", &other, "application/json", query);
    assert!(head.starts_with("HTTP/1.1 404"), "{head}");
    let (_, body) = post(address, "/api/explore/sources", &other, "application/json", "{}");
    assert_eq!(body, r#"{"served":null,"loaded":null}"#);
    let (head, _) = send(address, "GET", "/masters", "");
    assert!(head.starts_with("HTTP/1.1 404"), "games of a file are not served to programs: {head}");
    let (head, body) =
        post(address, "/api/games", &mine, "application/vnd.chess-pgn", "<html>no games</html>");
    assert!(head.starts_with("HTTP/1.1 422"), "{head} {body}");
}
