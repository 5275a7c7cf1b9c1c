//! Byte classes of movetext.

/// The kind of token a byte begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Class {
    /// No meaning: blanks, the dots of a move number, the end-of-file sign of DOS.
    Blank,
    /// Ends a line.
    Newline,
    /// Begins a move, or a word in place of a move.
    Letter,
    /// Begins a move number, a result, castling with zeros or a null move.
    Digit,
    /// `{`
    Comment,
    /// `;`
    LineComment,
    /// `(`
    Open,
    /// `)`
    Close,
    /// `$`
    Nag,
    /// `!` or `?`
    Mark,
    /// `*`
    Star,
    /// `-`
    Dash,
    /// `[`
    Bracket,
    /// `%`
    Percent,
    /// Any other byte.
    Other,
}

/// The class of each byte.
pub(super) static CLASS: [Class; 256] = {
    let mut classes = [Class::Other; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            b' ' | b'\t' | 0x0b | 0x0c | b'.' | 0x1a => Class::Blank,
            b'\n' | b'\r' => Class::Newline,
            b'a'..=b'z' | b'A'..=b'Z' => Class::Letter,
            b'0'..=b'9' => Class::Digit,
            b'{' => Class::Comment,
            b';' => Class::LineComment,
            b'(' => Class::Open,
            b')' => Class::Close,
            b'$' => Class::Nag,
            b'!' | b'?' => Class::Mark,
            b'*' => Class::Star,
            b'-' => Class::Dash,
            b'[' => Class::Bracket,
            b'%' => Class::Percent,
            _ => Class::Other,
        };
        byte += 1;
    }
    classes
};

/// 0 for bytes a move may contain, 1 for bytes that end it.
static ENDS: [u8; 256] = {
    let mut ends = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        ends[byte] = !matches!(
            byte as u8,
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'+' | b'#' | b'=' | b'-' | b':' | b'/' | b'!' | b'?' | b'@'
        ) as u8;
        byte += 1;
    }
    ends
};

/// Maximum length of a move with all its marks.
pub(super) const MAX_TOKEN: usize = 32;

/// The length of the move at the start, at most [`MAX_TOKEN`].
#[inline]
pub(super) fn token_length(bytes: &[u8]) -> usize {
    // Nearly all moves are shorter than eight bytes. Testing eight at once is cheaper than mispredicting the length.
    let length = match bytes.first_chunk::<8>().map(first_end) {
        Some(length) if length < 8 => length,
        _ => long_token_length(bytes),
    };
    match bytes.get(length) {
        Some(b'(' | b'.') if length < MAX_TOKEN => length + attached(&bytes[length..]),
        _ => length,
    }
}

#[inline]
fn first_end(bytes: &[u8; 8]) -> usize {
    let mut ends = 0u32;
    for (place, byte) in bytes.iter().enumerate() {
        ends |= u32::from(ENDS[usize::from(*byte)]) << place;
    }
    (ends | 1 << 8).trailing_zeros() as usize
}

#[cold]
fn long_token_length(bytes: &[u8]) -> usize {
    bytes.iter().take(MAX_TOKEN).take_while(|byte| ENDS[usize::from(**byte)] == 0).count()
}

/// The length of a suffix that begins like another token: `(Q)` after `e8`, `.p.` after `exd6e`.
#[cold]
fn attached(rest: &[u8]) -> usize {
    match rest {
        [b'(', b'A'..=b'Z', b')', b'+' | b'#', ..] => 4,
        [b'(', b'A'..=b'Z', b')', ..] | [b'.', b'p', b'.', ..] => 3,
        _ => 0,
    }
}

/// Whether a text has the form of a move. Distinguishes games from prose.
pub(super) fn is_like_a_move(text: &[u8]) -> bool {
    let text = text.strip_suffix(b"+").or_else(|| text.strip_suffix(b"#")).unwrap_or(text);
    let marks = text.iter().rev().take_while(|byte| matches!(byte, b'!' | b'?' | b'+')).count();
    let text = &text[..text.len() - marks];
    if matches!(text, b"O-O" | b"O-O-O" | b"0-0" | b"0-0-0" | b"o-o" | b"o-o-o" | b"--" | b"Z0") {
        return true;
    }
    let text = match text {
        [rest @ .., b'=' | b'/', b'A'..=b'Z'] | [rest @ .., b'A'..=b'Z'] => rest,
        _ => text,
    };
    let [origin @ .., b'a'..=b'h', b'1'..=b'8'] = text else { return false };
    let origin = if let [b'A'..=b'Z', rest @ ..] = origin { rest } else { origin };
    origin.len() <= 3
        && origin.iter().all(|byte| matches!(byte, b'a'..=b'h' | b'1'..=b'8' | b'x' | b':' | b'-'))
}

/// The length of the line end here: CR CR LF (written by PlayOK), CR LF, or a single CR or LF.
#[inline]
pub(super) fn line_end_length(bytes: &[u8]) -> usize {
    match bytes {
        [b'\r', b'\n', ..] => 2,
        [b'\r', b'\r', b'\n', ..] => 3,
        _ => 1,
    }
}

/// Whether the current line follows an empty line, given the bytes before it.
pub(super) fn follows_blank_line(before: &[u8]) -> bool {
    let Some(previous_line) = without_line_end(trim_blanks(before)) else { return false };
    matches!(trim_blanks(previous_line), [] | [.., b'\n' | b'\r'])
}

/// Whether there are only blanks before this point of the line.
pub(super) fn is_line_start(before: &[u8]) -> bool {
    matches!(trim_blanks(before), [] | [.., b'\n' | b'\r'])
}

fn trim_blanks(mut bytes: &[u8]) -> &[u8] {
    while let [rest @ .., b' ' | b'\t'] = bytes {
        bytes = rest;
    }
    bytes
}

fn without_line_end(bytes: &[u8]) -> Option<&[u8]> {
    match bytes {
        [rest @ .., b'\r', b'\r', b'\n'] | [rest @ .., b'\r', b'\n'] | [rest @ .., b'\n' | b'\r'] => {
            Some(rest)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn token_length_of_moves() {
        for (text, length) in [
            (&b"Nf3 e5"[..], 3),
            (b"e8=Q+!? x", 7),
            (b"e8(Q)+ x", 6),
            (b"e8(Q) x", 5),
            (b"e4(d4)", 2),
            (b"exd6e.p. x", 8),
            (b"e4.e5", 2),
            (b"O-O-O{x}", 5),
            (b"", 0),
        ] {
            assert_eq!(token_length(text), length, "{}", text.escape_ascii());
        }
        assert_eq!(token_length(&[b'a'; 100]), MAX_TOKEN);
        let long = |letters: usize| token_length(&[&vec![b'a'; letters][..], b"(Q)"].concat());
        assert_eq!(long(MAX_TOKEN - 1), MAX_TOKEN + 2);
        assert_eq!(long(MAX_TOKEN), MAX_TOKEN);
    }

    #[test]
    fn moves_are_distinguished_from_words() {
        for text in
            ["e4", "exd5", "Nf3", "Nbd7+", "R1xa2#", "e8=Q+", "e8Q", "O-O", "0-0-0", "Ng1-f3", "e4!?", "Me3"]
        {
            assert!(is_like_a_move(text.as_bytes()), "{text}");
        }
        for text in ["", "the", "html", "Introduction", "e9", "i4", "QQe4", "a1b2c3d4", "10", "N"] {
            assert!(!is_like_a_move(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn blank_lines_with_any_line_ending() {
        for text in ["x\n\n", "x\r\n\r\n", "x\r\r", "x\n \t\n  ", "\n", "x\r\r\n\r\r\n"] {
            assert!(follows_blank_line(text.as_bytes()), "{text:?}");
        }
        for text in ["x\n", "x\r\n", "x", "x\ny\n", "\n\nx", "x\r\r\n"] {
            assert!(!follows_blank_line(text.as_bytes()), "{text:?}");
        }
    }
}
