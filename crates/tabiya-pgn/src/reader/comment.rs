use std::io::Read;

use super::bytes::{follows_blank_line, line_end_length};
use super::preamble::KeepComments;
use super::tags::{MAX_TAG_NAME, begins_tag_pair};
use super::{Problem, ProblemKind, Reader, Visitor};

impl<R: Read> Reader<R> {
    /// Reads a comment in braces and passes it to the visitor.
    pub(super) fn comment<V: Visitor>(&mut self, visitor: &mut V) {
        let start_line = self.window.line;
        self.window.advance(1);
        while !self.comment_piece(visitor, start_line, Visitor::comment) {}
    }

    /// Reads a comment in braces that may belong to the next game.
    pub(super) fn keep_comment<V: Visitor>(&mut self, visitor: &mut V) {
        self.preamble.note_start(self.window.offset(), self.window.line);
        let mut preamble = std::mem::take(&mut self.preamble);
        self.comment(&mut KeepComments { preamble: &mut preamble, visitor });
        self.preamble = preamble;
    }

    /// Skips a comment in braces.
    pub(super) fn skip_comment<V: Visitor>(&mut self, visitor: &mut V) {
        let start_line = self.window.line;
        self.window.advance(1);
        while !self.comment_piece(visitor, start_line, |_, _, _| {}) {}
    }

    /// Reads a comment from `;` to the end of the line.
    pub(super) fn line_comment<V: Visitor>(&mut self, visitor: &mut V) {
        self.window.advance(1);
        loop {
            let text = self.window.ahead(1);
            let end = memchr::memchr2(b'\n', b'\r', text);
            let is_last = end.is_some() || text.is_empty();
            let length = end.unwrap_or(text.len());
            visitor.comment(&text[..length], is_last);
            self.window.advance(length);
            if is_last {
                return;
            }
        }
    }

    /// Reads the part of a comment that is in the window; returns whether the comment ended.
    fn comment_piece<V: Visitor>(
        &mut self,
        visitor: &mut V,
        start_line: u64,
        emit: impl Fn(&mut V, &[u8], bool),
    ) -> bool {
        self.window.ahead(MAX_TAG_NAME + 1);
        let (text, mut ready) = self.window.rest(MAX_TAG_NAME);
        if text.is_empty() {
            emit(visitor, text, true);
            if !self.window.has_failed() {
                visitor.problem(Problem { line: start_line, kind: ProblemKind::UnterminatedComment });
            }
            return true;
        }
        let mut line = self.window.line;
        let mut from = 0;
        while let Some(found) = memchr::memchr3(b'}', b'\n', b'\r', &text[from..ready]) {
            let at = from + found;
            if text[at] == b'}' {
                emit(visitor, &text[..at], true);
                self.window.advance_to_line(at + 1, line);
                return true;
            }
            line += 1;
            from = at + line_end_length(&text[at..]);
            ready = ready.max(from);
            if begins_tag_pair(&text[from..]) && follows_blank_line(self.window.before(from)) {
                emit(visitor, &text[..from], true);
                visitor.problem(Problem { line: start_line, kind: ProblemKind::UnterminatedComment });
                self.window.advance_to_line(from, line);
                return true;
            }
        }
        emit(visitor, &text[..ready], false);
        self.window.advance_to_line(ready, line);
        false
    }
}
