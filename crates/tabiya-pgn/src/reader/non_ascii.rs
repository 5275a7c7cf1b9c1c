//! Non-ASCII characters among moves, and `@`.

use super::bytes::{MAX_TOKEN, token_length};

/// The first character of a text and its length in bytes. A byte that is not UTF-8 is read as Latin-1.
pub(super) fn first_char(text: &[u8]) -> Option<(char, usize)> {
    let first = *text.first()?;
    let utf8_char =
        text[..text.len().min(4)].utf8_chunks().next().and_then(|chunk| chunk.valid().chars().next());
    Some(utf8_char.map_or((char::from(first), 1), |char| (char, char.len_utf8())))
}

/// The letter of a figurine, white or black; empty for a pawn.
pub(crate) fn figurine(char: char) -> Option<&'static [u8]> {
    match char {
        '♔' | '♚' => Some(b"K"),
        '♕' | '♛' => Some(b"Q"),
        '♖' | '♜' => Some(b"R"),
        '♗' | '♝' => Some(b"B"),
        '♘' | '♞' => Some(b"N"),
        '♙' | '♟' => Some(b""),
        _ => None,
    }
}

/// The move that begins here, with a letter for the figurine of a promotion (`e8=♕`), and its length in bytes.
pub(super) fn token_with_figurine(text: &[u8]) -> (Vec<u8>, usize) {
    let length = token_length(text);
    let token = text[..length].to_vec();
    let promoted = first_char(&text[length..])
        .and_then(|(char, length_of_figurine)| Some((figurine(char)?, length_of_figurine)));
    match (promoted, token.last()) {
        (Some((letter, length_of_figurine)), Some(b'=' | b'/' | b'1' | b'8'))
            if !letter.is_empty() && length < 8 =>
        {
            let marks = text[length + length_of_figurine..].iter().take(8);
            let marks = marks.take_while(|byte| matches!(byte, b'+' | b'#' | b'!' | b'?')).count();
            let end = length + length_of_figurine + marks;
            ([&token, letter, &text[end - marks..end]].concat(), end)
        }
        _ => (token, length),
    }
}

/// Whether the character may be part of a move in another alphabet.
pub(super) fn is_part_of_a_word(char: char) -> bool {
    // ½-½ is not a move.
    char == '@' || (char.is_alphanumeric() && char != '½')
}

/// The number of bytes up to a blank, a comment, a variation, a tag or a NAG; at most [`MAX_TOKEN`], in complete
/// characters.
pub(super) fn word_length(text: &[u8]) -> usize {
    let ends = |byte: &u8| {
        *byte <= b' ' || matches!(byte, 0x7f | b'{' | b'}' | b'(' | b')' | b'[' | b']' | b';' | b'$')
    };
    let length = text.iter().take(MAX_TOKEN).position(ends).unwrap_or(text.len().min(MAX_TOKEN));
    match std::str::from_utf8(&text[..length]) {
        Err(error) if error.error_len().is_none() && length == MAX_TOKEN => error.valid_up_to(),
        _ => length,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_are_utf_8_or_latin_1() {
        for (text, expected) in [
            (&b""[..], None),
            (b"@f3", Some(('@', 1))),
            ("Кf3".as_bytes(), Some(('К', 2))),
            ("♘f3".as_bytes(), Some(('♘', 3))),
            (b"\xdcf3", Some(('Ü', 1))),
            (b"\xe2\x99", Some(('â', 1))),
        ] {
            assert_eq!(first_char(text), expected, "{}", text.escape_ascii());
        }
    }

    #[test]
    fn a_promotion_to_a_figurine_is_one_move() {
        for (text, token, length) in [
            ("e8=♕+ Kd7", "e8=Q+", 7),
            ("e8♞ Kd7", "e8N", 5),
            ("e8=Q Kd7", "e8=Q", 4),
            ("e4♘f6", "e4", 2),
            ("e8=♙", "e8=", 3),
            // Moves that promote are not longer than this.
            ("exd8+e8♕", "exd8+e8Q", 10),
            ("exd8++e8♕", "exd8++e8", 8),
        ] {
            assert_eq!(token_with_figurine(text.as_bytes()), (token.as_bytes().to_vec(), length), "{text}");
        }
    }

    #[test]
    fn a_word_ends_at_a_blank_or_sign() {
        for (text, length) in [("Кf3 e5", 4), ("éc6{x}", 4), ("é\n", 2), ("é", 2)] {
            assert_eq!(word_length(text.as_bytes()), length, "{text}");
        }
        assert_eq!(word_length(&"♘".repeat(20).into_bytes()), 30);
        assert_eq!(word_length(&[0xfc; 100]), MAX_TOKEN);
    }
}
