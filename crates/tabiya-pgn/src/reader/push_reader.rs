//! A push reader: the caller supplies the text in chunks, and no call blocks.

use std::io::{self, Read};

use super::preamble::Preamble;
use super::{Problem, ReadError, Reader};
use crate::TreeRecord;

/// Maximum number of bytes buffered for an incomplete game.
const MAX_PENDING: usize = 32 << 20;

/// The result of an attempt to read a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PushStatus {
    /// A game was read.
    Game,
    /// The game is incomplete; more text is needed.
    NeedMore,
    /// No games are left.
    End,
}

/// Reads games from chunks of text as they arrive. Its results are those of [`Reader`], wherever the chunks end.
///
/// ```
/// use tabiya_pgn::{PushStatus, PushReader, TreeRecord};
///
/// let (mut reader, mut record) = (PushReader::new(), TreeRecord::new());
/// reader.push(b"1. e4 e5 2. N");
/// assert_eq!(reader.read_game(&mut record)?, PushStatus::NeedMore);
/// reader.push(b"f3 *");
/// reader.end();
/// assert_eq!(reader.read_game(&mut record)?, PushStatus::Game);
/// assert_eq!(record.record().plies(), 3);
/// assert_eq!(reader.read_game(&mut record)?, PushStatus::End);
/// # Ok::<(), tabiya_pgn::ReadError>(())
/// ```
#[derive(Debug)]
pub struct PushReader {
    reader: Reader<PushBuffer>,
    /// Minimum number of pending bytes before the next attempt. Otherwise a long game in short chunks would be parsed
    /// again for each of them.
    min_pending: usize,
}

/// The state before an attempt, to restore.
struct Checkpoint {
    offset: u64,
    line: u64,
    games: u64,
    has_begun: bool,
    is_skipping: bool,
    skipped_text: Option<Problem>,
    has_other_text: bool,
    not_pgn_reason: &'static str,
    preamble: Preamble,
}

impl Default for PushReader {
    fn default() -> Self {
        PushReader::new()
    }
}

impl PushReader {
    /// A reader without text.
    #[must_use]
    pub fn new() -> PushReader {
        PushReader { reader: Reader::new(PushBuffer::default()), min_pending: 0 }
    }

    /// Appends a chunk of text.
    pub fn push(&mut self, chunk: &[u8]) {
        self.reader.window.source.bytes.extend_from_slice(chunk);
    }

    /// Marks the end of the text.
    pub fn end(&mut self) {
        self.reader.window.source.is_complete = true;
        self.min_pending = 0;
    }

    /// Reads the next game if it is complete.
    pub fn read_game(&mut self, record: &mut TreeRecord) -> Result<PushStatus, ReadError> {
        let checkpoint = self.checkpoint();
        let pending = self.reader.window.source.end() - checkpoint.offset;
        if pending < self.min_pending as u64 {
            return Ok(PushStatus::NeedMore);
        }
        let stray = record.stray();
        let read = self.reader.read_game(record);
        // If the attempt used the last byte, the game may continue, or be another, with the next chunk.
        if self.reader.window.source.needs_more {
            record.discard_attempt(stray);
            self.restore(&checkpoint);
            if pending > MAX_PENDING as u64 {
                let error = io::Error::other(format!("a game of more than {} MiB", MAX_PENDING >> 20));
                let (offset, line) = (self.reader.offset(), self.reader.line());
                return Err(ReadError::Input { offset, line, error });
            }
            self.min_pending = 2 * pending as usize;
            return Ok(PushStatus::NeedMore);
        }
        self.min_pending = 0;
        self.reader.window.discard_read();
        read.map(|is_game| if is_game { PushStatus::Game } else { PushStatus::End })
    }

    fn checkpoint(&self) -> Checkpoint {
        let Reader {
            window,
            games,
            has_begun,
            is_skipping,
            skipped_text,
            has_other_text,
            not_pgn_reason,
            preamble,
        } = &self.reader;
        Checkpoint {
            offset: window.offset(),
            line: window.line,
            games: *games,
            has_begun: *has_begun,
            is_skipping: *is_skipping,
            skipped_text: *skipped_text,
            has_other_text: *has_other_text,
            not_pgn_reason,
            preamble: preamble.clone(),
        }
    }

    fn restore(&mut self, checkpoint: &Checkpoint) {
        self.reader.window.restore(checkpoint.offset, checkpoint.line);
        self.reader.games = checkpoint.games;
        self.reader.has_begun = checkpoint.has_begun;
        self.reader.is_skipping = checkpoint.is_skipping;
        self.reader.skipped_text = checkpoint.skipped_text;
        self.reader.has_other_text = checkpoint.has_other_text;
        self.reader.not_pgn_reason = checkpoint.not_pgn_reason;
        self.reader.preamble = checkpoint.preamble.clone();
    }
}

/// The buffered text, as far as it may be needed again.
#[derive(Debug, Default)]
pub(super) struct PushBuffer {
    pub(super) bytes: Vec<u8>,
    /// The number of bytes dropped before `bytes`.
    before: u64,
    /// Index of the next byte to return.
    at: usize,
    is_complete: bool,
    /// More bytes were requested than are buffered.
    needs_more: bool,
}

impl PushBuffer {
    fn end(&self) -> u64 {
        self.before + self.bytes.len() as u64
    }

    /// Continues from an earlier offset, and returns up to `kept` bytes before it.
    pub(super) fn restore(&mut self, offset: u64, kept: usize) -> &[u8] {
        self.needs_more = false;
        self.at = (offset - self.before) as usize;
        &self.bytes[self.at.saturating_sub(kept)..self.at]
    }

    /// Drops the bytes before an offset, but only if that frees more bytes than it moves.
    pub(super) fn discard_before(&mut self, offset: u64) {
        let unneeded = offset.saturating_sub(self.before) as usize;
        if 2 * unneeded > self.bytes.len() {
            self.bytes.drain(..unneeded);
            self.before += unneeded as u64;
            self.at -= unneeded;
        }
    }
}

impl Read for PushBuffer {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut rest = &self.bytes[self.at..];
        let count = rest.read(buffer)?;
        self.at += count;
        if count == 0 && !self.is_complete && !buffer.is_empty() {
            self.needs_more = true;
            return Err(io::ErrorKind::WouldBlock.into());
        }
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every game as PGN, every problem, and the final error.
    fn outcomes(mut next: impl FnMut(&mut TreeRecord) -> Result<PushStatus, ReadError>) -> Vec<String> {
        let (mut record, mut outcomes) = (TreeRecord::new(), Vec::new());
        loop {
            let read = next(&mut record);
            outcomes.extend(record.take_stray_problem().map(|problem| problem.to_string()));
            match read {
                Ok(PushStatus::Game) => {}
                Ok(PushStatus::NeedMore) => continue,
                Ok(PushStatus::End) => return outcomes,
                Err(error) => {
                    outcomes.push(error.to_string());
                    return outcomes;
                }
            }
            let line = record.record().line();
            outcomes.push(match record.tree(tabiya::Variant::Chess) {
                Ok(read) => {
                    let faults: Vec<String> = read.faults.iter().map(ToString::to_string).collect();
                    format!("{line} {faults:?}\n{}", read.tree.to_pgn())
                }
                Err(error) => format!("{line} {error}"),
            });
        }
    }

    fn read_in_chunks(text: &[u8], size: usize) -> Vec<String> {
        let mut chunks = text.chunks(size);
        let mut reader = PushReader::new();
        outcomes(|record| {
            let read = reader.read_game(record);
            if matches!(read, Ok(PushStatus::NeedMore)) {
                match chunks.next() {
                    Some(chunk) => reader.push(chunk),
                    None => reader.end(),
                }
            }
            read
        })
    }

    fn read_at_once(text: &[u8]) -> Vec<String> {
        let mut reader = Reader::new(text);
        outcomes(|record| {
            reader.read_game(record).map(|is_game| if is_game { PushStatus::Game } else { PushStatus::End })
        })
    }

    #[test]
    fn chunk_boundaries_do_not_change_the_games() {
        let unusual: [&[u8]; 6] = [
            b"",
            b"<html>no game</html>",
            b"1. e4 {no end\n\n[Event \"next\"]\n\n1. d4 *",
            b"[Event \"a\"]\r\n\r\n[Event \"b\"]\r\n\r\n1. e4 *\r\n1. d4 1-0 words\n[Event \"c\"]\n1. c4 (1. b4 (1. a4",
            b"\xff\xfe1\x00.\x00",
            b"% remark\n; another\n{comment} 1. e4 e5 2. Ke3 *\n\n\n\n",
        ];
        let long = [b"1. e4 {".as_slice(), &b"long ".repeat(60_000), b"} e5 * 1. d4 *"].concat();
        let many = b"[Event \"a\"]\n\n1. e4 *\n\nwords between games\n\n".repeat(300);
        for text in unusual.into_iter().chain([long.as_slice(), &many, SAMPLE.as_bytes()]) {
            let expected = read_at_once(text);
            for size in [1, 2, 7, 64, 1000, 70_000] {
                if size >= 7 || text.len() < 5000 {
                    assert_eq!(read_in_chunks(text, size), expected, "pieces of {size}");
                }
            }
        }
    }

    /// Reads all games that are there.
    fn read_all(reader: &mut PushReader, record: &mut TreeRecord) -> usize {
        let mut games = 0;
        while reader.read_game(record).expect("readable text") == PushStatus::Game {
            games += 1;
        }
        games
    }

    #[test]
    fn read_text_is_discarded() {
        const GAME: &[u8] = b"[Event \"a\"]\n\n1. e4 e5 2. Nf3 *\n\n";
        let (mut reader, mut record) = (PushReader::new(), TreeRecord::new());
        let mut games = 0;
        for _ in 0..2000 {
            reader.push(GAME);
            games += read_all(&mut reader, &mut record);
            // A tag pair needs at most 4096 bytes of lookahead, and a game is retried when twice as much is pending.
            let kept = reader.reader.window.source.bytes.len();
            assert!(kept < 20_000, "{kept} bytes after {games} games");
        }
        reader.end();
        assert_eq!(games + read_all(&mut reader, &mut record), 2000);
    }

    #[test]
    fn bytes_are_moved_only_if_that_frees_more() {
        for (offset, kept) in [(10, 100), (50, 100), (51, 49), (90, 10)] {
            let mut chunks = PushBuffer { bytes: vec![b'x'; 100], at: 95, ..PushBuffer::default() };
            chunks.discard_before(offset);
            assert_eq!((chunks.bytes.len(), chunks.end()), (kept, 100), "{offset} bytes are not needed");
            assert_eq!(chunks.read(&mut [0; 100]).expect("never fails"), 5);
        }
    }

    #[test]
    fn stray_problem_is_kept_until_taken() {
        let (mut reader, mut record) = (PushReader::new(), TreeRecord::new());
        reader.push(&b"1. e4 *\n\nwords\n\n[Event \"a\"]\n\n".repeat(2));
        reader.push(&[b'x'; 5000]);
        assert_eq!(read_all(&mut reader, &mut record), 2);
        assert_eq!(record.take_stray_problem().map(|problem| problem.line), Some(3));
        assert_eq!(record.take_stray_problem(), None);
    }

    #[test]
    fn a_game_is_retried_when_pending_text_has_doubled() {
        let (mut reader, mut record) = (PushReader::new(), TreeRecord::new());
        reader.push(&[b"1. e4 {".as_slice(), &[b'x'; 4993]].concat());
        assert_eq!(read_all(&mut reader, &mut record), 0);
        reader.push(&[b"} *\n\n1. d4 {".as_slice(), &[b'x'; 4987]].concat());
        assert_eq!(read_all(&mut reader, &mut record), 0, "one byte is missing");
        reader.push(b"x");
        assert_eq!(read_all(&mut reader, &mut record), 1);
    }

    #[test]
    fn length_limit_applies_to_each_game() {
        let (mut reader, mut record) = (PushReader::new(), TreeRecord::new());
        let game = [b"1. e4 {".as_slice(), &vec![b'x'; MAX_PENDING / 4], b"} *\n\n"].concat();
        let mut games = 0;
        for _ in 0..5 {
            reader.push(&game);
            games += read_all(&mut reader, &mut record);
        }
        reader.end();
        assert_eq!(games + read_all(&mut reader, &mut record), 5);
    }

    #[test]
    fn max_pending_is_inclusive() {
        let mut text = [b"1. e4 {".as_slice(), &vec![b'x'; MAX_PENDING - 7]].concat();
        for is_too_long in [false, true] {
            let mut reader = PushReader::new();
            reader.push(&text);
            assert_eq!(
                reader.read_game(&mut TreeRecord::new()).is_err(),
                is_too_long,
                "{} bytes",
                text.len()
            );
            text.push(b'x');
        }
    }

    #[test]
    fn an_endless_game_is_an_error() {
        let mut reader = PushReader::new();
        let mut record = TreeRecord::new();
        reader.push(b"1. e4 {");
        let error = (0..200).find_map(|_| {
            reader.push(&vec![b'x'; 1 << 20]);
            reader.read_game(&mut record).err()
        });
        assert!(error.is_some_and(|error| error.to_string().ends_with("a game of more than 32 MiB")));
    }

    const SAMPLE: &str = "[Event \"one\"]\n[White \"A\"]\n\n1. e4 $1 {best} (1. d4 d5 (1... Nf6) 2. c4) 1... e5 2. Nf3 1-0\n\n\
        [Event \"two\"]\n[FEN \"8/8 w\"]\n[SetUp \"1\"]\n\n1. e4 *\n\n[Variant \"Makruk\"]\n\n1. e4 e5 *\n";
}
