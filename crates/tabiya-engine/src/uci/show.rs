//! The output of `d`.

use std::fmt::Write as _;

use tabiya::AnyPosition;

/// Board, FEN, key and checkers.
pub(crate) fn show(position: &AnyPosition) -> String {
    let fen = position.to_fen();
    let mut text = String::new();
    let board = fen.split(' ').next().unwrap_or_default();
    for (i, rank) in board.split('/').enumerate() {
        let _ = write!(text, " {} ", 8 - i);
        let mut letters = rank.chars().peekable();
        while let Some(letter) = letters.next() {
            match letter.to_digit(10) {
                Some(blank) => text.extend(std::iter::repeat_n("  .", blank as usize)),
                None => {
                    let promoted = letters.next_if_eq(&'~').is_some();
                    let _ = write!(text, "{}{letter}", if promoted { " ~" } else { "  " });
                }
            }
        }
        text.push('\n');
    }
    text.push_str("     a  b  c  d  e  f  g  h\n\n");
    let names: Vec<String> = position.checkers().into_iter().map(|square| square.to_string()).collect();
    let _ = write!(text, "Fen: {fen}\nKey: {}\nCheckers: {}", position.key(), names.join(" "));
    text
}

#[cfg(test)]
mod tests {
    use tabiya::{Reading, Variant};

    use super::*;

    #[test]
    fn the_board_has_white_at_the_bottom() {
        let fen = "4k3/8/8/2m~5/8/3S4/8/3K3r w - - 0 1";
        let position = AnyPosition::from_fen(Variant::Makruk, fen, Reading::STRICT).unwrap().position;
        let text = show(&position);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], " 8   .  .  .  .  k  .  .  .");
        assert_eq!(lines[3], " 5   .  . ~m  .  .  .  .  .");
        assert_eq!(lines[12], "Checkers: h1");
        assert_eq!(lines[11], format!("Key: {}", position.key()));
    }
}
