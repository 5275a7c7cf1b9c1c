//! PGN as a stream: tags, moves, comments, NAGs, variations and results, in a buffer of fixed size.

mod bytes;
mod comment;
mod file_type;
mod movetext;
mod non_ascii;
mod preamble;
mod problem;
mod push_reader;
mod tags;
mod token;
mod visitor;
mod window;

use std::fmt;
use std::io::Read;

pub(crate) use non_ascii::figurine;
pub use problem::{Problem, ProblemKind, ReadError};
pub use push_reader::{PushReader, PushStatus};
pub(crate) use tags::may_be_in_name;
pub use tags::{TagValue, decode};
pub(crate) use token::suffix_nags;
pub use visitor::{GameResult, Skip, Visitor};

use bytes::is_line_start;
use preamble::Preamble;
use tags::{MAX_TAG, MAX_TAG_NAME, blanks_at, long_tag_pair, tag_pair};
use window::Window;

/// Reads games one after the other.
///
/// Accepts files as they are found: any line ends, a byte order mark, UTF-8 or Latin-1, `%` lines, no empty line
/// between games, no tags, no moves, no result, text that is not a game. Problems are reported to
/// [`Visitor::problem`]. Memory use is limited to the buffer, whatever the file contains.
///
/// ```
/// use tabiya_pgn::{Problem, Reader, Visitor};
///
/// #[derive(Default)]
/// struct Problems(Vec<String>);
///
/// impl Visitor for Problems {
///     fn problem(&mut self, problem: Problem) {
///         self.0.push(problem.to_string());
///     }
/// }
///
/// let mut reader = Reader::new(&b"1. e4 {no end\n\n[Event \"next\"]\n\n1. d4 *"[..]);
/// let mut problems = Problems::default();
/// while reader.read_game(&mut problems)? {}
/// assert_eq!(reader.games(), 2);
/// assert_eq!(problems.0, ["line 1: unterminated comment"]);
/// # Ok::<(), tabiya_pgn::ReadError>(())
/// ```
pub struct Reader<R> {
    window: Window<R>,
    games: u64,
    has_begun: bool,
    /// Skipping text that is not a game, up to the next tag pair.
    is_skipping: bool,
    /// Text before the next game that is not a game.
    skipped_text: Option<Problem>,
    /// Whether there was anything but blanks outside of games.
    has_other_text: bool,
    not_pgn_reason: &'static str,
    preamble: Preamble,
}

/// How a game begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Start {
    Tags,
    Moves,
}

impl<R: Read> Reader<R> {
    /// A reader of PGN text. For compressed files, see [`Input`](crate::Input).
    pub fn new(source: R) -> Reader<R> {
        let window = Window::new(source);
        Reader {
            window,
            games: 0,
            has_begun: false,
            is_skipping: false,
            skipped_text: None,
            has_other_text: false,
            not_pgn_reason: "no game found",
            preamble: Preamble::default(),
        }
    }

    /// Sets the number of the first line, for text from the middle of a file.
    #[must_use]
    pub fn at_line(mut self, line: u64) -> Reader<R> {
        // Leaves room to count from there.
        self.window.line = line.min(u64::MAX / 2);
        self
    }

    /// The number of games that have begun so far.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The current line, from 1; after a game, the line where the next may begin.
    #[must_use]
    pub fn line(&self) -> u64 {
        self.preamble.start().map_or(self.window.line, |(_, line)| line)
    }

    /// The number of bytes of text read; after a game, the offset where the next may begin.
    #[must_use]
    pub fn offset(&self) -> u64 {
        self.preamble.start().map_or_else(|| self.window.offset(), |(offset, _)| offset)
    }

    /// Reads the next game; `false` at the end of the file.
    pub fn read_game<V: Visitor>(&mut self, visitor: &mut V) -> Result<bool, ReadError> {
        if !self.has_begun {
            self.begin()?;
        }
        let Some(start) = self.find_game(visitor) else { return self.finish(visitor) };
        if let Some(problem) = self.skipped_text.take() {
            visitor.problem(problem);
        }
        self.games += 1;
        visitor.begin_game(self.window.line);
        let has_moves = start == Start::Moves || self.tags(visitor);
        let skip = has_moves.then(|| visitor.begin_moves());
        self.preamble.emit((start == Start::Moves && skip == Some(Skip::No)).then_some(visitor));
        let is_complete = match skip {
            None => !self.input_failed(),
            Some(Skip::No) => self.movetext(visitor),
            Some(Skip::Yes) => self.movetext(&mut ResultOnly(visitor)),
        };
        if !is_complete {
            return self.finish(visitor);
        }
        visitor.end_game();
        Ok(true)
    }

    fn begin(&mut self) -> Result<(), ReadError> {
        self.has_begun = true;
        // More may be buffered; the result must not depend on the size of reads.
        let ahead = self.window.ahead(file_type::PROBE_LENGTH);
        let first = &ahead[..ahead.len().min(file_type::PROBE_LENGTH)];
        if let Some(what) = file_type::not_pgn_reason(first) {
            return Err(ReadError::NotPgn(what));
        }
        if first.trim_ascii_start().starts_with(b"<") {
            self.not_pgn_reason = "looks like HTML";
        }
        if first.starts_with(file_type::BYTE_ORDER_MARK) {
            self.window.advance(file_type::BYTE_ORDER_MARK.len());
        }
        Ok(())
    }

    /// The end of the input.
    fn finish<V: Visitor>(&mut self, visitor: &mut V) -> Result<bool, ReadError> {
        if let Some(error) = self.window.take_failure() {
            return Err(ReadError::Input { offset: self.window.offset(), line: self.window.line, error });
        }
        if let Some(problem) = self.skipped_text.take().filter(|_| self.games > 0) {
            visitor.problem(problem);
        }
        if self.games == 0 && std::mem::take(&mut self.has_other_text) {
            return Err(ReadError::NotPgn(self.not_pgn_reason));
        }
        Ok(false)
    }

    /// Whether the input failed and everything before the error has been used.
    fn input_failed(&mut self) -> bool {
        self.window.ahead(1).is_empty() && self.window.has_failed()
    }

    /// Advances to the start of the next game.
    fn find_game<V: Visitor>(&mut self, visitor: &mut V) -> Option<Start> {
        loop {
            self.blanks();
            let text = self.window.ahead(MAX_TAG);
            let first = *text.first()?;
            let is_tag = first == b'[' && (tag_pair(text).is_some() || long_tag_pair(text).is_some());
            if is_tag || (!self.is_skipping && token::begins_game(text)) {
                self.is_skipping = false;
                return Some(if is_tag { Start::Tags } else { Start::Moves });
            }
            let is_comment = first == b'{' && !self.is_skipping;
            let is_remark = is_comment || first == b';' || first == b'%';
            self.has_other_text = true;
            if !is_remark && !self.is_skipping {
                self.is_skipping = true;
                // If no game follows, only the error that the file is not PGN is reported.
                self.skipped_text = Some(Problem { line: self.window.line, kind: ProblemKind::NotAGame });
            }
            if is_comment {
                self.keep_comment(visitor);
            } else {
                self.skip_line();
            }
        }
    }

    /// Reads tag pairs; `true` if moves follow, `false` if another game or the end does.
    fn tags<V: Visitor>(&mut self, visitor: &mut V) -> bool {
        let mut has_event = false;
        let mut is_first = true;
        loop {
            let after_blank_line = self.blanks();
            self.window.ahead(MAX_TAG);
            let (text, _) = self.window.rest(0);
            match text.first() {
                None => return false,
                Some(b'[') => {}
                Some(b'%') if is_line_start(self.window.before(0)) => {
                    self.skip_line();
                    continue;
                }
                Some(_) => return true,
            }
            let complete = tag_pair(text);
            let Some(pair) = complete.or_else(|| long_tag_pair(text)) else {
                visitor.problem(Problem { line: self.window.line, kind: ProblemKind::BadTag });
                self.skip_line();
                continue;
            };
            let is_event = pair.name == b"Event";
            if !is_first && (after_blank_line || (is_event && has_event)) {
                return false;
            }
            has_event |= is_event;
            is_first = false;
            visitor.tag(pair.name, pair.value);
            let length = pair.length;
            let is_long = complete.is_none();
            // A tag pair does not span lines.
            self.window.advance_to_line(length, self.window.line);
            if is_long {
                visitor.problem(Problem { line: self.window.line, kind: ProblemKind::LongTag });
                self.skip_value();
            }
        }
    }

    /// Skips the rest of a tag pair from inside its value: to its end or to the end of the line.
    fn skip_value(&mut self) {
        loop {
            let text = self.window.ahead(MAX_TAG_NAME);
            let Some(found) = memchr::memchr3(b'"', b'\n', b'\r', text) else {
                let length = text.len();
                if length == 0 {
                    return;
                }
                self.window.advance(length);
                continue;
            };
            let is_quote = text[found] == b'"';
            self.window.advance(found);
            if !is_quote {
                return;
            }
            let is_escaped = self.window.last_byte() == b'\\';
            self.window.advance(1);
            let after = self.window.ahead(MAX_TAG_NAME);
            let blanks = blanks_at(after);
            if !is_escaped && after.get(blanks) == Some(&b']') {
                return self.window.advance(blanks + 1);
            }
        }
    }

    /// Skips blanks and line ends; returns whether there was an empty line among them.
    fn blanks(&mut self) -> bool {
        let first = self.window.line;
        loop {
            let text = self.window.ahead(1);
            let is_blank = |byte: &&u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c | 0x1a);
            let count = text.iter().take_while(is_blank).count();
            if count == 0 {
                return self.window.line - first >= 2;
            }
            self.window.advance(count);
        }
    }

    /// Skips to the next line.
    fn skip_line(&mut self) {
        loop {
            let text = self.window.ahead(1);
            match memchr::memchr2(b'\n', b'\r', text) {
                Some(end) => return self.window.advance(end),
                None if text.is_empty() => return,
                None => {
                    let length = text.len();
                    self.window.advance(length);
                }
            }
        }
    }
}

impl<R> fmt::Debug for Reader<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reader").field("games", &self.games).finish_non_exhaustive()
    }
}

/// Passes only the result and problems of a game on.
struct ResultOnly<'a, V>(&'a mut V);

impl<V: Visitor> Visitor for ResultOnly<'_, V> {
    fn result(&mut self, result: GameResult) {
        self.0.result(result);
    }

    fn problem(&mut self, problem: Problem) {
        self.0.problem(problem);
    }
}
