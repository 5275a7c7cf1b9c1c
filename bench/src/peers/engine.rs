//! UCI engines that support `go perft`.

use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use crate::peer::{Game, Peer, Run, Tree};

/// An installed engine, for one variant.
pub struct Engine {
    program: PathBuf,
    name: String,
    game: Game,
}

impl Engine {
    pub fn find(program: &str, game: Game) -> Option<Engine> {
        let program = installed(program)?;
        let name = Session::start(&program).ok()?.query("uci", "id name ").ok()?;
        Some(Engine { program, name, game })
    }

    fn ready(&self, tree: &Tree) -> io::Result<Session> {
        let mut session = Session::start(&self.program)?;
        session.query("uci", "uciok")?;
        if self.game == Game::Makruk {
            session.send("setoption name UCI_Variant value makruk")?;
        }
        session.send(&format!("position fen {}", tree.fen))?;
        session.query("isready", "readyok")?;
        Ok(session)
    }
}

impl Peer for Engine {
    fn name(&self) -> &str {
        &self.name
    }

    fn bulk(&self, tree: &Tree) -> Option<Run> {
        if tree.game != self.game {
            return None;
        }
        let mut session = self.ready(tree).ok()?;
        let command = format!("go perft {}", tree.depth);
        Some(Box::new(move || session.query(&command, "Nodes searched: ")?.parse().map_err(io::Error::other)))
    }

    /// `go perft` always counts in bulk.
    fn keyed(&self, _: &Tree) -> Option<Run> {
        None
    }
}

struct Session {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Session {
    fn start(program: &Path) -> io::Result<Session> {
        let mut process = Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let (Some(input), Some(output)) = (process.stdin.take(), process.stdout.take()) else {
            return Err(io::Error::other("the engine's pipes were not opened"));
        };
        Ok(Session { process, input, output: BufReader::new(output) })
    }

    fn send(&mut self, command: &str) -> io::Result<()> {
        writeln!(self.input, "{command}")
    }

    /// Sends a command and returns the rest of the line that starts with `prefix`.
    fn query(&mut self, command: &str, prefix: &str) -> io::Result<String> {
        self.send(command)?;
        let mut line = String::new();
        while self.output.read_line(&mut line)? > 0 {
            if let Some(answer) = line.trim_end().strip_prefix(prefix) {
                return Ok(answer.to_owned());
            }
            line.clear();
        }
        Err(io::Error::new(io::ErrorKind::UnexpectedEof, format!("the engine ended after `{command}`")))
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.send("quit");
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Debian installs games outside of the usual `PATH`.
fn installed(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain([PathBuf::from("/usr/games")]);
    folders.map(|folder| folder.join(program)).find(|file| file.is_file())
}
