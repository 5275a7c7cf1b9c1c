use std::io::{self, BufReader, BufWriter, Read, Write};
use std::time::{Duration, Instant};

use serde::Serialize;
use tabiya_files::{LineRead, read_line};

use super::{AskError, complain};

/// Longer lines are rejected without being stored.
const MAX_LINE: usize = 1 << 20;
/// Output is flushed at least this often.
const MAX_FLUSH_DELAY: Duration = Duration::from_millis(100);

/// Processes each line of standard input: writes the function's result, or `error: …` with the
/// line number. Empty lines produce no output.
///
/// The function receives the line and its number, from 1. Returns whether all lines were good.
pub fn answer_each_line(
    as_json: bool,
    mut answer: impl FnMut(&str, usize) -> Result<String, String>,
) -> Result<bool, AskError> {
    #[derive(Serialize)]
    struct LineError {
        error: String,
    }
    let mut lines = Lines::new(io::stdin().lock());
    let mut out = BufWriter::new(io::stdout().lock());
    let mut last_flush = Instant::now();
    let (mut number, mut read, mut bad) = (0, 0, 0);
    while let Some(line) = lines.next().map_err(AskError::Input)? {
        number += 1;
        if line.as_ref().is_ok_and(|line| line.trim_ascii().is_empty()) {
            continue;
        }
        read += 1;
        let answered = line.and_then(|line| answer(line, number));
        let written = match answered.map_err(|error| format!("line {number}: {error}")) {
            Ok(text) => writeln!(out, "{text}"),
            Err(error) => {
                bad += 1;
                match as_json {
                    true => writeln!(
                        out,
                        "{}",
                        serde_json::to_string(&LineError { error }).expect("a string can be written as JSON")
                    ),
                    false => writeln!(out, "error: {error}"),
                }
            }
        };
        written.map_err(AskError::Output)?;
        // A program at the other end may wait for this answer before sending the next line.
        if !lines.has_buffered_line() || last_flush.elapsed() > MAX_FLUSH_DELAY {
            out.flush().map_err(AskError::Output)?;
            last_flush = Instant::now();
        }
    }
    out.flush().map_err(AskError::Output)?;
    if bad == 0 {
        return Ok(true);
    }
    complain("error", format!("{bad} of {read} lines {} bad", if bad == 1 { "was" } else { "were" }));
    Ok(false)
}

/// Lines of bounded length, without line ends (LF or CRLF) and without a byte order mark before the first.
struct Lines<R> {
    reader: BufReader<R>,
    line: Vec<u8>,
    is_first: bool,
}

impl<R: Read> Lines<R> {
    fn new(reader: R) -> Lines<R> {
        Lines { reader: BufReader::with_capacity(1 << 16, reader), line: Vec::new(), is_first: true }
    }

    /// The next line or its error; `None` at the end.
    fn next(&mut self) -> io::Result<Option<Result<&str, String>>> {
        match read_line(&mut self.reader, MAX_LINE, &mut self.line)? {
            LineRead::End => return Ok(None),
            LineRead::Truncated => {
                self.is_first = false;
                return Ok(Some(Err(format!("the line has more than {MAX_LINE} bytes"))));
            }
            LineRead::Complete => {}
        }
        let mut line = self.line.as_slice();
        line = line.strip_suffix(b"\r").unwrap_or(line);
        if std::mem::take(&mut self.is_first) {
            line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
        }
        let text = std::str::from_utf8(line);
        Ok(Some(text.map_err(|error| format!("the line is not UTF-8 (column {})", error.valid_up_to() + 1))))
    }

    /// Whether another line is buffered.
    fn has_buffered_line(&self) -> bool {
        self.reader.buffer().contains(&b'\n')
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &[u8]) -> Vec<Result<String, String>> {
        let mut lines = Lines::new(text);
        let mut all = Vec::new();
        while let Some(line) = lines.next().expect("a slice can be read") {
            all.push(line.map(str::to_string));
        }
        all
    }

    #[test]
    fn lines_end_with_lf_or_crlf_or_the_end_of_input() {
        assert_eq!(lines(b"a\r\n\nb"), [Ok("a".into()), Ok(String::new()), Ok("b".into())]);
        assert_eq!(lines(b""), []);
    }

    #[test]
    fn a_byte_order_mark_is_skipped_once() {
        assert_eq!(lines(b"\xef\xbb\xbfa\n\xef\xbb\xbfb\n"), [Ok("a".into()), Ok("\u{feff}b".into())]);
    }

    #[test]
    fn a_line_of_maximum_length_is_read_and_a_longer_one_is_not() {
        let mut text = vec![b'x'; MAX_LINE];
        text.push(b'\n');
        assert_eq!(lines(&text)[0].as_ref().map(String::len), Ok(MAX_LINE));
        text.insert(0, b'x');
        text.extend(b"next\n");
        assert_eq!(lines(&text), [Err("the line has more than 1048576 bytes".into()), Ok("next".into())]);
    }

    #[test]
    fn a_line_that_is_not_utf8_is_an_error_and_the_next_is_read() {
        assert_eq!(lines(b"ab\xff\nc"), [Err("the line is not UTF-8 (column 3)".into()), Ok("c".into())]);
    }
}
