use std::process::Command;

use super::walk::Walk;

/// Plays the walk and times the check in a python-chess process.
const SCRIPT: &str = "
import sys, timeit, chess
board = chess.Board(sys.argv[1])
for uci in sys.argv[2].split():
    board.push_uci(uci)
assert not board.is_repetition(2)
times = timeit.repeat(lambda: board.is_repetition(2), number=20, repeat=5)
print(min(times) / 20 * 1e9)
";

/// Nanoseconds per check, if python-chess is installed. It replays the game backwards on each call.
pub fn check(walk: &Walk) -> Option<f64> {
    let output = Command::new("python3").args(["-c", SCRIPT, walk.fen(), &walk.uci()]).output().ok()?;
    let answer = String::from_utf8(output.stdout).ok()?.trim().parse().ok();
    if answer.is_none() {
        eprintln!("python-chess is not installed: its row is left out");
    }
    answer
}
