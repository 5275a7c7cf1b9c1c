use std::io::Read;

use super::bytes::{CLASS, Class, MAX_TOKEN, is_like_a_move, is_line_start, line_end_length, token_length};
use super::non_ascii::{figurine, first_char, is_part_of_a_word, token_with_figurine, word_length};
use super::tags::{MAX_TAG, MAX_TAG_NAME, begins_tag_pair};
use super::token::{
    NumericToken, begins_another_game, begins_game, first_mark, is_first_number, numeric_token,
};
use super::{GameResult, Problem, ProblemKind, Reader, Skip, Visitor};

/// Why the fast loop over moves stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stop {
    /// At a token of this class.
    At(Class),
    /// After a result.
    Result(GameResult),
    /// Before the first move of another game.
    NextGame,
    End,
}

/// Position within a game.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    /// Nesting depth of variations.
    depth: u64,
    /// After a move.
    has_moved: bool,
}

impl<R: Read> Reader<R> {
    /// Reads the moves of a game to its end; returns whether the game is complete.
    pub(super) fn movetext<V: Visitor>(&mut self, visitor: &mut V) -> bool {
        let mut place = Place::default();
        let mut result = None;
        loop {
            match self.moves(visitor, &mut place) {
                Stop::End | Stop::NextGame => break,
                // A result inside a variation is not the game's.
                Stop::Result(_) if place.depth > 0 => {}
                Stop::Result(found) => {
                    self.record_result(visitor, &mut result, found);
                    if !self.continues_after_result(visitor, &mut result) {
                        break;
                    }
                }
                Stop::At(Class::Open) => {
                    self.window.advance(1);
                    match visitor.begin_variation() {
                        Skip::No => place.depth += 1,
                        Skip::Yes => self.skip_variation(visitor),
                    }
                }
                Stop::At(Class::Close) if place.depth > 0 => {
                    self.window.advance(1);
                    place.depth -= 1;
                    visitor.end_variation();
                }
                Stop::At(Class::Comment) => self.comment(visitor),
                Stop::At(class) if self.begins_next_game(class) => break,
                Stop::At(class) => self.other_token(visitor, class),
            }
        }
        if let Some(result) = result {
            visitor.result(result);
        }
        if result.is_none() && self.input_failed() {
            return false;
        }
        if place.depth > 0 {
            visitor.problem(Problem { line: self.window.line, kind: ProblemKind::UnterminatedVariation });
        }
        true
    }

    /// Reads moves, move numbers and short comments: the fast path.
    fn moves<V: Visitor>(&mut self, visitor: &mut V, place: &mut Place) -> Stop {
        let mut has_moved = place.has_moved;
        loop {
            self.window.ahead(MAX_TOKEN + 5);
            let (bytes, ready) = self.window.rest(MAX_TOKEN + 4);
            if bytes.is_empty() {
                return Stop::End;
            }
            let mut line = self.window.line;
            let mut at = 0;
            let stop = loop {
                if at >= ready {
                    break None;
                }
                match CLASS[usize::from(bytes[at])] {
                    Class::Blank => at += 1,
                    Class::Newline => {
                        line += 1;
                        at += if bytes[at] == b'\n' { 1 } else { line_end_length(&bytes[at..]) };
                    }
                    Class::Comment => {
                        let Some(length) = short_comment(&bytes[at + 1..]) else {
                            break Some(Stop::At(Class::Comment));
                        };
                        visitor.comment(&bytes[at + 1..at + 1 + length], true);
                        at += length + 2;
                    }
                    Class::Letter => {
                        has_moved = true;
                        let length = token_length(&bytes[at..]);
                        let next = bytes.get(at + length).copied().unwrap_or(b'\n');
                        if next >= 0x80 {
                            at += emit_move_with_figurine(visitor, &bytes[at..], line);
                            continue;
                        }
                        emit_move(visitor, &bytes[at..at + length], line);
                        at += length + usize::from(next == b' ');
                    }
                    Class::Digit => {
                        let (numeric_token, length) = numeric_token(&bytes[at..]);
                        let from = at;
                        at += length;
                        match numeric_token {
                            NumericToken::Number
                                if has_moved
                                    && (length, bytes[from]) == (1, b'1')
                                    && place.depth == 0
                                    && begins_another_game(self.window.before(from), &bytes[from..]) =>
                            {
                                at = from;
                                break Some(Stop::NextGame);
                            }
                            NumericToken::Number => at += dots_and_blank(&bytes[at..]),
                            NumericToken::Castling => emit_move(visitor, &bytes[from..at], line),
                            NumericToken::Null => visitor.null_move(line),
                            NumericToken::Result(result) => break Some(Stop::Result(result)),
                        }
                    }
                    Class::Dash if bytes.get(at + 1) == Some(&b'-') => {
                        visitor.null_move(line);
                        at += 2;
                    }
                    Class::Star => {
                        at += 1;
                        break Some(Stop::Result(GameResult::Unknown));
                    }
                    class => break Some(Stop::At(class)),
                }
            };
            self.window.advance_to_line(at, line);
            if let Some(stop) = stop {
                place.has_moved = has_moved;
                return stop;
            }
        }
    }

    /// Reads a token that is neither a move nor a change of variation.
    fn other_token<V: Visitor>(&mut self, visitor: &mut V, class: Class) {
        match class {
            Class::Comment => self.comment(visitor),
            Class::LineComment => self.line_comment(visitor),
            Class::Nag => self.nag(visitor),
            Class::Mark => self.mark(visitor),
            Class::Percent if is_line_start(self.window.before(0)) => self.skip_line(),
            Class::Other => self.non_ascii_char(visitor),
            _ => {
                let Some(&byte) = self.window.ahead(1).first() else { return };
                let kind =
                    if byte == b')' { ProblemKind::StrayParenthesis } else { ProblemKind::StrayByte(byte) };
                visitor.problem(Problem { line: self.window.line, kind });
                self.window.advance(1);
            }
        }
    }

    /// Reads a character that begins no PGN token. A figurine is a piece letter. Letters are in place of a move, and
    /// skipping that move would replay a different game: all up to the next blank is passed on as one unreadable move.
    fn non_ascii_char<V: Visitor>(&mut self, visitor: &mut V) {
        let line = self.window.line;
        let text = self.window.ahead(MAX_TOKEN + 9);
        let Some((char, mut length)) = first_char(text) else { return };
        if let Some(piece) = figurine(char) {
            let (rest, rest_length) = token_with_figurine(&text[length..]);
            length += rest_length;
            emit_move(visitor, &[piece, &rest].concat(), line);
        } else if is_part_of_a_word(char) {
            length = word_length(text);
            emit_move(visitor, &text[..length], line);
        } else {
            visitor.problem(Problem { line, kind: ProblemKind::StrayByte(text[0]) });
        }
        self.window.advance(length);
    }

    /// Reads `$` and its number. A number above 255 is reported and left out. Without a number it is ignored, with the text attached
    /// to it unless that is a move.
    fn nag<V: Visitor>(&mut self, visitor: &mut V) {
        let line = self.window.line;
        let ahead = self.window.ahead(MAX_TOKEN);
        // A fixed length: the result must not depend on how much is buffered.
        let text = &ahead[1..ahead.len().min(MAX_TOKEN)];
        let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let is_long = digits + 1 == MAX_TOKEN;
        let number = std::str::from_utf8(&text[..digits]).ok().and_then(|digits| digits.parse().ok());
        let word = &text[..token_length(text)];
        let attached = if digits > 0 || is_like_a_move(word) { digits } else { word.len() };
        self.window.advance(1 + attached);
        match number {
            Some(number) => visitor.nag(number),
            None if digits > 0 => visitor.problem(Problem { line, kind: ProblemKind::LargeNag }),
            None => {}
        }
        while is_long && self.window.ahead(1).first().is_some_and(u8::is_ascii_digit) {
            self.window.advance(1);
        }
    }

    /// Reads `!` and similar marks separated from their move.
    fn mark<V: Visitor>(&mut self, visitor: &mut V) {
        let (nag, length) = first_mark(self.window.ahead(2));
        self.window.advance(length);
        visitor.nag(nag);
    }

    /// Whether the tag pairs of another game begin here.
    fn begins_next_game(&mut self, class: Class) -> bool {
        class == Class::Bracket
            && begins_tag_pair(self.window.ahead(MAX_TAG_NAME))
            && is_line_start(self.window.before(0))
    }

    /// Skips a variation with everything in it; its `(` has been read.
    fn skip_variation<V: Visitor>(&mut self, visitor: &mut V) {
        let start_line = self.window.line;
        let mut depth = 1u64;
        loop {
            let text = self.window.ahead(1);
            let is_plain = |byte: &u8| !matches!(byte, b'(' | b')' | b'{' | b';' | b'[' | b'%');
            let plain = text.iter().position(|byte| !is_plain(byte)).unwrap_or(text.len());
            let found = text.get(plain).copied();
            let is_end = text.is_empty();
            self.window.advance(plain);
            match found {
                // After an input error the variation might have continued.
                None if is_end && self.window.has_failed() => return,
                None if is_end => break,
                None => {}
                Some(b'{') => self.skip_comment(visitor),
                Some(b';') => self.skip_line(),
                Some(b'%') if is_line_start(self.window.before(0)) => self.skip_line(),
                Some(b'[') if self.begins_next_game(Class::Bracket) => break,
                Some(byte) => {
                    self.window.advance(1);
                    depth = depth + u64::from(byte == b'(') - u64::from(byte == b')');
                    if depth == 0 {
                        return;
                    }
                }
            }
        }
        visitor.problem(Problem { line: start_line, kind: ProblemKind::UnterminatedVariation });
    }

    fn record_result<V: Visitor>(
        &mut self,
        visitor: &mut V,
        result: &mut Option<GameResult>,
        found: GameResult,
    ) {
        if result.is_some_and(|earlier| earlier != found) {
            visitor.problem(Problem { line: self.window.line, kind: ProblemKind::SecondResult });
        }
        *result = Some(found);
    }

    /// Reads what may follow a result; returns whether moves of this game follow.
    fn continues_after_result<V: Visitor>(
        &mut self,
        visitor: &mut V,
        result: &mut Option<GameResult>,
    ) -> bool {
        let continues = self.moves_follow_result(visitor, result);
        // Comments in a paragraph of their own belong to the game that begins there; if none does, to this one.
        if self.preamble.start().is_some() && !begins_game(self.window.ahead(MAX_TAG)) {
            self.preamble.emit(Some(visitor));
        }
        continues
    }

    /// Returns whether moves follow in the same paragraph that continue the numbering.
    fn moves_follow_result<V: Visitor>(&mut self, visitor: &mut V, result: &mut Option<GameResult>) -> bool {
        let mut after_blank_line = false;
        loop {
            after_blank_line |= self.blanks();
            self.window.ahead(MAX_TAG_NAME);
            let (text, _) = self.window.rest(0);
            let Some(first) = text.first() else { return false };
            let class = CLASS[usize::from(*first)];
            let continues = match class {
                Class::Comment if after_blank_line => {
                    self.keep_comment(visitor);
                    continue;
                }
                Class::Comment | Class::LineComment | Class::Nag | Class::Mark => {
                    self.other_token(visitor, class);
                    continue;
                }
                Class::Percent if is_line_start(self.window.before(0)) => {
                    self.skip_line();
                    continue;
                }
                Class::Star if !after_blank_line => {
                    self.window.advance(1);
                    self.record_result(visitor, result, GameResult::Unknown);
                    continue;
                }
                Class::Digit => match numeric_token(text) {
                    (NumericToken::Result(found), length) if !after_blank_line => {
                        self.window.advance(length);
                        self.record_result(visitor, result, found);
                        continue;
                    }
                    (NumericToken::Result(_), _) => false,
                    (NumericToken::Number, _) => !is_first_number(text),
                    (NumericToken::Castling | NumericToken::Null, _) => true,
                },
                Class::Letter => is_like_a_move(&text[..token_length(text)]),
                Class::Close | Class::Open | Class::Dash => true,
                _ => false,
            };
            if !continues || after_blank_line {
                return false;
            }
            visitor.problem(Problem { line: self.window.line, kind: ProblemKind::MovesAfterResult });
            return true;
        }
    }
}

/// The length of a comment that ends on its line and in the window, as nearly all do.
#[inline]
fn short_comment(text: &[u8]) -> Option<usize> {
    memchr::memchr3(b'}', b'\n', b'\r', text).filter(|&end| text[end] == b'}')
}

/// The length of what usually follows a move number. All of it is blank, so stopping early is harmless.
#[inline]
fn dots_and_blank(text: &[u8]) -> usize {
    match text {
        [b'.', b' ', ..] => 2,
        [b'.', b'.', b'.', b' ', ..] => 4,
        _ => 0,
    }
}

/// Passes on a move whose promotion may be a figurine; returns its length.
#[cold]
fn emit_move_with_figurine<V: Visitor>(visitor: &mut V, text: &[u8], line: u64) -> usize {
    let (token, length) = token_with_figurine(text);
    emit_move(visitor, &token, line);
    length
}

#[inline]
fn emit_move<V: Visitor>(visitor: &mut V, token: &[u8], line: u64) {
    match token {
        b"Z0" | b"@@@@" => visitor.null_move(line),
        // The suffix of an en passant capture, after a blank.
        b"ep" | b"e.p." => {}
        _ => visitor.san(token, line),
    }
    if token.len() >= MAX_TOKEN {
        visitor.problem(Problem { line, kind: ProblemKind::LongToken });
    }
}
