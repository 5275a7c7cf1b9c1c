//! The board rotated and the colors exchanged.

use tabiya::{Move, Outcome, Square};

/// A FEN with the colors exchanged and the ranks reversed.
pub(crate) fn fen(fen: &str) -> String {
    let mut fields = fen.split(' ').map(String::from).collect::<Vec<_>>();
    fields[0] = swap_case(&fields[0].split('/').rev().collect::<Vec<_>>().join("/"));
    fields[1] = if fields[1] == "w" { "b".into() } else { "w".into() };
    // White's castling rights are written first.
    let (capitals, small): (Vec<char>, Vec<char>) =
        swap_case(&fields[2]).chars().partition(char::is_ascii_uppercase);
    fields[2] = capitals.into_iter().chain(small).collect();
    if let Ok(square) = fields[3].parse::<Square>() {
        fields[3] = square.flipped().to_string();
    }
    fields.join(" ")
}

pub(crate) fn mv(mv: Move) -> Move {
    Move { from: mv.from.flipped(), to: mv.to.flipped(), ..mv }
}

pub(crate) fn outcome(outcome: Option<Outcome>) -> Option<Outcome> {
    match outcome {
        Some(Outcome::Checkmate { winner }) => Some(Outcome::Checkmate { winner: !winner }),
        same => same,
    }
}

fn swap_case(text: &str) -> String {
    let swap = |c: char| if c.is_ascii_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() };
    text.chars().map(swap).collect()
}
