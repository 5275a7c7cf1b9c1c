//! Detection of files that are not PGN by their first bytes.

/// The number of bytes examined.
pub(super) const PROBE_LENGTH: usize = 1024;

/// The byte order mark of UTF-8.
pub(super) const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Why these first bytes of a file cannot be PGN, if that is certain.
pub(super) fn not_pgn_reason(first: &[u8]) -> Option<&'static str> {
    match first {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => return Some(UTF_16),
        [b'P', b'K', 3 | 5, 4 | 6, ..] => return Some("a zip archive; extract it first"),
        [0xfd, b'7', b'z', b'X', b'Z', 0, ..] => return Some("xz is not supported; decompress it first"),
        [0x7f, b'E', b'L', b'F', ..] => return Some(BINARY),
        [b'7', b'z', 0xbc, 0xaf, ..] => return Some("a 7z archive; extract it first"),
        _ => {}
    }
    // Latin letters in UTF-16 have a zero byte each.
    let pairs = first.len() / 2;
    let zeros = |side: usize| first.chunks_exact(2).filter(|pair| pair[side] == 0).count();
    let (high, low) = (zeros(0), zeros(1));
    if pairs >= 2 && high.max(low) * 10 >= pairs * 9 && high + low < pairs * 3 / 2 {
        return Some(UTF_16);
    }
    let is_binary = |byte: &u8| matches!(byte, 0..=6 | 0x0e..=0x19 | 0x1c..=0x1f);
    let binary = first.iter().filter(|byte| is_binary(byte)).count();
    (binary >= MIN_CONTROL_BYTES && binary * 20 > first.len()).then_some(BINARY)
}

/// A few stray bytes are reported with their game. Of random bytes one in eleven is a control character, so more than
/// one in twenty means a binary file.
const MIN_CONTROL_BYTES: usize = 5;

const BINARY: &str = "a binary file";

const UTF_16: &str = "the text is UTF-16; convert it to UTF-8 first";

#[cfg(test)]
mod tests {
    use super::*;

    fn utf_16(text: &str, big: bool) -> Vec<u8> {
        text.encode_utf16()
            .flat_map(|unit| if big { unit.to_be_bytes() } else { unit.to_le_bytes() })
            .collect()
    }

    #[test]
    fn utf_16_is_detected_with_and_without_byte_order_mark() {
        for big in [false, true] {
            for text in [
                "\u{feff}[Event \"x\"]\n",
                "[Event \"Zürich\"]\n\n1. e4 e5 1-0\n",
                // Ā has a zero byte of its own.
                "[White \"Ādams\"]\n[Black \"Āboliņš\"]\n\n1. e4 e5 1-0\n",
            ] {
                assert_eq!(not_pgn_reason(&utf_16(text, big)), Some(UTF_16), "{text}");
            }
        }
    }

    #[test]
    fn two_byte_numbers_are_not_utf_16() {
        let numbers = |range: std::ops::Range<u16>| range.flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
        assert_eq!(not_pgn_reason(&numbers(0..400)), Some(BINARY), "two in three have a zero");
        assert_eq!(not_pgn_reason(b"\0\0\0\0a\0b\0"), Some(BINARY), "half are zeros");
    }

    #[test]
    fn more_than_one_control_character_in_twenty_is_binary() {
        let signs = |count: usize, others: usize| [vec![1; count], vec![b'x'; others]].concat();
        assert_eq!(not_pgn_reason(&signs(5, 95)), None);
        assert_eq!(not_pgn_reason(&signs(5, 94)), Some(BINARY));
        assert_eq!(not_pgn_reason(&signs(4, 10)), None, "they are too few");
    }

    #[test]
    fn one_stray_byte_is_not_a_binary_file() {
        for stray in [0, 1, 0x1f] {
            let mut text = b"[Event \"x\"]\n\n1. e4 e5 *\n".to_vec();
            for place in 0..text.len() {
                text.insert(place, stray);
                assert_eq!(not_pgn_reason(&text), None, "{stray} at {place}");
                text.remove(place);
            }
        }
    }

    #[test]
    fn control_characters_are_binary_and_latin_1_is_not() {
        assert_eq!(not_pgn_reason(&[0; 100]), Some("a binary file"));
        assert_eq!(not_pgn_reason(b"\x7fELF\x02\x01\x01\0"), Some("a binary file"));
        assert_eq!(not_pgn_reason(b"[White \"M\xfcller\"]\r\n\t\x1a"), None);
        assert_eq!(not_pgn_reason(b""), None);
    }
}
