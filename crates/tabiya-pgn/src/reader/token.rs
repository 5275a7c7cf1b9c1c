//! Tokens that begin with a digit, marks, and the start of a game.

use super::GameResult;
use super::bytes::{MAX_TOKEN, follows_blank_line, is_like_a_move, token_length};
use super::non_ascii::{figurine, first_char};

/// A token that begins with a digit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NumericToken {
    /// A move number; its dots are read as blanks.
    Number,
    Result(GameResult),
    /// Castling written with zeros.
    Castling,
    Null,
}

/// The token at the start of a text that begins with a digit, and its length.
#[inline]
pub(super) fn numeric_token(bytes: &[u8]) -> (NumericToken, usize) {
    match bytes {
        [b'1' | b'0', b'-' | b'/' | b'0', ..] => special_numeric_token(bytes),
        _ => (NumericToken::Number, digits(bytes)),
    }
}

fn special_numeric_token(bytes: &[u8]) -> (NumericToken, usize) {
    match bytes {
        [b'0', b'-', b'0', ..] => (NumericToken::Castling, token_length(bytes)),
        [b'1', b'-', b'0', ..] => (NumericToken::Result(GameResult::WhiteWins), 3),
        [b'0', b'-', b'1', ..] => (NumericToken::Result(GameResult::BlackWins), 3),
        [b'1', b'/', b'2', b'-', b'1', b'/', b'2', ..] => (NumericToken::Result(GameResult::Draw), 7),
        [b'1', b'/', b'2', ..] => (NumericToken::Result(GameResult::Draw), 3),
        [b'0', b'0', b'0', b'0', ..] => (NumericToken::Null, 4),
        _ => (NumericToken::Number, digits(bytes)),
    }
}

fn digits(bytes: &[u8]) -> usize {
    bytes.iter().take(MAX_TOKEN).take_while(|byte| byte.is_ascii_digit()).count()
}

/// The NAG of the mark at the start of a text, and the length of the mark.
pub(super) fn first_mark(text: &[u8]) -> (u8, usize) {
    match text {
        [b'!', b'!', ..] => (3, 2),
        [b'?', b'?', ..] => (4, 2),
        [b'!', b'?', ..] => (5, 2),
        [b'?', b'!', ..] => (6, 2),
        [b'!', ..] => (1, 1),
        _ => (2, 1),
    }
}

/// The NAGs of the marks attached to a move: `Nf3!?`.
pub(crate) fn suffix_nags(san: &[u8]) -> Vec<u8> {
    let length = san.iter().rev().take_while(|byte| matches!(byte, b'!' | b'?')).count();
    let mut marks = &san[san.len() - length..];
    let mut nags = Vec::new();
    while !marks.is_empty() {
        let (nag, length) = first_mark(marks);
        nags.push(nag);
        marks = &marks[length..];
    }
    nags
}

/// Whether the move number is 1, which begins another game.
pub(super) fn is_first_number(bytes: &[u8]) -> bool {
    &bytes[..digits(bytes)] == b"1"
}

/// Whether the moves of a game without tags begin here: a move, optionally after a number.
pub(super) fn begins_game(text: &[u8]) -> bool {
    let number = match text.first() {
        Some(b'0'..=b'9') => match numeric_token(text) {
            (NumericToken::Number, length) => length,
            (NumericToken::Castling, _) => 0,
            (NumericToken::Result(_) | NumericToken::Null, _) => return false,
        },
        _ => 0,
    };
    let text = &text[number..];
    let text = &text[between(text).count()..];
    let piece =
        first_char(text).filter(|(char, _)| figurine(*char).is_some()).map_or(0, |(_, length)| length);
    let text = &text[piece..];
    is_like_a_move(&text[..token_length(text)])
}

/// The bytes between a move number and its move.
fn between(text: &[u8]) -> impl Iterator<Item = &u8> {
    text.iter().take(16).take_while(|byte| matches!(byte, b' ' | b'.' | b'\t' | b'\n' | b'\r'))
}

/// Whether the number 1, after moves, begins another game: after an empty line and before a move of White.
#[cold]
pub(super) fn begins_another_game(before: &[u8], text: &[u8]) -> bool {
    // A fixed lookahead: the result must not depend on how much is buffered.
    let text = &text[..text.len().min(MAX_TOKEN)];
    let dots = between(&text[1..]).filter(|byte| **byte == b'.').count();
    dots <= 1 && follows_blank_line(before) && begins_game(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numeric_tokens_are_distinguished() {
        for (text, expected) in [
            (&b"12. e4"[..], (NumericToken::Number, 2)),
            (b"1. e4", (NumericToken::Number, 1)),
            (b"10.e4", (NumericToken::Number, 2)),
            (b"1-0", (NumericToken::Result(GameResult::WhiteWins), 3)),
            (b"0-1\n", (NumericToken::Result(GameResult::BlackWins), 3)),
            (b"1/2-1/2", (NumericToken::Result(GameResult::Draw), 7)),
            (b"1/2 ", (NumericToken::Result(GameResult::Draw), 3)),
            (b"0-0-0+ ", (NumericToken::Castling, 6)),
            (b"0-0", (NumericToken::Castling, 3)),
            (b"0000", (NumericToken::Null, 4)),
            (b"0", (NumericToken::Number, 1)),
        ] {
            assert_eq!(numeric_token(text), expected, "{}", text.escape_ascii());
        }
    }

    #[test]
    fn a_game_without_tags_begins_with_a_move() {
        for text in ["1. e4", "1.e4", "e4 e5", "1 e4", "1... e5", "1.\ne4", "0-0", "Nf3", "1. ♘f3"] {
            assert!(begins_game(text.as_bytes()), "{text}");
        }
        for text in ["1-0", "*", "1. Introduction", "The", "<html>", "12", "", "1."] {
            assert!(!begins_game(text.as_bytes()), "{text}");
        }
    }
}
