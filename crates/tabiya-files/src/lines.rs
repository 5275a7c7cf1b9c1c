use std::io::{self, BufRead, Read};

/// What [`read_line`] found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineRead {
    /// A line, without its line feed.
    Whole,
    /// The beginning of a line that is too long; the rest of it has been skipped.
    Cut,
    /// Nothing: the input has ended.
    End,
}

/// Reads a line of bounded length into a buffer, whatever was in it: no line is ever held in memory beyond the bound.
///
/// ```
/// use tabiya_files::{LineRead, read_line};
///
/// let mut input = &b"e2e4\nfar too long\ng1f3"[..];
/// let mut line = Vec::new();
/// assert_eq!((read_line(&mut input, 4, &mut line)?, &line[..]), (LineRead::Whole, &b"e2e4"[..]));
/// assert_eq!((read_line(&mut input, 4, &mut line)?, &line[..]), (LineRead::Cut, &b"far "[..]));
/// assert_eq!((read_line(&mut input, 4, &mut line)?, &line[..]), (LineRead::Whole, &b"g1f3"[..]));
/// assert_eq!(read_line(&mut input, 4, &mut line)?, LineRead::End);
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn read_line(input: &mut impl BufRead, longest: usize, line: &mut Vec<u8>) -> io::Result<LineRead> {
    line.clear();
    if input.by_ref().take(longest as u64 + 1).read_until(b'\n', line)? == 0 {
        return Ok(LineRead::End);
    }
    if line.last() == Some(&b'\n') {
        line.pop();
    } else if line.len() > longest {
        line.truncate(longest);
        input.skip_until(b'\n')?;
        return Ok(LineRead::Cut);
    }
    Ok(LineRead::Whole)
}
