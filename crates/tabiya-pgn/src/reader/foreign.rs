//! Characters among moves that are not ASCII, and `@`.

use super::bytes::LONGEST_TOKEN;

/// The first character of a text, and how many bytes it has. A byte that is not UTF-8 is Latin-1.
pub(super) fn first_char(text: &[u8]) -> Option<(char, usize)> {
    let first = *text.first()?;
    let whole = text[..text.len().min(4)].utf8_chunks().next().and_then(|chunk| chunk.valid().chars().next());
    Some(whole.map_or((char::from(first), 1), |char| (char, char.len_utf8())))
}

/// The letter of the piece that is drawn, white or black. A pawn has none.
pub(super) fn figurine(char: char) -> Option<&'static [u8]> {
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

/// Whether somebody may have begun a move with this.
pub(super) fn is_part_of_a_word(char: char) -> bool {
    // ½-½ is no move.
    char == '@' || (char.is_alphanumeric() && char != '½')
}

/// How many bytes there are up to a blank, a comment, a variation, a tag or a NAG; [`LONGEST_TOKEN`] at most, in whole
/// characters.
pub(super) fn word_length(text: &[u8]) -> usize {
    let ends = |byte: &u8| {
        *byte <= b' ' || matches!(byte, 0x7f | b'{' | b'}' | b'(' | b')' | b'[' | b']' | b';' | b'$')
    };
    let length = text.iter().take(LONGEST_TOKEN).position(ends).unwrap_or(text.len().min(LONGEST_TOKEN));
    match std::str::from_utf8(&text[..length]) {
        Err(error) if error.error_len().is_none() && length == LONGEST_TOKEN => error.valid_up_to(),
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
    fn a_word_ends_at_a_blank_or_sign() {
        for (text, length) in [("Кf3 e5", 4), ("éc6{x}", 4), ("é\n", 2), ("é", 2)] {
            assert_eq!(word_length(text.as_bytes()), length, "{text}");
        }
        assert_eq!(word_length(&"♘".repeat(20).into_bytes()), 30);
        assert_eq!(word_length(&[0xfc; 100]), LONGEST_TOKEN);
    }
}
