//! Logs the events of a reader.

#![allow(dead_code, reason = "not every test uses all of it")]

use std::io::{self, Read};

use tabiya_pgn::{GameResult, Problem, ReadError, Reader, Skip, TagValue, Visitor};

/// Events, one per line; the parts of a comment are joined.
#[derive(Debug, Default)]
pub(crate) struct Log {
    pub(crate) lines: Vec<String>,
    pub(crate) comment: Vec<u8>,
    pub(crate) skip_moves: bool,
    pub(crate) visit_variations: bool,
}

impl Log {
    fn push(&mut self, text: impl Into<String>) {
        self.lines.push(text.into());
    }
}

impl Visitor for Log {
    fn begin_game(&mut self, line: u64) {
        self.push(format!("game at line {line}"));
    }
    fn tag(&mut self, name: &[u8], value: TagValue<'_>) {
        self.push(format!("tag {} = {}", name.escape_ascii(), value.text()));
    }
    fn begin_moves(&mut self) -> Skip {
        if self.skip_moves { Skip::Yes } else { Skip::No }
    }
    fn san(&mut self, san: &[u8], line: u64) {
        self.push(format!("{line}: {}", san.escape_ascii()));
    }
    fn null_move(&mut self, line: u64) {
        self.push(format!("{line}: null"));
    }
    fn nag(&mut self, nag: u8) {
        self.push(format!("${nag}"));
    }
    fn comment(&mut self, text: &[u8], is_last: bool) {
        self.comment.extend_from_slice(text);
        if is_last {
            let text = std::mem::take(&mut self.comment);
            self.push(format!("{{{}}}", text.escape_ascii()));
        }
    }
    fn begin_variation(&mut self) -> Skip {
        if !self.visit_variations {
            return Skip::Yes;
        }
        self.push("(");
        Skip::No
    }
    fn end_variation(&mut self) {
        self.push(")");
    }
    fn result(&mut self, result: GameResult) {
        self.push(format!("result {result}"));
    }
    fn problem(&mut self, problem: Problem) {
        self.push(format!("! {problem}"));
    }
    fn end_game(&mut self) {
        self.push("end");
    }
}

/// All events of a text.
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

/// All events, variations included, joined to one line.
pub(crate) fn read(text: impl AsRef<[u8]>) -> String {
    let log = Log { visit_variations: true, ..Log::default() };
    events(text.as_ref(), log).join(" | ")
}

/// The number of complete games, and the error that ended reading, if any.
pub(crate) fn count(source: impl Read) -> (usize, Option<ReadError>) {
    struct CompleteGames(usize);
    impl Visitor for CompleteGames {
        fn end_game(&mut self) {
            self.0 += 1;
        }
    }
    let (mut reader, mut games) = (Reader::new(source), CompleteGames(0));
    loop {
        match reader.read_game(&mut games) {
            Ok(true) => {}
            Ok(false) => return (games.0, None),
            Err(error) => return (games.0, Some(error)),
        }
    }
}

/// Returns a text in chunks of the given sizes, repeatedly.
pub(crate) struct Chunked<'a> {
    pub(crate) text: &'a [u8],
    pub(crate) sizes: &'a [usize],
    pub(crate) turn: usize,
}

impl Read for Chunked<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let size = self.sizes[self.turn % self.sizes.len()].clamp(1, buffer.len());
        self.turn += 1;
        let (piece, rest) = self.text.split_at(size.min(self.text.len()));
        buffer[..piece.len()].copy_from_slice(piece);
        self.text = rest;
        Ok(piece.len())
    }
}
