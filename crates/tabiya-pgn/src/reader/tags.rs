use std::borrow::Cow;

/// Maximum length of a tag pair. Of a longer one, [`MAX_KEPT_VALUE`] bytes of the value are kept.
pub(super) const MAX_TAG: usize = 4096;

/// The number of bytes kept of an oversized value: more than any valid FEN, so that a cut FEN is rejected rather than
/// misread.
const MAX_KEPT_VALUE: usize = 1024;

/// Maximum length of a tag name; enough lookahead to detect a tag pair.
pub(super) const MAX_TAG_NAME: usize = 256;

/// The value of a tag pair, as written between the quotes.
///
/// ```
/// use tabiya_pgn::TagValue;
///
/// assert_eq!(TagValue::new(br#"The \"Immortal\""#).text(), "The \"Immortal\"");
/// // Old files are in Latin-1.
/// assert_eq!(TagValue::new(b"N\xfcrnberg").text(), "Nürnberg");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TagValue<'a>(&'a [u8]);

impl<'a> TagValue<'a> {
    /// A value as written in a file, without its quotes.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> TagValue<'a> {
        TagValue(bytes)
    }

    /// The bytes in the file: quotes and backslashes are escaped with a backslash.
    #[must_use]
    pub fn raw(self) -> &'a [u8] {
        self.0
    }

    /// The unescaped text. What is not UTF-8 is read as Latin-1.
    #[must_use]
    pub fn text(self) -> Cow<'a, str> {
        let text = decode(self.0);
        if !text.contains('\\') {
            return text;
        }
        let mut plain = String::with_capacity(text.len());
        let mut chars = text.chars().peekable();
        while let Some(char) = chars.next() {
            let escaped = if char == '\\' { chars.next_if(|next| matches!(next, '"' | '\\')) } else { None };
            plain.push(escaped.unwrap_or(char));
        }
        Cow::Owned(plain)
    }
}

/// Text of a PGN file: UTF-8, or Latin-1 if it is not valid UTF-8.
///
/// ```
/// assert_eq!(tabiya_pgn::reader::decode(b"Gr\xfcnfeld"), "Grünfeld");
/// assert_eq!(tabiya_pgn::reader::decode("Grünfeld".as_bytes()), "Grünfeld");
/// ```
#[must_use]
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(bytes.iter().map(|byte| char::from(*byte)).collect()),
    }
}

/// A tag pair at the start of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TagPair<'a> {
    pub(super) name: &'a [u8],
    pub(super) value: TagValue<'a>,
    /// Its length in bytes, including the brackets.
    pub(super) length: usize,
}

/// Whether a text begins like a tag pair: `[`, a name, `"`.
pub(super) fn begins_tag_pair(text: &[u8]) -> bool {
    name_and_quote(&text[..text.len().min(MAX_TAG_NAME)]).is_some()
}

/// The tag pair at the start of a text, if it is well formed.
///
/// Quotes inside the value should be escaped, but some programs forget it: the value ends at a quote that is followed
/// by a bracket.
pub(super) fn tag_pair(text: &[u8]) -> Option<TagPair<'_>> {
    let text = &text[..text.len().min(MAX_TAG)];
    let (name, start) = name_and_quote(text)?;
    let mut escaped_end = None;
    let mut from = start;
    while let Some(found) = memchr::memchr3(b'"', b'\n', b'\r', &text[from..]) {
        let quote = from + found;
        if text[quote] != b'"' {
            break;
        }
        let blanks = blanks_at(&text[quote + 1..]);
        if text.get(quote + 1 + blanks) == Some(&b']') {
            let pair = TagPair { name, value: TagValue(&text[start..quote]), length: quote + 1 + blanks + 1 };
            let backslashes = text[start..quote].iter().rev().take_while(|byte| **byte == b'\\').count();
            if backslashes % 2 == 0 {
                return Some(pair);
            }
            // A value that ends with an unescaped backslash, or contains a quote and a bracket.
            escaped_end = Some(pair);
        }
        from = quote + 1;
    }
    escaped_end
}

/// The beginning of a tag pair longer than [`MAX_TAG`] bytes, all on one line. Its `length` covers only the part
/// before the value.
pub(super) fn long_tag_pair(text: &[u8]) -> Option<TagPair<'_>> {
    let text = text.get(..MAX_TAG)?;
    let (name, start) = name_and_quote(&text[..MAX_TAG_NAME])?;
    if memchr::memchr2(b'\n', b'\r', text).is_some() {
        return None;
    }
    // Not in the middle of a UTF-8 character.
    let end_of_kept = start + MAX_KEPT_VALUE;
    let end =
        (end_of_kept - 3..=end_of_kept).rev().find(|&end| text[end] & 0xc0 != 0x80).unwrap_or(end_of_kept);
    Some(TagPair { name, value: TagValue(&text[start..end]), length: start })
}

/// Whether a byte may occur in the name of a tag.
pub(crate) fn may_be_in_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'+' | b':' | b'#' | b'=')
}

/// The name, and the offset of the value.
fn name_and_quote(text: &[u8]) -> Option<(&[u8], usize)> {
    let rest = text.strip_prefix(b"[")?;
    let blanks = blanks_at(rest);
    let name = &rest[blanks..];
    let length = name.iter().take_while(|byte| may_be_in_name(**byte)).count();
    let after = blanks_at(&name[length..]);
    let has_quote = length > 0 && name.get(length + after) == Some(&b'"');
    has_quote.then(|| (&name[..length], 1 + blanks + length + after + 1))
}

pub(super) fn blanks_at(text: &[u8]) -> usize {
    text.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &[u8]) -> Option<(String, String, usize)> {
        let pair = tag_pair(text)?;
        Some((decode(pair.name).into_owned(), pair.value.text().into_owned(), pair.length))
    }

    #[test]
    fn malformed_tag_pairs_are_read() {
        for (text, name, value) in [
            (&br#"[Event "x"]"#[..], "Event", "x"),
            (br#"[ Event  "x"  ]"#, "Event", "x"),
            (br#"[Event""]"#, "Event", ""),
            (br#"[Event "The \"Big\" Open"]"#, "Event", "The \"Big\" Open"),
            (br#"[Event "The "Big" Open"]"#, "Event", "The \"Big\" Open"),
            (br#"[Site "C:\\"]"#, "Site", "C:\\"),
            (br#"[Site "C:\"]"#, "Site", "C:\\"),
            (br#"[Note "[\"]"]"#, "Note", "[\"]"),
        ] {
            assert_eq!(read(text), Some((name.into(), value.into(), text.len())), "{}", text.escape_ascii());
        }
    }

    #[test]
    fn the_first_of_two_tag_pairs_on_a_line_is_read() {
        let text = br#"[Event "x"] [Site "y"]"#;
        assert_eq!(read(text), Some(("Event".into(), "x".into(), 11)));
    }

    #[test]
    fn long_values_are_cut_at_character_boundaries() {
        for letter in ["x", "ö", "♞", "🨀"] {
            for before in 0..4 {
                let text = format!("[Event \"{}{}\"]", "y".repeat(before), letter.repeat(5000));
                let pair = long_tag_pair(text.as_bytes()).expect("begins like a tag pair");
                let kept = str::from_utf8(pair.value.raw()).expect("complete characters");
                assert!((MAX_KEPT_VALUE - 3..=MAX_KEPT_VALUE).contains(&kept.len()), "{} bytes", kept.len());
                assert_eq!((pair.name, pair.length), (&b"Event"[..], 8));
            }
        }
        assert_eq!(long_tag_pair(br#"[Event "short"]"#), None);
        let ends = format!("[Event \"{}\n{}", "x".repeat(4000), "x".repeat(4000));
        assert_eq!(long_tag_pair(ends.as_bytes()), None, "its line ends");
        let no_letters = [&b"[Event \"x"[..], &[b'x'; 500], &[0x80; 5000]].concat();
        let pair = long_tag_pair(&no_letters).expect("begins like a tag pair");
        assert_eq!(pair.value.raw().len(), MAX_KEPT_VALUE, "where there are no letters none is cut");
    }

    #[test]
    fn invalid_tag_pairs_are_rejected() {
        let endless = [&b"[Event \""[..], &[b'x'; 5000], b"\"]"].concat();
        for text in [
            &b"[Event]"[..],
            b"[\"x\"]",
            b"[Event \"x\n\"]",
            b"[Event \"x\"",
            b"Event",
            b"[%eval 1]",
            &endless,
        ] {
            assert_eq!(read(text), None, "{}", text[..text.len().min(20)].escape_ascii());
        }
    }
}
