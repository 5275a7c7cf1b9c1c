//! Writes down what a reader says.

#![allow(dead_code, reason = "not every test uses everything")]

use std::io::{self, Read};

use tabiya_pgn::{GameResult, Problem, ReadError, Reader, Skip, TagValue, Visitor};

/// One line an event; pieces of a comment are joined.
#[derive(Debug, Default)]
pub(crate) struct Log {
    pub(crate) lines: Vec<String>,
    pub(crate) comment: Vec<u8>,
    pub(crate) skip_moves: bool,
    pub(crate) visit_variations: bool,
}

impl Log {
    fn say(&mut self, text: impl Into<String>) {
        self.lines.push(text.into());
    }
}

impl Visitor for Log {
    fn begin_game(&mut self, line: u64) {
        self.say(format!("game at line {line}"));
    }
    fn tag(&mut self, name: &[u8], value: TagValue<'_>) {
        self.say(format!("tag {} = {}", name.escape_ascii(), value.text()));
    }
    fn begin_moves(&mut self) -> Skip {
        if self.skip_moves { Skip::Yes } else { Skip::No }
    }
    fn san(&mut self, san: &[u8], line: u64) {
        self.say(format!("{line}: {}", san.escape_ascii()));
    }
    fn null_move(&mut self, line: u64) {
        self.say(format!("{line}: null"));
    }
    fn nag(&mut self, nag: u8) {
        self.say(format!("${nag}"));
    }
    fn comment(&mut self, text: &[u8], is_last: bool) {
        self.comment.extend_from_slice(text);
        if is_last {
            let text = std::mem::take(&mut self.comment);
            self.say(format!("{{{}}}", text.escape_ascii()));
        }
    }
    fn begin_variation(&mut self) -> Skip {
        if !self.visit_variations {
            return Skip::Yes;
        }
        self.say("(");
        Skip::No
    }
    fn end_variation(&mut self) {
        self.say(")");
    }
    fn result(&mut self, result: GameResult) {
        self.say(format!("result {result}"));
    }
    fn problem(&mut self, problem: Problem) {
        self.say(format!("! {problem}"));
    }
    fn end_game(&mut self) {
        self.say("end");
    }
}

/// Everything a text says.
pub(crate) fn events(source: impl Read, mut log: Log) -> Vec<String> {
    let mut reader = Reader::new(source);
    loop {
        match reader.read_game(&mut log) {
            Ok(true) => {}
            Ok(false) => break,
            Err(error) => {
                log.lines.push(format!("!! {error}"));
                break;
            }
        }
    }
    log.lines
}

/// The same on one line, without `end`.
pub(crate) fn read(text: impl AsRef<[u8]>) -> String {
    let log = Log { visit_variations: true, ..Log::default() };
    events(text.as_ref(), log).join(" | ")
}

/// How many whole games there are, and why reading ended if not at the end.
pub(crate) fn count(source: impl Read) -> (usize, Option<ReadError>) {
    struct Whole(usize);
    impl Visitor for Whole {
        fn end_game(&mut self) {
            self.0 += 1;
        }
    }
    let (mut reader, mut whole) = (Reader::new(source), Whole(0));
    loop {
        match reader.read_game(&mut whole) {
            Ok(true) => {}
            Ok(false) => return (whole.0, None),
            Err(error) => return (whole.0, Some(error)),
        }
    }
}

/// Gives a text in pieces of the sizes it is told, again and again.
pub(crate) struct Pieces<'a> {
    pub(crate) text: &'a [u8],
    pub(crate) sizes: &'a [usize],
    pub(crate) turn: usize,
}

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let size = self.sizes[self.turn % self.sizes.len()].clamp(1, buffer.len());
        self.turn += 1;
        let (piece, rest) = self.text.split_at(size.min(self.text.len()));
        buffer[..piece.len()].copy_from_slice(piece);
        self.text = rest;
        Ok(piece.len())
    }
}
