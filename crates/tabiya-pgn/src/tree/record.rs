use crate::reader::{GameResult, Problem, Skip, TagValue, Visitor, decode};
use crate::record::{MAX_PLIES, NULL_MOVE, Record};
use crate::replay::{Fault, FaultKind};

/// Maximum number of moves of a tree.
pub const MAX_NODES: usize = 1 << 18;
/// Maximum number of bytes of moves and comments of a tree.
pub const MAX_TEXT_BYTES: usize = 1 << 23;
/// Maximum number of moves, marks, comments and variation starts and ends of a record.
const MAX_EVENTS: usize = 8 * MAX_NODES;
/// Maximum nesting depth of variations.
pub const MAX_DEPTH: usize = 1000;

/// One game as written in the file, with variations, comments and NAGs. The moves are not validated.
///
/// It is a [`Visitor`] that can be reused for the next game without allocating again. A game without comments, NAGs and
/// variations costs no more than with a [`Record`].
///
/// ```
/// use tabiya::Variant;
/// use tabiya_pgn::{Reader, TreeRecord};
///
/// let mut reader = Reader::new(&b"1. e4 (1. d4) e5 * 1. c4 *"[..]);
/// let mut record = TreeRecord::new();
/// assert!(reader.read_game(&mut record)?);
/// assert_eq!(record.tree(Variant::Chess).expect("it begins at the start").tree.len(), 4);
/// # Ok::<(), tabiya_pgn::ReadError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct TreeRecord {
    /// Tags, main line and result.
    record: Record,
    /// Empty until the first part that the record does not have; then everything from the start of the game.
    events: Vec<Event>,
    /// The text of the events.
    text: Vec<u8>,
    depth: usize,
    moves: usize,
    /// The line of the last move.
    line: u64,
    /// Where the text of an unfinished comment begins.
    comment_start: Option<usize>,
    /// Set when a limit is exceeded; everything after that is dropped.
    too_large: Option<Fault>,
    too_deep: Option<Fault>,
}

/// The parts of a game in the order of the file.
#[derive(Clone, Copy, Debug)]
pub(super) enum Event {
    Move { line: u64, length: u32 },
    Null { line: u64 },
    Nag(u8),
    Comment { length: u32 },
    Open,
    Close,
}

impl Event {
    fn length(self) -> usize {
        match self {
            Event::Move { length, .. } | Event::Comment { length } => length as usize,
            Event::Null { .. } | Event::Nag(_) | Event::Open | Event::Close => 0,
        }
    }
}

/// The event of a move of a [`Record`].
fn event_of_move((san, line): (&str, u64)) -> (Event, &[u8]) {
    match san {
        NULL_MOVE => (Event::Null { line }, &[]),
        san => (Event::Move { line, length: san.len() as u32 }, san.as_bytes()),
    }
}

/// Whether a move has a mark such as `!?`.
fn is_marked(san: &[u8]) -> bool {
    matches!(san.last(), Some(b'!' | b'?'))
}

impl TreeRecord {
    /// An empty record.
    #[must_use]
    pub fn new() -> TreeRecord {
        TreeRecord::default()
    }

    /// The main line of the game, with tags and result.
    #[must_use]
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// Whether the game has anything besides the moves of its main line.
    #[must_use]
    pub fn has_notes(&self) -> bool {
        let mut has_notes = self.events.len() > self.record.plies();
        if !has_notes && !self.events.is_empty() {
            self.each_event(&mut |event, text| {
                has_notes |= matches!(event, Event::Move { .. }) && is_marked(text);
            });
        }
        has_notes
    }

    /// The memory used by the game in bytes.
    #[must_use]
    pub fn size(&self) -> usize {
        self.record.size() + self.text.len() + size_of::<Event>() * self.events.len()
    }

    /// Takes the first problem outside of games since the last call.
    pub fn take_stray_problem(&mut self) -> Option<Problem> {
        self.record.take_stray_problem()
    }

    /// The problem outside of games, without taking it.
    pub(crate) fn stray(&self) -> Option<Problem> {
        self.record.stray
    }

    /// Discards an attempt to read a game, and restores the earlier problem outside of games.
    pub(crate) fn discard_attempt(&mut self, stray: Option<Problem>) {
        self.record.end_game();
        self.record.stray = stray;
    }

    /// Calls `visit` with the parts of the game, each with its text.
    pub(super) fn each_event(&self, visit: &mut dyn FnMut(Event, &[u8])) {
        if self.events.is_empty() {
            self.record.moves().map(event_of_move).for_each(|(event, text)| visit(event, text));
        }
        let mut from = 0;
        for event in &self.events {
            let end = from + event.length();
            visit(*event, &self.text[from..end]);
            from = end;
        }
    }

    /// Whether the record has all of the game so far, and has room for another move.
    fn is_plain(&self) -> bool {
        self.events.is_empty() && self.depth == 0 && self.record.plies() < MAX_PLIES
    }

    /// Begins to record events, starting with the moves so far.
    #[inline(never)]
    fn record_events(&mut self) {
        if self.events.is_empty() {
            for (event, text) in self.record.moves().map(event_of_move) {
                self.text.extend_from_slice(text);
                self.events.push(event);
            }
        }
    }

    /// Faults for the parts dropped while reading.
    pub(super) fn dropped_faults(&self) -> impl Iterator<Item = Fault> {
        self.too_large.clone().into_iter().chain(self.too_deep.clone())
    }

    fn push(&mut self, event: Event) {
        let is_full =
            self.moves > MAX_NODES || self.events.len() >= MAX_EVENTS || self.text.len() > MAX_TEXT_BYTES;
        if is_full && self.too_large.is_none() {
            self.too_large = Some(Fault { line: self.line, ply: None, kind: FaultKind::TooLarge });
        }
        if self.too_large.is_none() {
            self.events.push(event);
        }
    }
}

impl Visitor for TreeRecord {
    fn begin_game(&mut self, line: u64) {
        self.record.begin_game(line);
        self.text.clear();
        self.events.clear();
        (self.depth, self.moves, self.line) = (0, 0, line);
        (self.comment_start, self.too_large, self.too_deep) = (None, None, None);
    }

    fn tag(&mut self, name: &[u8], value: TagValue<'_>) {
        Visitor::tag(&mut self.record, name, value);
    }

    fn san(&mut self, san: &[u8], line: u64) {
        if self.is_plain() && !is_marked(san) {
            (self.line, self.moves) = (line, self.moves + 1);
            return self.record.san(san, line);
        }
        self.record_events();
        if self.depth == 0 {
            self.record.san(san, line);
        }
        if self.too_large.is_some() {
            return;
        }
        (self.line, self.moves) = (line, self.moves + 1);
        let text = decode(san);
        self.text.extend_from_slice(text.as_bytes());
        self.push(Event::Move { line, length: text.len() as u32 });
    }

    fn null_move(&mut self, line: u64) {
        if self.is_plain() {
            (self.line, self.moves) = (line, self.moves + 1);
            return self.record.null_move(line);
        }
        self.record_events();
        if self.depth == 0 {
            self.record.null_move(line);
        }
        (self.line, self.moves) = (line, self.moves + 1);
        self.push(Event::Null { line });
    }

    fn nag(&mut self, nag: u8) {
        self.record_events();
        self.push(Event::Nag(nag));
    }

    fn comment(&mut self, text: &[u8], is_last: bool) {
        self.record_events();
        let start = *self.comment_start.get_or_insert(self.text.len());
        // Beyond the limit nothing more is kept, whatever the length.
        if self.text.len() <= MAX_TEXT_BYTES {
            self.text.extend_from_slice(text);
        }
        if is_last {
            self.comment_start = None;
            self.push(Event::Comment { length: (self.text.len() - start) as u32 });
        }
    }

    fn begin_variation(&mut self) -> Skip {
        if self.depth == MAX_DEPTH {
            let fault = Fault { line: self.line, ply: None, kind: FaultKind::TooDeep };
            self.too_deep.get_or_insert(fault);
            return Skip::Yes;
        }
        self.record_events();
        self.depth += 1;
        self.push(Event::Open);
        Skip::No
    }

    fn end_variation(&mut self) {
        self.depth -= 1;
        self.push(Event::Close);
    }

    fn result(&mut self, result: GameResult) {
        Visitor::result(&mut self.record, result);
    }

    fn problem(&mut self, problem: Problem) {
        Visitor::problem(&mut self.record, problem);
    }

    fn end_game(&mut self) {
        self.record.end_game();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether anything of a game was dropped.
    fn is_cut(fill: impl FnOnce(&mut TreeRecord)) -> bool {
        let mut record = TreeRecord::new();
        record.begin_game(1);
        fill(&mut record);
        match record.dropped_faults().collect::<Vec<_>>()[..] {
            [] => false,
            [Fault { line: 1, ply: None, kind: FaultKind::TooLarge }] => true,
            ref others => panic!("{others:?}"),
        }
    }

    #[test]
    fn limits_of_a_tree_record() {
        for too_many in [0, 1] {
            let moves = |record: &mut TreeRecord| {
                for _ in 0..MAX_NODES + too_many {
                    record.san(b"e4", 1);
                }
            };
            let null_moves = |record: &mut TreeRecord| {
                for _ in 0..MAX_NODES + too_many {
                    record.null_move(1);
                }
            };
            let nags = |record: &mut TreeRecord| {
                for _ in 0..(1 << 21) + too_many {
                    record.nag(1);
                }
            };
            let text = |record: &mut TreeRecord| record.comment(&vec![b'x'; MAX_TEXT_BYTES + too_many], true);
            let are_cut = [is_cut(moves), is_cut(null_moves), is_cut(nags), is_cut(text)];
            assert_eq!(are_cut, [too_many == 1; 4]);
        }
    }
}
