use std::borrow::Cow;

use crate::reader::{GameResult, Problem, ProblemKind, TagValue, Visitor, decode};

/// Maximum number of half-moves kept. By the rules a game of chess ends before 18,000.
pub const MAX_PLIES: usize = 20_000;
/// Maximum number of bytes kept of tag pairs; the usual seven need about 200.
pub const MAX_TAG_BYTES: usize = 1 << 20;
/// A null move in the list of moves.
pub(crate) const NULL_MOVE: &str = "--";

/// One game as written in the file: tags, moves as text, result, and the first problem. The moves are not validated.
///
/// It is a [`Visitor`] that can be reused for the next game without allocating again.
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
    /// End offsets of each name and each value in `tag_text`.
    tags: Vec<(usize, usize)>,
    move_text: Vec<u8>,
    plies: Vec<Ply>,
    result: Option<GameResult>,
    problem: Option<Problem>,
    pub(crate) stray: Option<Problem>,
    too_long: Option<u64>,
    has_dropped_tags: bool,
}

#[derive(Clone, Copy, Debug)]
struct Ply {
    /// End offset of the move in `move_text`.
    end: u32,
    /// Line, relative to the first line of the game.
    line: u32,
}

impl Record {
    /// An empty record.
    #[must_use]
    pub fn new() -> Record {
        Record::default()
    }

    /// The line on which the game begins.
    #[must_use]
    pub fn line(&self) -> u64 {
        self.line
    }

    /// The value of a tag. Names are compared without regard to case, so that `fen` is not overlooked. If a name occurs
    /// twice, the first is returned.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<Cow<'_, str>> {
        let is_match = |found: &[u8]| found.eq_ignore_ascii_case(name.as_bytes());
        self.tags().find(|(found, _)| is_match(found)).map(|(_, value)| value.text())
    }

    /// All tag pairs.
    pub fn tags(&self) -> impl Iterator<Item = (&[u8], TagValue<'_>)> {
        self.tags.iter().enumerate().map(|(index, &(name_end, value_end))| {
            let start = index.checked_sub(1).map_or(0, |previous| self.tags[previous].1);
            (&self.tag_text[start..name_end], TagValue::new(&self.tag_text[name_end..value_end]))
        })
    }

    /// The moves as written, each with its line; `--` for a null move.
    pub fn moves(&self) -> impl Iterator<Item = (&str, u64)> {
        // Validated once for all moves; only valid UTF-8 is stored.
        let text = std::str::from_utf8(&self.move_text).unwrap_or_default();
        let mut start = 0;
        self.plies.iter().map(move |ply| {
            let token = text.get(start..ply.end as usize).unwrap_or_default();
            start = ply.end as usize;
            (token, self.line + u64::from(ply.line))
        })
    }

    /// The number of moves.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.plies.len()
    }

    /// The result after the moves; without one, the result in the tag, or `*`.
    #[must_use]
    pub fn result(&self) -> GameResult {
        let is_known = |result: &GameResult| *result != GameResult::Unknown;
        self.result.filter(is_known).or_else(|| self.tagged_result()).unwrap_or_default()
    }

    fn tagged_result(&self) -> Option<GameResult> {
        self.tag("Result").and_then(|text| GameResult::parse(text.trim().as_bytes()))
    }

    /// The first problem in the game.
    #[must_use]
    pub fn problem(&self) -> Option<Problem> {
        self.problem
    }

    /// The first line whose moves were dropped because there are more than [`MAX_PLIES`].
    #[must_use]
    pub fn too_long(&self) -> Option<u64> {
        self.too_long
    }

    /// Whether tags were dropped because there are more than [`MAX_TAG_BYTES`] of them.
    #[must_use]
    pub fn has_dropped_tags(&self) -> bool {
        self.has_dropped_tags
    }

    /// Takes the first problem outside of games since the last call.
    pub fn take_stray_problem(&mut self) -> Option<Problem> {
        self.stray.take()
    }

    /// The memory used by the game in bytes.
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
        self.has_dropped_tags = false;
    }

    fn tag(&mut self, name: &[u8], value: TagValue<'_>) {
        if self.tag_text.len() + name.len() + value.raw().len() > MAX_TAG_BYTES {
            self.has_dropped_tags = true;
            self.problem(Problem { line: self.line, kind: ProblemKind::TooManyTags });
            return;
        }
        self.tag_text.extend_from_slice(name);
        let name_end = self.tag_text.len();
        self.tag_text.extend_from_slice(value.raw());
        self.tags.push((name_end, self.tag_text.len()));
    }

    fn san(&mut self, san: &[u8], line: u64) {
        if self.plies.len() == MAX_PLIES {
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
        self.san(NULL_MOVE.as_bytes(), line);
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
