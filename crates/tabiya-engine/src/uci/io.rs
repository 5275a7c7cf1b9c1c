//! Input lines of bounded length, and output shared by threads.

use std::io::{self, BufRead, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use tabiya_files::{LineRead, read_line};

/// The output, shared by the UCI loop and the search, and written line by line.
#[derive(Debug)]
pub(crate) struct Output<W>(Arc<Inner<W>>);

#[derive(Debug)]
struct Inner<W> {
    writer: Mutex<W>,
    is_broken: AtomicBool,
}

impl<W> Clone for Output<W> {
    fn clone(&self) -> Self {
        Output(Arc::clone(&self.0))
    }
}

impl<W: Write> Output<W> {
    pub(crate) fn new(out: W) -> Output<W> {
        Output(Arc::new(Inner { writer: Mutex::new(out), is_broken: AtomicBool::new(false) }))
    }

    /// The writer, once nothing else holds it.
    pub(crate) fn into_inner(self) -> W {
        let Ok(inner) = Arc::try_unwrap(self.0) else { unreachable!("all searches have finished") };
        inner.writer.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// Writes complete lines. Write errors are ignored: the input will end soon, too.
    pub(crate) fn print_line(&self, text: &str) {
        let mut out = self.0.writer.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if out.write_all(format!("{text}\n").as_bytes()).and_then(|()| out.flush()).is_err() {
            self.0.is_broken.store(true, Ordering::Relaxed);
        }
    }

    /// Whether a write has failed because the output is closed.
    pub(crate) fn is_broken(&self) -> bool {
        self.0.is_broken.load(Ordering::Relaxed)
    }
}

/// The maximum length of a line; a game of 20,000 plies needs a tenth of it.
const MAX_LEN: usize = 1 << 20;

/// A line, or what was wrong with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum InputLine {
    Text(String),
    /// It could not be read.
    Rejected {
        reason: &'static str,
        /// Whether it began like a `position` command.
        is_position: bool,
    },
}

impl InputLine {
    fn rejected(reason: &'static str, bytes: &[u8]) -> InputLine {
        let is_position = bytes.trim_ascii_start().starts_with(b"position");
        InputLine::Rejected { reason, is_position }
    }

    /// The name of the command, if it is text.
    pub(crate) fn first_word(&self) -> Option<&str> {
        match self {
            InputLine::Text(text) => text.split_ascii_whitespace().next(),
            InputLine::Rejected { .. } => None,
        }
    }
}

/// The next line; `None` at the end of input. A line that is too long is skipped.
pub(crate) fn next_line(input: &mut impl BufRead) -> io::Result<Option<InputLine>> {
    let mut bytes = Vec::new();
    Ok(match read_line(input, MAX_LEN, &mut bytes)? {
        LineRead::End => None,
        LineRead::Truncated => Some(InputLine::rejected("a line of more than 1 MiB was discarded", &bytes)),
        LineRead::Complete => Some(String::from_utf8(bytes).map_or_else(
            |error| InputLine::rejected("a line that is not UTF-8 was discarded", error.as_bytes()),
            InputLine::Text,
        )),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_too_long_is_skipped() {
        let mut text = vec![b'x'; 3 << 20];
        text.extend_from_slice(b"\nisready\r\n position \xff\xfe\nquit");
        let mut input = &text[..];
        assert!(matches!(
            next_line(&mut input).unwrap(),
            Some(InputLine::Rejected { is_position: false, .. })
        ));
        assert_eq!(next_line(&mut input).unwrap(), Some(InputLine::Text("isready\r".into())));
        assert!(matches!(
            next_line(&mut input).unwrap(),
            Some(InputLine::Rejected { is_position: true, .. })
        ));
        assert_eq!(next_line(&mut input).unwrap(), Some(InputLine::Text("quit".into())));
        assert_eq!(next_line(&mut input).unwrap(), None);
    }
}
