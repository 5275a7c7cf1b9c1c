use std::borrow::Cow;

use crate::reader::{GameResult, Problem, ProblemKind, TagValue, Visitor, decode};

/// The longest game that is kept. The rules end every game of chess before 18,000 half-moves.
pub const MOST_PLIES: usize = 20_000;
/// Tag pairs beyond so many bytes are forgotten; the usual seven need 200.
const MOST_TAG_BYTES: usize = 1 << 15;

/// One game as the file has it: tags, moves as text, result, the first problem. The moves are not yet looked at.
///
/// It is a [`Visitor`] that can be used again for the next game, in the same memory.
///
/// ```
/// use tabiya_pgn::{GameResult, Reader, Record};
///
/// let mut reader = Reader::new(&b"[White \"Anderssen\"]\n\n1. e4 e5\n2. f4 1-0"[..]);
/// let mut record = Record::new();
/// assert!(reader.read_game(&mut record)?);
/// assert_eq!(record.tag("White").as_deref(), Some("Anderssen"));
/// assert_eq!(record.moves().collect::<Vec<_>>(), [("e4", 3), ("e5", 3), ("f4", 4)]);
/// assert_eq!(record.result(), GameResult::WhiteWins);
/// # Ok::<(), tabiya_pgn::ReadError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Record {
    line: u64,
    in_game: bool,
    tag_text: Vec<u8>,
    /// Where in the text each name and each value ends.
    tags: Vec<(usize, usize)>,
    move_text: Vec<u8>,
    plies: Vec<Ply>,
    result: Option<GameResult>,
    problem: Option<Problem>,
    pub(crate) stray: Option<Problem>,
    too_long: Option<u64>,
}

#[derive(Clone, Copy, Debug)]
struct Ply {
    /// Where in the text the move ends.
    end: u32,
    /// Lines after the game's first.
    line: u32,
}

impl Record {
    /// No game yet.
    #[must_use]
    pub fn new() -> Record {
        Record::default()
    }

    /// The line the game begins on.
    #[must_use]
    pub fn line(&self) -> u64 {
        self.line
    }

    /// The text of a tag pair, in whatever case its name is written: a game must not be taken for another because of
    /// a small letter. The first if the name comes twice.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<Cow<'_, str>> {
        let is_meant = |found: &[u8]| found.eq_ignore_ascii_case(name.as_bytes());
        self.tags().find(|(found, _)| is_meant(found)).map(|(_, value)| value.text())
    }

    /// Every tag pair.
    pub fn tags(&self) -> impl Iterator<Item = (&[u8], TagValue<'_>)> {
        self.tags.iter().enumerate().map(|(index, &(name_end, value_end))| {
            let start = index.checked_sub(1).map_or(0, |previous| self.tags[previous].1);
            (&self.tag_text[start..name_end], TagValue::new(&self.tag_text[name_end..value_end]))
        })
    }

    /// The moves as they are written, `--` for a null move, each with its line.
    pub fn moves(&self) -> impl Iterator<Item = (&str, u64)> {
        // Looked at once for all of them: what is put there is text.
        let text = std::str::from_utf8(&self.move_text).unwrap_or_default();
        let mut start = 0;
        self.plies.iter().map(move |ply| {
            let token = text.get(start..ply.end as usize).unwrap_or_default();
            start = ply.end as usize;
            (token, self.line + u64::from(ply.line))
        })
    }

    /// How many moves there are.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.plies.len()
    }

    /// The result after the moves; that of the tag if there is none, or `*`.
    #[must_use]
    pub fn result(&self) -> GameResult {
        let is_known = |result: &GameResult| *result != GameResult::Unknown;
        self.result.filter(is_known).or_else(|| self.tagged_result()).unwrap_or_default()
    }

    fn tagged_result(&self) -> Option<GameResult> {
        self.tag("Result").and_then(|text| GameResult::parse(text.trim().as_bytes()))
    }

    /// The first thing that was wrong in the game.
    #[must_use]
    pub fn problem(&self) -> Option<Problem> {
        self.problem
    }

    /// The line from which on moves were not kept, because there were more than [`MOST_PLIES`].
    #[must_use]
    pub fn too_long(&self) -> Option<u64> {
        self.too_long
    }

    /// What was wrong outside of games since this was last asked; the first of it.
    pub fn take_stray(&mut self) -> Option<Problem> {
        self.stray.take()
    }

    /// Subject how much memory the game takes.
    #[must_use]
    pub fn size(&self) -> usize {
        self.tag_text.len() + self.move_text.len() + 8 * self.plies.len() + 16 * self.tags.len() + 200
    }
}

impl Visitor for Record {
    fn begin_game(&mut self, line: u64) {
        self.tag_text.clear();
        self.tags.clear();
        self.move_text.clear();
        self.plies.clear();
        (self.line, self.in_game) = (line, true);
        (self.result, self.problem, self.too_long) = (None, None, None);
    }

    fn tag(&mut self, name: &[u8], value: TagValue<'_>) {
        if self.tag_text.len() + name.len() + value.raw().len() > MOST_TAG_BYTES {
            return;
        }
        self.tag_text.extend_from_slice(name);
        let name_end = self.tag_text.len();
        self.tag_text.extend_from_slice(value.raw());
        self.tags.push((name_end, self.tag_text.len()));
    }

    fn san(&mut self, san: &[u8], line: u64) {
        if self.plies.len() == MOST_PLIES {
            self.too_long = self.too_long.or(Some(line));
            return;
        }
        if san.is_ascii() {
            self.move_text.extend_from_slice(san);
        } else {
            self.move_text.extend_from_slice(decode(san).as_bytes());
        }
        let line = u32::try_from(line - self.line).unwrap_or(u32::MAX);
        self.plies.push(Ply { end: self.move_text.len() as u32, line });
    }

    fn null_move(&mut self, line: u64) {
        self.san(b"--", line);
    }

    fn result(&mut self, result: GameResult) {
        self.result = Some(result);
        let tag = self.tagged_result().unwrap_or_default();
        if tag != result && tag != GameResult::Unknown && result != GameResult::Unknown {
            let kind = ProblemKind::OtherThanTag { tag, moves: result };
            self.problem(Problem { line: self.line, kind });
        }
    }

    fn problem(&mut self, problem: Problem) {
        let first = if self.in_game { &mut self.problem } else { &mut self.stray };
        *first = first.or(Some(problem));
    }

    fn end_game(&mut self) {
        self.in_game = false;
    }
}
