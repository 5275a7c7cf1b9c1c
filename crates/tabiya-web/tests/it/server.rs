//! The server over TCP: bytes in, bytes out.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread;

use tabiya_web::{EngineBounds, Options, Server};

/// A server that runs until the tests end.
fn serve() -> SocketAddr {
    serve_with(EngineBounds::default())
}

fn serve_with(engine: EngineBounds) -> SocketAddr {
    let server = Server::bind(&Options { port: 0, engine, ..Options::default() }).expect("a port is free");
    let address = server.address();
    thread::spawn(|| server.run());
    address
}

/// Sends a request and returns the complete response.
fn send(address: SocketAddr, request: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("the server listens");
    stream.write_all(request.replace('\n', "\r\n").as_bytes()).expect("the server reads");
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).expect("the server responds");
    String::from_utf8_lossy(&answer).into_owned()
}

fn get(address: SocketAddr, path: &str) -> String {
    send(address, &format!("GET {path} HTTP/1.1\nHost: {address}\nConnection: close\n\n"))
}

fn post(address: SocketAddr, path: &str, session: &str, body: &str) -> String {
    let length = body.len();
    send(
        address,
        &format!(
            "POST {path} HTTP/1.1\nHost: {address}\nOrigin: http://{address}\nContent-Type: application/json\n\
             Tabiya-Session: {session}\nContent-Length: {length}\nConnection: close\n\n{body}"
        ),
    )
}

fn open_session(address: SocketAddr) -> String {
    let answer = post(address, "/api/session", "", "{}");
    let (_, name) = answer.split_once(r#""session":""#).expect("the response has a session");
    name[..32].to_owned()
}

#[test]
fn files_have_content_type_and_security_headers() {
    let address = serve();
    for (path, kind) in [
        ("/", "text/html; charset=utf-8"),
        ("/js/main.js", "text/javascript; charset=utf-8"),
        ("/css/base.css", "text/css; charset=utf-8"),
        ("/pieces.svg", "image/svg+xml"),
        ("/icon.svg", "image/svg+xml"),
    ] {
        let answer = get(address, path);
        assert!(answer.starts_with("HTTP/1.1 200 OK"), "{path}");
        assert!(answer.contains(&format!("content-type: {kind}\r\n")), "{path}");
        assert!(answer.contains("content-security-policy: default-src 'none'; script-src 'self';"), "{path}");
        assert!(answer.contains("x-content-type-options: nosniff\r\n"), "{path}");
    }
}

#[test]
fn position_request_with_a_session() {
    let address = serve();
    let answer =
        post(address, "/api/position", &open_session(address), r#"{"variant":"chess","moves":"e2e4"}"#);
    assert!(answer.starts_with("HTTP/1.1 200 OK"), "{answer}");
    assert!(answer.contains(r#""san":"e4""#));
}

#[test]
fn engine_replies_and_streams_analysis() {
    let address = serve();
    let session = open_session(address);
    let fen = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";
    let game = format!(r#"{{"variant":"chess","start":"{fen}"}}"#);
    let reply = post(address, "/api/reply", &session, &format!(r#"{{"game":{game},"level":6}}"#));
    assert!(reply.contains(r#""san":"Ra8#""#), "{reply}");
    let stream = post(address, "/api/analyze", &session, &format!(r#"{{"game":{game},"depth":4}}"#));
    assert!(stream.contains("content-type: text/event-stream\r\n"), "{stream}");
    assert!(stream.contains(r#"data: {"kind":"line","rank":1,"#), "{stream}");
    assert!(stream.contains(r#"data: {"kind":"end","best":"a1a8","san":"Ra8#""#), "{stream}");
}

/// The search was stopped as soon as the response began.
#[test]
fn a_streamed_analysis_reaches_its_depth() {
    let address = serve();
    let session = open_session(address);
    let stream = post(address, "/api/analyze", &session, r#"{"game":{"variant":"chess"},"depth":12}"#);
    assert!(stream.contains(r#""depth":12,"selectiveDepth""#), "{stream}");
    assert!(stream.contains(r#"data: {"kind":"end","#), "{stream}");
}

#[test]
fn engine_moves_with_no_time_left() {
    let address = serve();
    let request = r#"{"game":{"variant":"chess","moves":"e2e4"},"level":8,"remaining":0}"#;
    let reply = post(address, "/api/reply", &open_session(address), request);
    assert!(reply.starts_with("HTTP/1.1 200 OK"), "{reply}");
}

#[test]
fn draw_offer_is_answered_by_evaluation_in_both_games() {
    let address = serve();
    let session = open_session(address);
    let offer = |variant: &str, fen: &str, engine: &str| {
        let game = format!(r#"{{"variant":"{variant}","start":"{fen}"}}"#);
        let request = format!(r#"{{"game":{game},"engine":"{engine}","level":5}}"#);
        post(address, "/api/draw", &session, &request)
    };
    let chess = "4k3/8/8/8/8/8/4q3/K7 b - - 0 40";
    assert!(offer("chess", chess, "black").contains(r#"{"accepts":false,"why":"better"}"#));
    assert!(offer("chess", chess, "white").contains(r#"{"accepts":true,"why":"worse"}"#));
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert!(offer("chess", start, "black").contains(r#""accepts":false"#));
    let makruk = "4k3/8/8/8/8/8/4r1r1/K7 b - - 0 40";
    assert!(offer("makruk", makruk, "black").contains(r#"{"accepts":false,"why":"better"}"#));
    assert!(offer("makruk", makruk, "white").contains(r#""accepts":true"#));
}

#[test]
fn finished_game_has_no_reply() {
    let address = serve();
    let mated = r#"{"game":{"variant":"chess","moves":"f2f3 e7e5 g2g4 d8h4"},"level":1}"#;
    assert!(post(address, "/api/reply", &open_session(address), mated).starts_with("HTTP/1.1 422"));
}

#[test]
fn search_options_are_limited_by_the_server() {
    let address = serve_with(EngineBounds { threads: 2, hash: 32, lines: 4 });
    let session = open_session(address);
    let response = post(address, "/api/engine", &session, "{}");
    assert!(
        response.contains(
            r#"{"max":{"threads":2,"hash":32,"lines":4},"defaults":{"threads":1,"hash":16,"lines":1}}"#
        ),
        "{response}"
    );
    let request = |option: &str| {
        let request = format!(r#"{{"game":{{"variant":"chess"}},"depth":2,{option}}}"#);
        post(address, "/api/analyze", &session, &request)
    };
    for option in [r#""threads":3"#, r#""hash":33"#, r#""lines":5"#, r#""threads":0"#] {
        let response = request(option);
        assert!(response.starts_with("HTTP/1.1 422") && response.contains(" must be 1 to "), "{response}");
    }
    let response = request(r#""threads":2,"hash":32,"lines":4"#);
    assert!(response.starts_with("HTTP/1.1 200") && response.contains(r#""rank":4"#), "{response}");
    assert!(response.contains(r#""whitePercent":5"#), "{response}");
}

#[test]
fn wrong_method_gets_allow_header() {
    let address = serve();
    let response = get(address, "/api/position");
    assert!(response.starts_with("HTTP/1.1 405") && response.contains("\r\nallow: POST\r\n"), "{response}");
    assert!(response.ends_with(r#"{"code":"methodNotAllowed","error":"use POST"}"#), "{response}");
    let page = post(address, "/", "", "");
    assert!(page.starts_with("HTTP/1.1 405") && page.contains("\r\nallow: GET, HEAD\r\n"), "{page}");
}

#[test]
fn foreign_requests_are_rejected_first() {
    let address = serve();
    let port = address.port();
    for (request, status) in [
        (format!("GET /nothing HTTP/1.1\nHost: evil.example:{port}\nConnection: close\n\n"), 403),
        (
            format!(
                "POST /api/session HTTP/1.1\nHost: {address}\nOrigin: http://evil.example\nContent-Type: application/json\nContent-Length: 2\nConnection: close\n\n{{}}"
            ),
            403,
        ),
        (
            format!(
                "POST /api/session HTTP/1.1\nHost: {address}\nOrigin: http://{address}\nContent-Type: text/plain\nContent-Length: 2\nConnection: close\n\n{{}}"
            ),
            415,
        ),
        (format!("GET /../Cargo.toml HTTP/1.1\nHost: {address}\nConnection: close\n\n"), 404),
        (format!("GET / HTTP/1.1\nHost: {address}\nX: {}\n\n", "x".repeat(100_000)), 431),
        ("nonsense\n\n".to_owned(), 400),
    ] {
        let answer = send(address, &request);
        assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{request}\n{answer}");
    }
}

#[test]
fn long_responses_are_compressed_if_accepted() {
    let address = serve();
    let request = |accepted: &str| {
        send(address, &format!("GET /app.js HTTP/1.1\nHost: {address}\n{accepted}Connection: close\n\n"))
    };
    let (plain, compressed) = (request(""), request("Accept-Encoding: gzip, deflate\n"));
    assert!(!plain.contains("content-encoding"), "{}", &plain[..400]);
    assert!(compressed.contains("content-encoding: gzip"), "{}", &compressed[..400]);
    assert!(compressed.contains("vary: accept-encoding"), "{}", &compressed[..400]);
    // An invalid byte has become one character.
    let lengths = [&compressed, &plain].map(|answer| answer.chars().count());
    assert!(lengths[0] * 2 < lengths[1], "{lengths:?}");
    let short = send(
        address,
        &format!("GET /icon.svg HTTP/1.1\nHost: {address}\nAccept-Encoding: gzip\nConnection: close\n\n"),
    );
    assert!(!short.contains("content-encoding"), "{short}");
}
