//! A push reader: the caller supplies the text in chunks, and no call blocks.

use std::io::{self, Read};

use super::foreword::Foreword;
use super::{Problem, ReadError, Reader};
use crate::TreeRecord;

/// Maximum number of bytes buffered for an incomplete game.
const MOST_WAITING: usize = 32 << 20;

/// The result of an attempt to read a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fed {
    /// A game was read.
    Game,
    /// The game is incomplete; more text is needed.
    More,
    /// No games are left.
    End,
}

/// Reads games from chunks of text as they arrive. Its results are those of [`Reader`], wherever the chunks end.
///
/// ```
/// use tabiya_pgn::{Fed, FedReader, TreeRecord};
///
/// let (mut reader, mut record) = (FedReader::new(), TreeRecord::new());
/// reader.feed(b"1. e4 e5 2. N");
/// assert_eq!(reader.read_game(&mut record)?, Fed::More);
/// reader.feed(b"f3 *");
/// reader.end();
/// assert_eq!(reader.read_game(&mut record)?, Fed::Game);
/// assert_eq!(record.record().plies(), 3);
/// assert_eq!(reader.read_game(&mut record)?, Fed::End);
/// # Ok::<(), tabiya_pgn::ReadError>(())
/// ```
#[derive(Debug)]
pub struct FedReader {
    reader: Reader<Pieces>,
    /// Minimum number of pending bytes before the next attempt. Otherwise a long game in short chunks would be parsed
    /// again for each of them.
    patience: usize,
}

/// The state before an attempt, to restore.
struct Mark {
    offset: u64,
    line: u64,
    games: u64,
    has_begun: bool,
    is_lost: bool,
    stranger: Option<Problem>,
    has_other_text: bool,
    looks_like: &'static str,
    foreword: Foreword,
}

impl Default for FedReader {
    fn default() -> Self {
        FedReader::new()
    }
}

impl FedReader {
    /// A reader without text.
    #[must_use]
    pub fn new() -> FedReader {
        FedReader { reader: Reader::new(Pieces::default()), patience: 0 }
    }

    /// Appends a chunk of text.
    pub fn feed(&mut self, piece: &[u8]) {
        self.reader.window.source.bytes.extend_from_slice(piece);
    }

    /// Marks the end of the text.
    pub fn end(&mut self) {
        self.reader.window.source.is_whole = true;
        self.patience = 0;
    }

    /// Reads the next game if it is complete.
    pub fn read_game(&mut self, record: &mut TreeRecord) -> Result<Fed, ReadError> {
        let mark = self.mark();
        let waiting = self.reader.window.source.end() - mark.offset;
        if waiting < self.patience as u64 {
            return Ok(Fed::More);
        }
        let stray = record.stray();
        let read = self.reader.read_game(record);
        // If the attempt used the last byte, the game may continue, or be another, with the next chunk.
        if self.reader.window.source.was_short {
            record.break_off(stray);
            self.return_to(&mark);
            if waiting > MOST_WAITING as u64 {
                let error = io::Error::other(format!("a game of more than {} MiB", MOST_WAITING >> 20));
                let (offset, line) = (self.reader.offset(), self.reader.line());
                return Err(ReadError::Broken { offset, line, error });
            }
            self.patience = 2 * waiting as usize;
            return Ok(Fed::More);
        }
        self.patience = 0;
        self.reader.window.forget();
        read.map(|is_game| if is_game { Fed::Game } else { Fed::End })
    }

    fn mark(&self) -> Mark {
        let Reader { window, games, has_begun, is_lost, stranger, has_other_text, looks_like, foreword } =
            &self.reader;
        Mark {
            offset: window.offset(),
            line: window.line,
            games: *games,
            has_begun: *has_begun,
            is_lost: *is_lost,
            stranger: *stranger,
            has_other_text: *has_other_text,
            looks_like,
            foreword: foreword.clone(),
        }
    }

    fn return_to(&mut self, mark: &Mark) {
        self.reader.window.return_to(mark.offset, mark.line);
        self.reader.games = mark.games;
        self.reader.has_begun = mark.has_begun;
        self.reader.is_lost = mark.is_lost;
        self.reader.stranger = mark.stranger;
        self.reader.has_other_text = mark.has_other_text;
        self.reader.looks_like = mark.looks_like;
        self.reader.foreword = mark.foreword.clone();
    }
}

/// The buffered text, as far as it may be needed again.
#[derive(Debug, Default)]
pub(super) struct Pieces {
    pub(super) bytes: Vec<u8>,
    /// The number of bytes dropped before `bytes`.
    before: u64,
    /// Index of the next byte to return.
    at: usize,
    is_whole: bool,
    /// More bytes were requested than are buffered.
    was_short: bool,
}

impl Pieces {
    fn end(&self) -> u64 {
        self.before + self.bytes.len() as u64
    }

    /// Continues from an earlier offset, and returns up to `kept` bytes before it.
    pub(super) fn return_to(&mut self, offset: u64, kept: usize) -> &[u8] {
        self.was_short = false;
        self.at = (offset - self.before) as usize;
        &self.bytes[self.at.saturating_sub(kept)..self.at]
    }

    /// Drops the bytes before an offset, but only if that frees more bytes than it moves.
    pub(super) fn forget_before(&mut self, offset: u64) {
        let unneeded = offset.saturating_sub(self.before) as usize;
        if 2 * unneeded > self.bytes.len() {
            self.bytes.drain(..unneeded);
            self.before += unneeded as u64;
            self.at -= unneeded;
        }
    }
}

impl Read for Pieces {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut rest = &self.bytes[self.at..];
        let count = rest.read(buffer)?;
        self.at += count;
        if count == 0 && !self.is_whole && !buffer.is_empty() {
            self.was_short = true;
            return Err(io::ErrorKind::WouldBlock.into());
        }
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every game as PGN, every problem, and the final error.
    fn told(mut next: impl FnMut(&mut TreeRecord) -> Result<Fed, ReadError>) -> Vec<String> {
        let (mut record, mut told) = (TreeRecord::new(), Vec::new());
        loop {
            let read = next(&mut record);
            told.extend(record.take_stray().map(|problem| problem.to_string()));
            match read {
                Ok(Fed::Game) => {}
                Ok(Fed::More) => continue,
                Ok(Fed::End) => return told,
                Err(error) => {
                    told.push(error.to_string());
                    return told;
                }
            }
            let line = record.record().line();
            told.push(match record.tree(tabiya::Variant::Chess) {
                Ok(read) => {
                    let faults: Vec<String> = read.faults.iter().map(ToString::to_string).collect();
                    format!("{line} {faults:?}\n{}", read.tree.to_pgn())
                }
                Err(error) => format!("{line} {error}"),
            });
        }
    }

    fn in_pieces(text: &[u8], size: usize) -> Vec<String> {
        let mut pieces = text.chunks(size);
        let mut reader = FedReader::new();
        told(|record| {
            let read = reader.read_game(record);
            if matches!(read, Ok(Fed::More)) {
                match pieces.next() {
                    Some(piece) => reader.feed(piece),
                    None => reader.end(),
                }
            }
            read
        })
    }

    fn whole(text: &[u8]) -> Vec<String> {
        let mut reader = Reader::new(text);
        told(|record| reader.read_game(record).map(|is_game| if is_game { Fed::Game } else { Fed::End }))
    }

    #[test]
    fn however_a_text_is_cut_the_same_games_are_in_it() {
        let strange: [&[u8]; 6] = [
            b"",
            b"<html>no game</html>",
            b"1. e4 {no end\n\n[Event \"next\"]\n\n1. d4 *",
            b"[Event \"a\"]\r\n\r\n[Event \"b\"]\r\n\r\n1. e4 *\r\n1. d4 1-0 words\n[Event \"c\"]\n1. c4 (1. b4 (1. a4",
            b"\xff\xfe1\x00.\x00",
            b"% remark\n; another\n{comment} 1. e4 e5 2. Ke3 *\n\n\n\n",
        ];
        let long = [b"1. e4 {".as_slice(), &b"long ".repeat(60_000), b"} e5 * 1. d4 *"].concat();
        let many = b"[Event \"a\"]\n\n1. e4 *\n\nwords between games\n\n".repeat(300);
        for text in strange.into_iter().chain([long.as_slice(), &many, SAMPLE.as_bytes()]) {
            let expected = whole(text);
            for size in [1, 2, 7, 64, 1000, 70_000] {
                if size >= 7 || text.len() < 5000 {
                    assert_eq!(in_pieces(text, size), expected, "pieces of {size}");
                }
            }
        }
    }

    /// Reads all games that are there.
    fn read_on(reader: &mut FedReader, record: &mut TreeRecord) -> usize {
        let mut games = 0;
        while reader.read_game(record).expect("a text can be read") == Fed::Game {
            games += 1;
        }
        games
    }

    #[test]
    fn what_has_been_read_is_forgotten_and_games_are_found_behind_it() {
        const GAME: &[u8] = b"[Event \"a\"]\n\n1. e4 e5 2. Nf3 *\n\n";
        let (mut reader, mut record) = (FedReader::new(), TreeRecord::new());
        let mut games = 0;
        for _ in 0..2000 {
            reader.feed(GAME);
            games += read_on(&mut reader, &mut record);
            // A tag pair needs at most 4096 bytes of lookahead, and a game is retried when twice as much is pending.
            let kept = reader.reader.window.source.bytes.len();
            assert!(kept < 20_000, "{kept} bytes after {games} games");
        }
        reader.end();
        assert_eq!(games + read_on(&mut reader, &mut record), 2000);
    }

    #[test]
    fn bytes_are_moved_when_that_frees_more_than_it_moves() {
        for (offset, kept) in [(10, 100), (50, 100), (51, 49), (90, 10)] {
            let mut pieces = Pieces { bytes: vec![b'x'; 100], at: 95, ..Pieces::default() };
            pieces.forget_before(offset);
            assert_eq!((pieces.bytes.len(), pieces.end()), (kept, 100), "{offset} bytes are not needed");
            assert_eq!(pieces.read(&mut [0; 100]).expect("it does not fail"), 5);
        }
    }

    #[test]
    fn words_between_games_wait_until_somebody_asks() {
        let (mut reader, mut record) = (FedReader::new(), TreeRecord::new());
        reader.feed(&b"1. e4 *\n\nwords\n\n[Event \"a\"]\n\n".repeat(2));
        reader.feed(&[b'x'; 5000]);
        assert_eq!(read_on(&mut reader, &mut record), 2);
        assert_eq!(record.take_stray().map(|problem| problem.line), Some(3));
        assert_eq!(record.take_stray(), None);
    }

    #[test]
    fn a_game_is_tried_again_when_twice_as_much_waits() {
        let (mut reader, mut record) = (FedReader::new(), TreeRecord::new());
        reader.feed(&[b"1. e4 {".as_slice(), &[b'x'; 4993]].concat());
        assert_eq!(read_on(&mut reader, &mut record), 0);
        reader.feed(&[b"} *\n\n1. d4 {".as_slice(), &[b'x'; 4987]].concat());
        assert_eq!(read_on(&mut reader, &mut record), 0, "one byte is missing");
        reader.feed(b"x");
        assert_eq!(read_on(&mut reader, &mut record), 1);
    }

    #[test]
    fn no_game_is_too_long_because_of_those_before_it() {
        let (mut reader, mut record) = (FedReader::new(), TreeRecord::new());
        let game = [b"1. e4 {".as_slice(), &vec![b'x'; MOST_WAITING / 4], b"} *\n\n"].concat();
        let mut games = 0;
        for _ in 0..5 {
            reader.feed(&game);
            games += read_on(&mut reader, &mut record);
        }
        reader.end();
        assert_eq!(games + read_on(&mut reader, &mut record), 5);
    }

    #[test]
    fn the_longest_game_that_is_waited_for() {
        let mut text = [b"1. e4 {".as_slice(), &vec![b'x'; MOST_WAITING - 7]].concat();
        for is_too_long in [false, true] {
            let mut reader = FedReader::new();
            reader.feed(&text);
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
    fn a_game_that_does_not_end_is_given_up() {
        let mut reader = FedReader::new();
        let mut record = TreeRecord::new();
        reader.feed(b"1. e4 {");
        let error = (0..200).find_map(|_| {
            reader.feed(&vec![b'x'; 1 << 20]);
            reader.read_game(&mut record).err()
        });
        assert!(error.is_some_and(|error| error.to_string().ends_with("a game of more than 32 MiB")));
    }

    const SAMPLE: &str = "[Event \"one\"]\n[White \"A\"]\n\n1. e4 $1 {best} (1. d4 d5 (1... Nf6) 2. c4) 1... e5 2. Nf3 1-0\n\n\
        [Event \"two\"]\n[FEN \"8/8 w\"]\n[SetUp \"1\"]\n\n1. e4 *\n\n[Variant \"Makruk\"]\n\n1. e4 e5 *\n";
}
