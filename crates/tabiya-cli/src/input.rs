//! Positions and moves from text; standard input a line at a time.

use std::ffi::OsString;
use std::io::{self, BufReader, Read, Write};
use std::time::{Duration, Instant};

use serde::Serialize;
use tabiya::{AnyPosition, FenNote, Reading, Variant};
use tabiya_files::{LineRead, read_line};

pub(crate) use tabiya_pgn::{moves_of, play_each};

use crate::output::{self, Failure, Verdict, complain};

/// A longer line is refused and never held in memory.
const LONGEST_LINE: usize = 1 << 20;
/// Answers wait no longer than this for others to be written with them.
const PATIENCE: Duration = Duration::from_millis(100);

/// Reads a FEN as people write them, and warns of what had to be mended.
pub(crate) fn lenient_position(
    fen: &str,
    variant: Option<Variant>,
    line: Option<usize>,
) -> Result<AnyPosition, String> {
    let (position, notes) = read_position(fen, variant, false)?;
    warn(&notes, line);
    Ok(position)
}

/// Reads a FEN or an EPD. Without a variant it is chess, or Chess960 where nothing else can be meant.
pub(crate) fn read_position(
    text: &str,
    variant: Option<Variant>,
    strict: bool,
) -> Result<(AnyPosition, Vec<FenNote>), String> {
    let from_epd = tabiya::epd_to_fen(text).map_err(|error| error.to_string())?;
    let fen = from_epd.as_deref().unwrap_or(text);
    let reading = if strict { Reading::STRICT } else { Reading::LENIENT };
    let read = match variant {
        Some(variant) => AnyPosition::from_fen(variant, fen, reading),
        None => AnyPosition::from_fen(Variant::Chess, fen, reading.either()),
    };
    read.map(|parsed| (parsed.position, parsed.notes)).map_err(|error| error.to_string())
}

pub(crate) fn warn(notes: &[FenNote], line: Option<usize>) {
    for note in notes {
        match line {
            Some(line) => complain("warning", format!("line {line}: {note}")),
            None => complain("warning", note),
        }
    }
}

/// Arguments as one text.
pub(crate) fn join(words: &[OsString]) -> Result<String, Failure> {
    let texts: Option<Vec<&str>> = words.iter().map(|word| word.to_str()).collect();
    texts
        .map(|texts| texts.join(" "))
        .ok_or_else(|| Failure::BadInput("the argument is not UTF-8".to_string()))
}

/// Answers each line of standard input in its place: with what the function says, or with `error: …`, which names the
/// line. Empty lines have no answer.
///
/// The function gets the line and its number, from 1.
pub(crate) fn answer_each_line(
    as_json: bool,
    mut answer: impl FnMut(&str, usize) -> Result<String, String>,
) -> Result<Verdict, Failure> {
    #[derive(Serialize)]
    struct Refused {
        error: String,
    }
    let mut lines = Lines::new(io::stdin().lock());
    let mut out = output::open();
    let mut last_flush = Instant::now();
    let (mut number, mut read, mut bad) = (0, 0, 0);
    while let Some(line) = lines.next().map_err(Failure::Input)? {
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
                    true => writeln!(out, "{}", output::json(&Refused { error })),
                    false => writeln!(out, "error: {error}"),
                }
            }
        };
        written.map_err(Failure::Output)?;
        // Another program may wait for this answer before it asks again.
        if !lines.has_another_at_hand() || last_flush.elapsed() > PATIENCE {
            out.flush().map_err(Failure::Output)?;
            last_flush = Instant::now();
        }
    }
    out.flush().map_err(Failure::Output)?;
    if bad == 0 {
        return Ok(Verdict::Good);
    }
    complain("error", format!("{bad} of {read} lines {} bad", if bad == 1 { "was" } else { "were" }));
    Ok(Verdict::BadInput)
}

/// Lines of bounded length, without their ends (LF or CRLF) and without a byte order mark before the first.
struct Lines<R> {
    reader: BufReader<R>,
    line: Vec<u8>,
    is_first: bool,
}

impl<R: Read> Lines<R> {
    fn new(reader: R) -> Lines<R> {
        Lines { reader: BufReader::with_capacity(1 << 16, reader), line: Vec::new(), is_first: true }
    }

    /// The next line, or what is wrong with it; `None` at the end.
    fn next(&mut self) -> io::Result<Option<Result<&str, String>>> {
        match read_line(&mut self.reader, LONGEST_LINE, &mut self.line)? {
            LineRead::End => return Ok(None),
            LineRead::Cut => {
                self.is_first = false;
                return Ok(Some(Err(format!("the line has more than {LONGEST_LINE} bytes"))));
            }
            LineRead::Whole => {}
        }
        let mut line = self.line.as_slice();
        line = line.strip_suffix(b"\r").unwrap_or(line);
        if std::mem::take(&mut self.is_first) {
            line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
        }
        let text = std::str::from_utf8(line);
        Ok(Some(text.map_err(|error| format!("the line is not UTF-8 (column {})", error.valid_up_to() + 1))))
    }

    /// Whether the next line can be had without waiting for it.
    fn has_another_at_hand(&self) -> bool {
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
    fn lines_end_with_lf_or_crlf_and_the_last_may_lack_it() {
        assert_eq!(lines(b"a\r\n\nb"), [Ok("a".into()), Ok(String::new()), Ok("b".into())]);
        assert_eq!(lines(b""), []);
    }

    #[test]
    fn a_byte_order_mark_is_skipped_once() {
        assert_eq!(lines(b"\xef\xbb\xbfa\n\xef\xbb\xbfb\n"), [Ok("a".into()), Ok("\u{feff}b".into())]);
    }

    #[test]
    fn a_line_of_the_longest_length_is_read_and_one_more_byte_is_not() {
        let mut text = vec![b'x'; LONGEST_LINE];
        text.push(b'\n');
        assert_eq!(lines(&text)[0].as_ref().map(String::len), Ok(LONGEST_LINE));
        text.insert(0, b'x');
        text.extend(b"next\n");
        assert_eq!(lines(&text), [Err("the line has more than 1048576 bytes".into()), Ok("next".into())]);
    }

    #[test]
    fn a_line_that_is_not_utf8_is_refused_and_the_next_is_read() {
        assert_eq!(lines(b"ab\xff\nc"), [Err("the line is not UTF-8 (column 3)".into()), Ok("c".into())]);
    }
}
