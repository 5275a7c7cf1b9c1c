use std::io::{self, BufRead, Read};

/// The result of [`read_line`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineRead {
    /// A line, without its line feed.
    Complete,
    /// The beginning of a line that is too long; the rest was skipped.
    Truncated,
    /// The end of the input.
    End,
}

/// Reads a line of bounded length into a buffer, which is cleared first. The rest of longer lines is skipped.
///
/// ```
/// use tabiya_files::{LineRead, read_line};
///
/// let mut input = &b"e2e4\nfar too long\ng1f3"[..];
/// let mut line = Vec::new();
/// assert_eq!((read_line(&mut input, 4, &mut line)?, &line[..]), (LineRead::Complete, &b"e2e4"[..]));
/// assert_eq!((read_line(&mut input, 4, &mut line)?, &line[..]), (LineRead::Truncated, &b"far "[..]));
/// assert_eq!((read_line(&mut input, 4, &mut line)?, &line[..]), (LineRead::Complete, &b"g1f3"[..]));
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
        return Ok(LineRead::Truncated);
    }
    Ok(LineRead::Complete)
}
