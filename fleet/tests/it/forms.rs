//! Conversion between rows and databases, and serving both.

use std::fs;
use std::path::Path;
#[cfg(feature = "serve")]
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::common::{collection, pgn};
use tabiya_db::{Collection, Database, GameId};
use tabiya_fleet::Fleet;

fn run(arguments: &[&Path]) -> std::process::Output {
    Command::new(env!("CARGO_BIN_EXE_tabiya-fleet")).args(arguments).stdin(Stdio::null()).output().unwrap()
}

fn run_successfully(arguments: &[&Path]) {
    let output = run(arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

fn assert_same_games(a: &dyn Collection, b: &dyn Collection) {
    assert_eq!(a.games(), b.games());
    for number in 1..=a.games() {
        assert_eq!(a.game(GameId(number)).unwrap(), b.game(GameId(number)).unwrap());
    }
}

#[test]
fn rows_and_databases_convert_to_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("games.pgn"), pgn(&collection(17, 120))).unwrap();
    let (rows, output) = (Path::new("rows"), Path::new("-o"));
    run_successfully(&[rows, &at("games.pgn"), output, &at("one.rows")]);
    run_successfully(&[Path::new("import"), &at("one.rows"), &at("games.tabiya")]);
    run_successfully(&[rows, &at("games.tabiya"), output, &at("two.rows")]);
    let (one, two) = (Fleet::open(&at("one.rows")).unwrap(), Fleet::open(&at("two.rows")).unwrap());
    assert!(one.games() > 100);
    assert_same_games(&one, &Database::open(&at("games.tabiya")).unwrap());
    assert_same_games(&one, &two);
    let again = run(&[Path::new("import"), &at("one.rows"), &at("games.tabiya")]);
    assert_eq!(again.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&again.stderr).contains("games.tabiya exists already"));
    let missing = run(&[Path::new("import"), &at("none.rows"), &at("new.tabiya")]);
    assert_eq!(missing.status.code(), Some(1));
    assert!(!at("new.tabiya").exists());
}

#[test]
fn each_input_line_has_one_output_line() {
    use std::io::Write;

    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("games.pgn"), "1. e4 e5 1-0\n\n1. e4 c5 0-1\n\n1. d4 *").unwrap();
    run_successfully(&[Path::new("rows"), &at("games.pgn"), Path::new("-o"), &at("games.rows")]);
    let mut child = Command::new(env!("CARGO_BIN_EXE_tabiya-fleet"))
        .args(["explore".as_ref(), at("games.rows").as_os_str(), "--stdin".as_ref(), "--json".as_ref()])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    write!(input, "startpos\n\nnonsense\nstartpos\te2e4\n{}\nstartpos", "x".repeat(1 << 21)).unwrap();
    drop(input);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "error: 2 of 5 lines were bad\n");
    let text = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 5);
    assert!(lines[0].starts_with("{\"white\":1,\"draws\":0,\"black\":1,\"unknown\":1,"));
    assert!(lines[1].starts_with("{\"error\":\"line 3: "), "{}", lines[1]);
    assert!(lines[2].starts_with("{\"white\":1,\"draws\":0,\"black\":1,\"unknown\":0,"));
    assert_eq!(lines[3], "{\"error\":\"line 5: the line has more than 1048576 bytes\"}");
    assert_eq!(lines[4], lines[0]);
}

#[test]
#[cfg(feature = "serve")]
fn rows_are_served_as_a_database_is() {
    use std::io::{BufRead, BufReader, Read, Write};
    use std::net::TcpStream;
    use std::sync::Arc;
    use tabiya_db::{AddOptions, Writer};

    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let text = pgn(&collection(18, 150));
    fs::write(at("games.pgn"), &text).unwrap();
    run_successfully(&[Path::new("rows"), &at("games.pgn"), Path::new("-o"), &at("games.rows")]);
    let mut writer =
        Writer::open(&at("games.tabiya"), AddOptions { keep_duplicates: true, ..AddOptions::default() })
            .unwrap();
    writer.read("games", text.as_bytes(), &mut ()).unwrap();
    writer.commit(&mut ()).unwrap();
    let database: Arc<dyn Collection> = Arc::new(Database::open(&at("games.tabiya")).unwrap());
    let options = tabiya_web::Options { port: 0, database: Some(database), ..tabiya_web::Options::default() };
    let server = tabiya_web::Server::bind(&options).unwrap();
    let of_database = server.address().to_string();
    std::thread::spawn(|| server.run());

    let get = |address: &str, path: &str| {
        let mut stream = TcpStream::connect(address).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").unwrap();
        let mut response = String::new();
        stream.read_to_string(&mut response).unwrap();
        let (head, body) = response.split_once("\r\n\r\n").unwrap();
        (head.split(' ').nth(1).unwrap().to_owned(), body.to_owned())
    };
    for more in modes(&at("games.rows"), &at("games.stats")) {
        let mut child = Command::new(env!("CARGO_BIN_EXE_tabiya-fleet"))
            .args(["serve".as_ref(), at("games.rows").as_os_str(), "--port".as_ref(), "0".as_ref()])
            .args(&more)
            .stderr(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut url = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut url).unwrap();
        let of_rows = url.trim().trim_start_matches("http://").trim_end_matches('/').to_owned();
        for path in [
            "/masters",
            "/masters?play=e2e4&topGames=15",
            "/lichess?ratings=1000,2000&recentGames=8&history=true",
            "/lichess?variant=makruk&speeds=blitz",
            "/player?player=Player%201&color=white",
            "/masters/pgn/7",
            "/masters/pgn/99999",
            "/masters?fen=nonsense",
        ] {
            let (of_rows, of_database) = (get(&of_rows, path), get(&of_database, path));
            assert_eq!(of_rows, of_database, "{more:?} {path}");
        }
        assert!(get(&of_rows, "/masters").1.contains("\"topGames\":[{"));
        child.kill().unwrap();
        child.wait().unwrap();
    }
}

/// The ways to query rows: directly, with statistics, by SQL.
#[cfg(feature = "serve")]
fn modes(rows: &Path, stats: &Path) -> Vec<Vec<PathBuf>> {
    if cfg!(not(feature = "sql")) {
        return vec![Vec::new()];
    }
    run_successfully(&[Path::new("stats"), rows, Path::new("-o"), stats]);
    vec![Vec::new(), vec!["--stats".into(), stats.to_owned()], vec!["--sql".into()]]
}
