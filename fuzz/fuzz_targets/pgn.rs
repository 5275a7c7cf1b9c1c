//! Any bytes as a PGN file, complete and in pieces: the same events; every game is replayed; written games are read again.
#![no_main]

use std::io::{self, Read};

use libfuzzer_sys::fuzz_target;
use tabiya::Variant;
use tabiya_pgn::{GameResult, Input, Problem, Reader, Record, Skip, TagValue, Visitor, replay::Replayer};

fuzz_target!(|bytes: &[u8]| {
    let Some((&piece, text)) = bytes.split_first() else { return };
    let complete = events(text, piece & 1 == 0);
    let pieces = events(Pieces { text, size: usize::from(piece) + 1 }, piece & 1 == 0);
    assert_eq!(complete, pieces);
    replay(text);
    // It may be compressed.
    if let Ok(input) = Input::new(text) {
        replay(input.take(1 << 20));
    }
});

fn replay(source: impl Read) {
    let (mut reader, mut record) = (Reader::new(source), Record::new());
    let mut replayer = Replayer::new(Variant::Chess);
    while let Ok(true) = reader.read_game(&mut record) {
        let account = replayer.replay(&record);
        assert!(account.plies <= record.plies());
        if let Some(fault) = account.fault {
            assert!(!fault.to_string().contains(char::is_control), "{fault}");
        }
    }
}

fn events(source: impl Read, visits_variations: bool) -> Vec<String> {
    let mut log = Log { visits_variations, ..Log::default() };
    let mut reader = Reader::new(source);
    loop {
        match reader.read_game(&mut log) {
            Ok(true) => {}
            Ok(false) => return log.lines,
            Err(error) => {
                log.lines.push(error.to_string());
                return log.lines;
            }
        }
    }
}

#[derive(Default)]
struct Log {
    lines: Vec<String>,
    comment: Vec<u8>,
    visits_variations: bool,
}

impl Visitor for Log {
    fn begin_game(&mut self, line: u64) {
        self.lines.push(format!("game {line}"));
    }
    fn tag(&mut self, name: &[u8], value: TagValue<'_>) {
        self.lines.push(format!("{name:?} {}", value.text()));
    }
    fn san(&mut self, san: &[u8], line: u64) {
        assert!(!san.is_empty());
        self.lines.push(format!("{line} {san:?}"));
    }
    fn null_move(&mut self, line: u64) {
        self.lines.push(format!("{line} null"));
    }
    fn nag(&mut self, nag: u8) {
        self.lines.push(format!("${nag}"));
    }
    fn comment(&mut self, text: &[u8], is_last: bool) {
        self.comment.extend_from_slice(text);
        if is_last {
            let text = std::mem::take(&mut self.comment);
            self.lines.push(format!("{text:?}"));
        }
    }
    fn begin_variation(&mut self) -> Skip {
        self.lines.push("(".into());
        if self.visits_variations { Skip::No } else { Skip::Yes }
    }
    fn end_variation(&mut self) {
        self.lines.push(")".into());
    }
    fn result(&mut self, result: GameResult) {
        self.lines.push(result.to_string());
    }
    fn problem(&mut self, problem: Problem) {
        self.lines.push(problem.to_string());
    }
    fn end_game(&mut self) {
        self.lines.push("end".into());
    }
}

/// A text in pieces of one size.
struct Pieces<'a> {
    text: &'a [u8],
    size: usize,
}

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.size.min(buffer.len()).min(self.text.len());
        buffer[..count].copy_from_slice(&self.text[..count]);
        self.text = &self.text[count..];
        Ok(count)
    }
}
