//! Lines from outside, never longer than we allow.

use std::io::{self, BufRead};

use tabiya_files::{LineRead, read_line};

/// The longest line that is read; 20,000 plies of moves are a tenth of it.
const LONGEST: usize = 1 << 20;

/// A line, or what was wrong with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Line {
    Text(String),
    /// It could not be read.
    Lost {
        why: &'static str,
        /// As far as its beginning tells, it was to set up a position.
        is_position: bool,
    },
}

impl Line {
    fn lost(why: &'static str, bytes: &[u8]) -> Line {
        let is_position = bytes.trim_ascii_start().starts_with(b"position");
        Line::Lost { why, is_position }
    }

    /// The command's name, if it is one.
    pub(crate) fn first_word(&self) -> Option<&str> {
        match self {
            Line::Text(text) => text.split_ascii_whitespace().next(),
            Line::Lost { .. } => None,
        }
    }
}

/// The next line without its end; `None` at the end of input. A line too long is read to its end and forgotten.
pub(crate) fn next(input: &mut impl BufRead) -> io::Result<Option<Line>> {
    let mut bytes = Vec::new();
    Ok(match read_line(input, LONGEST, &mut bytes)? {
        LineRead::End => None,
        LineRead::Cut => Some(Line::lost("a line of more than 1 MiB was discarded", &bytes)),
        LineRead::Whole => Some(String::from_utf8(bytes).map_or_else(
            |error| Line::lost("a line that is not UTF-8 was discarded", error.as_bytes()),
            Line::Text,
        )),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_too_long_is_forgotten_and_the_next_one_read() {
        let mut text = vec![b'x'; 3 << 20];
        text.extend_from_slice(b"\nisready\r\n position \xff\xfe\nquit");
        let mut input = &text[..];
        assert!(matches!(next(&mut input).unwrap(), Some(Line::Lost { is_position: false, .. })));
        assert_eq!(next(&mut input).unwrap(), Some(Line::Text("isready\r".into())));
        assert!(matches!(next(&mut input).unwrap(), Some(Line::Lost { is_position: true, .. })));
        assert_eq!(next(&mut input).unwrap(), Some(Line::Text("quit".into())));
        assert_eq!(next(&mut input).unwrap(), None);
    }
}
