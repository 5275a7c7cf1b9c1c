use std::io::{self, Read};

use super::push_reader::PushBuffer;

/// The size of the buffer.
const CAPACITY: usize = 1 << 16;
/// Number of bytes kept before the next byte, to detect an empty line before it.
const KEPT: usize = 64;

/// A sliding window over a stream. It counts lines.
pub(super) struct Window<R> {
    pub(super) source: R,
    bytes: Box<[u8]>,
    /// Index of the next byte.
    at: usize,
    /// Index after the last byte.
    end: usize,
    /// The number of bytes of the stream before the window.
    before: u64,
    /// The line of the next byte, from 1.
    pub(super) line: u64,
    source_ended: bool,
    failure: Option<io::Error>,
}

impl<R: Read> Window<R> {
    pub(super) fn new(source: R) -> Window<R> {
        let bytes = vec![0; CAPACITY].into_boxed_slice();
        Window { source, bytes, at: 0, end: 0, before: 0, line: 1, source_ended: false, failure: None }
    }

    /// The unread bytes: at least `needed`, or all that are left.
    #[inline]
    pub(super) fn ahead(&mut self, needed: usize) -> &[u8] {
        if self.end - self.at < needed && !self.source_ended {
            self.fill(needed);
        }
        &self.bytes[self.at..self.end]
    }

    /// The buffered unread bytes, and how many of them have at least `needed` bytes or the end of the stream after them.
    #[inline]
    pub(super) fn rest(&self, needed: usize) -> (&[u8], usize) {
        let rest = &self.bytes[self.at..self.end];
        let ready = if self.source_ended { rest.len() } else { rest.len().saturating_sub(needed) };
        (rest, ready)
    }

    /// The bytes before the byte `ahead` positions from here, as far as they are kept.
    pub(super) fn before(&self, ahead: usize) -> &[u8] {
        let end = self.at + ahead;
        &self.bytes[end.saturating_sub(KEPT)..end]
    }

    /// The byte before the next one; a line end at the start of the stream.
    #[inline]
    pub(super) fn last_byte(&self) -> u8 {
        self.at.checked_sub(1).map_or(b'\n', |index| self.bytes[index])
    }

    /// Advances and counts lines.
    pub(super) fn advance(&mut self, by: usize) {
        let from = self.at.saturating_sub(2);
        let lines = lines_in(&self.bytes[from..self.at + by], self.at - from);
        // Within CR CR LF, an earlier call may have counted one line too many.
        self.line = self.line.wrapping_add_signed(lines);
        self.at += by;
    }

    /// Advances to a line that the caller has counted.
    #[inline]
    pub(super) fn advance_to_line(&mut self, by: usize, line: u64) {
        self.at += by;
        self.line = line;
    }

    /// The offset of the next byte in the stream.
    pub(super) fn offset(&self) -> u64 {
        self.before + self.at as u64
    }

    /// The input error, if one occurred.
    pub(super) fn take_failure(&mut self) -> Option<io::Error> {
        self.failure.take()
    }

    pub(super) fn has_failed(&self) -> bool {
        self.failure.is_some()
    }

    #[cold]
    fn fill(&mut self, needed: usize) {
        let keep_from = self.at.saturating_sub(KEPT);
        self.bytes.copy_within(keep_from..self.end, 0);
        self.before += keep_from as u64;
        self.at -= keep_from;
        self.end -= keep_from;
        debug_assert!(self.at + needed <= CAPACITY, "lookahead is smaller than the window");
        while self.end - self.at < needed && !self.source_ended {
            match self.source.read(&mut self.bytes[self.end..]) {
                Ok(0) => self.source_ended = true,
                Ok(count) => self.end += count.min(CAPACITY - self.end),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    self.source_ended = true;
                    self.failure = Some(error);
                }
            }
        }
    }
}

impl Window<PushBuffer> {
    /// Moves back to an earlier offset.
    pub(super) fn restore(&mut self, offset: u64, line: u64) {
        let kept = self.source.restore(offset, KEPT);
        self.bytes[..kept.len()].copy_from_slice(kept);
        (self.at, self.end) = (kept.len(), kept.len());
        self.before = offset - kept.len() as u64;
        self.line = line;
        (self.source_ended, self.failure) = (false, None);
    }

    /// Allows the source to drop the bytes before the window.
    pub(super) fn discard_read(&mut self) {
        let offset = self.offset();
        self.source.discard_before(offset.saturating_sub(KEPT as u64));
    }
}

/// The number of line ends from `from` on; the two bytes before it are examined. CR, LF, CRLF and CR CR LF each count once.
fn lines_in(bytes: &[u8], from: usize) -> i64 {
    let mut lines = 0;
    let mut at = from;
    while let Some(found) = memchr::memchr2(b'\n', b'\r', &bytes[at..]) {
        at += found;
        let ends_earlier = bytes[at] == b'\n' && at > 0 && bytes[at - 1] == b'\r';
        // Two lines were counted for the two CR before it.
        lines += if ends_earlier { -i64::from(at > 1 && bytes[at - 2] == b'\r') } else { 1 };
        at += 1;
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_line_end_counts_once() {
        assert_eq!(lines_in(b"a\nb\r\nc\rd\r\r\ne", 0), 4);
        assert_eq!(lines_in(b"\n\n\r\r\r\n", 0), 4);
        assert_eq!(lines_in(b"\r\nx", 1), 0);
        assert_eq!(lines_in(b"\r\r\n", 0), lines_in(b"\r\r", 0) + lines_in(b"\r\r\n", 2));
    }

    #[test]
    fn window_slides_over_a_larger_stream() {
        let text: Vec<u8> = (0..300_000u32).map(|n| if n % 100 == 99 { b'\n' } else { b'x' }).collect();
        let mut window = Window::new(text.as_slice());
        let mut seen = 0;
        while !window.ahead(50).is_empty() {
            let step = window.ahead(50).len().min(37);
            window.advance(step);
            seen += step;
        }
        assert_eq!((seen, window.line, window.offset()), (300_000, 3001, 300_000));
    }

    /// Reading more than needed from a pipe would block.
    #[test]
    fn window_reads_no_more_than_needed() {
        struct Exactly<'a>(&'a [u8]);
        impl Read for Exactly<'_> {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                assert!(!self.0.is_empty(), "reads more than needed");
                self.0.read(buffer)
            }
        }
        let mut window = Window::new(Exactly(b"12345"));
        assert_eq!(window.ahead(5), b"12345");
        assert_eq!(window.ahead(5), b"12345");
    }

    #[test]
    fn oversized_read_counts_are_clamped() {
        struct Overreporting(bool);
        impl Read for Overreporting {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                buffer.fill(b'x');
                let is_first = std::mem::take(&mut self.0);
                Ok(if is_first { 1 } else { buffer.len() + 1 })
            }
        }
        assert_eq!(Window::new(Overreporting(true)).ahead(2).len(), CAPACITY);
    }
}
