//! `tabiya serve`: the printed address, and startup errors.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};

use crate::transcript::transcript;

/// A running server and its address.
fn serve(command: &mut Command) -> (Child, String) {
    let mut server = command
        .args(["serve", "--port", "0"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let mut url = String::new();
    BufReader::new(server.stdout.take().expect("it has a standard output"))
        .read_line(&mut url)
        .expect("it prints");
    let host = url
        .trim()
        .strip_prefix("http://")
        .and_then(|rest| rest.strip_suffix('/'))
        .expect("a complete address");
    (server, host.to_owned())
}

#[test]
fn the_board_is_at_the_printed_address() {
    let (mut server, host) = serve(&mut Command::new(env!("CARGO_BIN_EXE_tabiya")));
    let mut stream = TcpStream::connect(&host).expect("it listens there");
    write!(stream, "GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").expect("it reads");
    let mut page = String::new();
    stream.read_to_string(&mut page).expect("it answers");
    server.kill().expect("it can be stopped");
    server.wait().expect("it ends");
    assert!(page.starts_with("HTTP/1.1 200 OK") && page.contains("<title>Tabiya</title>"), "{page}");
}

/// Sends a request on a persistent connection and returns the JSON response.
#[cfg(unix)]
fn request(stream: &mut TcpStream, host: &str, path: &str, more: &str, body: &str) -> String {
    write!(
        stream,
        "POST {path} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n{more}Content-Length: {}\r\n\r\n{body}",
        body.len()
    )
    .expect("it reads");
    let mut answer = vec![0; 4096];
    let mut length = 0;
    while !answer[..length].ends_with(b"}") {
        let read = stream.read(&mut answer[length..]).expect("it answers");
        assert!(read > 0, "it closed: {}", String::from_utf8_lossy(&answer[..length]));
        length += read;
    }
    String::from_utf8_lossy(&answer[..length]).into_owned()
}

#[cfg(unix)]
#[test]
fn a_terminated_server_leaves_nothing_behind() {
    let folder = tempfile::tempdir().expect("a folder");
    let (mut server, host) = serve(Command::new(env!("CARGO_BIN_EXE_tabiya")).env("TMPDIR", folder.path()));
    let mut stream = TcpStream::connect(&host).expect("it listens there");
    let printed = request(&mut stream, &host, "/api/session", "Content-Type: application/json\r\n", "{}");
    let session = printed.rsplit('"').nth(1).expect("the name of a session");
    let more = format!("Content-Type: application/vnd.chess-pgn\r\nTabiya-Session: {session}\r\n");
    let printed = request(&mut stream, &host, "/api/games?variant=chess", &more, "1. e4 *\n\n1. d4 *\n");
    assert!(printed.contains("\"games\":2"), "{printed}");
    let left = || folder.path().read_dir().expect("it is there").count();
    assert_eq!(left(), 1, "the games are kept in a folder");
    let sent = Command::new("kill").arg(server.id().to_string()).status().expect("there is kill");
    assert!(sent.success() && server.wait().expect("it ends").success());
    assert_eq!(left(), 0);
}

#[test]
fn a_port_in_use_is_reported() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let port = taken.local_addr().expect("it has an address").port();
    let printed = transcript(&format!("serve --port {port}"), "");
    let reason = format!(
        "! error: port {port} is taken, perhaps by another Tabiya server; choose another with --port"
    );
    assert!(printed.contains(&reason) && printed.ends_with("= 1\n"), "{printed}");
}

#[test]
fn wrong_ports_and_addresses_are_wrong_usage() {
    for arguments in [
        "--port 65536",
        "--port x",
        "--host nowhere",
        "--name http://x/",
        "more",
        "--allow-origin https://example.org",
        "--db x --allow-origin *",
        "--db x --allow-origin https://example.org/",
        "--db x --allow-origin example.org",
    ] {
        let printed = transcript(&format!("serve {arguments}"), "");
        assert!(printed.ends_with("= 2\n"), "{printed}");
    }
}

#[test]
fn an_invalid_database_is_reported() {
    let printed = transcript("serve --port 0 --db no-such-folder", "");
    assert!(
        printed.contains("! error: no-such-folder is not a database of games: no such folder"),
        "{printed}"
    );
    assert!(printed.ends_with("= 1\n"), "{printed}");
}
