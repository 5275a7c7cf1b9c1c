//! `tabiya serve`: it prints where the board is, and says why if there is none.

mod transcript;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Command, Stdio};

use transcript::transcript;

#[test]
fn the_board_is_where_the_program_says() {
    let mut server = Command::new(env!("CARGO_BIN_EXE_tabiya"))
        .args(["serve", "--port", "0"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let mut url = String::new();
    BufReader::new(server.stdout.take().expect("it has a standard output"))
        .read_line(&mut url)
        .expect("it prints");
    let host =
        url.trim().strip_prefix("http://").and_then(|rest| rest.strip_suffix('/')).expect("a whole address");
    let mut stream = TcpStream::connect(host).expect("it listens there");
    write!(stream, "GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").expect("it reads");
    let mut page = String::new();
    stream.read_to_string(&mut page).expect("it answers");
    server.kill().expect("it can be stopped");
    server.wait().expect("it ends");
    assert!(page.starts_with("HTTP/1.1 200 OK") && page.contains("<title>Tabiya</title>"), "{page}");
}

#[test]
fn a_port_that_is_taken_is_told() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let port = taken.local_addr().expect("it has an address").port();
    let said = transcript(&format!("serve --port {port}"), "");
    let reason =
        format!("! error: port {port} is taken, perhaps by another board; choose another with --port");
    assert!(said.contains(&reason) && said.ends_with("= 1\n"), "{said}");
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
        let said = transcript(&format!("serve {arguments}"), "");
        assert!(said.ends_with("= 2\n"), "{said}");
    }
}

#[test]
fn a_database_that_is_none_is_told() {
    let said = transcript("serve --port 0 --db no-such-folder", "");
    assert!(
        said.contains("! error: no-such-folder is not a database of games: there is no such folder"),
        "{said}"
    );
    assert!(said.ends_with("= 1\n"), "{said}");
}
