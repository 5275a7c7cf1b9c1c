use crate::Record;
use crate::reader::{GameResult, Problem, Skip, TagValue, Visitor, decode};
use crate::replay::{Fault, FaultKind};

/// A tree has no more moves than this.
pub const MOST_NODES: usize = 1 << 18;
/// A tree has no more bytes of moves and comments than this.
pub const MOST_TEXT: usize = 1 << 23;
/// A record has no more moves, marks, comments, beginnings and ends of variations than this.
const MOST_EVENTS: usize = 8 * MOST_NODES;
/// Variations inside variations are kept so deep.
pub const MOST_DEPTH: usize = 1000;

/// One game as the file has it, with all that stands beside its moves; nothing of it is looked at yet.
///
/// It is a [`Visitor`] that can be used again for the next game, in the same memory.
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
    /// Tags, the main line, the result.
    record: Record,
    text: Vec<u8>,
    events: Vec<Event>,
    depth: usize,
    moves: usize,
    /// The line of the last move.
    line: u64,
    /// Whether a comment has begun whose end has not come.
    comment_start: Option<usize>,
    /// What did not fit; what comes after it is not kept.
    too_large: Option<Fault>,
    too_deep: Option<Fault>,
}

/// What comes in a game, one after the other.
#[derive(Clone, Copy, Debug)]
pub(super) enum Event {
    Move { line: u64, length: u32 },
    Null { line: u64 },
    Nag(u8),
    Comment { length: u32 },
    Open,
    Close,
}

impl TreeRecord {
    /// No game yet.
    #[must_use]
    pub fn new() -> TreeRecord {
        TreeRecord::default()
    }

    /// The same game without what stands beside its main line.
    #[must_use]
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// Whether there is more in the game than the moves of its main line.
    #[must_use]
    pub fn has_notes(&self) -> bool {
        self.events.len() > self.record.plies()
            || self.events().any(|(_, text)| matches!(text.last(), Some(b'!' | b'?')))
    }

    /// What was wrong outside of games since this was last asked; the first of it.
    pub fn take_stray(&mut self) -> Option<Problem> {
        self.record.take_stray()
    }

    /// The same without forgetting it.
    pub(crate) fn stray(&self) -> Option<Problem> {
        self.record.stray
    }

    /// The game will be read again, from before what is wrong outside of it: only this was wrong earlier.
    pub(crate) fn break_off(&mut self, stray: Option<Problem>) {
        self.record.end_game();
        self.record.stray = stray;
    }

    /// What comes in the game, with its text.
    pub(super) fn events(&self) -> impl Iterator<Item = (Event, &[u8])> {
        let mut from = 0;
        self.events.iter().map(move |event| {
            let length = match event {
                Event::Move { length, .. } | Event::Comment { length } => *length as usize,
                Event::Null { .. } | Event::Nag(_) | Event::Open | Event::Close => 0,
            };
            let text = &self.text[from..from + length];
            from += length;
            (*event, text)
        })
    }

    /// What was left out while reading.
    pub(super) fn left_out(&self) -> impl Iterator<Item = Fault> {
        self.too_large.clone().into_iter().chain(self.too_deep.clone())
    }

    fn push(&mut self, event: Event) {
        let is_full =
            self.moves > MOST_NODES || self.events.len() >= MOST_EVENTS || self.text.len() > MOST_TEXT;
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
        if self.depth == 0 {
            self.record.null_move(line);
        }
        (self.line, self.moves) = (line, self.moves + 1);
        self.push(Event::Null { line });
    }

    fn nag(&mut self, nag: u8) {
        self.push(Event::Nag(nag));
    }

    fn comment(&mut self, text: &[u8], is_last: bool) {
        let start = *self.comment_start.get_or_insert(self.text.len());
        // Once too much, no more of it is kept, however long it is.
        if self.text.len() <= MOST_TEXT {
            self.text.extend_from_slice(text);
        }
        if is_last {
            self.comment_start = None;
            self.push(Event::Comment { length: (self.text.len() - start) as u32 });
        }
    }

    fn begin_variation(&mut self) -> Skip {
        if self.depth == MOST_DEPTH {
            let fault = Fault { line: self.line, ply: None, kind: FaultKind::TooDeep };
            self.too_deep.get_or_insert(fault);
            return Skip::Yes;
        }
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

    /// A game that is told so; whether something of it was left out.
    fn is_cut(tell: impl FnOnce(&mut TreeRecord)) -> bool {
        let mut record = TreeRecord::new();
        record.begin_game(1);
        tell(&mut record);
        match record.left_out().collect::<Vec<_>>()[..] {
            [] => false,
            [Fault { line: 1, ply: None, kind: FaultKind::TooLarge }] => true,
            ref others => panic!("{others:?}"),
        }
    }

    #[test]
    fn as_much_is_kept_as_a_tree_may_have_and_no_more() {
        for too_many in [0, 1] {
            let moves = |record: &mut TreeRecord| {
                for _ in 0..MOST_NODES + too_many {
                    record.san(b"e4", 1);
                }
            };
            let null_moves = |record: &mut TreeRecord| {
                for _ in 0..MOST_NODES + too_many {
                    record.null_move(1);
                }
            };
            let nags = |record: &mut TreeRecord| {
                for _ in 0..(1 << 21) + too_many {
                    record.nag(1);
                }
            };
            let text = |record: &mut TreeRecord| record.comment(&vec![b'x'; MOST_TEXT + too_many], true);
            let are_cut = [is_cut(moves), is_cut(null_moves), is_cut(nags), is_cut(text)];
            assert_eq!(are_cut, [too_many == 1; 4]);
        }
    }
}
